// Periods as they are printed (2026年10月1日〜10月31日, 令和8年10月分) → their first and last day.
import { withFigures } from "./kanji-figures.ts";
import { narrow } from "./narrow.ts";

/** Days as `YYYY-MM-DD`. */
export interface Period {
  readonly start: string;
  readonly end: string;
}

/** The years before the first of each era. */
const ERAS: Readonly<Record<string, number>> = {
  ...{ 令和: 2018, R: 2018, 平成: 1988, H: 1988 },
  ...{ 昭和: 1925, S: 1925, 大正: 1911, T: 1911 },
};

const DAY = /^(?:(?:(令和|平成|昭和|大正|[RHST])?(\d{1,4}|元)[年/.-])?(\d{1,2})[月/.-])?(\d{1,2})日?$/;
const MONTH = /^(令和|平成|昭和|大正|[RHST])?(\d{1,4}|元)[年/.-](\d{1,2})月?(?:分|度|ご利用分)?$/;

const SEPARATOR = /[〜~―–—]|から|(?<=日|\/\d{1,2})-/;

/** The days of a text; null where it is no period that can be read. */
export function periodOf(text: string): Period | null {
  const plain = withFigures(narrow(text)).replaceAll(/\s|\([日月火水木金土]\)/g, "");
  const month = MONTH.exec(plain);
  if (month !== null) return monthOf(yearOf(month[1], month[2]), Number(month[3]));
  const [from = "", to = from, ...more] = plain.replace(/(まで|分)$/, "").split(SEPARATOR);
  if (more.length > 0) return null;
  const start = dayOf(from, null);
  const end = start === null ? null : dayOf(to, start);
  return start === null || end === null || end < start ? null : { start, end };
}

const WRITTEN_DAY =
  /(?:(?:令和|平成|昭和|大正|[RHST])\s*\.?\s*(?:\d{1,2}|元)|(?:19|20)\d{2})\s*[年/.-]\s*\d{1,2}\s*[月/.-]\s*\d{1,2}\s*日?/g;

/** The days that a text names, in its order; those without a year are passed over. */
export function datesIn(text: string): readonly string[] {
  return (withFigures(narrow(text)).match(WRITTEN_DAY) ?? []).flatMap((written) => periodOf(written)?.start ?? []);
}

/** A day without a year may be of one that has a 29th of February. */
const LEAP_YEAR = 2024;

/** A day with 月 and 日, and the last day of a period behind it: 10月1日〜32日, 9月1日から同月31日. */
const MONTH_AND_DAY =
  /(?<![\d年/.-]\s*)(\d{1,2})\s*月\s*(\d{1,2})\s*日(?:\s*(?:から|より|[〜~–—-])\s*(?:同月)?\s*(\d{1,2})\s*日(?!間))?/g;
/** Behind a year: the month and the last day of such a period. */
const IN_YEAR = /年\s*(\d{1,2})\s*月\s*(\d{1,2})\s*日\s*(?:から|より|[〜~–—-])\s*(?:同月)?\s*(\d{1,2})\s*日(?!間)/g;
/** 2026年13月分: a month of a year, without a day. */
const MONTH_OF_YEAR = /(?:\d{4}|(?:令和|平成|昭和|[RHS])\s*(?:\d{1,2}|元))\s*年\s*(\d{1,2})\s*月(?!\s*\d)/g;
/** What consists of days alone, so that R8.9.31 in it is a day and no number of a part. */
const DAYS_ALONE = /^[\s\d年月日元令和平成昭大正RHST./〜~まで分から()火水木金土曜-]+$/;

/** The label of a day: お支払日：, 納期　 */
const LABEL_OF_DAY = /^(?:\(?\d{1,2}[).、]\s*)?[^:\d]{0,16}(?:日|期日|期限|納期|期間)[\s:]+/;
/** R8.11.31に, R8.11.31まで: a day in a sentence, and no number of a part. */
const DAY_OF_ERA = /^[RHS]\s*\d{1,2}[/.]\d{1,2}[/.]\d{1,2}$/;
const BEHIND_DAY = /^\s*(?:に|まで|から|より|付|[〜~])/;

/**
 * The first day of a text that no calendar has: 2026年11月31日, 令和八年十三月七日; null where there is none.
 * @param isDated The text is said to be of days: 2026-11-31 in it is one, and no number of a document.
 */
export function impossibleDay(text: string, isDated = false): string | null {
  const plain = withFigures(narrow(text));
  if (!/\d/.test(plain)) return null;
  const isDay = /日$/;
  const ofSigns = isDated ? /[/.-]\d{1,2}$/ : /[年/.]\d{1,2}[/.]\d{1,2}$/;
  const written = [...plain.matchAll(WRITTEN_DAY)].flatMap(({ 0: day, index }) =>
    /^\d/.test(plain.slice(index + day.length)) ? [] : [day.trim()],
  );
  const mayBeSigns = isDated || DAYS_ALONE.test(plain.replace(LABEL_OF_DAY, ""));
  const isOfEra = (day: string) =>
    DAY_OF_ERA.test(day) && BEHIND_DAY.test(plain.slice(plain.indexOf(day) + day.length));
  const whole = written.filter((day) => isDay.test(day) || (mayBeSigns && ofSigns.test(day)) || isOfEra(day));
  const wrong = whole.find((day) => periodOf(day) === null);
  if (wrong !== undefined) return wrong;
  const short = [...plain.matchAll(MONTH_AND_DAY), ...plain.matchAll(IN_YEAR)].find(([, month, ...days]) =>
    days.some((day) => day !== undefined && calendarDay(LEAP_YEAR, Number(month), Number(day)) === null),
  );
  const month = [...plain.matchAll(MONTH_OF_YEAR)].find(([, number]) => Number(number) > 12);
  return short?.[0] ?? month?.[0] ?? null;
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
