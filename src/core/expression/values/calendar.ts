// Civil dates and times: ISO 8601 texts ↔ parts, arithmetic on days, Japanese eras. No clock and no zones.

/** A day of the proleptic Gregorian calendar. */
export interface CivilDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

export interface CivilTime {
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

export interface CivilMoment {
  readonly date: CivilDate;
  readonly time: CivilTime;
  /** Digits of the fraction of a second as written, empty where none. */
  readonly fraction: string;
  /** Minutes east of UTC. */
  readonly offsetMinutes: number;
}

/** A named era and the Gregorian day it starts on. */
export interface Era {
  readonly name: string;
  readonly letter: string;
  readonly start: CivilDate;
}

const YEAR_MAX = 9999;
const DAY_SECONDS = 86_400;
const DAYS_OF_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;
const DATE_LENGTH = 10;
const HYPHEN = 0x2d;
const DIGIT_ZERO = 0x30;
const TIME = /^(\d\d):(\d\d)(?::(\d\d))?$/;
const MOMENT = /^(\d{4}-\d\d-\d\d)[Tt](\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?([Zz]|[+-]\d\d:\d\d)$/;

/** Newest first. 明治 counts from 1868; days before 1873-01-01 were written in the lunisolar calendar. */
const ERAS: readonly Era[] = [
  { name: "令和", letter: "R", start: { year: 2019, month: 5, day: 1 } },
  { name: "平成", letter: "H", start: { year: 1989, month: 1, day: 8 } },
  { name: "昭和", letter: "S", start: { year: 1926, month: 12, day: 25 } },
  { name: "大正", letter: "T", start: { year: 1912, month: 7, day: 30 } },
  { name: "明治", letter: "M", start: { year: 1868, month: 1, day: 25 } },
];
/** Japan's first day in the Gregorian calendar: 明治6年1月1日. */
const FIRST_ERA_DAY: CivilDate = { year: 1873, month: 1, day: 1 };

/** `2026-10-31`; null where the text is no real day. Read by its places: a match of a pattern costs five objects. */
export function parseDate(text: string): CivilDate | null {
  if (text.length !== DATE_LENGTH || text.charCodeAt(4) !== HYPHEN || text.charCodeAt(7) !== HYPHEN) return null;
  const century = twoDigitsAt(text, 0);
  const years = twoDigitsAt(text, 2);
  if (century < 0 || years < 0) return null;
  const date = { year: century * 100 + years, month: twoDigitsAt(text, 5), day: twoDigitsAt(text, 8) };
  const real = date.year >= 1 && date.month >= 1 && date.month <= 12 && date.day >= 1;
  return real && date.day <= daysOfMonth(date.year, date.month) ? date : null;
}

/** The number that two digits write; −1 where they are none. */
function twoDigitsAt(text: string, at: number): number {
  const tens = text.charCodeAt(at) - DIGIT_ZERO;
  const ones = text.charCodeAt(at + 1) - DIGIT_ZERO;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : -1;
}

/** `09:30`, `09:30:15`; null where the text is no time of a day. */
export function parseTime(text: string): CivilTime | null {
  const match = TIME.exec(text);
  if (match === null) return null;
  const time = { hour: Number(match[1]), minute: Number(match[2]), second: Number(match[3] ?? 0) };
  return time.hour < 24 && time.minute < 60 && time.second < 60 ? time : null;
}

/** `2026-10-31T09:30:00+09:00` (RFC 3339; the offset is kept, never converted); null where it is no real moment. */
export function parseMoment(text: string): CivilMoment | null {
  const match = MOMENT.exec(text);
  if (match === null) return null;
  const date = parseDate(match[1] ?? "");
  const time = parseTime(match[2] ?? "");
  const offset = parseOffset(match[4] ?? "");
  if (date === null || time === null || offset === null) return null;
  return { date, time, fraction: match[3] ?? "", offsetMinutes: offset };
}

function parseOffset(text: string): number | null {
  if (text === "Z" || text === "z") return 0;
  const time = parseTime(text.slice(1));
  if (time === null) return null;
  return (text.startsWith("-") ? -1 : 1) * (time.hour * 60 + time.minute);
}

/** `+09:00`, `-05:00`, `+00:00` */
export function printOffset(offsetMinutes: number): string {
  const [size, two] = [Math.abs(offsetMinutes), (part: number) => String(part).padStart(2, "0")];
  return `${offsetMinutes < 0 ? "-" : "+"}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

/** The date and time of day that clocks of another offset show at a moment; null outside the years 1 to 9999. */
export function inOffset(moment: CivilMoment, offsetMinutes: number): Pick<CivilMoment, "date" | "time"> | null {
  const seconds = instantSeconds(moment) + offsetMinutes * 60;
  const date = dateOfDayNumber(Math.floor(seconds / DAY_SECONDS));
  const ofDay = ((seconds % DAY_SECONDS) + DAY_SECONDS) % DAY_SECONDS;
  const time = { hour: Math.floor(ofDay / 3600), minute: Math.floor(ofDay / 60) % 60, second: ofDay % 60 };
  return date === null ? null : { date, time };
}

export function daysOfMonth(year: number, month: number): number {
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return month === 2 && leap ? 29 : (DAYS_OF_MONTH[month - 1] ?? 31);
}

/** Days since 1970-01-01 (Howard Hinnant, "chrono-compatible low-level date algorithms", days_from_civil). */
export function dayNumber(date: CivilDate): number {
  const year = date.month <= 2 ? date.year - 1 : date.year;
  const era = Math.floor(year / 400);
  const yearOfEra = year - era * 400;
  const dayOfYear = Math.floor((153 * (date.month + (date.month > 2 ? -3 : 9)) + 2) / 5) + date.day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

/** The inverse of `dayNumber`; null outside the years 1 to 9999. */
export function dateOfDayNumber(days: number): CivilDate | null {
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const monthOfEra = Math.floor((5 * dayOfYear + 2) / 153);
  const month = monthOfEra + (monthOfEra < 10 ? 3 : -9);
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  if (!(year >= 1 && year <= YEAR_MAX)) return null;
  return { year, month, day: dayOfYear - Math.floor((153 * monthOfEra + 2) / 5) + 1 };
}

/** The same day of another month; the month's last day where it has no such day. Null outside the years 1 to 9999. */
export function addMonths(date: CivilDate, months: number): CivilDate | null {
  const count = date.year * 12 + (date.month - 1) + months;
  const year = Math.floor(count / 12);
  if (!(year >= 1 && year <= YEAR_MAX)) return null;
  const month = count - year * 12 + 1;
  return { year, month, day: Math.min(date.day, daysOfMonth(year, month)) };
}

/**
 * Days of the years 1 and 9999 stand for no beginning and no end (`9999-12-31`), and stay within them when they are
 * moved: the day that one beyond the calendar becomes. Null for all others.
 */
export function openEnd(date: CivilDate, by: number): CivilDate | null {
  if (date.year === YEAR_MAX && by > 0) return { year: YEAR_MAX, month: 12, day: 31 };
  return date.year === 1 && by < 0 ? { year: 1, month: 1, day: 1 } : null;
}

/** 1 Monday … 7 Sunday (ISO 8601). */
export function weekday(date: CivilDate): number {
  return ((((dayNumber(date) + 3) % 7) + 7) % 7) + 1;
}

export function printDate(date: CivilDate): string {
  const pad = (value: number, width: number) => String(value).padStart(width, "0");
  return `${pad(date.year, 4)}-${pad(date.month, 2)}-${pad(date.day, 2)}`;
}

/** The era of a day and the year in it; null before 1873-01-01. */
export function eraOf(date: CivilDate): { readonly era: Era; readonly year: number } | null {
  const day = dayNumber(date);
  if (day < dayNumber(FIRST_ERA_DAY)) return null;
  const era = ERAS.find((candidate) => dayNumber(candidate.start) <= day);
  return era === undefined ? null : { era, year: date.year - era.start.year + 1 };
}

export function secondsOfDay(time: CivilTime): number {
  return time.hour * 3600 + time.minute * 60 + time.second;
}

/** Seconds since 1970-01-01T00:00:00Z, without the fraction. */
export function instantSeconds(moment: CivilMoment): number {
  return dayNumber(moment.date) * DAY_SECONDS + secondsOfDay(moment.time) - moment.offsetMinutes * 60;
}

/** Whether a text is a real day, `2026-10-31`. */
export function isCivilDate(text: string): boolean {
  return parseDate(text) !== null;
}

/** Whether a text is a time of day, `09:30` or `09:30:15`. */
export function isCivilTime(text: string): boolean {
  return parseTime(text) !== null;
}

/** Whether a text is a moment with its offset, `2026-10-31T09:30:00+09:00`. */
export function isCivilMoment(text: string): boolean {
  return parseMoment(text) !== null;
}
