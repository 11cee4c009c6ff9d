// Marks of what limits of an axis cut off: two waves across a bar, an arrow in place of a point or of a whole bar.
import type { Color, Emu } from "../../canvas/index.ts";
import { linePath, type PathCommand, polygon } from "../page/index.ts";
import { resolveFill } from "../words/index.ts";
import { type ChartDrawing, outlineOf } from "./chart-drawing.ts";

/** The waves lie so far from the end, so far apart, swing so far, and are so long, in type sizes. */
const INSET_SIZES = 0.75;
const GAP_SIZES = 0.3;
const SWING_SIZES = 0.16;
const WAVE_SIZES = 0.9;

/** How far a mark reaches into its bar. */
export const BREAK_SIZES = INSET_SIZES + GAP_SIZES / 2 + SWING_SIZES;

/**
 * Two waves of the paper's colour between lines, as bars are broken in print. `inward` is 1 where the bar lies below
 * its end, and -1 where it lies above; of a low bar the waves keep within its height.
 */
export function breakMark(
  drawing: ChartDrawing,
  [leftEmu, rightEmu]: readonly [Emu, Emu],
  endEmu: Emu,
  heightEmu: Emu,
  inward: 1 | -1,
): void {
  const { sizeEmu } = drawing;
  const scale = Math.min(1, heightEmu / (2 * INSET_SIZES * sizeEmu));
  const middle = endEmu + inward * Math.round(INSET_SIZES * sizeEmu * scale);
  const half = Math.max(1, Math.round((GAP_SIZES * sizeEmu * scale) / 2));
  const swing = Math.round(SWING_SIZES * sizeEmu * scale);
  const count = Math.max(1, Math.round((rightEmu - leftEmu) / (WAVE_SIZES * sizeEmu)));
  const upper = wave([leftEmu, rightEmu], middle - half, swing, count);
  const lower = wave([rightEmu, leftEmu], middle + half, -swing, count);
  const [, ...back] = lower;
  const [first] = lower;
  if (first?.op !== "move") return;
  const band: PathCommand[] = [...upper, { op: "line", xEmu: first.xEmu, yEmu: first.yEmu }, ...back, { op: "close" }];
  drawing.paths.push({ commands: band, fill: paperOf(drawing), stroke: null });
  const stroke = outlineOf(drawing);
  drawing.paths.push({ commands: upper, fill: null, stroke }, { commands: lower, fill: null, stroke });
}

/** So many waves from one place to another. */
function wave([from, to]: readonly [Emu, Emu], yEmu: Emu, swing: Emu, count: number): readonly PathCommand[] {
  const at = (share: number): Emu => Math.round(from + ((to - from) * share) / count);
  const commands: PathCommand[] = [{ op: "move", xEmu: from, yEmu }];
  for (let one = 0; one < count; one++) {
    const [x1Emu, x2Emu, xEmu] = [at(one + 1 / 3), at(one + 2 / 3), at(one + 1)];
    commands.push({ op: "curve", x1Emu, y1Emu: yEmu - 2 * swing, x2Emu, y2Emu: yEmu + 2 * swing, xEmu, yEmu });
  }
  return commands;
}

/** White, or the chart's own ground. */
export function paperOf({ element, input, scope }: ChartDrawing): Color {
  const { fill } = element.box;
  return (fill === null ? null : resolveFill(input, fill, scope)) ?? [255, 255, 255, 255];
}

/** An arrow is so high and its head so wide and high, in type sizes. */
export const ARROW_SIZES = 1;
const HEAD_SIZES = 0.45;
const STEM_EMU = 12_700;

/** An arrow to the edge of the plot, where a point or a whole bar lies beyond it. */
export function arrow(
  drawing: ChartDrawing,
  [xEmu, yEmu]: readonly [Emu, Emu],
  points: "above" | "below",
  color: Color,
): void {
  const down = points === "above" ? 1 : -1;
  const length = Math.round(drawing.sizeEmu * ARROW_SIZES) * down;
  const head = Math.round(drawing.sizeEmu * HEAD_SIZES);
  const neck = yEmu + head * down;
  const stem = [
    [xEmu, yEmu + length],
    [xEmu, neck],
  ] as const;
  drawing.paths.push(linePath(stem, { widthEmu: STEM_EMU, color, dashEmu: [] }));
  const half = Math.round(head / 2);
  const tip = polygon([
    [xEmu, yEmu],
    [xEmu + half, neck],
    [xEmu - half, neck],
  ]);
  drawing.paths.push({ commands: tip, fill: color, stroke: null });
}
