// Bars beside one another, or on one another; what the limits cut off has a break mark at its end and its number.
import type { Color, Emu } from "../../canvas/index.ts";
import { Decimal } from "../../expression/index.ts";
import { rectangle } from "../page/index.ts";
import { arrow, breakMark } from "./chart-breaks.ts";
import { type ChartDrawing, type ChartRow, outlineOf } from "./chart-drawing.ts";
import { areaPaths } from "./chart-hatch.ts";
import type { Look } from "./chart-looks.ts";
import { drawNumber, drawReach } from "./chart-numbers.ts";
import { beyond, type Ends, isHidden, levelOf, numberOf, type Plot } from "./chart-plot.ts";

/** Bars of a category fill this share of its band. */
const BARS_SHARE = 0.64;
const BAR_MAX_EMU = 540_000;
/** Of a narrower or lower bar, outlines would leave no colour. */
const OUTLINED_EMU = 19_050;

/** A bar's left and right edge. */
type Sides = readonly [leftEmu: Emu, rightEmu: Emu];

/** Draws the bars. The answer draws their numbers, after all bars and points. */
export function drawBars(drawing: ChartDrawing, plot: Plot): () => void {
  const { rows, element } = drawing;
  const isStacked = element.chart === "stacked";
  const side = isStacked ? 1 : Math.max(1, barsOf(element).length);
  const barEmu = Math.min(BAR_MAX_EMU, Math.floor((plot.bandEmu * BARS_SHARE) / side));
  const numbers: Numbers = [];
  const zeros: Numbers = [];
  rows.forEach((row, at) => {
    const middle = plot.edges.leftEmu + Math.round(plot.bandEmu * (at + 0.5));
    const left = middle - Math.floor((barEmu * side) / 2);
    if (isStacked) drawStack(drawing, plot, row, [left, left + barEmu], { numbers, zeros });
    else drawSideBySide(drawing, plot, row, [left, left + barEmu], numbers);
  });
  return () => {
    for (const drawOne of [...numbers, ...zeros]) drawOne();
  };
}

/** The series that are bars, in the order in which they stand beside one another. */
function barsOf({ series }: ChartDrawing["element"]): readonly number[] {
  return series.flatMap(({ type }, at) => (type === "line" ? [] : [at]));
}

type Numbers = (() => void)[];

/** `sides` are those of the first bar. */
function drawSideBySide(drawing: ChartDrawing, plot: Plot, row: ChartRow, sides: Sides, numbers: Numbers): void {
  const [leftEmu, barEmu] = [sides[0], sides[1] - sides[0]];
  barsOf(drawing.element).forEach((index, slot) => {
    const value = row.values[index] ?? null;
    if (value === null) return;
    const color = row.colors[index] ?? drawing.ink;
    const x = leftEmu + slot * barEmu;
    const ends = [0, numberOf(value)] as const;
    drawBar(drawing, plot, [x, x + barEmu], ends, { color, hatch: drawing.series[index]?.hatch ?? null });
    drawBreaks(drawing, plot, [x, x + barEmu], ends, color);
    numbers.push(() => drawNumber(drawing, plot, { row, index, xEmu: x, widthEmu: barEmu, ends }));
  });
}

/** Numbers of what is to be seen, and of zeros, which stand beside stacks where those leave room. */
interface StackNumbers {
  readonly numbers: Numbers;
  readonly zeros: Numbers;
}

/** Parts above and below zero, each for themselves; the stack as a whole is what limits cut off. */
function drawStack(
  drawing: ChartDrawing,
  plot: Plot,
  row: ChartRow,
  sides: Sides,
  { numbers, zeros }: StackNumbers,
): void {
  let [above, below] = [Decimal.zero, Decimal.zero];
  const width = sides[1] - sides[0];
  const colors: { above: Color | null; below: Color | null } = { above: null, below: null };
  row.values.forEach((value, index) => {
    if (value === null) return;
    const base = value.sign() >= 0 ? above : below;
    const end = base.plus(value);
    const ends = [numberOf(base), numberOf(end)] as const;
    const color = row.colors[index] ?? drawing.ink;
    drawBar(drawing, plot, sides, ends, { color, hatch: drawing.series[index]?.hatch ?? null });
    const part = value.sign() >= 0 ? "above" : "below";
    if (colors[part] === null || beyond(ends[0], plot.scale) === null) colors[part] = color;
    if (value.sign() >= 0) above = end;
    else below = end;
    const isAtEnd = value.sign() === 0 && isLastAbove(row, index);
    (value.sign() === 0 ? zeros : numbers).push(() =>
      drawNumber(drawing, plot, { row, index, xEmu: sides[0], widthEmu: width, ends, isAtEnd }),
    );
  });
  for (const reach of [above, below]) {
    if (reach.sign() === 0) continue;
    const color = (reach.sign() > 0 ? colors.above : colors.below) ?? drawing.ink;
    drawBreaks(drawing, plot, sides, [0, numberOf(reach)], color);
    if (beyond(numberOf(reach), plot.scale) === null) continue;
    numbers.push(() => drawReach(drawing, plot, reach, [sides[0], width]));
  }
}

/** Whether no later part lies above a part of a stack. */
function isLastAbove({ values }: ChartRow, index: number): boolean {
  return values.slice(index + 1).every((value) => value === null || value.sign() <= 0);
}

function drawBar(drawing: ChartDrawing, plot: Plot, [leftEmu, rightEmu]: Sides, [from, to]: Ends, look: Look): void {
  const [one, other] = [levelOf(plot, from), levelOf(plot, to)];
  if (one === other) return;
  const bar = { leftEmu, topEmu: Math.min(one, other), rightEmu, bottomEmu: Math.max(one, other) };
  drawing.ends.push([leftEmu, rightEmu, other]);
  drawing.shown.push({ ...bar, pointEmu: leftEmu });
  const isThin = Math.min(rightEmu - leftEmu, Math.abs(one - other)) < OUTLINED_EMU;
  const outline = isThin ? null : outlineOf(drawing);
  drawing.paths.push(...areaPaths(drawing, rectangle(bar), bar, look, outline));
}

/** Marks at the ends of a bar that lie beyond the limits: its height is not its value. */
function drawBreaks(drawing: ChartDrawing, plot: Plot, sides: Sides, ends: Ends, color: Color): void {
  const { edges, scale } = plot;
  const side = beyond(ends[1], scale);
  const middle = Math.round((sides[0] + sides[1]) / 2);
  if (side !== null && isHidden(plot, ends)) arrow(drawing, [middle, levelOf(plot, ends[1])], side, color);
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  const heightEmu = levelOf(plot, low) - levelOf(plot, high);
  if (heightEmu === 0) return;
  const [isAbove, isBelow] = [high > scale.max, low < scale.min];
  const share = isAbove && isBelow ? Math.floor(heightEmu / 2) : heightEmu;
  if (isAbove) breakMark(drawing, sides, edges.topEmu, share, 1);
  if (isBelow) breakMark(drawing, sides, edges.bottomEmu, share, -1);
}
