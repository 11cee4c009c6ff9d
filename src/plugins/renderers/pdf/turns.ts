// How turned, slanted and flattened items lie on the page, as the operands of `Tm` and `cm`.
import { type GlyphRunItem, SLANT_THOUSANDTHS } from "../../../core/sdk/index.ts";
import { decimalText } from "./byte-arena.ts";

/** How a run's own axes lie on the page, as the first four numbers of `Tm`; empty for upright and unscaled ones. */
export function textMatrix(item: GlyphRunItem): string {
  const { rotation = 0, run, scaleThousandths } = item;
  if (item.isSlanted === true) {
    if (run.direction === "horizontal" && item.isCombined !== true) return leaningUp(rotation);
    return leaningRight(rotation, run.direction === "vertical" ? scaleThousandths : 1000);
  }
  const scaled = run.direction === "vertical" && scaleThousandths !== 1000;
  const along = scaled ? decimalText(scaleThousandths, 3) : "1";
  switch (rotation) {
    case 0:
      return scaled ? `1 0 0 ${along} ` : "";
    case 90:
      return `0 -1 ${along} 0 `;
    case 180:
      return `-1 0 0 -${along} `;
    case 270:
      return `0 1 -${along} 0 `;
  }
}

/** The second row is up, and leans along the first: letters of level lines, and of lines that are turned. */
export function leaningUp(rotation: NonNullable<GlyphRunItem["rotation"]>): string {
  const lean = decimalText(SLANT_THOUSANDTHS, 3);
  switch (rotation) {
    case 0:
      return `1 0 ${lean} 1 `;
    case 90:
      return `0 -1 1 -${lean} `;
    case 180:
      return `-1 0 -${lean} -1 `;
    case 270:
      return `0 1 -1 ${lean} `;
  }
}

/** The first row is to the right, and leans down the line: upright letters of vertical lines. */
function leaningRight(rotation: NonNullable<GlyphRunItem["rotation"]>, alongThousandths: number): string {
  const lean = decimalText(SLANT_THOUSANDTHS, 3);
  const along = decimalText(alongThousandths, 3);
  switch (rotation) {
    case 0:
      return `1 -${lean} 0 ${along} `;
    case 90:
      return `-${lean} -1 ${along} 0 `;
    case 180:
      return `-1 ${lean} 0 -${along} `;
    case 270:
      return `${lean} 1 -${along} 0 `;
  }
}

/** How far a point right of and below a run's start lies from it on the page. */
export function turnedShift(
  rotation: GlyphRunItem["rotation"],
  right: number,
  down: number,
): readonly [number, number] {
  switch (rotation ?? 0) {
    case 0:
      return [right, down];
    case 90:
      return [-down, right];
    case 180:
      return [-right, -down];
    case 270:
      return [down, -right];
  }
}

/** Turns about a point, clockwise as a reader sees it: the six numbers of `cm`, the last two in hundredths. */
export const TURNS = { 90: [0, -1, 1, 0], 180: [-1, 0, 0, -1], 270: [0, 1, -1, 0] } as const;
