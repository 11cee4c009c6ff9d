// What each glyph of a font stands for when its text is copied out of a file: one static map per font.
import type { CharacterMap } from "./character-map.ts";
import { forEachAlternate, forEachLigature, forEachSingle, type LayoutTable } from "./layout-tables.ts";

/** Single substitutions may chain (a form of a form); longer chains than this do not occur. */
const CHAIN_MAX = 4;

/** Unified ideographs that stand in the compatibility block (Unicode core specification, §18.1). */
const UNIFIED_IN_COMPATIBILITY: ReadonlySet<number> = new Set([
  0xfa0e, 0xfa0f, 0xfa11, 0xfa13, 0xfa14, 0xfa1f, 0xfa21, 0xfa23, 0xfa24, 0xfa27, 0xfa28, 0xfa29,
]);

/** Code points that stand for another one, by range: never preferred over the one they stand for. */
const SECOND_CHOICE: readonly (readonly [first: number, last: number])[] = [
  [0x00a0, 0x00a0],
  [0x00ad, 0x00ad],
  [0x00b5, 0x00b5],
  [0x0340, 0x0341],
  [0x0374, 0x0374],
  [0x037e, 0x037e],
  [0x0387, 0x0387],
  [0x1fbe, 0x1fbe],
  [0x2000, 0x200a],
  [0x2011, 0x2011],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x2126, 0x2126],
  [0x212a, 0x212b],
  [0x2329, 0x232a],
  [0x2e80, 0x2fdf],
  [0x3038, 0x303a],
  [0x3131, 0x318e],
  [0xe000, 0xf8ff],
  [0xf900, 0xfaff],
  [0xfb00, 0xfe4f],
  [0xff00, 0xffef],
  [0x2f800, 0x2fa1f],
  [0xf0000, 0x10ffff],
];

/** Signs of phonetics, mathematics and dictionaries that are drawn like everyday ones of Japanese: ‘ ・ ／. */
const LAST_CHOICE: readonly (readonly [first: number, last: number])[] = [
  [0x02b0, 0x02ff],
  [0x2027, 0x2027],
  [0x2215, 0x2215],
  [0x2219, 0x2219],
  [0x22c5, 0x22c5],
];

/** Letters that are read, searched and copied one by one, whatever they are drawn as. */
const LIGATURES: ReadonlyMap<number, string> = new Map([
  [0xfb00, "ff"],
  [0xfb01, "fi"],
  [0xfb02, "fl"],
  [0xfb03, "ffi"],
  [0xfb04, "ffl"],
]);

/** The lower, the rather a glyph stands for the character. */
function choiceRank(codePoint: number): number {
  if (UNIFIED_IN_COMPATIBILITY.has(codePoint)) return 0;
  const isIn = ([first, last]: readonly [number, number]): boolean => first <= codePoint && codePoint <= last;
  if (LAST_CHOICE.some(isIn)) return 2;
  return SECOND_CHOICE.some(isIn) ? 1 : 0;
}

/**
 * The text of every glyph; empty where nothing leads to it. A glyph of its own code point keeps that; else a
 * variation sequence; else what GSUB makes it from.
 */
export function glyphTexts(
  glyphCount: number,
  map: CharacterMap,
  substitutions: LayoutTable | null,
): readonly string[] {
  const texts = new Array<string>(glyphCount).fill("");
  const ranks = new Uint8Array(glyphCount);
  map.forEach((codePoint, glyph) => {
    const rank = choiceRank(codePoint);
    if (texts[glyph] !== "" && (ranks[glyph] ?? 0) <= rank) return;
    texts[glyph] = LIGATURES.get(codePoint) ?? String.fromCodePoint(codePoint);
    ranks[glyph] = rank;
  });
  map.forEachVariation((codePoint, selector, glyph) => {
    if (texts[glyph] === "") texts[glyph] = String.fromCodePoint(codePoint, selector);
  });
  if (substitutions !== null) reverseSubstitutions(substitutions, texts);
  return texts;
}

/** A glyph and a text that it is drawn for. */
export interface GlyphText {
  readonly glyph: number;
  readonly text: string;
}

/** What puts another form of one letter for it, whatever the text asks for. */
const FORM_FEATURES = ["vert", "vrt2", "locl", "ccmp"] as const;

/**
 * What glyphs are drawn for beside `texts`: one outline may serve ・ and ·, or an upright bracket and the sign of its
 * lying form. In order of glyphs, then of texts.
 */
export function otherGlyphTexts(
  map: CharacterMap,
  substitutions: LayoutTable | null,
  texts: readonly string[],
): readonly GlyphText[] {
  const others = new Map<number, Set<string>>();
  const give = (glyph: number, text: string): void => {
    if (text === "" || texts[glyph] === text) return;
    const known = others.get(glyph);
    if (known === undefined) others.set(glyph, new Set([text]));
    else known.add(text);
  };
  map.forEach((codePoint, glyph) => {
    give(glyph, String.fromCodePoint(codePoint));
  });
  const drawn = new Map([...others].map(([glyph, set]) => [glyph, [...set]]));
  const forms = FORM_FEATURES.flatMap((tag) => [...(substitutions?.lookupsOfFeature.get(tag) ?? [])]);
  for (const index of new Set(forms)) {
    const lookup = substitutions?.lookups[index];
    if (lookup?.type !== 1) continue;
    for (const subtable of lookup.subtables) {
      forEachSingle(subtable, (from, to) => {
        give(to, texts[from] ?? "");
        for (const text of drawn.get(from) ?? []) give(to, text);
      });
    }
  }
  return [...others.keys()]
    .sort((one, other) => one - other)
    .flatMap((glyph) => [...(others.get(glyph) ?? [])].sort().map((text) => ({ glyph, text })));
}

/** Fills empty texts: single substitutions and alternates first, in lookup order, then ligatures. */
function reverseSubstitutions(table: LayoutTable, texts: string[]): void {
  const give = (from: number, to: number): void => {
    if (texts[to] === "") texts[to] = texts[from] ?? "";
  };
  for (let pass = 0; pass < CHAIN_MAX; pass += 1) {
    const known = texts.reduce((sum, text) => sum + (text === "" ? 0 : 1), 0);
    for (const lookup of table.lookups) {
      for (const subtable of lookup.subtables) {
        if (lookup.type === 1) forEachSingle(subtable, give);
        else if (lookup.type === 3) forEachAlternate(subtable, give);
      }
    }
    for (const lookup of table.lookups) {
      if (lookup.type !== 4) continue;
      for (const subtable of lookup.subtables) {
        forEachLigature(subtable, (components, ligature) => {
          const parts = components.map((glyph) => texts[glyph] ?? "");
          if (texts[ligature] === "" && !parts.includes("")) texts[ligature] = parts.join("");
        });
      }
    }
    if (known === texts.reduce((sum, text) => sum + (text === "" ? 0 : 1), 0)) return;
  }
}
