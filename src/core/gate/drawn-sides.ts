// What a form draws, as the parts that are each missed where they are not seen: an area, and every side of a border.
import type { Emu } from "../canvas/index.ts";
import {
  type FillItem,
  type ImageItem,
  inkOf,
  type PathCommand,
  type Rectangle,
  type StrokeItem,
} from "../layout/index.ts";
import { covers } from "./covers.ts";
import { axisPoints, POINTS, type Point, pointsWithin } from "./drawn-points.ts";

/** A part of something drawn. */
export interface Side {
  /** Where it is looked at. */
  readonly points: readonly Point[];
  /** Points without which it is not seen: the quick look at a page goes by them. None: it goes by where they meet. */
  readonly middles: readonly Point[];
  readonly ink: Rectangle;
}

/** What of an edge is thinner is no rim that anybody sees: 0.05 mm. */
export const RIM_EMU = 1_800;

/** To the sides of a line's axis, in parts of half its width. */
const ACROSS = [0, 0.8, -0.8];

/** The sides of an item: those of a border or line, the whole of an area or picture with its rim. */
export function sidesOf(item: FillItem | StrokeItem | ImageItem): readonly Side[] {
  const ink = inkOf(item);
  if (ink === null) return [];
  if (item.kind !== "stroke") return [sideOfArea(item, ink)];
  const { shape, widthEmu, clip, clipPaths } = item;
  const isCut = clip !== undefined || clipPaths !== undefined;
  const segments =
    shape.kind === "rectangle" ? straightEdges(shape.rectangle, shape.radiusEmu) : segmentsOf(shape.commands);
  if (isCut || segments === null || segments.length === 0) {
    const isRing = !isCut && shape.kind === "rectangle";
    return [{ points: axisPoints(item), middles: isRing ? middlesOf(shape.rectangle) : [], ink }];
  }
  const middles = shape.kind === "rectangle" || segments.length === 1;
  return segments.map((segment) => sideOfLine(segment, widthEmu, middles));
}

function sideOfArea(item: FillItem | ImageItem, ink: Rectangle): Side {
  const rim = rimOf(ink);
  const isWhole =
    item.kind === "fill" && item.shape.kind === "rectangle" && item.clip === undefined && item.clipPaths === undefined;
  const points = [...pointsWithin(ink), ...rimPoints(rim)];
  const within = item.kind === "image" ? points : points.filter(([x, y]) => covers(item, x, y));
  return { points: within, middles: isWhole ? middlesOf(rim) : [], ink };
}

/** The edge of an area, within it by what is hardly seen. */
export function rimOf({ leftEmu, topEmu, rightEmu, bottomEmu }: Rectangle): Rectangle {
  const across = Math.min(RIM_EMU, (rightEmu - leftEmu) / 4);
  const down = Math.min(RIM_EMU, (bottomEmu - topEmu) / 4);
  return { leftEmu: leftEmu + across, topEmu: topEmu + down, rightEmu: rightEmu - across, bottomEmu: bottomEmu - down };
}

/** Most of the points of an area lie within it: those of its rim count as much. */
function rimPoints(rim: Rectangle): readonly Point[] {
  const edges = edgesOf(rim, 0).flatMap((edge) => alongOf(edge));
  return Array.from({ length: POINTS / 4 }, () => edges).flat();
}

function middlesOf({ leftEmu, topEmu, rightEmu, bottomEmu }: Rectangle): readonly Point[] {
  const [x, y] = [(leftEmu + rightEmu) / 2, (topEmu + bottomEmu) / 2];
  return [
    [leftEmu, y],
    [x, topEmu],
    [rightEmu, y],
    [x, bottomEmu],
  ];
}

type Segment = readonly [fromX: Emu, fromY: Emu, toX: Emu, toY: Emu];

function edgesOf({ leftEmu, topEmu, rightEmu, bottomEmu }: Rectangle, radiusEmu: Emu): readonly Segment[] {
  const radius = Math.min(radiusEmu, (rightEmu - leftEmu) / 2, (bottomEmu - topEmu) / 2);
  return [
    [leftEmu + radius, topEmu, rightEmu - radius, topEmu],
    [rightEmu, topEmu + radius, rightEmu, bottomEmu - radius],
    [leftEmu + radius, bottomEmu, rightEmu - radius, bottomEmu],
    [leftEmu, topEmu + radius, leftEmu, bottomEmu - radius],
  ];
}

/** None of a ring: its edges are all round. */
function straightEdges(rectangle: Rectangle, radiusEmu: Emu): readonly Segment[] {
  return edgesOf(rectangle, radiusEmu).filter(([fromX, fromY, toX, toY]) => fromX !== toX || fromY !== toY);
}

/** The straight pieces of a path; null where it has curves, and is judged as one. */
function segmentsOf(commands: readonly PathCommand[]): readonly Segment[] | null {
  const segments: Segment[] = [];
  let [x, y, startX, startY] = [0, 0, 0, 0];
  for (const command of commands) {
    if (command.op === "curve") return null;
    const [toX, toY] = command.op === "close" ? [startX, startY] : [command.xEmu, command.yEmu];
    if (command.op === "move") [startX, startY] = [toX, toY];
    else if (toX !== x || toY !== y) segments.push([x, y, toX, toY]);
    [x, y] = [toX, toY];
  }
  return segments;
}

function alongOf([fromX, fromY, toX, toY]: Segment): readonly Point[] {
  return Array.from({ length: POINTS }, (_, point): Point => {
    const share = (point + 0.5) / POINTS;
    return [fromX + (toX - fromX) * share, fromY + (toY - fromY) * share];
  });
}

function sideOfLine(segment: Segment, widthEmu: Emu, hasMiddle: boolean): Side {
  const [fromX, fromY, toX, toY] = segment;
  const [dx, dy] = [toX - fromX, toY - fromY];
  const length = Math.max(1, Math.sqrt(dx * dx + dy * dy));
  const half = widthEmu / 2;
  const points = alongOf(segment).flatMap(([x, y]) =>
    ACROSS.map((part): Point => [x - (dy / length) * part * half, y + (dx / length) * part * half]),
  );
  const [thickX, thickY] = [(Math.abs(dy) / length) * half, (Math.abs(dx) / length) * half];
  const ink = {
    leftEmu: Math.min(fromX, toX) - thickX,
    topEmu: Math.min(fromY, toY) - thickY,
    rightEmu: Math.max(fromX, toX) + thickX,
    bottomEmu: Math.max(fromY, toY) + thickY,
  };
  return { points, middles: hasMiddle ? [[(fromX + toX) / 2, (fromY + toY) / 2]] : [], ink };
}
