import { Big } from "big.js";
import {
  compare,
  decimalsOf,
  isShort,
  product,
  quotient,
  type Ratio,
  type RoundsAway,
  reduced,
  remainder,
  sum,
  unitsOf,
} from "./ratio.ts";

/** Half towards the even neighbour; what divisions that do not terminate use. */
const HALF_EVEN = 2;
/** Decimals that are printed of a quotient that does not terminate. */
const QUOTIENT_DECIMALS = 40;
/** Longest number that is computed with, so that repeated squaring stays cheap. No form holds more digits. */
const DIGITS_MAX = 1_000;
/** Powers of ten that a safe integer holds. */
const POWERS = Array.from({ length: 16 }, (_, exponent) => Number(`1e${exponent}`));

/** Our own constructor, so that settings of others never reach us; strict: no doubles come in. */
const Exact = Big();
Exact.strict = true;
Exact.DP = QUOTIENT_DECIMALS;
Exact.RM = HALF_EVEN;

/** 切捨て, 切上げ, 四捨五入, banker's rounding, towards −∞ and +∞. `half_up` and `up` go away from zero. */
export const ROUNDING_MODES = ["down", "up", "half_up", "half_even", "floor", "ceil"] as const;
export type RoundingMode = (typeof ROUNDING_MODES)[number];

/**
 * An exact number. `+ − × ÷` are exact, so that a rounding that comes after them sees no other number than the data's;
 * a quotient that does not end prints 40 decimals.
 * Small numbers are kept as a safe integer with a scale (`units / 10^scale`); others in big.js. Quotients that do not
 * end are ratios beside that, until their sums and products are longer than any form has them.
 */
export class Decimal {
  static readonly zero = new Decimal(0, 0, null, null, null);
  static readonly one = new Decimal(1, 0, null, null, null);
  static readonly #minusOne = new Decimal(-1, 0, null, null, null);

  /** NaN where the number is kept in `#big` alone. */
  readonly #units: number;
  readonly #scale: number;
  #big: Big | null;
  readonly #written: string | null;
  /** Of a quotient that does not end: `#big` is near it. "long": it was a ratio, and has become too long for one. */
  readonly #ratio: Ratio | "long" | null;

  private constructor(
    units: number,
    scale: number,
    big: Big | null,
    written: string | null,
    ratio: Ratio | "long" | null,
  ) {
    this.#units = units;
    this.#scale = scale;
    this.#big = big;
    this.#written = written;
    this.#ratio = ratio;
  }

  /** `digits` is plain decimal notation without an exponent: `-12`, `0.25`. Keeps the writing for printing. */
  static fromData(digits: string): Decimal {
    return Decimal.#parse(digits, digits.startsWith("-") && !/[1-9]/.test(digits) ? digits.slice(1) : digits);
  }

  /** As `fromData`, printed without trailing zeros. */
  static of(digits: string): Decimal {
    return Decimal.#parse(digits, null);
  }

  static ofInteger(value: number): Decimal {
    return new Decimal(value, 0, null, null, null);
  }

  static #parse(digits: string, written: string | null): Decimal {
    const point = digits.indexOf(".");
    const scale = point < 0 ? 0 : digits.length - point - 1;
    const units =
      digits.length < 17 ? Number(point < 0 ? digits : digits.slice(0, point) + digits.slice(point + 1)) : Number.NaN;
    if (Number.isSafeInteger(units)) return new Decimal(units + 0, scale, null, written, null);
    return new Decimal(Number.NaN, scale, new Exact(digits), written, null);
  }

  static #fromBig(big: Big): Decimal {
    return big.c.length < 16 && big.e > -16 && big.e < 16
      ? Decimal.of(big.toFixed())
      : new Decimal(Number.NaN, Math.max(0, big.c.length - 1 - big.e), big, null, null);
  }

  /** A number of units of `10^-decimals`. */
  static #ofUnits(units: bigint, decimals: number): Decimal {
    return Decimal.#fromBig(new Exact(`${units}e${-decimals}`));
  }

  static #ofRatio(ratio: Ratio): Decimal {
    const decimals = decimalsOf(ratio);
    if (decimals !== null && decimals <= QUOTIENT_DECIMALS) {
      return Decimal.#ofUnits(unitsOf(ratio, decimals, roundsAway("half_even")), decimals);
    }
    const near = new Exact(`${unitsOf(ratio, QUOTIENT_DECIMALS, roundsAway("half_even"))}e-${QUOTIENT_DECIMALS}`);
    return new Decimal(Number.NaN, QUOTIENT_DECIMALS, near, null, isShort(ratio) ? ratio : "long");
  }

  /** The ratios of two numbers of which one is such; null where it is enough to compute with decimals. */
  #ratiosWith(other: Decimal): readonly [Ratio, Ratio] | null {
    if (this.#ratio === "long" || other.#ratio === "long" || (this.#ratio === null && other.#ratio === null))
      return null;
    return [this.#asRatio(), other.#asRatio()];
  }

  #asRatio(): Ratio {
    if (this.#ratio !== null && this.#ratio !== "long") return this.#ratio;
    if (!Number.isNaN(this.#units)) return reduced(BigInt(this.#units), 10n ** BigInt(this.#scale));
    const [whole = "", decimals = ""] = this.#asBig().toFixed().split(".");
    return reduced(BigInt(whole + decimals), 10n ** BigInt(decimals.length));
  }

  /** What comes of decimals, one of which may stand for a ratio that was too long. */
  #computedWith(other: Decimal, big: Big): Decimal {
    if (this.#ratio !== "long" && other.#ratio !== "long") return Decimal.#fromBig(big);
    const near = big.round(QUOTIENT_DECIMALS, HALF_EVEN);
    return new Decimal(Number.NaN, QUOTIENT_DECIMALS, near, null, "long");
  }

  #asBig(): Big {
    this.#big ??= new Exact(plain(this.#units, this.#scale));
    return this.#big;
  }

  plus(other: Decimal): Decimal {
    const scale = Math.max(this.#scale, other.#scale);
    const units = this.#unitsAt(scale) + other.#unitsAt(scale);
    if (Number.isSafeInteger(units)) return new Decimal(units, scale, null, null, null);
    const ratios = this.#ratiosWith(other);
    if (ratios !== null) return Decimal.#ofRatio(sum(...ratios));
    return this.#computedWith(other, this.#asBig().plus(other.#asBig()));
  }

  minus(other: Decimal): Decimal {
    return this.plus(other.negated());
  }

  times(other: Decimal): Decimal {
    const units = this.#units * other.#units;
    if (Number.isSafeInteger(units)) return new Decimal(units + 0, this.#scale + other.#scale, null, null, null);
    const ratios = this.#ratiosWith(other);
    if (ratios !== null) return Decimal.#ofRatio(product(...ratios));
    return this.#computedWith(other, this.#asBig().times(other.#asBig()));
  }

  /** Null for a divisor of zero. */
  dividedBy(other: Decimal): Decimal | null {
    if (other.isZero()) return null;
    const power = POWERS.indexOf(other.#units);
    if (power >= 0 && other.#scale === 0 && !Number.isNaN(this.#units)) {
      return new Decimal(this.#units, this.#scale + power, null, null, null);
    }
    if (this.#ratio === "long" || other.#ratio === "long" || !this.isComputable() || !other.isComputable()) {
      return this.#computedWith(other, this.#asBig().div(other.#asBig()));
    }
    return Decimal.#ofRatio(quotient(this.#asRatio(), other.#asRatio()));
  }

  /** The remainder with the sign of the dividend; null for a divisor of zero. */
  remainder(other: Decimal): Decimal | null {
    if (other.isZero()) return null;
    const scale = Math.max(this.#scale, other.#scale);
    const rest = this.#unitsAt(scale) % other.#unitsAt(scale);
    if (Number.isSafeInteger(rest)) return new Decimal(rest + 0, scale, null, null, null);
    if (!this.isComputable() || !other.isComputable()) return null;
    const ratios = this.#ratiosWith(other);
    if (ratios !== null) return Decimal.#ofRatio(remainder(...ratios));
    return this.#computedWith(other, this.#asBig().mod(other.#asBig()));
  }

  negated(): Decimal {
    if (!Number.isNaN(this.#units)) return new Decimal(0 - this.#units, this.#scale, null, null, null);
    return this.times(Decimal.#minusOne);
  }

  absolute(): Decimal {
    return this.sign() < 0 ? this.negated() : this.computed();
  }

  /** −1, 0 or 1. */
  sign(): -1 | 0 | 1 {
    if (!Number.isNaN(this.#units)) return this.#units > 0 ? 1 : this.#units < 0 ? -1 : 0;
    // A ratio is not zero, however near to it.
    if (this.#ratio !== null && this.#ratio !== "long") return this.#ratio.numerator < 0n ? -1 : 1;
    return this.isZero() ? 0 : this.#asBig().s === -1 ? -1 : 1;
  }

  isZero(): boolean {
    if (!Number.isNaN(this.#units)) return this.#units === 0;
    return (this.#ratio === null || this.#ratio === "long") && this.#asBig().eq(Decimal.zero.#asBig());
  }

  compare(other: Decimal): -1 | 0 | 1 {
    const scale = Math.max(this.#scale, other.#scale);
    const left = this.#unitsAt(scale);
    const right = other.#unitsAt(scale);
    if (!Number.isNaN(left) && !Number.isNaN(right)) return left < right ? -1 : left > right ? 1 : 0;
    const ratios = this.#ratiosWith(other);
    return ratios === null ? this.#asBig().cmp(other.#asBig()) : compare(...ratios);
  }

  /** Rounds to `decimals` (negative: tens, hundreds …). */
  round(decimals: number, mode: RoundingMode): Decimal {
    const dropped = this.#scale - decimals;
    if (dropped <= 0) return this.computed();
    const power = POWERS[dropped];
    if (power !== undefined && !Number.isNaN(this.#units) && decimals >= 0) {
      return new Decimal(roundUnits(this.#units, power, mode), decimals, null, null, null);
    }
    if (this.#ratio !== null && this.#ratio !== "long") {
      return Decimal.#ofUnits(unitsOf(this.#ratio, decimals, roundsAway(mode)), decimals);
    }
    return Decimal.#fromBig(this.#asBig().round(decimals, bigMode(mode, this.sign())));
  }

  /** The value as a computed one: printed without trailing zeros. */
  computed(): Decimal {
    return this.#written === null ? this : new Decimal(this.#units, this.#scale, this.#big, null, null);
  }

  /** Whether the number is short enough to compute on with. */
  isComputable(): boolean {
    if (!Number.isNaN(this.#units)) return this.#scale < DIGITS_MAX;
    const big = this.#asBig();
    return big.c.length <= DIGITS_MAX && Math.abs(big.e) <= DIGITS_MAX;
  }

  /** The value as a safe integer, or null where it is none. */
  toInteger(): number | null {
    if (this.#scale === 0 && !Number.isNaN(this.#units)) return this.#units;
    const value = Number(this.toFixed());
    return Number.isSafeInteger(value) && this.compare(Decimal.ofInteger(value)) === 0 ? value : null;
  }

  /**
   * What most cells of a long table show: a number above zero, rounded half up to at most `most` decimals and written
   * with at least `least`, its thousands set apart where they are `grouped`. Null where there is more to it: a sign,
   * zero, or more digits than a safe integer holds.
   */
  printPositive(least: number, most: number, grouped: boolean): string | null {
    let units = this.#units;
    let scale = this.#scale;
    if (!(units > 0)) return null;
    if (scale > most) {
      const power = POWERS[scale - most];
      if (power === undefined) return null;
      units = roundUnits(units, power, "half_up");
      scale = most;
      if (units === 0) return null;
    }
    for (; scale > least && units % 10 === 0; scale -= 1) units /= 10;
    const power = POWERS[scale];
    if (power === undefined) return null;
    const rest = units % power;
    const whole = (units - rest) / power;
    const integer = grouped ? groupedInteger(whole) : String(whole);
    if (least === 0 && scale === 0) return integer;
    return `${integer}.${String(rest).padStart(scale, "0").padEnd(least, "0")}`;
  }

  /** The number, rounded half up, as a text with `decimals` decimals. A zero has no sign. */
  printFixed(decimals: number): string {
    const rounded = this.round(decimals, "half_up");
    const digits = rounded.isZero() ? "0" : rounded.toFixed();
    const point = digits.indexOf(".");
    const shown = point < 0 ? 0 : digits.length - point - 1;
    return (point < 0 && decimals > 0 ? `${digits}.` : digits) + "0".repeat(decimals - shown);
  }

  /** Plain notation without trailing zeros. */
  toFixed(): string {
    return Number.isNaN(this.#units) ? this.#asBig().toFixed() : plain(this.#units, this.#scale);
  }

  /** Digits as written for numbers of data, else without trailing zeros. */
  toString(): string {
    return this.#written ?? this.toFixed();
  }

  /** Units at a wider scale; NaN where they would not be exact. */
  #unitsAt(scale: number): number {
    if (scale === this.#scale) return this.#units;
    const units = this.#units * (POWERS[scale - this.#scale] ?? Number.NaN);
    return Number.isSafeInteger(units) ? units : Number.NaN;
  }
}

function plain(units: number, scale: number): string {
  if (scale === 0) return String(units);
  let rest = Math.abs(units);
  let decimals = rest === 0 ? 0 : scale;
  while (decimals > 0 && rest % 10 === 0) {
    rest /= 10;
    decimals -= 1;
  }
  const digits = String(rest).padStart(decimals + 1, "0");
  const cut = digits.length - decimals;
  return (units < 0 ? "-" : "") + (decimals === 0 ? digits : `${digits.slice(0, cut)}.${digits.slice(cut)}`);
}

/** `000` to `999`. */
const THREE_DIGITS = Array.from({ length: 1_000 }, (_, value) => String(value).padStart(3, "0"));

function groupedInteger(value: number): string {
  if (value < 1_000) return String(value);
  const rest = value % 1_000;
  return `${groupedInteger((value - rest) / 1_000)},${THREE_DIGITS[rest] ?? ""}`;
}

function roundUnits(units: number, power: number, mode: RoundingMode): number {
  const rest = units % power;
  const quotient = (units - rest) / power;
  if (rest === 0) return quotient + 0;
  const away = quotient + (units < 0 ? -1 : 1);
  const twice = Math.abs(rest) * 2 - power;
  switch (mode) {
    case "down":
      return quotient + 0;
    case "up":
      return away;
    case "half_up":
      return twice >= 0 ? away : quotient + 0;
    case "half_even":
      return twice > 0 || (twice === 0 && quotient % 2 !== 0) ? away : quotient + 0;
    case "floor":
      return units < 0 ? away : quotient;
    case "ceil":
      return units < 0 ? quotient + 0 : away;
  }
}

/** The same of what is left of a ratio, which is not zero. */
function roundsAway(mode: RoundingMode): RoundsAway {
  switch (mode) {
    case "down":
      return () => false;
    case "up":
      return () => true;
    case "half_up":
      return ({ half }) => half >= 0;
    case "half_even":
      return ({ half, isOdd }) => half > 0 || (half === 0 && isOdd);
    case "floor":
      return ({ isNegative }) => isNegative;
    case "ceil":
      return ({ isNegative }) => !isNegative;
  }
}

function bigMode(mode: RoundingMode, sign: number): 0 | 1 | 2 | 3 {
  switch (mode) {
    case "down":
      return 0;
    case "half_up":
      return 1;
    case "half_even":
      return 2;
    case "up":
      return 3;
    case "floor":
      return sign < 0 ? 3 : 0;
    case "ceil":
      return sign < 0 ? 0 : 3;
  }
}
