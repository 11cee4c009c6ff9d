import { expect, test } from "vitest";
import { bundledFonts, createEngine } from "../../../../src/core/engine/index.ts";

// Neighbours that differ in a joined column are rows of their own: each of them is as high as its text needs. Examples
// and longest texts are alike in many rows, which then are one low cell.

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

function found(declared: string, columns: string): readonly string[] {
  const source = `rpt 1
document d title="配送予定" lang=ja
field rows[] ${declared}
field rows[].car string(20) example=["1号車", "1号車", "2号車"]
field rows[].to string(10) example=["山本", "鈴木", "佐藤"]
sizes body=9pt
style cell border=0.25pt padding=0.7mm
page A4 margin=15mm pages=1 {
  body {
    table rows style=cell {
      ${columns}
    }
  }
}
`;
  return engine
    .check({ source, data: null })
    .diagnostics.map(({ code, message }) => `${code} ${message.slice(0, 100)}`);
}

const NARROW = 'column car "車" w=20mm merge=same wrap=char\n      column to "先" w=1fr';

test("joined cells that differ and do not fit on the pages of a form are told", () => {
  expect(found("max=30", NARROW)).toEqual([
    expect.stringContaining(
      "with rows[].car of 30 different values and rows[] of 30 entries: the record takes 3 pages",
    ),
  ]);
});

test.each([
  ["few rows", "max=10", NARROW],
  ["a wide column", "max=30", NARROW.replace("w=20mm", "w=100mm")],
])("those that fit are not: %s", (_, declared, columns) => {
  expect(found(declared, columns)).toEqual([]);
});
