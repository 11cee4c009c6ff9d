// How an SVG's lines look beside their paint (SVG 2, chapter 13.5).
import type { SvgStyle } from "./svg-paint.ts";
import { diagonalOf, readShareOrLength, type SvgView } from "./svg-style.ts";

/** Lengths in the units that the matrix around leads to. */
export interface StrokeLook {
  readonly width: number;
  /** Dashes and gaps in turn; empty for a solid line. */
  readonly dashes: readonly number[];
  /** How far into the dashes the line begins. */
  readonly dashOffset: number;
  /** How many widths a corner may be long before it is cut off. */
  readonly miterLimit: number;
  readonly cap: "round" | "square" | null;
  readonly join: "round" | "bevel" | null;
}

const MITER_LIMIT_USUAL = 4;
/** The corner of two lines that lie a tenth of a degree apart. */
const MITER_LIMIT_MAX = 1000;

/** `growth` is how much longer lengths become; percentages are of the view's diagonal (SVG 2, 8.9). */
export function strokeLookOf(style: SvgStyle, growth: number, view: SvgView): StrokeLook {
  const diagonal = diagonalOf(view);
  const length = (text: string | undefined) => readShareOrLength(text, diagonal);
  const [cap, join] = [style.get("stroke-linecap"), style.get("stroke-linejoin")];
  const dashes = (style.get("stroke-dasharray") ?? "none")
    .split(/[\s,]+/u)
    .flatMap((part) => length(part) ?? [])
    .map((one) => one * growth);
  const isDashed = dashes.some((one) => one > 0) && dashes.every((one) => one >= 0);
  return {
    width: (length(style.get("stroke-width")) ?? 1) * growth,
    dashes: isDashed ? dashes : [],
    dashOffset: isDashed ? (length(style.get("stroke-dashoffset")) ?? 0) * growth : 0,
    miterLimit: miterLimitOf(style),
    cap: cap === "round" || cap === "square" ? cap : null,
    join: join === "round" || join === "bevel" ? join : null,
  };
}

/** Below one there is no corner: such a limit is none. */
function miterLimitOf(style: SvgStyle): number {
  const limit = Number(style.get("stroke-miterlimit") ?? MITER_LIMIT_USUAL);
  return limit >= 1 ? Math.min(limit, MITER_LIMIT_MAX) : MITER_LIMIT_USUAL;
}

/** Whether a line that is drawn along the element has dashes, whose first one begins where the element does. */
export function isDashed(style: SvgStyle): boolean {
  return (style.get("stroke-dasharray") ?? "none") !== "none";
}
