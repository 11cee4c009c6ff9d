// A table whose columns have no headings has no heading row, wherever it stands and whatever headings would look like.
import { describe, expect, test } from "vitest";
import { layOutSource } from "../../../support/lay-out.ts";

const LOOKS = ["", "head-fill=shade", "head-style=heads", "header=repeat", "header=once", "row-h=8mm", "style=cells"];

const column = (id: string, heading: string) => `column ${id} "${heading}" w=20mm`;

const PLACES = {
  body: (table: string) => table,
  "a cell of a table": (table: string) => `table i header=none {\ncolumn n "" w=50mm {\n${table}\n}\n}`,
  "a cell of a grid": (table: string) => `grid cols=[60mm] {\ncell {\n${table}\n}\n}`,
  "a list": (table: string) => `each i {\n${table}\n}`,
  "a box": (table: string) => `box {\n${table}\n}`,
} as const;

function heightOf(place: keyof typeof PLACES, look: string, headings: readonly [string, string]): number {
  const table = `table x ${look} {\n${column("k", headings[0])}\n${column("v", headings[1])}\n}`;
  const { value } = layOutSource(`rpt 1
field i[].n string(9) example=["品"]
field x[].k string(9) example=["甲", "乙"]
field x[].v string(9) example=["一", "二"]
sizes body=9pt
colors shade=#eeeeee
style base size=body line-height=1
style heads weight=bold padding=1mm
style cells border=0.25pt
page A4 margin=10mm {
  body {
${PLACES[place](table)}
    text "終"
  }
}
`);
  const last = value.pages[0]?.items.findLast((item) => item.kind === "glyphs" && item.run.text === "終");
  return last?.kind === "glyphs" ? last.yEmu : Number.NaN;
}

describe.each(Object.keys(PLACES) as (keyof typeof PLACES)[])("in %s", (place) => {
  test.each(LOOKS)("with %s", (look) => {
    const none = heightOf(place, `${look.replace(/header=\w+/u, "")} header=none`, ["", ""]);
    expect(heightOf(place, look, ["", ""])).toBe(none);
    expect(heightOf(place, look, ["甲", ""])).toBeGreaterThan(none);
    expect(heightOf(place, look, ["", "乙"])).toBeGreaterThan(none);
  });
});
