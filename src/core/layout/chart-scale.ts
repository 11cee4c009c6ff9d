// The axis of values: limits and steps that people count in, and their names, exact to the last digit.

import type { ChartAxis, Emu } from "../canvas/index.ts";
import { Decimal, readNumberPattern } from "../expression/index.ts";
import { decimalExponent, powerOfTen } from "../geometry/index.ts";

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
}

/** A step as a whole number of powers of ten, so that its multiples have exact names. */
interface Step {
  readonly units: number;
  readonly exponent: number;
}

function sizeOf({ units, exponent }: Step): number {
  return exponent < 0 ? units / powerOfTen(-exponent) : units * powerOfTen(exponent);
}

/**
 * Limits around the values, zero always within them, in steps of 1, 2 or 5 of which at most `stepsMax` are needed;
 * what the source says stands over it.
 */
export function scaleOf(values: readonly number[], axis: ChartAxis, stepsMax: number): ValueScale {
  const low = axis.min === null ? values.reduce((least, one) => Math.min(least, one), 0) : axis.min / 1000;
  const greatest = axis.max === null ? values.reduce((most, one) => Math.max(most, one), 0) : axis.max / 1000;
  const high = greatest > low ? greatest : low + 1;
  const range = high - low;
  const given = axis.step === null || axis.step <= 0 ? null : stepOfThousandths(axis.step);
  const step =
    given !== null && range / sizeOf(given) <= TICKS_MAX ? given : niceStep(range, Math.max(1, Math.floor(stepsMax)));
  const size = sizeOf(step);
  const first = axis.min === null ? Math.floor(low / size + SLACK) : Math.ceil(low / size - SLACK);
  const wanted = axis.max === null ? Math.ceil(high / size - SLACK) : high / size + SLACK;
  const last = axis.max === null ? wanted : Math.floor(wanted);
  const ticks: Tick[] = [];
  for (let at = first; at <= last; at++) ticks.push({ value: at * size, name: nameOf(at, step, axis.format) });
  const min = axis.min === null ? first * size : low;
  return { min, max: Math.max(axis.max === null ? last * size : high, min + size / 2), ticks };
}

/** Values that are a step but for the last bit of a double count as one. */
const SLACK = 1e-9;

function stepOfThousandths(thousandths: number): Step {
  return { units: thousandths, exponent: -3 };
}

function niceStep(range: number, stepsMax: number): Step {
  let exponent = decimalExponent(range / stepsMax) - 1;
  for (;;) {
    for (const units of STEPS) {
      if (range / sizeOf({ units, exponent }) <= stepsMax + SLACK) return { units, exponent };
    }
    exponent++;
  }
}

/** `at` steps, written by the pattern, or with as many decimals as the step has and groups of three digits. */
function nameOf(at: number, { units, exponent }: Step, pattern: string | null): string {
  const value = Decimal.of(shifted(at * units, exponent));
  const decimals = Math.max(0, -exponentOf(units, exponent));
  const format = readNumberPattern(pattern ?? `#,##0${decimals === 0 ? "" : `.${"0".repeat(decimals)}`}`);
  return "problem" in format ? value.toFixed() : format.print(value);
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
