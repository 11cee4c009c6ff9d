import { expect, test } from "vitest";
import { compileSource } from "../../../src/core/canvas/index.ts";
import { namedFirst, shortened } from "../../../src/core/diagnostics/index.ts";

test.each([
  ["請求書", 3, "請求書"],
  ["請求書", 2, "請求…"],
  ["𠮷野家", 2, "𠮷野…"],
  ["", 2, ""],
  ["A".repeat(1_000_000), 4, "AAAA…"],
])("a quotation of %.8s in at most %i characters is %s", (text, charactersMax, expected) => {
  expect(shortened(text, charactersMax)).toBe(expected);
});

test.each([
  [[], ""],
  [["甲"], "甲"],
  [["甲", "乙"], "甲, 乙"],
  [["甲", "乙", "丙"], "甲, 乙, and 1 more"],
  [["甲", "乙", "丙", "丁"], "甲, 乙, and 2 more"],
])("the first two of %j are named as %s", (names, named) => {
  expect(namedFirst(names, 2)).toBe(named);
});

test("a picture written where no text can be is quoted by its beginning", () => {
  const source = `rpt 1\npage A4 {\n  body {\n    image "data:image/png;base64,${"A".repeat(5_000)}" w=9mm\n  }\n}\n`;
  const { diagnostics } = compileSource(source);
  expect(diagnostics.map(({ code, message }) => [code, message])).toContainEqual([
    "RPT1014",
    `unexpected argument "data:image/png;base64,${"A".repeat(37)}… of image`,
  ]);
});
