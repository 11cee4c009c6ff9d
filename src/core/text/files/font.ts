import type { GlyphText } from "./glyph-text.ts";

/**
 * One parsed face, shared by all documents of a process. Parsing is once; nothing in it changes afterwards,
 * so a document's bytes never depend on what was set before it.
 */
export interface Font {
  /** Stable identity: PostScript name and the first 16 hex digits of the file's SHA-256, handed in with the bytes. */
  readonly id: string;
  readonly family: string;
  readonly postScriptName: string;
  readonly weight: "normal" | "bold";
  readonly unitsPerEm: number;
  readonly glyphCount: number;
  /** Font units above and below the baseline; layout uses the 880/120 em box, renderers describe the font by these. */
  readonly ascent: number;
  readonly descent: number;
  readonly capHeight: number;
  readonly italicAngle: number;
  /** xMin, yMin, xMax, yMax in font units. */
  readonly boundingBox: readonly [number, number, number, number];
  /** Whether outlines are TrueType (`glyf`) or CFF. */
  readonly outlines: "truetype" | "cff";
  /** The whole sfnt file. */
  readonly bytes: Uint8Array;
  /** The bytes of an sfnt table, or null where the font has none. */
  table(tag: string): Uint8Array | null;
  /** The glyph of a code point by `cmap`, 0 where there is none. */
  glyphOf(codePoint: number): number;
  /** The glyph of a base with a variation selector, 0 where the font does not know the sequence. */
  variationGlyphOf(codePoint: number, selector: number): number;
  /** Font units; horizontal advance by `hmtx`. */
  advanceOf(glyph: number): number;
  /**
   * The text that a glyph stands for when it is copied out of a file: the preferred code point, a substituted glyph's
   * source, a ligature's components. Empty where nothing maps to it. Static per font.
   */
  textOf(glyph: number): string;
  /**
   * Texts that glyphs are drawn for beside those of `textOf`, in order of glyphs, then of texts: one outline may serve
   * several characters. Static per font.
   */
  otherTexts(): readonly GlyphText[];
  /** Characters that are read and copied as other ones: private ones with a drawing (外字). Absent: none. */
  readonly readAs?: ReadonlyMap<string, string>;
}
