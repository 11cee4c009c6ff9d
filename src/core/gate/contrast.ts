// RPT5008: text that hardly differs from its ground. Contrast as WCAG 2 counts it.
import type { Color } from "../canvas/index.ts";
import type { Diagnostic } from "../diagnostics/index.ts";
import { type FillItem, type GlyphRunItem, glyphInk, type Page, toPower24Tenths } from "../layout/index.ts";
import { covers } from "./covers.ts";

/** WCAG 2 asks 4.5:1 of body text and 3:1 of large; below 3:1 a photocopy loses the text. */
export const TEXT_CONTRAST_MIN = 3;
export const PAPER: Color = [255, 255, 255, 255];

export function findLowContrast(pages: readonly Page[]): readonly Diagnostic[] {
  const found = new Map<number, Diagnostic>();
  pages.forEach((page, index) => {
    const fills: FillItem[] = [];
    for (const item of page.items) {
      if (item.kind === "fill") fills.push(item);
      if (item.kind !== "glyphs" || found.has(item.span[0])) continue;
      const ratio = contrastOf(overPaper(item.color), groundOf(item, fills));
      if (ratio < TEXT_CONTRAST_MIN) found.set(item.span[0], lowContrast(item, ratio, index));
    }
  });
  return [...found.values()];
}

/** The topmost fill below the run's middle, of whatever shape. */
function groundOf(item: GlyphRunItem, fills: readonly FillItem[]): Color {
  const ink = glyphInk(item);
  const x = (ink.leftEmu + ink.rightEmu) / 2;
  const y = (ink.topEmu + ink.bottomEmu) / 2;
  for (let index = fills.length - 1; index >= 0; index--) {
    const fill = fills[index];
    if (fill !== undefined && covers(fill, x, y)) return overPaper(fill.color);
  }
  return PAPER;
}

function lowContrast(item: GlyphRunItem, ratio: number, page: number): Diagnostic {
  return {
    code: "RPT5008",
    severity: "warning",
    span: { start: item.span[0], end: item.span[1] },
    message:
      `contrast ${ratio.toFixed(1)}:1 of the text to its ground, ` +
      `less than ${TEXT_CONTRAST_MIN}:1 (page ${page + 1})`,
    why: "print and photocopies lose the text",
    repair: { title: "use a darker colour, or a lighter fill", applicability: "suggestion", edits: [] },
  };
}

/** What a colour with an alpha looks like on paper. */
export function overPaper(color: Color): Color {
  const alpha = color[3] / 255;
  const mix = (index: 0 | 1 | 2) => color[index] * alpha + PAPER[index] * (1 - alpha);
  return [mix(0), mix(1), mix(2), 255];
}

/** 1 (the same colour) to 21, as WCAG 2 counts it. */
export function contrastOf(one: Color, other: Color): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((left, right) => right - left);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

/** Relative luminance of WCAG 2.2. */
function luminance(color: Color): number {
  return 0.2126 * linear(color[0]) + 0.7152 * linear(color[1]) + 0.0722 * linear(color[2]);
}

function linear(channel: number): number {
  const value = channel / 255;
  return value <= 0.04045 ? value / 12.92 : toPower24Tenths((value + 0.055) / 1.055);
}
