// RPT5001: ink of two elements lies on one another without anybody having said that it should.
import type { Emu } from "../canvas/index.ts";
import { type Diagnostic, millimetres } from "../diagnostics/index.ts";
import {
  around,
  type GlyphRunItem,
  inkOf,
  leadsDown,
  type Page,
  type PlacedItem,
  type Rectangle,
  runCells,
  type StrokeItem,
} from "../layout/index.ts";
import { OPAQUE_ALPHA_MIN } from "../pictures/index.ts";
import { isWatermark } from "./contrast.ts";
import { covers } from "./covers.ts";
import { type ElementIndex, type ElementInfo, isOnPurpose, lengthTextAbove, nameOf, takes } from "./elements.ts";
import { LINES_TOUCH_SHARE, OWN_TOUCH_SHARE } from "./ink-grid.ts";
import { FoundByRow, type FoundInRow, pairOf } from "./row-places.ts";

/** A touch of less than a tenth of a millimetre is rounding of a printer, not an overlap. */
export const TOUCH_EMU = 3_600;

/**
 * How far two areas reach into one another, the shorter way: 0 or less where they lie apart. What they share says less:
 * a hairline in the middle of letters shares no more than its own width with them.
 */
export function reachInto(one: Rectangle, other: Rectangle): Emu {
  return Math.min(
    one.rightEmu - other.leftEmu,
    other.rightEmu - one.leftEmu,
    one.bottomEmu - other.topEmu,
    other.bottomEmu - one.topEmu,
  );
}

interface Ink {
  readonly item: PlacedItem;
  readonly element: ElementInfo;
  readonly edges: Rectangle;
}

/**
 * Texts against texts, images and drawn lines; images against images. Fills and frames under a text are its ground.
 * Each pair of elements is told once in each row. Worded for page 1.
 */
export function overlapsByPair(page: Page, elements: ElementIndex): readonly FoundInRow[] {
  const found = new FoundByRow(page, elements);
  const inks = inksOf(page, elements).sort((left, right) => left.edges.topEmu - right.edges.topEmu);
  let active: Ink[] = [];
  for (const ink of inks) {
    active = active.filter((other) => other.edges.bottomEmu > ink.edges.topEmu + TOUCH_EMU);
    for (const other of active) {
      const [one, two] = [ink.element.ownSpan[0], other.element.ownSpan[0]];
      const pair = pairOf(one, two);
      const { item } = one <= two ? ink : other;
      if (!mayNotOverlap(ink, other) || found.has(pair, item) || isOnGround(page, ink, other)) continue;
      const finding = overlap(ink, other, (of) => reachOf(of, page, elements));
      if (finding !== null) found.add(pair, finding, item);
    }
    active.push(ink);
  }
  return found.all();
}

/** Whether letters of a run lie on one another: they are as wide as their size, narrowed letters less. */
export function isCrowded({ letterSpacingEmu, sizeEmu, scaleThousandths, run }: GlyphRunItem): boolean {
  return letterSpacingEmu * -1_000 > OWN_TOUCH_SHARE * sizeEmu * scaleThousandths && run.glyphs.length > 1;
}

/** RPT5001 of letters that their spacing puts on one another; each element is told once in each row. */
export function crowdedByElement(page: Page, elements: ElementIndex): readonly FoundInRow[] {
  const found = new FoundByRow(page, elements);
  for (const item of page.items) {
    const element = elements.byStart.get(item.span[0]);
    if (item.kind !== "glyphs" || element === undefined || !isCrowded(item)) continue;
    const [start, end] = element.ownSpan;
    const shared = `${millimetres(-item.letterSpacingEmu)} of ${millimetres(item.sizeEmu)}`;
    const finding: Diagnostic = {
      code: "RPT5001",
      severity: "error",
      span: { start, end },
      message: `${nameOf(element)} overlaps itself: neighbouring letters share ${shared} (page 1)`,
      why: "what lies on one another cannot be read",
      repair: {
        ...advice("set letter-spacing=0mm, or condense= for narrower letters"),
        change: { property: "letter-spacing", value: "0mm" },
      },
    };
    found.add(pairOf(start, start), finding, item);
  }
  return found.all();
}

/** RPT4007: letters and lines in the free margin of a code, which lie on none of its bars. */
export function nearCodesByPair(pages: readonly Page[], elements: ElementIndex): ReadonlyMap<string, Diagnostic> {
  const found = new Map<string, Diagnostic>();
  const depths = new Map<string, Emu>();
  pages.forEach((page, index) => {
    const codes = page.items.flatMap((item) => {
      const element = elements.byStart.get(item.span[0]);
      const bars = inkOf(item);
      if (item.kind !== "fill" || item.quiet === undefined || element === undefined || bars === null) return [];
      return element.isLayered ? [] : [{ element, bars, quiet: item.quiet }];
    });
    if (codes.length === 0) return;
    for (const { element, edges } of inksOf(page, elements).filter(({ item }) => item.kind !== "fill")) {
      for (const code of codes) {
        const [one, two] = [element.ownSpan[0], code.element.ownSpan[0]];
        const key = `${Math.min(one, two)} ${Math.max(one, two)}`;
        if (one === two || !meets(edges, code.quiet) || meets(edges, code.bars)) continue;
        const depthEmu = reachInto(code.quiet, edges);
        if (depthEmu <= (depths.get(key) ?? 0)) continue;
        depths.set(key, depthEmu);
        found.set(key, inFreeMargin(element, code.element, depthEmu, index));
      }
    }
  });
  return found;
}

function meets(one: Rectangle, other: Rectangle): boolean {
  return reachInto(one, other) > TOUCH_EMU;
}

/** RPT4007: something that stands so far within the free margin of a code. */
export function inFreeMargin(element: ElementInfo, code: ElementInfo, depthEmu: Emu, page: number): Diagnostic {
  const far = lengthTextAbove(depthEmu);
  return {
    code: "RPT4007",
    severity: "warning",
    span: { start: element.ownSpan[0], end: element.ownSpan[1] },
    message: `${nameOf(element)} lies in the free margin of ${nameOf(code)}, by ${far} (page ${page + 1})`,
    why: "readers look for the paper around a code, and miss it where something else begins",
    repair: {
      title: `move it ${far} or more away from the ${code.written.name}, or make the code smaller`,
      applicability: "suggestion",
      edits: [],
    },
  };
}

/** Elements that are pictures though they are drawn as shapes. */
export const ONE_INK_PICTURES: ReadonlySet<string> = new Set(["image", "barcode", "chart"]);

function inksOf(page: Page, elements: ElementIndex): Ink[] {
  const inks: Ink[] = [];
  const pictures = new Map<number, Ink>();
  for (const item of page.items) {
    const element = elements.byStart.get(item.span[0]);
    if (element === undefined || !keepsApart(item, element)) continue;
    if ((item.kind === "fill" || item.kind === "stroke") && ONE_INK_PICTURES.has(element.kind)) {
      // All shapes of one picture are one ink. A list shows its element often, which is a picture each time.
      const before = pictures.get(item.span[0]);
      const edges = inkOf(item);
      if (before !== undefined && item.startsPicture === true) inks.push(before);
      if (edges === null) continue;
      const isFirst = before === undefined || item.startsPicture === true;
      pictures.set(item.span[0], { item, element, edges: isFirst ? edges : around(before.edges, edges) });
      continue;
    }
    if (item.kind === "stroke") {
      for (const edges of drawnEdges(item, element)) inks.push({ item, element, edges });
      continue;
    }
    if (item.kind !== "glyphs" && item.kind !== "image") continue;
    // The frame that follows is that of this picture, and no part of the frame of the one before.
    const framed = item.startsPicture === true ? pictures.get(item.span[0]) : undefined;
    if (framed !== undefined) inks.push(framed);
    if (framed !== undefined) pictures.delete(item.span[0]);
    const edges = inkOf(item);
    if (edges !== null) inks.push({ item, element, edges });
  }
  return [...inks, ...pictures.values()];
}

/** Where lines are drawn: a line, and of a frame in the background, which nobody puts about its content, each side. */
export function drawnEdges(item: StrokeItem, { kind, inBackground }: ElementInfo): readonly Rectangle[] {
  const ink = inkOf(item);
  if (ink === null) return [];
  if (kind === "line") return [ink];
  if (kind !== "rect" || !inBackground || item.shape.kind !== "rectangle") return [];
  const { widthEmu } = item;
  return [
    { ...ink, bottomEmu: ink.topEmu + widthEmu },
    { ...ink, topEmu: ink.bottomEmu - widthEmu },
    { ...ink, rightEmu: ink.leftEmu + widthEmu },
    { ...ink, leftEmu: ink.rightEmu - widthEmu },
  ];
}

/**
 * Whether others may not lie on it. Letters of a background are read as any others, and its lines strike through what
 * they cross, unless they are as light as a watermark.
 */
function keepsApart(item: PlacedItem, element: ElementInfo): boolean {
  if (!isOnPurpose(item, element) || element.keepsClear) return true;
  if (!element.inBackground || element.isLayered) return false;
  // A picture of a background is made to be written on, with the lines that it is drawn in.
  const isLine = item.kind === "stroke" && !ONE_INK_PICTURES.has(element.kind);
  return (item.kind === "glyphs" || isLine) && !isWatermark(item.color, true);
}

function mayNotOverlap(one: Ink, other: Ink): boolean {
  if (isOneElement(one, other)) return (isCode(one) && isCode(other)) || areLinesOnOneAnother(one, other);
  return !(one.item.kind === "stroke" && other.item.kind === "stroke");
}

/** Words may interrupt a line that was drawn before them: on a ground, of their own or another's, which covers it. */
function isOnGround({ items }: Page, one: Ink, other: Ink): boolean {
  const [line, letters] = one.item.kind === "stroke" ? [one, other] : [other, one];
  if (line.item.kind !== "stroke" || letters.item.kind !== "glyphs") return false;
  const [from, to] = [items.indexOf(line.item), items.indexOf(letters.item)];
  const [left, top, right, bottom] = [
    Math.max(line.edges.leftEmu, letters.edges.leftEmu),
    Math.max(line.edges.topEmu, letters.edges.topEmu),
    Math.min(line.edges.rightEmu, letters.edges.rightEmu),
    Math.min(line.edges.bottomEmu, letters.edges.bottomEmu),
  ];
  const coversAll = (fill: PlacedItem): boolean =>
    fill.kind === "fill" &&
    fill.color[3] >= OPAQUE_ALPHA_MIN &&
    [left, right].every((x) => [top, bottom].every((y) => covers(fill, x, y)));
  return items.slice(from + 1, to).some(coversAll);
}

function isOneElement(one: Ink, other: Ink): boolean {
  return one.element.ownSpan[0] === other.element.ownSpan[0];
}

/** Two lines of a text, or one text that a part or a list shows at the same place again. */
function areLinesOnOneAnother({ item: one, edges }: Ink, { item: other, edges: others }: Ink): boolean {
  if (one.kind !== "glyphs" || other.kind !== "glyphs" || one.isRuby === true || other.isRuby === true) return false;
  const touch = Math.min(one.sizeEmu, other.sizeEmu) * LINES_TOUCH_SHARE;
  // A slanted letter leans over the next one of its line, as its author wrote it.
  const areOneLine = one.yEmu === other.yEmu && (one.isSlanted === true || other.isSlanted === true);
  const [black, otherBlack] = areOneLine
    ? [runCells(one), runCells(other)]
    : [withoutBlankHalves(one, edges), withoutBlankHalves(other, others)];
  const width = Math.min(black.rightEmu, otherBlack.rightEmu) - Math.max(black.leftEmu, otherBlack.leftEmu);
  const height = Math.min(black.bottomEmu, otherBlack.bottomEmu) - Math.max(black.topEmu, otherBlack.topEmu);
  return width > touch && height > touch;
}

/** What of a sign is blank on one side, in its sizes. */
const BLANK_BEFORE = { "（「『【〔〈《［｛": 0.5, "・：；": 0.25 } as const;
const BLANK_AFTER = { "）」』】〕〉》］｝、。，．": 0.5, "・：；": 0.25 } as const;

function blankShare(shares: Readonly<Record<string, number>>, sign: string | undefined): number {
  if (sign === undefined) return 0;
  return Object.entries(shares).find(([signs]) => signs.includes(sign))?.[1] ?? 0;
}

/**
 * Where the letters of a run are black. Brackets and stops at its ends have a blank half, middle dots a blank quarter,
 * which lies under the letters beside it where it is set off.
 */
function withoutBlankHalves({ run, sizeEmu, rotation }: GlyphRunItem, edges: Rectangle): Rectangle {
  if ((rotation ?? 0) !== 0) return edges;
  const isWide = (advance: number | undefined): boolean => Math.abs(advance ?? 0) === run.font.unitsPerEm;
  const [first, last] = [run.text.at(0), run.text.at(-1)];
  const before = isWide(run.advances[0]) ? Math.round(sizeEmu * blankShare(BLANK_BEFORE, first)) : 0;
  const after = isWide(run.advances.at(-1)) ? Math.round(sizeEmu * blankShare(BLANK_AFTER, last)) : 0;
  return run.direction === "vertical"
    ? { ...edges, topEmu: edges.topEmu + before, bottomEmu: edges.bottomEmu - after }
    : { ...edges, leftEmu: edges.leftEmu + before, rightEmu: edges.rightEmu - after };
}

/** A code that a list or a part shows again is another one. */
function isCode({ item, element }: Ink): boolean {
  return element.kind === "barcode" && item.kind === "fill";
}

function advice(title: string): NonNullable<Diagnostic["repair"]> {
  return { title, applicability: "suggestion", edits: [] };
}

/**
 * How far down an element reaches at the place of an ink, with its border, and where it begins there, with its ground:
 * what lies on it later may not lie on its lines, and what it is painted over may not lie under its ground.
 */
function reachOf({ item, element, edges }: Ink, { items }: Page, { byStart }: ElementIndex): Reach {
  const isOwn = (other: PlacedItem | undefined): other is PlacedItem => {
    return other !== undefined && byStart.get(other.span[0])?.ownSpan[0] === element.ownSpan[0];
  };
  const at = items.indexOf(item);
  let [first, last] = [at, at];
  while (isOwn(items[first - 1]) && items[first]?.startsPicture !== true) first -= 1;
  while (isOwn(items[last + 1]) && items[last + 1]?.startsPicture !== true) last += 1;
  let { topEmu, bottomEmu } = edges;
  for (const own of items.slice(first, last + 1)) {
    const ink = inkOf(own);
    if (ink === null) continue;
    topEmu = Math.min(topEmu, ink.topEmu);
    if (own.kind !== "fill" || ONE_INK_PICTURES.has(element.kind)) bottomEmu = Math.max(bottomEmu, ink.bottomEmu);
  }
  return { topEmu, bottomEmu };
}

/** The start of the repair: how letters of one element get more room, up to the word that begins the next clause. */
function ownRoomAdvice(element: ElementInfo): string {
  if (element.kind === "comb") return "give its cells more width; where";
  // What a chart holds shares its room: its legend, its names and its plot.
  if (element.kind === "chart") return "give it a larger h= or w=, or leave out its legend or title; where";
  return takes(element, "line-height") ? "give its lines more line-height=; where" : "where";
}

type Reach = Pick<Rectangle, "topEmu" | "bottomEmu">;

function overlap(one: Ink, other: Ink, reach: (of: Ink) => Reach): Diagnostic | null {
  const width = Math.min(one.edges.rightEmu, other.edges.rightEmu) - Math.max(one.edges.leftEmu, other.edges.leftEmu);
  const height = Math.min(one.edges.bottomEmu, other.edges.bottomEmu) - Math.max(one.edges.topEmu, other.edges.topEmu);
  if (reachInto(one.edges, other.edges) <= TOUCH_EMU) return null;
  const [first, second] = one.element.ownSpan[0] < other.element.ownSpan[0] ? [other, one] : [one, other];
  const size = `${millimetres(width)} × ${millimetres(height)}`;
  const placed = first.element.yEmu;
  // What has a place of its own is moved as a whole, with its ground and border, below all of the other.
  const below =
    placed === null ? second.edges.bottomEmu - first.edges.topEmu : reach(second).bottomEmu - reach(first).topEmu;
  const value = placed === null ? null : lengthTextAbove(placed + below);
  const span = { start: first.element.ownSpan[0], end: first.element.ownSpan[1] };
  if (isOneElement(one, other)) {
    return {
      code: "RPT5001",
      severity: "error",
      span,
      message: `${nameOf(first.element)} overlaps itself by ${size} (page 1)`,
      why: "what lies on one another cannot be read",
      repair: advice(
        // Which of the two it is, only a file with structure knows, and a render is told what its check is.
        ownRoomAdvice(first.element) +
          ` it stands twice, make ${millimetres(height)} of room between its places: ` +
          "a header or box that it leaves is too low",
      ),
    };
  }
  return {
    code: "RPT5001",
    severity: "error",
    span,
    beside: { start: second.element.ownSpan[0], end: second.element.ownSpan[1] },
    message: `${nameOf(first.element)} overlaps ${nameOf(second.element)} by ${size} (page 1)`,
    why: "what lies on one another cannot be read",
    repair: {
      title:
        value === null
          ? `${roomAdvice(one, other, { width, height, below })}, or layer=over where the overlap is meant`
          : `set y=${value} to move it down by ${millimetres(below)}, or layer=over where the overlap is meant`,
      applicability: "suggestion",
      edits: [],
      ...(value === null ? {} : { change: { property: "y", value } }),
    },
  };
}

/** How two elements without a place of their own come apart: below one another, or beside leaning letters. */
function roomAdvice(
  one: Ink,
  other: Ink,
  { width, height, below }: Readonly<Record<"width" | "height" | "below", Emu>>,
): string {
  const leaning = [one, other].find(({ item }) => item.kind === "glyphs" && item.isSlanted === true);
  if (leaning === undefined || width >= height) return `make ${millimetres(below)} of room between the two`;
  const { element, item } = leaning;
  const isLevel = item.kind === "glyphs" && !leadsDown(item) && !element.held.isTurned;
  if (!isLevel || !takes(element, "padding-right")) return `make ${millimetres(width)} of room between the two`;
  const padding = lengthTextAbove(element.paddingEmu + width);
  return `write padding-right=${padding} or more at the ${nameOf(element)}, whose letters lean out of it`;
}
