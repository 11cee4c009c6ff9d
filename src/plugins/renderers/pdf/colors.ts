// Colours as content streams write them: gray where red, green and blue are one.
import type { Color } from "../../../core/sdk/index.ts";
import { type ByteArena, divideRounded } from "./byte-arena.ts";

/** The alpha of what hides all that lies under it. */
export const OPAQUE = 255;

export const BLACK: Color = [0, 0, 0, OPAQUE];

/** But for their alphas. */
export function sameColor(one: Color, other: Color): boolean {
  return one[0] === other[0] && one[1] === other[1] && one[2] === other[2];
}

/** Writes the components, and one of the operators behind them. */
export function writeColor(
  arena: ByteArena,
  [red, green, blue]: Color,
  grayOperator: string,
  colorOperator: string,
): void {
  const isGray = red === green && green === blue;
  for (const component of isGray ? [red] : [red, green, blue]) {
    arena.decimal(level(component), 3);
    arena.byte(0x20);
  }
  arena.ascii(isGray ? grayOperator : colorOperator);
}

/** 0–255 as a fraction in thousandths: every one of the 256 levels stays distinct. */
function level(component: number): number {
  return divideRounded(component * 1000, 255);
}
