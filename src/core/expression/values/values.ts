import type { Decimal } from "./decimal.ts";

/** A number of a payload with its digits as written, exponents resolved: `1200.50`, `-3`. */
export interface PayloadNumber {
  readonly kind: "number";
  readonly digits: string;
}

/** An object of a payload. A `Map`, so that no member name (`__proto__`) is special. */
export type PayloadRecord = ReadonlyMap<string, PayloadValue>;

/** A payload read without loss: JSON's values, numbers as digits. */
export type PayloadValue = null | boolean | string | PayloadNumber | readonly PayloadValue[] | PayloadRecord;

/**
 * What an expression yields. Dates, times and enum members are their texts; numeric enum members are decimals.
 * Which of them a value is, the checked type knows.
 */
export type Value = null | boolean | string | Decimal | readonly Value[] | RecordView;

/** One record as expressions see it: members from data, computed columns beside them. */
export interface RecordView {
  readonly kind: "record";
  /** Where the record lies in the data (`items[0]`, empty for the root), null for a computed record. */
  readonly path: string | null;
  /** The member's value; null where it is absent. */
  get(name: string): Value;
}

export function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}
