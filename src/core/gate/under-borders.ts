// RPT5001: pictures, lines and codes that lie under the thick border of what holds them, which is painted after them.
import type { Emu } from "../canvas/index.ts";
import { type Diagnostic, millimetres } from "../diagnostics/index.ts";
import { inkOf, type Page, type PlacedItem, type Rectangle, type StrokeItem } from "../layout/index.ts";
import { isOfBars } from "./contrast.ts";
import { type ElementIndex, type ElementInfo, lengthTextAbove, nameOf, takes } from "./elements.ts";
import { holds as holdsArea } from "./grounds.ts";
import { TOUCH_EMU } from "./overlap.ts";
import { FoundByRow, type FoundInRow, pairOf } from "./row-places.ts";
import { bandsOf } from "./struck-letters.ts";
import { hasCells, holds, isThick, paddingFrom } from "./thick-lines.ts";

interface Border {
  readonly item: StrokeItem;
  readonly element: ElementInfo;
  readonly bands: readonly Rectangle[];
  /** Where it is painted. */
  readonly at: number;
}

/** What shows something by its lines and areas, and loses it under a border. Areas of others are grounds. */
const SHOWN: ReadonlySet<ElementInfo["kind"]> = new Set(["image", "chart", "seal", "seals", "comb", "check"]);

/** Whether a line may hide what it is the border of. */
export function isCovering(item: StrokeItem): boolean {
  return item.isBorder === true && isThick(item);
}

/** Each pair of elements once in each row, as overlaps are. Worded for page 1. */
export function coveredByPair(page: Page, elements: ElementIndex): readonly FoundInRow[] {
  const { byStart } = elements;
  const found = new FoundByRow(page, elements);
  const borders = page.items.flatMap((item, at): readonly Border[] => {
    const element = byStart.get(item.span[0]);
    if (item.kind !== "stroke" || !isCovering(item) || element === undefined || element.isLayered) return [];
    return [{ item, element, bands: bandsWithCorners(item), at }];
  });
  if (borders.length === 0) return [];
  page.items.forEach((item, at) => {
    const element = byStart.get(item.span[0]);
    if (element === undefined || element.isLayered || item.kind === "glyphs" || item.kind === "link") return;
    const ink = inkOf(item);
    if (ink === null) return;
    for (const border of borders) {
      if (at > border.at || element.ownSpan[0] === border.element.ownSpan[0]) continue;
      if (!holds(border.element, element) || !isHidden(item, element, ink, border)) continue;
      const pair = pairOf(element.ownSpan[0], border.element.ownSpan[0]);
      if (!found.has(pair, item)) found.add(pair, finding(border, element), item);
    }
  });
  return found.all();
}

/** A line loses nothing where it runs into a border, but all where it runs along under it. */
function isHidden(item: PlacedItem, { kind }: ElementInfo, ink: Rectangle, border: Border): boolean {
  if (kind === "line") {
    const axis = grown(ink, item.kind === "stroke" ? -Math.floor(item.widthEmu / 2) : 0);
    return border.bands.some((band) => holdsArea(grown(band, ROUNDING_EMU), axis));
  }
  const isShown =
    item.kind === "image" || (kind === "barcode" ? item.kind === "fill" && isOfBars(item) : SHOWN.has(kind));
  return isShown && !isFramed(kind, ink, border) && border.bands.some((band) => meets(band, ink));
}

/** Places are whole numbers, halves of widths are not. */
const ROUNDING_EMU = 2;

/** What the sides of a frame cover. Where they meet at a corner, each reaches to its end. */
function bandsWithCorners(item: StrokeItem): readonly Rectangle[] {
  const bands = bandsOf(item);
  if (item.shape.kind !== "rectangle" || item.shape.radiusEmu > 0) return bands;
  const half = item.widthEmu / 2;
  return bands.map(({ leftEmu, topEmu, rightEmu, bottomEmu }) => {
    return bottomEmu - topEmu < rightEmu - leftEmu
      ? { leftEmu: leftEmu - half, topEmu, rightEmu: rightEmu + half, bottomEmu }
      : { leftEmu, topEmu: topEmu - half, rightEmu, bottomEmu: bottomEmu + half };
  });
}

function grown({ leftEmu, topEmu, rightEmu, bottomEmu }: Rectangle, by: Emu): Rectangle {
  return { leftEmu: leftEmu - by, topEmu: topEmu - by, rightEmu: rightEmu + by, bottomEmu: bottomEmu + by };
}

/** A picture that fills all that the border is about is framed by it. */
function isFramed(kind: ElementInfo["kind"], ink: Rectangle, { bands }: Border): boolean {
  if (kind !== "image" || bands.length < SIDES) return false;
  return bands.every((band) => meets(band, ink));
}

const SIDES = 4;

function meets(one: Rectangle, other: Rectangle): boolean {
  return (
    Math.min(one.rightEmu, other.rightEmu) - Math.max(one.leftEmu, other.leftEmu) > TOUCH_EMU &&
    Math.min(one.bottomEmu, other.bottomEmu) - Math.max(one.topEmu, other.topEmu) > TOUCH_EMU
  );
}

function finding({ item, element: border }: Border, element: ElementInfo): Diagnostic {
  const where = `under the border of ${nameOf(border)}, ${millimetres(item.widthEmu)} wide`;
  return {
    code: "RPT5001",
    severity: "error",
    span: { start: element.ownSpan[0], end: element.ownSpan[1] },
    beside: { start: border.ownSpan[0], end: border.ownSpan[1] },
    message: `${nameOf(element)} lies ${where}, which hides a part of it (page 1)`,
    why: "a border is painted over what it is about",
    repair: { title: repairOf(border, element, paddingFrom(border, item)), applicability: "suggestion", edits: [] },
  };
}

function repairOf(border: ElementInfo, { kind }: ElementInfo, paddingEmu: Emu): string {
  if (kind === "line") return "move the line off the border, or write a thinner border";
  if (hasCells(border)) return `write padding=${lengthTextAbove(paddingEmu)} or more at its cell, or a thinner border`;
  return takes(border, "padding") && border.paddingEmu < paddingEmu
    ? `write padding=${lengthTextAbove(paddingEmu)} or more at the ${border.written.name}, or a thinner border`
    : "move it off the border, make it smaller, or write a thinner border";
}
