// Kinds of bar codes: what a plugin declares of one, and what it answers for a text.
import type { BarcodeMistake, Emu } from "../canvas/index.ts";
import type { CodeCorrection, CodePattern, CodeText } from "../layout/index.ts";
import type { SDK_VERSION } from "./profile.ts";

/**
 * A kind of bar code, named by the first argument of `barcode` in a form. It is pure: the same text gives the same
 * bars, there is no clock and no input or output. Published forms keep the name, and their files are to stay as they
 * are: what draws other bars takes another name.
 */
export interface Barcode {
  /** Lower-case words with hyphens, as forms write it: `acme-tag`. */
  readonly name: string;
  /** The version of this interface that it is written for. */
  readonly sdk: typeof SDK_VERSION;
  /** What it is, for people: `JIS X 0509 rMQR`. */
  readonly title: string;
  /** A text that it can hold. */
  readonly sample: string;
  /** Whether texts beneath are usual; a form may say otherwise by `text=`. */
  readonly showsLines: boolean;
  /** Null where the kind can hold the text. Asked of each text that a source writes out, so it is quick. */
  mistake(text: string): BarcodeMistake | null;
  /** The bars of a text that is no mistake, with check digits added where the text leaves them out. */
  encode(text: string, options: BarcodeOptions): EncodedBarcode;
}

/** What a form asks of a code beside its text. */
export interface BarcodeOptions {
  /** `ecc=` of the form: how much may be damaged; null: the kind's own. */
  readonly correction: CodeCorrection;
}

/** What came of a text. */
export type EncodedBarcode =
  | {
      readonly kind: "code";
      readonly pattern: CodePattern;
      /** Free modules that readers need before the first bar and behind the last; of squares above and below too. */
      readonly quietModules: readonly [left: number, right: number];
      /** Left out: what office printers and hand scanners manage. */
      readonly limits?: BarcodeLimits;
      /** For people, from top to bottom: in the middle beneath, or parts under their bars. Left out: the text. */
      readonly lines?: readonly (string | readonly CodeText[])[];
      /** The end of the text that the bars leave out as their standard says, and why: `it has 13 places`. */
      readonly leftOut?: { readonly text: string; readonly why: string };
    }
  /** Continues the sentence "the code …": `has no room for so much data`. */
  | { readonly kind: "refused"; readonly reason: string };

/** What is known of a code's size where it differs from the usual. */
export interface BarcodeLimits {
  /** The narrowest module; left out, a quarter of a millimetre. */
  readonly moduleMinEmu?: Emu;
  /** The module where neither the form nor its room says one; left out, ten dots of 600 dpi. */
  readonly moduleUsualEmu?: Emu;
  /** The largest module; left out, as large as the room is. */
  readonly moduleMaxEmu?: Emu;
  /** The least height of bars; left out, 5 mm. */
  readonly barsMinEmu?: Emu;
  /** The largest width with the free margins, what it is of (`the payment code`), and why. */
  readonly widthMax?: { readonly emu: Emu; readonly what: string; readonly why: string };
}

export function defineBarcode(barcode: Barcode): Barcode {
  return barcode;
}
