// What a line is taxed at → its tax category (UNCL 5305, the part that Japan uses).
import { Decimal } from "../../../../core/sdk/index.ts";
import { ratesOnAny } from "../money/tax-days.ts";
import { percentOf } from "../money/tax-rates.ts";

export interface TaxCategory {
  /** Standard rate, reduced rate, 非課税, 輸出免税, 不課税. */
  readonly code: "S" | "AA" | "E" | "G" | "O";
  /** In per cent; null outside of the scope of the tax. */
  readonly percent: Decimal | null;
}

const UNTAXED: readonly (readonly [RegExp, TaxCategory])[] = [
  [/不課税|対象外/, { code: "O", percent: null }],
  [/免税|輸出/, { code: "G", percent: Decimal.zero }],
  [/非課税/, { code: "E", percent: Decimal.zero }],
];

/** The category of a rate as a form writes it (`10`, `0.08`, `非課税`) on the days of a supply; null where none is. */
export function taxCategoryOf(written: string, days: readonly string[]): TaxCategory | null {
  const untaxed = UNTAXED.find(([words]) => words.test(written));
  if (untaxed !== undefined) return untaxed[1];
  const percent = percentOf(written);
  if (percent === null) return null;
  const known = ratesOnAny(days).find((rate) => Decimal.of(rate.percent).compare(percent) === 0);
  return known === undefined ? null : { code: known.isReduced ? "AA" : "S", percent };
}

/** Categories of one key are one line of the tax breakdown. */
export function keyOf({ code, percent }: TaxCategory): string {
  return percent === null ? code : `${code} ${percent.toFixed()}`;
}
