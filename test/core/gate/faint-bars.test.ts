// RPT5008 of bars × fills of rows: what the finding offers ends it.
import { expect, test } from "vitest";
import { bundledFonts, createEngine } from "../../../src/core/engine/index.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

const source = (row: string, bar: string): string => `rpt 1
field j[].n string(4) example=["甲", "乙"]
field j[].s date example=["2026-12-01", "2026-12-05"]
page A5 landscape margin=12mm {
  body {
    gantt j row-h=8mm row-fill=${row} {
      column n "名" w=20mm
      scale from=(date('2026-12-01')) to=(date('2026-12-10')) unit=day
      bar start=(.s) end=(addDays(.s, 2)) ${bar}
    }
  }
}
`;

const ofBars = (row: string, bar: string) =>
  engine
    .check({ source: source(row, bar), data: null, worstCases: false })
    .diagnostics.filter(({ code, message }) => code === "RPT5008" && message.includes("a bar"));

test.each([
  ["black", "black", "lighter"],
  ["#333333", "#2d2d2d", "lighter"],
  ["navy", "#000070", "lighter"],
  ["#666666", "#6a6a6a", "lighter"],
  ["white", "#eeeeee", "darker"],
  ["#dddddd", "#cccccc", "darker"],
  ["#999999", "#9d9d9d", "darker"],
])("a row of %s with a bar of %s takes a %s one", (row, bar, word) => {
  const [found] = ofBars(row, `fill=${bar}`);
  expect(found?.repair?.title).toContain(`a ${word} fill=`);
  expect(ofBars(row, `fill=${word === "lighter" ? "white" : "black"}`)).toEqual([]);
  const border = word === "lighter" ? "[0.5pt, white]" : "0.5pt";
  expect(found?.repair?.title).toContain(word === "lighter" ? border : "border=");
  expect(ofBars(row, `fill=${bar} border=${border}`)).toEqual([]);
});
