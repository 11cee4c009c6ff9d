// Labels that share a sheet: a check judges each place of it, however few labels the examples have.
import { expect, test } from "vitest";
import { bundledFonts, createEngine } from "../../../src/core/engine/index.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

function labels(margin: string, heightMm: number, text: string): string {
  return `rpt 1
document tags title="札" lang=ja
source tags as=t
field tags[] min=1 max=200
field tags[].name string(10) example=["あい", "うえ"]
page A4 n-up=[3, 8] margin=${margin} {
  body {
    plate h=${heightMm}mm {
      ${text}
    }
  }
}
`;
}

const found = (source: string): readonly string[] =>
  engine.check({ source, data: null }).diagnostics.map(({ code, message }) => `${code} ${message}`);

test.each([
  ["[12mm, 0mm]", 30, 'text "{t.name}" x=0mm y=0mm w=70mm h=5mm align=right', "at the right"],
  ["[0mm, 12mm]", 36, 'text "{t.name}" x=0mm y=32mm w=60mm h=4mm valign=bottom', "at the bottom"],
])("a text at the edge of the last labels of a sheet is told: margin=%s", (margin, heightMm, text, where) => {
  const told = found(labels(margin, heightMm, text));
  expect(told.filter((one) => one.startsWith("RPT4031 with tags[] of 24 entries: text leaves"))).toHaveLength(1);
  expect(told.join()).toMatch(new RegExp(where, "u"));
});

test("nothing is told of labels that stand within the printable area of their sheet", () => {
  expect(found(labels("[12mm, 8mm]", 30, 'text "{t.name}" x=0mm y=0mm w=60mm h=5mm'))).toEqual([]);
});
