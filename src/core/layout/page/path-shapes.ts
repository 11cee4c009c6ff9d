// Shapes that drawings are made of, as paths.

import type { Color, Emu } from "../../canvas/index.ts";
import { cosineOf, sineOf, tangentOf } from "../../geometry/index.ts";
import type { DrawnPath } from "./drawn-path.ts";
import type { PathCommand, Rectangle } from "./pages.ts";

type Point = readonly [xEmu: Emu, yEmu: Emu];

export function rectanglePath(edges: Rectangle, fill: Color | null, stroke: DrawnPath["stroke"]): DrawnPath {
  return { commands: rectangle(edges), fill, stroke };
}

export function rectangle({ leftEmu, topEmu, rightEmu, bottomEmu }: Rectangle): readonly PathCommand[] {
  return polygon([
    [leftEmu, topEmu],
    [rightEmu, topEmu],
    [rightEmu, bottomEmu],
    [leftEmu, bottomEmu],
  ]);
}

export function linePath(points: readonly Point[], stroke: NonNullable<DrawnPath["stroke"]>): DrawnPath {
  return { commands: polyline(points), fill: null, stroke };
}

export function polyline(points: readonly Point[]): readonly PathCommand[] {
  return points.map(([xEmu, yEmu], at) => ({ op: at === 0 ? "move" : "line", xEmu, yEmu }));
}

export function polygon(points: readonly Point[]): readonly PathCommand[] {
  return [...polyline(points), { op: "close" }];
}

/** The control points of a quarter circle lie this far out, in radii. */
const KAPPA = 0.5522847498;

export function circle([x, y]: Point, radiusEmu: Emu): readonly PathCommand[] {
  const k = Math.round(radiusEmu * KAPPA);
  const r = radiusEmu;
  const curve = (x1: Emu, y1: Emu, x2: Emu, y2: Emu, toX: Emu, toY: Emu): PathCommand => {
    return { op: "curve", x1Emu: x + x1, y1Emu: y + y1, x2Emu: x + x2, y2Emu: y + y2, xEmu: x + toX, yEmu: y + toY };
  };
  return [
    { op: "move", xEmu: x + r, yEmu: y },
    curve(r, k, k, r, 0, r),
    curve(-k, r, -r, k, -r, 0),
    curve(-r, -k, -k, -r, 0, -r),
    curve(k, -r, r, -k, r, 0),
    { op: "close" },
  ];
}

/** A rectangle with round corners, no rounder than its sides let them be. */
export function roundedRectangle(edges: Rectangle, radiusEmu: Emu): readonly PathCommand[] {
  const { leftEmu: left, topEmu: top, rightEmu: right, bottomEmu: bottom } = edges;
  const r = Math.min(radiusEmu, Math.floor((right - left) / 2), Math.floor((bottom - top) / 2));
  if (r <= 0) return rectangle(edges);
  const k = r - Math.round(r * KAPPA);
  const line = (xEmu: Emu, yEmu: Emu): PathCommand => ({ op: "line", xEmu, yEmu });
  const curve = ([x1Emu, y1Emu]: Point, [x2Emu, y2Emu]: Point, [xEmu, yEmu]: Point): PathCommand => {
    return { op: "curve", x1Emu, y1Emu, x2Emu, y2Emu, xEmu, yEmu };
  };
  return [
    { op: "move", xEmu: left + r, yEmu: top },
    line(right - r, top),
    curve([right - k, top], [right, top + k], [right, top + r]),
    line(right, bottom - r),
    curve([right, bottom - k], [right - k, bottom], [right - r, bottom]),
    line(left + r, bottom),
    curve([left + k, bottom], [left, bottom - k], [left, bottom - r]),
    line(left, top + r),
    curve([left, top + k], [left + k, top], [left + r, top]),
    { op: "close" },
  ];
}

/** A part of a circle from one angle to another, clockwise from the top, in turns. */
export function slice([x, y]: Point, radiusEmu: Emu, from: number, to: number): readonly PathCommand[] {
  const commands: PathCommand[] = [{ op: "move", xEmu: x, yEmu: y }];
  const point = (turn: number): Point => [
    x + Math.round(radiusEmu * sineOf(2 * Math.PI * turn)),
    y - Math.round(radiusEmu * cosineOf(2 * Math.PI * turn)),
  ];
  const pieces = Math.max(1, Math.ceil((to - from) * 4));
  const [startX, startY] = point(from);
  commands.push({ op: "line", xEmu: startX, yEmu: startY });
  for (let piece = 0; piece < pieces; piece++) {
    const [begin, end] = [from + ((to - from) * piece) / pieces, from + ((to - from) * (piece + 1)) / pieces];
    const reach = (4 / 3) * tangentOf((Math.PI * (end - begin)) / 2) * radiusEmu;
    const along = (turn: number): Point => [
      Math.round(reach * cosineOf(2 * Math.PI * turn)),
      Math.round(reach * sineOf(2 * Math.PI * turn)),
    ];
    const [[x0, y0], [x3, y3], [dx0, dy0], [dx3, dy3]] = [point(begin), point(end), along(begin), along(end)];
    const [x1Emu, y1Emu, x2Emu, y2Emu] = [x0 + dx0, y0 + dy0, x3 - dx3, y3 - dy3];
    commands.push({ op: "curve", x1Emu, y1Emu, x2Emu, y2Emu, xEmu: x3, yEmu: y3 });
  }
  commands.push({ op: "close" });
  return commands;
}

/** A side of a rectangle. Where another side meets it, it has its half of the round corner. */
export interface RoundedSide {
  readonly side: "top" | "right" | "bottom" | "left";
  readonly radiusEmu: Emu;
  /** Whether it is met where it begins and where it ends, clockwise. */
  readonly meets: readonly [begin: boolean, end: boolean];
  /** How far an end that meets nothing reaches beyond the rectangle. */
  readonly beyondEmu: Emu;
}

export function roundedSide(
  edges: Rectangle,
  { side, radiusEmu, meets, beyondEmu }: RoundedSide,
): readonly PathCommand[] {
  const { leftEmu: left, topEmu: top, rightEmu: right, bottomEmu: bottom } = edges;
  const corners: readonly Point[] = [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ];
  const at = { top: 0, right: 1, bottom: 2, left: 3 }[side];
  const cornerAt = (n: number): Point => corners[n % 4] ?? [left, top];
  const [before, from, to, after] = [cornerAt(at + 3), cornerAt(at), cornerAt(at + 1), cornerAt(at + 2)];
  const r = Math.min(radiusEmu, Math.floor((right - left) / 2), Math.floor((bottom - top) / 2));
  const beyond = ([x, y]: Point, [otherX, otherY]: Point): Point => [
    x + Math.sign(x - otherX) * beyondEmu,
    y + Math.sign(y - otherY) * beyondEmu,
  ];
  const move = ([xEmu, yEmu]: Point): PathCommand => ({ op: "move", xEmu, yEmu });
  const line = ([xEmu, yEmu]: Point): PathCommand => ({ op: "line", xEmu, yEmu });
  const begin = halfCorner(from, to, before, r);
  const end = halfCorner(to, from, after, r);
  return [
    ...(meets[0] ? [move(begin[0]), curveTo(begin[1][0], begin[1][1], begin[2])] : [move(beyond(from, to))]),
    ...(meets[1] ? [line(end[2]), curveTo(end[1][1], end[1][0], end[0])] : [line(beyond(to, from))]),
  ];
}

/** The middle of a corner's arc, the control points from there to the side, and where the side begins. */
function halfCorner(
  corner: Point,
  along: Point,
  aside: Point,
  r: Emu,
): readonly [middle: Point, controls: readonly [Point, Point], onSide: Point] {
  const toward = ([x, y]: Point, by: Emu): Point => [
    corner[0] + Math.sign(x - corner[0]) * by,
    corner[1] + Math.sign(y - corner[1]) * by,
  ];
  const control = r - Math.round(r * KAPPA);
  const [start, first, second, end] = [
    toward(aside, r),
    toward(aside, control),
    toward(along, control),
    toward(along, r),
  ];
  const mix = (weights: readonly number[]): Point => {
    const sum = (axis: 0 | 1) =>
      Math.round([start, first, second, end].reduce((total, point, at) => total + point[axis] * (weights[at] ?? 0), 0));
    return [sum(0), sum(1)];
  };
  return [mix([0.125, 0.375, 0.375, 0.125]), [mix([0, 0.25, 0.5, 0.25]), mix([0, 0, 0.5, 0.5])], end];
}

function curveTo([x1Emu, y1Emu]: Point, [x2Emu, y2Emu]: Point, [xEmu, yEmu]: Point): PathCommand {
  return { op: "curve", x1Emu, y1Emu, x2Emu, y2Emu, xEmu, yEmu };
}
