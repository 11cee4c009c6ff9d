// RPT5001: letters that a line hides or strikes out: the border of what holds them, their own, or a rectangle's. A line
// that is painted later hides them; one they are painted on hides them where it has about their colour.
import type { Emu } from "../canvas/index.ts";
import { type Diagnostic, hundredths, millimetres } from "../diagnostics/index.ts";
import {
  type FillItem,
  type GlyphRunItem,
  inkOf,
  leadsDown,
  type Page,
  type PathCommand,
  type Rectangle,
  reachesOut,
  type StrokeItem,
} from "../layout/index.ts";
import { OPAQUE_ALPHA_MIN } from "../pictures/index.ts";
import { contrastOn, isWatermark, TEXT_CONTRAST_MIN } from "./contrast.ts";
import { beyondEdge, covers, lengthOf } from "./covers.ts";
import { type ElementIndex, type ElementInfo, isOnPurpose, lengthTextAbove, nameOf, takes } from "./elements.ts";
import { PAPER } from "./grounds.ts";
import { COVER_LINE_SHARE, isCover } from "./hidden.ts";
import { lineOf } from "./line-items.ts";
import { TOUCH_EMU } from "./overlap.ts";
import { FoundByRow, type FoundInRow, pairOf } from "./row-places.ts";
import { type Covered, coveredAt, mayStrike, nearTo, PICTURED, struckAt } from "./struck-letters.ts";

/** Letters are read through what is thinner: two points. */
const THICK_EMU = 25_400;

const LEVELS = [0.25, 0.5, 0.75];

interface FrameLine {
  readonly item: StrokeItem;
  readonly element: ElementInfo;
  readonly ink: Rectangle;
  /** Where it is painted. */
  readonly at: number;
}

interface Letters {
  readonly item: GlyphRunItem;
  readonly element: ElementInfo;
  readonly ink: Rectangle;
  readonly at: number;
}

/** Whether a line may hide letters. */
export function isThick({ widthEmu, color }: StrokeItem): boolean {
  return widthEmu >= THICK_EMU && color[3] >= OPAQUE_ALPHA_MIN;
}

/** Each pair of elements once in each row, as overlaps are. Worded for page 1. */
export function struckByPair(page: Page, elements: ElementIndex): readonly FoundInRow[] {
  // What hides letters says more than what lies on their edges.
  const hidden = new FoundByRow(page, elements);
  const found = new FoundByRow(page, elements);
  const lines = linesOf(page, elements);
  if (lines.length === 0) return [];
  page.items.forEach((item, at) => {
    const element = elements.byStart.get(item.span[0]);
    if (item.kind !== "glyphs" || element === undefined || element.isLayered) return;
    const ink = inkOf(item);
    if (ink === null || isWatermark(item.color, element.inBackground)) return;
    const letters = { item, element, ink, at };
    const near = nearTo(ink);
    for (const line of lines) {
      if (!meets(line.ink, near)) continue;
      const pair = pairOf(element.ownSpan[0], line.element.ownSpan[0]);
      if (hidden.has(pair, item)) continue;
      if (hides(page, line, letters)) hidden.add(pair, finding(line, letters), item);
      else if (!found.has(pair, item)) {
        const struckOut = strikes(page, line, letters);
        if (struckOut !== null) found.add(pair, struckOut, item);
      }
    }
  });
  const isHidden = new Set(hidden.all().map(({ pair, row }) => `${pair} ${row}`));
  return [...found.all().filter(({ pair, row }) => !isHidden.has(`${pair} ${row}`)), ...hidden.all()];
}

function linesOf({ items }: Page, { byStart }: ElementIndex): readonly FrameLine[] {
  return items.flatMap((placed, at) => {
    const element = byStart.get(placed.span[0]);
    const item = lineOf(placed);
    if (item === null || element === undefined || element.isLayered) return [];
    // A line element is judged as ink on ink. Of a picture, the border alone is the form's.
    const isFrame = item.shape.kind === "rectangle" || item.isOpenPlace === true;
    const isBorder = isFrame || !PICTURED.has(element.kind);
    const isJudged = (isThick(item) || mayStrike(item)) && isBorder && element.kind !== "line";
    const ink = isJudged ? inkOf(item) : null;
    return ink === null ? [] : [{ item, element, ink, at }];
  });
}

function hides(page: Page, line: FrameLine, letters: Letters): boolean {
  if (!isThick(line.item)) return false;
  const { ink } = letters;
  const width = Math.min(line.ink.rightEmu, ink.rightEmu) - Math.max(line.ink.leftEmu, ink.leftEmu);
  const height = Math.min(line.ink.bottomEmu, ink.bottomEmu) - Math.max(line.ink.topEmu, ink.topEmu);
  if (width <= TOUCH_EMU || height <= TOUCH_EMU) return false;
  const side = Math.min(ink.rightEmu - ink.leftEmu, ink.bottomEmu - ink.topEmu);
  if (side > line.item.widthEmu * COVER_LINE_SHARE) return false;
  // Seals lie on names by custom.
  if (isStamp(line) && line.element.ownSpan[0] !== letters.element.ownSpan[0]) return false;
  const isUnder = line.at < letters.at;
  if (isUnder && contrastOn(letters.item.color, line.item.color) >= TEXT_CONTRAST_MIN) return false;
  const between = isUnder ? fillsBetween(page, line.at, letters.at) : [];
  for (const [x, y] of pointsOf(letters)) {
    if (liesOn(line.item, x, y) && !between.some((fill) => covers(fill, x, y))) return true;
  }
  return false;
}

/** A stamp lies on a name by custom, and what decorates letters is no border: it is theirs. */
function strikes(page: Page, line: FrameLine, letters: Letters): Diagnostic | null {
  const { item, element, at } = line;
  const isOwn = element.ownSpan[0] === letters.element.ownSpan[0];
  if (!mayStrike(item) || (isOwn && item.isBorder !== true)) return null;
  if (isStamp(line)) return null;
  // Words of a schedule stand on its bars; where, its axis decides and tells.
  if (element.kind === "bar" && letters.element.kind === "bar") return null;
  const isUnder = at < letters.at;
  const isUncovered = ([x, y]: readonly [Emu, Emu]): boolean =>
    !isUnder || !fillsBetween(page, at, letters.at).some((fill) => covers(fill, x, y));
  if (isUnder && contrastOn(item.color, PAPER) < TEXT_CONTRAST_MIN) return null;
  const isFrame = item.isBorder === true && element.kind !== "rect";
  // What letters reach beyond their cells, padding takes back from the border.
  const isJudgedByOutlines = isFrame && reachesOut(letters.item);
  const place =
    isOwn || isJudgedByOutlines || !meets(line.ink, letters.ink)
      ? null
      : struckAt(item, letters.item, letters.ink, holds(line.element, letters.element));
  if (place !== null && isUncovered(place.at)) return struck(line, letters, place.isLevel);
  // Letters are read on a border that they are painted on, where it differs enough from them.
  const isRead = isUnder && contrastOn(letters.item.color, item.color) >= TEXT_CONTRAST_MIN;
  const covered = isFrame && !isRead ? coveredAt(item, letters.item, letters.ink) : null;
  if (covered === null || !isUncovered(covered.place)) return null;
  return covering(line, letters, mostCovered(page, item, letters, covered));
}

/** What a repair has to make room for: of all pieces of the text that the border covers the one that needs most. */
function mostCovered(page: Page, item: StrokeItem, { item: named, element }: Letters, covered: Covered): Covered {
  let { beyondEmu, isLevel } = covered;
  for (const other of page.items) {
    if (other.kind !== "glyphs" || other === named || other.span[0] !== element.ownSpan[0]) continue;
    const ink = inkOf(other);
    const found = ink === null ? null : coveredAt(item, other, ink);
    if (found?.isLevel !== true) continue;
    beyondEmu = Math.max(beyondEmu, found.beyondEmu);
    isLevel = true;
  }
  return { ...covered, beyondEmu, isLevel };
}

function isStamp({ item, element }: FrameLine): boolean {
  return element.kind === "seal" && item.isOpenPlace !== true && isOnPurpose(item, element);
}

function meets(one: Rectangle, other: Rectangle): boolean {
  return (
    Math.min(one.rightEmu, other.rightEmu) > Math.max(one.leftEmu, other.leftEmu) &&
    Math.min(one.bottomEmu, other.bottomEmu) > Math.max(one.topEmu, other.topEmu)
  );
}

/** A quarter of each letter from its sides, at three levels: a line that reaches no further leaves it to be read. */
function* pointsOf({ item, ink }: Letters): Generator<readonly [x: Emu, y: Emu]> {
  const [width, height] = [ink.rightEmu - ink.leftEmu, ink.bottomEmu - ink.topEmu];
  const isVertical = leadsDown(item);
  const columns = 2 * item.run.text.trim().length;
  for (let column = 0; column < columns; column += 1) {
    const along = (column + 0.5) / columns;
    for (const level of LEVELS) {
      const [across, down] = isVertical ? [level, along] : [along, level];
      yield [ink.leftEmu + width * across, ink.topEmu + height * down];
    }
  }
}

function fillsBetween({ items }: Page, from: number, to: number): readonly FillItem[] {
  return items.slice(from + 1, to).filter((item): item is FillItem => item.kind === "fill" && isCover(item));
}

/** Whether a line runs over a point: it reaches half of its width to both sides of its axis. */
export function liesOn({ shape, widthEmu, clip }: StrokeItem, x: Emu, y: Emu): boolean {
  if (clip !== undefined && (x < clip.leftEmu || x > clip.rightEmu || y < clip.topEmu || y > clip.bottomEmu))
    return false;
  const away =
    shape.kind === "rectangle" ? awayFromEdge(shape.rectangle, shape.radiusEmu, x, y) : awayFrom(shape.commands, x, y);
  return away <= widthEmu / 2;
}

function awayFromEdge(rectangle: Rectangle, radiusEmu: Emu, x: Emu, y: Emu): number {
  return Math.abs(beyondEdge(rectangle, radiusEmu, x, y));
}

/** From the straight pieces of a path; sides of boxes and lines of tables have no others. */
function awayFrom(commands: readonly PathCommand[], x: Emu, y: Emu): number {
  let least = Number.POSITIVE_INFINITY;
  let [fromX, fromY] = [0, 0];
  for (const command of commands) {
    if (command.op === "close") continue;
    if (command.op === "line") {
      const [alongX, alongY] = [command.xEmu - fromX, command.yEmu - fromY];
      const squared = alongX * alongX + alongY * alongY;
      const part = squared === 0 ? 0 : ((x - fromX) * alongX + (y - fromY) * alongY) / squared;
      // A line is cut where it ends.
      if (part >= 0 && part <= 1)
        least = Math.min(least, lengthOf(x - fromX - part * alongX, y - fromY - part * alongY));
    }
    [fromX, fromY] = [command.xEmu, command.yEmu];
  }
  return least;
}

/** Whether the element of the line holds the other one, as it is written. */
export function holds(line: ElementInfo, text: ElementInfo): boolean {
  return line.ownSpan[0] <= text.ownSpan[0] && line.ownSpan[1] >= text.ownSpan[1];
}

function finding({ item, element: line }: FrameLine, letters: Letters): Diagnostic {
  const { element: text } = letters;
  const wide = `${millimetres(item.widthEmu)} wide`;
  const isOwn = line.ownSpan[0] === text.ownSpan[0];
  const name = isOwn ? "its own border" : `the ${line.kind === "rect" ? "line" : "border"} of ${nameOf(line)}`;
  return {
    code: "RPT5001",
    severity: "error",
    span: { start: text.ownSpan[0], end: text.ownSpan[1] },
    beside: { start: line.ownSpan[0], end: line.ownSpan[1] },
    message: `${nameOf(text)} lies on ${name}, ${wide}, which hides letters of it (page 1)`,
    why: "letters cannot be read where a thick line runs over them",
    repair: {
      title: isOwn || holds(line, text) ? roomWithin(line, letters, paddingFrom(line, item)) : APART_FROM_LINE,
      applicability: "suggestion",
      edits: [],
    },
  };
}

/** How a drawing or letters and a line are set apart. */
export const APART_FROM_LINE = "move one of them, make the line thinner, or write layer=over at it where that is meant";

/** Lines of cells lie along the middle between two of them, borders of all else within its edge. */
export function paddingFrom(line: ElementInfo, item: StrokeItem): Emu {
  return hasCells(line) ? Math.ceil((item.double ?? item).widthEmu / 2) : paddingWithin(item);
}

/** The padding that keeps letters from a border of what holds them, at the element that takes it. */
function roomWithin(line: ElementInfo, { item, element: text }: Letters, paddingEmu: Emu): string {
  const padded = hasCells(line) ? text : line;
  // Letters that reach over as much padding already have no room in their place.
  if (padded.paddingEmu >= paddingEmu) {
    return hasCells(line) ? WIDER_CELL : "give the letters more room, or a smaller size, or make the border thinner";
  }
  if (!takes(padded, "padding")) return `give the ${line.written.name} a thinner border, or border=none`;
  const padding = `padding=${lengthTextAbove(paddingEmu)} or more`;
  const { heightEmu } = padded;
  const isTooLow = heightEmu !== null && heightEmu - 2 * paddingEmu < item.sizeEmu * LINE_SIZES;
  return `write ${padding}${isTooLow ? " and no h=" : ""} at the ${padded.written.name}, or a thinner border`;
}

/** A line is so high, in type sizes, where nothing is said of it. */
const LINE_SIZES = 1.4;

/** Whether its border runs between its cells too. */
export function hasCells({ kind }: ElementInfo): boolean {
  return kind === "table" || kind === "cells";
}

/** Where cells are too low or narrow for their words, and where something lies on them. */
function struck({ item, element: line }: FrameLine, { element: text }: Letters, isLevel: boolean): Diagnostic {
  const name = `the ${line.kind === "rect" ? "line" : "border"} of ${nameOf(line)}`;
  return {
    code: "RPT5001",
    severity: "error",
    span: { start: text.ownSpan[0], end: text.ownSpan[1] },
    beside: { start: line.ownSpan[0], end: line.ownSpan[1] },
    message: `${name}, ${hundredths(item.widthEmu)} wide, runs through letters of ${nameOf(text)} (page 1)`,
    why: "letters with a line through them look struck out",
    repair: { title: roomBeside(line, text, isLevel), applicability: "suggestion", edits: [] },
  };
}

/** Rows grow with what stands in their cells, and with row-h; what lies on them from elsewhere has no use for that. */
function roomBeside(line: ElementInfo, text: ElementInfo, isLevel: boolean): string {
  const isRow = hasCells(line) && (text.kind === "cell" || text.kind === "bar") && holds(line, text);
  if (!isRow) return APART_FROM_LETTERS;
  if (!isLevel) return WIDER_CELL;
  return takes(line, "row-h")
    ? `give the ${line.written.name} a larger row-h=, or its letters a smaller size`
    : "give its letters a smaller size";
}

const WIDER_CELL = "give the letters a wider column, or a smaller size";

const APART_FROM_LETTERS =
  "move one of them, make more room for the letters, or write layer=over at one of them where that is meant";

/** Where the border of what holds letters, their own or another's lies on the first or last of them. */
function covering({ item, element: line }: FrameLine, letters: Letters, covered: Covered): Diagnostic {
  const { element: text } = letters;
  const { paddingEmu } = hasCells(line) ? text : line;
  // Above and below, letters reach as far out of their place whatever its padding is: that much comes to it.
  const neededEmu = paddingFrom(line, item) + covered.beyondEmu + (covered.isLevel ? paddingEmu : 0);
  const isOwn = line.ownSpan[0] === text.ownSpan[0];
  const name = isOwn ? `the ${line.written.name}'s own border` : `the border of ${nameOf(line)}`;
  return {
    code: "RPT5001",
    severity: "error",
    span: { start: text.ownSpan[0], end: text.ownSpan[1] },
    beside: { start: line.ownSpan[0], end: line.ownSpan[1] },
    message: `${name}, ${hundredths(item.widthEmu)} wide, covers the edge of letters of ${nameOf(text)} (page 1)`,
    why: "letters lose their strokes where a border lies on them",
    repair: {
      title:
        isOwn || holds(line, text)
          ? roomWithin(line, letters, neededEmu)
          : "move one of them, make more room for the letters, or make the border thinner",
      applicability: "suggestion",
      edits: [],
    },
  };
}

/** Borders lie within the edge, those of cells along the middle between two. Content is a square in round corners. */
export function paddingWithin(border: Pick<StrokeItem, "shape" | "widthEmu" | "double">): Emu {
  const { shape } = border;
  const { widthEmu, insetEmu } = border.double ?? { widthEmu: border.widthEmu, insetEmu: border.widthEmu / 2 };
  if (shape.kind !== "rectangle" || shape.radiusEmu === 0) return widthEmu;
  const { leftEmu, topEmu, rightEmu, bottomEmu } = shape.rectangle;
  const outer = Math.min(shape.radiusEmu, (rightEmu - leftEmu) / 2, (bottomEmu - topEmu) / 2) + insetEmu;
  return Math.max(widthEmu, Math.ceil(outer - Math.max(0, outer - widthEmu) * Math.SQRT1_2));
}
