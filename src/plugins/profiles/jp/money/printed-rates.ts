// Rates of tax that are printed beside totals, whatever the fields say.
import { Decimal, type Form, readingOf } from "../../../../core/sdk/index.ts";
import { narrow } from "../items/narrow.ts";

const RATE = /(\d+(?:\.\d+)?)\s*%/;

/** Several rules ask for those of one form, one after another. What is frozen stays true. */
let last: { readonly form: Form; readonly rates: ReadonlyMap<string, Decimal> } | null = null;

/** By path of a value, the rate in the nearest label that names one: 10 of `消費税（10%）`. */
export function printedRates(form: Form): ReadonlyMap<string, Decimal> {
  if (last?.form === form) return last.rates;
  const rates = new Map<string, Decimal>();
  for (const { label, sources } of readingOf(form).pairs) {
    const [, digits] = label.includes("%") || label.includes("％") ? (RATE.exec(narrow(label)) ?? []) : [];
    if (digits === undefined) continue;
    for (const { path } of sources) if (path !== null && !rates.has(path)) rates.set(path, Decimal.of(digits));
  }
  if (Object.isFrozen(form)) last = { form, rates };
  return rates;
}
