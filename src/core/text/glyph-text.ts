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

function isSecondChoice(codePoint: number): boolean {
  if (UNIFIED_IN_COMPATIBILITY.has(codePoint)) return false;
  return SECOND_CHOICE.some(([first, last]) => first <= codePoint && codePoint <= last);
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
  const isSecond = new Uint8Array(glyphCount);
  map.forEach((codePoint, glyph) => {
    const second = isSecondChoice(codePoint) ? 1 : 0;
    if (texts[glyph] !== "" && (isSecond[glyph] ?? 0) <= second) return;
    texts[glyph] = String.fromCodePoint(codePoint);
    isSecond[glyph] = second;
  });
  map.forEachVariation((codePoint, selector, glyph) => {
    if (texts[glyph] === "") texts[glyph] = String.fromCodePoint(codePoint, selector);
  });
  if (substitutions !== null) reverseSubstitutions(substitutions, texts);
  return texts;
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
