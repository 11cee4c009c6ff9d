import fc from "fast-check";
import { RE2JS } from "re2js";
import { describe, expect, test } from "vitest";
import { fullText, worstLines, worstText, worstWords } from "../../../src/core/canvas/index.ts";

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

  test.each([
    ["all letters and all line ends, in the last line what is left", 12, 3, null, "国\n\n国国国国国国国国国"],
    ["one line end of two lines", 4, 2, null, "国\n国国"],
    ["as many line ends as leave it two letters", 4, 9, null, "国\n\n国"],
    ["no line end in a length of two", 2, 2, null, "国国"],
    ["line ends where its pattern takes them", 6, 3, "^[^0-9]*$", "国\n\n国国国"],
    ["no line end where its pattern takes none there", 6, 3, "^[A-Z]*$", "MMMMMM"],
    ["the lines of its pattern", 9, 3, "^.{0,2}(\n.{0,2}){0,2}$", "国国\n国国\n国国"],
    ["fewer lines than its pattern would take", 20, 2, "^.{0,2}(\n.{0,2}){0,4}$", "国国\n国国"],
    ["nothing where its pattern wants more lines", 9, 2, "^.(\n.){2}$", null],
  ] as const)("of declared lines has %s", (_, lengthMax, linesMax, pattern, expected) => {
    const text = fullText({ pattern }, { kind: "text", lengthMax, linesMax }, widestOf);
    expect(text).toBe(expected);
  });

  test("of declared lines fills as many lines of a page as any text of its letters and line ends", () => {
    const linesOnPage = (text: string, perLine: number): number =>
      text.split("\n").reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / perLine)), 0);
    const shape = fc.record({
      lengthMax: fc.integer({ min: 20, max: 60 }),
      linesMax: fc.integer({ min: 2, max: 9 }),
      perLine: fc.integer({ min: 2, max: 20 }),
      places: fc.array(fc.nat(), { maxLength: 8 }),
    });
    fc.assert(
      fc.property(shape, ({ lengthMax, linesMax, perLine, places }) => {
        const full = fullText({ pattern: null }, { kind: "text", lengthMax, linesMax }, widestOf) ?? "";
        expect([full.length, full.split("\n").length <= linesMax]).toEqual([lengthMax, true]);
        const letters = [..."国".repeat(lengthMax)];
        for (const place of places.slice(0, linesMax - 1)) letters[place % lengthMax] = "\n";
        // An empty line before all others is one letter more.
        expect(linesOnPage(letters.join(""), perLine)).toBeLessThanOrEqual(linesOnPage(full, perLine) + 1);
        if (letters[0] === "国" && full.split("\n").length === linesMax)
          expect(linesOnPage(letters.join(""), perLine)).toBeLessThanOrEqual(linesOnPage(full, perLine));
      }),
    );
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
