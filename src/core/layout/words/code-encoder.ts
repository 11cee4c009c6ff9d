// The port through which layout asks for the bars and squares of a code: the engine hands an encoder in. What a kind of
// code is like is said there; layout knows patterns, free margins and lines.
import type { Emu } from "../../canvas/index.ts";

/** What a code is drawn of, in modules: the width of the narrowest bar or the side of one square. */
export type CodePattern =
  | {
      readonly kind: "matrix";
      readonly columns: number;
      readonly rows: number;
      /** Row by row; 1 is dark. */
      readonly modules: Uint8Array;
      /** How many modules a row is high: 1, in stacked codes 3. */
      readonly rowModules: number;
    }
  | {
      readonly kind: "bars";
      /** Widths of bars and spaces in turn, beginning with a bar. */
      readonly widths: readonly number[];
      /** Bars, counted from 0, that reach down between the digits beneath, where there are any. */
      readonly longBars?: readonly number[];
    }
  /** Bars of one width and of four heights (Japan Post), with so much free on all sides. */
  | { readonly kind: "postal"; readonly bars: readonly PostalBar[]; readonly quietEmu: Emu };

/** Whether the bar reaches up and down from the middle. */
export interface PostalBar {
  readonly rises: boolean;
  readonly falls: boolean;
}

/** A text beneath a part of the bars: digits of EAN. */
export interface CodeText {
  readonly text: string;
  /** From the first bar, in modules; less than nothing stands in the free margin. */
  readonly fromModules: number;
  readonly widthModules: number;
}

/** What readers and printers ask of a code's size. */
export interface CodeLimits {
  readonly moduleMinEmu: Emu;
  /** The module where neither the form nor its room says one. */
  readonly moduleUsualEmu: Emu;
  /** The largest module; null: as large as the room is. */
  readonly moduleMaxEmu: Emu | null;
  /** The least height of bars. */
  readonly barsMinEmu: Emu;
  /** The largest width with the free margins, and what it is of: `the payment code`, `scanners … read 60 mm`. */
  readonly widthMax: { readonly emu: Emu; readonly what: string; readonly why: string } | null;
}

/** What came of a text. */
export type EncodedCode =
  | {
      readonly kind: "code";
      readonly pattern: CodePattern;
      /** Free modules before the first bar and behind the last; squares have the first of them all around. */
      readonly quietModules: readonly [left: number, right: number];
      readonly limits: CodeLimits;
      /** The lines for people, from top to bottom: in the middle beneath the code, or each under its bars. */
      readonly lines: readonly (string | readonly CodeText[])[];
      /** Whether they are shown where the form does not say. */
      readonly showsLines: boolean;
      /** The end of the text that the bars do not hold, and why; null where they hold all of it. */
      readonly leftOut: { readonly text: string; readonly why: string } | null;
    }
  /** Why there is none, as a whole sentence without a full stop, and what to do about it. */
  | { readonly kind: "refused"; readonly message: string; readonly advice: string };

/** A pure function: the same text gives the same code. */
export interface CodeEncoder {
  /** Whether codes of this kind can be made at all. */
  knows(kind: string): boolean;
  /** `correction` is asked of kinds that have any: `qr` and `microqr`. */
  encode(kind: string, text: string, correction: CodeCorrection): EncodedCode;
}

/** How much of a two-dimensional code may be damaged; null: the kind's own. */
export type CodeCorrection = "L" | "M" | "Q" | "H" | null;
