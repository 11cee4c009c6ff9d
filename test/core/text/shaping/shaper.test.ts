import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createShaper, missingClusters, type ShapeOptions } from "../../../../src/core/text/index.ts";
import { createFullShaper } from "../../../../src/core/text/shaping/shaper.ts";
import { inLane } from "../../../support/lane.ts";
import { bundledFont, bundledFonts, harfbuzzWasm } from "../bundled-fonts.ts";

const shaper = createShaper(harfbuzzWasm());
const fullShaper = createFullShaper(harfbuzzWasm());
const plain: ShapeOptions = { direction: "horizontal", lang: "ja", tabular: false, kerning: true };

const codePoints = (first: number, last: number): fc.Arbitrary<string> =>
  fc.integer({ min: first, max: last }).map((codePoint) => String.fromCodePoint(codePoint));

const latin = codePoints(0x20, 0x7e);
const kana = codePoints(0x3041, 0x30ff);
const kanji = codePoints(0x4e00, 0x9fff);
const punctuation = fc.constantFrom(..."、。・：；？！「」『』（）［］【】〔〕…―〜～￥※〒①㈱㍻㎡℃▲△□");
const halfWidth = codePoints(0xff01, 0xffef);
const awkward = fc.constantFrom(
  "ﾞ",
  "ﾟ",
  "\u3099",
  "\u309a",
  "\u0301",
  "\u200d",
  "\u{e0100}",
  "\ufe00",
  "\u2044",
  "fi",
  "ffl",
  "\u00ad",
);
const anything = fc.oneof(
  latin,
  kana,
  kanji,
  punctuation,
  halfWidth,
  awkward,
  codePoints(0xa0, 0x24f),
  codePoints(0x20000, 0x2a6df),
);

const strings: readonly (readonly [string, fc.Arbitrary<string>])[] = [
  [
    "Latin",
    fc.array(fc.oneof(latin, codePoints(0xa0, 0x24f)), { minLength: 1, maxLength: 24 }).map((all) => all.join("")),
  ],
  [
    "Japanese",
    fc.array(fc.oneof(kana, kanji, punctuation), { minLength: 1, maxLength: 24 }).map((all) => all.join("")),
  ],
  [
    "ligating",
    // What starts ligatures and what goes on with them, next to each other and apart.
    fc
      .array(fc.constantFrom(..."かきツトンMmfil—―〳〴〵Êæ˥˩", "\u3099", "\u309a", "\u0300", "\u0304", "\u0301"), {
        minLength: 1,
        maxLength: 8,
      })
      .map((all) => all.join("")),
  ],
  ["mixed", fc.array(anything, { minLength: 1, maxLength: 24 }).map((all) => all.join(""))],
];

describe("fast shaping", () => {
  for (const name of bundledFonts) {
    for (const [kind, texts] of strings) {
      it(`equals HarfBuzz on ${kind} text in ${name}`, () => {
        const fonts = [bundledFont(name)];
        fc.assert(
          fc.property(
            texts,
            fc.boolean(),
            fc.boolean(),
            fc.constantFrom("ja", "en"),
            fc.constantFrom("horizontal", "vertical" as const),
            (text, kerning, tabular, lang, direction) => {
              const options: ShapeOptions = { direction, lang, tabular, kerning };
              expect(shaper.shape(text, fonts, options)).toEqual(fullShaper.shape(text, fonts, options));
            },
          ),
          { numRuns: inLane({ fast: 300, full: 5_000 }), seed: 20261120 },
        );
      });
    }
  }
});

describe("shaping", () => {
  const sans = bundledFont("sansNormal");
  const runs = (text: string, options = plain): string[] =>
    shaper.shape(text, [sans], options).map((piece) => `${piece.start}:${piece.run.text}`);

  it("sets ASCII as Latin and keeps kana, kanji and their punctuation in one run", () => {
    expect(runs("第1回「定例会議」2026年")).toEqual(["0:第", "1:1", "2:回「定例会議」", "9:2026", "13:年"]);
  });

  it("gives the same run object for a text that has come twice, and keeps none that came once", () => {
    const [first] = shaper.shape("合計金額", [sans], plain);
    const [second] = shaper.shape("合計金額", [sans], plain);
    const [third] = shaper.shape("合計金額", [sans], plain);
    expect(second?.run).not.toBe(first?.run);
    expect(second?.run).toEqual(first?.run);
    expect(third?.run).toBe(second?.run);
  });

  it("shapes alike after more languages than it remembers", () => {
    const glyphsOf = (lang: string) => shaper.shape("合計金額", [sans], { ...plain, lang })[0]?.run.glyphs;
    const before = glyphsOf("ja");
    for (let number = 0; number < 600; number += 1) {
      const made = `x-${String.fromCharCode(97 + (number % 26), 97 + Math.floor(number / 26))}`;
      expect(glyphsOf(made)).toHaveLength(4);
    }
    expect(glyphsOf("ja")).toEqual(before);
  });

  it("kerns Latin pairs and nothing else", () => {
    const advances = (text: string, kerning: boolean): number =>
      shaper
        .shape(text, [sans], { ...plain, kerning })
        .reduce((sum, { run }) => sum + run.advances.reduce((a, b) => a + b), 0);
    expect(advances("AVATAR", true)).toBeLessThan(advances("AVATAR", false));
    expect(advances("す。「り」", true)).toBe(5000);
  });

  it("sets spaced letters each by itself, without ligatures", () => {
    for (const each of [shaper, fullShaper]) {
      const glyphsOf = (kerning: boolean): number =>
        each.shape("Office", [sans], { ...plain, kerning }).reduce((sum, { run }) => sum + run.glyphs.length, 0);
      expect([glyphsOf(true), glyphsOf(false)]).toEqual([4, 6]);
    }
  });

  it("falls back per cluster and never parts a base from its selector", () => {
    const withoutSequences = { ...bundledFont("serifNormal"), variationGlyphOf: () => 0 };
    const pieces = shaper.shape("山葛\u{e0100}川", [withoutSequences, sans], plain);
    expect(pieces.map(({ run }) => [run.text, run.font.family])).toEqual([
      ["山", "Noto Serif JP"],
      ["葛\u{e0100}", "Noto Sans JP"],
      ["川", "Noto Serif JP"],
    ]);
  });

  it("names the clusters that no font has", () => {
    const missing = shaper
      .shape("確認☑済", [sans], plain)
      .flatMap(({ run, start }) => missingClusters(run).map((range) => [start + range.start, start + range.end]));
    expect(missing).toEqual([[2, 3]]);
  });

  it("hangs vertical glyphs from the top centre of their cells, in their vertical forms", () => {
    const shape = (direction: "horizontal" | "vertical") =>
      shaper.shape("縦書、ー（", [sans], { ...plain, direction }).map(({ run }) => run);
    const [vertical] = shape("vertical");
    const [horizontal] = shape("horizontal");
    expect([...(vertical?.advances ?? [])]).toEqual([1000, 1000, 1000, 1000, 1000]);
    expect([...(vertical?.offsets ?? [])].slice(0, 4)).toEqual([-500, -880, -500, -880]);
    const changed = [...(vertical?.glyphs ?? [])].map((glyph, index) => glyph !== horizontal?.glyphs[index]);
    expect(changed).toEqual([false, false, true, true, true]);
  });
});
