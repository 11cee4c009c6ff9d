// Field → values within its declaration that some expression or format may print wider, or decide otherwise, than its
// limits: the longest numbers below them, names of months and weekdays, texts of the letters that a form looks for.
import {
  type CanvasField,
  type CivilDate,
  compilePattern,
  dateOfDayNumber,
  dayNumber,
  isCivilTime,
  isNumberPatternName,
  linesIn,
  parseDate,
  printDate,
  type TextFieldType,
} from "../expression/index.ts";
import { boundsOf, INT_DIGITS, jsonOf, largestDecimal } from "./worst-payload.ts";
import type { Place } from "./worst-places.ts";
import { type LetterWidths, worstText } from "./worst-text.ts";

/** What the places that read a field are written with. */
export type Mentioned = Pick<Place, "constants" | "operations">;

/** Of a smaller range every number is tried, of a larger one so many from its least on: remainders repeat. */
const EVERY_MAX = 120;
const FIRST_MAX = 32;
/** Operations that show a value as it is, in one format or another, or not at all. */
const PLAIN: ReadonlySet<string> = new Set(["label", "coalesce", "has", "concat", "not", "and", "or"]);
/** Those of numbers whose results are largest at the ends, but for what a format makes of them. */
const SMOOTH: ReadonlySet<string> = new Set(
  ["arithmetic", "negate", "round", "floor", "ceil", "abs"].concat(["min", "max", "sum", "avg", "count", ...PLAIN]),
);
/** Those that choose between values, by constants that are looked for beside them. */
const CHOOSING: ReadonlySet<string> = new Set(["if", "case", "compare", "contains", "startsWith", ...PLAIN]);
/** Lengths of a text that conditions may ask for. */
const LENGTHS_MAX = 40;
/** Digits that a form may have in a number. */
const DIGITS_MAX = 28;

/** JSON scalars, each within the declaration. */
export function candidatesOf(field: CanvasField, mentioned: Mentioned, letters: LetterWidths): readonly string[] {
  const { type } = field;
  switch (type.kind) {
    case "int":
      return numbersOf(rangeOf(field, 0, "9".repeat(INT_DIGITS), null), mentioned, letters);
    case "decimal": {
      const most = largestDecimal(type);
      return numbersOf(rangeOf(field, type.scale, most, `-${most}`), mentioned, letters);
    }
    case "string":
    case "text":
      return isSubset(mentioned.operations, PLAIN) ? [] : textsOf(field, type, mentioned, letters);
    case "date":
      return daysOf(mentioned).map((day) => JSON.stringify(day));
    case "datetime":
      return daysOf(mentioned).map((day) => JSON.stringify(`${day}T23:58:58Z`));
    case "time": {
      const named = [...mentioned.constants].filter((one) => isCivilTime(one));
      return ["00:00", "08:08", "20:08:08", "23:58:58", ...named].map((time) => JSON.stringify(time));
    }
    case "enum":
      return type.members.map(jsonOf);
    default:
      return [];
  }
}

function isSubset(operations: ReadonlySet<string>, of: ReadonlySet<string>): boolean {
  return [...operations].every((one) => of.has(one));
}

/** Numbers in whole steps of the last decimal. */
export interface NumberRange {
  readonly low: bigint;
  readonly high: bigint;
  readonly scale: number;
}

/** @param least what a field without `min` is tried with; null: nothing below zero */
export function rangeOf(field: CanvasField, scale: number, most: string, least: string | null): NumberRange {
  const { min, max } = boundsOf(field);
  const high = stepsOf(max ?? most, scale);
  const low = min === null ? (least === null ? 0n : stepsOf(least, scale)) : stepsOf(min, scale);
  return { low: low > high ? high : low, high, scale };
}

/** Of how many of its smallest steps a number is made; further decimals are cut off. */
export function stepsOf(number: string, scale: number): bigint {
  const [, sign = "", whole = "0", decimals = ""] = /^(-?)(\d+)(?:\.(\d*))?$/u.exec(number) ?? [];
  const steps = BigInt(whole.slice(-DIGITS_MAX) + decimals.slice(0, scale).padEnd(scale, "0"));
  return sign === "" ? steps : -steps;
}

export function numberOf(steps: bigint, scale: number): string {
  const digits = String(steps < 0n ? -steps : steps).padStart(scale + 1, "0");
  const decimals = digits.slice(digits.length - scale).replace(/0+$/u, "");
  const whole = digits.slice(0, digits.length - scale);
  const sign = steps < 0n ? "-" : "";
  return scale === 0 || decimals === "" ? `${sign}${whole}` : `${sign}${whole}.${decimals}`;
}

function numbersOf(range: NumberRange, { constants, operations }: Mentioned, letters: LetterWidths): readonly string[] {
  const { low, high, scale } = range;
  const isSmooth = [...operations].every((one) => SMOOTH.has(one) || isPattern(one));
  const named = [...constants]
    .filter((one) => /^\d{1,20}(?:\.\d{1,20})?$/u.test(one))
    .flatMap((one) => {
      const steps = stepsOf(one, scale);
      return [steps, -steps].flatMap((at) => [at - 1n, at, at + 1n]);
    });
  const widest = letters.widestOf([..."0123456789"]);
  const fills = new Set(["9", widest]);
  // What a format rounds is longest where nothing is rounded up.
  const nines = Array.from({ length: scale + 1 }, (_, cut) => BigInt(`1${"0".repeat(cut)}`)).flatMap((step) =>
    [...fills].flatMap((fill) => [
      ...belowOf(high / step, fill).map((steps) => steps * step),
      ...belowOf(-low / step, fill).map((steps) => -steps * step),
    ]),
  );
  const few = isSmooth ? [] : fewOf(range);
  const all = [high, low, 0n, 1n, -1n, low + 1n, high - 1n, ...nines, ...named, ...few];
  const within = new Set(all.filter((steps) => steps >= low && steps <= high));
  return [...within].map((steps) => numberOf(steps, scale));
}

/** All numbers of a small range, and whole ones from the least of a larger one on: remainders and roots repeat. */
export function fewOf({ low, high, scale }: NumberRange): readonly bigint[] {
  if (high - low <= BigInt(EVERY_MAX)) return stretch(low, high, 1n);
  const unit = BigInt(`1${"0".repeat(scale)}`);
  const first = low > 0n ? low : 0n;
  return stretch(first, first + BigInt(FIRST_MAX) * unit, unit).filter((steps) => steps <= high);
}

/** Functions and operators have names of letters alone, as few patterns of numbers have. */
function isPattern(operation: string): boolean {
  return !/^[a-z]+$/iu.test(operation) || isNumberPatternName(operation);
}

function stretch(from: bigint, to: bigint, step: bigint): readonly bigint[] {
  const all: bigint[] = [];
  for (let at = from; at <= to; at += step) all.push(at);
  return all;
}

/** The numbers below a limit that have one of its digits less by one, and the same digit in all places after it. */
function belowOf(limit: bigint, fill: string): readonly bigint[] {
  if (limit <= 0n) return [];
  const digits = String(limit);
  return [...digits].flatMap((digit, at) => {
    if (digit === "0") return [];
    const rest = digits.length - at - 1;
    return [BigInt(`${digits.slice(0, at)}${Number(digit) - 1}${fill.repeat(rest)}`)];
  });
}

/** Years of each era, with two digits. */
const YEARS: readonly number[] = [2029, 2018, 1988, 1925, 1911];
/** Days with two digits, one for each weekday. */
const WEEK: readonly number[] = [28, 27, 26, 25, 24, 23, 22];

/** A pattern of a date: functions have names of small letters alone. */
const PATTERN = /[^a-z]|yyyy|^[Mdeg]+$/iu;

/** Days with other names than the longest date in digits has: in patterns those of what they name, else all of them. */
function daysOf({ constants, operations }: Mentioned): readonly string[] {
  const named = [...constants].flatMap((one) => {
    const date = parseDate(one);
    return date === null ? [] : [-1, 0, 1].flatMap((step) => dateOfDayNumber(dayNumber(date) + step) ?? []);
  });
  const own = [...operations].filter((one) => !CHOOSING.has(one));
  const isComputed = own.some((one) => !PATTERN.test(one));
  const names = (part: RegExp): boolean => own.some((one) => PATTERN.test(one) && part.test(one));
  const years = names(/g/u) ? YEARS : YEARS.slice(0, 1);
  const months = Array.from({ length: isComputed || names(/MMM/u) ? 12 : 1 }, (_, at) => 12 - at);
  const week = isComputed || names(/ddd|aaa/u) ? WEEK : WEEK.slice(0, 1);
  const days = years.flatMap((year) => months.flatMap((month) => week.map((day) => ({ year, month, day }))));
  return [...named, ...(isComputed ? daysNamed(constants) : []), ...days].map(printDate);
}

/** A year with a 29th of February. */
const LEAP_YEAR = 2028;

/** Days of each month, and years, that a form names by their numbers: `day(d) == 31`. */
function daysNamed(constants: ReadonlySet<string>): readonly CivilDate[] {
  const numbers = [...constants].map(Number).filter((one) => Number.isInteger(one));
  const isYear = (one: number): boolean => one >= 1900 && one < 2200;
  const years = [LEAP_YEAR, ...numbers.filter(isYear)];
  const days = numbers.filter((one) => one >= 1 && one <= 31);
  return years.flatMap((year) =>
    (days.length === 0 ? [15] : days).flatMap((day) =>
      Array.from({ length: 12 }, (_, at) => `${year}-${two(at + 1)}-${two(day)}`).flatMap(
        (one) => parseDate(one) ?? [],
      ),
    ),
  );
}

function two(number: number): string {
  return String(number).padStart(2, "0");
}

/** Letters that functions make wider, or more of: capitals, voiced kana of half width, what is two letters as one. */
const CHANGED: readonly string[] = ["w", "W", "ガ", "ß"];

function textsOf(
  { pattern }: CanvasField,
  { kind, lengthMax, linesMax = Infinity }: TextFieldType,
  { constants, operations }: Mentioned,
  letters: LetterWidths,
): readonly string[] {
  const isChanged = !isSubset(operations, CHOOSING);
  const lengthsMost = operations.has("len") ? LENGTHS_MAX : 0;
  const isOneLine = (text: string) => kind === "text" || !/[\r\n]/u.test(text);
  const parts = [...constants].filter((one) => one !== "" && [...one].length <= lengthMax && isOneLine(one));
  const wide = worstText(1, null, letters.widestOf) ?? "";
  const texts =
    pattern === null
      ? [
          ...[...parts, ...(isChanged ? CHANGED : [])].flatMap((part) => {
            const rest = lengthMax - [...part].length;
            const pair = `${part}${wide}`;
            return [
              part.repeat(Math.floor(lengthMax / [...part].length)),
              pair.repeat(Math.floor(lengthMax / [...pair].length)),
              `${wide}${part.repeat(Math.max(0, Math.floor((lengthMax - 2) / [...part].length)))}${wide}`,
              `${part}${wide.repeat(rest)}`,
              `${wide.repeat(rest)}${part}`,
            ];
          }),
          ...Array.from({ length: Math.min(lengthMax, lengthsMost) + 1 }, (_, length) => wide.repeat(length)),
        ]
      : [
          ...parts.flatMap((part) => preferring(part, lengthMax, pattern)),
          ...Array.from({ length: Math.min(lengthMax, lengthsMost) }, (_, at) => {
            return worstText(at + 1, pattern, letters.widestOf);
          }),
          ...parts,
        ];
  const matches = pattern === null ? () => true : compilePattern(pattern);
  const isTaken = (text: string): boolean => matches(text) && linesIn(text) <= linesMax;
  const taken = texts.filter((text) => text !== null && isTaken(text) && [...text].length <= lengthMax);
  return [...new Set(taken)].map((text) => JSON.stringify(text));
}

/** Texts of a pattern with as many letters of a part as may stand there: all of them, and every other one. */
function preferring(part: string, lengthMax: number, pattern: string): readonly (string | null)[] {
  let count = 0;
  const chooser = (every: number) => (characters: readonly string[]) => {
    count += 1;
    const own = count % every === 0 ? characters.find((one) => part.includes(one)) : undefined;
    return own ?? characters.find((one) => !part.includes(one)) ?? characters[0] ?? "";
  };
  return [worstText(lengthMax, pattern, chooser(1)), worstText(lengthMax, pattern, chooser(2))];
}
