import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { passwordFault } from "../../../../src/core/engine/index.ts";

describe("passwords that some programs cannot use are refused, with the character", () => {
  test.each([
    ["\u202eabc", "U+202E"],
    ["\ue000", "U+E000"],
    ["\u{e0001}", "U+E0001"],
    ["\u0221", "U+0221"],
    ["\ufffd", "U+FFFD"],
    ["\u2028x", "U+2028"],
    ["\u200ea", "U+200E"],
    ["\ufff9a", "U+FFF9"],
    ["\u2ff0", "U+2FF0"],
    ["\u0600x", "U+0600"],
    ["\u06dda", "U+06DD"],
    ["\u0340", "U+0340"],
    ["\ufdd0", "U+FDD0"],
    ["a\u{1ffff}", "U+1FFFF"],
    ["\u{f0000}", "U+F0000"],
    ["a😀", "U+1F600"],
  ])("%j", (password, code) => {
    expect(passwordFault(password)).toMatch(new RegExp(`^it holds ${code.replace("+", "\\+")}, .*programs refuse`));
  });

  test.each([
    ["\u0644abc", false],
    ["abc\u0644", false],
    ["\u0644\u0644", true],
    ["\u06441\u0644", true],
    ["\u0644 1", false],
    ["\u0644a\u0644", false],
    ["שלום", true],
    ["1שלום", false],
  ])("%j, by its directions", (password, isGood) => {
    expect(passwordFault(password)).toEqual(isGood ? null : expect.stringContaining("right to left"));
  });
});

/** All that Windows' Japanese code page can write, which is what Japanese keyboards type. */
function typedInJapan(): readonly string[] {
  const decoder = new TextDecoder("shift_jis");
  const found: string[] = [];
  for (let lead = 0x81; lead <= 0xfc; lead += 1) {
    if (lead >= 0xa0 && lead < 0xe0) continue;
    for (let trail = 0x40; trail <= 0xfc; trail += 1) found.push(decoder.decode(new Uint8Array([lead, trail])));
  }
  return found.filter((text) => [...text].length === 1 && !/[\ufffd\ue000-\uf8ff]/.test(text));
}

test("what Japanese keyboards type is refused only where programs replace it", () => {
  const typed = typedInJapan();
  expect(typed.length).toBeGreaterThan(6_800);
  for (const character of typed) {
    const isReplaced = character.normalize("NFKC") !== character;
    expect([character, passwordFault(character) === null]).toEqual([character, !isReplaced]);
  }
  for (let code = 0x20; code < 0x7f; code += 1) expect(passwordFault(String.fromCharCode(code))).toBeNull();
});

test("no character that Unicode keeps from texts, or lacks, passes at any place of any password", () => {
  const refused = fc
    .integer({ min: 0x80, max: 0x10ffff })
    .map((point) => String.fromCodePoint(point))
    .filter((text) => /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Bidi_Control}\p{Zl}\p{Zp}\p{IDS_Binary_Operator}]/u.test(text));
  const text = fc.string({ unit: "grapheme-ascii", maxLength: 5 });
  fc.assert(
    fc.property(text, refused, text, (before, character, after) => {
      expect(passwordFault(`${before}${character}${after}`)).not.toBeNull();
    }),
  );
});
