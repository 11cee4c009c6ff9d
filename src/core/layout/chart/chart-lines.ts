// Lines from point to point. Where a line leaves the limits it ends at the edge; a point beyond them is an arrow.
import type { Emu } from "../../canvas/index.ts";
import { linePath } from "../page/index.ts";
import { arrow } from "./chart-breaks.ts";
import { casingOf, isLostOn } from "./chart-casings.ts";
import type { ChartDrawing } from "./chart-drawing.ts";
import { dashesOf, marker, markerReach } from "./chart-markers.ts";
import { drawNumber } from "./chart-numbers.ts";
import { beyond, levelOf, numberOf, type Plot } from "./chart-plot.ts";
import { type Side, sidesOf } from "./chart-spots.ts";

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
    const isCased = isLostOn(drawing, index);
    const [points, own] = [lines[index] ?? [], layers[index] ?? { ofPieces: [], ofPoints: [] }];
    for (const { layer, places } of runsOf(points, own.ofPieces, plot)) {
      const stroke = { widthEmu: widthOf(layer), color: one.color, dashEmu, join: "round" } as const;
      const line = linePath(places, stroke);
      if (isCased) drawing.paths.push(casingOf(drawing, line));
      drawing.paths.push({ ...line, isMark: true });
      noteStrokes(drawing, places, Math.round(stroke.widthEmu / 2));
    }
    drawPoints(drawing, plot, points, { index, layers: own.ofPoints, isCased });
    for (const point of points) if (point !== null) showPoint(drawing, plot, point);
  });
  return () => {
    series.forEach((_, index) => {
      const points = lines[index] ?? [];
      rows.forEach((row, at) => {
        const point = points[at] ?? null;
        if (point === null) return;
        const sides = sidesAt(drawing, plot, lines, index, at);
        drawNumber(drawing, plot, { row, index, xEmu: point.xEmu, widthEmu: 0, ends: [0, point.value], sides });
      });
    });
  };
}

/** On which sides of a point its number may stand, for the other points of its category that have numbers. */
function sidesAt(
  drawing: ChartDrawing,
  plot: Plot,
  lines: readonly (readonly (Point | null)[])[],
  index: number,
  at: number,
): readonly Side[] {
  const others = drawing.element.series.flatMap(({ format }, other) => {
    const point = lines[other]?.[at] ?? null;
    return format === null || other === index || point === null ? [] : [levelOf(plot, point.value)];
  });
  return sidesOf(drawing, levelOf(plot, lines[index]?.[at]?.value ?? 0), others);
}

/** The pieces between such places. */
function noteStrokes({ strokes }: ChartDrawing, places: readonly Place[], halfEmu: Emu): void {
  for (let at = 1; at < places.length; at++) {
    const [from, to] = [places[at - 1], places[at]];
    if (from !== undefined && to !== undefined) strokes.push({ from, to, halfEmu });
  }
}

function showPoint({ shown, sizeEmu }: ChartDrawing, plot: Plot, { xEmu, value }: Point): void {
  if (beyond(value, plot.scale) !== null) return;
  const [half, yEmu] = [Math.round((sizeEmu * MARKER_SIZES) / 4), levelOf(plot, value)];
  const extent = { leftEmu: xEmu - half, topEmu: yEmu - half, rightEmu: xEmu + half, bottomEmu: yEmu + half };
  shown.push({ ...extent, pointEmu: null });
}

/** How many later lines lie over a line: over each piece, by the place of its second point, and over each point. */
interface Layers {
  readonly ofPieces: readonly number[];
  readonly ofPoints: readonly number[];
}

/** What so many others lie over is so many layers wider than they are, and shows on both sides of them. */
function widthOf(layer: number): Emu {
  return LINE_EMU * (1 + 2 * layer);
}

/** Where later lines lie over a line, be it along all of it, along a piece, or at a point alone. */
function layersOf(lines: readonly (readonly (Point | null)[])[], plot: Plot): readonly Layers[] {
  const layers: Layers[] = lines.map(() => ({ ofPieces: [], ofPoints: [] }));
  for (let index = lines.length - 1; index >= 0; index--) {
    const points = lines[index] ?? [];
    const later = lines.flatMap((line, other) => (other > index ? [{ line, layers: layers[other] }] : []));
    const above = (covering: readonly (number | undefined)[]) => {
      return covering.reduce<number>((most, one) => Math.max(most, 1 + (one ?? 0)), 0);
    };
    layers[index] = {
      ofPieces: points.map((_, at) => {
        const piece = pieceOf(points, at, plot);
        const over = later.filter(({ line }) => areNear(pieceOf(line, at, plot), piece));
        return above(over.map((one) => one.layers?.ofPieces[at]));
      }),
      ofPoints: points.map((point, at) => {
        const over = later.filter(({ line }) => isAt(line[at] ?? null, point, plot));
        return above(over.map((one) => one.layers?.ofPoints[at]));
      }),
    };
  }
  return layers;
}

/** As near as a line is wide, nobody sees two. */
function isAt(other: Point | null, point: Point | null, plot: Plot): boolean {
  if (other === null || point === null) return false;
  return Math.abs(levelOf(plot, other.value) - levelOf(plot, point.value)) < LINE_EMU;
}

function areNear(one: Piece | null, other: Piece | null): boolean {
  if (one === null || other === null) return false;
  return one.every(([xEmu, yEmu], end) => {
    const [x = 0, y = 0] = other[end] ?? [];
    return Math.abs(xEmu - x) < LINE_EMU && Math.abs(yEmu - y) < LINE_EMU;
  });
}

interface Run {
  readonly layer: number;
  readonly places: Place[];
}

/**
 * What of a line lies within the limits, in runs that are drawn in one go: as far as equally many lines lie over it.
 * A gap in the data is a gap.
 */
function runsOf(points: readonly (Point | null)[], layers: readonly number[], plot: Plot): readonly Run[] {
  const runs: Run[] = [];
  for (let at = 1; at < points.length; at++) {
    const piece = pieceOf(points, at, plot);
    if (piece === null) continue;
    const [start, end] = piece;
    const [last, layer] = [runs.at(-1), layers[at] ?? 0];
    const place = last?.layer === layer ? last.places.at(-1) : undefined;
    const goes = place !== undefined && points[at - 2] !== null && place[0] === start[0] && place[1] === start[1];
    if (goes) last?.places.push(end);
    else runs.push({ layer, places: [start, end] });
  }
  return runs;
}

type Place = readonly [xEmu: Emu, yEmu: Emu];
type Piece = readonly [from: Place, to: Place];

/** From the point before to the point of an index, as far as the limits let it be seen. */
function pieceOf(points: readonly (Point | null)[], at: number, plot: Plot): Piece | null {
  const [from, to] = [points[at - 1] ?? null, points[at] ?? null];
  return from === null || to === null ? null : within(from, to, plot);
}

/** The part of a line between the limits; null where there is none. */
function within(from: Point, to: Point, plot: Plot): Piece | null {
  const { scale } = plot;
  const sides = [beyond(from.value, scale), beyond(to.value, scale)];
  if (sides[0] !== null && sides[0] === sides[1]) return null;
  const place = (point: Point, other: Point): Place => {
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
  { index, layers, isCased }: { readonly index: number; readonly layers: readonly number[]; readonly isCased: boolean },
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
      if (!isMarked) return;
      const layer = layers[at] ?? 0;
      const mark = marker(drawing, index, place, color, layer);
      if (isCased) drawing.paths.push(casingOf(drawing, mark));
      drawing.paths.push(mark);
      drawing.strokes.push({ from: place, to: place, halfEmu: markerReach(drawing, layer) });
    } else if (point.xEmu - arrows[side] >= MARKER_SIZES * drawing.sizeEmu) {
      arrow(drawing, place, side, color);
      arrows[side] = point.xEmu;
    }
  });
}
