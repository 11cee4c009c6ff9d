// What lies under letters and codes: fills, pictures, or the paper.
import type { Color, Emu } from "../canvas/index.ts";
import { type FillItem, type ImageItem, inkOf, type Rectangle } from "../layout/index.ts";
import { beyondEdge } from "./covers.ts";

export const PAPER: Color = [255, 255, 255, 255];

/** What may lie under letters or a code. */
export type Ground = FillItem | ImageItem;

/** A fill that is thinner than this part of the letters is a line through or below them, and no ground. */
const LINE_SHARE = 4;

/** Whether a fill lies under all of an ink, some of it or nothing. */
export function reachOf(fill: FillItem, ink: Rectangle, sizeEmu: Emu): "none" | "part" | "whole" {
  const { shape, clip, clipPaths } = fill;
  if (clip !== undefined && !meet(clip, ink)) return "none";
  if (shape.kind !== "rectangle") {
    return meet(boundsOf(fill), ink) ? "part" : "none";
  }
  const { rectangle } = shape;
  if (!meet(rectangle, ink)) return "none";
  const thickness = Math.min(rectangle.rightEmu - rectangle.leftEmu, rectangle.bottomEmu - rectangle.topEmu);
  if (thickness * LINE_SHARE < sizeEmu) return "none";
  const isUncut = clipPaths === undefined && (clip === undefined || holds(clip, ink));
  const isWhole = isUncut && holds(rectangle, ink) && !reachesCorner(rectangle, shape.radiusEmu, ink);
  return isWhole ? "whole" : "part";
}

/** Whether an ink within a rectangle reaches beyond one of its round corners. */
function reachesCorner(rectangle: Rectangle, radiusEmu: Emu, { leftEmu, topEmu, rightEmu, bottomEmu }: Rectangle) {
  if (radiusEmu === 0) return false;
  return [leftEmu, rightEmu].some((x) => [topEmu, bottomEmu].some((y) => beyondEdge(rectangle, radiusEmu, x, y) > 0));
}

/** Each text of a page asks how far the marks of a schedule and the slices of a chart reach. */
const BOUNDS = new WeakMap<FillItem, Rectangle>();
const NOWHERE: Rectangle = { leftEmu: Infinity, topEmu: Infinity, rightEmu: -Infinity, bottomEmu: -Infinity };

function boundsOf(fill: FillItem): Rectangle {
  const known = BOUNDS.get(fill);
  if (known !== undefined) return known;
  const bounds = inkOf(fill) ?? NOWHERE;
  BOUNDS.set(fill, bounds);
  return bounds;
}

export function meet(one: Rectangle, other: Rectangle): boolean {
  return (
    one.leftEmu < other.rightEmu &&
    one.rightEmu > other.leftEmu &&
    one.topEmu < other.bottomEmu &&
    one.bottomEmu > other.topEmu
  );
}

export function holds(outer: Rectangle, inner: Rectangle): boolean {
  return (
    outer.leftEmu <= inner.leftEmu &&
    outer.rightEmu >= inner.rightEmu &&
    outer.topEmu <= inner.topEmu &&
    outer.bottomEmu >= inner.bottomEmu
  );
}
