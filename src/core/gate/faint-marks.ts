// RPT5008: bars, lines and parts of charts and schedules, and boxes to tick, that hardly differ from what they lie on.
import type { Color, Emu } from "../canvas/index.ts";
import type { Diagnostic } from "../diagnostics/index.ts";
import {
  type FillItem,
  inkOf,
  LINE_CONTRAST_MIN,
  type Page,
  type PlacedItem,
  type Rectangle,
  type StrokeItem,
} from "../layout/index.ts";
import { contrastOn, shown } from "./contrast.ts";
import { covers } from "./covers.ts";
import { pointsOf } from "./drawn-points.ts";
import { type ElementIndex, type ElementInfo, takes } from "./elements.ts";
import { type Ground, PAPER } from "./grounds.ts";
import { UNSEEN_BELOW_ALPHA } from "./unseen-pictures.ts";

/** What a chart or a schedule shows its values by. */
export type Mark = FillItem | StrokeItem;

type ByStart = Pick<ElementIndex, "byStart">;

export function findFaintMarks(pages: readonly Page[], elements: ByStart): readonly Diagnostic[] {
  const found = new Map<number, Diagnostic>();
  pages.forEach((page, index) => {
    const under: Ground[] = [];
    page.items.forEach((item, at) => {
      const element = elements.byStart.get(item.span[0]);
      const kind = element?.kind;
      if (isMark(item, kind) && !found.has(item.span[0])) {
        const isTick = kind === "check";
        const ratio = isTick ? contrastOfTick(item, under) : contrastOfBar(item, under, kind, elements);
        const isSeen = ratio >= LINE_CONTRAST_MIN || isFramed(item, frameBehind(page.items, at), under);
        if (!isSeen) {
          const look = { ratio, isOnDark: isOnDark(item, under) };
          found.set(item.span[0], faintMark(item, element, look, index));
        }
      }
      if (item.kind === "fill" || item.kind === "image") under.push(item);
    });
  });
  return [...found.values()];
}

/**
 * All that is drawn of a schedule's bars and marks, what a chart says is one, and a box to tick with its tick.
 * RPT4026 tells of boxes that are too faint for any ground.
 */
function isMark(item: PlacedItem, kind: string | undefined): item is Mark {
  if (item.kind !== "fill" && item.kind !== "stroke") return false;
  if (kind === "check") return item.shape.kind === "path" && item.color[3] >= UNSEEN_BELOW_ALPHA;
  return item.isMark === true || (kind === "bar" && item.kind === "fill");
}

/** The frame of a bar is painted behind its filling and behind what is done of it. */
function frameBehind(items: readonly PlacedItem[], at: number): PlacedItem | undefined {
  const start = items[at]?.span[0];
  for (let next = at + 1; items[next]?.span[0] === start && next < items.length; next += 1) {
    if (items[next]?.kind === "stroke") return items[next];
    if (items[next]?.kind !== "fill") return undefined;
  }
  return undefined;
}

/** A bar whose own frame is seen is a white bar with a frame, as plans are drawn. */
function isFramed(mark: Mark, next: PlacedItem | undefined, under: readonly Ground[]): boolean {
  if (mark.isMark === true || next?.kind !== "stroke" || next.span[0] !== mark.span[0]) return false;
  return contrastOfMark({ ...next, isMark: true }, under) >= LINE_CONTRAST_MIN;
}

function contrastOfBar(item: Mark, under: readonly Ground[], kind: string | undefined, elements: ByStart): number {
  return Math.min(contrastOfMark(item, under), kind === "bar" ? onDays(item, under, elements) : Infinity);
}

/** The contrast that half of a tick or of its box has at least. */
function contrastOfTick(mark: Mark, under: readonly Ground[]): number {
  const ink = inkOf(mark);
  if (ink === null) return Infinity;
  const contrasts = pointsOf(mark, ink).map(([x, y]) => {
    const ground = groundAt(mark, x, y, under);
    return ground === null ? Infinity : contrastOn(mark.color, ground);
  });
  return contrasts.sort((one, other) => one - other)[Math.floor(contrasts.length / 2)] ?? Infinity;
}

/** The least contrast of a mark to the ground: of a bar at its ends, because they are what it says. */
function contrastOfMark(mark: Mark, under: readonly Ground[]): number {
  const ink = inkOf(mark);
  if (ink === null) return Infinity;
  const points = mark.isMark === true ? [placeIn(mark, ink)] : alongBar(ink);
  return points.reduce((least, [x, y]) => {
    const ground = groundAt(mark, x, y, under);
    return ground === null ? least : Math.min(least, contrastOn(mark.color, ground));
  }, Infinity);
}

/** The least contrast of a bar to the days that it lies on: on one of its own colour it would read as two bars. */
function onDays(bar: Mark, under: readonly Ground[], { byStart }: Pick<ElementIndex, "byStart">): number {
  const ink = inkOf(bar);
  if (ink === null || bar.isMark === true) return Infinity;
  const y = (ink.topEmu + ink.bottomEmu) / 2;
  let least = Infinity;
  for (const ground of under) {
    if (ground.kind === "image" || ground.shape.kind !== "rectangle" || isThin(ground)) continue;
    const { leftEmu, topEmu, rightEmu, bottomEmu } = ground.shape.rectangle;
    const [left, right] = [Math.max(leftEmu, ink.leftEmu), Math.min(rightEmu, ink.rightEmu)];
    if (left >= right || topEmu > y || bottomEmu < y || byStart.get(ground.span[0])?.kind === "bar") continue;
    if (contrastOn(bar.color, ground.color) >= LINE_CONTRAST_MIN) continue;
    // What lies on top there may be another ground.
    const seen = groundAt(bar, (left + right) / 2, y, under);
    if (seen !== null) least = Math.min(least, contrastOn(bar.color, seen));
  }
  return least;
}

/** Within the ends of a bar by less than a line. */
const INSET_EMU = 1_800;

function alongBar({ leftEmu, topEmu, rightEmu, bottomEmu }: Rectangle): readonly (readonly [Emu, Emu])[] {
  const y = (topEmu + bottomEmu) / 2;
  const inset = Math.min(INSET_EMU, (rightEmu - leftEmu) / 4);
  return [leftEmu + inset, rightEmu - inset].map((x) => [x, y] as const);
}

/** The middle of an area, the beginning of a line. */
function placeIn({ kind, shape }: Mark, { leftEmu, topEmu, rightEmu, bottomEmu }: Rectangle): readonly [Emu, Emu] {
  const first = kind === "stroke" && shape.kind === "path" ? shape.commands[0] : undefined;
  if (first?.op === "move") return [first.xEmu, first.yEmu];
  return [(leftEmu + rightEmu) / 2, (topEmu + bottomEmu) / 2];
}

/**
 * Null on a picture: nobody knows what it shows. Marks of one chart, those of the points of its lines among them, are
 * no ground of one another.
 */
function groundAt(mark: Mark, x: Emu, y: Emu, under: readonly Ground[]): Color | null {
  for (let at = under.length - 1; at >= 0; at -= 1) {
    const ground = under[at];
    if (ground === undefined) continue;
    if (ground.kind === "image") {
      const { leftEmu, topEmu, rightEmu, bottomEmu } = ground.clip ?? ground.rectangle;
      if (x >= leftEmu && x <= rightEmu && y >= topEmu && y <= bottomEmu) return null;
      continue;
    }
    const isOfMarks = ground.isMark === true || ground.shape.kind === "path";
    if (isOfMarks && ground.span[0] === mark.span[0]) continue;
    if (!isThin(ground) && covers(ground, x, y)) return ground.color;
  }
  return PAPER;
}

/** Lines between days are no ground of bars. */
function isThin({ shape }: FillItem): boolean {
  if (shape.kind !== "rectangle") return false;
  const { leftEmu, topEmu, rightEmu, bottomEmu } = shape.rectangle;
  return Math.min(rightEmu - leftEmu, bottomEmu - topEmu) < THIN_EMU;
}

const THIN_EMU = 9_000;

/** How a mark is seen. */
interface Look {
  readonly ratio: number;
  readonly isOnDark: boolean;
}

/** A ground is dark where white differs from it more than black does. */
const DARK_CONTRAST = 4.58;

function isOnDark(mark: Mark, under: readonly Ground[]): boolean {
  const ink = inkOf(mark);
  if (ink === null) return false;
  const ground = groundAt(mark, (ink.leftEmu + ink.rightEmu) / 2, (ink.topEmu + ink.bottomEmu) / 2, under);
  return ground !== null && contrastOn(PAPER, ground) >= DARK_CONTRAST;
}

function faintMark(mark: Mark, element: ElementInfo | undefined, { ratio, isOnDark }: Look, page: number): Diagnostic {
  const how = `contrast ${shown(ratio, LINE_CONTRAST_MIN)}:1, less than ${LINE_CONTRAST_MIN}:1`;
  return {
    code: "RPT5008",
    severity: "warning",
    span: { start: mark.span[0], end: mark.span[1] },
    message: `${nameOfMark(mark, element)} hardly differs from its ground: ${how} (page ${page + 1})`,
    why: "print and photocopies lose it",
    repair: { title: repairOf(element, isOnDark), applicability: "suggestion", edits: [] },
  };
}

function nameOfMark({ kind, shape }: Mark, element: ElementInfo | undefined): string {
  if (element?.kind === "bar") return "a bar or mark";
  if (element?.kind !== "check") return kind === "stroke" ? "a line of the chart" : "an area of the chart";
  const isBox = shape.kind === "path" && shape.commands.at(-1)?.op === "close" && kind === "stroke";
  return isBox ? "the box to tick" : "the tick of the box";
}

function repairOf(element: ElementInfo | undefined, isOnDark: boolean): string {
  const [other, line] = isOnDark
    ? ["a lighter", ", or a light border such as [0.5pt, white]"]
    : ["a darker", ", or a border="];
  if (element?.kind === "check") return `write ${other} color=, or another fill= at what it lies on`;
  if (element?.kind !== "bar") return `write ${other} color= at its series, or another fill= at the chart`;
  return `write ${other} fill=${takes(element, "border") ? line : ""}`;
}
