// A stretch of civil time and its steps: days, weeks, months or hours → places along a line. An axis of times of day
// counts from midnight, and may run past the next one.
import type { Emu, GanttAxis } from "../../canvas/index.ts";
import { withArticle } from "../../diagnostics/index.ts";
import {
  addMonths,
  type CivilDate,
  type CivilTime,
  type DateFormat,
  dateOfDayNumber,
  dayNumber,
  type Evaluation,
  type ExpressionCode,
  parseMoment,
  readDateParts,
  type Scope,
  type Value,
} from "../../expression/index.ts";

const MINUTES_PER_DAY = 1_440;
const DAYS_PER_WEEK = 7;
const MINUTES_PER_HOUR = 60;
/** Steps finer than a printer's dots help nobody: five years of days are 1,827. */
const STEPS_MAX = 2_000;

/** Minutes since day 0, or since midnight on an axis of times of day; a day is a stretch, a moment is not. */
export interface TimeStretch {
  readonly fromMin: number;
  readonly toMin: number;
}

export interface TimeScale extends TimeStretch {
  readonly unit: GanttAxis["unit"];
  /** Its ends are times of day (`09:00`), of no date. */
  readonly isClock: boolean;
  /** Where each step begins, and where the last ends. */
  readonly stepsMin: readonly number[];
  /** East of UTC: the offset that the minutes of the scale count in; null where nothing on it has one. */
  readonly offsetMinutes: number | null;
  /** It has steps of hours, or begins or ends within a day: a day alone does not say where something lies. */
  readonly isTimed: boolean;
  /** Free at both ends of the axis, so that marks on the first and the last day are whole. */
  readonly marginsEmu: readonly [left: Emu, right: Emu];
}

/**
 * A day from its first to its last minute, or one moment, as clocks of an offset show it; of a time of day the minutes
 * since midnight. Null for what is none of them.
 */
export function stretchOf(value: Value, offsetMinutes: number | null): TimeStretch | null {
  const parts = typeof value === "string" ? readDateParts(value) : null;
  if (parts === null) return null;
  if (parts.date === null) {
    const minute = parts.time === null ? null : minutesOf(parts.time);
    return minute === null ? null : { fromMin: minute, toMin: minute };
  }
  const day = dayNumber(parts.date) * MINUTES_PER_DAY;
  if (parts.time === null) return { fromMin: day, toMin: day + MINUTES_PER_DAY };
  const shown = day + minutesOf(parts.time);
  const moment = shown + (offsetMinutes === null ? 0 : offsetMinutes - (offsetOf(value) ?? offsetMinutes));
  return { fromMin: moment, toMin: moment };
}

function minutesOf({ hour, minute }: CivilTime): number {
  return hour * MINUTES_PER_HOUR + minute;
}

/** Whether a value is a time of day, of no date. */
function isTimeOfDay(value: Value): boolean {
  return typeof value === "string" && readDateParts(value)?.date === null;
}

/** The offset of a datetime, in minutes east of UTC; null for everything else. */
export function offsetOf(value: Value): number | null {
  return typeof value === "string" ? (parseMoment(value)?.offsetMinutes ?? null) : null;
}

/** The stretch that an expression yields; null for none, which is told where it yields anything else. */
export function stretchIn(
  evaluation: Evaluation,
  code: ExpressionCode,
  scope: Scope,
  scale: TimeScale,
): TimeStretch | null {
  const value = evaluation.value(code, scope);
  const stretch = stretchOn(scale, value);
  if (stretch === null) evaluation.passOver(code, scope, value, "day");
  return stretch;
}

/** Where a value lies on a scale; null for what has no place on one of its kind. */
export function stretchOn(scale: TimeScale, value: Value): TimeStretch | null {
  const stretch = stretchOf(value, scale.offsetMinutes);
  if (stretch === null || scale.isClock !== isTimeOfDay(value)) return null;
  return scale.isClock && stretch.fromMin < scale.fromMin ? dayLater(stretch, scale) : stretch;
}

/** A time of day on the other side of midnight, where the scale reaches that far; else the time as it is. */
export function dayLater(stretch: TimeStretch, scale: TimeScale): TimeStretch {
  const later = afterMidnight(stretch);
  return scale.isClock && later.toMin <= scale.toMin ? later : stretch;
}

function afterMidnight({ fromMin, toMin }: TimeStretch): TimeStretch {
  return { fromMin: fromMin + MINUTES_PER_DAY, toMin: toMin + MINUTES_PER_DAY };
}

export type ScaleReading =
  | { readonly ok: true; readonly scale: TimeScale }
  /** Continues the sentence "the scale …". */
  | { readonly ok: false; readonly reason: string };

/**
 * Both ends are shown whole. A scale of times of day that ends at the time at which it begins, or before, runs past
 * midnight.
 */
export function readScale(from: Value, to: Value, unit: GanttAxis["unit"], offsetMinutes: number | null): ScaleReading {
  const isClock = isTimeOfDay(from);
  const [first, end] = [stretchOf(from, offsetMinutes), stretchOf(to, offsetMinutes)];
  if (first === null || end === null) return { ok: false, reason: "has no first or no last day" };
  if (isClock !== isTimeOfDay(to)) return { ok: false, reason: "has a time of day at one end and a day at the other" };
  const last = isClock && end.toMin <= first.fromMin ? afterMidnight(end) : end;
  const [fromMin, toMin] = [first.fromMin, last.toMin];
  // A day ends when the next begins: one day before another they would meet.
  const isBackwards = toMin < fromMin || last.fromMin < first.fromMin;
  if (isBackwards) return { ok: false, reason: `ends before it begins: ${String(from)} to ${String(to)}` };
  if (toMin === fromMin) return { ok: false, reason: `ends when it begins: ${String(from)}` };
  const stepsMin = [fromMin];
  for (let at = fromMin; at < toMin; ) {
    at = Math.min(nextStep(at, unit), toMin);
    stepsMin.push(at);
    if (stepsMin.length > STEPS_MAX)
      return { ok: false, reason: `has more than ${STEPS_MAX} steps of ${withArticle(unit)}` };
  }
  const isTimed = unit === "hour" || hasTimes({ fromMin, toMin });
  return { ok: true, scale: { fromMin, toMin, unit, isClock, stepsMin, offsetMinutes, isTimed, marginsEmu: [0, 0] } };
}

/** Hours begin as clocks show them, days at midnight, months on their first day, weeks on the scale's first one. */
function nextStep(at: number, unit: GanttAxis["unit"]): number {
  switch (unit) {
    case "hour":
      return (Math.floor(at / MINUTES_PER_HOUR) + 1) * MINUTES_PER_HOUR;
    case "day":
      return midnightOf(at) + MINUTES_PER_DAY;
    case "week":
      return midnightOf(at) + DAYS_PER_WEEK * MINUTES_PER_DAY;
    case "month": {
      const date = dateAt(at);
      const next = date === null ? null : addMonths({ ...date, day: 1 }, 1);
      return next === null ? Number.MAX_SAFE_INTEGER : dayNumber(next) * MINUTES_PER_DAY;
    }
  }
}

/** Where the day of a minute begins. */
function midnightOf(minute: number): number {
  return Math.floor(minute / MINUTES_PER_DAY) * MINUTES_PER_DAY;
}

/**
 * Where a name by a pattern may change, from the first minute to the last: at every step, or at the midnights between
 * where steps of hours or weeks lie across the days that larger steps begin with.
 */
export function changesOf({ fromMin, toMin, unit, stepsMin }: TimeScale, format: DateFormat): readonly number[] {
  const isOfSteps = format.needsTime || (unit !== "hour" && format.changesDaily);
  if (unit === "month" || isOfSteps) return stepsMin;
  const changes = [fromMin];
  const next = (Math.floor(fromMin / MINUTES_PER_DAY) + 1) * MINUTES_PER_DAY;
  for (let at = next; at < toMin; at += MINUTES_PER_DAY) changes.push(at);
  return [...changes, toMin];
}

export function dateAt(minute: number): CivilDate | null {
  return dateOfDayNumber(Math.floor(minute / MINUTES_PER_DAY));
}

/** `2026-11-09`: the day of a minute. */
function dayOf(minute: number): string {
  const date = dateAt(minute);
  if (date === null) return "no day";
  const two = (part: number): string => String(part).padStart(2, "0");
  return `${String(date.year).padStart(4, "0")}-${two(date.month)}-${two(date.day)}`;
}

/** `2026-11-09 08:30`: a minute, for findings; `08:30` of a scale of times of day. */
function minuteOf(minute: number, isClock: boolean): string {
  const rest = ((minute % MINUTES_PER_DAY) + MINUTES_PER_DAY) % MINUTES_PER_DAY;
  const two = (part: number): string => String(part).padStart(2, "0");
  const time = `${two(Math.floor(rest / MINUTES_PER_HOUR))}:${two(rest % MINUTES_PER_HOUR)}`;
  return isClock ? time : `${dayOf(minute)} ${time}`;
}

/** A day, or a moment with its time, for findings. */
export function momentOf({ fromMin, toMin }: TimeStretch, { isClock }: Pick<TimeScale, "isClock">): string {
  return toMin > fromMin ? dayOf(fromMin) : minuteOf(fromMin, isClock);
}

/** Whether a stretch is anything but whole days. */
export function hasTimes({ fromMin, toMin }: TimeStretch): boolean {
  return toMin <= fromMin || fromMin % MINUTES_PER_DAY !== 0 || toMin % MINUTES_PER_DAY !== 0;
}

/** `2026-11-01 to 2026-11-30`, or with the times of both ends, or these alone, for findings. */
export function extentOf(
  { fromMin, toMin }: TimeStretch,
  { isClock, isTimed }: Pick<TimeScale, "isClock" | "isTimed">,
): string {
  if (!isTimed) return `${dayOf(fromMin)} to ${dayOf(toMin - 1)}`;
  return `${minuteOf(fromMin, isClock)} to ${minuteOf(toMin, isClock)}`;
}

/** A step's name by a pattern. */
export function nameOfStep(minute: number, format: DateFormat): string {
  const date = dateAt(minute);
  const rest = ((minute % MINUTES_PER_DAY) + MINUTES_PER_DAY) % MINUTES_PER_DAY;
  const time = { hour: Math.floor(rest / MINUTES_PER_HOUR), minute: rest % MINUTES_PER_HOUR, second: 0 };
  return format.print({ date, time });
}

/** The first minute of the next month. */
export function monthAfter(minute: number): number {
  return nextStep(minute, "month");
}

/** Where a minute lies along `widthEmu`: what is beyond the scale lies at the axis's edge, behind the margin. */
export function placeOf(minute: number, scale: TimeScale, widthEmu: Emu): Emu {
  const { fromMin, toMin, marginsEmu } = scale;
  if (minute < fromMin) return 0;
  if (minute > toMin) return widthEmu;
  const [left, right] = marginsEmu;
  return left + Math.round(((minute - fromMin) * (widthEmu - left - right)) / (toMin - fromMin));
}
