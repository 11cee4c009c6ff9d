// What functions of single values and of whole lists compute. Arguments are typed; null stands for absent.

import type { Code } from "../code/index.ts";
import {
  addMonths,
  type CivilDate,
  characters,
  Decimal,
  dateOfDayNumber,
  dayNumber,
  daysOfMonth,
  instantSeconds,
  isList,
  isThere,
  katakana,
  lowerCase,
  middle,
  narrow,
  openEnd,
  parseDate,
  parseMoment,
  parseTime,
  printDate,
  ROUNDING_MODES,
  rightmost,
  secondsOfDay,
  trim,
  upperCase,
  type Value,
  weekday,
  wide,
} from "../values/index.ts";
import { type CallSite, compareValues, identityOf, numberOf, otherKind, printValue } from "./operations.ts";
import { isCompound } from "./passed-over.ts";

export type FunctionBody = (args: readonly Value[], site: CallSite) => Value;

/** The longest text that functions make of longer values; no form prints more. */
const TEXT_MAX = 1_000_000;
/**
 * The longest text that `pad` and `repeat` make, some pages of letters. They make it of a few bytes, and setting a
 * million letters takes a minute.
 */
const FILLED_MAX = 10_000;
/** Places beyond those of a quotient mean nothing. */
const PLACES_MAX = 1_000;

const DAY_MINUTES = 24 * 60;

/** As many as a pattern of `format` shows at most. */
const DECIMALS_MAX = 40;

const number = (value: number): Decimal => Decimal.ofInteger(value);

/** A function that is absent where one of its arguments is. */
function strict(body: FunctionBody): FunctionBody {
  return (args, site) => (args.some((arg) => arg === null) ? null : body(args, site));
}

function list(value: Value | undefined): readonly Value[] {
  return value !== undefined && isList(value) ? value : [];
}

function present(value: Value | undefined): readonly Value[] {
  return list(value).filter((entry) => entry !== null);
}

/** Code of older canvases counts every entry. */
function counted(values: Value | undefined, code: Code): readonly Value[] {
  if (code.op !== "call" || code.skipsAbsent === undefined) return list(values);
  return code.skipsAbsent === "blank" ? present(values).filter(isThere) : present(values);
}

function text(value: Value | undefined): string {
  return printValue(value ?? null);
}

/** Twice the longest text that is allowed. A text of this length is refused wherever it stands, and is never cut. */
const COUNT_MAX = 2 * TEXT_MAX;

/** The integer part of a count; texts and lists are never that long. */
function count(value: Value | undefined, site: CallSite): number {
  const decimal = numberOf(value ?? null, site);
  if (decimal === null) return 0;
  const whole = decimal.round(0, "down").toInteger() ?? COUNT_MAX * decimal.sign();
  return Math.max(-COUNT_MAX, Math.min(COUNT_MAX, whole));
}

/** A text of bounded length, its making counted as work. */
function bounded(length: number, site: CallSite, make: () => string, most = TEXT_MAX): Value {
  if (length > most || !site.scope.run.spend(length >> 3))
    return site.scope.run.exceed(site.span, site.scope, `the text would be longer than ${most} characters`);
  return make();
}

function sum(values: readonly Value[], site: CallSite): Decimal {
  let total = Decimal.zero;
  for (const value of values) {
    const decimal = numberOf(value, site);
    if (decimal !== null) total = total.plus(decimal);
  }
  return total;
}

function extreme(values: readonly Value[], wanted: -1 | 1): Value {
  let best: Value = null;
  for (const value of values) {
    if (best === null || compareValues(value, best) === wanted) best = value;
  }
  return best instanceof Decimal ? best.computed() : best;
}

function extremeOf(args: readonly Value[], wanted: -1 | 1): Value {
  const [first] = args;
  if (args.length === 1 && first !== undefined && isList(first)) return extreme(present(first), wanted);
  return args.some((arg) => arg === null) ? null : extreme(args, wanted);
}

function distinct(values: readonly Value[], { code }: CallSite): readonly Value[] {
  const keys = code.op === "call" ? code.keys : undefined;
  const seen = new Map<unknown, Value>();
  for (const value of values) {
    const key = isCompound(value) ? value : identityOf(value, keys);
    if (!seen.has(key)) seen.set(key, value);
  }
  return [...seen.values()];
}

function dateOf(value: Value | undefined, site: CallSite): CivilDate | null {
  const written = text(value);
  const date = parseDate(written) ?? parseMoment(written)?.date ?? null;
  if (date === null) otherKind(value ?? null, site, "no date", "send dates as 2026-10-31");
  return date;
}

/** A moved date, with the time of day that the original had. */
function moved(original: Value | undefined, date: CivilDate | null, site: CallSite): Value {
  if (date === null)
    return site.scope.run.fail(
      "RPT3023",
      site.span,
      site.scope,
      "the date lies outside the years 1 to 9999",
      "move it by less",
    );
  return printDate(date) + text(original).slice(10);
}

function datePart(read: (date: CivilDate) => number): FunctionBody {
  return strict(([value], site) => {
    const date = dateOf(value, site);
    return date === null ? null : number(read(date));
  });
}

/** Seconds of a time of day, or of an instant. */
function seconds(value: Value | undefined, site: CallSite): number | null {
  const written = text(value);
  const time = parseTime(written);
  if (time !== null) return secondsOfDay(time);
  const moment = parseMoment(written);
  if (moment !== null) return instantSeconds(moment);
  return otherKind(value ?? null, site, "no time", "send times as 09:30");
}

function round([value, digits, mode]: readonly Value[], site: CallSite): Value {
  const decimal = numberOf(value ?? null, site);
  const places = numberOf(digits ?? null, site);
  const rounding = ROUNDING_MODES.find((candidate) => candidate === mode) ?? "half_up";
  if (decimal === null || places === null) return null;
  const at = Math.max(-PLACES_MAX, Math.min(PLACES_MAX, places.round(0, "down").toInteger() ?? PLACES_MAX));
  return decimal.round(at, rounding);
}

/** A number with decimals that a pattern can't give, since their count comes from data. */
function fixed([value, digits]: readonly Value[], site: CallSite): Value {
  const decimal = numberOf(value ?? null, site);
  const places = numberOf(digits ?? null, site);
  if (decimal === null || places === null) return null;
  const count = places.toInteger();
  if (count === null || count < 0 || count > DECIMALS_MAX)
    return site.scope.run.fail(
      "RPT3024",
      site.span,
      site.scope,
      `${places.toFixed().slice(0, 40)} is no number of decimals`,
      `take a whole number from 0 to ${DECIMALS_MAX}, such as a field of type int with min=0 max=6`,
    );
  return decimal.printFixed(count);
}

function minutes([from, to]: readonly Value[], site: CallSite): Value {
  const start = seconds(from, site);
  const end = seconds(to, site);
  if (start === null || end === null) return null;
  // Rounded down on both sides of zero: a shift over midnight, to which a day is added, counts as any other does.
  const result = number(Math.floor((end - start) / 60) + 0);
  if (start > end && parseTime(text(from)) !== null && parseTime(text(to)) !== null)
    rememberNight(result, from, to, site);
  return result;
}

/** A time of day goes round the clock; a datetime goes on to another day and keeps its seconds and its offset. */
function addMinutes([value, minutes]: readonly Value[], site: CallSite): Value {
  const by = numberOf(minutes ?? null, site)?.round(0, "down");
  const [time, moment] = [parseTime(text(value)), parseMoment(text(value))];
  const start = time ?? moment?.time;
  if (by === undefined) return null;
  if (start === undefined) return otherKind(value ?? null, site, "no time", "send times as 09:30");
  const moving = (by.toInteger() ?? Number.NaN) + start.hour * 60 + start.minute;
  const days = Math.floor(moving / DAY_MINUTES);
  const clock = clockText(moving - days * DAY_MINUTES);
  if (moment === null) return Number.isNaN(moving) ? moved(value, null, site) : clock + text(value).slice(5);
  const date = dateOfDayNumber(dayNumber(moment.date) + days) ?? openEnd(moment.date, days);
  return date === null ? moved(value, null, site) : `${printDate(date)}T${clock}${text(value).slice(16)}`;
}

function clockText(minutes: number): string {
  const hour = Math.floor(minutes / 60);
  return `${String(hour).padStart(2, "0")}:${String(minutes - hour * 60).padStart(2, "0")}`;
}

/** Of two times of day, the one that ends before it begins may be over midnight. */
function rememberNight(result: Decimal, from: Value | undefined, to: Value | undefined, site: CallSite): void {
  const { scope, span } = site;
  const place = scope.record?.path ?? "";
  const at = place === "" ? "" : ` at ${place}`;
  const message = `from ${text(from)} to ${text(to)} are ${result.toFixed()} minutes${at}`;
  scope.run.nights.count(result, { minutes: result.toInteger() ?? 0, span, place, message });
}

function numeric(compute: (value: Decimal) => Value): FunctionBody {
  return ([value], site) => {
    const decimal = numberOf(value ?? null, site);
    return decimal === null ? null : compute(decimal);
  };
}

function average(values: readonly Value[], site: CallSite): Value {
  const numbers = values.filter((value) => value !== null);
  return numbers.length === 0 ? null : sum(numbers, site).dividedBy(number(numbers.length));
}

/** So many characters of a text that is repeated. */
function filled(fill: string, count: number): string {
  const parts = characters(fill);
  const rest = count % parts.length;
  return fill.repeat((count - rest) / parts.length) + parts.slice(0, rest).join("");
}

function pad([value, width, filler]: readonly Value[], site: CallSite): Value {
  const shown = text(value);
  const fill = filler === undefined ? " " : text(filler);
  const missing = count(width, site) - characters(shown).length;
  if (missing <= 0 || fill === "") return shown;
  // Zeros before a sign, as in 00-5, are no number.
  const sign = value instanceof Decimal && fill === "0" && shown.startsWith("-") ? "-" : "";
  const whole = (): string => sign + filled(fill, missing) + shown.slice(sign.length);
  return bounded(missing * fill.length, site, whole, FILLED_MAX);
}

function join([values, separator]: readonly Value[], site: CallSite): Value {
  const parts = present(values)
    .filter(isThere)
    .map((value) => printValue(value));
  const between = text(separator);
  const length = parts.reduce((total, part) => total + part.length + between.length, 0);
  return bounded(length, site, () => parts.join(between));
}

function replaceAll([value, part, by]: readonly Value[], site: CallSite): Value {
  if (text(part) === "") return text(value);
  const pieces = text(value).split(text(part));
  return bounded(pieces.length * text(by).length + text(value).length, site, () => pieces.join(text(by)));
}

function split([value, separator]: readonly Value[], site: CallSite): Value {
  site.scope.run.spend(text(value).length >> 3);
  return text(separator) === "" ? characters(text(value)) : text(value).split(text(separator));
}

export const FUNCTIONS: Readonly<Record<string, FunctionBody>> = {
  round,
  fixed: strict(fixed),
  floor: numeric((value) => value.round(0, "floor")),
  ceil: numeric((value) => value.round(0, "ceil")),
  abs: numeric((value) => value.absolute()),
  min: (args) => extremeOf(args, -1),
  max: (args) => extremeOf(args, 1),
  sum: ([values], site) => sum(present(values), site),
  avg: ([values], site) => average(present(values), site),
  count: ([values], { code }) => number(counted(values, code).length),
  first: ([values]) => list(values)[0] ?? null,
  last: ([values]) => list(values).at(-1) ?? null,
  distinct: ([values], site) => distinct(list(values), site),
  join,
  any: ([values]) => list(values).some((value) => value === true),
  all: ([values]) => list(values).every((value) => value === true),
  has: ([value]) => isThere(value),
  concat: (args, site) =>
    bounded(
      args.reduce<number>((total, arg) => total + text(arg).length, 0),
      site,
      () => args.map(text).join(""),
    ),
  contains: ([value, part]) => value !== null && part !== null && text(value).includes(text(part)),
  startsWith: ([value, part]) => value !== null && part !== null && text(value).startsWith(text(part)),
  left: strict(([value, length], site) => middle(text(value), 1, count(length, site))),
  right: strict(([value, length], site) => rightmost(text(value), count(length, site))),
  mid: strict(([value, start, length], site) => middle(text(value), count(start, site), count(length, site))),
  replace: strict(replaceAll),
  split: (args, site) => (args[0] === null ? [] : split(args, site)),
  trim: strict(([value]) => trim(text(value))),
  upper: strict(([value]) => upperCase(text(value))),
  lower: strict(([value]) => lowerCase(text(value))),
  len: strict(([value]) => number(characters(text(value)).length)),
  pad: strict(pad),
  repeat: strict(([value, times], site) => {
    const repeats = Math.max(0, count(times, site));
    return bounded(text(value).length * repeats, site, () => text(value).repeat(repeats), FILLED_MAX);
  }),
  narrow: strict(([value]) => narrow(text(value))),
  wide: strict(([value]) => wide(text(value))),
  kana: strict(([value]) => katakana(text(value))),
  days: strict(([from, to], site) => {
    const start = dateOf(from, site);
    const end = dateOf(to, site);
    return start === null || end === null ? null : number(dayNumber(end) - dayNumber(start));
  }),
  minutes: strict(minutes),
  addMinutes: strict(addMinutes),
  addDays: strict(([value, days], site) => {
    const date = dateOf(value, site);
    const by =
      numberOf(days ?? null, site)
        ?.round(0, "down")
        .toInteger() ?? Number.NaN;
    return date === null ? null : moved(value, dateOfDayNumber(dayNumber(date) + by) ?? openEnd(date, by), site);
  }),
  addMonths: strict(([value, months], site) => {
    const date = dateOf(value, site);
    const by =
      numberOf(months ?? null, site)
        ?.round(0, "down")
        .toInteger() ?? Number.NaN;
    return date === null ? null : moved(value, addMonths(date, by) ?? openEnd(date, by), site);
  }),
  endOfMonth: strict(([value], site) => {
    const date = dateOf(value, site);
    return date === null ? null : moved(value, { ...date, day: daysOfMonth(date.year, date.month) }, site);
  }),
  year: datePart((date) => date.year),
  month: datePart((date) => date.month),
  day: datePart((date) => date.day),
  weekday: datePart((date) => weekday(date)),
};
