// RPT5007 and RPT5008 for what is drawn: edges of tables, boxes and rules that nearly meet one line, and lines that
// hardly differ from their ground.
import type { Color, Emu } from "../canvas/index.ts";
import { type Diagnostic, hundredths, type SourceSpan } from "../diagnostics/index.ts";
import {
  type FillItem,
  inkOf,
  LINE_CONTRAST_MIN,
  type Page,
  type PlacedItem,
  type Rectangle,
} from "../layout/index.ts";
import { contrastOn, shown } from "./contrast.ts";
import { type ElementIndex, type ElementInfo, takes } from "./elements.ts";
import { PAPER } from "./grounds.ts";
import { isThin, RULE_THICKNESS_MOST_EMU } from "./line-items.ts";

/** Edges closer than half a millimetre were meant to be one; those closer than a line is thick are. */
const NEAR_EMU = 18_000;
const SAME_EMU = 3_600;

/** What draws pictures or marks of its own, whose edges and colours are not those of the form. */
export const DRAWN_PICTURES: ReadonlySet<ElementInfo["kind"]> = new Set([
  "image",
  "chart",
  "barcode",
  "seal",
  "seals",
  "bar",
  "check",
]);

type Line = Extract<PlacedItem, { kind: "fill" | "stroke" }>;

/** How well the lines of an element are seen, where they are seen best. */
export interface LineContrast {
  readonly ratio: number;
  readonly span: SourceSpan;
  /** From 0. */
  readonly page: number;
}

/**
 * The contrast of each element that draws lines: that of its most visible line. An element is faint only where all of
 * its lines are, so the search ends at the first line that is visible; a table has hundreds of lines. `fine` holds the
 * starts of elements that are known to have a visible line.
 */
export function lineContrasts(
  pages: readonly Page[],
  elements: ElementIndex,
  fine: ReadonlySet<number>,
): readonly LineContrast[] {
  const best = new Map<number, LineContrast>();
  pages.forEach((page, index) => {
    const grounds: FillItem[] = [];
    for (const item of page.items) {
      if (isLine(item) && !fine.has(item.span[0]) && !isPicture(item, elements)) {
        const known = best.get(item.span[0])?.ratio ?? 0;
        const ratio = known < LINE_CONTRAST_MIN ? contrastAround(item, grounds) : known;
        if (known < ratio) best.set(item.span[0], { ratio, span: item.span, page: index });
      }
      if (item.kind === "fill" && !isLine(item)) grounds.push(item);
    }
  });
  return [...best.values()];
}

function isLine(item: PlacedItem): item is Line {
  if (item.kind === "stroke") return true;
  if (item.kind !== "fill" || item.shape.kind !== "rectangle") return false;
  return isThin(item.shape.rectangle);
}

function isPicture({ span }: PlacedItem, elements: ElementIndex): boolean {
  const info = elements.byStart.get(span[0]);
  return info === undefined || info.inBackground || DRAWN_PICTURES.has(info.kind);
}

/**
 * The contrast of a line to the ground beside it, where it is greatest: a frame is seen from within or from without.
 * One that has the colour of what lies on one side of it only is that area's edge, and meant to be so.
 */
function contrastAround(item: Line, grounds: readonly FillItem[]): number {
  const ink = inkOf(item);
  if (ink === null) return Infinity;
  const [x, y] = [(ink.leftEmu + ink.rightEmu) / 2, (ink.topEmu + ink.bottomEmu) / 2];
  const beside: readonly (readonly [Emu, Emu])[] = [
    [ink.leftEmu - SAME_EMU, y],
    [x, ink.topEmu - SAME_EMU],
    [ink.rightEmu + SAME_EMU, y],
    [x, ink.bottomEmu + SAME_EMU],
    [x, y],
  ];
  const ratios = beside.map(([atX, atY]) => contrastOn(item.color, groundAt(atX, atY, grounds)));
  const most = Math.max(...ratios);
  return most > 1 && ratios.includes(1) ? Infinity : most;
}

function groundAt(x: Emu, y: Emu, grounds: readonly FillItem[]): Color {
  const under = grounds.findLast(({ shape }) => shape.kind === "rectangle" && holds(shape.rectangle, x, y));
  return under === undefined ? PAPER : under.color;
}

function holds({ leftEmu, topEmu, rightEmu, bottomEmu }: Rectangle, x: Emu, y: Emu): boolean {
  return x >= leftEmu && x <= rightEmu && y >= topEmu && y <= bottomEmu;
}

/** What is told of lines that hardly anybody sees. */
export function faintLine({ ratio, span, page }: LineContrast, element: ElementInfo | undefined): Diagnostic {
  const found = `contrast ${shown(ratio, LINE_CONTRAST_MIN)}:1 of the lines to their ground`;
  return {
    code: "RPT5008",
    severity: "warning",
    span: { start: span[0], end: span[1] },
    message: `${found}, less than ${LINE_CONTRAST_MIN}:1 (page ${page + 1})`,
    why: "the lines are drawn and nobody sees them",
    repair: { title: `use a darker colour, or ${without(element)}`, applicability: "suggestion", edits: [] },
  };
}

function without(element: ElementInfo | undefined): string {
  const isLine = element === undefined || element.kind === "line" || element.kind === "rect";
  return !isLine && takes(element, "border") ? "border=none" : "leave it out";
}

/** Where the lines of an element on a page end. */
interface Outline {
  readonly span: SourceSpan;
  readonly leftEmu: Emu;
  readonly rightEmu: Emu;
  /** By an upright line; a level one may reach over to close a corner. */
  readonly isUpright: boolean;
  /** Half of the thickest line, both strokes of a double one with what lies between them. */
  readonly halfEmu: Emu;
  /** How far the middle of a double line lies within its outer stroke. */
  readonly insetEmu: Emu;
}

/** Left and right edges of drawn elements that nearly meet one line. `told` are elements that have their finding. */
export function findNearlyAlignedLines(
  pages: readonly Page[],
  elements: ElementIndex,
  told: ReadonlySet<number>,
): readonly Diagnostic[] {
  const found = new Map<number, Diagnostic>();
  pages.forEach((page, index) => {
    const outlines = outlinesOf(page, elements);
    for (const side of ["left", "right"] as const) {
      for (const finding of nearEdges(side, outlines, index)) {
        const { start } = finding.span;
        if (!told.has(start) && !found.has(start)) found.set(start, finding);
      }
    }
  });
  return [...found.values()];
}

function outlinesOf(page: Page, elements: ElementIndex): readonly Outline[] {
  const outlines = new Map<number, Outline>();
  for (const item of page.items) {
    const info = elements.byStart.get(item.span[0]);
    if (!isLine(item) || isPicture(item, elements) || info?.overlapsOnPurpose !== false || hasInner(info)) continue;
    if (isDecoration(item, info)) continue;
    const line = outlineOf(item);
    if (line === null) continue;
    const known = outlines.get(item.span[0]);
    outlines.set(item.span[0], known === undefined ? line : joined(known, line));
  }
  return [...outlines.values()];
}

/** Lines under and through letters end where these end, which is no edge that anybody set. */
function isDecoration(item: Line, { kind }: ElementInfo): boolean {
  return (
    (kind === "text" || kind === "rich" || kind === "markdown") && item.kind === "stroke" && item.isBorder !== true
  );
}

/** Cells and combs have inner lines, which stand where the widths of the cells put them, and are no edges. */
function hasInner({ kind }: ElementInfo): boolean {
  return kind === "cell" || kind === "comb";
}

function joined(one: Outline, other: Outline): Outline {
  const halfEmu = Math.max(one.halfEmu, other.halfEmu);
  const known = Math.max(one.insetEmu, other.insetEmu);
  if (one.isUpright !== other.isUpright) return { ...(one.isUpright ? one : other), halfEmu, insetEmu: known };
  const [leftEmu, rightEmu] = [Math.min(one.leftEmu, other.leftEmu), Math.max(one.rightEmu, other.rightEmu)];
  // The strokes of a double line are a third of it each, and stand two thirds apart.
  const apartEmu = Math.abs(one.leftEmu - other.leftEmu);
  const isDouble = one.isUpright && apartEmu > 0 && Math.abs(apartEmu - 4 * other.halfEmu) <= ROUNDED_EMU;
  const insetEmu = isDouble ? Math.max(known, Math.floor(apartEmu / 2)) : known;
  return { ...one, leftEmu, rightEmu, halfEmu: Math.max(halfEmu, Math.floor((insetEmu * 3) / 2)), insetEmu };
}

/** What thirds and halves of a line's width lose where they are rounded. */
const ROUNDED_EMU = 36;

/** Lines are drawn about their edge, so an edge is the middle of its line. */
function outlineOf(item: Line): Outline | null {
  const ink = inkOf(item);
  if (ink === null) return null;
  const [width, height] = [ink.rightEmu - ink.leftEmu, ink.bottomEmu - ink.topEmu];
  const isFrame = item.kind === "stroke" && width > RULE_THICKNESS_MOST_EMU && height > RULE_THICKNESS_MOST_EMU;
  if (item.shape.kind === "path" && isFrame) return null;
  const isUpright = isFrame || width < height;
  const halfEmu = item.kind === "stroke" ? Math.floor(item.widthEmu / 2) : Math.floor(Math.min(width, height) / 2);
  const { span } = item;
  const line = { isUpright, halfEmu, insetEmu: 0 };
  if (isFrame || item.kind === "stroke") {
    return { span, leftEmu: ink.leftEmu + halfEmu, rightEmu: ink.rightEmu - halfEmu, ...line };
  }
  if (!isUpright) return { span, leftEmu: ink.leftEmu, rightEmu: ink.rightEmu, ...line };
  return { span, leftEmu: ink.leftEmu + halfEmu, rightEmu: ink.leftEmu + halfEmu, ...line };
}

function nearEdges(side: "left" | "right", outlines: readonly Outline[], page: number): readonly Diagnostic[] {
  const at = (one: Outline): Emu => (side === "left" ? one.leftEmu + one.insetEmu : one.rightEmu - one.insetEmu);
  const sorted = outlines.toSorted((one, other) => at(one) - at(other) || one.span[0] - other.span[0]);
  return sorted.flatMap((edge, index) => {
    const before = sorted[index - 1];
    const apartEmu = before === undefined ? 0 : at(edge) - at(before);
    if (before === undefined || apartEmu > NEAR_EMU) return [];
    // A border lies about its edge or within it, so lines that all but touch stand on one.
    if (apartEmu <= SAME_EMU + edge.halfEmu + before.halfEmu) return [];
    const edges = `${hundredths(at(before))} and ${hundredths(at(edge))}`;
    return [
      {
        code: "RPT5007",
        severity: "warning",
        span: { start: edge.span[0], end: edge.span[1] },
        message: `drawn ${side} edges at ${edges} from the paper's edge are nearly aligned (page ${page + 1})`,
        why: "the eye sees the step and takes it for a mistake",
        repair: { title: "bring both edges to one place", applicability: "suggestion", edits: [] },
      },
    ];
  });
}
