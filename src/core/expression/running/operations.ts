// Comparing, converting and printing single values.
import type { SourceSpan } from "../../diagnostics/index.ts";
import type { ArithmeticOperator, Code, CompareOperator, KeyOrdering, Ordering } from "../code/index.ts";
import {
  compareCodePoints,
  Decimal,
  instantSeconds,
  isThere,
  parseMoment,
  parseTime,
  secondsOfDay,
  type Value,
} from "../values/index.ts";
import { isCompound, kindOf } from "./passed-over.ts";
import { type Evaluate, placeOfValue } from "./places.ts";
import type { RunScope } from "./run.ts";

const PLAIN_NUMBER = /^-?\d{1,400}(?:\.\d{1,400})?$/;

/** What is printed: numbers of data as written, nothing for absent values, lists and records. */
export function printValue(value: Value): string {
  if (typeof value === "string") return value;
  if (value instanceof Decimal) return value.toString();
  return typeof value === "boolean" ? String(value) : "";
}

/** The number that a value is or writes; null for anything else. */
export function readNumber(value: Value): Decimal | null {
  if (value instanceof Decimal) return value;
  return typeof value === "string" && PLAIN_NUMBER.test(value) ? Decimal.of(value) : null;
}

/** Where a value is computed with, for findings. */
export interface CallSite {
  readonly scope: RunScope;
  readonly span: SourceSpan;
  /** What the value comes from, and how to find out where in the data it stands. */
  readonly code: Code;
  readonly evaluate: Evaluate;
}

/** The value as a number. Undeclared data may hold digits in a text; anything else is told and null. */
export function numberOf(value: Value, site: CallSite): Decimal | null {
  if (value instanceof Decimal || value === null) return value;
  return readNumber(value) ?? otherKind(value, site, "no number", "send a number, or declare the field");
}

/** RPT3022 for a value that can't be computed with. */
export function otherKind(value: Value, { scope, span, code, evaluate }: CallSite, isWhat: string, help: string): null {
  const shown = isCompound(value) ? kindOf(value) : `"${printValue(value).slice(0, 40)}"`;
  const place = placeOfValue(code, scope, value, evaluate) ?? scope.record?.path ?? "";
  return scope.run.failAt(place, "RPT3022", span, `${shown} is ${isWhat}`, help);
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

/** Null for a division by zero. */
export function calculate(operator: ArithmeticOperator, a: Decimal, b: Decimal): Decimal | null {
  switch (operator) {
    case "+":
      return a.plus(b);
    case "-":
      return a.minus(b);
    case "*":
      return a.times(b);
    case "/":
      return a.dividedBy(b);
    case "%":
      return a.remainder(b);
  }
}

/** What a comparison of two values comes out as, once they are ordered. */
export function holdsFor(operator: CompareOperator, order: -1 | 0 | 1): boolean {
  switch (operator) {
    case "==":
      return order === 0;
    case "!=":
      return order !== 0;
    case "<":
      return order < 0;
    case "<=":
      return order <= 0;
    case ">":
      return order > 0;
    case ">=":
      return order >= 0;
  }
}

/** Whether an operator asks which of two values comes first. */
export function isOrdering(operator: CompareOperator): boolean {
  return operator !== "==" && operator !== "!=";
}

export const ORDERINGS: Readonly<Record<Ordering, (a: Value, b: Value) => -1 | 0 | 1 | null>> = {
  number: compareValues,
  text: compareValues,
  any: compareValues,
  time: compareTimes,
  datetime: compareMoments,
};

/**
 * The same text for keys that are equal: 1.50 and 1.5; times 09:30 and 09:30:00; one moment in two offsets; null and
 * an empty text.
 */
export function identityOf(value: Value, keys: KeyOrdering | undefined): string {
  if (isAbsentKey(value, keys)) return ABSENT;
  if (value instanceof Decimal) return `n${value.toFixed()}`;
  if (typeof value !== "string") return printIdentity(value);
  return momentIdentity(value, keys) ?? `s${value}`;
}

const ABSENT = printIdentity(null);

function printIdentity(value: Exclude<Value, string | Decimal>): string {
  return `${typeof value}${printValue(value)}`;
}

/** An absent key; of texts an empty one is absent too, as `has` says. */
function isAbsentKey(value: Value, keys: KeyOrdering | undefined): boolean {
  return keys === "text" ? !isThere(value) : value === null;
}

/** The key of a time or datetime; null where the text is neither, which a declared field never holds. */
function momentIdentity(text: string, keys: KeyOrdering | undefined): string | null {
  switch (keys) {
    case undefined:
    case "text":
      return null;
    case "time": {
      const time = parseTime(text);
      return time === null ? null : `t${secondsOfDay(time)}`;
    }
    case "datetime": {
      const moment = parseMoment(text);
      return moment === null ? null : `m${instantSeconds(moment)}.${moment.fraction.replace(/0+$/, "")}`;
    }
  }
}

/** How the entries of a list are put in order. */
export interface KeyOrder {
  readonly order: "asc" | "desc" | "data";
  readonly keys: KeyOrdering | undefined;
  /** The choices that keys are, in their order. */
  readonly members: readonly string[] | undefined;
}

/** Stable; absent keys come last in both orders. */
export function inOrder<T extends { readonly key: Value }>(
  entries: readonly T[],
  { order, keys, members }: KeyOrder,
): readonly T[] {
  if (order === "data") return entries;
  const places = new Map(members?.map((member, place) => [member, place]));
  const placeOf = (key: Value): number => places.get(printValue(key)) ?? places.size;
  const compare = members === undefined ? ORDERINGS[keys ?? "any"] : (a: Value, b: Value) => placeOf(a) - placeOf(b);
  const direction = order === "desc" ? -1 : 1;
  return [...entries].sort((a, b) => {
    const [isLeftAbsent, isRightAbsent] = [isAbsentKey(a.key, keys), isAbsentKey(b.key, keys)];
    if (isLeftAbsent || isRightAbsent) return Number(isLeftAbsent) - Number(isRightAbsent);
    return direction * (compare(a.key, b.key) ?? 0);
  });
}
