// RPT5105, RPT5107 and RPT5109: blocks that miss the body's width, gaps and edges that are nearly, but not, equal.
import { type Canvas, type CanvasElement, type CanvasPage, type Emu, writtenElements } from "../canvas/index.ts";
import { type Diagnostic, hundredths, millimetres } from "../diagnostics/index.ts";
import { inkOf, type PageDocument } from "../layout/index.ts";
import { advised } from "./advice-finding.ts";
import { childrenOf, isWithin } from "./elements.ts";
import { standingIn } from "./flow-gaps.ts";

/** From here on a narrower block is no rounding, up to there it is no choice. */
const MISSED_EMU = { least: 10_800, most: 180_000 } as const;
/** Where a block begins at the margin, and half of a line's thickness beside it. */
const AT_MARGIN_EMU = 10_800;

/** RPT5105: blocks with borders or grounds that begin at the left margin and end a little before the right one. */
export function missedWidths(canvas: Canvas, { pages }: Pick<PageDocument, "pages">): readonly Diagnostic[] {
  const [section] = canvas.pages;
  if (section === undefined || canvas.pages.length > 1 || section.sheet !== undefined) return [];
  const [leftEmu, rightEmu] = [section.margin[3], section.widthEmu - section.margin[1]];
  return section.body.children.flatMap((child) => {
    if (child.kind !== "table" && child.kind !== "box" && child.kind !== "stack" && child.kind !== "row") return [];
    const drawn = frameOf(child, pages);
    if (drawn === null || Math.abs(drawn.leftEmu - leftEmu) > AT_MARGIN_EMU) return [];
    const missed = rightEmu - drawn.rightEmu;
    if (missed < MISSED_EMU.least || missed > MISSED_EMU.most) return [];
    const name = writtenElements(canvas).get(child.span[0])?.name ?? child.kind;
    const words = {
      message: `the ${name} ends ${millimetres(missed)} before the right margin`,
      why: "the eye takes a block that nearly fills the width for a mistake",
    };
    const value = hundredths(rightEmu - leftEmu);
    if (child.box.width.kind === "length") {
      return [advised("RPT5105", child.span, words, `set w=${value}, or leave w= out`, { property: "w", value })];
    }
    return [advised("RPT5105", child.span, words, widthAdvice(child, missed))];
  });
}

function widthAdvice(child: CanvasElement, missed: Emu): string {
  const by = hundredths(missed);
  return child.kind === "table"
    ? `give the column with the longest texts w=1fr, or widen columns by ${by}`
    : `widen it by ${by}, so that it ends at the margin`;
}

/** How far borders and grounds of an element reach, in a table those of its cells; null where it draws none. */
function frameOf({ kind, span }: CanvasElement, pages: PageDocument["pages"]) {
  let [leftEmu, rightEmu] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { items } of pages) {
    for (const item of items) {
      if (item.kind !== "stroke" && item.kind !== "fill") continue;
      if (kind === "table" ? !isWithin(item.span, span) : item.span[0] !== span[0]) continue;
      const ink = inkOf(item);
      if (ink === null) continue;
      leftEmu = Math.min(leftEmu, ink.leftEmu);
      rightEmu = Math.max(rightEmu, ink.rightEmu);
    }
  }
  return leftEmu > rightEmu ? null : { leftEmu, rightEmu };
}

/** Gaps of one flow that differ by less than this, and by less than a quarter, were meant to be one; equal ones are. */
const GAPS_NEAR = { emu: 54_000, times: 1.25 } as const;
/** Smaller differences are those of rounding, which nobody sees. */
const SEEN_EMU = 3_600;

/** RPT5107: gaps between the blocks of one flow, as they are declared. */
export function unevenGaps({ pages }: Canvas): readonly Diagnostic[] {
  return pages.flatMap(({ body }) => [
    ...unevenIn(body.gapEmu, body.children),
    ...body.children.flatMap((child) => unevenWithin(child)),
  ]);
}

function unevenWithin(element: CanvasElement): readonly Diagnostic[] {
  const isFlow = element.kind === "stack" || element.kind === "box" || element.kind === "each";
  const inner = childrenOf(element).flatMap((child) => unevenWithin(child));
  return isFlow ? [...unevenIn(element.gapEmu, element.children), ...inner] : inner;
}

function unevenIn(gapEmu: Emu, children: readonly CanvasElement[]): readonly Diagnostic[] {
  const gaps = standingIn(gapEmu, children).flatMap(({ element: { span }, aboveEmu }) =>
    aboveEmu === null ? [] : [{ emu: aboveEmu, span }],
  );
  const sorted = gaps.toSorted((one, other) => one.emu - other.emu || one.span[0] - other.span[0]);
  return sorted.flatMap((gap, at) => {
    const smaller = sorted[at - 1];
    if (smaller === undefined || !areNearGaps(smaller.emu, gap.emu)) return [];
    const words = {
      message: `gaps of ${hundredths(smaller.emu)} and ${hundredths(gap.emu)} between blocks are nearly equal`,
      why: "uneven gaps look like a mistake; clearly different ones part the page into groups",
    };
    const repair = "make them equal by gap= alone, or at least 1.5mm different where they part groups";
    return [advised("RPT5107", gap.span, words, repair)];
  });
}

function areNearGaps(smaller: Emu, larger: Emu): boolean {
  const apart = larger - smaller;
  return apart > SEEN_EMU && apart < GAPS_NEAR.emu && larger < smaller * GAPS_NEAR.times;
}

/** Nearer edges are told as RPT5007, by every check. */
const EDGES_EMU = { told: 18_000, most: 54_000 } as const;

/** RPT5109: left edges of what has its own place, half a millimetre to one and a half apart. */
export function nearEdges({ pages }: Canvas): readonly Diagnostic[] {
  return containersOf(pages).flatMap((children) => {
    const placed = children.flatMap((child) =>
      "box" in child && child.box.xEmu !== null && child.box.layer === "normal" && child.kind !== "line"
        ? [{ xEmu: child.box.xEmu, span: child.span }]
        : [],
    );
    const sorted = placed.toSorted((one, other) => one.xEmu - other.xEmu || one.span[0] - other.span[0]);
    return sorted.flatMap(({ xEmu, span }, at) => {
      const before = sorted[at - 1];
      const apart = before === undefined ? 0 : xEmu - before.xEmu;
      if (before === undefined || apart <= EDGES_EMU.told || apart >= EDGES_EMU.most) return [];
      const words = {
        message: `left edges at ${hundredths(before.xEmu)} and ${hundredths(xEmu)} are nearly aligned`,
        why: "few edges make a page calm, and edges that nearly meet look like a mistake",
      };
      const value = hundredths(before.xEmu);
      return [advised("RPT5109", span, words, `set x=${value}, or at least 1.5mm more`, { property: "x", value })];
    });
  });
}

/** The children of everything that places them by x and y. */
function containersOf(pages: readonly CanvasPage[]): readonly (readonly CanvasElement[])[] {
  return pages.flatMap(({ bands, body }) => [
    ...bands.filter(({ kind }) => kind !== "background").map(({ children }) => children),
    ...[...bands.flatMap(({ children }) => children), ...body.children].flatMap((child) => platesIn(child)),
  ]);
}

function platesIn(element: CanvasElement): readonly (readonly CanvasElement[])[] {
  const inner = childrenOf(element).flatMap((child) => platesIn(child));
  return element.kind === "plate" ? [element.children, ...inner] : inner;
}
