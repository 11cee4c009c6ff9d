// A record that is left blank looks like one without words: as many rows, as high, with the same lines.
import { describe, expect, test } from "vitest";
import type { PageDocument } from "../../../../src/core/layout/index.ts";
import { describeItem, layOutSource } from "../../../support/lay-out.ts";

interface Form {
  readonly table?: string;
  readonly columns?: string;
  readonly row?: string;
  readonly foot?: string;
}

function sourceOf({ table = "", columns = "", row = "", foot = "" }: Form): string {
  return `rpt 1
field items[].no string(4) example=["1", "2"]
field items[].name string(20) example=["机", "椅子"]
field items[].code string(8) example=["A-1", "B-2"]
field items[].note string(20) example=["赤", "青"]
fonts gothic="Noto Sans JP"
sizes small=7pt body=9pt big=14pt
colors shade=#eeeeff
style base font=gothic size=body
style cell border=0.25pt padding=1mm
page 120mm 200mm margin=10mm {
  body {
    table items style=cell ${table} {
      column no "番" w=10mm ${columns}
      column name "品名" w=1fr
      column code "記号" w=30mm
      column note "備考" w=20mm
      ${row}
      ${foot}
    }
  }
}
`;
}

const EMPTY = { no: "", name: "", code: "", note: "" };
const FULL = { no: "1", name: "机", code: "A-1", note: "赤" };

/** Fills and lines; words are left out. */
function shapesOf({ pages }: PageDocument): readonly (readonly string[])[] {
  return pages.map(({ items }) => items.filter(({ kind }) => kind !== "glyphs").map(describeItem));
}

const TIERS = `row {
        cell (.no) col=no rows=2
        cell (.name) col=name..code
        cell (.note) col=note
        newrow
        cell (.code) col=name
        cell (.note) col=code..note
      }`;
const FORMS: readonly (readonly [string, Form])[] = [
  ["one row", {}],
  ["two rows, with a cell over both", { row: TIERS }],
  [
    "three rows",
    { row: "row {\ncell (.name) col=no..note\nnewrow\ncell (.code) col=name\nnewrow\ncell (.no) col=no\n}" },
  ],
  ["rows of several sizes", { row: TIERS.replace("col=name..code", "col=name..code size=big") }],
  ["rows with a least height", { table: "row-h=9mm", row: TIERS }],
  ["stripes", { table: "zebra=shade", row: TIERS }],
  ["a fill of the row", { row: TIERS.replace("row {", "row style=filled {") }],
  ["a high cell over both rows", { row: TIERS.replace("rows=2", "rows=2 size=big line-height=4") }],
  ["a foot", { row: TIERS, foot: 'foot {\n  cell "計" col=name\n}' }],
];

describe("a blank record has the shape of a record without words", () => {
  test.each(FORMS)("%s", (_, form) => {
    const draw = (most: string, records: number) => {
      const source = sourceOf({ ...form, table: `${form.table ?? ""} ${most}` });
      const styled = source.replace("style cell", "style filled fill=shade\nstyle cell");
      const items = Array.from({ length: records }, (__, at) => (at === 0 ? FULL : EMPTY));
      return layOutSource(styled, { items }).value;
    };
    const wanted = shapesOf(draw("", 5));
    expect(shapesOf(draw("min-rows=5", 1))).toEqual(wanted);
    expect(shapesOf(draw("min-rows=5", 3))).toEqual(wanted);
    expect(shapesOf(draw("rows-per-page=5 fill-rows=true", 1))).toEqual(wanted);
  });

  test("words and a diagonal line stand in whole records", () => {
    const source = sourceOf({ table: 'min-rows=4 blank="以下余白" strike=true row-h=10mm', row: TIERS });
    const { value } = layOutSource(source, { items: [FULL] });
    const items = value.pages[0]?.items.map(describeItem) ?? [];
    expect(items.filter((item) => item.includes("以下余白"))).toHaveLength(1);
    // The headings, a record, and one with words lie above the line.
    expect(items).toContain("stroke 110,60-10,100 w 0.18");
  });
});
