import type { Font } from "./font.ts";

/**
 * A shaped piece of text in one font, script and direction. Interned by the shaper's run cache: the same font, text,
 * features and direction give the same object, so renderers may cache by identity. Advances are in font units and are
 * rounded to EMU per glyph and size by `advanceEmu`, so that measured and broken widths agree.
 */
export interface GlyphRun {
  readonly font: Font;
  readonly text: string;
  readonly direction: "horizontal" | "vertical";
  /** Glyph ids of the font, in visual order. */
  readonly glyphs: Uint16Array;
  /** Per glyph, font units along the line. */
  readonly advances: Int32Array;
  /** Per glyph, font units across and along the line; null where all are zero. */
  readonly offsets: Int32Array | null;
  /** Per glyph, the UTF-16 offset in `text` of the cluster it belongs to. */
  readonly clusters: Uint32Array;
  /** Whether HarfBuzz would shape differently when the text is cut before this cluster; null where never. */
  readonly unsafeToBreak: Uint8Array | null;
}

/** A font unit count at a type size, rounded half away from zero to EMU. */
export function unitsToEmu(units: number, sizeEmu: number, unitsPerEm: number): number {
  const scaled = units * sizeEmu;
  return scaled >= 0 ? Math.floor(scaled / unitsPerEm + 0.5) : -Math.floor(-scaled / unitsPerEm + 0.5);
}
