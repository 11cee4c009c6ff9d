// RPT5110: a last page with little on it.
import type { Canvas, Emu } from "../canvas/index.ts";
import { type Diagnostic, millimetres, type SourceSpan } from "../diagnostics/index.ts";
import { inkOf, type Page, type PageDocument } from "../layout/index.ts";
import { advised } from "./advice-finding.ts";
import { isWithin } from "./elements.ts";

/** A last page that is filled less than that, of the height between its margins, looks like a slip. */
const FILLED_LEAST_SHARE = 0.2;

/** RPT5110: seals, totals or some lines that stand on a page of their own, where the examples make several pages. */
export function nearlyEmptyLastPage(
  canvas: Canvas,
  { pages, records }: Pick<PageDocument, "pages" | "records">,
): readonly Diagnostic[] {
  const [section] = canvas.pages;
  const [record] = records;
  if (section === undefined || canvas.pages.length > 1 || section.sheet !== undefined) return [];
  if (record === undefined || record.pages < 2) return [];
  const last = pages[record.firstPage + record.pages - 1];
  const filled = last === undefined ? null : filledBy(last, section.body.span);
  if (filled === null) return [];
  const [top, , bottom] = section.margin;
  if (filled.heightEmu >= (section.heightEmu - top - bottom) * FILLED_LEAST_SHARE) return [];
  const words = {
    message: `page ${record.pages} holds only the last ${millimetres(filled.heightEmu)} of the form`,
    why: "a page with little on it looks forgotten, and seals or totals there stand without what they are for",
  };
  const repair =
    `make ${millimetres(filled.heightEmu)} of room by smaller gaps, sizes or padding, or write keep=next at what ` +
    "stands before it, so that it comes along";
  return [advised("RPT5110", filled.span, words, repair)];
}

/** How high the body's content of a page is, and its first element; null where there is none. */
function filledBy(page: Page, body: SourceSpan): { readonly heightEmu: Emu; readonly span: SourceSpan } | null {
  let [topEmu, bottomEmu] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let span: SourceSpan | null = null;
  for (const item of page.items) {
    const ink = isWithin(item.span, body) ? inkOf(item) : null;
    if (ink === null) continue;
    if (ink.topEmu < topEmu) span = item.span;
    topEmu = Math.min(topEmu, ink.topEmu);
    bottomEmu = Math.max(bottomEmu, ink.bottomEmu);
  }
  return span === null ? null : { heightEmu: bottomEmu - topEmu, span };
}
