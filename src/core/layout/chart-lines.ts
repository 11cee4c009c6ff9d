// Lines from point to point. Where a line leaves the limits it ends at the edge; a point beyond them is an arrow.
import type { Emu } from "../canvas/index.ts";
import { arrow } from "./chart-breaks.ts";
import type { ChartDrawing } from "./chart-drawing.ts";
import { dashesOf, marker } from "./chart-markers.ts";
import { drawNumber } from "./chart-numbers.ts";
import { beyond, levelOf, numberOf, type Plot } from "./chart-plot.ts";
import { linePath } from "./path-shapes.ts";

const LINE_EMU = 15_875;
/** Marks of a line are at least so many type sizes apart. */
const MARKER_SIZES = 0.6;

interface Point {
  readonly xEmu: Emu;
  readonly value: number;
}

/** Draws the lines. The answer draws their numbers, after all bars and points. */
export function drawLines(drawing: ChartDrawing, plot: Plot): () => void {
  const { rows, series } = drawing;
  const lines = series.map((_, index) =>
    rows.map((row, at): Point | null => {
      const value = row.values[index] ?? null;
      const xEmu = plot.edges.leftEmu + Math.round(plot.bandEmu * (at + 0.5));
      return value === null ? null : { xEmu, value: numberOf(value) };
    }),
  );
  const layers = layersOf(lines, plot);
  series.forEach((one, index) => {
    const dashEmu = dashesOf(drawing, index);
    const [points, layer] = [lines[index] ?? [], layers[index] ?? 0];
    const widthEmu = LINE_EMU * (1 + 2 * layer);
    const stroke = { widthEmu, color: one.color, dashEmu, join: "round" } as const;
    for (const run of runsOf(points, plot)) drawing.paths.push({ ...linePath(run, stroke), isMark: true });
    drawPoints(drawing, plot, points, { index, layer });
    for (const point of points) if (point !== null) showPoint(drawing, plot, point);
  });
  return () => {
    series.forEach((_, index) => {
      const points = lines[index] ?? [];
      rows.forEach((row, at) => {
        const point = points[at] ?? null;
        if (point !== null) drawNumber(drawing, plot, row, index, [point.xEmu, 0], [0, point.value]);
      });
    });
  };
}

function showPoint({ shown, sizeEmu }: ChartDrawing, plot: Plot, { xEmu, value }: Point): void {
  if (beyond(value, plot.scale) !== null) return;
  const [half, yEmu] = [Math.round((sizeEmu * MARKER_SIZES) / 4), levelOf(plot, value)];
  const extent = { leftEmu: xEmu - half, topEmu: yEmu - half, rightEmu: xEmu + half, bottomEmu: yEmu + half };
  shown.push({ ...extent, pointEmu: null });
}

/**
 * How many lines lie over each: one that later ones cover at all of its points is so many layers wider than they are,
 * and shows on both sides of them.
 */
function layersOf(lines: readonly (readonly (Point | null)[])[], plot: Plot): readonly number[] {
  const layers = lines.map(() => 0);
  for (let index = lines.length - 2; index >= 0; index--) {
    const points = lines[index] ?? [];
    const covers = new Set<number>();
    const isCovered = points.every((point, at) => {
      if (point === null) return true;
      const over = lines.findIndex((line, other) => other > index && isAt(line[at] ?? null, point, plot));
      if (over >= 0) covers.add(layers[over] ?? 0);
      return over >= 0;
    });
    if (isCovered && covers.size > 0) layers[index] = 1 + Math.max(...covers);
  }
  return layers;
}

/** As near as a line is wide, nobody sees two. */
function isAt(other: Point | null, point: Point, plot: Plot): boolean {
  return other !== null && Math.abs(levelOf(plot, other.value) - levelOf(plot, point.value)) < LINE_EMU;
}

/** What of the lines lies within the limits, in pieces that are drawn in one go. A gap in the data is a gap. */
function runsOf(points: readonly (Point | null)[], plot: Plot): readonly (readonly (readonly [Emu, Emu])[])[] {
  const runs: (readonly [Emu, Emu])[][] = [];
  for (let at = 1; at < points.length; at++) {
    const [from, to] = [points[at - 1] ?? null, points[at] ?? null];
    const piece = from === null || to === null ? null : within(from, to, plot);
    if (piece === null || from === null) continue;
    const [start, end] = piece;
    const last = runs.at(-1)?.at(-1);
    const goes = last !== undefined && points[at - 2] !== null && last[0] === start[0] && last[1] === start[1];
    if (goes) runs.at(-1)?.push(end);
    else runs.push([start, end]);
  }
  return runs;
}

/** The part of a line between the limits; null where there is none. */
function within(from: Point, to: Point, plot: Plot): readonly [readonly [Emu, Emu], readonly [Emu, Emu]] | null {
  const { scale } = plot;
  const sides = [beyond(from.value, scale), beyond(to.value, scale)];
  if (sides[0] !== null && sides[0] === sides[1]) return null;
  const place = (point: Point, other: Point): readonly [Emu, Emu] => {
    const side = beyond(point.value, scale);
    if (side === null) return [point.xEmu, levelOf(plot, point.value)];
    const limit = side === "above" ? scale.max : scale.min;
    const share = (limit - point.value) / (other.value - point.value);
    return [Math.round(point.xEmu + (other.xEmu - point.xEmu) * share), levelOf(plot, limit)];
  };
  return [place(from, to), place(to, from)];
}

/** Marks where there is room for them, and where a point has no line; arrows of points beyond the limits. */
function drawPoints(
  drawing: ChartDrawing,
  plot: Plot,
  points: readonly (Point | null)[],
  { index, layer }: { readonly index: number; readonly layer: number },
): void {
  const every = Math.max(1, Math.ceil((MARKER_SIZES * drawing.sizeEmu) / plot.bandEmu));
  const arrows = { above: Number.NEGATIVE_INFINITY, below: Number.NEGATIVE_INFINITY };
  let counted = 0;
  points.forEach((point, at) => {
    if (point === null) return;
    const isLone = (points[at - 1] ?? null) === null && (points[at + 1] ?? null) === null;
    const isMarked = counted % every === 0 || isLone;
    counted++;
    const place = [point.xEmu, levelOf(plot, point.value)] as const;
    const side = beyond(point.value, plot.scale);
    const color = drawing.rows[at]?.colors[index] ?? drawing.ink;
    if (side === null) {
      if (isMarked) drawing.paths.push(marker(drawing, index, place, color, layer));
    } else if (point.xEmu - arrows[side] >= MARKER_SIZES * drawing.sizeEmu) {
      arrow(drawing, place, side, color);
      arrows[side] = point.xEmu;
    }
  });
}
