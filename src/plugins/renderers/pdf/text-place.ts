// Where the letters of an item stand: the frame that its text is shown in. Upright letters of a vertical line are
// turned against the line, which is turned itself (`fonts/glyph-styles.ts`), so every line of the page has one baseline
// that its letters follow, whatever lies on its side in it.
import { type GlyphRunItem, type PlacedItem, SLANT_THOUSANDTHS } from "../../../core/sdk/index.ts";
import { divideRounded } from "./byte-arena.ts";
import { BASELINE_THOUSANDTHS, type GlyphStyle } from "./fonts/glyph-styles.ts";
import { leaningUp, textMatrix, turnedShift } from "./turns.ts";

type Turn = NonNullable<GlyphRunItem["rotation"]>;

export interface TextPlace {
  /** Start of the baseline. */
  readonly xEmu: number;
  readonly yEmu: number;
  /** The first four numbers of `Tm`; empty for level and unscaled lines. */
  readonly matrix: string;
  /** Where the line leads, in degrees clockwise. */
  readonly heading: Turn;
  /** Along the line. */
  readonly advanceEmu: number;
  readonly scaleThousandths: number;
}

/** Upwards from the baseline of level letters to the top of their em box. */
const ASCENT_THOUSANDTHS = 880;

function share(sizeEmu: number, thousandths: number): number {
  return divideRounded(sizeEmu * thousandths, 1000);
}

/**
 * Whether the item's letters are turned against its line. CFF outlines stay as they are, in vertical writing mode, and
 * so do flattened letters (平体): FreeType, at a size that differs along and across the line, flattens turned components
 * of glyphs the wrong way.
 */
export function isTurned({ isCombined, run, scaleThousandths }: GlyphRunItem): boolean {
  if (run.font.outlines !== "truetype") return false;
  return isCombined === true || (run.direction === "vertical" && scaleThousandths === 1000);
}

export function placeOf(item: GlyphRunItem): TextPlace {
  const { advanceEmu, rotation = 0, run, scaleThousandths, sizeEmu, xEmu, yEmu } = item;
  if (!isTurned(item)) {
    const heading = run.direction === "vertical" ? turn(rotation) : rotation;
    const scale = run.direction === "vertical" ? 1000 : scaleThousandths;
    return {
      xEmu,
      yEmu,
      matrix: textMatrix(item),
      heading,
      advanceEmu,
      scaleThousandths: scale,
    };
  }
  const heading = turn(rotation);
  const isCombined = item.isCombined === true;
  const [right, down] = isCombined ? [divideRounded(advanceEmu, 2), -share(sizeEmu, ASCENT_THOUSANDTHS)] : [0, 0];
  const left = share(sizeEmu, BASELINE_THOUSANDTHS);
  // Slanted letters lean about their start; the line's letters lean about its baseline.
  const back = item.isSlanted === true ? share(left - right, SLANT_THOUSANDTHS) : 0;
  const [across, below] = turnedShift(rotation, right - left, down - back);
  return {
    xEmu: xEmu + across,
    yEmu: yEmu + below,
    matrix: item.isSlanted === true ? leaningUp(heading) : TURNED_MATRIX[heading],
    heading,
    advanceEmu: isCombined ? sizeEmu : advanceEmu,
    scaleThousandths: 1000,
  };
}

function turn(rotation: Turn): Turn {
  return ((rotation + 90) % 360) as Turn;
}

const TURNED_MATRIX: Readonly<Record<Turn, string>> = {
  0: "",
  90: "0 -1 1 0 ",
  180: "-1 0 0 -1 ",
  270: "0 1 -1 0 ",
};

/** How the letters of an item share their cell, each in order; `unitsPerEm` of the item's font. */
export function combinedStyles({ run, scaleThousandths }: GlyphRunItem): readonly GlyphStyle[] {
  const { advances, font } = run;
  const widths = advances.map((units) => divideRounded(units * scaleThousandths, font.unitsPerEm));
  const whole = widths.reduce((sum, width) => sum + width, 0);
  let before = 0;
  return widths.map((width, index) => {
    const below = divideRounded(1000 * index, widths.length);
    const own = divideRounded(1000 * (index + 1), widths.length) - below;
    // Letters of nearly one width share a font; nobody sees a hundredth of an em.
    const right = 5 * divideRounded(2 * before - whole, 10);
    before += width;
    return { wider: 0, turned: { below, share: own, right, scale: scaleThousandths } };
  });
}

/** A gap that readers take for a blank, in thousandths of an em; they take gaps from 100 on for one. */
export const BLANK_THOUSANDTHS = 90;
/** A wider gap divides what belongs to one line no more than a column does. */
const GAP_MOST_THOUSANDTHS = 600;

/**
 * How far the next item of the same line stands behind the end of this one, where a reader would take that for a blank;
 * else 0. Latin and Japanese letters that are runs of their own have such gaps.
 */
export function gapAfter(item: GlyphRunItem, place: TextPlace, next: PlacedItem | undefined): number {
  if (next?.kind !== "glyphs" || next.span[0] !== item.span[0] || next.isRuby !== item.isRuby) return 0;
  const other = placeOf(next);
  if (other.heading !== place.heading) return 0;
  const [across, below] = turnedShift(turnBack(place.heading), other.xEmu - place.xEmu, other.yEmu - place.yEmu);
  const emEmu = share(item.sizeEmu, place.scaleThousandths);
  const gapEmu = across - place.advanceEmu;
  const isGap = Math.abs(below) * 20 < emEmu && gapEmu <= share(emEmu, GAP_MOST_THOUSANDTHS);
  return isGap && gapEmu > share(emEmu, BLANK_THOUSANDTHS) ? gapEmu : 0;
}

function turnBack(heading: Turn): Turn {
  return ((360 - heading) % 360) as Turn;
}
