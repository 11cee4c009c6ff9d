// Exact decimals for rules: what a form computes is computed again the same way, without a library.

/** 切捨て, 切上げ, 四捨五入, banker's rounding, towards −∞ and +∞. `half_up` and `up` go away from zero. */
export type RoundingMode = "down" | "up" | "half_up" | "half_even" | "floor" | "ceil";

/** Decimals of a quotient that does not terminate, as forms print them. */
const QUOTIENT_DECIMALS = 40;

const WRITTEN = /^([+-]?)(\d+)(?:\.(\d+))?$/;

/** Powers of ten that a safe integer holds. */
const POWERS: readonly number[] = Array.from({ length: 16 }, (_, exponent) => Number(`1e${exponent}`));

/**
 * `units / 10^scale`, exactly. Most numbers of forms are small: their units are safe integers, with which a processor
 * computes at once, and large integers are made of them only where a result needs more digits.
 */
export class Decimal {
  static readonly zero = new Decimal(0, 0, null);
  static readonly one = new Decimal(1, 0, null);

  /** NaN where the number is kept in `#big` alone. */
  readonly #small: number;
  readonly #scale: number;
  readonly #big: bigint | null;

  private constructor(small: number, scale: number, big: bigint | null) {
    this.#small = small;
    this.#scale = scale;
    this.#big = big;
  }

  static #fromUnits(units: bigint, scale: number): Decimal {
    const small = Number(units);
    return Number.isSafeInteger(small) ? new Decimal(small, scale, null) : new Decimal(Number.NaN, scale, units);
  }

  get #units(): bigint {
    return this.#big ?? BigInt(this.#small);
  }

  /** The number that plain digits write (`-1200.50`), as `FormValue.value` has them; throws for anything else. */
  static of(digits: string): Decimal {
    // Yen and quantities, as most numbers of a form are: reading them so takes a quarter of a match.
    const small = smallInteger(digits);
    if (small !== null) return new Decimal(small, 0, null);
    const [, sign, whole, fraction = ""] = WRITTEN.exec(digits) ?? [];
    if (whole === undefined) throw new RangeError(`${JSON.stringify(digits)} is no decimal number`);
    const units = BigInt(whole + fraction);
    return Decimal.#fromUnits(sign === "-" ? -units : units, fraction.length);
  }

  static ofInteger(value: number): Decimal {
    return Decimal.#fromUnits(BigInt(value), 0);
  }

  plus(other: Decimal): Decimal {
    const scale = Math.max(this.#scale, other.#scale);
    const sum = this.#smallAt(scale) + other.#smallAt(scale);
    if (Number.isSafeInteger(sum)) return new Decimal(sum, scale, null);
    return Decimal.#fromUnits(this.#unitsAt(scale) + other.#unitsAt(scale), scale);
  }

  minus(other: Decimal): Decimal {
    return this.plus(other.negated());
  }

  times(other: Decimal): Decimal {
    const scale = this.#scale + other.#scale;
    const product = this.#small * other.#small;
    // A product of zero and a negative number has no sign.
    if (Number.isSafeInteger(product)) return new Decimal(product + 0, scale, null);
    return Decimal.#fromUnits(this.#units * other.#units, scale);
  }

  /** Exact where it ends within 40 decimals, else half-even at 40; null for a division by zero. */
  dividedBy(other: Decimal): Decimal | null {
    if (other.isZero()) return null;
    const power = other.#scale === 0 ? POWERS.indexOf(other.#small) : -1;
    if (power >= 0 && this.#scale + power <= QUOTIENT_DECIMALS)
      return new Decimal(this.#small, this.#scale + power, this.#big);
    // Rounded once, from the exact quotient: a digit more, rounded again, would move a tie.
    const dividend = this.#units * 10n ** BigInt(QUOTIENT_DECIMALS + other.#scale);
    const divisor = other.#units * 10n ** BigInt(this.#scale);
    return Decimal.#fromUnits(quotient(dividend, divisor, "half_even"), QUOTIENT_DECIMALS);
  }

  negated(): Decimal {
    return this.#big === null
      ? new Decimal(0 - this.#small, this.#scale, null)
      : Decimal.#fromUnits(-this.#big, this.#scale);
  }

  absolute(): Decimal {
    return this.sign() < 0 ? this.negated() : this;
  }

  sign(): -1 | 0 | 1 {
    // What no safe integer holds is not zero.
    if (this.#big !== null) return this.#big < 0n ? -1 : 1;
    return this.#small === 0 ? 0 : this.#small < 0 ? -1 : 1;
  }

  isZero(): boolean {
    return this.#small === 0;
  }

  compare(other: Decimal): -1 | 0 | 1 {
    const scale = Math.max(this.#scale, other.#scale);
    const [small, otherSmall] = [this.#smallAt(scale), other.#smallAt(scale)];
    if (!Number.isNaN(small) && !Number.isNaN(otherSmall)) {
      return small === otherSmall ? 0 : small < otherSmall ? -1 : 1;
    }
    const [own, others] = [this.#unitsAt(scale), other.#unitsAt(scale)];
    return own === others ? 0 : own < others ? -1 : 1;
  }

  /** To so many places after the point; negative places are tens, hundreds and so on. */
  round(decimals: number, mode: RoundingMode): Decimal {
    if (decimals >= this.#scale) return this;
    const power = POWERS[this.#scale - decimals];
    // What ends before that place needs no rounding, as most prices and amounts do not.
    if (decimals >= 0 && power !== undefined && this.#small % power === 0) {
      return new Decimal(this.#small / power + 0, decimals, null);
    }
    const units = quotient(this.#units, 10n ** BigInt(this.#scale - decimals), mode);
    return decimals >= 0
      ? Decimal.#fromUnits(units, decimals)
      : Decimal.#fromUnits(units * 10n ** BigInt(-decimals), 0);
  }

  /** Null where it is no whole number, or too large to be counted with. */
  toInteger(): number | null {
    const value = Number(this.toFixed());
    return Number.isSafeInteger(value) && this.compare(Decimal.ofInteger(value)) === 0 ? value : null;
  }

  /** Plain notation without trailing zeros. */
  toFixed(): string {
    const units = this.#units;
    const digits = (units < 0n ? -units : units).toString().padStart(this.#scale + 1, "0");
    const point = digits.length - this.#scale;
    const fraction = digits.slice(point).replace(/0+$/, "");
    const written = fraction === "" ? digits.slice(0, point) : `${digits.slice(0, point)}.${fraction}`;
    return units < 0n ? `-${written}` : written;
  }

  toString(): string {
    return this.toFixed();
  }

  #unitsAt(scale: number): bigint {
    return scale === this.#scale ? this.#units : this.#units * 10n ** BigInt(scale - this.#scale);
  }

  /** Units at a wider scale; NaN where no safe integer holds them. */
  #smallAt(scale: number): number {
    if (scale === this.#scale) return this.#small;
    const units = this.#small * (POWERS[scale - this.#scale] ?? Number.NaN);
    return Number.isSafeInteger(units) ? units : Number.NaN;
  }
}

/** More digits may not be a safe integer. */
const SMALL_DIGITS_MAX = 15;

/** The number of up to 15 plain digits; null for everything else. */
function smallInteger(digits: string): number | null {
  if (digits.length === 0 || digits.length > SMALL_DIGITS_MAX) return null;
  let value = 0;
  for (let at = 0; at < digits.length; at += 1) {
    const digit = digits.charCodeAt(at) - 0x30;
    if (digit < 0 || digit > 9) return null;
    value = value * 10 + digit;
  }
  return value;
}

/** A whole quotient, rounded. */
function quotient(dividend: bigint, divisor: bigint, mode: RoundingMode): bigint {
  const isNegative = dividend < 0n !== divisor < 0n;
  const [over, under] = [dividend < 0n ? -dividend : dividend, divisor < 0n ? -divisor : divisor];
  const whole = over / under;
  const rest = over % under;
  const size = whole + (rest !== 0n && goesAway(mode, { whole, rest, under, isNegative }) ? 1n : 0n);
  return isNegative ? -size : size;
}

interface Remainder {
  readonly whole: bigint;
  readonly rest: bigint;
  readonly under: bigint;
  readonly isNegative: boolean;
}

/** Whether what is left makes the number larger in size. */
function goesAway(mode: RoundingMode, { whole, rest, under, isNegative }: Remainder): boolean {
  const half = 2n * rest;
  switch (mode) {
    case "down":
      return false;
    case "up":
      return true;
    case "half_up":
      return half >= under;
    case "half_even":
      return half > under || (half === under && whole % 2n === 1n);
    case "floor":
      return isNegative;
    case "ceil":
      return !isNegative;
  }
}
