// A stretch of civil time and its steps: days, weeks, months or hours → places along a line.
import type { Emu, GanttAxis } from "../../canvas/index.ts";
import { withArticle } from "../../diagnostics/index.ts";
import {
  addMonths,
  type CivilDate,
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

/** Minutes since day 0; a day is a stretch, a moment is not. */
export interface TimeStretch {
  readonly fromMin: number;
  readonly toMin: number;
}

export interface TimeScale extends TimeStretch {
  readonly unit: GanttAxis["unit"];
  /** Where each step begins, and where the last ends. */
  readonly stepsMin: readonly number[];
  /** East of UTC: the offset that the minutes of the scale count in; null where nothing on it has one. */
  readonly offsetMinutes: number | null;
  /** It has steps of hours, or begins or ends within a day: a day alone does not say where something lies. */
  readonly isTimed: boolean;
  /** Free at both ends of the axis, so that marks on the first and the last day are whole. */
  readonly marginsEmu: readonly [left: Emu, right: Emu];
}

/** A day from its first to its last minute, or one moment, as clocks of an offset show it; null for what is neither. */
export function stretchOf(value: Value, offsetMinutes: number | null): TimeStretch | null {
  if (typeof value !== "string") return null;
  const parts = readDateParts(value);
  if (parts === null || parts.date === null) return null;
  const day = dayNumber(parts.date) * MINUTES_PER_DAY;
  if (parts.time === null) return { fromMin: day, toMin: day + MINUTES_PER_DAY };
  const shown = day + parts.time.hour * MINUTES_PER_HOUR + parts.time.minute;
  const moment = shown + (offsetMinutes === null ? 0 : offsetMinutes - (offsetOf(value) ?? offsetMinutes));
  return { fromMin: moment, toMin: moment };
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
  { offsetMinutes }: Pick<TimeScale, "offsetMinutes">,
): TimeStretch | null {
  const value = evaluation.value(code, scope);
  const stretch = stretchOf(value, offsetMinutes);
  if (stretch === null) evaluation.passOver(code, scope, value, "day");
  return stretch;
}

export type ScaleReading =
  | { readonly ok: true; readonly scale: TimeScale }
  /** Continues the sentence "the scale …". */
  | { readonly ok: false; readonly reason: string };

/** Both ends are shown whole. */
export function readScale(from: Value, to: Value, unit: GanttAxis["unit"], offsetMinutes: number | null): ScaleReading {
  const [first, last] = [stretchOf(from, offsetMinutes), stretchOf(to, offsetMinutes)];
  if (first === null || last === null) return { ok: false, reason: "has no first or no last day" };
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
  return { ok: true, scale: { fromMin, toMin, unit, stepsMin, offsetMinutes, isTimed, marginsEmu: [0, 0] } };
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

/** `2026-11-09 08:30`: a minute, for findings. */
function minuteOf(minute: number): string {
  const rest = ((minute % MINUTES_PER_DAY) + MINUTES_PER_DAY) % MINUTES_PER_DAY;
  const two = (part: number): string => String(part).padStart(2, "0");
  return `${dayOf(minute)} ${two(Math.floor(rest / MINUTES_PER_HOUR))}:${two(rest % MINUTES_PER_HOUR)}`;
}

/** A day, or a moment with its time, for findings. */
export function momentOf({ fromMin, toMin }: TimeStretch): string {
  return toMin > fromMin ? dayOf(fromMin) : minuteOf(fromMin);
}

/** Whether a stretch is anything but whole days. */
export function hasTimes({ fromMin, toMin }: TimeStretch): boolean {
  return toMin <= fromMin || fromMin % MINUTES_PER_DAY !== 0 || toMin % MINUTES_PER_DAY !== 0;
}

/** `2026-11-01 to 2026-11-30`, or with the times of both ends, for findings. */
export function extentOf({ fromMin, toMin }: TimeStretch, isTimed: boolean): string {
  return isTimed ? `${minuteOf(fromMin)} to ${minuteOf(toMin)}` : `${dayOf(fromMin)} to ${dayOf(toMin - 1)}`;
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
