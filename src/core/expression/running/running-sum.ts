// Running sums: sum(items[index <= outer.index].amount) adds one entry more in each row, and not all of them again.
import type { Code } from "../code/index.ts";
import { Decimal, isList, type Value } from "../values/index.ts";
import { type CallSite, numberOf } from "./operations.ts";

/** The parts of a sum over all entries of a list up to the current record's own place. */
export interface RunningSum {
  readonly list: Code;
  readonly name: string;
  /** Whether the entry at that place counts. */
  readonly isInclusive: boolean;
}

/** Null for any other sum. */
export function runningSum(code: Code | undefined): RunningSum | null {
  if (code?.op !== "each" || code.base.op !== "filter") return null;
  const { base, condition } = code.base;
  if (condition.op !== "compare" || condition.lift !== "" || !["<=", "<"].includes(condition.operator)) return null;
  const { left, right, operator } = condition;
  if (left.op !== "index" || left.level !== 0 || right.op !== "index" || right.level !== 1) return null;
  return { list: base, name: code.name, isInclusive: operator === "<=" };
}

/** The sums of a list's first entries, as far as they were asked for: by the list itself, which each run has anew. */
const SUMS = new WeakMap<readonly Value[], Map<string, Decimal[]>>();

/** Null where the work that is left does not suffice. */
export function sumOfFirst(
  values: Value,
  { name, isInclusive }: RunningSum,
  read: (entry: Value) => Value,
  site: CallSite,
): Decimal | null {
  const { run, index } = site.scope;
  if (!run.spend(1)) return null;
  if (!isList(values) || index === null) return Decimal.zero;
  const byName = SUMS.get(values) ?? new Map<string, Decimal[]>();
  SUMS.set(values, byName);
  const sums = byName.get(name) ?? [Decimal.zero];
  byName.set(name, sums);
  const count = Math.min(values.length, isInclusive ? index : index - 1);
  for (let at = sums.length - 1; at < count; at += 1) {
    if (!run.spend(1)) return null;
    let sum = sums[at] ?? Decimal.zero;
    const value = read(values[at] ?? null);
    for (const one of isList(value) ? value : [value]) sum = sum.plus(numberOf(one, site) ?? Decimal.zero);
    sums.push(sum);
  }
  return sums[Math.max(0, count)] ?? Decimal.zero;
}
