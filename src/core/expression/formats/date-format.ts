// Patterns of `format` for dates and times (`ggge年M月d日`, `yyyy/MM/dd`, `HH:mm`) → a printing function.
import {
  type CivilDate,
  type CivilMoment,
  type CivilTime,
  eraOf,
  parseDate,
  parseMoment,
  parseTime,
  weekday,
} from "../values/index.ts";
import { strayLetters, USUAL_DATE } from "./date-pattern-words.ts";
import type { PatternProblem } from "./number-format.ts";

export interface DateFormat {
  /** Which parts the pattern needs. */
  readonly needsDate: boolean;
  readonly needsTime: boolean;
  /** It prints something else for every day: a day or a weekday, or a time. */
  readonly changesDaily: boolean;
  readonly showsMonth: boolean;
  readonly print: (parts: DateParts) => string;
}

export interface DateParts {
  readonly date: CivilDate | null;
  readonly time: CivilTime | null;
}

/** What a text says: a moment has an offset too. */
type ReadParts = (DateParts & { readonly offsetMinutes?: undefined }) | CivilMoment;

type Token = { readonly kind: "fixed"; readonly text: string } | { readonly kind: "part"; readonly name: PartName };

/** Longest first, so that `yyyy` is not read as `yy` twice. */
const DATE_PARTS = [
  "yyyy",
  "yy",
  "MMMM",
  "MMM",
  "MM",
  "M",
  "dddd",
  "ddd",
  "dd",
  "d",
  "aaaa",
  "aaa",
  "ggg",
  "gg",
  "g",
  "ee",
  "e",
] as const;
const TIME_PARTS = ["HH", "H", "mm", "m", "ss"] as const;
const DAY_PARTS: readonly PartName[] = ["dddd", "ddd", "dd", "d", "aaaa", "aaa", ...TIME_PARTS];
type DatePart = (typeof DATE_PARTS)[number];
type TimePart = (typeof TIME_PARTS)[number];
type PartName = DatePart | TimePart;

const WEEKDAYS_JA = ["月", "火", "水", "木", "金", "土", "日"] as const;
const WEEKDAYS_EN = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;
const MONTHS_EN = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
] as const;
/** Reads the parts of a date, time or datetime text; null where it is none. */
export function readDateParts(text: string): ReadParts | null {
  const date = parseDate(text);
  if (date !== null) return { date, time: null };
  const time = parseTime(text);
  if (time !== null) return { date: null, time };
  return parseMoment(text);
}

/** Compiles a date pattern. Characters that are no letters print as they are, letters in `"…"` too. */
export function readDatePattern(pattern: string): DateFormat | PatternProblem {
  const tokens = readTokens(pattern);
  if (!Array.isArray(tokens)) return tokens as PatternProblem;
  const names = tokens.flatMap((token) => (token.kind === "part" ? [token.name] : []));
  if (names.length === 0) return { problem: "the pattern shows no part of a date", better: USUAL_DATE };
  return {
    needsDate: names.some((name) => DATE_PARTS.some((part) => part === name)),
    needsTime: names.some((name) => TIME_PARTS.some((part) => part === name)),
    showsMonth: names.some((name) => name.startsWith("M")),
    changesDaily: names.some((name) => DAY_PARTS.includes(name)),
    print: (parts) => printTokens(tokens, parts),
  };
}

function readTokens(pattern: string): Token[] | PatternProblem {
  const tokens: Token[] = [];
  let at = 0;
  while (at < pattern.length) {
    const char = pattern.charAt(at);
    const run = /^(?:([A-Za-z])\1*)/.exec(pattern.slice(at))?.[0];
    if (char === '"') {
      const end = pattern.indexOf('"', at + 1);
      if (end < 0) return { problem: 'a " is not closed', better: `${pattern}"` };
      tokens.push({ kind: "fixed", text: pattern.slice(at + 1, end) });
      at = end + 1;
    } else if (run === undefined) {
      tokens.push({ kind: "fixed", text: char });
      at += 1;
    } else {
      const name = [...DATE_PARTS, ...TIME_PARTS].find((part) => part === run);
      if (name === undefined) return unknownLetters(run, pattern, at);
      tokens.push({ kind: "part", name });
      at += run.length;
    }
  }
  return tokens;
}

function unknownLetters(run: string, pattern: string, at: number): PatternProblem {
  const { stray, better } = strayLetters(pattern, at, run, isPartName);
  return { problem: `"${stray}" is no part of a date pattern`, better };
}

function isPartName(run: string): boolean {
  return [...DATE_PARTS, ...TIME_PARTS].some((part) => part === run);
}

function printTokens(tokens: readonly Token[], { date, time }: DateParts): string {
  const hasYear = tokens.some((token) => token.kind === "part" && (token.name === "e" || token.name === "ee"));
  let text = "";
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === undefined) break;
    if (token.kind === "fixed") {
      text += token.text;
      continue;
    }
    const next = tokens[at + 1];
    const isBeforeYear = next?.kind === "fixed" && next.text.startsWith("年");
    text += printPart(token.name, date, time, { isBeforeYear, hasYear });
  }
  return text;
}

/** What a part of an era stands beside. */
interface EraPlace {
  /** 年 follows. */
  readonly isBeforeYear: boolean;
  /** The pattern shows the year of the era. */
  readonly hasYear: boolean;
}

function printPart(name: PartName, date: CivilDate | null, time: CivilTime | null, place: EraPlace): string {
  switch (name) {
    case "HH":
    case "H":
    case "mm":
    case "m":
    case "ss":
      return printTimePart(name, time ?? MIDNIGHT);
    case "ggg":
    case "gg":
    case "g":
    case "ee":
    case "e":
      return date === null ? "" : printEraPart(name, date, place);
    default:
      return date === null ? "" : printDatePart(name, date);
  }
}

const MIDNIGHT: CivilTime = { hour: 0, minute: 0, second: 0 };

function printTimePart(name: TimePart, time: CivilTime): string {
  switch (name) {
    case "HH":
      return twoDigits(time.hour);
    case "H":
      return String(time.hour);
    case "mm":
      return twoDigits(time.minute);
    case "m":
      return String(time.minute);
    case "ss":
      return twoDigits(time.second);
  }
}

function printEraPart(name: PartName, date: CivilDate, { isBeforeYear, hasYear }: EraPlace): string {
  const found = eraOf(date);
  if (found === null) return printWesternPart(name, date, hasYear);
  if (name === "ggg") return found.era.name;
  if (name === "gg") return found.era.name.slice(0, 1);
  if (name === "g") return found.era.letter;
  if (found.year === 1 && isBeforeYear) return "元";
  return name === "ee" ? twoDigits(found.year) : String(found.year);
}

/** A day before the eras has its Gregorian year, which needs no name where it is shown. */
function printWesternPart(name: PartName, date: CivilDate, hasYear: boolean): string {
  if (name === "e" || name === "ee") return printDatePart("yyyy", date);
  if (hasYear) return "";
  return name === "ggg" ? "西暦" : "西";
}

function printDatePart(name: PartName, date: CivilDate): string {
  switch (name) {
    case "yyyy":
      return String(date.year).padStart(4, "0");
    case "yy":
      return twoDigits(date.year % 100);
    case "MMMM":
      return monthName(date);
    case "MMM":
      return monthName(date).slice(0, 3);
    case "MM":
      return twoDigits(date.month);
    case "M":
      return String(date.month);
    case "dddd":
      return dayName(WEEKDAYS_EN, date);
    case "ddd":
      return dayName(WEEKDAYS_EN, date).slice(0, 3);
    case "dd":
      return twoDigits(date.day);
    case "d":
      return String(date.day);
    case "aaaa":
      return `${dayName(WEEKDAYS_JA, date)}曜日`;
    case "aaa":
      return dayName(WEEKDAYS_JA, date);
    default:
      return "";
  }
}

function monthName({ month }: CivilDate): string {
  return MONTHS_EN[month - 1] ?? "";
}

function dayName(names: readonly string[], date: CivilDate): string {
  return names[weekday(date) - 1] ?? "";
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}
