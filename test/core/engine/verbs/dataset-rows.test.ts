import { expect, test } from "vitest";
import { bundledFonts, createEngine, renderersAt } from "../../../../src/core/engine/index.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: renderersAt([]) });

/** Numbers that no double holds, a name twice, and blanks: all of it has to come back as it was. */
const DATASET =
  '{ "total": 12345678901234567890.100, "rows": [ {"price": 0.10000000000000000001} ], "empty":[],' +
  '\n "note": "a]}\\u0000" }';

const splice = (path: string, rows: string, datasetJson = DATASET) =>
  engine.spliceRows({ canvas: null, datasetJson, path, rows: new TextEncoder().encode(rows) });

test("one array is replaced and every other byte stays", () => {
  const rows = ' [{"price":98765432109876543210.01},{"price":1e400}]\n';
  expect(splice("rows", rows)).toEqual({
    ...{ kind: "spliced", rowsBefore: 1, rowsAfter: 2 },
    datasetJson: DATASET.replace('[ {"price": 0.10000000000000000001} ]', rows.trim()),
  });
  expect(splice("empty", "[{}]")).toMatchObject({ rowsBefore: 0, rowsAfter: 1 });
});

test("of a name that stands twice the last one is replaced, which every reader takes", () => {
  expect(splice("a", "[{}]", '{"a":[{},{}],"\\u0061":[{}]}')).toMatchObject({
    ...{ rowsBefore: 1, datasetJson: '{"a":[{},{}],"\\u0061":[{}]}' },
  });
});

test.for([
  ["an unknown name", "others", "[]", { kind: "no-array", arrays: ["rows", "empty"] }],
  ["a nested path", "rows[0].price", "[]", { kind: "no-array", arrays: ["rows", "empty"] }],
  ["a member that is no array", "total", "[]", { kind: "no-array", arrays: ["rows", "empty"] }],
  ["a name of every object", "__proto__", "[]", { kind: "no-array", arrays: ["rows", "empty"] }],
  ["rows that are no array", "rows", "{}", { kind: "no-rows" }],
  ["rows that are no objects", "rows", "[1]", { kind: "no-rows" }],
  ["rows that are nothing", "rows", "[null]", { kind: "no-rows" }],
  ["rows that are no JSON, whatever the name", "others", "[{}],", { kind: "malformed" }],
] as const)("replacing %s is refused", ([, path, rows, refusal]) => {
  expect(splice(path, rows)).toEqual(refusal);
});

test("rows that are not UTF-8 are refused", () => {
  const rows = new Uint8Array([0x5b, 0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d, 0x5d]);
  expect(engine.spliceRows({ canvas: null, datasetJson: DATASET, path: "rows", rows })).toEqual({ kind: "malformed" });
});
