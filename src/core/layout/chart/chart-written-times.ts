// Times as people write them (`4月`, `12/31(木)`, `令和8年4月`, `第3週`, `9:30`) → numbers that can be compared.
import { type CivilDate, type CivilTime, dateOfDayNumber, dayNumber } from "../../expression/index.ts";

/** Digits, and what stands beside them in dates, times of day and periods. */
const OF_TIME = /^[\d\s.,:/\-–~〜年月日時分秒週期度（）()火水木金土曜第四半元令和平成昭QWHRST']+$/u;
/** A mark of time behind a digit, so that no number of a product is taken for one. */
const MARK_OF_TIME = /[\d元]\s*[年月日時分秒週期:/]|\d{4}-\d{1,2}|^[RHST]\d{1,2}\./u;
const WEEKDAY = /\([月火水木金土日]\)|[月火水木金土日]曜日?/gu;

const FULL_WIDTH = /[！-～]/gu;
const TO_HALF_WIDTH = 0xfee0;

/** Digits and signs of full width as those that patterns look for. */
export function inHalfWidth(text: string): string {
  return text
    .replaceAll("　", " ")
    .replace(FULL_WIDTH, (sign) => String.fromCharCode(sign.charCodeAt(0) - TO_HALF_WIDTH));
}

export function isWrittenTime(text: string): boolean {
  return OF_TIME.test(text) && MARK_OF_TIME.test(text);
}

/** A date that may leave its year out. */
export interface WrittenParts {
  readonly year: number | null;
  readonly month: number;
  readonly day: number;
  readonly time: CivilTime | null;
}

export type WrittenTimes =
  /** Steps of one kind; after the last of a cycle comes the first: December is followed by January. */
  | { readonly kind: "counts"; readonly counts: readonly number[]; readonly cycle: number | null }
  | { readonly kind: "dates"; readonly parts: readonly WrittenParts[] };

type Unit = "year" | "month" | "day" | "hour" | "minute" | "second" | "other";

/** What the digits of a text are, by what stands behind each; null for texts that are not all of one shape. */
export function readWritten(texts: readonly string[]): WrittenTimes | null {
  const plain = texts.map((text) => text.replaceAll("元年", "1年").replace(WEEKDAY, ""));
  const shapes = new Set(plain.map((text) => text.replace(/\d+/gu, "#").replace(/\s+/gu, "")));
  const [shape] = shapes;
  if (shape === undefined || shapes.size > 1) return null;
  const numbers = plain.map((text) => (text.match(/\d+/gu) ?? []).map(Number));
  const units = unitsOf(shape, numbers[0] ?? []);
  if (new Set(units).size < units.length) return null;
  const part = (of: readonly number[], unit: Unit): number | null => {
    const at = units.indexOf(unit);
    return at < 0 ? null : (of[at] ?? null);
  };
  if (units.includes("day") && units.includes("month")) {
    const parts = numbers.map((of): WrittenParts => {
      const year = part(of, "year");
      return { year, month: part(of, "month") ?? 1, day: part(of, "day") ?? 1, time: timeOf(of, part) };
    });
    return { kind: "dates", parts };
  }
  return countsOf(units, numbers, part);
}

type PartOf = (of: readonly number[], unit: Unit) => number | null;

function timeOf(of: readonly number[], part: PartOf): CivilTime | null {
  const hour = part(of, "hour");
  return hour === null ? null : { hour, minute: part(of, "minute") ?? 0, second: part(of, "second") ?? 0 };
}

const SECONDS_PER_DAY = 86_400;
const MONTHS_PER_YEAR = 12;

function countsOf(units: readonly Unit[], numbers: readonly (readonly number[])[], part: PartOf): WrittenTimes | null {
  const has = (unit: Unit): boolean => units.includes(unit);
  const isOf = (...those: readonly Unit[]): boolean => units.every((unit) => those.includes(unit));
  if (has("hour") && isOf("hour", "minute", "second")) {
    const counts = numbers.map((of) => {
      const { hour, minute, second } = timeOf(of, part) ?? { hour: 0, minute: 0, second: 0 };
      return hour * 3_600 + minute * 60 + second;
    });
    return { kind: "counts", counts, cycle: SECONDS_PER_DAY };
  }
  if (has("month") && isOf("year", "month")) {
    const counts = numbers.map((of) => (part(of, "year") ?? 0) * MONTHS_PER_YEAR + (part(of, "month") ?? 0));
    return { kind: "counts", counts, cycle: has("year") ? null : MONTHS_PER_YEAR };
  }
  if (units.length !== 1) return null;
  return { kind: "counts", counts: numbers.map(([one = 0]) => one), cycle: null };
}

const MARKS: Readonly<Record<string, Unit>> = {
  年: "year",
  月: "month",
  日: "day",
  時: "hour",
  分: "minute",
  秒: "second",
};

function unitsOf(shape: string, first: readonly number[]): readonly Unit[] {
  const behind = shape.split("#").slice(1);
  const ofDate = joined(behind, "/-.");
  const isWithYear = ofDate.length > 2 || (first[ofDate[0] ?? 0] ?? 0) > DAYS_MOST;
  const dateUnits: readonly Unit[] = isWithYear ? ["year", "month", "day"] : ["month", "day"];
  const ofTime = joined(behind, ":");
  return behind.map(
    (text, at) => dateUnits[ofDate.indexOf(at)] ?? TIME_UNITS[ofTime.indexOf(at)] ?? MARKS[text.charAt(0)] ?? "other",
  );
}

const DAYS_MOST = 31;
const TIME_UNITS: readonly Unit[] = ["hour", "minute", "second"];

/** The first digits that one of some signs joins: parts of one date (`2026/4/1`, `4/1`), or of one time. */
function joined(behind: readonly string[], signs: string): readonly number[] {
  const isSign = (text: string | undefined): boolean => text !== undefined && text.length === 1 && signs.includes(text);
  const start = behind.findIndex(isSign);
  if (start < 0) return [];
  const end = behind.findIndex((text, at) => at > start && !isSign(text));
  return behind.flatMap((_, at) => (at >= start && (end < 0 || at <= end) ? [at] : []));
}

/** Years of an era begin anew. */
const ERA_YEARS_MAX = 100;
/** A leap year, and the three years before it: which year it is, of all years or of an era, is not written. */
const FIRST_YEARS = [2021, 2022, 2023, 2024] as const;

/** The dates by the years that they may be of; a month before the one before it is of the next year. */
export function datesOfParts(parts: readonly WrittenParts[]): readonly (readonly CivilDate[])[] {
  return FIRST_YEARS.flatMap((firstYear) => {
    const dates: CivilDate[] = [];
    let [year, before] = [firstYear as number, 0];
    for (const { year: own, month, day } of parts) {
      const place = month * 100 + day;
      if (own === null && place < before) year += 1;
      before = place;
      const inEra = own !== null && own < ERA_YEARS_MAX;
      dates.push({ year: own === null ? year : inEra ? firstYear + own : own, month, day });
    }
    return dates.every(isDate) ? [dates] : [];
  });
}

/** Whether the calendar has it. */
function isDate({ year, month, day }: CivilDate): boolean {
  if (month < 1 || month > MONTHS_PER_YEAR || day < 1) return false;
  const again = dateOfDayNumber(dayNumber({ year, month, day }));
  return again?.month === month && again.day === day;
}

/** Sums of steps like 0.1 are off by the last bits of a double. */
const EVEN_SLACK = 1e-6;

/** Whether numbers go up in equal steps, in a cycle past its end. */
export function areEven(numbers: readonly number[], cycle: number | null = null): boolean {
  const [first = 0, second = 0] = numbers;
  const stepOf = (from: number, to: number): number =>
    cycle === null || to > from ? to - from : (to - from + cycle) % cycle;
  const step = stepOf(first, second);
  if (!(step > 0)) return false;
  return numbers.every((one, at) => {
    const before = numbers[at - 1];
    return before === undefined || Math.abs(stepOf(before, one) - step) <= step * EVEN_SLACK * numbers.length;
  });
}
