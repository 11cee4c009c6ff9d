import { describe, expect, test } from "vitest";
import { syntaxOf } from "../../../../../src/plugins/renderers/pdf/file/syntax.ts";

// Titles, bookmarks, addresses and alternative texts are as long as the data make them.
describe("a string of a file", () => {
  test.each([1, 1_000_000])("is a literal one where all of it is ASCII, %i characters long", (length) => {
    expect(syntaxOf(new String("a".repeat(length)), null)).toBe(`(${"a".repeat(length)})`);
  });

  test("has its parentheses and backslashes escaped", () => {
    expect(syntaxOf(new String("a(b)\\c"), null)).toBe("(a\\(b\\)\\\\c)");
  });

  test("is a hexadecimal one where it is not", () => {
    expect(syntaxOf(new String("請"), null)).toBe("<FEFF8ACB>");
    expect(syntaxOf(new String("請".repeat(500_000)), null)).toHaveLength(2 + 4 + 4 * 500_000);
  });
});
