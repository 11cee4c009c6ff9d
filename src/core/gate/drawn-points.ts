// Points of what a form draws: where it is looked for when something may hide it, cut it or have its colour.
import type { Emu } from "../canvas/index.ts";
import type { FillItem, ImageItem, PathCommand, Rectangle, StrokeItem } from "../layout/index.ts";
import { bezier, covers } from "./covers.ts";

/** So many are looked at, across and down. */
export const POINTS = 16;

export type Point = readonly [xEmu: Emu, yEmu: Emu];

/** Even points of an area. */
export function pointsWithin({ leftEmu, topEmu, rightEmu, bottomEmu }: Rectangle): readonly Point[] {
  const [width, height] = [rightEmu - leftEmu, bottomEmu - topEmu];
  return Array.from({ length: POINTS * POINTS }, (_, point) => {
    const [column, row] = [point % POINTS, Math.floor(point / POINTS)];
    return [leftEmu + (width * (column + 0.5)) / POINTS, topEmu + (height * (row + 0.5)) / POINTS];
  });
}

/** Points of an area that an item lies on, or of a line's axis: what `within` says of the former. */
export function pointsOf(item: FillItem | StrokeItem | ImageItem, within: Rectangle): readonly Point[] {
  if (item.kind === "stroke") return axisPoints(item);
  return pointsWithin(within).filter(([x, y]) => item.kind === "image" || covers(item, x, y));
}

type Curve = Extract<PathCommand, { readonly op: "curve" }>;

/** Points along a cubic Bézier curve. */
function pointsOfCurve([fromX, fromY]: Point, { x1Emu, y1Emu, x2Emu, y2Emu, xEmu, yEmu }: Curve): readonly Point[] {
  return Array.from({ length: POINTS }, (_, point): Point => {
    const at = (point + 0.5) / POINTS;
    return [bezier(at, fromX, x1Emu, x2Emu, xEmu), bezier(at, fromY, y1Emu, y2Emu, yEmu)];
  });
}

/** Points along the axis of a line. */
export function axisPoints({ shape, clip }: StrokeItem): readonly Point[] {
  const points: Point[] = [];
  const along = (fromX: Emu, fromY: Emu, toX: Emu, toY: Emu): void => {
    for (let point = 0; point < POINTS; point += 1) {
      const share = (point + 0.5) / POINTS;
      points.push([fromX + (toX - fromX) * share, fromY + (toY - fromY) * share]);
    }
  };
  if (shape.kind === "rectangle") {
    const { leftEmu, topEmu, rightEmu, bottomEmu } = shape.rectangle;
    const radius = Math.min(shape.radiusEmu, (rightEmu - leftEmu) / 2, (bottomEmu - topEmu) / 2);
    along(leftEmu + radius, topEmu, rightEmu - radius, topEmu);
    along(rightEmu, topEmu + radius, rightEmu, bottomEmu - radius);
    along(leftEmu + radius, bottomEmu, rightEmu - radius, bottomEmu);
    along(leftEmu, topEmu + radius, leftEmu, bottomEmu - radius);
    // The middles of round corners.
    const inset = radius * (1 - Math.SQRT1_2);
    if (radius > 0)
      for (const x of [leftEmu + inset, rightEmu - inset])
        for (const y of [topEmu + inset, bottomEmu - inset]) points.push([x, y]);
  } else {
    let [x, y, startX, startY] = [0, 0, 0, 0];
    for (const command of shape.commands) {
      const [toX, toY] = command.op === "close" ? [startX, startY] : [command.xEmu, command.yEmu];
      if (command.op === "move") [startX, startY] = [toX, toY];
      else if (command.op === "curve") points.push(...pointsOfCurve([x, y], command));
      else along(x, y, toX, toY);
      [x, y] = [toX, toY];
    }
  }
  if (clip === undefined) return points;
  return points.filter(([x, y]) => x > clip.leftEmu && x < clip.rightEmu && y > clip.topEmu && y < clip.bottomEmu);
}
