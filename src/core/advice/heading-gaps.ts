// RPT5117: a heading that stands as near to what is before it as to what it heads.
import type { Canvas, CanvasElement, Emu, TextElement } from "../canvas/index.ts";
import { type Diagnostic, hundredths } from "../diagnostics/index.ts";
import { advised } from "./advice-finding.ts";
import { childrenOf } from "./elements.ts";
import { standingIn } from "./flow-gaps.ts";

/** The gap above a heading, divided by the gap below it, is at least this. */
const ABOVE_LEAST_TIMES = 1.4;
/** A smaller gap parts no blocks: lines or fills do. */
const GAP_LEAST_EMU = 18_000;
/** Elements that a heading introduces. */
const HEADED: ReadonlySet<CanvasElement["kind"]> = new Set([
  ...(["table", "pairs", "cells", "chart", "each", "markdown", "columns"] as const),
]);

/** RPT5117 for each heading of a flow whose declared gap above is too small for the gap below. */
export function looseHeadings(canvas: Canvas): readonly Diagnostic[] {
  return canvas.pages.flatMap(({ body }) => [
    ...looseIn(canvas, body.gapEmu, body.children),
    ...body.children.flatMap((child) => looseWithin(canvas, child)),
  ]);
}

function looseWithin(canvas: Canvas, element: CanvasElement): readonly Diagnostic[] {
  const isFlow = element.kind === "stack" || element.kind === "box" || element.kind === "each";
  const inner = childrenOf(element).flatMap((child) => looseWithin(canvas, child));
  return isFlow ? [...looseIn(canvas, element.gapEmu, element.children), ...inner] : inner;
}

function looseIn(canvas: Canvas, gapEmu: Emu, children: readonly CanvasElement[]): readonly Diagnostic[] {
  const standing = standingIn(gapEmu, children);
  const begins = pageBeginners(children);
  return standing.flatMap(({ element, aboveEmu }, at) => {
    const [before, after] = [standing[at - 1], standing[at + 1]];
    if (before === undefined || after === undefined || aboveEmu === null || after.aboveEmu === null) return [];
    if (begins.has(element) || !isHeading(canvas, element) || !HEADED.has(after.element.kind)) return [];
    if (isHeading(canvas, before.element) || before.element.kind === "line") return [];
    const belowEmu = after.aboveEmu;
    const roomEmu = aboveEmu + insideAbove(element);
    if (belowEmu < GAP_LEAST_EMU || roomEmu >= belowEmu * ABOVE_LEAST_TIMES) return [];
    return [loose(element, roomEmu, belowEmu)];
  });
}

/** What a `break` sends to the top of a page or a column, where nothing stands above it. */
function pageBeginners(children: readonly CanvasElement[]): ReadonlySet<CanvasElement> {
  return new Set(
    children.filter((element, at) => {
      const isBroken = "box" in element && element.box.pageBreak === "before";
      const before = children[at - 1];
      const isBehind = before !== undefined && "box" in before && before.box.pageBreak === "after";
      return isBroken || isBehind || before?.kind === "break";
    }),
  );
}

/** The padding above the letters, where no line or fill shows where the box begins. */
function insideAbove({ box }: TextElement): Emu {
  return box.borderTop === null && box.fill === null ? box.padding[0] : 0;
}

/** A bold sentence is no heading. */
const LETTERS_MOST = 24;

/** Fixed words in bold letters, or marked as a heading; a title heads the whole form. */
function isHeading(canvas: Canvas, element: CanvasElement): element is TextElement {
  if (element.kind !== "text") return false;
  if (element.heading === 1) return false;
  const words = element.content.map((part) => (part.kind === "fixed" ? part.text : null));
  if (words.includes(null) || words.join("").length > LETTERS_MOST) return false;
  return element.heading > 0 || canvas.textStyles[element.style]?.weight === "bold";
}

function loose({ span, box }: TextElement, aboveEmu: Emu, belowEmu: Emu): Diagnostic {
  const words = {
    message: `the heading has ${hundredths(aboveEmu)} of room above it and ${hundredths(belowEmu)} below it`,
    why: "the eye joins what stands near: with more room above than below, a heading belongs to what it heads",
  };
  const value = hundredths(box.margin[0] + Math.ceil(belowEmu * 1.6) - aboveEmu);
  return advised("RPT5117", span, words, `write margin-top=${value}`, { property: "margin-top", value });
}
