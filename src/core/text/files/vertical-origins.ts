// Where glyphs hang in vertical lines and how long their cells are, from `VORG` or from `vmtx` and the outlines' boxes:
// HarfBuzz is not given the outlines and so cannot know.
import type { Font } from "./font.ts";
import { viewOf } from "./sfnt.ts";

/** The em box's height above the baseline in thousandths: where a glyph without vertical metrics hangs. */
const ASCENT_THOUSANDTHS = 880;

/** Per glyph, how far above its baseline the top of its vertical cell is, in font units. */
export function verticalOrigins(font: Font): (glyph: number) => number {
  const fallback = Math.floor((font.unitsPerEm * ASCENT_THOUSANDTHS) / 1000);
  const readOrigin = tableReader(font) ?? outlineReader(font);
  return (glyph) => readOrigin?.(glyph) ?? fallback;
}

/** Per glyph, the length of its cell down the line, in font units: the em but for dashes of two ems and the like. */
export function verticalAdvances(font: Font): (glyph: number) => number {
  const [vhea, vmtx] = ["vhea", "vmtx"].map((tag) => font.table(tag));
  const longMetrics = vhea ? viewOf(vhea).getUint16(34) : 0;
  if (!vmtx || longMetrics === 0 || vmtx.length < 4 * longMetrics) return () => font.unitsPerEm;
  const metrics = viewOf(vmtx);
  return (glyph) => metrics.getUint16(4 * Math.min(glyph, longMetrics - 1));
}

/** The `VORG` table: one default and the glyphs that differ from it. */
function tableReader(font: Font): ((glyph: number) => number) | null {
  const table = font.table("VORG");
  if (table === null || table.length < 8) return null;
  const view = viewOf(table);
  const origins = new Map<number, number>();
  for (let at = 8; at < 8 + 4 * view.getUint16(6) && at + 4 <= table.length; at += 4) {
    origins.set(view.getUint16(at), view.getInt16(at + 2));
  }
  const usual = view.getInt16(4);
  return (glyph) => origins.get(glyph) ?? usual;
}

/** Top side bearing above the outline's top edge; null for a glyph without outline, or where tables are missing. */
function outlineReader(font: Font): ((glyph: number) => number | null) | null {
  const [vhea, vmtx, loca, glyf, head] = ["vhea", "vmtx", "loca", "glyf", "head"].map((tag) => font.table(tag));
  if (!vhea || !vmtx || !loca || !glyf || !head) return null;
  const longMetrics = viewOf(vhea).getUint16(34);
  const metrics = viewOf(vmtx);
  const locations = viewOf(loca);
  const outlines = viewOf(glyf);
  const isLong = viewOf(head).getInt16(50) === 1;
  const locationOf = (glyph: number): number =>
    isLong ? locations.getUint32(4 * glyph) : 2 * locations.getUint16(2 * glyph);
  return (glyph) => {
    const start = locationOf(glyph);
    if (locationOf(glyph + 1) - start < 10) return null;
    const bearingAt = glyph < longMetrics ? 4 * glyph + 2 : 4 * longMetrics + 2 * (glyph - longMetrics);
    return metrics.getInt16(bearingAt) + outlines.getInt16(start + 8);
  };
}
