// Lines and marks of a chart that a number without a ground of its own keeps clear of: they are drawn over bars.
import type { Emu } from "../../canvas/index.ts";
import type { Rectangle } from "../page/index.ts";
import { beyond, levelOf, type Plot } from "./chart-plot.ts";

type Place = readonly [xEmu: Emu, yEmu: Emu];

/** A piece of a line, or a mark: a piece without a length. */
export interface ChartStroke {
  readonly from: Place;
  readonly to: Place;
  /** How far its ink reaches to each side. */
  readonly halfEmu: Emu;
}

/** Whether it is a piece of a line, and no mark. */
export function isPiece({ from, to }: ChartStroke): boolean {
  return from[0] !== to[0] || from[1] !== to[1];
}

/** Half of a line across the plot that marks a value. */
const LINE_AT_HALF_EMU = 4_763;

/** Whether a line or a mark runs through a place. */
export function isStruck(strokes: readonly ChartStroke[], plot: Plot, box: Rectangle): boolean {
  const isMarked = plot.lines.some((value) => {
    if (beyond(value, plot.scale) !== null) return false;
    const yEmu = levelOf(plot, value);
    return yEmu + LINE_AT_HALF_EMU > box.topEmu && yEmu - LINE_AT_HALF_EMU < box.bottomEmu;
  });
  return isMarked || strokes.some((stroke) => runsThrough(stroke, box));
}

/** Those that are above or below such a stretch, or on it: a number that moves up and down meets no others. */
export function strokesOver(strokes: readonly ChartStroke[], leftEmu: Emu, rightEmu: Emu): readonly ChartStroke[] {
  return strokes.filter(({ from, to, halfEmu }) => {
    return Math.max(from[0], to[0]) + halfEmu > leftEmu && Math.min(from[0], to[0]) - halfEmu < rightEmu;
  });
}

/** The piece, cut to the place side by side (Liang and Barsky), has something left. */
function runsThrough({ from, to, halfEmu }: ChartStroke, box: Rectangle): boolean {
  // Nearly all pieces lie to one side of the place. Compared first, they took a check of charts a quarter less.
  if (Math.max(from[0], to[0]) <= box.leftEmu - halfEmu || Math.min(from[0], to[0]) >= box.rightEmu + halfEmu)
    return false;
  if (Math.max(from[1], to[1]) <= box.topEmu - halfEmu || Math.min(from[1], to[1]) >= box.bottomEmu + halfEmu)
    return false;
  const horizontal = sharesWithin([from[0], to[0]], [box.leftEmu - halfEmu, box.rightEmu + halfEmu]);
  const vertical = sharesWithin([from[1], to[1]], [box.topEmu - halfEmu, box.bottomEmu + halfEmu]);
  return Math.max(horizontal[0], vertical[0]) < Math.min(horizontal[1], vertical[1]);
}

/** From which to which share of its way a coordinate lies between two others; the second is less where it never is. */
function sharesWithin([from, to]: readonly [Emu, Emu], [low, high]: readonly [Emu, Emu]): readonly [number, number] {
  if (from === to) return from > low && from < high ? [0, 1] : [1, 0];
  const [one, other] = [(low - from) / (to - from), (high - from) / (to - from)];
  return [Math.max(0, Math.min(one, other)), Math.min(1, Math.max(one, other))];
}
