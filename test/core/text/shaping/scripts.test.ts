import { describe, expect, test } from "vitest";
import { createShaper, missingClusters, unsetScriptIn } from "../../../../src/core/text/index.ts";
import { inLane } from "../../../support/lane.ts";
import { bundledFont, harfbuzzWasm } from "../bundled-fonts.ts";

/** What the runtime knows of scripts; names and order are asked of it, not of the tables that the code reads. */
const SET = new RegExp(
  [
    ...(["Common", "Inherited", "Latin", "Greek", "Cyrillic", "Han", "Hiragana", "Katakana", "Bopomofo"] as const),
    ...([
      "Hangul",
      "Armenian",
      "Georgian",
      "Cherokee",
      "Ethiopic",
      "Canadian_Aboriginal",
      "Yi",
      "Coptic",
      "Gothic",
    ] as const),
    ...(["Glagolitic", "Deseret", "Osage", "Shavian", "Osmanya", "Lisu", "Vai", "Runic", "Braille"] as const),
  ]
    .map((script) => `\\p{Script=${script}}`)
    .join("|"),
  "u",
);
/** Blocks that run from right to left whatever their script (DerivedBidiClass.txt), without marks and digits. */
const TURNED: readonly (readonly [number, number])[] = [
  [0x0590, 0x08ff],
  [0xfb1d, 0xfdff],
  [0xfe70, 0xfefc],
  [0x10800, 0x10fff],
  [0x1e800, 0x1efff],
];

const options = { lang: "ja", tabular: false, kerning: true } as const;

describe("every assigned character is set in order, or told by its script", () => {
  const font = bundledFont("sansNormal");
  test.each(["horizontal", "vertical"] as const)("in %s lines", (direction) => {
    const shaper = createShaper(harfbuzzWasm()).prepare([font], { ...options, direction });
    const step = inLane({ fast: 61, full: 1 });
    for (let codePoint = 0x20; codePoint < 0x110000; codePoint += step) {
      const character = String.fromCodePoint(codePoint);
      if (/\p{Cn}|\p{Cs}|\p{Cc}/u.test(character)) continue;
      const text = `あ${character}い`;
      const pieces = shaper.shape(text);
      // No glyph stands before one of an earlier character.
      const order = pieces.flatMap(({ run, start }) => Array.from(run.clusters, (cluster) => start + cluster));
      expect(order, character).toEqual([...order].sort((one, other) => one - other));
      const isMissing = pieces.some(({ run, start }) =>
        missingClusters(run).some(({ end }) => start + end > 1 && start < text.length - 1),
      );
      const isSet = SET.test(character) || /\p{Co}/u.test(character);
      if (!isSet)
        expect([codePoint.toString(16), unsetScriptIn(text) === null]).toEqual([codePoint.toString(16), false]);
      if (unsetScriptIn(text) !== null)
        expect([codePoint.toString(16), isMissing]).toEqual([codePoint.toString(16), true]);
    }
  });

  test("nothing of the blocks that run from right to left is set, but marks and what has no direction", () => {
    for (const [from, to] of TURNED) {
      for (let codePoint = from; codePoint <= to; codePoint += 1) {
        const character = String.fromCodePoint(codePoint);
        if (/\p{L}|\p{Nd}|\p{Bidi_Control}/u.test(character))
          expect(unsetScriptIn(character), character).not.toBeNull();
      }
    }
    for (const control of ["\u200f", "\u061c", "\u202b", "\u202e", "\u2067"]) {
      expect(unsetScriptIn(control)).not.toBeNull();
    }
    // These turn nothing where all else runs from left to right: clipboards leave them around numbers.
    for (const control of ["\u200e", "\u202a", "\u202c", "\u2066", "\u2068", "\u2069"]) {
      expect(unsetScriptIn(control)).toBeNull();
    }
  });

  test.each([
    ["Arabic", "فاتورة"],
    ["Hebrew", "חשבונית"],
    ["Syriac", "ܫܠܡܐ"],
    ["Nko", "ߒߞߏ"],
    ["Thaana", "ދިވެހި"],
    ["Devanagari", "हिन्दी"],
    ["Thai", "ไทย"],
    ["Khmer", "ខ្មែរ"],
    ["Myanmar", "မြန်မာ"],
    ["Tibetan", "བོད"],
    ["Mongolian", "ᠮᠣᠩᠭᠣᠯ"],
    ["Tamil", "தமிழ்"],
    [null, "日本語 Ελλάδα Россия Հայաստան საქართველო 한국 ፊደል"],
  ])("%s: %s", (script, text) => {
    expect(unsetScriptIn(text)).toBe(script);
  });
});
