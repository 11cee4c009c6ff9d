// Exact decimals for rules: what a form computes is computed again the same way, without a library.

/** 切捨て, 切上げ, 四捨五入, banker's rounding, towards −∞ and +∞. `half_up` and `up` go away from zero. */
export type RoundingMode = "down" | "up" | "half_up" | "half_even" | "floor" | "ceil";

/** Decimals of a quotient that does not terminate, as forms have them. */
const QUOTIENT_DECIMALS = 40;

const WRITTEN = /^([+-]?)(\d+)(?:\.(\d+))?$/;

/** `units / 10^scale`, exactly. */
export class Decimal {
  static readonly zero = new Decimal(0n, 0);
  static readonly one = new Decimal(1n, 0);

  readonly #units: bigint;
  readonly #scale: number;

  private constructor(units: bigint, scale: number) {
    this.#units = units;
    this.#scale = scale;
  }

  /** The number that plain digits write (`-1200.50`), as `FormValue.value` has them; throws for anything else. */
  static of(digits: string): Decimal {
    // Yen and quantities, as most numbers of a form are: reading them so takes a quarter of a match.
    const small = smallInteger(digits);
    if (small !== null) return new Decimal(BigInt(small), 0);
    const [, sign, whole, fraction = ""] = WRITTEN.exec(digits) ?? [];
    if (whole === undefined) throw new RangeError(`${JSON.stringify(digits)} is no decimal number`);
    const units = BigInt(whole + fraction);
    return new Decimal(sign === "-" ? -units : units, fraction.length);
  }

  static ofInteger(value: number): Decimal {
    return new Decimal(BigInt(value), 0);
  }

  plus(other: Decimal): Decimal {
    const scale = Math.max(this.#scale, other.#scale);
    return new Decimal(this.#unitsAt(scale) + other.#unitsAt(scale), scale);
  }

  minus(other: Decimal): Decimal {
    const scale = Math.max(this.#scale, other.#scale);
    return new Decimal(this.#unitsAt(scale) - other.#unitsAt(scale), scale);
  }

  times(other: Decimal): Decimal {
    return new Decimal(this.#units * other.#units, this.#scale + other.#scale);
  }

  /** Exact where it ends within 40 decimals, else half-even at 40; null for a division by zero. */
  dividedBy(other: Decimal): Decimal | null {
    if (other.#units === 0n) return null;
    // Rounded once, from the exact quotient: a digit more, rounded again, would move a tie.
    const dividend = this.#units * 10n ** BigInt(QUOTIENT_DECIMALS + other.#scale);
    const divisor = other.#units * 10n ** BigInt(this.#scale);
    return new Decimal(quotient(dividend, divisor, "half_even"), QUOTIENT_DECIMALS);
  }

  negated(): Decimal {
    return new Decimal(-this.#units, this.#scale);
  }

  absolute(): Decimal {
    return this.#units < 0n ? this.negated() : this;
  }

  sign(): -1 | 0 | 1 {
    return this.#units === 0n ? 0 : this.#units < 0n ? -1 : 1;
  }

  isZero(): boolean {
    return this.#units === 0n;
  }

  compare(other: Decimal): -1 | 0 | 1 {
    const scale = Math.max(this.#scale, other.#scale);
    const [own, others] = [this.#unitsAt(scale), other.#unitsAt(scale)];
    return own === others ? 0 : own < others ? -1 : 1;
  }

  /** To so many places after the point; negative places are tens, hundreds and so on. */
  round(decimals: number, mode: RoundingMode): Decimal {
    if (decimals >= this.#scale) return this;
    const units = quotient(this.#units, 10n ** BigInt(this.#scale - decimals), mode);
    return decimals >= 0 ? new Decimal(units, decimals) : new Decimal(units * 10n ** BigInt(-decimals), 0);
  }

  /** Null where it is no whole number, or too large to be counted with. */
  toInteger(): number | null {
    const value = Number(this.toFixed());
    return Number.isSafeInteger(value) && this.compare(Decimal.ofInteger(value)) === 0 ? value : null;
  }

  /** Plain notation without trailing zeros. */
  toFixed(): string {
    const digits = (this.#units < 0n ? -this.#units : this.#units).toString().padStart(this.#scale + 1, "0");
    const point = digits.length - this.#scale;
    const fraction = digits.slice(point).replace(/0+$/, "");
    const written = fraction === "" ? digits.slice(0, point) : `${digits.slice(0, point)}.${fraction}`;
    return this.#units < 0n ? `-${written}` : written;
  }

  toString(): string {
    return this.toFixed();
  }

  #unitsAt(scale: number): bigint {
    return scale === this.#scale ? this.#units : this.#units * 10n ** BigInt(scale - this.#scale);
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
