import { create, type DescMessage } from "@bufbuild/protobuf";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PutDatasetRowsRequestSchema } from "../../../gen/platen/v1/dataset_pb.ts";
import { RenderCanvasRequestSchema, RenderSchema } from "../../../gen/platen/v1/render_pb.ts";
import {
  decodeMessage,
  encodeMessage,
  errorAnswerOf,
  itemsAt,
  membersAt,
  validJsonText,
} from "../../../src/core/methods/index.ts";

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

const CANVAS = new Set(["canvas_id"]);

describe("valid JSON text", () => {
  it.each([
    ['{"a": }', "400 invalid_argument The body is not valid JSON: value expected at line 1, column 7."],
    [
      '{\n  "a": 1\n  "b": 2\n}',
      "400 invalid_argument The body is not valid JSON: comma expected at line 3, column 3.",
    ],
    ['{"a": 1,}', "400 invalid_argument The body is not valid JSON: property name expected at line 1, column 9."],
    ['{"a": 1', "400 invalid_argument The body is not valid JSON: close brace expected at line 1, column 8."],
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
    const message = decodeMessage(RenderCanvasRequestSchema, text, 0, CANVAS);
    expect(message.payload.case).toBe("dataJson");
    expect(new TextDecoder().decode(message.payload.value as Uint8Array)).toBe(data);
    expect(message.options?.store).toBe(true);
  });

  it("hands on the very bytes that a body came in, also behind a byte order mark", () => {
    const data = '{"名":"請求書", "amount": 1.10}';
    for (const mark of ["", "\ufeff"]) {
      for (const [before, after] of [
        ['{"options":{"store":true}, "data" : ', "}"] as const,
        ['{"data":', ' , "options":{}}'] as const,
      ]) {
        const body = bytes(`${mark}${before}${data}${after}`);
        const message = decodeMessage(RenderCanvasRequestSchema, validJsonText(body), 0, CANVAS, body);
        const payload = message.payload.value as Uint8Array;
        expect(new TextDecoder().decode(payload)).toBe(data);
        expect(payload.buffer).toBe(body.buffer);
      }
    }
  });

  it("reads any payload alike from a text and from its bytes", () => {
    fc.assert(
      fc.property(
        fc.array(fc.dictionary(fc.string({ unit: "grapheme" }), fc.jsonValue())),
        fc.nat(3),
        (list, indent) => {
          const rows = JSON.stringify(list, null, indent);
          const body = bytes(`{"datasetId":"請求","path":"items" ,"rows": ${rows} }`);
          const text = validJsonText(body);
          const [copy, view] = [null, body].map((utf8) =>
            decodeMessage(PutDatasetRowsRequestSchema, text, 0, new Set(), utf8),
          );
          expect(new TextDecoder().decode(view?.rowsJson)).toBe(rows);
          expect(view).toEqual(copy);
        },
      ),
    );
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
    [RenderCanvasRequestSchema, '{"data": null}', "'data' must be an object."],
    [RenderCanvasRequestSchema, '{"data": {}, "data": {}}', "'data' stands twice."],
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
      '{"options": {"created_at": ""}}',
      "There is no member 'options.created_at' here; it takes store, createdAt, password.",
    ],
    [RenderCanvasRequestSchema, '{"options": {"store": "yes"}}', "'options.store' must be true or false."],
    [RenderCanvasRequestSchema, '{"options": {"store": null}}', "'options.store' must be true or false."],
    [RenderCanvasRequestSchema, '{"options": {"createdAt": 5}}', "'options.createdAt' must be a string."],
    [RenderCanvasRequestSchema, '{"options": 5}', "'options' must be an object."],
    [PutDatasetRowsRequestSchema, '{"rows": {}}', "'rows' must be an array."],
    [PutDatasetRowsRequestSchema, '{"rows": [{}, 1]}', "'rows[1]' must be an object."],
    [PutDatasetRowsRequestSchema, '{"path": "items"}', "'rows' is required."],
  ];
  it.each(cases)("refuses for $typeName: %s", (schema, text, sentence) => {
    expect(sentenceOf(() => decodeMessage(schema, text, 0, CANVAS))).toBe(`400 invalid_argument ${sentence}`);
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
