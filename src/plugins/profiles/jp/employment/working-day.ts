// When a day of work starts and ends, and its breaks, as a notice of working conditions says them.
import type { Form } from "../../../../core/sdk/index.ts";
import { narrow } from "../items/narrow.ts";
import { saidWith } from "./terms-said.ts";

export const HOUR_MINUTES = 60;
const DAY_MINUTES = 24 * HOUR_MINUTES;

/** A day of work, in minutes. */
export interface WorkingDay {
  /** Minutes of the day. */
  readonly start: number;
  readonly end: number;
  /** All breaks; null where the form says them otherwise. */
  readonly pauseMinutes: number | null;
  /** Without breaks. */
  readonly workMinutes: number;
}

/** The one day of work that a form says; null where there are several, or none that is plain. */
export function workingDayOf(form: Form): WorkingDay | null {
  const said = saidWith(form, "labor.hours", /始業|終業|休憩|就業時間|勤務時間|労働時間/);
  const whole = said.map((one) => `${OWN_LABEL.test(one.label) ? one.label : ""} ${one.text}`).join(" 。");
  const text = narrow(whole).replaceAll(/始業(?:時刻)?[・及びと、/\s]{1,3}終業(?:の?時[刻間])?/g, "就業時間");
  const pauseMinutes = pauseOf(text);
  const [start, end] = timesNamed(text) ?? timesOfRange(text) ?? [];
  if (start === undefined || end === undefined) return null;
  const until = end <= start ? end + DAY_MINUTES : end;
  return { start, end, pauseMinutes, workMinutes: until - start - (pauseMinutes ?? 0) };
}

/** A label of one thing alone. */
const OWN_LABEL = /^(?:始業|終業|休憩|業務開始|業務終了)(?:の?(?:時間|時刻))?$|^(?:就業|勤務|労働)時間$|^始業・終業/;
const TIME =
  "(午前|午後|AM|PM)?\\s*(?:(正午)|([0-9]{1,2})\\s*(?::\\s*([0-9]{2})|時(?!間)\\s*(?:([0-9]{1,2})\\s*分|(半))?))";

function timesNamed(text: string): readonly [number, number] | null {
  const [start, end] = ["始業", "終業"].map((word) => {
    const match = new RegExp(`${word}[^0-9。正]{0,12}?${TIME}`).exec(text);
    return match === null ? null : minutesOf(match.slice(1));
  });
  return start === null || end === null || start === undefined || end === undefined ? null : [start, end];
}

const RANGE = new RegExp(`${TIME}\\s*(?:から|より|~|〜|～|-|–|—|―)\\s*${TIME}`, "g");

/** The one span of hours that is no break. */
function timesOfRange(text: string): readonly [number, number] | null {
  const own = text.split(/[。\n]|(?=休憩|時間外|残業|早番|遅番)/).filter((part) => !/^休憩/.test(part));
  const [range, ...others] = own.flatMap((part) => rangesIn(part));
  return range === undefined || others.length > 0 ? null : range;
}

const TIME_GROUPS = 6;

function rangesIn(text: string): readonly (readonly [number, number])[] {
  return [...text.matchAll(RANGE)].map((match) => {
    const groups = match.slice(1);
    return [minutesOf(groups.slice(0, TIME_GROUPS)), minutesOf(groups.slice(TIME_GROUPS))] as const;
  });
}

/** Minutes of the day: 午後6時30分, 17:30, 8時半, 正午. */
function minutesOf([half, noon, hour, ...minutes]: readonly (string | undefined)[]): number {
  if (noon !== undefined) return 12 * HOUR_MINUTES;
  const minute = minutes[2] === undefined ? Number(minutes[0] ?? minutes[1] ?? 0) : 30;
  const isAfternoon = half === "午後" || half === "PM";
  return (Number(hour) + (isAfternoon && Number(hour) < 12 ? 12 : 0)) * HOUR_MINUTES + minute;
}

/** Minutes of all breaks, where spans and lengths say them alike; null where the form says them otherwise. */
function pauseOf(text: string): number | null {
  // 始業・終業の時刻、休憩時間等 is a heading: what it names is told behind it.
  for (const [, said = ""] of text.matchAll(
    /休憩(?:時間)?((?:(?!休憩|始業|終業|時間外|所定|残業|休日)[^。]){0,60})/g,
  )) {
    const minutes = pauseSaid(said);
    if (minutes !== null) return minutes;
  }
  return null;
}

function pauseSaid(said: string): number | null {
  if (/^[\sは:、]*(?:な[しい]|無)/.test(said)) return 0;
  const spans = rangesIn(said).map(([from, to]) => (to <= from ? to + DAY_MINUTES / 2 : to) - from);
  const lengths = [...said.matchAll(/([0-9]+(?:\.[0-9]+)?)\s*時間(半)?|(?<![0-9:時]\s*)([0-9]+)\s*分(?!の)/g)].map(
    ([, hours, half, minutes]) =>
      minutes === undefined ? Number(hours) * HOUR_MINUTES + (half ? 30 : 0) : Number(minutes),
  );
  const sums = [spans, lengths].map((all) => all.reduce((sum, one) => sum + one, 0));
  const most = Math.max(...sums);
  return most > 0 && most < DAY_MINUTES / 2 ? most : null;
}
