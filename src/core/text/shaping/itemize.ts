// Cuts a string into pieces of one script and one font. What a character's script is depends on nothing but the
// character, so that a piece of a line comes out as it does in the whole text.
import { codePointIn } from "../../unicode/index.ts";
import type { Font } from "../files/index.ts";
import { clusterStarts, isDefaultIgnorable, isSettable, scriptOf, scripts } from "../unicode/index.ts";
import { unitAt } from "./text-units.ts";

export interface TextPiece {
  readonly start: number;
  readonly end: number;
  /** ISO 15924. Han, kana and the punctuation of Japanese are one: `Hani`. */
  readonly script: string;
  /** Index into the fonts given. */
  readonly font: number;
}

/** The end of Latin Extended-B: letters, digits and marks up to here are set as Latin. */
const LATIN_LAST = 0x024f;

const SCRIPT_TAGS: Readonly<Record<number, string>> = {
  [scripts.Latin]: "Latn",
  [scripts.Greek]: "Grek",
  [scripts.Cyrillic]: "Cyrl",
  [scripts.Hangul]: "Hang",
  [scripts.Bopomofo]: "Bopo",
  [scripts.Armenian]: "Armn",
  [scripts.Georgian]: "Geor",
  [scripts.Cherokee]: "Cher",
  [scripts.Ethiopic]: "Ethi",
  [scripts.Canadian_Aboriginal]: "Cans",
  [scripts.Yi]: "Yiii",
  [scripts.Coptic]: "Copt",
  [scripts.Gothic]: "Goth",
  [scripts.Glagolitic]: "Glag",
  [scripts.Deseret]: "Dsrt",
  [scripts.Osage]: "Osge",
  [scripts.Shavian]: "Shaw",
  [scripts.Osmanya]: "Osma",
  [scripts.Lisu]: "Lisu",
  [scripts.Vai]: "Vaii",
  [scripts.Runic]: "Runr",
  [scripts.Braille]: "Brai",
};

/** Of clusters that are not set at all; their glyphs are those of missing characters. */
export const UNSET_SCRIPT = "Zxxx";

/** The script that a cluster's base is shaped as. */
function scriptTagOf(codePoint: number): string {
  if (codePoint <= LATIN_LAST) return "Latn";
  return SCRIPT_TAGS[scriptOf(codePoint)] ?? "Hani";
}

/** Pieces in order without gaps. A cluster is set in the first font that has all its glyphs, else in the first. */
export function itemize(text: string, fonts: readonly Font[]): readonly TextPiece[] {
  const { length } = text;
  const [first] = fonts;
  const starts = isPlain(text) ? null : clusterStarts(text);
  const pieces: TextPiece[] = [];
  let pieceStart = 0;
  let pieceScript = "";
  let pieceFont = 0;
  for (let start = 0; start < length; ) {
    let end = start + 1;
    while (starts !== null && end < length && starts[end] === 0) end += 1;
    const codePoint = codePointIn(text, start);
    const script = starts !== null && !isSet(text, start, end) ? UNSET_SCRIPT : scriptTagOf(codePoint);
    // What stands alone and is in the first font is what nearly all letters are.
    const isFirst = starts === null && first !== undefined && first.glyphOf(codePoint) !== 0;
    const font = isFirst ? 0 : fontOf(text, start, end, fonts);
    if (start > 0 && (script !== pieceScript || font !== pieceFont)) {
      pieces.push({ start: pieceStart, end: start, script: pieceScript, font: pieceFont });
      pieceStart = start;
    }
    pieceScript = script;
    pieceFont = font;
    start = end;
  }
  if (length > 0) pieces.push({ start: pieceStart, end: length, script: pieceScript, font: pieceFont });
  return pieces;
}

/** A control of its own kind (UAX #29): nothing joins it, but it is none of the letters around it either. */
const SOFT_HYPHEN = 0xad;

/** Whether every code unit is a grapheme cluster: ASCII without CR LF, Latin-1, kana, and the common ideographs. */
function isPlain(text: string): boolean {
  const { length } = text;
  for (let index = 0; index < length; index += 1) {
    const unit = unitAt(text, index);
    const isPlainUnit =
      (unit >= 0x20 && unit < 0x7f) ||
      (unit >= 0xa0 && unit <= 0xff && unit !== SOFT_HYPHEN) ||
      (unit >= 0x3000 && unit <= 0x3029) ||
      (unit >= 0x3041 && unit <= 0x3096) ||
      (unit >= 0x309d && unit <= 0x30ff) ||
      (unit >= 0x4e00 && unit <= 0x9fff) ||
      (unit >= 0xff01 && unit <= 0xff9d);
    if (!isPlainUnit) return false;
  }
  return true;
}

function isSet(text: string, start: number, end: number): boolean {
  for (let offset = start; offset < end; ) {
    const codePoint = codePointIn(text, offset);
    if (!isSettable(codePoint)) return false;
    offset += codePoint > 0xffff ? 2 : 1;
  }
  return true;
}

/**
 * The script of a text's first characters that are not set, as Unicode names it; null where all are. `Right_To_Left` is
 * what belongs to no script and turns others.
 */
export function unsetScriptIn(text: string): string | null {
  const found = [...text].map((character) => codePointIn(character, 0)).find((one) => !isSettable(one));
  if (found === undefined) return null;
  const script = scriptOf(found);
  if (script <= scripts.Braille) return "Right_To_Left";
  return Object.entries(scripts).find(([, value]) => value === script)?.[0] ?? null;
}

function fontOf(text: string, start: number, end: number, fonts: readonly Font[]): number {
  for (let index = 0; index < fonts.length; index += 1) {
    const font = fonts[index];
    if (font !== undefined && hasSequence(text, start, end, font)) return index;
  }
  for (let index = 0; index < fonts.length; index += 1) {
    const font = fonts[index];
    if (font !== undefined && hasGlyphs(text, start, end, font)) return index;
  }
  return 0;
}

/** Whether a font has all glyphs, a variation sequence as such. */
function hasSequence(text: string, start: number, end: number, font: Font): boolean {
  let base = 0;
  for (let offset = start; offset < end; ) {
    const codePoint = codePointIn(text, offset);
    if (isVariationSelector(codePoint)) {
      if (font.variationGlyphOf(base, codePoint) === 0) return false;
    } else if (font.glyphOf(codePoint) === 0 && !isDefaultIgnorable(codePoint)) return false;
    base = codePoint;
    offset += codePoint > 0xffff ? 2 : 1;
  }
  return true;
}

/** Whether a font has all glyphs when selectors are passed over. */
function hasGlyphs(text: string, start: number, end: number, font: Font): boolean {
  for (let offset = start; offset < end; ) {
    const codePoint = codePointIn(text, offset);
    if (font.glyphOf(codePoint) === 0 && !isDefaultIgnorable(codePoint)) return false;
    offset += codePoint > 0xffff ? 2 : 1;
  }
  return true;
}

function isVariationSelector(codePoint: number): boolean {
  return (codePoint >= 0xfe00 && codePoint <= 0xfe0f) || (codePoint >= 0xe0100 && codePoint <= 0xe01ef);
}
