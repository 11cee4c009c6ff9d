// Categories that count on by themselves, as days and hours do: who sees some of their names knows the others.
import {
  addMonths,
  type CivilDate,
  type CivilTime,
  dateOfDayNumber,
  dayNumber,
  readDateParts,
  type Value,
} from "../../expression/index.ts";
import { areEven, datesOfParts, inHalfWidth, isWrittenTime, readWritten } from "./chart-written-times.ts";

/** A category as it is printed, and what its record has for it: a date may be printed as `4月`. */
export interface CategoryName {
  readonly text: string;
  readonly value: Value;
}

/** `-1,200.5`, `第3`, `40km`. */
const NUMBER = /^第?\s*([-−+]?[\d,]*\.?\d+)\s*\D{0,2}$/u;

/** Times or numbers that go up in equal steps; names of branches do not, whatever numbers stand in them. */
export function areRegular(names: readonly CategoryName[]): boolean {
  if (names.length < 2) return false;
  const moments = names.map(({ value }) => (typeof value === "string" ? readDateParts(value) : null));
  const texts = names.map(({ text }) => inHalfWidth(text));
  if (moments.every((one) => one !== null)) return areEvenMoments(moments);
  const written = texts.map((text) => readDateParts(text));
  if (written.every((one) => one !== null)) return areEvenMoments(written);
  return areEvenNumbers(texts) || (texts.every(isWrittenTime) && areEvenWritten(texts));
}

interface Moment {
  readonly date: CivilDate | null;
  readonly time: CivilTime | null;
}

const SECONDS_PER_DAY = 86_400;

function secondsOf({ date, time }: Moment): number {
  const days = date === null ? 0 : dayNumber(date);
  return days * SECONDS_PER_DAY + (time === null ? 0 : time.hour * 3_600 + time.minute * 60 + time.second);
}

/** Days, moments and times of day in equal steps, a clock going on at midnight; dates in equal steps of months too. */
function areEvenMoments(moments: readonly Moment[]): boolean {
  const dates = moments.flatMap(({ date }) => (date === null ? [] : [date]));
  if (dates.length === 0) return areEven(moments.map(secondsOf), SECONDS_PER_DAY);
  if (dates.length < moments.length) return false;
  if (areEven(moments.map(secondsOf))) return true;
  return moments.every(({ time }) => time === null || secondsOf({ date: null, time }) === 0) && areEvenMonths(dates);
}

/** One day of each so many months, or the last of each. */
function areEvenMonths(dates: readonly CivilDate[]): boolean {
  const [first] = dates;
  const months = dates.map(({ year, month }) => year * 12 + month);
  if (first === undefined || !areEven(months)) return false;
  const from = months[0] ?? 0;
  const keepsDay = dates.every((date, at) => addMonths(first, (months[at] ?? 0) - from)?.day === date.day);
  return keepsDay || dates.every((date) => dateOfDayNumber(dayNumber(date) + 1)?.day === 1);
}

/** Months and days that leave their year out are even where they are so in some years that follow one another. */
function areEvenWritten(texts: readonly string[]): boolean {
  const written = readWritten(texts);
  if (written === null) return false;
  if (written.kind === "counts") return areEven(written.counts, written.cycle);
  const { parts } = written;
  return datesOfParts(parts).some((dates) =>
    areEvenMoments(dates.map((date, at) => ({ date, time: parts[at]?.time ?? null }))),
  );
}

/** `0`, `10`, `20` …, all with the same words around them. */
function areEvenNumbers(names: readonly string[]): boolean {
  const numbers = names.map((name) => {
    const digits = NUMBER.exec(name)?.[1];
    return digits === undefined
      ? null
      : { value: Number(digits.replaceAll(",", "").replace("−", "-")), around: name.replace(digits, "#") };
  });
  const [first] = numbers;
  if (first == null) return false;
  return (
    numbers.every((one) => one !== null && one.around === first.around) &&
    areEven(numbers.flatMap((one) => (one === null ? [] : [one.value])))
  );
}
