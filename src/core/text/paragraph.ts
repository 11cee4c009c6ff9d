// Sets one paragraph: text, fonts and a width → lines of placed runs, and by how much it does not fit.
import type { Font } from "./font.ts";
import type { GlyphRun, TextRange } from "./glyph-run.ts";
import type { Shaper } from "./shaper.ts";

/** What is set. Lengths are integers in EMU. */
export interface ParagraphSpec {
  /** Fixed and computed parts joined; U+000A forces a line. */
  readonly text: string;
  /** Fallback order, all of the wanted weight; at least one. */
  readonly fonts: readonly Font[];
  /** BCP 47, for shaping. */
  readonly lang: string;
  readonly sizeEmu: number;
  readonly letterSpacingEmu: number;
  readonly align: "left" | "center" | "right" | "justify" | "distribute";
  readonly wrap: "kinsoku" | "char" | "none";
  readonly kinsoku: "strict" | "normal" | "loose" | "none";
  readonly fit: "wrap" | "shrink" | "clip";
  readonly sizeMinEmu: number;
  /** Smallest horizontal scale (長体) that shrinking may use, in thousandths. */
  readonly condenseThousandths: number;
  /** At most this many lines; null for no bound (one line where `fit` is `shrink`). */
  readonly linesMax: number | null;
  /** Digits of equal width. */
  readonly tabular: boolean;
  /** Space between Japanese and Latin text in thousandths of the size: 0 in cells, 250 elsewhere. */
  readonly latinGapThousandths: number;
}

export interface Paragraph {
  /** At least one; a line of an empty text has no pieces. */
  readonly lines: readonly ParagraphLine[];
  /** The size used: smaller than asked only after shrinking. */
  readonly sizeEmu: number;
  readonly scaleThousandths: number;
  readonly letterSpacingEmu: number;
  /** Width of the widest line as set, spaces at its end left out. */
  readonly widthEmu: number;
  /** By how much the widest line is wider than the box; 0 where all fit. */
  readonly overflowEmu: number;
  /** Lines beyond `linesMax`, which are not among `lines`. */
  readonly linesOver: number;
  /** Parts of the text for which no font has a glyph. */
  readonly missing: readonly TextRange[];
}

export interface ParagraphLine {
  /** The line's characters; a newline that ends it is outside. */
  readonly start: number;
  readonly end: number;
  /** From the box's left edge to the line's first glyph's pen; negative where an opening bracket stands flush. */
  readonly xEmu: number;
  /** As set, spaces at the end left out. */
  readonly widthEmu: number;
  readonly pieces: readonly LinePiece[];
}

/** One run of a line. All pieces of a paragraph share its size and scale. */
export interface LinePiece {
  readonly run: GlyphRun;
  /** Where the run's text starts in the paragraph's text. */
  readonly start: number;
  /** From the box's left edge to the pen position of the first glyph. */
  readonly xEmu: number;
  readonly letterSpacingEmu: number;
  /** Movement after each glyph beyond advance and letter-spacing; null where there is none. */
  readonly adjustmentsEmu: readonly number[] | null;
  /** Glyph advances, letter-spacing and adjustments summed. */
  readonly advanceEmu: number;
}

export declare function setParagraph(spec: ParagraphSpec, widthEmu: number, shaper: Shaper): Paragraph;
/** The width of the text set on one line per forced line (max-content). */
export declare function naturalWidthEmu(spec: ParagraphSpec, shaper: Shaper): number;
