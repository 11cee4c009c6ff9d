// What a bar code can hold. The same rules judge data that a source writes out and data that a payload brings.

/** The codes that every form may carry; plugins bring others. */
export const BARCODE_KINDS = [
  "qr",
  "microqr",
  "datamatrix",
  "pdf417",
  "code128",
  "code39",
  "itf",
  "ean13",
  "ean8",
  "gs1-128",
  "nw7",
  "jp-postal",
] as const;

export type BarcodeKind = (typeof BARCODE_KINDS)[number];

interface BarcodeRule {
  readonly pattern: RegExp;
  readonly says: string;
  readonly sample: string;
}

/** Characters that a kind holds, and how many; kinds that hold any text are left out. */
const RULES: Readonly<Partial<Record<BarcodeKind, BarcodeRule>>> = {
  ean13: { pattern: /^\d{12,13}$/, says: "12 digits, or 13 with the check digit", sample: "4901234567894" },
  ean8: { pattern: /^\d{7,8}$/, says: "7 digits, or 8 with the check digit", sample: "49123456" },
  itf: { pattern: /^(?:\d\d)+$/, says: "an even number of digits", sample: "14901234567891" },
  nw7: {
    pattern: /^(?:[0-9$:/.+-]+|[A-Da-d][0-9$:/.+-]+[A-Da-d])$/,
    says: "digits and - $ : / . +, alone or between two letters from A to D",
    sample: "A123456A",
  },
  code128: { pattern: /^[\x20-\x7e]+$/, says: "Latin letters without accents, digits and signs", sample: "ABC-123" },
  code39: { pattern: /^[0-9A-Z $%+./-]+$/, says: "digits, capital letters and - . $ / + % blank", sample: "ABC-123" },
  "gs1-128": {
    pattern: /^(?:\(\d{2,4}\)[!-'*-~]+)+$/,
    says: "values that follow their application identifiers, such as (01)04912345678904",
    sample: "(01)04912345678904",
  },
  "jp-postal": {
    pattern: /^\d{3}-?\d{4}[0-9A-Z-]*$/,
    says: "a postcode, and behind it the address in digits, capital letters and hyphens",
    sample: "10000131-3-2-503",
  },
};

/** Why a kind cannot hold a text, as the end of a sentence, and a text that would do. */
export interface BarcodeMistake {
  readonly reason: string;
  readonly sample: string;
}

/**
 * Null where the kind can hold the text. Check digits are judged where the text has them: of EAN (GS1 General
 * Specifications, 7.9) and of the payment slips of Japan's convenience stores, (91) with 42 digits.
 */
export function barcodeMistake(kind: BarcodeKind, text: string): BarcodeMistake | null {
  const rule = RULES[kind];
  if (rule !== undefined && !rule.pattern.test(text)) return { reason: `holds ${rule.says}`, sample: rule.sample };
  const digits = checkedDigits(kind, text);
  if (digits === null) return null;
  const right = withCheckDigit(digits.slice(0, -1));
  if (right === digits) return null;
  return { reason: `wants the check digit ${right.at(-1)}`, sample: text.slice(0, -1) + (right.at(-1) ?? "") };
}

const PAYMENT = /^\(91\)(\d{42})$/;

/** The digits of which the last is a check digit; null where the text has none. */
function checkedDigits(kind: BarcodeKind, text: string): string | null {
  if (kind === "ean13" && text.length === 13) return text;
  if (kind === "ean8" && text.length === 8) return text;
  // The identifier counts, as it is among the 44 digits of the slip.
  const payment = kind === "gs1-128" ? PAYMENT.exec(text)?.[1] : undefined;
  return payment === undefined ? null : `91${payment}`;
}

/** A kind that an installed plugin brings, as far as checking asks it. */
export interface FurtherBarcode {
  readonly name: string;
  /** Like `barcodeMistake`. */
  mistake(text: string): BarcodeMistake | null;
}

/** The weighted sum of GS1: 3 and 1 in turn from the right. */
export function withCheckDigit(digits: string): string {
  const sum = [...digits].toReversed().reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 3 : 1), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}
