// How glyphs hang in vertical lines, from the font's own tables (OpenType, 'vmtx' and 'VORG'): the file says it of the
// glyphs that differ from the em box (ISO 32000-1 §9.7.4.3), so that a whole run is shown by one operator and readers
// know how high each letter stands.
import type { Font } from "../../../../core/sdk/index.ts";
import { decimalText, divideRounded } from "../byte-arena.ts";
import { i16, trueTypeProgram, u16 } from "./sfnt.ts";

/** Where the writing mode puts a glyph's origin below the top of its cell unless the file says otherwise (`DW2`). */
export const DEFAULT_ORIGIN_THOUSANDTHS = 880;

const THOUSAND = 1000;
/** Number of contours, then left, bottom, right and top of the outline. */
const OUTLINE_HEADER_BYTES = 10;

/** A font's vertical metrics, in font units; those of the em box where it has none. */
export class VerticalMetrics {
  readonly #font: Font;
  readonly #defaultOrigin: number;
  readonly #vmtx: Uint8Array | null;
  readonly #longMetrics: number;
  /** Null where the font has no `VORG`, which only those with CFF outlines have. */
  readonly #origins: { readonly usual: number; readonly others: ReadonlyMap<number, number> } | null;

  constructor(font: Font) {
    this.#font = font;
    this.#defaultOrigin = divideRounded(DEFAULT_ORIGIN_THOUSANDTHS * font.unitsPerEm, THOUSAND);
    const vhea = font.table("vhea");
    this.#longMetrics = vhea === null ? 0 : u16(vhea, 34);
    this.#vmtx = this.#longMetrics === 0 ? null : font.table("vmtx");
    this.#origins = readOrigins(font.table("VORG"));
  }

  /** Down the line, from one cell to the next. */
  advanceOf(glyph: number): number {
    if (this.#vmtx === null) return this.#font.unitsPerEm;
    return u16(this.#vmtx, 4 * Math.min(glyph, this.#longMetrics - 1));
  }

  /** From the top of the cell down to the glyph's own origin. */
  originOf(glyph: number): number {
    if (this.#origins !== null) return this.#origins.others.get(glyph) ?? this.#origins.usual;
    if (this.#vmtx === null || this.#font.outlines === "cff") return this.#defaultOrigin;
    const { glyf, offsets } = trueTypeProgram(this.#font);
    const start = offsets[glyph] ?? 0;
    if ((offsets[glyph + 1] ?? 0) - start < OUTLINE_HEADER_BYTES) return this.#defaultOrigin;
    const bearingAt =
      glyph < this.#longMetrics ? 4 * glyph + 2 : 4 * this.#longMetrics + 2 * (glyph - this.#longMetrics);
    return i16(this.#vmtx, bearingAt) + i16(glyf, start + 8);
  }

  /** Whether the glyph's cell is the em box, as the writing mode has it of itself. */
  isDefault(glyph: number): boolean {
    return this.advanceOf(glyph) === this.#font.unitsPerEm && this.originOf(glyph) === this.#defaultOrigin;
  }
}

function readOrigins(table: Uint8Array | null) {
  if (table === null || table.length < 8) return null;
  const others = new Map<number, number>();
  for (let at = 8; at < 8 + 4 * u16(table, 6) && at + 4 <= table.length; at += 4) {
    others.set(u16(table, at), i16(table, at + 2));
  }
  return { usual: i16(table, 4), others };
}

const metricsOfFonts = new WeakMap<Font, VerticalMetrics>();

export function verticalMetrics(font: Font): VerticalMetrics {
  let metrics = metricsOfFonts.get(font);
  if (metrics === undefined) {
    metrics = new VerticalMetrics(font);
    metricsOfFonts.set(font, metrics);
  }
  return metrics;
}

/**
 * `/W2` without its brackets: of each glyph that differs from `/DW2` how far it moves (down is negative) and where its
 * origin lies, in runs of neighbours. `glyphs` ascend and are those shown in vertical lines; empty where none differs.
 */
export function verticalWidths(font: Font, glyphs: readonly number[]): string {
  const metrics = verticalMetrics(font);
  const thousandths = (units: number, per = 1): string =>
    decimalText(divideRounded(units * THOUSAND * THOUSAND, font.unitsPerEm * per), 3);
  let widths = "";
  let previous = -2;
  for (const glyph of glyphs) {
    if (metrics.isDefault(glyph)) continue;
    if (glyph === previous + 1) widths += " ";
    else widths += `${previous >= 0 ? "]" : ""}${glyph}[`;
    const origin = `${thousandths(font.advanceOf(glyph), 2)} ${thousandths(metrics.originOf(glyph))}`;
    widths += `${thousandths(-metrics.advanceOf(glyph))} ${origin}`;
    previous = glyph;
  }
  return widths === "" ? "" : `${widths}]`;
}
