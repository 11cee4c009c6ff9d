// What noisy figures say for sure: medians and slopes with the interval that they are in, by ranks alone, so that a
// round in which the machine did something else weighs no more than any other.

/** A figure with the ends of its interval of 95 %. */
export interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** What an estimate says of a limit that it should not pass. */
export type Verdict = "holds" | "is passed" | "is not shown";

/** Standard deviations of a normal distribution that 95 % lie within. */
const DEVIATIONS = 1.96;

/** The median, and the ranks that enclose it with 95 % (the sign test's interval). */
export function medianOf(values: readonly number[]): Estimate {
  return aroundMiddle(values, (DEVIATIONS * Math.sqrt(values.length)) / 2);
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The slope that half of all pairs of points exceed, and its interval (Theil 1950; Sen 1968, §4). */
export function slopeOf(points: readonly Point[]): Estimate {
  const slopes = points.flatMap((left, at) =>
    points.slice(at + 1).flatMap((right) => (right.x === left.x ? [] : [(right.y - left.y) / (right.x - left.x)])),
  );
  const count = points.length;
  const deviation = Math.sqrt((count * (count - 1) * (2 * count + 5)) / 18);
  return aroundMiddle(slopes, (DEVIATIONS * deviation) / 2);
}

/** The median, and the values so many ranks to both sides of it. */
function aroundMiddle(values: readonly number[], ranks: number): Estimate {
  const sorted = [...values].sort((left, right) => left - right);
  const middle = sorted.length / 2;
  const at = (rank: number): number => sorted[Math.min(sorted.length - 1, Math.max(0, rank))] ?? Number.NaN;
  return {
    value: (at(Math.ceil(middle) - 1) + at(Math.floor(middle))) / 2,
    low: at(Math.floor(middle - ranks)),
    high: at(Math.ceil(middle + ranks) - 1),
  };
}

/** Whether an estimate is under a limit with its whole interval, over it, or neither. */
export function verdictOn({ low, high }: Estimate, limit: number): Verdict {
  if (high <= limit) return "holds";
  return low > limit ? "is passed" : "is not shown";
}

/** `1.20 (1.10 to 1.35)` */
export function shown({ value, low, high }: Estimate, digits: number): string {
  return `${value.toFixed(digits)} (${low.toFixed(digits)} to ${high.toFixed(digits)})`;
}
