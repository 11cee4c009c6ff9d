// Patterns of `format` for numbers (`#,##0.0#;▲#,##0;-`, kanji, daiji, [h]:mm …) → a printing function.
import { Decimal } from "../values/index.ts";
import { isDurationPattern, readDuration } from "./duration-format.ts";
import { daiji, groupThousands, kanjiDigits, kanjiUnits, wideNumber } from "./numerals.ts";

export interface NumberFormat {
  readonly print: (value: Decimal) => string;
  /** The most decimals that are printed; null for all there are. */
  readonly decimals: number | null;
  /** Whether the print says all of the number: nothing is rounded away, and digits stand for it. */
  readonly showsAll: (value: Decimal) => boolean;
  /** The pattern of a duration prints hours alone, and no minutes. */
  readonly hides?: "minutes";
}

/** Why a pattern can not be used, and how it would be written. */
export interface PatternProblem {
  readonly problem: string;
  readonly better: string | null;
}

/** One of up to three sections: positive; negative; zero. `digits` is null where the section prints fixed text. */
interface Section {
  readonly prefix: string;
  readonly suffix: string;
  readonly percent: boolean;
  readonly digits: DigitMask | null;
}

interface DigitMask {
  readonly integerMin: number;
  readonly grouped: boolean;
  readonly decimalsMin: number;
  readonly decimalsMax: number;
}

/** No currency, quantity or rate prints more; a longer mask is a slip. */
const MASK_DECIMALS_MAX = 40;
const HUNDRED = Decimal.of("100");

const NAMED: Readonly<Record<string, NumberFormat>> = {
  kanji: { print: (value) => kanjiDigits(value.toFixed()), decimals: null, showsAll: () => true },
  "kanji-unit": {
    print: (value) => kanjiUnits(value.round(0, "half_up").toFixed()),
    decimals: 0,
    showsAll: isWhole,
  },
  daiji: { print: (value) => daiji(value.round(0, "half_up").toFixed()), decimals: 0, showsAll: isWhole },
  wide: { print: (value) => wideNumber(value.toFixed()), decimals: null, showsAll: () => true },
};

function isWhole(value: Decimal): boolean {
  return value.compare(value.round(0, "half_up")) === 0;
}

export function isNumberPatternName(pattern: string): boolean {
  return Object.hasOwn(NAMED, pattern);
}

/** Compiles a number pattern. */
export function readNumberPattern(pattern: string): NumberFormat | PatternProblem {
  const named = isNumberPatternName(pattern) ? NAMED[pattern] : undefined;
  if (named !== undefined) return named;
  const texts = splitSections(pattern);
  if (texts === null) return { problem: 'a " is not closed', better: `${pattern}"` };
  if (texts.length > 3)
    return { problem: "a pattern has at most three sections: positive;negative;zero", better: null };
  if (isDurationPattern(pattern)) return readDuration(texts);
  const sections: Section[] = [];
  for (const [at, text] of texts.entries()) {
    const section = readSection(text, at > 0);
    if ("problem" in section) return section;
    sections.push(section);
  }
  const [positive, negative, zero] = sections;
  if (positive === undefined || positive.digits === null) {
    return { problem: "the pattern shows no digit", better: "#,##0" };
  }
  const decimals = positive.digits.decimalsMax + (positive.percent ? 2 : 0);
  return {
    print: (value) => printSections(value, positive, negative, zero),
    decimals,
    showsAll: (value) => sectionsShowAll(value, positive, negative, zero),
  };
}

/**
 * The pattern with so many decimals in each of its sections: what shows a number that it rounds. Null where decimals
 * have no place in it, as in kanji and durations.
 */
export function withDecimals(pattern: string, decimals: number): string | null {
  const texts = isNumberPatternName(pattern) || isDurationPattern(pattern) ? null : splitSections(pattern);
  if (texts === null || decimals < 1) return null;
  const widened = texts.map((text) => {
    // Letters in quotes are no digits.
    const hidden = text.replaceAll(/"[^"]*"/g, (quoted) => "\u0001".repeat(quoted.length));
    const mask = MASK.exec(hidden);
    if (mask === null) return text;
    const [integer = ""] = mask[0].split(".");
    const shown = Math.max(0, decimals - (hidden.includes("%") ? 2 : 0));
    const end = mask.index + mask[0].length;
    const point = shown === 0 ? "" : `.${"0".repeat(shown)}`;
    return text.slice(0, mask.index) + (integer.replace(/#$/, "0") || "0") + point + text.slice(end);
  });
  return widened.join(";");
}

/** Splits at `;` outside quotes; null for an open quote. */
function splitSections(pattern: string): string[] | null {
  const sections = [""];
  let quoted = false;
  for (const char of pattern) {
    if (char === '"') quoted = !quoted;
    if (char === ";" && !quoted) sections.push("");
    else sections[sections.length - 1] += char;
  }
  return quoted ? null : sections;
}

const MASK = /[0#][0#,]*(?:\.[0#]*)?|\.[0#]+/;

function readSection(text: string, mayBeFixed: boolean): Section | PatternProblem {
  const { bare, quoted } = maskQuoted(text);
  const mask = MASK.exec(bare);
  const percent = bare.includes("%");
  if (mask === null) {
    if (!mayBeFixed) return { problem: `"${text}" shows no digit`, better: "#,##0" };
    return { prefix: quoted, suffix: "", percent: false, digits: null };
  }
  const digits = readMask(mask[0]);
  if ("problem" in digits) return digits;
  const end = mask.index + mask[0].length;
  const rest = bare.slice(0, mask.index) + bare.slice(end);
  const stray = /[0#,.]|[A-Za-z]+/.exec(rest);
  if (stray !== null) return strayProblem(stray[0], text);
  return { prefix: quoted.slice(0, mask.index), suffix: quoted.slice(end), percent, digits };
}

function strayProblem(stray: string, text: string): PatternProblem {
  return /[A-Za-z]/.test(stray)
    ? { problem: `"${stray}" is no part of a number pattern`, better: text.replace(stray, `"${stray}"`) }
    : { problem: `"${stray}" stands outside the digits of "${text}"`, better: null };
}

/** `bare` has quoted letters replaced by a neutral mark, `quoted` has the quotes removed; both of equal length. */
function maskQuoted(text: string): { bare: string; quoted: string } {
  let bare = "";
  let quoted = "";
  let inside = false;
  for (const char of text) {
    if (char === '"') {
      inside = !inside;
      continue;
    }
    bare += inside ? "\u0001".repeat(char.length) : char;
    quoted += char;
  }
  return { bare, quoted };
}

function readMask(mask: string): DigitMask | PatternProblem {
  const [integer = "", decimals = ""] = mask.split(".");
  const grouped = integer.includes(",");
  const places = integer.replaceAll(",", "");
  if (integer.endsWith(",") || (grouped && !/,[0#]{3}$/.test(integer))) {
    return { problem: `"${mask}" groups by other than three digits`, better: "#,##0" };
  }
  if (/0#/.test(places) || /#0/.test(decimals)) {
    return { problem: `in "${mask}" # and 0 are in the wrong order`, better: inOrder(places, decimals, grouped) };
  }
  if (decimals.length > MASK_DECIMALS_MAX) return { problem: "the pattern shows more than 40 decimals", better: null };
  return {
    integerMin: places.replaceAll("#", "").length,
    grouped,
    decimalsMin: decimals.replaceAll("#", "").length,
    decimalsMax: decimals.length,
  };
}

/** The same mask with # before 0 in the whole number, and behind it in the decimals. */
function inOrder(places: string, decimals: string, isGrouped: boolean): string {
  const sorted = (digits: string, first: string): string =>
    [...digits].toSorted((one, other) => Number(other === first) - Number(one === first)).join("");
  const whole = sorted(places, "#");
  // A grouped number has a digit before its thousands.
  const padded = isGrouped ? whole.padStart(4, "#") : whole;
  const parted = isGrouped ? padded.replaceAll(/(?<=[0#])(?=(?:[0#]{3})+$)/g, ",") : padded;
  return decimals === "" ? parted : `${parted}.${sorted(decimals, "0")}`;
}

function printSections(value: Decimal, positive: Section, negative?: Section, zero?: Section): string {
  const mask = positive.percent ? null : positive.digits;
  // Without a digit that must stand there, a number below one has none before its point.
  const plain = mask?.integerMin === 1 ? value.printPositive(mask.decimalsMin, mask.decimalsMax, mask.grouped) : null;
  if (plain !== null) return positive.prefix + plain + positive.suffix;
  const rounded = scaled(value, positive);
  if (rounded.sign() === 0) return printSection(rounded.computed(), zero ?? positive);
  if (rounded.sign() > 0) return printSection(rounded, positive);
  if (negative === undefined) return `-${printSection(rounded.absolute(), positive)}`;
  return printSection(scaled(value, negative).absolute(), negative);
}

/** The section that prints the number shows all of its decimals; of a section without digits only zero is known. */
function sectionsShowAll(value: Decimal, positive: Section, negative?: Section, zero?: Section): boolean {
  const sign = scaled(value, positive).sign();
  if (sign === 0 && zero !== undefined) return value.sign() === 0;
  const section = sign < 0 && negative !== undefined ? negative : positive;
  if (section.digits === null) return false;
  const shown = section.percent ? value.times(HUNDRED) : value;
  return shown.compare(scaled(value, section)) === 0;
}

/** Rounded half up to what the section shows, percent applied. */
function scaled(value: Decimal, section: Section): Decimal {
  const shown = section.percent ? value.times(HUNDRED) : value;
  return section.digits === null ? shown : shown.round(section.digits.decimalsMax, "half_up");
}

function printSection(value: Decimal, section: Section): string {
  const mask = section.digits;
  if (mask === null) return section.prefix;
  const digits = value.toFixed();
  const point = digits.indexOf(".");
  const integer = point < 0 ? digits : digits.slice(0, point);
  const decimals = point < 0 ? "" : digits.slice(point + 1);
  const padded = (integer === "0" ? "" : integer).padStart(mask.integerMin, "0");
  const shown = mask.grouped ? groupThousands(padded) : padded;
  const tail = decimals.padEnd(mask.decimalsMin, "0");
  return section.prefix + shown + (tail === "" ? "" : `.${tail}`) + section.suffix;
}
