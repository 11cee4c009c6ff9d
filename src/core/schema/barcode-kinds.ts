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
 * Specifications, 7.9), of the keys of GS1 behind their application identifiers, and of the payment slips of Japan's
 * convenience stores, (91) with 42 digits.
 */
export function barcodeMistake(kind: BarcodeKind, text: string): BarcodeMistake | null {
  const rule = RULES[kind];
  if (rule !== undefined && !rule.pattern.test(text)) return { reason: `holds ${rule.says}`, sample: rule.sample };
  if (kind === "gs1-128") return keyMistake(text);
  if ((kind !== "ean13" || text.length !== 13) && (kind !== "ean8" || text.length !== 8)) return null;
  const right = withCheckDigit(text.slice(0, -1));
  return right === text ? null : { reason: `wants the check digit ${right.at(-1)}`, sample: right };
}

/**
 * Digits behind an application identifier of which the last is a check digit; `isAll` where nothing follows them (GS1
 * General Specifications, 3).
 */
const KEYS: Readonly<Record<string, { readonly digits: number; readonly isAll: boolean }>> = {
  "00": { digits: 18, isAll: true },
  ...Object.fromEntries(["01", "02", "03"].map((id) => [id, { digits: 14, isAll: true }])),
  ...Object.fromEntries([0, 1, 2, 3, 4, 5, 6, 7].map((last) => [`41${last}`, { digits: 13, isAll: true }])),
  "402": { digits: 17, isAll: true },
  "253": { digits: 13, isAll: false },
  "255": { digits: 13, isAll: false },
  "8003": { digits: 14, isAll: false },
  "8006": { digits: 14, isAll: false },
  "8017": { digits: 18, isAll: true },
  "8018": { digits: 18, isAll: true },
  "8026": { digits: 14, isAll: false },
};

const PAYMENT = /^\d{42}$/;

/** The first value of a GS1 code that is no key of its identifier. */
function keyMistake(text: string): BarcodeMistake | null {
  for (const { 0: whole, 1: id = "", 2: value = "", index } of text.matchAll(/\((\d{2,4})\)([^(]*)/g)) {
    // The identifier of a slip counts, as it is among its 44 digits.
    const isPayment = id === "91" && PAYMENT.test(value) && whole === text;
    const key = isPayment ? { digits: 42, isAll: true } : KEYS[id];
    if (key === undefined) continue;
    const { digits, isAll } = key;
    const own = value.slice(0, digits);
    if (!/^\d+$/.test(own) || own.length < digits || (isAll && value.length > digits)) {
      const before = id === "01" && value.length === 13 ? "; a JAN code has a 0 before it" : "";
      return { reason: `takes ${digits} digits behind (${id})${before}`, sample: "(01)04912345678904" };
    }
    const counted = isPayment ? id : "";
    const right = withCheckDigit(counted + own.slice(0, -1)).slice(counted.length);
    if (right === own) continue;
    const start = index + id.length + 2;
    const sample = text.slice(0, start) + right + text.slice(start + digits);
    return { reason: `wants the check digit ${right.at(-1)} of (${id})`, sample };
  }
  return null;
}

/** The digit that a text should have in the place of another one; null where it is wrong in another way. */
export function checkDigitOf({
  reason,
}: BarcodeMistake): { readonly digit: string; readonly of: string | null } | null {
  const [, digit, of] = /^wants the check digit (\d)(?: of (\(\d+\)))?$/.exec(reason) ?? [];
  return digit === undefined ? null : { digit, of: of ?? null };
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
