// Quotients that no decimal holds, kept as what they are a quotient of: 100,000 ÷ 12 × 3 is 25,000, and no yen less.

/** A quotient in its lowest terms; its denominator is above zero. */
export interface Ratio {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** Which way a rest goes: away from zero, or left out. */
export type RoundsAway = (rest: {
  readonly isNegative: boolean;
  readonly half: -1 | 0 | 1;
  readonly isOdd: boolean;
}) => boolean;

/** No form divides by so much: sums of quotients by many different numbers end here. */
const DENOMINATOR_MAX = 10n ** 100n;
const NUMERATOR_MAX = 10n ** 1_000n;

/** In lowest terms; the divisor is not zero. */
export function reduced(dividend: bigint, divisor: bigint): Ratio {
  const common = commonDivisor(dividend, divisor);
  const sign = divisor < 0n ? -1n : 1n;
  return { numerator: (sign * dividend) / common, denominator: (sign * divisor) / common };
}

/** Whether it is short enough to compute on with. */
export function isShort({ numerator, denominator }: Ratio): boolean {
  return denominator <= DENOMINATOR_MAX && numerator <= NUMERATOR_MAX && numerator >= -NUMERATOR_MAX;
}

export function sum(one: Ratio, other: Ratio): Ratio {
  if (one.denominator === other.denominator) return reduced(one.numerator + other.numerator, one.denominator);
  const numerator = one.numerator * other.denominator + other.numerator * one.denominator;
  return reduced(numerator, one.denominator * other.denominator);
}

export function product(one: Ratio, other: Ratio): Ratio {
  return reduced(one.numerator * other.numerator, one.denominator * other.denominator);
}

/** The other one is not zero. */
export function quotient(one: Ratio, other: Ratio): Ratio {
  return reduced(one.numerator * other.denominator, one.denominator * other.numerator);
}

/** The remainder of a division, with the sign of the dividend; the divisor is not zero. */
export function remainder(one: Ratio, other: Ratio): Ratio {
  const [dividend, divisor] = [one.numerator * other.denominator, other.numerator * one.denominator];
  return reduced(dividend % divisor, one.denominator * other.denominator);
}

export function compare(one: Ratio, other: Ratio): -1 | 0 | 1 {
  const [left, right] = [one.numerator * other.denominator, other.numerator * one.denominator];
  return left < right ? -1 : left > right ? 1 : 0;
}

/** How many decimals it has where it ends; null where it does not. */
export function decimalsOf({ denominator }: Ratio): number | null {
  const [twos, odd] = factorsOf(denominator, 2n);
  const [fives, rest] = factorsOf(odd, 5n);
  return rest === 1n ? Math.max(twos, fives) : null;
}

/** The number of units of `10^-decimals` (negative: tens, hundreds …), rounded. */
export function unitsOf({ numerator, denominator }: Ratio, decimals: number, roundsAway: RoundsAway): bigint {
  const dividend = decimals > 0 ? numerator * 10n ** BigInt(decimals) : numerator;
  const divisor = decimals < 0 ? denominator * 10n ** BigInt(-decimals) : denominator;
  const whole = dividend / divisor;
  const rest = dividend % divisor;
  if (rest === 0n) return whole;
  const twice = 2n * (rest < 0n ? -rest : rest);
  const half = twice < divisor ? -1 : twice > divisor ? 1 : 0;
  const isNegative = rest < 0n;
  const isAway = roundsAway({ isNegative, half, isOdd: whole % 2n !== 0n });
  return isAway ? whole + (isNegative ? -1n : 1n) : whole;
}

/** How often a number can be divided by a factor, and what is left of it. */
function factorsOf(number: bigint, factor: bigint): readonly [count: number, rest: bigint] {
  let [count, rest] = [0, number];
  while (rest % factor === 0n) {
    rest /= factor;
    count += 1;
  }
  return [count, rest];
}

function commonDivisor(one: bigint, other: bigint): bigint {
  let [larger, smaller] = [one < 0n ? -one : one, other < 0n ? -other : other];
  while (smaller !== 0n) [larger, smaller] = [smaller, larger % smaller];
  return larger;
}
