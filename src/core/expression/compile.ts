// Checked code → closures. Every closure counts its steps and answers null where a value can not be had.
import type { SourceSpan } from "../diagnostics/index.ts";
import { type Code, type Lift, type Ordering, operandsHere } from "./code.ts";
import { type DateParts, readDateParts, readDatePattern } from "./date-format.ts";
import { Decimal } from "./decimal.ts";
import { FUNCTIONS } from "./functions.ts";
import { readNumberPattern } from "./number-format.ts";
import { compareMoments, compareTimes, compareValues, numberOf, printValue } from "./operations.ts";
import { type Closure, type Member, RecordShape, RecordValue, type RunScope } from "./run.ts";
import { type RunningSum, runningSum, sumOfFirst } from "./running-sum.ts";
import { isList, type Value } from "./values.ts";

type Operation<K extends Code["op"]> = Extract<Code, { op: K }>;

const NOWHERE: SourceSpan = [0, 0];

/** Compiles one expression. Canvases hold checked code only, so there is nothing to refuse here. */
export function compile(code: Code): Closure {
  const body = compileBody(code);
  const span = "span" in code ? code.span : NOWHERE;
  if (isLeaf(code)) return (scope) => (scope.run.touch() ? body(scope) : tooMany(scope, span));
  return (scope) => {
    const { run } = scope;
    if (!run.enter()) return tooMany(scope, span);
    const value = body(scope);
    run.leave();
    return value;
  };
}

function tooMany(scope: RunScope, span: SourceSpan): null {
  return scope.run.exceed(span, scope, "too many steps");
}

/** Whether a code is answered without any other. */
function isLeaf({ op }: Code): boolean {
  switch (op) {
    case "number":
    case "text":
    case "constant":
    case "root":
    case "record":
    case "index":
    case "ambient":
      return true;
    default:
      return false;
  }
}

function compileBody(code: Code): Closure {
  switch (code.op) {
    case "number":
      return constant(Decimal.of(code.digits));
    case "text":
      return constant(code.text);
    case "constant":
      return constant(code.value);
    case "root":
      return (scope) => scope.run.root;
    case "source":
      return (scope) => scope.run.source;
    case "record":
      return (scope) => entryAt(scope, code.level);
    case "index":
      return (scope) => integerOrNull(recordAt(scope, code.level)?.index ?? null);
    case "ambient":
      return compileAmbient(code);
    case "member":
      return compileMember(code);
    case "each":
      return compileEach(code);
    case "filter":
      return compileFilter(code);
    case "call":
      return compileCall(code);
    case "format":
      return compileFormat(code);
    case "label":
      return compileLabel(code);
    case "not":
      return liftOne(code.lift, compile(code.operand), (value) => value !== true);
    case "negate":
      return liftOne(
        code.lift,
        compile(code.operand),
        (value, scope) => numberOf(value, { scope, span: code.span })?.negated() ?? null,
      );
    case "and":
    case "or":
    case "coalesce":
      return compileShortCircuit(code);
    case "arithmetic":
      return compileArithmetic(code);
    case "compare":
      return compileCompare(code);
  }
}

function constant(value: Value): Closure {
  return () => value;
}

function integerOrNull(value: number | null): Value {
  return value === null ? null : Decimal.ofInteger(value);
}

/** The scope `level` opened records out. */
function recordAt(scope: RunScope, level: number): RunScope | null {
  let current: RunScope | null = scope;
  for (let step = 0; step < level && current !== null; step += 1) current = current.parent;
  return current;
}

/** The record or plain value that was opened so many levels out. */
function entryAt(scope: RunScope, level: number): Value {
  const opened = recordAt(scope, level);
  return opened?.record ?? opened?.value ?? null;
}

function compileAmbient({ name }: Operation<"ambient">): Closure {
  switch (name) {
    case "page.n":
      return (scope) => integerOrNull(scope.page?.n ?? null);
    case "page.total":
      return (scope) => integerOrNull(scope.page?.total ?? null);
    case "record.n":
      return (scope) => Decimal.ofInteger(scope.run.options.record.n);
    case "record.total":
      return (scope) => Decimal.ofInteger(scope.run.options.record.total);
    case "copy.label":
      return (scope) => scope.run.options.copy.label;
    case "copy.index":
      return (scope) => Decimal.ofInteger(scope.run.options.copy.index);
  }
}

function compileMember({ base, name }: Operation<"member">): Closure {
  const read = memberReader(name);
  // Nearly every cell shows a member of its own record.
  if (base.op === "record" && base.level === 0) {
    return (scope) => {
      if (!scope.run.touch()) return tooMany(scope, NOWHERE);
      return scope.record === null ? null : read(scope.record);
    };
  }
  const owner = compile(base);
  return (scope) => {
    const record = owner(scope);
    return record instanceof RecordValue ? read(record) : null;
  };
}

/** Reads a member of records that are nearly always of one shape, in which it is looked up once. */
function memberReader(name: string): (record: RecordValue) => Value {
  let shape: RecordShape | null = null;
  let member: Member | null = null;
  return (record) => {
    if (member === null || record.shape !== shape) {
      shape = record.shape;
      member = shape.member(name);
    }
    return record.valueOf(member);
  };
}

function listOf(value: Value): readonly Value[] {
  return isList(value) ? value : [];
}

function compileEach({ base, name }: Operation<"each">): Closure {
  const list = compile(base);
  const read = memberReader(name);
  return (scope) => {
    const result: Value[] = [];
    for (const record of listOf(list(scope))) {
      if (!scope.run.spend(1)) return tooMany(scope, NOWHERE);
      const value = record instanceof RecordValue ? read(record) : null;
      if (isList(value)) for (const entry of value) result.push(entry);
      else result.push(value);
    }
    return result;
  };
}

/** The scope inside a filter, key or repeated body. */
export function openEntry(entry: Value, at: number, parent: RunScope): RunScope {
  const record = entry instanceof RecordValue ? entry : null;
  if (record?.index === at + 1) {
    // Where its computed members are computed it stands alike, mostly.
    const { scope } = record;
    if (scope.parent === parent && scope.page === parent.page) return scope;
  }
  const opened = { run: parent.run, record, index: at + 1, parent, page: parent.page };
  return record === null ? { ...opened, value: entry } : opened;
}

function compileFilter({ base, condition }: Operation<"filter">): Closure {
  const list = compile(base);
  const holds = compile(condition);
  return (scope) => listOf(list(scope)).filter((entry, at) => holds(openEntry(entry, at, scope)) === true);
}

function compileCall(code: Operation<"call">): Closure {
  switch (code.name) {
    case "case":
      return compileCase(code.args.map(compile));
    case "coalesce":
      return firstPresent(code.args.map(compile));
    case "group":
      return compileGroup(code);
    case "sort":
      return compileSort(code);
    case "sum": {
      const running = runningSum(code.args[0]);
      return running === null ? compilePlainCall(code) : compileRunningSum(running, code.span);
    }
    default:
      return compilePlainCall(code);
  }
}

function compileRunningSum(running: RunningSum, span: SourceSpan): Closure {
  const list = compile(running.list);
  const read = memberReader(running.name);
  const readEntry = (entry: Value): Value => (entry instanceof RecordValue ? read(entry) : null);
  return (scope) => {
    const result = sumOfFirst(list(scope), running, readEntry, { scope, span });
    if (result === null) return tooMany(scope, span);
    return result.isComputable() ? result : scope.run.exceed(span, scope, "a number is too long");
  };
}

function compilePlainCall({ name, args, span }: Operation<"call">): Closure {
  const body = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
  if (body === undefined) return constant(null);
  const values = args.map(compile);
  return (scope) => {
    const given: Value[] = [];
    for (let at = 0; at < values.length; at += 1) given.push(values[at]?.(scope) ?? null);
    for (let at = 0; at < given.length; at += 1) {
      const value = given[at];
      if (Array.isArray(value) && !scope.run.spend(value.length)) return tooMany(scope, span);
    }
    const result = body(given, { scope, span });
    return result instanceof Decimal && !result.isComputable()
      ? scope.run.exceed(span, scope, "a number is too long")
      : result;
  };
}

/** Only the taken branch is evaluated. */
function compileCase(parts: readonly Closure[]): Closure {
  const otherwise = parts[parts.length - 1] ?? constant(null);
  return (scope) => {
    for (let at = 0; at + 1 < parts.length; at += 2) {
      if (parts[at]?.(scope) === true) return parts[at + 1]?.(scope) ?? null;
    }
    return otherwise(scope);
  };
}

function firstPresent(values: readonly Closure[]): Closure {
  return (scope) => {
    for (const value of values) {
      const result = value(scope);
      if (result !== null) return result;
    }
    return null;
  };
}

interface Keyed {
  readonly entry: Value;
  readonly key: Value;
}

function keyed(list: Closure, key: Closure, scope: RunScope): Keyed[] {
  return listOf(list(scope)).map((entry, at) => ({ entry, key: key(openEntry(entry, at, scope)) }));
}

function compileGroup({ args, span }: Operation<"call">): Closure {
  const [list, key, order] = args;
  if (list === undefined || key === undefined) return constant(null);
  const [entries, keys] = [compile(list), compile(key)];
  return (scope) => {
    const groups = new Map<string, { key: Value; items: Value[] }>();
    for (const { entry, key: value } of keyed(entries, keys, scope)) {
      const identity = value instanceof Decimal ? `n${value.toFixed()}` : `${typeof value}${printValue(value)}`;
      const group = groups.get(identity);
      if (group === undefined) groups.set(identity, { key: value, items: [entry] });
      else group.items.push(entry);
    }
    const container = scope.record?.structural ?? null;
    const sorted = inOrder([...groups.values()], wordOf(order));
    if (!scope.run.spend(sorted.length)) return scope.run.exceed(span, scope, "too many steps");
    return sorted.map(({ key: value, items }, at) => {
      const members = new Map<string, Value>([
        ["key", value],
        ["items", items],
      ]);
      return new RecordValue(scope.run, members, GROUP_SHAPE, container, null, at + 1);
    });
  };
}

/** `key` and `items`. */
const GROUP_SHAPE = new RecordShape(null, false);

function wordOf(code: Code | undefined): string {
  return code?.op === "text" ? code.text : "";
}

function compileSort({ args }: Operation<"call">): Closure {
  const [list, key, order] = args;
  if (list === undefined) return constant(null);
  const entries = compile(list);
  const byKey = key === undefined || (key.op === "constant" && key.value === null) ? null : compile(key);
  return (scope) => {
    const pairs =
      byKey === null ? listOf(entries(scope)).map((entry) => ({ entry, key: entry })) : keyed(entries, byKey, scope);
    return inOrder(pairs, wordOf(order)).map(({ entry }) => entry);
  };
}

/** Stable; absent keys come last in both orders. */
function inOrder<T extends { readonly key: Value }>(entries: readonly T[], order: string): readonly T[] {
  if (order === "") return entries;
  const direction = order === "desc" ? -1 : 1;
  return [...entries].sort((a, b) => {
    if (a.key === null || b.key === null) return Number(a.key === null) - Number(b.key === null);
    return direction * (compareValues(a.key, b.key) ?? 0);
  });
}

function compileFormat({ value, kind, pattern, span }: Operation<"format">): Closure {
  const operand = compile(value);
  const numbers = kind === "date" ? null : readNumberPattern(pattern);
  const dates = kind === "number" ? null : readDatePattern(pattern);
  return (scope) => {
    const result = operand(scope);
    if (result === null) return null;
    const parts = dates === null || "problem" in dates || typeof result !== "string" ? null : readDateParts(result);
    if (parts !== null && dates !== null && !("problem" in dates))
      return printDateParts(dates.print(parts), parts, scope, span);
    const number = kind === "date" ? dateMissing(result, scope, span) : numberOf(result, { scope, span });
    return number === null || numbers === null || "problem" in numbers ? null : numbers.print(number);
  };
}

function dateMissing(value: Value, scope: RunScope, span: SourceSpan): null {
  return scope.run.fail(
    "RPT3022",
    span,
    scope,
    `"${printValue(value).slice(0, 40)}" is no date`,
    "send dates as 2026-10-31",
  );
}

function printDateParts(printed: string | "no-era", parts: DateParts, scope: RunScope, span: SourceSpan): Value {
  if (printed !== "no-era") return printed;
  const year = parts.date?.year ?? 0;
  return scope.run.fail(
    "RPT3021",
    span,
    scope,
    `a date of ${year} has no era: eras count from 1873-01-01`,
    "guard with if(year(x) >= 1873, …)",
  );
}

function compileLabel({ value, labels }: Operation<"label">): Closure {
  const operand = compile(value);
  const byValue = new Map(labels);
  return (scope) => {
    const result = operand(scope);
    if (result === null) return null;
    const written = result instanceof Decimal ? result.toFixed() : printValue(result);
    return byValue.get(written) ?? written;
  };
}

function liftOne(lift: boolean, operand: Closure, apply: (value: Value, scope: RunScope) => Value): Closure {
  if (!lift) return (scope) => apply(operand(scope), scope);
  return (scope) => listOf(operand(scope)).map((value) => apply(value, scope));
}

function compileShortCircuit({ op, left, right, lift }: Operation<"and" | "or" | "coalesce">): Closure {
  const [a, b] = [compile(left), compile(right)];
  if (lift !== "") return liftTwo(lift, a, b, (x, y) => combine(op, x, y));
  switch (op) {
    case "and":
      return (scope) => a(scope) === true && b(scope) === true;
    case "or":
      return (scope) => a(scope) === true || b(scope) === true;
    case "coalesce":
      return (scope) => a(scope) ?? b(scope);
  }
}

function combine(op: "and" | "or" | "coalesce", a: Value, b: Value): Value {
  if (op === "coalesce") return a ?? b;
  return op === "and" ? a === true && b === true : a === true || b === true;
}

/** Combines entry by entry; a single value stands beside every entry. */
function liftTwo(
  lift: Lift,
  a: Closure,
  b: Closure,
  apply: (a: Value, b: Value, scope: RunScope, at: number | null) => Value,
): Closure {
  return (scope) => {
    const [left, right] = [a(scope), b(scope)];
    const entries = lift === "r" ? listOf(right) : listOf(left);
    const others = listOf(right);
    if (!scope.run.spend(entries.length)) return scope.run.exceed(NOWHERE, scope, "too many steps");
    if (lift === "l") return entries.map((entry) => apply(entry, right, scope, null));
    if (lift === "r") return entries.map((entry, at) => apply(left, entry, scope, at));
    return entries.map((entry, at) => apply(entry, others[at] ?? null, scope, at));
  };
}

function compileArithmetic({ operator, left, right, lift, span }: Operation<"arithmetic">): Closure {
  const [a, b] = [compile(left), compile(right)];
  const compute = (x: Value, y: Value, scope: RunScope, at: number | null = null): Value => {
    const [p, q] = [numberOf(x, { scope, span }), numberOf(y, { scope, span })];
    if (p === null || q === null) return null;
    const result = calculate(operator, p, q);
    if (result === null) {
      const place = placeOfData(right, scope, at) ?? scope.record?.path ?? "";
      return scope.run.failAt(place, "RPT3020", span, "division by zero", "guard with if(x == 0, …, …)");
    }
    return result.isComputable() ? result : scope.run.exceed(span, scope, "a number is too long");
  };
  return lift === "" ? (scope) => compute(a(scope), b(scope), scope) : liftTwo(lift, a, b, compute);
}

/** Where the first value of the data stands that an operand is made of; null for none. Asked of failures alone. */
function placeOfData(code: Code, scope: RunScope, at: number | null): string | null {
  const own = placeOfReference(code, scope, at);
  if (own !== null) return own;
  for (const operand of operandsHere(code)) {
    const place = placeOfData(operand, scope, at);
    if (place !== null) return place;
  }
  return null;
}

/** @param at which entry of a list it is about; null where the operand is a single value. */
function placeOfReference(code: Code, scope: RunScope, at: number | null): string | null {
  if (code.op !== "member" && code.op !== "each") return null;
  const base = compile(code.base)(scope);
  const owner = code.op === "member" ? base : at === null ? null : listOf(base)[at];
  return owner instanceof RecordValue && !owner.isComputed(code.name) ? owner.memberPath(code.name) : null;
}

/** Null for a division by zero. */
function calculate(operator: Operation<"arithmetic">["operator"], a: Decimal, b: Decimal): Decimal | null {
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

function compileCompare({ operator, ordering, left, right, lift }: Operation<"compare">): Closure {
  const [a, b] = [compile(left), compile(right)];
  const withNull = isNullCode(left) || isNullCode(right);
  const order = ORDERINGS[ordering];
  const holds = (x: Value, y: Value): boolean => {
    if (x === null || y === null) return withNull && (x === y) === (operator === "==");
    const result = order(x, y);
    if (result === null) return operator === "!=";
    switch (operator) {
      case "==":
        return result === 0;
      case "!=":
        return result !== 0;
      case "<":
        return result < 0;
      case "<=":
        return result <= 0;
      case ">":
        return result > 0;
      case ">=":
        return result >= 0;
    }
  };
  return lift === "" ? (scope) => holds(a(scope), b(scope)) : liftTwo(lift, a, b, holds);
}

const ORDERINGS: Readonly<Record<Ordering, (a: Value, b: Value) => -1 | 0 | 1 | null>> = {
  number: compareValues,
  text: compareValues,
  any: compareValues,
  time: compareTimes,
  datetime: compareMoments,
};

function isNullCode(code: Code): boolean {
  return code.op === "constant" && code.value === null;
}
