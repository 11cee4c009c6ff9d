// Rates of consumption tax by date: data, so that a change of the law is a change of a table.
import { Decimal } from "../../../../core/sdk/index.ts";

/** A rate in per cent, local consumption tax included, and the days on which it holds. */
export interface TaxRate {
  readonly percent: string;
  /** The same as a number. */
  readonly amount: Decimal;
  readonly isReduced: boolean;
  readonly validFrom: string;
  /** Null: until further notice. */
  readonly validTo: string | null;
}

/**
 * 消費税法29条, 地方税法72条の83; reduced: 平成28年法律第15号附則34条. A rate of 1 % or 0 % on food from 2027-04-01 is
 * announced and not enacted: once it is, it is one more line.
 */
const WRITTEN_RATES: readonly Omit<TaxRate, "amount">[] = [
  { percent: "3", isReduced: false, validFrom: "1989-04-01", validTo: "1997-03-31" },
  { percent: "5", isReduced: false, validFrom: "1997-04-01", validTo: "2014-03-31" },
  { percent: "8", isReduced: false, validFrom: "2014-04-01", validTo: "2019-09-30" },
  { percent: "10", isReduced: false, validFrom: "2019-10-01", validTo: null },
  { percent: "8", isReduced: true, validFrom: "2019-10-01", validTo: null },
];

const TAX_RATES: readonly TaxRate[] = WRITTEN_RATES.map((rate) => ({ ...rate, amount: Decimal.of(rate.percent) }));

/** The rates that hold on a day, in per cent. */
export function ratesOn(date: string): readonly TaxRate[] {
  return TAX_RATES.filter(({ validFrom, validTo }) => validFrom <= date && (validTo === null || date <= validTo));
}

/** `10`, `10%`, `0.1` → 10, a rate in per cent; null for what is none. */
export function percentOf(written: string): Decimal | null {
  const digits = /^\s*(\d+(?:\.\d+)?)\s*[%％]?\s*$/.exec(written)?.[1];
  if (digits === undefined) return null;
  const number = Decimal.of(digits);
  return number.compare(Decimal.one) < 0 ? number.times(Decimal.ofInteger(100)) : number;
}
