import type { Font } from "../files/index.ts";

/**
 * A shaped piece of text in one font, script and direction. Interned by the shaper's run cache: the same font, text,
 * features and direction give the same object, so renderers may cache by identity. Advances are in font units and are
 * rounded to EMU per glyph and size by `glyphAdvanceEmu`, so that measured and broken widths agree.
 */
export interface GlyphRun {
  readonly font: Font;
  readonly text: string;
  readonly direction: "horizontal" | "vertical";
  /**
   * Glyph ids of the font, in visual order. Plain arrays: most runs have a dozen glyphs, and a typed array takes 200 ns
   * and 200 bytes beside what is in it.
   */
  readonly glyphs: readonly number[];
  /** Per glyph, font units along the line. Runs with equal ones may share them, as they may clusters. */
  readonly advances: readonly number[];
  /**
   * Two values per glyph, font units: the glyph is drawn this far to the right of and above its pen position
   * (for a vertical run the pen is the top centre of its cell); null where all are zero.
   */
  readonly offsets: Int32Array | null;
  /** Per glyph, the UTF-16 offset in `text` of the cluster it belongs to. */
  readonly clusters: Uint32Array;
  /** Per glyph, 1 where HarfBuzz would shape differently if the text were cut before its cluster; null where never. */
  readonly unsafeToBreak: Uint8Array | null;
}

/** A run and where its text starts in the string that was shaped. */
export interface ShapedPiece {
  readonly run: GlyphRun;
  readonly start: number;
}

/** A font unit count at a type size, rounded half away from zero to EMU. */
export function unitsToEmu(units: number, sizeEmu: number, unitsPerEm: number): number {
  const scaled = units * sizeEmu;
  return scaled >= 0 ? Math.floor(scaled / unitsPerEm + 0.5) : 0 - Math.floor(-scaled / unitsPerEm + 0.5);
}

/**
 * One glyph's own advance in EMU: font units × size × horizontal scale, rounded once. The horizontal scale (長体)
 * acts on the glyph alone: letter-spacing and adjustments are lengths on the page and are added unscaled.
 */
export function glyphAdvanceEmu(run: GlyphRun, glyph: number, sizeEmu: number, scaleThousandths: number): number {
  const units = run.advances[glyph] ?? 0;
  if (scaleThousandths === 1000) return unitsToEmu(units, sizeEmu, run.font.unitsPerEm);
  return unitsToEmu(units * scaleThousandths, sizeEmu, run.font.unitsPerEm * 1000);
}

/** The ranges of a run's text that its font has no glyph for, in order, as UTF-16 offsets of `run.text`. */
export function missingClusters(run: GlyphRun): readonly TextRange[] {
  const missing: TextRange[] = [];
  for (let index = 0; index < run.glyphs.length; index += 1) {
    if (run.glyphs[index] !== 0) continue;
    const start = run.clusters[index] ?? 0;
    let next = index + 1;
    while (next < run.clusters.length && run.clusters[next] === start) next += 1;
    const end = next < run.clusters.length ? (run.clusters[next] ?? 0) : run.text.length;
    if (missing.at(-1)?.start !== start) missing.push({ start, end });
  }
  return missing;
}

/** A run's text as it is to be read and copied: drawn characters as the ones that they stand for. */
export function readableText({ font: { readAs }, text }: GlyphRun): string {
  if (readAs === undefined) return text;
  return [...text].map((character) => readAs.get(character) ?? character).join("");
}

/** UTF-16 offsets, `end` exclusive. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Where no font has a glyph. */
export interface MissingRange extends TextRange {
  /** The characters that are lost, where they are those of the ruby above the range; absent: the range itself. */
  readonly ruby?: string;
  /**
   * What is lost where something stands in its place: a `control` is set as a blank, a `variant` of a character as its
   * usual shape, letters that the `family` lacks in another one. Absent: there is no glyph at all.
   */
  readonly lost?: "control" | "variant" | "family";
  /** The family that lends the letters, and the one that lacks them. */
  readonly lent?: { readonly by: string; readonly to: string };
}
