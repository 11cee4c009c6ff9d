// Glyphs of a TrueType font → the boxes of their outlines, as the font file states them.
import type { Font } from "./font.ts";
import { viewOf } from "./sfnt.ts";

/** The ink of a glyph in font units; null where it has none. */
export type Ink = readonly [xMin: number, yMin: number, xMax: number, yMax: number];
export type InkOf = (glyph: number) => Ink | null;

const READERS = new WeakMap<Font, { readonly inkOf: InkOf | null }>();

/** The box of a TrueType outline; null for fonts of other outlines. */
export function trueTypeInk(font: Font): InkOf | null {
  const known = READERS.get(font);
  if (known !== undefined) return known.inkOf;
  const inkOf = readerOf(font);
  READERS.set(font, { inkOf });
  return inkOf;
}

function readerOf(font: Font): InkOf | null {
  const [loca, glyf, head] = ["loca", "glyf", "head"].map((tag) => font.table(tag));
  if (!loca || !glyf || !head) return null;
  const [locations, outlines] = [viewOf(loca), viewOf(glyf)];
  const isLong = viewOf(head).getInt16(50) === 1;
  const at = (glyph: number) => (isLong ? locations.getUint32(4 * glyph) : 2 * locations.getUint16(2 * glyph));
  return (glyph) => {
    if (glyph >= font.glyphCount) return null;
    const start = at(glyph);
    if (at(glyph + 1) - start < 10) return null;
    return [
      outlines.getInt16(start + 2),
      outlines.getInt16(start + 4),
      outlines.getInt16(start + 6),
      outlines.getInt16(start + 8),
    ];
  };
}
