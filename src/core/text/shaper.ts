import type { Font } from "./font.ts";
import type { GlyphRun } from "./glyph-run.ts";

export interface ShapeOptions {
  readonly direction: "horizontal" | "vertical";
  /** BCP 47. */
  readonly lang: string;
  /** Digits of equal width (`tnum`). */
  readonly tabular: boolean;
  /** Pair kerning of Latin runs; off under letter-spacing and even distribution. */
  readonly kerning: boolean;
}

/** A run and where its text starts in the string that was shaped. */
export interface ShapedPiece {
  readonly run: GlyphRun;
  readonly start: number;
}

export interface Shaper {
  /**
   * Shapes a string: cut by script, and by font where the first of `fonts` lacks a grapheme cluster's glyphs. ASCII is
   * always shaped as Latin. Runs are interned.
   */
  shape(text: string, fonts: readonly Font[], options: ShapeOptions): readonly ShapedPiece[];
}

export declare function createShaper(harfbuzzWasm: Uint8Array): Shaper;
