import { expect, test } from "vitest";
import { bundledFonts, createEngine } from "../../../../src/core/engine/index.ts";

// Half-width kana write one voiced letter with two: the kana of a bank transfer need more cells than letters.

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

function found(field: string, shown: string): readonly string[] {
  const source = `rpt 1
document transfer title="振込依頼書" lang=ja
field who ${field}
page A5 margin=10mm {
  body {
    text "振込依頼書"
    comb (${shown}) cells=20 w=120mm h=8mm
  }
}
`;
  return engine.check({ source, data: null }).diagnostics.map(({ code, message }) => `${code} ${message}`);
}

const TOLD = [
  "RPT4031 with who of 12 voiced kana: text has 24 letters, its comb 20 cells (page 1, x 10.0mm, y 15.0mm)",
];

test.each([
  ["of any letters", 'string(12) example="やまだ"', "narrow(kana(who))"],
  ["of katakana", "string(12) pattern='^[ァ-ヶー　]+$' example=\"ヤマダ\"", "narrow(who)"],
  ["of hiragana", "string(12) pattern='^[ぁ-んー]+$' example=\"やまだ\"", "narrow(kana(who))"],
])("a text %s that may not hold as many half-width letters is told", (_, field, shown) => {
  expect(found(field, shown).map((one) => one.replace(/y [0-9.]+mm/, "y 15.0mm"))).toEqual(TOLD);
});

test.each([
  ["that is not narrowed", 'string(20) example="やまだ"', "kana(who)"],
  ["of Latin letters", "string(20) pattern='^[A-Z]+$' example=\"ABC\"", "narrow(who)"],
  ["with as many cells as it may need", 'string(10) example="やまだ"', "narrow(kana(who))"],
])("a text %s is not", (_, field, shown) => {
  expect(found(field, shown)).toEqual([]);
});
