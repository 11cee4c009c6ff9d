import { create, type DescMessage } from "@bufbuild/protobuf";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CheckDocumentRequestSchema } from "../../../gen/platen/v1/authoring_pb.ts";
import { PutDatasetRowsRequestSchema } from "../../../gen/platen/v1/dataset_pb.ts";
import { RenderCanvasRequestSchema, RenderSchema } from "../../../gen/platen/v1/render_pb.ts";
import {
  decodeBody,
  decodeMessage,
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
function outcomeOf(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    const answer = errorAnswerOf(error, "req_1");
    return `${answer.status} ${answer.code} ${answer.detail.error}`;
  }
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
    for (const text of [`\0${"[".repeat(200_000)}`, `{"a":${'{"a":'.repeat(200_000)}`]) {
      expect(sentenceOf(() => validJsonText(bytes(text)))).toMatch(/^400 invalid_argument The body is not valid JSON/);
    }
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
  it("hands a payload on byte by byte", () => {
    const data =
      '{ "rate":0.0825,\t"amount": 123456789012345678901234567890.10, "名": "\\u8acb\\"}{", "__proto__": 1e400 }';
    const text = validJsonText(bytes(`{"options": {"store": true}, "data": ${data} }`));
    const message = decodeMessage(RenderCanvasRequestSchema, text, 0, { without: CANVAS });
    expect(message.payload.case).toBe("dataJson");
    expect(new TextDecoder().decode(message.payload.value as Uint8Array)).toBe(data);
    expect(message.options?.store).toBe(true);
  });

  it("hands on the very bytes that a body came in", () => {
    const data = '{"名":"請求書", "amount": 1.10}';
    const frames = [
      ['{"options":{"store":true}, "data" : ', "}"],
      ['\n{"data":', ' , "options":{}} '],
    ] as const;
    for (const [before, after] of frames) {
      const body = bytes(`${before}${data}${after}`);
      const payload = decodeBody(RenderCanvasRequestSchema, body, { without: CANVAS }).payload.value as Uint8Array;
      expect(new TextDecoder().decode(payload)).toBe(data);
      expect(payload.buffer).toBe(body.buffer);
    }
  });

  it("reads bytes as it reads a text, and refuses them with the same sentences", () => {
    const rows = fc.oneof(fc.array(fc.dictionary(fc.string({ unit: "grapheme" }), fc.jsonValue())), fc.jsonValue());
    const slip = fc.record({
      at: fc.nat(),
      removed: fc.nat(2),
      added: fc.constantFrom(
        "",
        '"',
        "\\",
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "0",
        "-",
        ".",
        "e",
        "+",
        "\t",
        "\n",
        "\\u12",
        "null",
        "\ufeff",
        "é",
      ),
    });
    fc.assert(
      fc.property(rows, fc.nat(2), fc.array(slip, { maxLength: 2 }), (value, indent, slips) => {
        let text = ` ${JSON.stringify({ datasetId: "請求", path: "items", rows: value }, null, indent)}\r\n`;
        for (const { at, removed, added } of slips) {
          const place = at % (text.length + 1);
          text = text.slice(0, place) + added + text.slice(place + removed);
        }
        const body = bytes(text);
        const read = () => decodeMessage(PutDatasetRowsRequestSchema, validJsonText(body));
        expect(outcomeOf(() => decodeBody(PutDatasetRowsRequestSchema, body))).toEqual(outcomeOf(read));
      }),
      { numRuns: inLane({ fast: 300, full: 20_000 }) },
    );
  });

  it.each([
    ["0", "-0.10e+5", "1E9", '"\\u00e9\\n\\/"', "true", "false", "null", "[ ]", "{ }", '[1 , {"a":[]}]'].map(
      (value) => `{"a":${value}}`,
    ),
    [
      "01",
      "1.",
      ".5",
      "-",
      "+1",
      "1e",
      "1e+",
      "tru",
      "nulll",
      '"\\x"',
      '"\\u12g4"',
      '"\t"',
      "[1,]",
      '{"a":1,}',
      "[1 2]",
    ].map((value) => `{"a":${value}}`),
    ["", "[", "{}", "{} {}", '{"a"}', '{"a":1}}', '{"a":{}', "{a:1}", '{"a":1},'],
  ])("reads what JSON is as JSON, and nothing else", (...data) => {
    for (const each of data) {
      const body = bytes(`{"data":${each}}`);
      const read = () => decodeMessage(RenderCanvasRequestSchema, validJsonText(body), 0, { without: CANVAS });
      expect(outcomeOf(() => decodeBody(RenderCanvasRequestSchema, body, { without: CANVAS }))).toEqual(
        outcomeOf(read),
      );
    }
  });

  it.each([
    ["[]", undefined],
    ["[ ]", undefined],
    ["null", undefined],
    ["[{}]", 1],
    [' [ {"a":[1,2]} , {"b":"],{"} ]', 2],
  ])("knows how many entries %s has", (list, entries) => {
    const { dataListJson } = decodeBody(RenderCanvasRequestSchema, bytes(`{"dataList":${list}}`), { without: CANVAS });
    expect(dataListJson && entriesOf(dataListJson)).toBe(entries);
    expect(entriesOf(bytes(list))).toBeNull();
  });

  it("takes null and an empty list for nothing, and names as the definition writes them", () => {
    const read = (text: string, fields?: "every") =>
      decodeBody(RenderCanvasRequestSchema, bytes(text), {
        ...(fields === undefined ? { without: CANVAS } : { fields }),
      });
    expect(read('{"data":null,"dataList":null,"options":null}')).toEqual(read("{}"));
    expect(read('{"data_list":[ ],"options":{"created_at":null,"store":null}}')).toEqual(read('{"options":{}}'));
    expect(read('{"options":{"on_misfit":null,"onMisfit":"refuse"},"dataList":[],"data_list":[{}]}')).toEqual(
      read('{"options":{"onMisfit":"refuse"},"dataList":[{}]}'),
    );
    expect(read('{"data":{},"dataJson":null,"canvas_id":null,"canvasId":"c"}', "every")).toEqual(
      read('{"data":{},"canvasId":"c"}', "every"),
    );
    expect(read('{"data_list":[{"a":1.0}],"options":{"on_misfit":"refuse"}}')).toEqual(
      read('{"dataList":[{"a":1.0}],"options":{"onMisfit":"refuse"}}'),
    );
    const exact = `{"canvas_id":"c","idempotencyKey":"k","dataJson":"${Buffer.from('{"a":1.0}').toString("base64")}"}`;
    expect(read(exact, "every")).toEqual(read('{"canvasId":"c","idempotency_key":"k","data":{"a":1.0}}', "every"));
    expect(() => read('{"dataJson":"e30=","data":{}}', "every")).toThrow(/'dataJson' and 'data' are the same member/);
  });

  it("reads a body that is nested deeper than any stack", () => {
    const deep = `{"a":${"[".repeat(200_000)}${"]".repeat(200_000)}}`;
    const payload = decodeBody(RenderCanvasRequestSchema, bytes(`{"data":${deep}}`), { without: CANVAS }).payload.value;
    expect(payload).toHaveLength(deep.length);
  });

  it("does so for arrays of objects, also for an empty one", () => {
    const decode = (rows: string) =>
      decodeMessage(PutDatasetRowsRequestSchema, `{"datasetId":"d","path":"items","rows":${rows}}`);
    expect(new TextDecoder().decode(decode('[{"a":1.10}, {}]').rowsJson)).toBe('[{"a":1.10}, {}]');
    expect(new TextDecoder().decode(decode("[]").rowsJson)).toBe("[]");
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
  it.each(cases)("refuses for $typeName: %s", (schema, text, sentence) => {
    expect(sentenceOf(() => decodeMessage(schema, text, 0, { without: CANVAS }))).toBe(
      `400 invalid_argument ${sentence}`,
    );
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
