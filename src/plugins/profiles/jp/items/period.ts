// Periods as they are printed (2026年10月1日〜10月31日, 令和8年10月分) → their first and last day.
import { narrow } from "./narrow.ts";

/** Days as `YYYY-MM-DD`. */
export interface Period {
  readonly start: string;
  readonly end: string;
}

/** The years before the first of each era. */
const ERAS: Readonly<Record<string, number>> = { 令和: 2018, R: 2018, 平成: 1988, H: 1988 };

const DAY = /^(?:(?:(令和|平成|R|H)?(\d{1,4}|元)[年/.-])?(\d{1,2})[月/.-])?(\d{1,2})日?$/;
const MONTH = /^(令和|平成|R|H)?(\d{1,4}|元)[年/.-](\d{1,2})月?(?:分|度|ご利用分)?$/;

const SEPARATOR = /[〜~―–—]|から|(?<=日|\/\d{1,2})-/;

/** The days of a text; null where it is no period that can be read. */
export function periodOf(text: string): Period | null {
  const plain = narrow(text).replaceAll(/\s|\([日月火水木金土]\)/g, "");
  const month = MONTH.exec(plain);
  if (month !== null) return monthOf(yearOf(month[1], month[2]), Number(month[3]));
  const [from = "", to = from, ...more] = plain.replace(/(まで|分)$/, "").split(SEPARATOR);
  if (more.length > 0) return null;
  const start = dayOf(from, null);
  const end = start === null ? null : dayOf(to, start);
  return start === null || end === null || end < start ? null : { start, end };
}

const WRITTEN_DAY =
  /(?:(?:令和|平成|[RH])\s*\.?\s*(?:\d{1,2}|元)|(?:19|20)\d{2})\s*[年/.-]\s*\d{1,2}\s*[月/.-]\s*\d{1,2}\s*日?/g;

/** The days that a text names, in its order; those without a year are passed over. */
export function datesIn(text: string): readonly string[] {
  return (narrow(text).match(WRITTEN_DAY) ?? []).flatMap((written) => periodOf(written)?.start ?? []);
}

/** A day without a year may be of one that has a 29th of February. */
const LEAP_YEAR = 2024;

/** The first day of a text that no calendar has: 2026年11月31日; null where there is none. */
export function impossibleDay(text: string): string | null {
  const whole = (narrow(text).match(WRITTEN_DAY) ?? []).filter((written) => /日|[/.-]\d{1,2}$/.test(written));
  const shorts = [...narrow(text).matchAll(/(?<![\d年/.-]\s*)(\d{1,2})\s*月\s*(\d{1,2})\s*日/g)];
  const short = shorts.find(([, month, day]) => calendarDay(LEAP_YEAR, Number(month), Number(day)) === null);
  return whole.find((written) => periodOf(written) === null) ?? short?.[0] ?? null;
}

/** What a day leaves out, it has from `before`. */
function dayOf(text: string, before: string | null): string | null {
  const match = DAY.exec(text);
  if (match === null) return null;
  const [, era, year, month, day] = match;
  const [knownYear, knownMonth] = before === null ? [Number.NaN, Number.NaN] : before.split("-").map(Number);
  return calendarDay(
    year === undefined ? (knownYear ?? Number.NaN) : yearOf(era, year),
    month === undefined ? (knownMonth ?? Number.NaN) : Number(month),
    Number(day),
  );
}

function yearOf(era: string | undefined, year: string | undefined): number {
  const number = year === "元" ? 1 : Number(year);
  const before = era === undefined ? 0 : (ERAS[era] ?? 0);
  return number + before;
}

function monthOf(year: number, month: number): Period | null {
  const start = calendarDay(year, month, 1);
  const last = [31, 30, 29, 28].map((day) => calendarDay(year, month, day)).find((day) => day !== null);
  return start === null || last === undefined || last === null ? null : { start, end: last };
}

const DAYS: readonly number[] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function calendarDay(year: number, month: number, day: number): string | null {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = (DAYS[month - 1] ?? 0) + (month === 2 && isLeap ? 1 : 0);
  if (!(year >= 1900 && year <= 9999 && day >= 1 && day <= days)) return null;
  const two = (number: number) => `${number}`.padStart(2, "0");
  return `${year}-${two(month)}-${two(day)}`;
}
