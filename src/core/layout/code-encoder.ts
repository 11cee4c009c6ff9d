// The port through which layout asks for the bars and squares of a code: the engine hands an encoder in.
import type { BarcodeKind } from "../canvas/index.ts";

/** What a code is drawn of, in modules: the width of the narrowest bar or the side of one square. */
export type EncodedCode =
  | {
      readonly kind: "matrix";
      readonly columns: number;
      readonly rows: number;
      /** Row by row; 1 is dark. */
      readonly modules: Uint8Array;
      /** How many modules a row is high: 1, in stacked codes 3. */
      readonly rowModules: number;
    }
  /** Widths of bars and spaces in turn, beginning and ending with a bar. */
  | { readonly kind: "bars"; readonly widths: readonly number[] }
  /** Bars of one width and of four heights (Japan Post). */
  | { readonly kind: "postal"; readonly bars: readonly PostalBar[] }
  /** Continues the sentence "the code …". */
  | { readonly kind: "refused"; readonly reason: string };

/** Whether the bar reaches up and down from the middle. */
export interface PostalBar {
  readonly rises: boolean;
  readonly falls: boolean;
}

/** A pure function: the same text gives the same code. */
export interface CodeEncoder {
  /** `correction` is asked of `qr` and `microqr` only. */
  encode(kind: BarcodeKind, text: string, correction: "L" | "M" | "Q" | "H" | null): EncodedCode;
}
