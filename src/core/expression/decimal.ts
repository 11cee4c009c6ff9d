/** An exact decimal number. */
export declare class Decimal {
  /** Digits as written for numbers of data, else without trailing zeros. */
  toString(): string;
}
