// What renderers compute with, in this room's own words: a plugin loads the sdk without loading layout and fonts. The
// values are those of the rooms that they come from.
import type { GlyphRun } from "../text/index.ts";

/** The structure index of decoration and repeats. */
export const ARTIFACT = -1;

/** The tangent of twelve degrees: how far a slanted letter leans for its height. */
export const SLANT_THOUSANDTHS = 213;

/** A pointed corner may be ten line widths long before it is cut off, where a line says nothing of it. */
export const MITER_LIMIT_DEFAULT_THOUSANDTHS = 10_000;

/** Millimetres in EMU, the unit of all lengths. */
export const EMU_PER_MILLIMETRE = 36_000;

/** A font unit count at a type size, rounded half away from zero to EMU. */
export function unitsToEmu(units: number, sizeEmu: number, unitsPerEm: number): number {
  const scaled = units * sizeEmu;
  return scaled >= 0 ? Math.floor(scaled / unitsPerEm + 0.5) : 0 - Math.floor(-scaled / unitsPerEm + 0.5);
}

/** A run's text as it is to be read and copied: drawn characters as the ones that they stand for. */
export function readableText({ font: { readAs }, text }: GlyphRun): string {
  if (readAs === undefined) return text;
  return [...text].map((character) => readAs.get(character) ?? character).join("");
}
