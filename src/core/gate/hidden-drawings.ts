// RPT5001: pictures, charts, bars, ticks, seals, combs and lines that something opaque is painted over. Letters and bar
// codes are judged with them in `hidden.ts`; rectangles and grounds are made to be covered.
import type { Emu } from "../canvas/index.ts";
import { type Diagnostic, millimetres } from "../diagnostics/index.ts";
import {
  type FillItem,
  type ImageItem,
  inkOf,
  OPAQUE_ALPHA_MIN,
  type Page,
  type PlacedItem,
  type Rectangle,
  type StrokeItem,
} from "../layout/index.ts";
import { covers } from "./covers.ts";
import { type ElementIndex, type ElementInfo, nameOf } from "./elements.ts";
import { type Cover, coverOf, hidesAt, isCover, isGround, repairOf } from "./hidden.ts";
import { TOUCH_EMU } from "./overlap.ts";
import { FoundByRow, type FoundInRow, pairOf } from "./row-places.ts";
import { common } from "./struck-letters.ts";
import { holds } from "./thick-lines.ts";

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

/** So many points of what is shared are looked at, across and down. */
const POINTS = 16;

/** Each pair of elements once in each row, as overlaps are. Worded for page 1. */
export function hiddenDrawingsByPair(page: Page, elements: ElementIndex): readonly FoundInRow[] {
  const found = new FoundByRow(page, elements);
  const drawings: Drawing[] = [];
  for (const item of page.items) {
    const element = elements.byStart.get(item.span[0]);
    if (element === undefined || element.isLayered || element.inBackground) continue;
    if (isCover(item)) {
      const cover = coverOf(item, element);
      for (const drawing of drawings) {
        if (!mayHide(cover, drawing)) continue;
        const pair = pairOf(drawing.element.ownSpan[0], element.ownSpan[0]);
        const hidden = found.has(pair, drawing.item) ? null : hiddenOf(cover, drawing);
        if (hidden !== null) found.add(pair, finding(cover, drawing, hidden), drawing.item);
      }
    }
    const drawing = drawingOf(item, element);
    if (drawing !== null) drawings.push(drawing);
  }
  return found.all();
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
function mayHide({ element: cover, bounds }: Cover, { element, ink }: Drawing): boolean {
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
  for (let point = 0; point < POINTS * POINTS; point += 1) {
    const x = shared.leftEmu + (width * ((point % POINTS) + 0.5)) / POINTS;
    const y = shared.topEmu + (height * (Math.floor(point / POINTS) + 0.5)) / POINTS;
    if ((item.kind === "image" || covers(item, x, y)) && hidesAt(cover, x, y)) return shared;
  }
  return null;
}

/** Whether a piece of a line lies under a cover, on both sides of its axis: it may end at a cover or run along it. */
function hidesLine(cover: Cover, line: StrokeItem): boolean {
  const lies = (x: Emu, y: Emu): boolean =>
    [-TOUCH_EMU, TOUCH_EMU].every((by) => hidesAt(cover, x + by, y) && hidesAt(cover, x, y + by));
  return axisPoints(line).some(([x, y]) => lies(x, y));
}

/** Points along the axis of a line. */
function axisPoints({ shape, clip }: StrokeItem): readonly (readonly [x: Emu, y: Emu])[] {
  const points: (readonly [Emu, Emu])[] = [];
  const along = (fromX: Emu, fromY: Emu, toX: Emu, toY: Emu): void => {
    for (let point = 0; point < POINTS; point += 1) {
      const share = (point + 0.5) / POINTS;
      points.push([fromX + (toX - fromX) * share, fromY + (toY - fromY) * share]);
    }
  };
  if (shape.kind === "rectangle") {
    const { leftEmu, topEmu, rightEmu, bottomEmu } = shape.rectangle;
    along(leftEmu, topEmu, rightEmu, topEmu);
    along(rightEmu, topEmu, rightEmu, bottomEmu);
    along(leftEmu, bottomEmu, rightEmu, bottomEmu);
    along(leftEmu, topEmu, leftEmu, bottomEmu);
  } else {
    let [x, y, startX, startY] = [0, 0, 0, 0];
    for (const command of shape.commands) {
      const [toX, toY] = command.op === "close" ? [startX, startY] : [command.xEmu, command.yEmu];
      if (command.op === "move") [startX, startY] = [toX, toY];
      else along(x, y, toX, toY);
      [x, y] = [toX, toY];
    }
  }
  if (clip === undefined) return points;
  return points.filter(([x, y]) => x > clip.leftEmu && x < clip.rightEmu && y > clip.topEmu && y < clip.bottomEmu);
}

function finding({ element: cover }: Cover, { element }: Drawing, hidden: Rectangle): Diagnostic {
  const [widthEmu, heightEmu] = [hidden.rightEmu - hidden.leftEmu, hidden.bottomEmu - hidden.topEmu];
  const size = `${millimetres(widthEmu)} × ${millimetres(heightEmu)}`;
  return {
    code: "RPT5001",
    severity: "error",
    span: { start: element.ownSpan[0], end: element.ownSpan[1] },
    beside: { start: cover.ownSpan[0], end: cover.ownSpan[1] },
    message: `${nameOf(element)} lies under ${nameOf(cover)}, which hides ${size} of it (page 1)`,
    why: "what is opaque and painted later hides what lies there already",
    repair: { title: repairOf(cover, element, heightEmu), applicability: "suggestion", edits: [] },
  };
}
