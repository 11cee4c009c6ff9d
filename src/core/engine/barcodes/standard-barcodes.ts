// The kinds of bar codes that the language brings, by bwip-js, the JavaScript form of BWIPP. It is loaded when the
// first code is drawn: most forms have none, and loading takes as long as twenty renders.
import { createRequire } from "node:module";
import { BARCODE_KINDS, type BarcodeKind, barcodeMistake, withCheckDigit } from "../../canvas/index.ts";
import { logarithmOf, wholePower } from "../../geometry/index.ts";
import type { CodePattern, CodeText } from "../../layout/index.ts";
import {
  type Barcode,
  type BarcodeLimits,
  type BarcodeOptions,
  defineBarcode,
  type EncodedBarcode,
} from "../../sdk/index.ts";
import { POSTAL_PLACES, postalCode } from "./postal-code.ts";

const require = createRequire(import.meta.url);

/** What bwip-js answers for bars and for squares, as far as it is asked here. */
interface RawSymbol {
  /** Widths of bars and spaces in turn. */
  readonly sbs?: readonly number[];
  readonly pixs?: readonly number[];
  readonly pixx?: number;
}

type RawOptions = Readonly<Record<string, string | number | boolean>>;

interface BwipJs {
  raw(options: RawOptions): readonly RawSymbol[];
}

/** What a kind is, and how its library calls it. */
interface StandardKind {
  readonly title: string;
  readonly symbol: string;
  readonly sample: string;
  /** Free modules left and right (ISO/IEC 18004, 16022, 15438, 15417, 15420, 16388, 16390). */
  readonly quiet: readonly [left: number, right: number];
  readonly showsLines: boolean;
}

const KINDS: Readonly<Record<BarcodeKind, StandardKind>> = {
  qr: kind("QR code", "qrcode", "https://example.jp/pay", [4, 4], false),
  microqr: kind("Micro QR code", "microqrcode", "12345", [2, 2], false),
  datamatrix: kind("Data Matrix", "datamatrix", "LOT-2026-0042", [1, 1], false),
  pdf417: kind("PDF417", "pdf417", "LOT-2026-0042", [2, 2], false),
  code128: kind("Code 128", "code128", "ABC-123", [10, 10]),
  code39: kind("Code 39", "code39", "ABC-123", [10, 10]),
  itf: kind("Interleaved 2 of 5", "interleaved2of5", "14901234567891", [10, 10]),
  ean13: kind("EAN-13 (JAN)", "ean13", "4901234567894", [11, 7]),
  ean8: kind("EAN-8 (JAN)", "ean8", "49123456", [7, 7]),
  "gs1-128": kind("GS1-128", "gs1-128", "(01)04912345678904", [10, 10]),
  nw7: kind("NW-7 (Codabar)", "rationalizedCodabar", "A123456A", [10, 10]),
  "jp-postal": kind("Japan Post customer bar code", "japanpost", "10000131-3-2-503", [0, 0], false),
};

function kind(
  title: string,
  symbol: string,
  sample: string,
  quiet: StandardKind["quiet"],
  showsLines = true,
): StandardKind {
  return { title, symbol, sample, quiet, showsLines };
}

/** Rows of PDF417 are three modules high (ISO/IEC 15438, 5.8.2). */
const STACKED_ROW_MODULES = 3;
/** The wide elements of Interleaved 2 of 5 in modules: below half a millimetre they are 2.25 to 3 (ISO/IEC 16390). */
const ITF_WIDE_MODULES = 3;

/** Nominal is a third of a millimetre, eight dots; four fifths are the least (GS1 General Specifications, 5.2.6). */
const EAN_LIMITS: BarcodeLimits = { moduleMinEmu: 9_504, moduleUsualEmu: 12_192 };
/** Four dots at 600 dpi: what a payment slip of 60 mm leaves (GS1 Japan, 標準料金代理収納ガイドライン). */
const PAYMENT_LIMITS: BarcodeLimits = {
  moduleMinEmu: 6_000,
  barsMinEmu: 360_000,
  widthMax: { emu: 2_160_000, what: "the payment code", why: "scanners of convenience stores read 60 mm" },
};
/** A customer bar code at 10 pt: bars of 0.6 mm; 8 to 11.5 pt are allowed (Japan Post, カスタマバーコード). */
const POSTAL_LIMITS: BarcodeLimits = { moduleMinEmu: 17_280, moduleUsualEmu: 21_600, moduleMaxEmu: 24_840 };
/** Free on all sides: 2 mm. */
const POSTAL_QUIET_EMU = 72_000;

/** The kinds that every form may name; plugins bring others. */
export const STANDARD_BARCODES: readonly Barcode[] = BARCODE_KINDS.map((name) => {
  const { title, sample, showsLines } = KINDS[name];
  return defineBarcode({
    ...{ name, sdk: 1, title, sample, showsLines },
    mistake: (text) => barcodeMistake(name, text),
    encode: (text, options) => encoded(name, completed(name, text), text, options),
  });
});

let loaded: BwipJs | null = null;

/**
 * bwip-js takes these two functions as it is loaded, and sizes PDF417 by them. Engines round them in ways of their own,
 * so it is given ours.
 */
function loadPinned(): BwipJs {
  const { log, pow } = Math;
  Object.assign(Math, { log: logarithmOf, pow: wholePower });
  try {
    return require("bwip-js") as BwipJs;
  } finally {
    Object.assign(Math, { log, pow });
  }
}

function encoded(name: BarcodeKind, data: string, text: string, options: BarcodeOptions): EncodedBarcode {
  if (name === "jp-postal") return postal(data);
  loaded ??= loadPinned();
  try {
    const symbol = loaded.raw(optionsOf(name, data, options))[0];
    if (symbol === undefined) return { kind: "refused", reason: "cannot be made" };
    const limits = limitsOf(name, data);
    return {
      kind: "code",
      pattern: patternOf(name, symbol),
      quietModules: KINDS[name].quiet,
      lines: linesOf(name, data, text),
      ...(limits === null ? {} : { limits }),
    };
  } catch (error) {
    // BWIPP has no other way to say that data does not fit; what it says is `bwipp.name#line: Sentence`.
    return { kind: "refused", reason: refusal(error) };
  }
}

function optionsOf(name: BarcodeKind, text: string, { correction }: BarcodeOptions): RawOptions {
  const base = { bcid: KINDS[name].symbol, text };
  switch (name) {
    case "qr":
      // Kanji mode takes pairs of UTF-8 bytes for Shift JIS, and readers would show other characters.
      return { ...base, eclevel: correction ?? "M", suppresskanjimode: true };
    case "microqr":
      return { ...base, ...(correction === null ? {} : { eclevel: correction }), suppresskanjimode: true };
    default:
      return base;
  }
}

function limitsOf(name: BarcodeKind, data: string): BarcodeLimits | null {
  if (name === "ean13" || name === "ean8") return EAN_LIMITS;
  return name === "gs1-128" && CHECKED_PAYMENT.test(data) ? PAYMENT_LIMITS : null;
}

function patternOf(name: BarcodeKind, symbol: RawSymbol): CodePattern {
  if (symbol.pixs !== undefined) {
    const columns = Math.max(1, symbol.pixx ?? 0);
    // Every row stands once in the pixels, however high it is.
    const rows = Math.floor(symbol.pixs.length / columns);
    const rowModules = name === "pdf417" ? STACKED_ROW_MODULES : 1;
    return { kind: "matrix", columns, rows, modules: Uint8Array.from(symbol.pixs), rowModules };
  }
  const widths = symbol.sbs ?? [];
  if (name === "ean13" || name === "ean8") return { kind: "bars", widths, longBars: guards((widths.length + 1) >> 1) };
  if (name !== "itf") return { kind: "bars", widths };
  return { kind: "bars", widths: widths.map((width) => (width > 1 ? ITF_WIDE_MODULES : 1)) };
}

/** The first two bars, the two in the middle, the last two. */
function guards(bars: number): readonly number[] {
  const half = bars >> 1;
  return [0, 1, half - 1, half, bars - 2, bars - 1];
}

function postal(data: string): EncodedBarcode {
  const { bars, leftOut } = postalCode(data);
  return {
    kind: "code",
    pattern: { kind: "postal", bars, quietEmu: POSTAL_QUIET_EMU },
    quietModules: KINDS["jp-postal"].quiet,
    lines: [],
    limits: POSTAL_LIMITS,
    ...(leftOut === "" ? {} : { leftOut: { text: leftOut, why: POSTAL_LEFT_OUT } }),
  };
}

const POSTAL_LEFT_OUT = `behind the postcode it has ${POSTAL_PLACES} places, of which a letter takes two`;

const PAYMENT = /^\(91\)(\d{41})$/;
/** A payment slip's digits, its check digit included. */
const CHECKED_PAYMENT = /^\(91\)\d{42}$/;

/** What the bars say: check digits, start and stop letters added where the data leaves them out. */
function completed(name: BarcodeKind, text: string): string {
  switch (name) {
    case "ean13":
      return text.length === 12 ? withCheckDigit(text) : text;
    case "ean8":
      return text.length === 7 ? withCheckDigit(text) : text;
    case "nw7":
      return /^[A-D]/iu.test(text) ? text.toUpperCase() : `A${text}A`;
    case "gs1-128": {
      const payment = PAYMENT.exec(text)?.[1];
      return payment === undefined ? text : `(91)${withCheckDigit(`91${payment}`).slice(2)}`;
    }
    default:
      return text;
  }
}

/** The lines for people: of EAN with the check digit, of others as they were written. */
function linesOf(name: BarcodeKind, data: string, text: string): readonly (string | readonly CodeText[])[] {
  if (name === "gs1-128" && CHECKED_PAYMENT.test(data)) return paymentLines(data);
  return name === "ean13" || name === "ean8" ? [eanGroups(data)] : [text];
}

/** Company, slip and reissue; then due date, stamp duty, amount and check digit. */
function paymentLines(data: string): readonly string[] {
  const part = (from: number, to: number) => data.slice(4 + from, 4 + to);
  return [`(91)${part(0, 6)}-${part(6, 28)}`, `${part(28, 34)}-${part(34, 35)}-${part(35, 41)}-${part(41, 42)}`];
}

/** Where the digits stand, in modules from the first bar (GS1 General Specifications, 5.2.5). */
function eanGroups(digits: string): readonly CodeText[] {
  const half = digits.length >> 1;
  const first = digits.length === 13 ? [{ text: digits.slice(0, 1), fromModules: -9, widthModules: 7 }] : [];
  const start = digits.length === 13 ? 1 : 0;
  const widthModules = half * 7 - 2;
  return [
    ...first,
    { text: digits.slice(start, start + half), fromModules: 4, widthModules },
    { text: digits.slice(start + half), fromModules: 9 + half * 7, widthModules },
  ];
}

const TOO_LONG = /too long|exceeded|NoValidSymbol/iu;

function refusal(error: unknown): string {
  const message = error instanceof Error ? error.message : "";
  if (TOO_LONG.test(message)) return "has no room for so much data";
  const sentence = /^bwipp\.[^:]*: (.+)$/u.exec(message)?.[1];
  return sentence === undefined ? "cannot be made of this data" : `cannot be made: ${sentence}`;
}
