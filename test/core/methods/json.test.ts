import { create, type DescMessage } from "@bufbuild/protobuf";
import fc from "fast-check";
import { type ParseError, parse } from "jsonc-parser";
import { describe, expect, it } from "vitest";
import { CheckDocumentRequestSchema } from "../../../gen/platen/v1/authoring_pb.ts";
import { PutDatasetRowsRequestSchema } from "../../../gen/platen/v1/dataset_pb.ts";
import { RenderCanvasRequestSchema, RenderSchema } from "../../../gen/platen/v1/render_pb.ts";
import { type JsonPlace, jsonMistake, jsonPlace, refusedJson } from "../../../src/core/diagnostics/index.ts";
import {
  decodeBody,
  encodeMessage,
  entriesOf,
  errorAnswerOf,
  itemsAt,
  membersAt,
  validJsonText,
} from "../../../src/core/methods/index.ts";
import { inLane } from "../../support/lane.ts";

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function sentenceOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    const answer = errorAnswerOf(error, "req_1");
    return `${answer.status} ${answer.code} ${answer.detail.error}`;
  }
  throw new Error("nothing was thrown");
}

/** What comes of reading: a message as JSON shows it, or the sentence of the refusal. */
async function outcomeOf(read: () => unknown): Promise<unknown> {
  try {
    return await read();
  } catch (error) {
    const answer = errorAnswerOf(error, "req_1");
    return `${answer.status} ${answer.code} ${answer.detail.error}`;
  }
}

/** What jsonc-parser says first of a text that is no JSON; null where it is JSON. */
function firstMistakeOf(text: string): JsonPlace | null {
  const errors: ParseError[] = [];
  parse(text, errors, { disallowComments: true, allowTrailingComma: false });
  const [first] = errors;
  return first === undefined ? null : jsonPlace(text, first.offset, jsonMistake(first.error, text, first.offset));
}

const CANVAS = new Set(["canvas_id"]);

const BROKEN = "400 invalid_argument The body is not valid JSON";

describe("valid JSON text", () => {
  it.each([
    ['{"a": }', "400 invalid_argument The body is not valid JSON: a value is missing at line 1, column 7."],
    [
      '{\n  "a": 1\n  "b": 2\n}',
      '400 invalid_argument The body is not valid JSON: a "," is missing at line 3, column 3.',
    ],
    ['{"a": 1,}', `${BROKEN}: a member's name in double quotes is missing at line 1, column 9.`],
    ['{"a": 1', '400 invalid_argument The body is not valid JSON: a "}" is missing at line 1, column 8.'],
    ["", "400 invalid_argument The body is empty. Send a JSON object."],
    [" \n", "400 invalid_argument The body is empty. Send a JSON object."],
  ])("refuses %s", (text, sentence) => {
    expect(sentenceOf(() => validJsonText(bytes(text)))).toBe(sentence);
  });

  it.each(["{a: 1}", "{'a': 1}", '{"a": 01}', '{"a": NaN}', '{"a": 1} x', '{"a": "\t"}', "// c\n{}"])(
    "refuses %s",
    (text) => {
      expect(sentenceOf(() => validJsonText(bytes(text)))).toMatch(/^400 invalid_argument The body is not valid JSON/);
    },
  );

  it("refuses a broken text however deep it is nested", () => {
    const [broken, deep] = [`\0${"[".repeat(200_000)}`, `{"a":${'{"a":'.repeat(200_000)}`];
    expect(sentenceOf(() => validJsonText(bytes(broken)))).toMatch(/^400 invalid_argument The body is not valid JSON/);
    expect(sentenceOf(() => validJsonText(bytes(deep)))).toMatch(/^400 invalid_argument .* more than 100 levels deep/);
  });

  it("refuses bytes that are no UTF-8", () => {
    expect(sentenceOf(() => validJsonText(new Uint8Array([0x7b, 0xff, 0x7d])))).toContain("UTF-8");
  });

  it("finds the members of any object and the items of any array where they are", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.nat(3), (object, indent) => {
        const text = `${" ".repeat(indent)}${JSON.stringify(object, null, indent)}`;
        const members = membersAt(text, 0).map(({ name, start, end }) => [name, JSON.parse(text.slice(start, end))]);
        expect(members).toEqual(Object.entries(JSON.parse(text)));
        const list = JSON.stringify(Object.values(object), null, indent);
        expect(itemsAt(list, 0).map(({ start, end }) => JSON.parse(list.slice(start, end)))).toEqual(JSON.parse(list));
      }),
    );
  });

  it("passes over a value that is nested deeper than any stack", () => {
    const deep = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;
    expect(membersAt(`{"a":${deep},"b":1}`, 0).map((member) => member.name)).toEqual(["a", "b"]);
  });
});

describe("requests", () => {
  it("hands a payload on byte by byte", async () => {
    const data =
      '{ "rate":0.0825,\t"amount": 123456789012345678901234567890.10, "名": "\\u8acb\\"}{", "__proto__": 1e400 }';
    const body = bytes(`{"options": {"store": true}, "data": ${data} }`);
    const message = await decodeBody(RenderCanvasRequestSchema, body, { without: CANVAS });
    expect(message.payload.case).toBe("dataJson");
    expect(new TextDecoder().decode(message.payload.value as Uint8Array)).toBe(data);
    expect(message.options?.store).toBe(true);
  });

  it("hands on the very bytes that a body came in", async () => {
    const data = '{"名":"請求書", "amount": 1.10}';
    const frames = [
      ['{"options":{"store":true}, "data" : ', "}"],
      ['\n{"data":', ' , "options":{}} '],
    ] as const;
    for (const [before, after] of frames) {
      const body = bytes(`${before}${data}${after}`);
      const payload = (await decodeBody(RenderCanvasRequestSchema, body, { without: CANVAS })).payload
        .value as Uint8Array;
      expect(new TextDecoder().decode(payload)).toBe(data);
      expect(payload.buffer).toBe(body.buffer);
    }
  });

  it("takes what JSON.parse takes, and tells of the mistake that jsonc-parser finds first", async () => {
    const rows = fc.oneof(fc.array(fc.dictionary(fc.string({ unit: "grapheme" }), fc.jsonValue())), fc.jsonValue());
    const added = fc.constantFrom(
      ...["", '"', "\\", "{", "}", "[", "]", ",", ":", "0", "-", ".", "e", "+", "\t", "\n", "\\u12", "null"],
      ...["\ufeff", "é", "//", "/*", "tru", "1.", " "],
    );
    const slip = fc.record({ at: fc.nat(), removed: fc.nat(2), added });
    await fc.assert(
      fc.asyncProperty(rows, fc.nat(2), fc.array(slip, { maxLength: 2 }), async (value, indent, slips) => {
        let text = ` ${JSON.stringify({ datasetId: "請求", path: "items", rows: value }, null, indent)}\r\n`;
        for (const { at, removed, added } of slips) {
          const place = at % (text.length + 1);
          text = text.slice(0, place) + added + text.slice(place + removed);
        }
        const outcome = await outcomeOf(() => decodeBody(PutDatasetRowsRequestSchema, bytes(text)));
        const mistake = firstMistakeOf(text.replace(/^\ufeff/, ""));
        if (mistake !== null) expect(outcome).toBe(`400 invalid_argument ${refusedJson("The body", mistake)}`);
        else expect(String(outcome)).not.toContain("not valid JSON");
      }),
      { numRuns: inLane({ fast: 300, full: 20_000 }) },
    );
  });

  it.each([
    [
      ["0", "-0.10e+5", "1E9", '"\\u00e9\\n\\/"', "true", "false", "null", "[ ]", "{ }", '[1 , {"a":[]}]'].map(
        (value) => `{"a":${value}}`,
      ),
      true,
    ],
    [
      [
        ...["01", "1.", ".5", "-", "+1", "1e", "1e+", "tru", "nulll", '"\\x"', '"\\u12g4"', '"\t"', "[1,]"],
        ...['{"a":1,}', "[1 2]"],
      ].map((value) => `{"a":${value}}`),
      false,
    ],
    [["[", "{} {}", '{"a"}', '{"a":1}}', '{"a":{}', "{a:1}", '{"a":1},', ""], false],
  ])("reads what JSON is as JSON, and nothing else: %j", async (data, isJson) => {
    for (const each of data) {
      const body = bytes(`{"data":${each}}`);
      const outcome = await outcomeOf(() => decodeBody(RenderCanvasRequestSchema, body, { without: CANVAS }));
      expect([each, typeof outcome === "string"]).toEqual([each, !isJson]);
      if (!isJson) expect(outcome).toContain(BROKEN);
    }
  });

  it.each([
    ["[]", undefined],
    ["[ ]", undefined],
    ["null", undefined],
    ["[{}]", 1],
    [' [ {"a":[1,2]} , {"b":"],{"} ]', 2],
  ])("knows how many entries %s has", async (list, entries) => {
    const { dataListJson } = await decodeBody(RenderCanvasRequestSchema, bytes(`{"dataList":${list}}`), {
      without: CANVAS,
    });
    expect(dataListJson && entriesOf(dataListJson)).toBe(entries);
    expect(entriesOf(bytes(list))).toBeNull();
  });

  it("takes null and an empty list for nothing, and names as the definition writes them", async () => {
    const read = (text: string, fields?: "every") =>
      decodeBody(RenderCanvasRequestSchema, bytes(text), {
        ...(fields === undefined ? { without: CANVAS } : { fields }),
      });
    expect(await read('{"data":null,"dataList":null,"options":null}')).toEqual(await read("{}"));
    expect(await read('{"data_list":[ ],"options":{"created_at":null,"store":null}}')).toEqual(
      await read('{"options":{}}'),
    );
    expect(await read('{"options":{"on_misfit":null,"onMisfit":"refuse"},"dataList":[],"data_list":[{}]}')).toEqual(
      await read('{"options":{"onMisfit":"refuse"},"dataList":[{}]}'),
    );
    expect(await read('{"data":{},"dataJson":null,"canvas_id":null,"canvasId":"c"}', "every")).toEqual(
      await read('{"data":{},"canvasId":"c"}', "every"),
    );
    expect(await read('{"data_list":[{"a":1.0}],"options":{"on_misfit":"refuse"}}')).toEqual(
      await read('{"dataList":[{"a":1.0}],"options":{"onMisfit":"refuse"}}'),
    );
    const exact = `{"canvas_id":"c","idempotencyKey":"k","dataJson":"${Buffer.from('{"a":1.0}').toString("base64")}"}`;
    expect(await read(exact, "every")).toEqual(
      await read('{"canvasId":"c","idempotency_key":"k","data":{"a":1.0}}', "every"),
    );
    await expect(read('{"dataJson":"e30=","data":{}}', "every")).rejects.toThrow(
      /'dataJson' and 'data' are the same member/,
    );
  });

  it("reads a body as deep as data may be, and none that is deeper than any stack", async () => {
    const nested = (depth: number): string => `{"a":${"[".repeat(depth)}${"]".repeat(depth)}}`;
    const read = async (data: string) =>
      (await decodeBody(RenderCanvasRequestSchema, bytes(`{"data":${data}}`), { without: CANVAS })).payload.value;
    expect(await read(nested(99))).toHaveLength(nested(99).length);
    // Those who read data say themselves what is a little too deep.
    expect(await read(nested(101))).toHaveLength(nested(101).length);
    await expect(read(nested(200_000))).rejects.toThrow("nested more than 100 levels deep");
  });

  it("does so for arrays of objects, also for an empty one", async () => {
    for (const rows of ['[{"a":1.10}, {}]', "[]"]) {
      const body = bytes(`{"datasetId":"d","path":"items","rows":${rows}}`);
      const { rowsJson } = await decodeBody(PutDatasetRowsRequestSchema, body);
      expect(new TextDecoder().decode(rowsJson)).toBe(rows);
    }
  });

  const cases: [DescMessage, string, string][] = [
    [RenderCanvasRequestSchema, "[]", "The body must be an object."],
    [RenderCanvasRequestSchema, '{"data": []}', "'data' must be an object."],
    [RenderCanvasRequestSchema, '{"data": {}, "data": {}}', "'data' stands twice."],
    [RenderCanvasRequestSchema, '{"data": null, "data": {}}', "'data' stands twice."],
    [
      RenderCanvasRequestSchema,
      '{"dataList": [{}], "data_list": [{}]}',
      "'dataList' and 'data_list' are the same member; send one of the two.",
    ],
    [RenderCanvasRequestSchema, '{"dataList": [null]}', "'dataList[0]' must be an object."],
    [
      RenderCanvasRequestSchema,
      '{"version": 1}',
      "There is no member 'version' here; it takes data, dataList, options.",
    ],
    [
      RenderCanvasRequestSchema,
      '{"canvasId": "x"}',
      "There is no member 'canvasId' here; it takes data, dataList, options.",
    ],
    [
      RenderCanvasRequestSchema,
      '{"data_json": ""}',
      "There is no member 'data_json' here; it takes data, dataList, options.",
    ],
    [
      RenderCanvasRequestSchema,
      '{"dataJson": ""}',
      "There is no member 'dataJson' here; it takes data, dataList, options.",
    ],
    [
      RenderCanvasRequestSchema,
      '{"options": {"createdat": ""}}',
      "There is no member 'options.createdat' here; it takes store, createdAt, password, onMisfit.",
    ],
    [RenderCanvasRequestSchema, '{"options": {"store": "yes"}}', "'options.store' must be true or false."],
    [RenderCanvasRequestSchema, '{"options": {"createdAt": 5}}', "'options.createdAt' must be a string."],
    [RenderCanvasRequestSchema, '{"options": 5}', "'options' must be an object."],
    [
      RenderCanvasRequestSchema,
      '{"options": {"createdAt": "a\\ud800b"}}',
      "'options.createdAt' holds half of a character (\\ud800 to \\udfff alone); write the whole one.",
    ],
    [
      CheckDocumentRequestSchema,
      '{"source": "", "profiles": ["jp.receipt", "\\udc00"]}',
      "'profiles[1]' holds half of a character (\\ud800 to \\udfff alone); write the whole one.",
    ],
    [PutDatasetRowsRequestSchema, '{"rows": {}}', "'rows' must be an array."],
    [PutDatasetRowsRequestSchema, '{"rows": [{}, 1]}', "'rows[1]' must be an object."],
    [PutDatasetRowsRequestSchema, '{"path": "items"}', "'rows' is required."],
    [PutDatasetRowsRequestSchema, '{"path": "items", "rows": null}', "'rows' is required."],
  ];
  it.each(cases)("refuses for $typeName: %s", async (schema, text, sentence) => {
    const outcome = await outcomeOf(() => decodeBody(schema, bytes(text), { without: CANVAS }));
    expect(outcome).toBe(`400 invalid_argument ${sentence}`);
  });
});

describe("answers", () => {
  it("write null for nullable fields, leave empty lists of errors out and keep zeros", () => {
    const json = encodeMessage(
      RenderSchema,
      create(RenderSchema, { id: "r", error: { error: "No.", code: "internal" } }),
    );
    expect(json).toMatchObject({ id: "r", keyId: null, pages: 0, stored: false });
    expect(json).toHaveProperty("error", { error: "No.", code: "internal", requestId: "" });
    expect(json).not.toHaveProperty("sha256");
    expect(json).not.toHaveProperty("finishedAt");
  });
});
