import { once } from "node:events";
import { create, type DescMethod, type Message } from "@bufbuild/protobuf";
import { createRouterTransport } from "@connectrpc/connect";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { type Admit, catalogueOf, INTERNAL_HEADERS, isUnary, platenError } from "../../../src/core/methods/index.ts";
import { mcpHandler } from "../../../src/facades/mcp/index.ts";
import { createServer, type Server } from "../../../src/facades/rpc/index.ts";
import { fixtureDefinition } from "../../support/fixture/definition.ts";
import { answersIn, ERAS, requestOf } from "./clients.ts";

const SECRET = "postgres://user:hunter2@db.internal/platen";
const { definition, service } = fixtureDefinition();
const catalogue = catalogueOf(definition);
const onError = vi.fn<(error: unknown) => void>();
const refused = vi.fn<(method: string | null, code: string) => void>();
/** What was counted of a request, in order: its body, and so many messages. */
let counted: (number | "body")[] = [];
/** Whether the caller has sent too many bodies. */
let isOver = false;

/** What the services do at the next call. */
let behave: (method: DescMethod, headers: Headers, signal: AbortSignal) => Message | Promise<Message>;
let admit: Admit;
let server: Server;
let baseUrl = "";

const admitted = (headers: Record<string, string> = {}): Admit => {
  return async () => ({ token: "granted", maxRequestBytes: 1000, headers: new Headers(headers) });
};
const answered = (method: DescMethod): Message => create(method.output);

beforeAll(async () => {
  const transport = createRouterTransport((router) => {
    for (const method of service.methods.filter(isUnary)) {
      router.rpc(method, (_request, context) => behave(method, context.requestHeader, context.signal) as never);
    }
  });
  const handler = mcpHandler({
    catalogue,
    transport,
    admit: (request) => admit(request),
    identify: async (headers) => {
      if (headers.get("x-api-key") === "broken") throw new Error(SECRET);
      const names = catalogue.methods.map((method) => method.name);
      // A reader may call everything but the tool that opens the shelf.
      const reach =
        headers.get("x-api-key") === "reader" ? names.filter((name) => !name.endsWith(".ListBooks")) : names;
      if (headers.get("x-api-key") === "") throw platenError("unauthenticated", "Send a key.");
      if (headers.get("x-api-key") === "unknown") throw platenError("not_found", "There is no such credential.");
      const beyond = headers.get("x-api-key") === "narrow" ? names.map((name) => [name, "library.read"] as const) : [];
      const countBody = async () => {
        counted.push("body");
        if (isOver) throw platenError("rate_limited", "Wait.");
      };
      const count = async (messages: number) => {
        counted.push(messages);
        return new Headers();
      };
      const reached = { methods: new Set(reach), beyondScopes: new Map(beyond) };
      return { ...reached, maxRequestBytes: 100_000, countBody, count };
    },
    baseUrl: "https://forms.example.jp",
    guards: { origins: new Set(), hosts: new Set(["127.0.0.1"]) },
    version: "1",
    resources: [
      {
        ...{ uri: "rpt://examples/invoice", name: "invoice", title: "An invoice", description: "A whole form." },
        ...{ mimeType: "text/x-rpt", openedBy: "list_books", read: async () => "rpt 1\n" },
      },
    ],
    refused,
    onError,
  });
  server = createServer({ handlers: [handler] });
  baseUrl = `http://127.0.0.1:${await server.listen({ host: "127.0.0.1", port: 0 })}`;
});
afterAll(() => server.close(0));
afterEach(() => {
  onError.mockReset();
  refused.mockReset();
  counted = [];
  isOver = false;
});

async function send(
  era: (typeof ERAS)[number],
  method: string,
  params: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ status: number; headers: Headers; text: string }> {
  const request = requestOf(era, method, params);
  const init = { method: "POST", body: request.body, headers: { ...request.headers, "x-api-key": "k", ...headers } };
  const response = await fetch(`${baseUrl}/mcp`, init);
  return { status: response.status, headers: response.headers, text: await response.text() };
}

describe.each(ERAS)("resources for authors (%s era)", (era) => {
  const reader = { "x-api-key": "reader" };

  test("are listed and read by whoever may call the tool that opens them", async () => {
    const [list] = answersIn((await send(era, "resources/list", "{}")).text);
    expect(list?.result?.["resources"]).toEqual([
      {
        ...{ uri: "rpt://examples/invoice", name: "invoice", title: "An invoice", description: "A whole form." },
        mimeType: "text/x-rpt",
      },
    ]);
    const [read] = answersIn((await send(era, "resources/read", '{"uri":"rpt://examples/invoice"}')).text);
    expect(read?.result?.["contents"]).toEqual([
      { uri: "rpt://examples/invoice", mimeType: "text/x-rpt", text: "rpt 1\n" },
    ]);
  });

  test("are not there for anybody else", async () => {
    const [list] = answersIn((await send(era, "resources/list", "{}", reader)).text);
    expect(list?.result).toBeUndefined();
    expect(list?.error?.["message"]).toMatch(/not found|does not support/i);
    const [read] = answersIn((await send(era, "resources/read", '{"uri":"rpt://examples/invoice"}', reader)).text);
    expect(read?.result).toBeUndefined();
  });

  test("an unknown one is refused by its name", async () => {
    const [read] = answersIn((await send(era, "resources/read", '{"uri":"rpt://examples/none"}')).text);
    expect(read?.error?.["message"]).toContain("rpt://examples/none");
  });
});

describe.each(ERAS)("a service that knows nothing of tools (%s era)", (era) => {
  test("is a tool by what its definition says, in the definition's order", async () => {
    const answer = await send(era, "tools/list", "{}");
    const [list] = answersIn(answer.text);
    expect(list?.result?.["tools"]).toEqual([
      expect.objectContaining({
        name: "get_book",
        title: "Read a book",
        description: "Read a book. One book of a shelf.",
        annotations: expect.objectContaining({ readOnlyHint: true }),
      }),
      expect.objectContaining({ name: "list_books", description: "Lists books." }),
    ]);
  });

  test("is called with its arguments, by the door's name and the caller's own credential", async () => {
    admit = admitted();
    let seen = new Headers();
    behave = (method, headers) => {
      seen = headers;
      return answered(method);
    };
    const spoofed = {
      [INTERNAL_HEADERS.door]: "operator",
      [INTERNAL_HEADERS.admission]: "mine",
      authorization: "Bearer b",
    };
    const answer = await send(era, "tools/call", '{"name":"list_books","arguments":{"tags":["a"]}}', spoofed);
    expect(answersIn(answer.text)[0]?.result).toMatchObject({
      content: [{ type: "text", text: "No books." }],
      structuredContent: { books: [] },
    });
    expect(Object.fromEntries(seen)).toMatchObject({
      "x-api-key": "k",
      authorization: "Bearer b",
      [INTERNAL_HEADERS.door]: "mcp",
      [INTERNAL_HEADERS.admission]: "granted",
      [INTERNAL_HEADERS.requestId]: answer.headers.get("x-request-id"),
    });
  });

  test.each([
    ["the service", () => (behave = () => Promise.reject(new Error(SECRET)))],
    ["the admission", () => (admit = async () => Promise.reject(new TypeError(SECRET)))],
  ])("tells nothing of its inside when %s fails", async (_title, breakIt) => {
    admit = admitted();
    breakIt();
    const answer = await send(era, "tools/call", '{"name":"list_books"}');
    expect(answer.status).toBe(200);
    expect(answer.text).not.toContain("hunter2");
    const requestId = answer.headers.get("x-request-id");
    expect(answersIn(answer.text)[0]?.result).toMatchObject({
      isError: true,
      content: [{ type: "text", text: expect.stringMatching(/^500 internal: .+\.$/) }],
      _meta: { "platen/error": { status: 500, code: "internal", requestId } },
    });
  });

  test("tells nothing of its inside when nobody can be identified", async () => {
    const answer = await send(era, "tools/list", "{}", { "x-api-key": "broken" });
    expect(answer.status).toBe(500);
    expect(answer.text).not.toContain("hunter2");
    expect(JSON.parse(answer.text)).toMatchObject({ code: "internal" });
    expect(onError).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ message: SECRET }));
  });

  test("says what is left of the caller's rate, also in a refusal", async () => {
    admit = admitted({ "ratelimit-remaining": "7", "x-internal": "no" });
    behave = answered;
    const good = await send(era, "tools/call", '{"name":"list_books"}');
    expect(good.headers.get("ratelimit-remaining")).toBe("7");
    expect(good.headers.has("x-internal")).toBe(false);
    admit = async () => {
      throw platenError("rate_limited", "Slower.", { retryAfterSeconds: 9, headers: { "ratelimit-remaining": "0" } });
    };
    const limited = await send(era, "tools/call", '{"name":"list_books"}');
    expect(limited.headers.get("ratelimit-remaining")).toBe("0");
    expect(limited.headers.get("retry-after")).toBe("9");
    expect(answersIn(limited.text)[0]?.result).toMatchObject({
      isError: true,
      content: [{ type: "text", text: "429 rate_limited: Slower." }],
      _meta: { "platen/error": { status: 429, code: "rate_limited", retryAfterSeconds: 9 } },
    });
  });

  test("keeps a refusal's lines apart, whatever stands in names and values", async () => {
    admit = admitted();
    behave = () => {
      throw platenError("data_contract_violation", "One\nis wrong.", {
        details: [{ path: "a\tb\nc", rule: "type", expected: "a\r\ntext", received: "1" }],
        fields: [{ path: "a\nb", type: "text", required: true, example: '"x\ty"' }],
      });
    };
    const answer = await send(era, "tools/call", '{"name":"list_books"}');
    const text = '400 data_contract_violation: One is wrong.\n\na b c\ttype\ta text\n\na b\ttext\trequired\t"x y"';
    expect(answersIn(answer.text)[0]?.result).toMatchObject({ content: [{ type: "text", text }] });
  });

  test("is stopped when its caller goes away", async () => {
    admit = admitted();
    const began = Promise.withResolvers<AbortSignal>();
    behave = async (method, _headers, signal) => {
      began.resolve(signal);
      await once(signal, "abort");
      return answered(method);
    };
    const gone = new AbortController();
    const request = requestOf(era, "tools/call", '{"name":"list_books"}');
    const init = { method: "POST", body: request.body, headers: request.headers, signal: gone.signal };
    const call = fetch(`${baseUrl}/mcp`, init).catch(() => "gone");
    const signal = await began.promise;
    gone.abort();
    expect(await call).toBe("gone");
    // A client that has only ended its sending side waits for its answer, so that one which is gone is noticed later.
    await vi.waitFor(() => expect(signal.aborted).toBe(true), { timeout: 20_000 });
    expect(onError).not.toHaveBeenCalled();
  });
});

describe.each(ERAS)("monitoring (%s era)", (era) => {
  const { headers, body } = requestOf(era, "tools/call", '{"name":"list_books","arguments":{}}');
  const post = async (more: Readonly<Record<string, string | undefined>>, sent: string = body, verb = "POST") => {
    const all = Object.entries({ ...headers, "x-api-key": "k", ...more });
    const answer = await fetch(`${baseUrl}/mcp`, {
      method: verb,
      headers: all.flatMap(([name, value]): [string, string][] => (value === undefined ? [] : [[name, value]])),
      ...(verb === "POST" ? { body: sent } : {}),
    });
    await answer.text();
    return answer.status;
  };
  const call = (name: string, args: string): string =>
    requestOf(era, "tools/call", `{"name":"${name}","arguments":${args}}`).body;

  test.each([
    ["no credential", 401, "unauthenticated", () => post({ "x-api-key": "" })],
    ["an unknown credential", 401, "unauthenticated", () => post({ "x-api-key": "unknown" })],
    ["a permission that is missing", 403, "insufficient_scope", () => post({ "x-api-key": "narrow" })],
    ["a foreign page", 403, "origin_not_allowed", () => post({ origin: "https://evil.example" })],
    ["another verb", 405, "method_not_allowed", () => post({}, "", "DELETE")],
    ["too large a body", 413, "too_large", () => post({}, body.padEnd(100_001))],
    ["a body of another type", 415, "unsupported_media_type", () => post({ "content-type": "text/plain" })],
    // The newer era asks nothing of Accept.
    ...(era === "legacy"
      ? [
          [
            "a client that takes no events",
            406,
            "invalid_argument",
            () => post({ accept: "application/json" }),
          ] as const,
        ]
      : []),
    ["no UTF-8 JSON", 400, "invalid_argument", () => post({}, body.slice(1))],
    ["a version of nobody", 400, "invalid_argument", () => post({ "mcp-protocol-version": "1999-01-01" })],
    ["a failure of ours", 500, "internal", () => post({ "x-api-key": "broken" })],
  ] as const)("is told once of %s", async (_title, status, code, ask) => {
    behave = answered;
    admit = admitted();
    expect(await ask()).toBe(status);
    expect(refused.mock.calls).toEqual([[null, code]]);
  });

  test("is told of tools and methods that are not there, and of arguments that are none", async () => {
    behave = answered;
    admit = admitted();
    await post({ "mcp-name": era === "modern" ? "no_such_tool" : undefined }, call("no_such_tool", "{}"));
    expect(refused.mock.calls).toEqual([[null, "invalid_argument"]]);
    refused.mockReset();
    const unknown = requestOf(era, "no/such/method");
    await post(unknown.headers, unknown.body);
    expect(refused.mock.calls).toEqual([[null, "not_found"]]);
    refused.mockReset();
    await post({}, call("list_books", '{"nonsense":1}'));
    expect(refused.mock.calls).toEqual([["ListBooks", "invalid_argument"]]);
  });

  test("is told of each message of a batch that the protocol refuses, and of nothing that went well", async () => {
    behave = answered;
    admit = admitted();
    if (era === "legacy") {
      const batch = ["ping", "no/such/method", "no/such/method"].map(
        (method, id) => requestOf(era, method, "{}", String(id)).body,
      );
      await post({}, `[${batch.join(",")}]`);
      expect(refused.mock.calls).toEqual([
        [null, "not_found"],
        [null, "not_found"],
      ]);
      refused.mockReset();
    }
    expect(await post({})).toBe(200);
    admit = async () => {
      throw platenError("rate_limited", "Wait.");
    };
    // Admission tells of what it refuses by itself.
    expect(await post({})).toBe(200);
    expect(refused.mock.calls).toEqual([]);
  });
});

describe("what counts of a request", () => {
  const ping = (id: number): string => `{"jsonrpc":"2.0","id":${id},"method":"ping"}`;
  const batch = (messages: number): string => `[${Array.from({ length: messages }, (_, id) => ping(id)).join(",")}]`;

  async function post(body: string): Promise<number> {
    const { headers } = requestOf("legacy", "ping", "{}");
    return (await fetch(`${baseUrl}/mcp`, { method: "POST", body, headers: { ...headers, "x-api-key": "k" } })).status;
  }

  test.each([
    ["one message", ping(1), 200, ["body", 1]],
    ["a batch", batch(20), 200, ["body", 20]],
    ["a batch of too many", batch(21), 413, ["body", 1]],
    ["a body over the plan's size", " ".repeat(100_001), 413, ["body", 1]],
    ["what is no JSON", "{", 400, ["body", 1]],
    ["too much in one message", `{"id":1,"params":{"a":[${"0,".repeat(20_000)}0]}}`, 413, ["body", 1]],
  ])("is the body before it is read, then each message: %s", async (_, body, status, expected) => {
    expect(await post(body)).toBe(status);
    expect(counted).toEqual(expected);
  });

  test("is the body alone of a caller who has sent too many: nothing of it is read", async () => {
    isOver = true;
    expect(await post(batch(21))).toBe(429);
    expect(counted).toEqual(["body"]);
  });
});
