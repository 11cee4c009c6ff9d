// The axis of values: limits and steps that people count in, and their names, exact to the last digit.

import type { ChartAxis, Emu } from "../../canvas/index.ts";
import { Decimal, type NumberFormat, readNumberPattern } from "../../expression/index.ts";
import { decimalExponent, powerOfTen } from "../../geometry/index.ts";

/** Steps of 1, 2 or 5 times a power of ten. */
const STEPS = [1, 2, 5] as const;
/** A step that the source sets gives at most so many lines. */
const TICKS_MAX = 100;

/** A value's place and name; the place is measured upwards from the axis's least value. */
export interface Tick {
  readonly value: number;
  readonly name: string;
}

export interface ValueScale {
  readonly min: number;
  readonly max: number;
  readonly ticks: readonly Tick[];
  readonly troubles: readonly AxisTrouble[];
}

/** A step as a whole number of powers of ten, so that its multiples have exact names. */
interface Step {
  readonly units: number;
  readonly exponent: number;
}

function sizeOf({ units, exponent }: Step): number {
  return exponent < 0 ? units / powerOfTen(-exponent) : units * powerOfTen(exponent);
}

/** What of the axis's own words was left out, because lines would have had false or equal numbers, or none. */
export type AxisTrouble = "format" | "step";

/** What an axis of values shows. */
export interface ScaledValues {
  /** All that lies on the axis: what its data reach, and lines of its own. */
  readonly values: readonly number[];
  /** Its data are whole numbers, as those of people and pieces are: there is nothing between 2 and 3 to read off. */
  readonly areWhole: boolean;
  /** Values are read off by their places between lines, not by lengths from zero. */
  readonly mayLeaveZero?: boolean;
}

/** Values that take a smaller share of the way to zero would all seem to be one. */
const SHARE_MIN = 1 / 6;

/** The least and the greatest value, or zero in place of one of them. */
function rangeOf({ values, mayLeaveZero = false }: ScaledValues): readonly [low: number, high: number] {
  const [first = 0] = values;
  const least = values.reduce((low, one) => Math.min(low, one), first);
  const most = values.reduce((high, one) => Math.max(high, one), first);
  const isNarrow = most > least && most - least < SHARE_MIN * Math.max(most, -least);
  return mayLeaveZero && isNarrow ? [least, most] : [Math.min(least, 0), Math.max(most, 0)];
}

/**
 * Limits around the values, in steps of 1, 2 or 5 of which at most `stepsMax` are needed; what the source says stands
 * over it. Zero lies within them, but where the values may leave it and are near to one another. A step that the
 * source leaves open is one that its pattern prints, and without a pattern a whole one where the data are.
 */
export function scaleOf(shown: ScaledValues, axis: ChartAxis, stepsMax: number): ValueScale {
  const isOpen = axis.min === null && axis.max === null;
  const [least, most] = rangeOf(isOpen ? shown : { ...shown, mayLeaveZero: false });
  const low = axis.min === null ? least : axis.min / 1000;
  const greatest = axis.max === null ? most : axis.max / 1000;
  const high = greatest > low ? greatest : low + 1;
  const limits: Limits = { axis, low, high, stepsMax: Math.max(1, Math.floor(stepsMax)), isWhole: false };
  const given = axis.step === null || axis.step <= 0 ? null : stepOfThousandths(axis.step);
  const format = axis.format === null ? null : readNumberPattern(axis.format);
  const pattern = format === null || "problem" in format ? null : format;
  const troubles: AxisTrouble[] = [];
  if (given !== null) {
    const own = (high - low) / sizeOf(given) <= TICKS_MAX ? inSteps(limits, given, pattern) : null;
    if (own !== null && areTrue(own, given, pattern)) return { ...own, troubles };
    if (own !== null && own.ticks.length >= TICKS_MIN) {
      return { ...inSteps(limits, given, null), troubles: ["format"] };
    }
    troubles.push("step");
  }
  const whole = shown.areWhole && pattern === null ? inNiceSteps({ ...limits, isWhole: true }, null) : null;
  const scale = whole ?? inNiceSteps(limits, pattern);
  if (scale !== null) return { ...scale, troubles };
  const plain = inNiceSteps(limits, null) ?? inSteps(limits, niceStep(limits, null), null);
  return { ...plain, troubles: [...troubles, "format"] };
}

/** Limits between two steps may leave hardly a line: then smaller ones. Null where the pattern names none of them. */
function inNiceSteps(limits: Limits, format: NumberFormat | null): Omit<ValueScale, "troubles"> | null {
  for (const more of FINER) {
    const step = niceStep({ ...limits, stepsMax: limits.stepsMax * more }, format);
    const scale = inSteps(limits, step, format);
    if (areTrue(scale, step, format)) return scale;
  }
  return null;
}

/** So many times as many steps as there is room for are tried, in turn. */
const FINER = [1, 2, 4, 8] as const;

/** A single number on an axis says nothing of how far the next one is. */
const TICKS_MIN = 2;

interface Limits {
  readonly axis: ChartAxis;
  readonly low: number;
  readonly high: number;
  readonly stepsMax: number;
  /** A step has no decimals. */
  readonly isWhole: boolean;
}

function inSteps({ axis, low, high }: Limits, step: Step, format: NumberFormat | null): Omit<ValueScale, "troubles"> {
  const size = sizeOf(step);
  const first = axis.min === null ? Math.floor(low / size + SLACK) : Math.ceil(low / size - SLACK);
  const wanted = axis.max === null ? Math.ceil(high / size - SLACK) : high / size + SLACK;
  const last = axis.max === null ? wanted : Math.floor(wanted);
  const ticks: Tick[] = [];
  for (let at = first; at <= last; at++) ticks.push({ value: at * size, name: nameOf(at, step, format) });
  // What is a step but for the last bits of a double lies within the axis too.
  const min = axis.min === null ? Math.min(first * size, low) : low;
  return { min, max: Math.max(axis.max === null ? last * size : high, high, min + size / 2), ticks };
}

/** No two lines have one number, and each has its own, whole. */
function areTrue({ ticks }: Pick<ValueScale, "ticks">, step: Step, format: NumberFormat | null): boolean {
  if (ticks.length < TICKS_MIN) return false;
  if (format === null) return true;
  const size = sizeOf(step);
  const areWhole = ticks.every(({ value }) => format.showsAll(decimalOf(Math.round(value / size), step)));
  return areWhole && new Set(ticks.map(({ name }) => name)).size === ticks.length;
}

/** Values that are a step but for the last bit of a double count as one. */
const SLACK = 1e-9;

function stepOfThousandths(thousandths: number): Step {
  return { units: thousandths, exponent: -3 };
}

function niceStep({ low, high, stepsMax, isWhole }: Limits, format: NumberFormat | null): Step {
  const range = high - low;
  const least = decimalExponent(range / stepsMax) - 1;
  let exponent = isWhole ? Math.max(0, least) : least;
  for (;;) {
    for (const units of STEPS) {
      const step = { units, exponent };
      const isShown = format === null || exponent > 0 || format.showsAll(decimalOf(1, step));
      if (isShown && range / sizeOf(step) <= stepsMax + SLACK) return step;
    }
    exponent++;
  }
}

/** So many steps, exactly. */
function decimalOf(at: number, { units, exponent }: Step): Decimal {
  return Decimal.of(shifted(at * units, exponent));
}

/** `at` steps, written by the pattern, or with as many decimals as the step has and groups of three digits. */
function nameOf(at: number, step: Step, format: NumberFormat | null): string {
  const value = decimalOf(at, step);
  if (format !== null) return format.print(value);
  const decimals = Math.max(0, -exponentOf(step.units, step.exponent));
  const plain = readNumberPattern(`#,##0${decimals === 0 ? "" : `.${"0".repeat(decimals)}`}`);
  return "problem" in plain ? value.toFixed() : plain.print(value);
}

/** The exponent without trailing zeros of the units: 25000 thousandths are whole. */
function exponentOf(units: number, exponent: number): number {
  let [rest, power] = [units, exponent];
  while (power < 0 && rest % 10 === 0) [rest, power] = [rest / 10, power + 1];
  return power;
}

/** `units × 10^exponent` in plain digits. */
function shifted(units: number, exponent: number): string {
  const sign = units < 0 ? "-" : "";
  const digits = String(Math.abs(units));
  if (exponent >= 0) return `${sign}${digits}${units === 0 ? "" : "0".repeat(exponent)}`;
  const padded = digits.padStart(1 - exponent, "0");
  const point = padded.length + exponent;
  return `${sign}${padded.slice(0, point)}.${padded.slice(point)}`;
}

/** Up from the foot of the plot; values beyond the limits stay at them. */
export function heightOf(value: number, { min, max }: ValueScale, heightEmu: Emu): Emu {
  const inside = Math.min(Math.max(value, min), max);
  return Math.round(((inside - min) / (max - min)) * heightEmu);
}
