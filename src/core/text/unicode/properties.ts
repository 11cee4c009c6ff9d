// Unicode properties by code point, from the pinned tables: never the runtime's own, whose version
// varies between machines.
import { codePointIn } from "../../unicode/index.ts";
import { scripts, traits } from "./names.ts";
import { graphemeRuns, lineBreakRuns, scriptRuns, traitRuns, verticalRuns } from "./tables.ts";

const CODE_POINTS = 0x110000;

/** Unpacks a table of runs; see `tables.ts` for its form. */
function decode(parts: readonly string[]): Uint8Array {
  const table = new Uint8Array(CODE_POINTS);
  let at = 0;
  for (const part of parts) {
    for (const run of part.trimEnd().split(" ")) {
      const colon = run.indexOf(":");
      const length = colon === 0 ? 1 : Number.parseInt(run.slice(0, colon), 36);
      const value = Number.parseInt(run.slice(colon + 1), 36);
      if (value !== 0) table.fill(value, at, at + length);
      at += length;
    }
  }
  return table;
}

const lineBreakTable = decode(lineBreakRuns);
const graphemeTable = decode(graphemeRuns);
const scriptTable = decode(scriptRuns);
const traitTable = decode(traitRuns);

/** UAX #14 Line_Break as a number of `lineBreakClasses`. */
export function lineBreakClassOf(codePoint: number): number {
  return lineBreakTable[codePoint] ?? 0;
}

/** UAX #29 class as a number of `graphemeClasses`. */
export function graphemeClassOf(codePoint: number): number {
  return graphemeTable[codePoint] ?? 0;
}

/** UAX #24 Script as a number of `scripts`. */
export function scriptOf(codePoint: number): number {
  return scriptTable[codePoint] ?? 0;
}

/** Whether a character stands right where characters are set one after another from left to right, with its marks. */
export function isSettable(codePoint: number): boolean {
  return scriptOf(codePoint) <= scripts.Braille && !hasTrait(codePoint, traits.rightToLeft);
}

/** Unpacked at the first vertical text: most processes set none. */
let verticalTable: Uint8Array | null = null;

/** UAX #50 Vertical_Orientation as a number of `verticalOrientations`. */
export function verticalOrientationOf(codePoint: number): number {
  verticalTable ??= decode(verticalRuns);
  return verticalTable[codePoint] ?? 0;
}

/** Whether a bit of `traits` is set. */
export function hasTrait(codePoint: number, trait: number): boolean {
  return ((traitTable[codePoint] ?? 0) & trait) !== 0;
}

/** Whether a code point is drawn as nothing and needs no glyph. */
export function isDefaultIgnorable(codePoint: number): boolean {
  return hasTrait(codePoint, traits.defaultIgnorable);
}

/** Ignorable, and drawn by fonts all the same: Hangul fillers, which are blanks, and controls of shorthand. */
const DRAWN: ReadonlySet<number> = new Set([0x115f, 0x1160, 0x3164, 0xffa0, 0x1bca0, 0x1bca1, 0x1bca2, 0x1bca3]);

/** A text without the characters that draw nothing and take no width. */
export function withoutIgnorables(text: string): string {
  const isLeftOut = (codePoint: number): boolean => isDefaultIgnorable(codePoint) && !DRAWN.has(codePoint);
  let kept = "";
  let at = 0;
  let from = 0;
  while (at < text.length) {
    const codePoint = codePointIn(text, at);
    const next = at + (codePoint > 0xffff ? 2 : 1);
    if (isLeftOut(codePoint)) {
      kept += text.slice(from, at);
      from = next;
    }
    at = next;
  }
  return from === 0 ? text : kept + text.slice(from);
}

/**
 * Whether a code point is wide in East Asian typography (East_Asian_Width F, W or H), as far as line breaking asks:
 * by block, since only brackets, quotes and ideographs are asked for.
 */
export function isEastAsianWide(codePoint: number): boolean {
  return (
    (codePoint >= 0x1100 && codePoint <= 0x115f) ||
    codePoint === 0x2329 ||
    codePoint === 0x232a ||
    (codePoint >= 0x2e80 && codePoint <= 0xa4cf && codePoint !== 0x303f) ||
    (codePoint >= 0xa960 && codePoint <= 0xa97f) ||
    (codePoint >= 0xac00 && codePoint <= 0xd7a3) ||
    (codePoint >= 0xf900 && codePoint <= 0xfaff) ||
    (codePoint >= 0xfe10 && codePoint <= 0xfe19) ||
    (codePoint >= 0xfe30 && codePoint <= 0xfe6f) ||
    (codePoint >= 0xff01 && codePoint <= 0xffdc) ||
    (codePoint >= 0xffe0 && codePoint <= 0xffee) ||
    (codePoint >= 0x16fe0 && codePoint <= 0x18d08) ||
    (codePoint >= 0x1aff0 && codePoint <= 0x1b2fb) ||
    (codePoint >= 0x1f200 && codePoint <= 0x1f64f) ||
    (codePoint >= 0x1f900 && codePoint <= 0x1f9ff) ||
    (codePoint >= 0x20000 && codePoint <= 0x3fffd)
  );
}
