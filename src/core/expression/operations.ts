// Comparing, converting and printing single values.
import type { SourceSpan } from "../diagnostics/index.ts";
import { instantSeconds, parseMoment, parseTime, secondsOfDay } from "./calendar.ts";
import { Decimal } from "./decimal.ts";
import type { RunScope } from "./run.ts";
import { compareCodePoints } from "./text-functions.ts";
import { isList, type Value } from "./values.ts";

const PLAIN_NUMBER = /^-?\d{1,400}(?:\.\d{1,400})?$/;

/** What is printed: numbers of data as written, nothing for absent values, lists and records. */
export function printValue(value: Value): string {
  if (typeof value === "string") return value;
  if (value instanceof Decimal) return value.toString();
  return typeof value === "boolean" ? String(value) : "";
}

/** The value as a number. Undeclared data may hold digits in a text; anything else is told and null. */
export function numberOf(value: Value, site: { readonly scope: RunScope; readonly span: SourceSpan }): Decimal | null {
  if (value instanceof Decimal || value === null) return value;
  if (typeof value === "string" && PLAIN_NUMBER.test(value)) return Decimal.of(value);
  const shown = isList(value)
    ? "a list"
    : typeof value === "object"
      ? "a record"
      : `"${printValue(value).slice(0, 40)}"`;
  return site.scope.run.fail(
    "RPT3022",
    site.span,
    site.scope,
    `${shown} is no number`,
    "send a number, or declare the field",
  );
}

/** Order of two present values of one type; values of different kinds have none. */
export function compareValues(a: Value, b: Value): -1 | 0 | 1 | null {
  if (a instanceof Decimal && b instanceof Decimal) return a.compare(b);
  if (typeof a === "string" && typeof b === "string") return compareCodePoints(a, b);
  if (typeof a === "boolean" && typeof b === "boolean") return a === b ? 0 : a ? 1 : -1;
  if (a instanceof Decimal && typeof b === "string" && PLAIN_NUMBER.test(b)) return a.compare(Decimal.of(b));
  if (b instanceof Decimal && typeof a === "string" && PLAIN_NUMBER.test(a)) return Decimal.of(a).compare(b);
  return a === b ? 0 : null;
}

/** Times compare as times of day (`09:30` equals `09:30:00`). */
export function compareTimes(a: Value, b: Value): -1 | 0 | 1 | null {
  const left = typeof a === "string" ? parseTime(a) : null;
  const right = typeof b === "string" ? parseTime(b) : null;
  if (left === null || right === null) return null;
  return sign(secondsOfDay(left) - secondsOfDay(right));
}

/** Datetimes compare as instants, whatever their offsets. */
export function compareMoments(a: Value, b: Value): -1 | 0 | 1 | null {
  const left = typeof a === "string" ? parseMoment(a) : null;
  const right = typeof b === "string" ? parseMoment(b) : null;
  if (left === null || right === null) return null;
  const order = sign(instantSeconds(left) - instantSeconds(right));
  return order === 0 ? compareCodePoints(left.fraction.padEnd(9, "0"), right.fraction.padEnd(9, "0")) : order;
}

function sign(value: number): -1 | 0 | 1 {
  return value < 0 ? -1 : value > 0 ? 1 : 0;
}
