// The days whose rates hold for what a form charges: those of the supply, which the day of a paper need not be.
import { type Decimal, type Form, readingOf, valuesOf } from "../../../../core/sdk/index.ts";
import { datesIn, periodOf } from "../items/period.ts";
import { entryOf } from "./figures.ts";
import { ratesOn, type TaxRate } from "./tax-rates.ts";

/** The nearest first. What is given back is at the rate at which it was supplied. */
const DAYS_OF_SUPPLY: readonly string[] = [
  "transaction.originalDate",
  "transaction.date",
  "transaction.period",
  "delivery.date",
  "order.deliveryDate",
];

/** Several rules ask for those of one form, one after another. What is frozen stays true. */
let last: { readonly form: Form; readonly days: SupplyDays } | null = null;

interface SupplyDays {
  readonly ofForm: readonly string[];
  /** Of lines that say their own. */
  readonly ofLines: ReadonlyMap<string, readonly string[]>;
}

/** The days of the supply of some lines, all of the form's where none is named; of a period the first and the last. */
export function taxDaysOf(form: Form, lines: readonly string[] = []): readonly string[] {
  // Whoever asks how a form stands on a day asks by the rates of that day.
  if (form.asOf.from === "request") return [form.asOf.date];
  const { ofForm, ofLines } = supplyDaysOf(form);
  if (ofLines.size === 0) return ofForm;
  const own = lines.length > 0 ? lines : [...ofLines.keys()];
  return [...new Set(own.flatMap((line) => ofLines.get(line) ?? ofForm))].sort();
}

/** The rates that hold on one of the days, in per cent. */
export function ratesOnAny(days: readonly string[]): readonly TaxRate[] {
  return [...new Set(days.flatMap(ratesOn))];
}

/** Whether a rate in per cent is a reduced one; null where it is on some of the days and the standard one on others. */
export function isReducedOnDays(days: readonly string[], percent: Decimal): boolean | null {
  const own = ratesOnAny(days).filter(({ amount }) => amount.compare(percent) === 0);
  const isReduced = own.some((rate) => rate.isReduced);
  return isReduced && own.some((rate) => !rate.isReduced) ? null : isReduced;
}

function supplyDaysOf(form: Form): SupplyDays {
  if (last?.form === form) return last.days;
  const found = DAYS_OF_SUPPLY.map((role) => {
    const values = valuesOf(form, role);
    return values.length > 0 ? values.flatMap(({ value }) => daysIn(value)) : daysWritten(form, role);
  });
  const ofForm = found.find((days) => days.length > 0) ?? [form.asOf.date];
  const ofLines = new Map<string, readonly string[]>();
  for (const { path, value } of valuesOf(form, "line.date")) {
    const days = daysIn(value);
    if (days.length > 0) ofLines.set(entryOf(path), days);
  }
  const days = { ofForm, ofLines };
  if (Object.isFrozen(form)) last = { form, days };
  return days;
}

/** Days in fixed words that have the role. */
function daysWritten(form: Form, role: string): readonly string[] {
  const elements = new Set(form.elements.flatMap((one) => (one.role === role ? [one.index] : [])));
  if (elements.size === 0) return [];
  const { sentences } = readingOf(form);
  return sentences.flatMap(({ element, text }) => (element !== null && elements.has(element) ? datesIn(text) : []));
}

function daysIn(value: string | boolean | null): readonly string[] {
  if (typeof value !== "string") return [];
  const day = /^\d{4}-\d{2}-\d{2}(?=T|$)/.exec(value)?.[0];
  if (day !== undefined) return [day];
  const period = periodOf(value);
  return period === null ? [] : [period.start, period.end];
}
