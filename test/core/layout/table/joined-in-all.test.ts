// Records that equal the one above in every column with `merge=same`.
import { expect, test } from "vitest";
import { layOutSource, pageLines } from "../../../support/lay-out.ts";

const SOURCE = `rpt 1
field rows[].site string(8) example=["い"]
field rows[].name string(8) example=["甲"]
page A5 margin=10mm {
  body {
    table rows header=none {
      column site "現場" w=30mm merge=same
      column name "品名" w=30mm merge=same
    }
  }
}
`;

const rowsOf = (...rows: readonly (readonly [string, string])[]) => rows.map(([site, name]) => ({ site, name }));

test("say their last column again, while those at its left go on", () => {
  const rows = rowsOf(["い", "甲"], ["ろ", "甲"], ["ろ", "乙"], ["ろ", "乙"], ["ろ", "乙"], ["は", "乙"]);
  const texts = pageLines(layOutSource(SOURCE, { rows }).value, 0).join("|").split("|");
  const countOf = (text: string) => texts.filter((each) => each === text).length;
  expect(["い", "ろ", "は", "甲", "乙"].map((text) => `${text} ${countOf(text)}`)).toEqual([
    "い 1",
    "ろ 1",
    "は 1",
    "甲 2",
    "乙 4",
  ]);
});
