// How the characters of a vertical line stand (UAX #50, JLREQ 2.3): upright in a cell, lying on their side, or a few
// digits side by side in one cell (縦中横). https://www.unicode.org/reports/tr50/
import { codePointIn } from "../../unicode/index.ts";
import type { Font } from "../files/index.ts";
import type { ShapedPiece, ShapeOptions, Shaper } from "../shaping/index.ts";
import { clusterStarts, verticalOrientationOf, verticalOrientations } from "../unicode/index.ts";

/** What one piece of a line is drawn as; all text of a horizontal line is `level`. */
export type Stance = "level" | "upright" | "sideways" | "combined";

/** A shaped piece and how it stands. */
export interface StandingPiece extends ShapedPiece {
  readonly stance: Stance;
}

/** Numbers of stances in the array that `stancesOf` answers. */
const UPRIGHT = 0;
const SIDEWAYS = 1;
const COMBINED = 2;
const STANCES = ["upright", "sideways", "combined"] as const;

/**
 * How each UTF-16 unit of a text stands, decided by the whole text, so that a line's end changes nothing. A character
 * that wants a form of its own in vertical lines (ー, brackets) lies on its side where the font has none.
 * @param combineMax runs of at most so many digits stand side by side in one cell.
 */
export function stancesOf(
  text: string,
  fonts: readonly Font[],
  options: ShapeOptions,
  combineMax: number,
  shaper: Shaper,
): Uint8Array {
  const stances = new Uint8Array(text.length);
  const starts = clusterStarts(text);
  for (let start = 0; start < text.length; ) {
    let end = start + 1;
    while (end < text.length && starts[end] === 0) end += 1;
    stances.fill(isSideways(text, start, end, fonts, options, shaper) ? SIDEWAYS : UPRIGHT, start, end);
    start = end;
  }
  combineDigits(text, stances, combineMax);
  return stances;
}

function isSideways(
  text: string,
  start: number,
  end: number,
  fonts: readonly Font[],
  options: ShapeOptions,
  shaper: Shaper,
): boolean {
  const codePoint = codePointIn(text, start);
  const orientation = verticalOrientationOf(codePoint);
  if (orientation !== verticalOrientations.Tr) return orientation === verticalOrientations.R;
  const [piece] = shaper.shape(text.slice(start, end), fonts, { ...options, direction: "vertical" });
  return piece === undefined || piece.run.glyphs[0] === piece.run.font.glyphOf(codePoint);
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

/** They stand for words or pauses, and belong to no number: — ― ‥ … and the box line that is typed for a dash. */
const LEADERS_AND_DASHES: ReadonlySet<number> = new Set([0x2014, 0x2015, 0x2025, 0x2026, 0x2500]);

/** Digits between upright characters, spaces, dashes or the ends; a number that goes on (`1,234`, `A5`) stays whole. */
function combineDigits(text: string, stances: Uint8Array, combineMax: number): void {
  // Japanese punctuation without a vertical form lies on its side too, but ends a number.
  const isFree = (at: number): boolean =>
    text.charCodeAt(at) === 0x20 ||
    LEADERS_AND_DASHES.has(text.charCodeAt(at)) ||
    verticalOrientationOf(text.charCodeAt(at)) !== verticalOrientations.R;
  for (let start = 0; start < text.length; start += 1) {
    if (!isDigit(text.charCodeAt(start)) || stances[start] !== SIDEWAYS) continue;
    let end = start + 1;
    while (isDigit(text.charCodeAt(end)) && stances[end] === SIDEWAYS) end += 1;
    const isAlone = (start === 0 || isFree(start - 1)) && (end === text.length || isFree(end));
    if (isAlone && end - start <= combineMax) stances.fill(COMBINED, start, end);
    start = end - 1;
  }
}

/** Offsets inside combined digits, where no line may end. */
export function insideCombined(stances: Uint8Array): readonly number[] {
  const inside: number[] = [];
  for (let offset = 1; offset < stances.length; offset += 1) {
    if (stances[offset] === COMBINED && stances[offset - 1] === COMBINED) inside.push(offset);
  }
  return inside;
}

/**
 * Shapes a text whose stances are known, or a slice of it with its slice of them.
 * Upright pieces are vertical runs; the others are horizontal runs that are turned, or squeezed into a cell.
 */
export function shapeStanding(
  text: string,
  stances: Uint8Array,
  fonts: readonly Font[],
  options: ShapeOptions,
  shaper: Shaper,
): readonly StandingPiece[] {
  const pieces: StandingPiece[] = [];
  for (let start = 0; start < text.length; ) {
    const value = stances[start] ?? UPRIGHT;
    let end = start + 1;
    while (end < text.length && stances[end] === value) end += 1;
    const direction: ShapeOptions["direction"] = value === UPRIGHT ? "vertical" : "horizontal";
    const isGroup = value === COMBINED;
    const asked = { ...options, direction, kerning: options.kerning && !isGroup, tabular: options.tabular && !isGroup };
    const shaped = shaper.shape(text.slice(start, end), fonts, asked);
    // Digits from two fonts are no group: they lie on their side like other numbers.
    const stance = isGroup && shaped.length > 1 ? "sideways" : (STANCES[value] ?? "upright");
    for (const piece of shaped) pieces.push({ run: piece.run, start: start + piece.start, stance });
    start = end;
  }
  return pieces;
}
