import { expect, test } from "vitest";
import { asOneLine, isOneLine } from "../../../../src/core/expression/index.ts";
import { breakOpportunities, breakRank } from "../../../../src/core/text/breaking/line-break.ts";

test("what a text of one line may hold is what never ends a line where it is set", () => {
  const breaking: string[] = [];
  for (let code = 0; code <= 0xffff; code += 1) {
    const text = `国${String.fromCharCode(code)}国`;
    const ranks = breakOpportunities(text, { wrap: "kinsoku", kinsoku: "normal" });
    if (ranks[2] === breakRank.mandatory) breaking.push(text);
    expect([code, isOneLine(text)]).toEqual([code, ranks[2] !== breakRank.mandatory]);
  }
  expect(breaking).toHaveLength(7);
  expect(breaking.map(asOneLine)).toEqual(breaking.map(() => "国 国"));
});
