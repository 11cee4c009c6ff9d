// RPT5002: letters beyond a round corner of what holds them: its line runs through them, or its ground ends before
// them. Content is laid out in the square; a corner of a large radius takes a part of it.
import type { Diagnostic } from "../diagnostics/index.ts";
import {
  type FillItem,
  glyphInk,
  letterInks,
  type Page,
  type PlacedItem,
  type Rectangle,
  type StrokeItem,
} from "../layout/index.ts";
import { isWatermark } from "./contrast.ts";
import { beyondEdge } from "./covers.ts";
import { DRAWN_PICTURES } from "./drawn-lines.ts";
import { type ElementIndex, type ElementInfo, lengthTextAbove, nameOf } from "./elements.ts";
import { FoundByRow, type FoundInRow, pairOf } from "./row-places.ts";
import { paddingWithin } from "./thick-lines.ts";

interface Rounded {
  readonly element: ElementInfo;
  readonly item: FillItem | StrokeItem;
  readonly rectangle: Rectangle;
  readonly radiusEmu: number;
}

/** Whether an item is an area or a frame with round corners. */
export function isRounded(item: PlacedItem): boolean {
  if (item.kind !== "fill" && item.kind !== "stroke") return false;
  return item.shape.kind === "rectangle" && item.shape.radiusEmu > 0;
}

/** Each pair of elements once in each row, as overlaps are. Worded for page 1. */
export function beyondCornersByPair(page: Page, elements: ElementIndex): readonly FoundInRow[] {
  const { items } = page;
  const { byStart } = elements;
  const found = new FoundByRow(page, elements);
  const corners: Rounded[] = [];
  for (const item of items) {
    if ((item.kind !== "fill" && item.kind !== "stroke") || item.shape.kind !== "rectangle") continue;
    const { rectangle, radiusEmu } = item.shape;
    if (radiusEmu === 0) continue;
    const element = byStart.get(item.span[0]);
    if (element === undefined || element.isLayered || DRAWN_PICTURES.has(element.kind)) continue;
    corners.push({ element, item, rectangle, radiusEmu });
  }
  if (corners.length === 0) return [];
  for (const item of items) {
    if (item.kind !== "glyphs") continue;
    const element = byStart.get(item.span[0]);
    // Most letters are held by no round corner: nothing else is asked of those, since a render pays for each of them.
    if (element === undefined || element.isLayered || !corners.some((corner) => isHeld(element, corner))) continue;
    if (item.run.text.trim() === "" || isWatermark(item.color, element.inBackground)) continue;
    const ink = glyphInk(item);
    for (const corner of corners) {
      if (!isHeld(element, corner) || !standsIn(ink, corner.rectangle)) continue;
      const pair = pairOf(element.ownSpan[0], corner.element.ownSpan[0]);
      if (found.has(pair, item)) continue;
      const { rectangle, radiusEmu } = corner;
      const isBeyond = letterInks(item)
        .flatMap(cornersOf)
        .some(([x, y]) => beyondEdge(rectangle, radiusEmu, x, y) > 0 && isWithin(x, y, rectangle));
      if (isBeyond) found.add(pair, finding(corner, element), item);
    }
  }
  return found.all();
}

/** Few letters have strokes in the very corners of their ink: these lie so far within, in parts of the ink's size. */
const INSET_SHARE = 0.04;

/** A letter lies within round corners where these points do. */
function cornersOf({ leftEmu, topEmu, rightEmu, bottomEmu }: Rectangle): readonly (readonly [x: number, y: number])[] {
  const inset = Math.min(rightEmu - leftEmu, bottomEmu - topEmu) * INSET_SHARE;
  return [leftEmu + inset, rightEmu - inset].flatMap((x) =>
    [topEmu + inset, bottomEmu - inset].map((y) => [x, y] as const),
  );
}

function isHeld({ ownSpan: [start, end] }: ElementInfo, { element: { ownSpan } }: Rounded): boolean {
  return ownSpan[0] <= start && ownSpan[1] >= end;
}

/** An element that is drawn several times holds what lies in each of its places. */
function standsIn(ink: Rectangle, rectangle: Rectangle): boolean {
  return isWithin((ink.leftEmu + ink.rightEmu) / 2, (ink.topEmu + ink.bottomEmu) / 2, rectangle);
}

/** What leaves the square too is told as what does not fit. */
function isWithin(x: number, y: number, { leftEmu, topEmu, rightEmu, bottomEmu }: Rectangle): boolean {
  return x >= leftEmu && x <= rightEmu && y >= topEmu && y <= bottomEmu;
}

function finding({ element: holder, item }: Rounded, element: ElementInfo): Diagnostic {
  const isOwn = holder.ownSpan[0] === element.ownSpan[0];
  const line = item.kind === "stroke" ? item : { shape: item.shape, widthEmu: 0 };
  const padding = lengthTextAbove(paddingWithin(line));
  const what = item.kind === "stroke" ? "its line runs through them, or before them" : "its ground ends before them";
  return {
    code: "RPT5002",
    severity: "warning",
    span: { start: element.ownSpan[0], end: element.ownSpan[1] },
    message: `letters of ${nameOf(element)} lie beyond ${isOwn ? "its" : `${nameOf(holder)}'s`} round corner (page 1)`,
    why: `content is laid out in the square: ${what}`,
    repair: {
      title: `write padding=${padding} or more at the ${holder.written.name}, or a smaller radius`,
      applicability: "suggestion",
      edits: [],
    },
  };
}
