// How a font of the file shows the glyphs of ours. Readers put a blank into text wherever letters stand further apart
// than a tenth of an em, and take every letter of a line in vertical writing mode for a line of its own. So a glyph
// that space follows is a wider glyph, and vertical lines are lines of turned letters on a turned page: then all of
// them read back what was written.

import type { Font } from "../../../../core/sdk/index.ts";
import { divideRounded } from "../byte-arena.ts";
import { verticalMetrics } from "./vertical-metrics.ts";

/** One of the ways in which a font of the file shows glyphs. */
export interface GlyphStyle {
  /** Thousandths of an em that each glyph is wider than it is drawn. */
  readonly wider: number;
  /** Turned by 90 degrees against the clock, for lines that are turned with it; null for upright ones. */
  readonly turned: Turned | null;
}

/** A letter that stands upright in a vertical line. */
export type Turned = "cell" | CombinedPlace;

/** Its place among letters that share one cell (縦中横), in thousandths of an em. */
export interface CombinedPlace {
  /** Where its share of the line begins, below the cell's top. */
  readonly below: number;
  /** How much of the line it takes. */
  readonly share: number;
  /** Where it begins, to the right of the line's middle. */
  readonly right: number;
  /** How wide it is of its own width. */
  readonly scale: number;
}

export const PLAIN = "";

/** Where the baseline of letters that lie on their side is, to the left of the line's middle: all share it. */
export const BASELINE_THOUSANDTHS = 380;

/** What a style is called among the parts of a file. */
export function styleName({ wider, turned }: GlyphStyle): string {
  if (turned === null) return wider === 0 ? PLAIN : `w${wider}`;
  if (turned === "cell") return `t${wider}`;
  return `c${wider},${turned.below},${turned.share},${turned.right},${turned.scale}`;
}

export function styleOf(name: string): GlyphStyle {
  const [wider = 0, below = 0, share = 0, right = 0, scale = 0] = name.slice(1).split(",").map(Number);
  switch (name.charAt(0)) {
    case "w":
      return { wider, turned: null };
    case "t":
      return { wider, turned: "cell" };
    case "c":
      return { wider, turned: { below, share, right, scale } };
    default:
      return { wider: 0, turned: null };
  }
}

/** Where a point of an outline lies in that of a style: x' = xx·x + xy·y + dx, y' = yx·x + yy·y + dy. */
export interface GlyphTransform {
  readonly xx: number;
  readonly yx: number;
  readonly xy: number;
  readonly yy: number;
  readonly dx: number;
  readonly dy: number;
}

/** How far a glyph moves the pen, and how its outline lies; null where it lies as it does in the font. */
export interface StyledGlyph {
  readonly advance: number;
  readonly transform: GlyphTransform | null;
}

export function styled(font: Font, glyph: number, { wider, turned }: GlyphStyle): StyledGlyph {
  const units = (thousandths: number): number => divideRounded(thousandths * font.unitsPerEm, 1000);
  if (turned === null) return { advance: font.advanceOf(glyph) + units(wider), transform: null };
  const baseline = units(BASELINE_THOUSANDTHS);
  if (turned === "cell") {
    const metrics = verticalMetrics(font);
    const middle = divideRounded(font.advanceOf(glyph), 2);
    const transform = { xx: 0, yx: 1, xy: -1, yy: 0, dx: metrics.originOf(glyph), dy: baseline - middle };
    return { advance: metrics.advanceOf(glyph) + units(wider), transform };
  }
  const { below, share, right, scale } = turned;
  const transform = {
    ...{ xx: 0, yx: scale / 1000, xy: -1, yy: 0 },
    ...{ dx: units(EM_BOX_ASCENT - below), dy: baseline + units(right) },
  };
  return { advance: units(share + wider), transform };
}

/** The em box's part above the baseline, as layout has it. */
const EM_BOX_ASCENT = 880;
