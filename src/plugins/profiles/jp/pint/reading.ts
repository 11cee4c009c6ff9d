// Values of a form by role, for those who write them down elsewhere.
import { Decimal, drawnOf, type Form, type FormValue, valuesOf } from "../../../../core/sdk/index.ts";
import { decimalOf, entryOf } from "../money/figures.ts";

/** The first value with a role, else what an element with the role writes; null where neither is. */
export function textWith(form: Form, role: string): string | null {
  for (const { value } of valuesOf(form, role)) {
    if (typeof value === "string" && value.trim() !== "") return value;
  }
  const drawn = drawnOf(form, role);
  const element = drawn[0]?.run.element;
  const text = drawn
    .filter(({ run }) => run.element === element)
    .map(({ source }) => source.text)
    .join("")
    .trim();
  return text === "" ? null : text;
}

/** The value with a role in an entry, or in what the entry lies in; null where there is none. */
export function valueAt(form: Form, role: string, entry: string): FormValue | null {
  const known = byEntry(form, role);
  for (let holder = entry; ; holder = entryOf(holder.slice(0, Math.max(0, holder.lastIndexOf("["))))) {
    const value = known.get(holder);
    if (value !== undefined || holder === "") return value ?? null;
  }
}

/** Forms are frozen, and an invoice asks for the same roles once a line. */
const ENTRIES = new WeakMap<Form, Map<string, ReadonlyMap<string, FormValue>>>();

/** The first value with a role in each entry. */
function byEntry(form: Form, role: string): ReadonlyMap<string, FormValue> {
  const roles = ENTRIES.get(form) ?? new Map<string, ReadonlyMap<string, FormValue>>();
  ENTRIES.set(form, roles);
  const known = roles.get(role);
  if (known !== undefined) return known;
  const values = new Map<string, FormValue>();
  for (const value of valuesOf(form, role)) {
    const entry = entryOf(value.path);
    if (!values.has(entry)) values.set(entry, value);
  }
  roles.set(role, values);
  return values;
}

export function textAt(form: Form, role: string, entry: string): string | null {
  const value = valueAt(form, role, entry)?.value ?? null;
  return typeof value === "string" && value.trim() !== "" ? value : null;
}

export function numberAt(form: Form, role: string, entry: string): Decimal | null {
  return decimalOf(valueAt(form, role, entry)?.value ?? null);
}

/** The first number with a role; null where there is none. */
export function numberWith(form: Form, role: string): Decimal | null {
  for (const { value } of valuesOf(form, role)) {
    const number = decimalOf(value);
    if (number !== null) return number;
  }
  return null;
}

export function isWhole(amount: Decimal): boolean {
  return amount.compare(amount.round(0, "down")) === 0;
}

/** The sum of numbers. */
export function total(amounts: readonly Decimal[]): Decimal {
  return amounts.reduce((sum, amount) => sum.plus(amount), Decimal.zero);
}
