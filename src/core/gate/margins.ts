// RPT5003, RPT5004 and RPT5007: content near the paper's edge, beyond one margin only, or nearly on one line.
import type { Canvas, CanvasPage, Emu } from "../canvas/index.ts";
import type { Diagnostic } from "../diagnostics/index.ts";
import type { Page, PlacedItem, Rectangle } from "../layout/index.ts";
import { type ElementIndex, millimetres } from "./elements.ts";
import { inkOf } from "./ink.ts";

/** 4 mm: the edge that office printers leave blank. */
const PRINTABLE_EDGE_EMU = 144_000;
/** Borders centred on the margin, and the overhang of glyphs, stay below it. */
const MARGIN_TOLERANCE_EMU = 18_000;
/** Edges closer than half a millimetre were meant to be one; equal ones are. */
const NEAR_EMU = 18_000;

/** Texts and images only: fills may bleed, and marks for folding lie at the very edge. */
export function findOutsidePrintable(pages: readonly Page[], elements: ElementIndex): readonly Diagnostic[] {
  const found = new Map<number, Diagnostic>();
  pages.forEach((page, index) => {
    for (const item of page.items) {
      if (item.kind !== "glyphs" && item.kind !== "image") continue;
      if (found.has(item.span[0]) || elements.byStart.get(item.span[0])?.inBackground === true) continue;
      const beyond = beyondEdge(page, item);
      if (beyond !== null) found.set(item.span[0], outside(item, beyond, index));
    }
  });
  return [...found.values()];
}

function beyondEdge(page: Page, item: PlacedItem): { readonly side: string; readonly byEmu: Emu } | null {
  const ink = inkOf(item);
  if (ink === null) return null;
  const sides = [
    { side: "left", byEmu: PRINTABLE_EDGE_EMU - ink.leftEmu },
    { side: "top", byEmu: PRINTABLE_EDGE_EMU - ink.topEmu },
    { side: "right", byEmu: ink.rightEmu - (page.widthEmu - PRINTABLE_EDGE_EMU) },
    { side: "bottom", byEmu: ink.bottomEmu - (page.heightEmu - PRINTABLE_EDGE_EMU) },
  ];
  return sides.find((side) => side.byEmu > 0) ?? null;
}

function outside(item: PlacedItem, beyond: { readonly side: string; readonly byEmu: Emu }, page: number): Diagnostic {
  return {
    code: "RPT5003",
    severity: "error",
    span: { start: item.span[0], end: item.span[1] },
    message: `it leaves the printable area by ${millimetres(beyond.byEmu)} at the ${beyond.side} (page ${page + 1})`,
    why: "office printers leave 4 mm at every edge blank",
    repair: {
      title: `move it ${millimetres(beyond.byEmu)} inwards, or put it into a background`,
      applicability: "suggestion",
      edits: [],
    },
  };
}

/** Content beyond one side margin and not beyond the other. Told once for a document. */
export function findUnevenMargins(
  canvas: Canvas,
  pages: readonly Page[],
  elements: ElementIndex,
): readonly Diagnostic[] {
  const section = canvas.pages[0];
  if (section === undefined || canvas.pages.length > 1) return [];
  let left = section.margin[3];
  let right = section.widthEmu - section.margin[1];
  for (const page of pages) {
    for (const item of page.items) {
      if (elements.byStart.get(item.span[0])?.overlapsOnPurpose !== false) continue;
      const ink = withoutHanging(item, inkOf(item));
      if (ink === null) continue;
      left = Math.min(left, ink.leftEmu);
      right = Math.max(right, ink.rightEmu);
    }
  }
  const overLeft = section.margin[3] - left > MARGIN_TOLERANCE_EMU;
  const overRight = right - (section.widthEmu - section.margin[1]) > MARGIN_TOLERANCE_EMU;
  return overLeft === overRight ? [] : [uneven(section, left, section.widthEmu - right)];
}

/** Full stops and commas may stand beyond the end of a line on purpose (ぶら下げ). */
function withoutHanging(item: PlacedItem, ink: Rectangle | null): Rectangle | null {
  const mayHang = item.kind === "glyphs" && item.run.direction === "horizontal" && /[。、]$/u.test(item.run.text);
  return ink !== null && mayHang ? { ...ink, rightEmu: ink.rightEmu - item.sizeEmu } : ink;
}

function uneven(section: CanvasPage, left: Emu, right: Emu): Diagnostic {
  return {
    code: "RPT5004",
    severity: "warning",
    span: { start: section.span[0], end: section.span[1] },
    message: `content margins differ: left ${millimetres(left)}, right ${millimetres(right)}`,
    why: "content runs over one margin of the page",
    repair: {
      title: "make the content as wide as the page between its margins",
      applicability: "suggestion",
      edits: [],
    },
  };
}

/** Left edges in one absolute container that differ by less than anybody means. */
export function findNearlyAligned(elements: ElementIndex): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  for (const { children } of elements.absolute) {
    const edges = children
      .flatMap((child) => ("box" in child && child.box.xEmu !== null ? [{ x: child.box.xEmu, span: child.span }] : []))
      .sort((one, other) => one.x - other.x || one.span[0] - other.span[0]);
    edges.forEach((edge, index) => {
      const before = edges[index - 1];
      if (before === undefined || edge.x === before.x || edge.x - before.x > NEAR_EMU) return;
      found.push({
        code: "RPT5007",
        severity: "warning",
        span: { start: edge.span[0], end: edge.span[1] },
        message: `left edges at ${hundredths(before.x)} and ${hundredths(edge.x)} are nearly aligned`,
        why: "the eye sees the step and takes it for a mistake",
        repair: { title: `use one x: ${hundredths(before.x)}`, applicability: "suggestion", edits: [] },
      });
    });
  }
  return found;
}

function hundredths(emu: Emu): string {
  return `${Math.round(emu / 360) / 100}mm`;
}
