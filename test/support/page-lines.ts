import { type GlyphRunItem, type Page, readableText } from "../../src/core/sdk/index.ts";

/** Which way a line of letters runs; ruby stands beside lines. */
export type LineKind = "horizontal" | "vertical" | "ruby";

/** A line of one element as it is drawn: what a reader is to give back of it. */
export interface PageLine {
  readonly kind: LineKind;
  readonly text: string;
}

interface OpenLine {
  readonly kind: LineKind;
  readonly item: GlyphRunItem;
  text: string;
  endEmu: number;
}

/** The lines of a page, each put together from the runs that stand one behind another in it. */
export function linesOfPage(page: Page): readonly PageLine[] {
  const lines: OpenLine[] = [];
  for (const item of page.items) {
    if (item.kind !== "glyphs" || item.run.glyphs.length === 0) continue;
    const last = lines.at(-1);
    if (last !== undefined && goesOn(last, item)) {
      last.text += readableText(item.run);
      last.endEmu = endOf(item);
    } else lines.push({ kind: kindOf(item), item, text: readableText(item.run), endEmu: endOf(item) });
  }
  return lines.map(({ kind, text }) => ({ kind, text }));
}

function kindOf(item: GlyphRunItem): LineKind {
  if (item.isRuby === true) return "ruby";
  const isDown = item.run.direction === "vertical" || item.rotation === 90 || item.isCombined === true;
  return isDown ? "vertical" : "horizontal";
}

/** Letters that share a cell begin at its top left, however wide they are together. */
function startOf(item: GlyphRunItem): number {
  if (item.isCombined === true) return item.yEmu - Math.round(item.sizeEmu * 0.88);
  return kindOf(item) === "vertical" ? item.yEmu : item.xEmu;
}

function endOf(item: GlyphRunItem): number {
  return startOf(item) + (item.isCombined === true ? item.sizeEmu : item.advanceEmu);
}

function acrossOf(item: GlyphRunItem): number {
  if (item.isCombined === true) return item.xEmu + item.advanceEmu / 2;
  if (kindOf(item) !== "vertical") return item.yEmu;
  return item.run.direction === "vertical" ? item.xEmu : item.xEmu + item.sizeEmu * 0.38;
}

function goesOn({ kind, item: first, endEmu }: OpenLine, item: GlyphRunItem): boolean {
  if (kind === "ruby" || kindOf(item) !== kind || item.span[0] !== first.span[0]) return false;
  const gap = startOf(item) - endEmu;
  const isLevel = Math.abs(acrossOf(item) - acrossOf(first)) < item.sizeEmu * 0.05;
  return isLevel && gap > -item.sizeEmu * 0.6 && gap < item.sizeEmu * 0.45;
}
