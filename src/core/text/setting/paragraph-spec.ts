// What a paragraph is set from.

import type { BreakOptions } from "../breaking/index.ts";
import type { Font } from "../files/index.ts";
import type { TextSpan } from "./composition.ts";

/** What is set. Lengths are integers in EMU. */
export interface ParagraphSpec {
  /** Fixed and computed parts joined; U+000A forces a line. */
  readonly text: string;
  /** Fallback order, all of the wanted weight; at least one. */
  readonly fonts: readonly Font[];
  /** Of those, the ones that were asked for: letters in another one are told. Left out: none is. */
  readonly own?: readonly Font[];
  /** BCP 47, for shaping. */
  readonly lang: string;
  readonly sizeEmu: number;
  readonly letterSpacingEmu: number;
  readonly align: "left" | "center" | "right" | "justify" | "distribute";
  readonly wrap: "kinsoku" | "char" | "anywhere" | "none";
  readonly kinsoku: BreakOptions["kinsoku"];
  readonly fit: "wrap" | "shrink" | "clip";
  readonly sizeMinEmu: number;
  /** Smallest horizontal scale (長体) that shrinking may use, in thousandths. */
  readonly condenseThousandths: number;
  /** What the lines of a text that may shrink have to stand in, across them; left out where nothing bounds them. */
  readonly shrinkRoom?: ShrinkRoom;
  /** At most this many lines; null for no bound (no wrapping where `fit` is `shrink`). */
  readonly linesMax: number | null;
  /** Digits of equal width. */
  readonly tabular: boolean;
  /** Space between Japanese text and words of Latin letters in thousandths of the size: 0 in cells, 250 elsewhere. */
  readonly latinGapThousandths: number;
  /** Space between Japanese text and figures; as `latinGapThousandths` where left out. */
  readonly figureGapThousandths?: number;
  /** Vertical: lines are columns that run from top to bottom and follow each other from right to left. */
  readonly writing?: "horizontal" | "vertical";
  /** Whether 。 and 、 may stand beyond a line's end where they do not fit (ぶら下げ); false where left out. */
  readonly hang?: boolean;
  /** In vertical lines, the most digits that stand side by side in one cell (縦中横); 2 where left out. */
  readonly combineMax?: number;
}

/** The height of a box of horizontal lines, the width of one of vertical lines. */
export interface ShrinkRoom {
  readonly acrossEmu: number;
  readonly lineHeightThousandths: number;
}

/** A paragraph of spans in several looks on shared lines. `sizeEmu` is what the shrink ladder counts from. */
export interface RichParagraphSpec extends Omit<ParagraphSpec, "text" | "fonts" | "own" | "tabular"> {
  /** Their texts stand one after another; U+000A forces a line. */
  readonly spans: readonly TextSpan[];
}

/** What of a specification the setting of lines asks for, whichever kind it is. */
export type LineSpec = Omit<ParagraphSpec, "text" | "fonts" | "own" | "tabular">;
