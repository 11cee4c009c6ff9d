import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { RenderCanvasRequestSchema } from "../../../gen/platen/v1/render_pb.ts";
import { decodeBody } from "../../../src/core/methods/index.ts";
import { messageOf } from "../../../src/facades/mcp/message.ts";

/** The text of a call's arguments; `{}` where it brings none. */
async function argumentsOf(body: string, id: unknown): Promise<string> {
  const message = await messageOf(new TextEncoder().encode(body));
  if ("error" in message) throw new Error(message.error.message);
  const bytes = message.argumentsById.get(id);
  return bytes === undefined ? "{}" : new TextDecoder().decode(bytes);
}

describe("the text of a call's arguments", () => {
  test.each([
    ['{"id":1,"params":{"name":"t","arguments":{"n":1.10}}}', 1, '{"n":1.10}'],
    [' { "params" : { "arguments" : { "n" : 1e400 } , "name":"t" } , "id" : "a" } ', "a", '{ "n" : 1e400 }'],
    ['{"id":1,"params":{"name":"t"}}', 1, "{}"],
    ['{"id":1}', 1, "{}"],
    // Escaped names are the names that they stand for.
    ['{"\\u0069d":1,"p\\u0061rams":{"argument\\u0073":{"n":0.10}}}', 1, '{"n":0.10}'],
    // Of doubled members the last one counts, as for JSON.parse.
    ['{"id":2,"id":1,"params":{"arguments":{"n":1}},"params":{"arguments":{"n":2},"arguments":{"n":3}}}', 1, '{"n":3}'],
    // The call's own members, not those of the same name deeper down.
    [
      '{"params":{"_meta":{"arguments":{"n":1},"id":1},"arguments":{"id":1,"params":{"arguments":5}}},"id":1}',
      1,
      '{"id":1,"params":{"arguments":5}}',
    ],
    // A batch is told apart by ids, and 1 is not "1".
    ['[{"id":"1","params":{"arguments":{"n":1}}},{"id":1,"params":{"arguments":{"n":2.0}}}]', 1, '{"n":2.0}'],
    ['[{"method":"x"},{"id":10,"params":{"arguments":{"n":1}}},{"id":1.0}]', 1, "{}"],
    ['[5,null,"}",[],{"id":1,"params":{"arguments":{"n":4}}}]', 1, '{"n":4}'],
    // Brackets, quotes and commas inside of strings are no structure.
    ['{"a":"\\"}],{[","id":1,"params":{"arguments":{"\\\\":"}\\\\\\""}}}', 1, '{"\\\\":"}\\\\\\""}'],
  ])("is taken as it came from %s", async (body, id, text) => {
    expect(await argumentsOf(body, id)).toBe(text);
  });

  test("says what JSON.parse says, whatever stands around it and however it is spaced", async () => {
    const message = fc.record(
      {
        jsonrpc: fc.constant("2.0"),
        id: fc.oneof(fc.integer(), fc.string()),
        method: fc.string(),
        params: fc.record(
          {
            name: fc.string(),
            _meta: fc.object({ maxDepth: 2 }),
            arguments: fc.object({ maxDepth: 3, withObjectString: true }),
          },
          { requiredKeys: ["arguments"] },
        ),
      },
      { requiredKeys: ["id", "params"] },
    );
    const messages = fc.uniqueArray(message, { minLength: 1, maxLength: 4, selector: ({ id }) => id });
    const space = fc.constantFrom(undefined, 1, "\t", "\r\n ".slice(0, 2));
    await fc.assert(
      fc.asyncProperty(messages, space, async (batch, indent) => {
        const parsed = JSON.parse(JSON.stringify(batch)) as typeof batch;
        const body = JSON.stringify(batch, null, indent === "\r\n" ? 2 : indent).replaceAll(
          "\n",
          indent === "\r\n" ? "\r\n" : "\n",
        );
        for (const { id, params } of parsed) {
          expect(JSON.parse(await argumentsOf(body, id))).toEqual(params.arguments);
        }
      }),
      { numRuns: 100 },
    );
  });
});

describe("the arguments of a prompt", () => {
  const promptOf = (given: string) => `{"id":1,"method":"prompts/get","params":{"name":"p","arguments":${given}}}`;

  test("stay in the message, where the protocol's library reads them", async () => {
    const message = await messageOf(new TextEncoder().encode(promptOf('{"a":"1","b":"二"}')));
    expect(message).toMatchObject({ parsed: { params: { name: "p", arguments: { a: "1", b: "二" } } } });
  });

  test("are left out where they are longer than any prompt's", async () => {
    const message = await messageOf(new TextEncoder().encode(promptOf(`{"a":"${"x".repeat(65_536)}"}`)));
    expect(message).toMatchObject({ parsed: { params: { name: "p", arguments: {} } } });
  });
});

test("too many values are refused by the argument that holds them, not by the envelope around it", async () => {
  const data = `{"data":[${"0,".repeat(2_000_001)}0]}`;
  const message = await messageOf(new TextEncoder().encode(`{"id":1,"params":{"arguments":${data}}}`));
  const sent = "error" in message ? undefined : message.argumentsById.get(1);
  expect(sent?.length).toBe(data.length);
  await expect(decodeBody(RenderCanvasRequestSchema, sent ?? new Uint8Array())).rejects.toThrow(
    /'data' has more than/u,
  );
});

/** A list of so many values. */
function zeros(count: number): string {
  return `[${"0,".repeat(count - 2)}0]`;
}

describe("what is read beside the arguments", () => {
  const messageOfText = (text: string) => messageOf(new TextEncoder().encode(text));

  test("is nothing of a member that the protocol does not have", async () => {
    const message = await messageOfText(`{"id":1,"method":"ping","a":${zeros(9_000)},"b":"x","c":12,"d":{"e":1}}`);
    expect(message).toMatchObject({ parsed: { id: 1, method: "ping", a: [], b: "", c: 12, d: {} } });
  });

  test.each([
    ["in one member", `{"id":1,"params":{"_meta":${zeros(10_001)}}}`, "'_meta' has more than 10000 values"],
    ["in several members", `{"id":1,"params":{"a":${zeros(6_000)},"b":${zeros(6_000)}}}`, "more than 10000 values"],
    [
      "in several messages",
      `[${[1, 2].map((id) => `{"id":${id},"params":{"a":${zeros(6_000)}}}`).join(",")}]`,
      "more than 10000 values beside its data",
    ],
    ["in long texts", `{"id":1,"params":{"a":["${"x".repeat(1_048_576)}"]}}`, "longer than 1048576 bytes"],
    ["in a long id", `{"method":"ping","id":"${"x".repeat(4_096)}"}`, "'id' is longer than 4096 bytes"],
    ["in a long name", `{"id":1,"method":["${"x".repeat(4_096)}"]}`, "'method' is longer than 4096 bytes"],
  ])("is bounded %s", async (_, body, sentence) => {
    await expect(messageOfText(body)).rejects.toThrow(sentence);
  });

  test("is as much as a client of today sends", async () => {
    const _meta = {
      "io.modelcontextprotocol/clientCapabilities": { extensions: { ui: { mimeTypes: ["text/html"] } } },
    };
    const text = JSON.stringify({ jsonrpc: "2.0", id: "a-1", method: "tools/list", params: { cursor: "c", _meta } });
    expect(await messageOfText(text)).toMatchObject({ parsed: JSON.parse(text) });
  });
});
