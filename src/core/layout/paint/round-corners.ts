// What lies in a box with round corners ends at them: fills and lines of its content are cut by its shape.
import type { Emu } from "../../canvas/index.ts";
import {
  type Frame,
  inkOf,
  type Line,
  type PlacedItem,
  type Rectangle,
  type RoundCorners,
  roundedRectangle,
  thirdOf,
} from "../page/index.ts";

/** More than any line of a cell is wide. */
const BEYOND_EMU = 360_000;

/** How far the middle of a round corner is from the corner of its square, in radii. */
const CORNER = 1 - Math.SQRT1_2;

/**
 * Cuts the items from `from` on by the rounded edges of their box, where they would stick out of a corner. Letters are
 * never cut: those that no longer fit are told elsewhere.
 */
export function clipToCorners(
  items: PlacedItem[],
  from: number,
  edges: Rectangle,
  { span, radiusEmu }: RoundCorners,
): void {
  const width = edges.rightEmu - edges.leftEmu;
  const height = edges.bottomEmu - edges.topEmu;
  const radius = Math.min(radiusEmu, Math.floor(width / 2), Math.floor(height / 2));
  if (radius <= 0) return;
  const clip = { commands: roundedRectangle(edges, radius), corners: { span, radiusEmu: radius } };
  // Lines along an edge lie half beyond it.
  const lined: Rectangle = {
    leftEmu: edges.leftEmu - BEYOND_EMU,
    topEmu: edges.topEmu - BEYOND_EMU,
    rightEmu: edges.rightEmu + BEYOND_EMU,
    bottomEmu: edges.bottomEmu + BEYOND_EMU,
  };
  for (let at = from; at < items.length; at += 1) {
    const item = items[at];
    if (item === undefined || item.kind === "glyphs" || item.kind === "link") continue;
    const ink = inkOf(item);
    // What leaves its box anywhere is told, and drawn whole: cut, nothing might be left of it.
    if (ink === null || !isWithin(ink, item.kind === "image" ? edges : lined)) continue;
    if (sticksOut(item, edges, radius)) items[at] = { ...item, clipPaths: [...(item.clipPaths ?? []), clip] };
  }
}

/**
 * Cuts the items from `from` on at the inner strokes of a double frame that lies on them: between its two strokes
 * nothing is drawn. A side with another line leaves them as they are.
 */
export function clipToDoubles(items: PlacedItem[], from: number, edges: Rectangle, frame: Frame): void {
  const inset = (line: Line | null): Emu => (line?.dash === "double" ? thirdOf(line) : -BEYOND_EMU);
  const insets = [frame.left, frame.top, frame.right, frame.bottom].map(inset);
  if (insets.every((one) => one < 0)) return;
  const [left = 0, top = 0, right = 0, bottom = 0] = insets;
  const inner: Rectangle = {
    leftEmu: edges.leftEmu + left,
    topEmu: edges.topEmu + top,
    rightEmu: edges.rightEmu - right,
    bottomEmu: edges.bottomEmu - bottom,
  };
  const radius = Math.max(0, frame.radiusEmu - Math.max(left, top, right, bottom));
  const clip = { commands: roundedRectangle(inner, insets.every((one) => one >= 0) ? radius : 0) };
  const kept = items.splice(from).flatMap((item): readonly PlacedItem[] => {
    if (item.kind === "glyphs" || item.kind === "link") return [item];
    const ink = inkOf(item);
    if (ink === null || (isWithin(ink, inner) && !sticksOut(item, inner, radius))) return [item];
    return isBeside(ink, inner) ? [] : [{ ...item, clipPaths: [...(item.clipPaths ?? []), clip] }];
  });
  items.push(...kept);
}

function isWithin(ink: Rectangle, room: Rectangle): boolean {
  return (
    ink.leftEmu >= room.leftEmu &&
    ink.topEmu >= room.topEmu &&
    ink.rightEmu <= room.rightEmu &&
    ink.bottomEmu <= room.bottomEmu
  );
}

function isBeside(ink: Rectangle, room: Rectangle): boolean {
  return (
    ink.rightEmu <= room.leftEmu ||
    ink.bottomEmu <= room.topEmu ||
    ink.leftEmu >= room.rightEmu ||
    ink.topEmu >= room.bottomEmu
  );
}

/** Whether an item covers paper beyond the arc of a corner. */
function sticksOut(item: PlacedItem, edges: Rectangle, radius: Emu): boolean {
  const ink = inkOf(item);
  if (ink === null) return false;
  const isRound = (item.kind === "fill" || item.kind === "stroke") && item.shape.kind === "rectangle";
  // An item with round corners of its own reaches less far into a corner.
  const own = isRound && item.shape.kind === "rectangle" ? Math.round(item.shape.radiusEmu * CORNER) : 0;
  const left = edges.leftEmu + radius - (ink.leftEmu + own);
  const right = ink.rightEmu - own - (edges.rightEmu - radius);
  const top = edges.topEmu + radius - (ink.topEmu + own);
  const bottom = ink.bottomEmu - own - (edges.bottomEmu - radius);
  // An item that only touches the arc is not cut.
  const reach = (radius + 1) * (radius + 1);
  return [left, right].some((x) => x > 0 && [top, bottom].some((y) => y > 0 && x * x + y * y > reach));
}
