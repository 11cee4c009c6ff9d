import { expect, test } from "vitest";
import { ordinal } from "../../../../../src/plugins/profiles/jp/items/ordinal.ts";

const ENDINGS: Readonly<Record<Intl.LDMLPluralRule, string>> = {
  ...{ one: "st", two: "nd", few: "rd" },
  ...{ other: "th", zero: "th", many: "th" },
};

test("places are counted as English counts them, by the plural rules of Unicode", () => {
  const rules = new Intl.PluralRules("en", { type: "ordinal" });
  for (let number = 0; number <= 1_200; number += 1) {
    expect(ordinal(number)).toBe(`${number}${ENDINGS[rules.select(number)]}`);
  }
});
