// Bar codes by bwip-js, the JavaScript form of BWIPP. It is loaded when the first code is drawn: most forms have none,
// and loading takes as long as twenty renders.
import { createRequire } from "node:module";
import { LRUCache } from "lru-cache";
import type { BarcodeKind } from "../canvas/index.ts";
import type { CodeEncoder, EncodedCode, PostalBar } from "../layout/index.ts";

const require = createRequire(import.meta.url);

/** What bwip-js answers for bars and for squares, as far as it is asked here. */
interface RawSymbol {
  /** Widths of bars and spaces in turn. */
  readonly sbs?: readonly number[];
  /** Heights and feet of bars. */
  readonly bhs?: readonly number[];
  readonly bbs?: readonly number[];
  readonly pixs?: readonly number[];
  readonly pixx?: number;
}

type RawOptions = Readonly<Record<string, string | number | boolean>>;

interface BwipJs {
  raw(options: RawOptions): readonly RawSymbol[];
}

const SYMBOLS: Readonly<Record<BarcodeKind, string>> = {
  qr: "qrcode",
  microqr: "microqrcode",
  datamatrix: "datamatrix",
  pdf417: "pdf417",
  code128: "code128",
  code39: "code39",
  itf: "interleaved2of5",
  ean13: "ean13",
  ean8: "ean8",
  "gs1-128": "gs1-128",
  nw7: "rationalizedCodabar",
  "jp-postal": "japanpost",
};

/** Rows of PDF417 are three modules high (ISO/IEC 15438, 5.8.2). */
const STACKED_ROW_MODULES = 3;
/** The wide elements of Interleaved 2 of 5 in modules: below half a millimetre they are 2.25 to 3 (ISO/IEC 16390). */
const ITF_WIDE_MODULES = 3;

/** A code in a header is asked for on every page, and takes longer to make than the page. */
const CODES_KEPT_MAX = 64;

/** An encoder for one thread. */
export function createCodeEncoder(): CodeEncoder {
  const kept = new LRUCache<string, EncodedCode>({ max: CODES_KEPT_MAX });
  const encode = encoder();
  return {
    encode(kind, text, correction) {
      const key = `${kind} ${correction ?? ""} ${text}`;
      const known = kept.get(key) ?? encode(kind, text, correction);
      kept.set(key, known);
      return known;
    },
  };
}

function encoder(): CodeEncoder["encode"] {
  let loaded: BwipJs | null = null;
  return (kind, text, correction) => {
    loaded ??= require("bwip-js") as BwipJs;
    try {
      const symbol = loaded.raw(optionsOf(kind, text, correction))[0];
      return symbol === undefined ? { kind: "refused", reason: "cannot be made" } : encoded(kind, symbol);
    } catch (error) {
      // BWIPP has no other way to say that data does not fit; what it says is `bwipp.name#line: Sentence`.
      return { kind: "refused", reason: refusal(error) };
    }
  };
}

function optionsOf(kind: BarcodeKind, text: string, correction: string | null): RawOptions {
  const base = { bcid: SYMBOLS[kind], text };
  switch (kind) {
    case "qr":
      // Kanji mode takes pairs of UTF-8 bytes for Shift JIS, and readers would show other characters.
      return { ...base, eclevel: correction ?? "M", suppresskanjimode: true };
    case "microqr":
      return { ...base, ...(correction === null ? {} : { eclevel: correction }), suppresskanjimode: true };
    default:
      return base;
  }
}

function encoded(kind: BarcodeKind, symbol: RawSymbol): EncodedCode {
  if (symbol.pixs !== undefined) {
    const columns = Math.max(1, symbol.pixx ?? 0);
    // Every row stands once in the pixels, however high it is.
    const rows = Math.floor(symbol.pixs.length / columns);
    const rowModules = kind === "pdf417" ? STACKED_ROW_MODULES : 1;
    return { kind: "matrix", columns, rows, modules: Uint8Array.from(symbol.pixs), rowModules };
  }
  if (kind === "jp-postal") return { kind: "postal", bars: postalBars(symbol) };
  const widths = symbol.sbs ?? [];
  if (kind !== "itf") return { kind: "bars", widths };
  return { kind: "bars", widths: widths.map((width) => (width > 1 ? ITF_WIDE_MODULES : 1)) };
}

function postalBars({ bhs = [], bbs = [] }: RawSymbol): readonly PostalBar[] {
  const longest = Math.max(...bhs);
  return bhs.map((height, at) => {
    const foot = bbs[at] ?? 0;
    return { rises: foot + height > longest * 0.9, falls: foot < longest * 0.1 };
  });
}

const TOO_LONG = /too long|exceeded|NoValidSymbol/iu;

function refusal(error: unknown): string {
  const message = error instanceof Error ? error.message : "";
  if (TOO_LONG.test(message)) return "has no room for so much data";
  const sentence = /^bwipp\.[^:]*: (.+)$/u.exec(message)?.[1];
  return sentence === undefined ? "cannot be made of this data" : `cannot be made: ${sentence}`;
}
