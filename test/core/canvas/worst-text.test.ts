import fc from "fast-check";
import { RE2JS } from "re2js";
import { describe, expect, test } from "vitest";
import { worstLines, worstText, worstWords } from "../../../src/core/canvas/index.ts";

/** Han and full-width letters are an em, Latin capitals nearly so, a digit half of one. */
const WIDTHS: readonly (readonly [RegExp, number])[] = [
  [/[\u3000-\u9fff\uff00-\uffef]/u, 1000],
  [/[WM@%—]/u, 900],
  [/[A-Z]/u, 700],
  [/[0-9]/u, 550],
];
const widthOf = (character: string): number => WIDTHS.find(([pattern]) => pattern.test(character))?.[1] ?? 500;
const widestOf = (characters: readonly string[]): string =>
  characters.reduce((most, one) => (widthOf(one) > widthOf(most) ? one : most));

describe("the widest text of a field", () => {
  test.each([
    [null, "国国国"],
    ["^.{1,3}$", "国国国"],
    ["^[A-Z]{3}$", "WWW"],
  ])("is full-width also where a W is wider than an em: pattern %s", (pattern, expected) => {
    const ofSerif = (characters: readonly string[]): string => (characters.includes("W") ? "W" : widestOf(characters));
    expect(worstText(3, pattern, ofSerif)).toBe(expected);
  });

  test.each([
    ["without a pattern is han", 3, null, "国国国"],
    ["of digits", 8, "[0-9]{3}-?[0-9]{4}", "000-0000"],
    ["of a number with its letter", 14, "T\\d{13}", "T0000000000000"],
    ["of capitals", 10, "^[A-Z]{2}[0-9]{1,4}$", "MM0000"],
    ["as long as the field lets it be", 6, "[a-z]+@[a-z]+", "aaaa@a"],
    ["of kana", 4, "[ァ-ヶー]*", "ァァァァ"],
    ["of the longest alternative", 20, "(?:青|MM|[A-Z]{3})-\\d+", "MMM-0000000000000000"],
    ["of groups that repeat", 9, "(?:\\d{2}:){1,2}\\d{2}", "00:00:00"],
    ["that may be empty", 5, "(.)?", "国"],
    ["of all but digits", 3, "[^0-9]+", "国国国"],
  ] as const)("%s", (_, lengthMax, pattern, expected) => {
    expect(worstText(lengthMax, pattern, widestOf)).toBe(expected);
  });

  test.each(["(?=a)b", "\\p{Han}+", "a**", "[[:alpha:]]", "(a", "a)"])("is not made of %s", (pattern) => {
    expect(worstText(9, pattern, widestOf)).toBeNull();
  });

  test.each([
    ["words that are no longer than words are", 30, null, "MANUFACTURER MANUFACTURER MANU"],
    ["a word as long as the field", 5, null, "MANUF"],
    ["a word of what a pattern takes", 30, ".+", "WWWWWWWWWWWW"],
    ["a code of its length", 20, "[A-Z]{14}", "RRRRRRRRRRRRRR"],
    ["no word of kana", 5, "[ァ-ヶ]+", null],
    ["no word of digits", 5, "[0-9]+", null],
  ] as const)("has %s in Latin letters", (_, lengthMax, pattern, expected) => {
    expect(worstWords(lengthMax, pattern, widestOf) ?? null).toBe(expected);
  });

  test.each([
    ["a line end for ten characters", 30, null, "国\n国\n国\n国国国国国国国国国国国国国国国国国国国国国国国国"],
    ["no line end in a short text", 9, null, null],
    ["the lines of a pattern, and the rest in the first", 9, "^.*(\n.*){0,3}$", "国国国国国国\n\n\n"],
    ["the lines of a pattern, each as long as may be", 12, "^.{0,2}(\n.{0,2}){0,3}$", "国国\n国国\n国国\n国国"],
    ["the lines of a pattern with an escape", 4, "\\d*\\n\\d*", "000\n"],
    ["no line end where a pattern takes none", 9, "^.*$", null],
  ] as const)("has %s", (_, lengthMax, pattern, expected) => {
    expect(worstLines(lengthMax, pattern, widestOf)).toBe(expected);
  });

  test("is of latin letters in a font that has no others", () => {
    const latin = (characters: readonly string[]) => characters.find((one) => one === "W") ?? "x";
    expect(worstText(2, null, latin)).toBe("WW");
  });

  test("matches its pattern and keeps to the length, whatever is put together", () => {
    const atom = fc.constantFrom("a", "\\d", "[A-C]", "[ぁ-ん]", "\\-", ".", "(?:ab|c)", "(?:x[0-9]{2}|y)");
    const count = fc.constantFrom("", "?", "*", "+", "{2}", "{1,3}", "{2,}");
    const pattern = fc.array(
      fc.tuple(atom, count).map(([one, many]) => one + many),
      { minLength: 1, maxLength: 6 },
    );
    fc.assert(
      fc.property(pattern, fc.integer({ min: 40, max: 60 }), (parts, lengthMax) => {
        const text = worstText(lengthMax, parts.join(""), widestOf) ?? "";
        expect([...text].length).toBeLessThanOrEqual(lengthMax);
        expect(RE2JS.compile(parts.join("")).matches(text)).toBe(true);
      }),
    );
  });
});
