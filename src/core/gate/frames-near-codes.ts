// RPT4007: frames whose lines run through the free margin of a code, or through its bars, borders of its own that do,
// and dark areas that begin in the margin.
import type { Emu } from "../canvas/index.ts";
import type { Diagnostic } from "../diagnostics/index.ts";
import { type FillItem, inkOf, type Page, type PlacedItem, type Rectangle, type StrokeItem } from "../layout/index.ts";
import { isDarkBeside } from "./contrast.ts";
import { type ElementIndex, type ElementInfo, isOnPurpose, lengthTextAbove, nameOf } from "./elements.ts";
import { holds, meet } from "./grounds.ts";
import { lineOf } from "./line-items.ts";
import { inFreeMargin, reachInto } from "./overlap.ts";
import { bandsOf } from "./struck-letters.ts";

/** A frame that begins where the free margin ends takes a part of its line from it; readers do with so much less. */
const LINE_AT_EDGE_EMU = 18_000;

/** The findings by the frame and the code, of which each pair is told once. */
export function framesNearCodes(page: Page, index: number, { byStart }: ElementIndex): ReadonlyMap<string, Diagnostic> {
  const found = new Map<string, Diagnostic>();
  const codes = page.items.flatMap((item) => {
    const element = byStart.get(item.span[0]);
    if (item.kind !== "fill" || item.quiet === undefined || element === undefined || element.isLayered) return [];
    return [{ element, item, quiet: item.quiet, free: narrowed(item.quiet) }];
  });
  if (codes.length === 0) return found;
  const depths = new Map<string, Emu>();
  const tell = (element: ElementInfo, code: Code, depthEmu: Emu): void => {
    const key = `${element.ownSpan[0]} ${code.element.ownSpan[0]}`;
    if (depthEmu <= (depths.get(key) ?? 0)) return;
    depths.set(key, depthEmu);
    found.set(key, inFreeMargin(element, code.element, depthEmu, index));
  };
  for (const item of page.items) {
    const element = byStart.get(item.span[0]);
    if (element === undefined) continue;
    const isDark = item.kind === "fill" && isArea(item, element);
    for (const code of codes) {
      const isOwn = element.ownSpan[0] === code.element.ownSpan[0];
      if (isOwn) {
        const border = item.kind === "stroke" ? ownBorder(item, code, index) : null;
        if (border !== null) found.set(`${element.ownSpan[0]}`, border);
        continue;
      }
      if (isDark && darkens(page, item, code)) tell(element, code, reachInto(code.quiet, inkOf(item) ?? code.quiet));
      for (const band of isFormLine(item, element) ? bandsOfLine(item) : [])
        if (meet(band, code.free)) tell(element, code, reachInto(code.quiet, band));
    }
  }
  return found;
}

/** RPT4007: the border of a code itself, which takes a part of the free margin that its padding does not give. */
function ownBorder(item: StrokeItem, { element, free, quiet }: Code, page: number): Diagnostic | null {
  const { shape } = item;
  // A side by itself is a line.
  const sides = shape.kind === "rectangle" ? linesOf({ ...item, shape }) : [inkOf(item) ?? NOWHERE];
  const lines = sides.filter((line) => meet(line, free));
  if (lines.length === 0) return null;
  const missing = lengthTextAbove(Math.max(...lines.map((line) => reachInto(quiet, line))));
  const wide = lengthTextAbove(item.widthEmu);
  return {
    code: "RPT4007",
    severity: "warning",
    span: { start: element.ownSpan[0], end: element.ownSpan[1] },
    message: `the border of ${nameOf(element)}, ${wide} wide, takes ${missing} of its free margin (page ${page + 1})`,
    why: "readers look for the paper around a code, and miss it where something else begins",
    repair: {
      title: `write padding=${missing} or more at the ${element.written.name}, or a thinner border`,
      applicability: "suggestion",
      edits: [],
    },
  };
}

const NOWHERE: Rectangle = { leftEmu: 0, topEmu: 0, rightEmu: 0, bottomEmu: 0 };

interface Code {
  readonly element: ElementInfo;
  readonly item: FillItem;
  readonly quiet: Rectangle;
  readonly free: Rectangle;
}

/** Areas of a form, and not of what is a picture itself. */
function isArea({ shape }: FillItem, { kind, isLayered }: ElementInfo): boolean {
  return shape.kind === "rectangle" && !isLayered && !["image", "chart", "barcode", "seal", "bar"].includes(kind);
}

/** A dark area that takes a part of a free margin. Under all of it, it is the ground; with bars, it is told already. */
function darkens({ items }: Page, area: FillItem, { item, free }: Code): boolean {
  const edges = inkOf(area);
  const bars = inkOf(item);
  if (edges === null || !meet(edges, free) || holds(edges, free) || (bars !== null && meet(edges, bars))) return false;
  if (!isDarkBeside(item.color, area.color)) return false;
  // A light ground that was laid over it later is what readers see.
  const ground = items.slice(items.indexOf(area) + 1, items.indexOf(item)).findLast((later) => {
    return later.kind === "fill" && later.color[3] === 255 && later.shape.kind === "rectangle" && holdsAll(later, free);
  });
  return ground === undefined;
}

function holdsAll(ground: FillItem, free: Rectangle): boolean {
  const edges = inkOf(ground);
  return edges !== null && holds(edges, free);
}

type Frame = StrokeItem & { readonly shape: Extract<StrokeItem["shape"], { readonly kind: "rectangle" }> };

/** Strokes of pictures are their own affair, and lines are judged as letters are. */
function isFormLine(item: PlacedItem, element: ElementInfo): boolean {
  const { kind } = element;
  return !isOnPurpose(item, element) && kind !== "line" && kind !== "image" && kind !== "chart" && kind !== "barcode";
}

/** The areas that a frame, a side of a border or a thin rectangle is seen as. */
function bandsOfLine(item: PlacedItem): readonly Rectangle[] {
  const line = lineOf(item);
  if (line === null) return [];
  const { shape } = line;
  return shape.kind === "rectangle" ? linesOf({ ...line, shape }) : bandsOf(line);
}

function linesOf({ shape, widthEmu }: Frame): readonly Rectangle[] {
  const { leftEmu, topEmu, rightEmu, bottomEmu } = shape.rectangle;
  const half = Math.ceil(widthEmu / 2);
  const across = { leftEmu: leftEmu - half, rightEmu: rightEmu + half };
  const down = { topEmu: topEmu - half, bottomEmu: bottomEmu + half };
  return [
    { ...across, topEmu: topEmu - half, bottomEmu: topEmu + half },
    { ...across, topEmu: bottomEmu - half, bottomEmu: bottomEmu + half },
    { ...down, leftEmu: leftEmu - half, rightEmu: leftEmu + half },
    { ...down, leftEmu: rightEmu - half, rightEmu: rightEmu + half },
  ];
}

function narrowed({ leftEmu, topEmu, rightEmu, bottomEmu }: Rectangle): Rectangle {
  const by = LINE_AT_EDGE_EMU;
  return { leftEmu: leftEmu + by, topEmu: topEmu + by, rightEmu: rightEmu - by, bottomEmu: bottomEmu - by };
}
