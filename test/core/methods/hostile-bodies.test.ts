// Bodies that were made to cost: each is refused or handed on, and the event loop turns meanwhile.
import { create, toBinary } from "@bufbuild/protobuf";
import { type Struct, StructSchema } from "@bufbuild/protobuf/wkt";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CheckDocumentRequestSchema } from "../../../gen/platen/v1/authoring_pb.ts";
import { RenderCanvasRequestSchema } from "../../../gen/platen/v1/render_pb.ts";
import { decodeBinary, decodeBody, entriesOf, errorAnswerOf } from "../../../src/core/methods/index.ts";

const MEBIBYTE = 1024 * 1024;
const SIZE = 8 * MEBIBYTE;
const CANVAS = new Set(["canvas_id"]);

/** What comes of reading, and the longest time that nothing else ran meanwhile. */
async function costOf(read: () => Promise<unknown>): Promise<{ readonly outcome: string; readonly blockedMs: number }> {
  let blockedMs = 0;
  let turnedMs = performance.now();
  let isOver = false;
  const turn = (): void => {
    const nowMs = performance.now();
    blockedMs = Math.max(blockedMs, nowMs - turnedMs);
    turnedMs = nowMs;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  const outcome = await read().then(
    () => "read",
    (thrown: unknown) => errorAnswerOf(thrown, "").detail.error,
  );
  isOver = true;
  return { outcome, blockedMs };
}

function hex(unit: string): string {
  return unit.charCodeAt(0).toString(16).padStart(4, "0");
}

/** Far above what a slice takes, and far below what the whole body would: the machine may be busy. */
const BLOCKED_MAX_MS = 1_000;

function repeated(unit: string, before = "", after = ""): Uint8Array {
  return Buffer.from(before + unit.repeat(SIZE / unit.length) + after);
}

describe("JSON", () => {
  it.each([
    ["commas in an object", repeated(",", "{"), /a value is missing at line 1, column 2/],
    ["commas in a list", repeated(",", "["), /a value is missing at line 1, column 2/],
    ["open lists", repeated("["), /nested more than 100 levels deep at line 1, column 1001/],
    ["open objects", repeated('{"a":'), /nested more than 100 levels deep at line 1, column 5001/],
    ["spaces", repeated(" ", "{"), /a "}" is missing at line 1, column 8388610/],
    ["spaces before a list", repeated(" ", "", "[]"), /^The body must be an object/],
    ["lines", repeated("\n", "{"), /a "}" is missing at line 8388609, column 1/],
    ["a number", repeated("1", '{"data":{"a":', "}}"), /a number has more than 400 digits at line 1, column 14/],
    ["a number of no data", repeated("1", '{"data":', "}"), /a number has more than 400 digits/],
    ["a fraction", repeated("1", '{"data":{"a":0.', "}}"), /a number has more than 400 digits/],
    ["zeros as data", repeated("0,", '{"data":{"a":[', "0]}}"), /^'data' has more than 2000000 values. Send fewer.$/],
    ["empty objects as a list", repeated("{},", '{"dataList":[', "{}]}"), /^'dataList' has more than 2000000 values/],
    ["numbers as data", repeated("1234567,", '{"data":{"a":[', "0]}}"), /^read$/],
    ["objects as a list", repeated('{"a":"b"},', '{"dataList":[', "{}]}"), /^read$/],
    ["deep data", repeated('{"a":', '{"data":', `1${"}".repeat(Math.floor(SIZE / 5) + 1)}`), /nested more than 100/],
    ["a member that is not there", repeated("0,", '{"datta":[', "0]}"), /^There is no member 'datta' here/],
    ["a list where none belongs", repeated("0,", '{"options":[', "0]}"), /^'options' has more than 10000 values/],
    ["a text where options belong", repeated("a", '{"options":["', '"]}'), /^'options' is longer than \d+ bytes/],
    ["many members", repeated('"a":1,', "{", '"b":1}'), /^There is no member 'a' here/],
    ["a long name", repeated("a", '{"', '":1}'), /^There is no member 'aaa/],
  ])("of %s", async (_, body, expected) => {
    const cost = await costOf(() => decodeBody(RenderCanvasRequestSchema, body, { without: CANVAS }));
    expect(cost.outcome).toMatch(expected);
    expect(cost.blockedMs).toBeLessThan(BLOCKED_MAX_MS);
  });

  it.each([
    ["a short text that is long", repeated("a", '{"canvasId":"', '"}'), /^'canvasId' is longer than 65536 bytes. Send/],
    ["the same in a list", repeated("a", '{"canvasId":["', '"]}'), /^'canvasId' is longer than 65536 bytes/],
    ["short texts again and again", repeated(`"canvasId":"${"a".repeat(60_000)}",`, "{", '"b":1}'), /beside its data/],
  ])("of %s", async (_, body, expected) => {
    const cost = await costOf(() => decodeBody(RenderCanvasRequestSchema, body));
    expect(cost.outcome).toMatch(expected);
  });

  it("of a text where a long one belongs in a list", async () => {
    const body = repeated("a", '{"source":["', '"]}');
    const cost = await costOf(() => decodeBody(CheckDocumentRequestSchema, body));
    expect(cost.outcome).toBe("'source' must be a string.");
  });

  it("reads a long text as JSON.parse does, wherever its steps end", async () => {
    const unit = fc.constantFrom("a", "\\", '"', "\n", "é", "あ", "𠮷", "\u0000");
    const long = fc.array(unit, { minLength: 1, maxLength: 40 }).map((units) => units.join(""));
    await fc.assert(
      fc.asyncProperty(long, fc.boolean(), fc.nat(40), async (part, isAscii, shift) => {
        const source = "x".repeat(shift) + part.repeat(Math.ceil(400_000 / part.length));
        const json = JSON.stringify({ source });
        const escaped = isAscii ? json.replaceAll(/[^ -~]/g, (unit) => `\\u${hex(unit)}`) : json;
        const message = await decodeBody(CheckDocumentRequestSchema, Buffer.from(escaped));
        expect(message.source === source).toBe(true);
      }),
      { numRuns: 25 },
    );
  });

  it("of a source that is longer than any", async () => {
    const body = repeated("a", '{"source":"', 'aa"}');
    const cost = await costOf(() => decodeBody(CheckDocumentRequestSchema, body));
    expect(cost.outcome).toMatch(/^'source' is longer than 8388608 bytes/);
  });
});

/** A field that has a length. */
function field(number: number, ...contents: readonly Uint8Array[]): Uint8Array {
  const content = Buffer.concat(contents);
  const head: number[] = [(number << 3) | 2];
  let rest = content.length;
  for (; rest >= 0x80; rest = Math.floor(rest / 128)) head.push((rest % 128) | 0x80);
  return Buffer.concat([Buffer.from([...head, rest]), content]);
}

const ID = RenderCanvasRequestSchema.field.canvasId.number;
const DATA = RenderCanvasRequestSchema.field.data.number;
const DATA_LIST = RenderCanvasRequestSchema.field.dataList.number;
const OPTIONS = RenderCanvasRequestSchema.field.options.number;
/** `a`, the name of a member, and the number 0 as a Value. */
const NAME = field(1, Buffer.from("a"));
const ZERO = Buffer.from([0x11, 0, 0, 0, 0, 0, 0, 0, 0]);

function filled(unit: Uint8Array, size = SIZE): Uint8Array {
  return Buffer.concat(Array.from({ length: Math.floor(size / unit.length) }, () => unit));
}

function nested(depth: number): Uint8Array {
  let value: Uint8Array = ZERO;
  for (let level = 0; level < depth; level += 1) value = field(6, field(1, value));
  return value;
}

describe("Protobuf", () => {
  it.each([
    ["fields that are not there", filled(Buffer.from([0xf8, 0x07, 0x01])), /^read$/],
    ["the same within options", field(OPTIONS, filled(Buffer.from([0xf8, 0x07, 1]))), /more than 10000 fields/],
    ["options again and again", filled(field(OPTIONS)), /more than 10000 fields/],
    ["entries without members", filled(field(DATA_LIST)), /^read$/],
    [
      "a short text that is long",
      field(ID, filled(Buffer.from("a"))),
      /^'canvasId' is longer than 65536 bytes. Send less.$/,
    ],
    ["short texts again and again", filled(field(ID, filled(Buffer.from("a"), 60_000))), /^'canvasId' is longer/],
    ["zeros", field(DATA, field(1, NAME, field(2, field(6, filled(field(1, ZERO)))))), /^read$/],
    ["nulls", field(DATA, field(1, NAME, field(2, field(6, filled(field(1, Buffer.from([8, 0]))))))), /As JSON, the/],
    ["lists in lists", field(DATA, field(1, NAME, field(2, nested(200)))), /nested more than 100 levels deep/],
    ["a value that is none", field(DATA, field(1, NAME, field(2))), /Value must have a value/],
    [
      "a text that is no UTF-8",
      field(DATA, field(1, NAME, field(2, field(3, Buffer.from([0xff]))))),
      /not valid UTF-8/,
    ],
    ["an end in the middle", field(DATA, Buffer.from([0x0a, 0x7f])), /premature EOF/],
    ["groups", filled(Buffer.from([0x0b])), /is a group/],
  ])("of %s", async (_, body, expected) => {
    const cost = await costOf(() => decodeBinary(RenderCanvasRequestSchema, body, SIZE));
    expect(cost.outcome).toMatch(expected);
    expect(cost.blockedMs).toBeLessThan(BLOCKED_MAX_MS);
  });

  it("tells of one entry more than a list may have, and makes no more of them", async () => {
    const body = filled(field(DATA_LIST), 100_000);
    const { dataListJson, dataList } = await decodeBinary(RenderCanvasRequestSchema, body, SIZE);
    expect([dataListJson && entriesOf(dataListJson), dataList.length]).toEqual([101, 0]);
  });

  it("hands on a Struct as the JSON that it says", async () => {
    const key = fc.string({ unit: "grapheme" }).filter((name) => name !== "__proto__");
    const { tree } = fc.letrec<{ tree: unknown; leaf: unknown }>((tie) => ({
      leaf: fc.oneof(
        fc.constant(null),
        fc.boolean(),
        fc.string({ unit: "grapheme" }),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
      ),
      tree: fc.oneof({ maxDepth: 4 }, tie("leaf"), fc.array(tie("tree")), fc.dictionary(key, tie("tree"))),
    }));
    await fc.assert(
      fc.asyncProperty(fc.dictionary(key, tree), async (object) => {
        const data = JSON.parse(JSON.stringify(object)) as Struct & Record<string, never>;
        const message = create(RenderCanvasRequestSchema, { canvasId: "c", payload: { case: "data", value: data } });
        const read = await decodeBinary(
          RenderCanvasRequestSchema,
          toBinary(RenderCanvasRequestSchema, message),
          MEBIBYTE,
        );
        expect([read.canvasId, read.payload.case]).toEqual(["c", "dataJson"]);
        expect(JSON.parse(new TextDecoder().decode(read.payload.value as Uint8Array))).toEqual(data);
      }),
    );
    expect(StructSchema.field.fields.number).toBe(1);
  });
});
