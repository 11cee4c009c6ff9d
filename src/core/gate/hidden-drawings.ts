// RPT5001: pictures, charts, bars, ticks, seals, combs and lines that something opaque is painted over. Letters and bar
// codes are judged with them in `hidden.ts`; rectangles and grounds are made to be covered.
import type { Emu } from "../canvas/index.ts";
import { type Diagnostic, millimetres } from "../diagnostics/index.ts";
import {
  type FillItem,
  type ImageItem,
  inkOf,
  type Page,
  type PlacedItem,
  type Rectangle,
  type StrokeItem,
} from "../layout/index.ts";
import { OPAQUE_ALPHA_MIN } from "../pictures/index.ts";
import { axisPoints, pointsOf } from "./drawn-points.ts";
import { type ElementIndex, type ElementInfo, nameOf } from "./elements.ts";
import { type Cover, coverOf, hidesAt, isCover, isGround, repairOf } from "./hidden.ts";
import { TOUCH_EMU } from "./overlap.ts";
import { FoundByRow, type FoundInRow, pairOf } from "./row-places.ts";
import { common } from "./struck-letters.ts";
import { APART_FROM_LINE, holds, isThick, liesOn } from "./thick-lines.ts";

/** What shows something by its lines, areas and pictures, beside its letters. */
export const SHOWN_DRAWINGS: ReadonlySet<ElementInfo["kind"]> = new Set([
  "image",
  "chart",
  "bar",
  "check",
  "seal",
  "seals",
  "comb",
  "line",
]);

type DrawnItem = FillItem | StrokeItem | ImageItem;

interface Drawing {
  readonly item: DrawnItem;
  readonly element: ElementInfo;
  readonly ink: Rectangle;
}

/** Each pair of elements once in each row, as overlaps are. Worded for page 1. */
export function hiddenDrawingsByPair(page: Page, elements: ElementIndex): readonly FoundInRow[] {
  const found = new FoundByRow(page, elements);
  const drawings: Drawing[] = [];
  for (const item of page.items) {
    const element = elements.byStart.get(item.span[0]);
    if (element === undefined || element.isLayered || element.inBackground) continue;
    const hides = hidingBy(item, element);
    for (const drawing of drawings) {
      if (hides === null) break;
      if (!mayHide(hides.cover, drawing)) continue;
      const pair = pairOf(drawing.element.ownSpan[0], element.ownSpan[0]);
      const hidden = found.has(pair, drawing.item) ? null : hides.of(drawing);
      if (hidden !== null) found.add(pair, finding(hides.cover, drawing, hidden), drawing.item);
    }
    const drawing = drawingOf(item, element);
    if (drawing !== null) drawings.push(drawing);
  }
  return found.all();
}

/** What is opaque, an area or a thick line, and what of a drawing it hides. */
interface Hiding {
  readonly cover: Cover | Line;
  readonly of: (drawing: Drawing) => Rectangle | null;
}

function hidingBy(item: PlacedItem, element: ElementInfo): Hiding | null {
  if (isCover(item)) {
    const cover = coverOf(item, element);
    return { cover, of: (drawing) => hiddenOf(cover, drawing) };
  }
  const bounds = item.kind === "stroke" && isThick(item) ? inkOf(item) : null;
  if (item.kind !== "stroke" || bounds === null) return null;
  const line = { element, item, bounds };
  return { cover: line, of: (drawing) => hiddenByLine(line, drawing) };
}

/** What an item shows of a drawing; what is hardly seen itself shows nothing. */
function drawingOf(item: PlacedItem, element: ElementInfo): Drawing | null {
  if (item.kind === "glyphs" || item.kind === "link" || !SHOWN_DRAWINGS.has(element.kind)) return null;
  const ink = item.kind !== "image" && item.color[3] < OPAQUE_ALPHA_MIN ? null : inkOf(item);
  return ink === null ? null : { item, element, ink };
}

/**
 * What holds a drawing, or is held by it, belongs to it, as do the drawings of one element. Words lie in a line on a
 * ground of their own.
 */
function mayHide({ element: cover, bounds }: Cover | Line, { element, ink }: Drawing): boolean {
  if (cover.kind === "text" && element.kind === "line") return false;
  // Where bars and marks of a schedule stand together, its axis decides and tells.
  if (cover.kind === "bar" && element.kind === "bar") return false;
  if (holds(cover, element) || holds(element, cover)) return false;
  const shared = common(bounds, ink);
  return Math.min(shared.rightEmu - shared.leftEmu, shared.bottomEmu - shared.topEmu) >= 0;
}

/** What of a drawing a cover hides; null where all of it is seen. The lines of a seal lie on others by custom. */
function hiddenOf(cover: Cover, { item, ink }: Drawing): Rectangle | null {
  if (cover.element.kind === "seal" && !isGround(cover)) return null;
  const shared = common(cover.bounds, ink);
  if (item.kind === "stroke") return hidesLine(cover, item) ? shared : null;
  const [width, height] = [shared.rightEmu - shared.leftEmu, shared.bottomEmu - shared.topEmu];
  if (width <= TOUCH_EMU || height <= TOUCH_EMU) return null;
  return pointsOf(item, shared).some(([x, y]) => hidesAt(cover, x, y)) ? shared : null;
}

/** Whether a piece of a line lies under a cover, on both sides of its axis: it may end at a cover or run along it. */
function hidesLine(cover: Cover, line: StrokeItem): boolean {
  const lies = (x: Emu, y: Emu): boolean =>
    [-TOUCH_EMU, TOUCH_EMU].every((by) => hidesAt(cover, x + by, y) && hidesAt(cover, x, y + by));
  return axisPoints(line).some(([x, y]) => lies(x, y));
}

/** A thick line that is painted over drawings: an element's own, or the frame of one that doesn't hold them. */
interface Line {
  readonly element: ElementInfo;
  readonly item: StrokeItem;
  readonly bounds: Rectangle;
}

/** What is wider is an area: two millimetres. */
const AREA_EMU = 72_000;
/** Parts of a drawing that a line may cross, as that of a frame or of an arrow on a picture does. */
const CROSSED_SHARE = 0.25;
/** A frame about a picture lies on all of its edges, and leaves most of it. */
const FRAMED_SHARE = 0.5;

/** What of a drawing a thick line hides. Lines are seen, or drawn on, where others run along them. */
function hiddenByLine(line: Line, { item, element, ink }: Drawing): Rectangle | null {
  if (element.kind === "line" || line.element.kind === "seal") return null;
  const isArea = line.item.widthEmu > AREA_EMU;
  if (!isArea && item.kind === "stroke" && item.isMark !== true && element.kind !== "check") return null;
  const points = pointsOf(item, ink);
  const share = points.filter(([x, y]) => liesOn(line.item, x, y)).length / Math.max(1, points.length);
  const isFrame = element.kind === "image" && line.item.shape.kind === "rectangle" && share < FRAMED_SHARE;
  return share > (isArea && !isFrame ? 0 : CROSSED_SHARE) ? common(line.bounds, ink) : null;
}

function finding(by: Cover | Line, { element }: Drawing, hidden: Rectangle): Diagnostic {
  const { element: cover } = by;
  const [widthEmu, heightEmu] = [hidden.rightEmu - hidden.leftEmu, hidden.bottomEmu - hidden.topEmu];
  const size = `${millimetres(widthEmu)} × ${millimetres(heightEmu)}`;
  return {
    code: "RPT5001",
    severity: "error",
    span: { start: element.ownSpan[0], end: element.ownSpan[1] },
    beside: { start: cover.ownSpan[0], end: cover.ownSpan[1] },
    message: `${nameOf(element)} lies under ${nameOfCover(by)}, which hides ${size} of it (page 1)`,
    why: "what is opaque and painted later hides what lies there already",
    repair: {
      title: "item" in by ? APART_FROM_LINE : repairOf(cover, element, heightEmu),
      applicability: "suggestion",
      edits: [],
    },
  };
}

function nameOfCover(by: Cover | Line): string {
  if (!("item" in by) || by.element.kind === "line") return nameOf(by.element);
  return `the ${by.element.kind === "rect" ? "line" : "border"} of ${nameOf(by.element)}`;
}
