// Checked code → closures. Every closure counts its steps and answers null where a value can not be had.
import type { SourceSpan } from "../../diagnostics/index.ts";
import { type Code, type Lift, spanOf } from "../code/index.ts";
import {
  type DateFormat,
  isDurationPattern,
  readDateParts,
  readDatePattern,
  readNumberPattern,
} from "../formats/index.ts";
import { type CivilMoment, Decimal, isList, isThere, type Value } from "../values/index.ts";
import { type ArgumentKind, ENTRY_KINDS, isUsable, wantedBy } from "./argument-kinds.ts";
import { FUNCTIONS } from "./functions.ts";
import {
  type CallSite,
  calculate,
  holdsFor,
  identityOf,
  inOrder,
  isOrdering,
  type KeyOrder,
  numberOf,
  ORDERINGS,
  otherKind,
  printValue,
} from "./operations.ts";
import { isCompound, passOver, type Wanted } from "./passed-over.ts";
import {
  computedName,
  type Evaluate,
  type PlaceOfEntry,
  placeOfData,
  placeOfValue,
  placesOfEntries,
} from "./places.ts";
import { type Closure, type Member, RecordShape, RecordValue, type RunScope } from "./run.ts";
import { type RunningSum, runningSum, sumOfFirst } from "./running-sum.ts";

type Operation<K extends Code["op"]> = Extract<Code, { op: K }>;

const NOWHERE: SourceSpan = [0, 0];

/** Compiles one expression. Canvases hold checked code only, so there is nothing to refuse here. */
export function compile(code: Code): Closure {
  const body = compileBody(code);
  const span = ("span" in code ? code.span : undefined) ?? NOWHERE;
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

const evaluated: Evaluate = (code, scope) => compile(code)(scope);

/** Where a code runs whose values must be numbers or dates. */
function siteOf(code: Code, span: SourceSpan, scope: RunScope): CallSite {
  return { scope, span, code, evaluate: evaluated };
}

/** Tells that a value is there and its place has no use for it; answers null, which takes its place. */
export function useless(code: Code, value: Value, scope: RunScope, wanted: Wanted, span = spanOf(code)): null {
  const place = placeOfValue(code, scope, value, evaluated);
  const name = place ?? computedName(code, scope, evaluated);
  return passOver(scope.run, { place, name, span }, value, wanted);
}

/** Whether a condition holds; null is false. */
export function isTrue(code: Code, value: Value, scope: RunScope): boolean {
  if (value !== true && value !== false && value !== null) useless(code, value, scope, "condition");
  return value === true;
}

/** The entries of what a code has come out as: none of what is absent. */
export function entriesOf(code: Code, value: Value, scope: RunScope): readonly Value[] {
  if (isList(value)) return value;
  if (value !== null) useless(code, value, scope, "list");
  return [];
}

/** Where entries of a list stand that are no records; null for those that stand nowhere in the data. */
export function entryPlaces(list: Code, scope: RunScope): PlaceOfEntry {
  return placesOfEntries(list, scope, evaluated);
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
      return liftOne(code.lift, code.operand, (value, scope) => !isTrue(code.operand, value, scope));
    case "negate":
      return liftOne(
        code.lift,
        code.operand,
        (value, scope) => numberOf(value, siteOf(code.operand, code.span, scope))?.negated() ?? null,
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

function compileMember(code: Operation<"member">): Closure {
  const { base, name } = code;
  const missed = (value: Value, scope: RunScope): null =>
    value === null ? null : useless(base, value, scope, { member: name }, spanOf(code));
  const read = memberReader(name);
  // Nearly every cell shows a member of its own record.
  if (base.op === "record" && base.level === 0) {
    return (scope) => {
      if (!scope.run.touch()) return tooMany(scope, NOWHERE);
      return scope.record === null ? missed(scope.value ?? null, scope) : read(scope.record);
    };
  }
  const owner = compile(base);
  return (scope) => {
    const record = owner(scope);
    return record instanceof RecordValue ? read(record) : missed(record, scope);
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

function compileEach(code: Operation<"each">): Closure {
  const { base, name } = code;
  const list = compile(base);
  const read = memberReader(name);
  const missed = (value: Value, at: number, scope: RunScope): null => {
    if (value === null) return null;
    const where = { place: entryPlaces(base, scope)(value, at), span: spanOf(code) };
    return passOver(scope.run, where, value, { member: name });
  };
  return (scope) => {
    const result: Value[] = [];
    let at = 0;
    for (const record of entriesOf(base, list(scope), scope)) {
      if (!scope.run.spend(1)) return tooMany(scope, NOWHERE);
      const value = record instanceof RecordValue ? read(record) : missed(record, at, scope);
      if (isList(value)) for (const entry of value) result.push(entry);
      else result.push(value);
      at += 1;
    }
    return result;
  };
}

/** The scope inside a filter, key or repeated body. `places` are those of what the entry is one of, where known. */
export function openEntry(entry: Value, at: number, parent: RunScope, places?: PlaceOfEntry): RunScope {
  const record = entry instanceof RecordValue ? entry : null;
  if (record?.index === at + 1) {
    // Where its computed members are computed it stands alike, mostly.
    const { scope } = record;
    if (scope.parent === parent && scope.page === parent.page) return scope;
  }
  const opened = { run: parent.run, record, index: at + 1, parent, page: parent.page };
  if (record !== null) return opened;
  return places === undefined
    ? { ...opened, value: entry }
    : { ...opened, value: entry, valuePlace: () => places(entry, at) };
}

function compileFilter({ base, condition }: Operation<"filter">): Closure {
  const list = compile(base);
  const holds = compile(condition);
  return (scope) => {
    const places = entryPlaces(base, scope);
    return entriesOf(base, list(scope), scope).filter((entry, at) => {
      const opened = openEntry(entry, at, scope, places);
      return isTrue(condition, holds(opened), opened);
    });
  };
}

function compileCall(code: Operation<"call">): Closure {
  switch (code.name) {
    case "case":
      return compileCase(code.args);
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
    const result = sumOfFirst(list(scope), running, readEntry, siteOf(running.list, span, scope));
    if (result === null) return tooMany(scope, span);
    return result.isComputable() ? result : scope.run.exceed(span, scope, "a number is too long");
  };
}

function compilePlainCall(call: Operation<"call">): Closure {
  const { name, args, span } = call;
  const body = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
  if (body === undefined) return constant(null);
  const values = args.map(compile);
  const wanted = args.map((_, at) => wantedBy(name, at));
  return (scope) => {
    const given: Value[] = [];
    for (let at = 0; at < values.length; at += 1) {
      const value = values[at]?.(scope) ?? null;
      const code = args[at];
      const kind = wanted[at] ?? null;
      given.push(kind === null || code === undefined ? value : usable(code, value, kind, scope));
    }
    for (let at = 0; at < given.length; at += 1) {
      const value = given[at];
      if (Array.isArray(value) && !scope.run.spend(value.length)) return tooMany(scope, span);
    }
    const result = body(given, siteOf(call, span, scope));
    if (result instanceof Decimal) scope.run.nights.spread(name, given, result);
    return result instanceof Decimal && !result.isComputable()
      ? scope.run.exceed(span, scope, "a number is too long")
      : result;
  };
}

/** What a function makes of an argument: itself, or what is left where it has no use for it, which is told. */
function usable(code: Code, value: Value, kind: ArgumentKind, scope: RunScope): Value {
  if (value === null) return null;
  if (kind === "shown" || kind === "compared") return usableEntry(code, value, kind, scope);
  if (kind === "compared-all" && !isList(value)) return usableEntry(code, value, "compared", scope);
  const list = entriesOf(code, value, scope);
  const each = ENTRY_KINDS[kind];
  // Most lists are of what they should be: only others are made anew.
  if (each === null || list.every((entry) => isUsable(entry, each))) return list;
  return list.map((entry) => (entry === null ? null : usableEntry(code, entry, each, scope)));
}

function usableEntry(code: Code, value: Value, kind: "shown" | "compared" | "condition", scope: RunScope): Value {
  return isUsable(value, kind) ? value : useless(code, value, scope, kind);
}

/** Only the taken branch is evaluated. */
function compileCase(codes: readonly Code[]): Closure {
  const parts = codes.map(compile);
  const otherwise = parts[parts.length - 1] ?? constant(null);
  return (scope) => {
    for (let at = 0; at + 1 < parts.length; at += 2) {
      const code = codes[at];
      if (code === undefined) continue;
      const holds = isTrue(code, parts[at]?.(scope) ?? null, scope);
      scope.run.options.observer?.(code, holds);
      if (holds) return parts[at + 1]?.(scope) ?? null;
    }
    return otherwise(scope);
  };
}

/** The first value that is there, as `has` asks; the last one whatever it is. */
function firstPresent(values: readonly Closure[]): Closure {
  return (scope) => {
    let result: Value = null;
    for (const value of values) {
      result = value(scope);
      if (isThere(result)) break;
    }
    return result;
  };
}

interface Keyed {
  readonly entry: Value;
  readonly key: Value;
}

/** The entries of a list, each with its key; `read` are the closures of the codes. */
function keyed(
  [list, key]: readonly [list: Code, key: Code],
  read: readonly [list: Closure, key: Closure],
  scope: RunScope,
): Keyed[] {
  const places = entryPlaces(list, scope);
  return entriesOf(list, read[0](scope), scope).map((entry, at) => {
    const opened = openEntry(entry, at, scope, places);
    const value = read[1](opened);
    return { entry, key: isCompound(value) ? useless(key, value, opened, "key") : value };
  });
}

function compileGroup({ args, span, keys, members }: Operation<"call">): Closure {
  const [list, key, order] = args;
  if (list === undefined || key === undefined) return constant(null);
  const read = [compile(list), compile(key)] as const;
  return (scope) => {
    const groups = new Map<string, { key: Value; items: Value[] }>();
    for (const { entry, key: value } of keyed([list, key], read, scope)) {
      const identity = identityOf(value, keys);
      const group = groups.get(identity);
      if (group === undefined) groups.set(identity, { key: value, items: [entry] });
      else group.items.push(entry);
    }
    const container = scope.record?.structural ?? null;
    const sorted = inOrder([...groups.values()], { order: orderOf(order), keys, members });
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

/** Without a word, groups stand in the order of the data. */
function orderOf(code: Code | undefined): KeyOrder["order"] {
  const word = code?.op === "text" ? code.text : "";
  return word === "desc" || word === "asc" ? word : "data";
}

function compileSort({ args, keys, members }: Operation<"call">): Closure {
  const [list, key, order] = args;
  if (list === undefined) return constant(null);
  const entries = compile(list);
  const byKey = key === undefined || (key.op === "constant" && key.value === null) ? null : compile(key);
  return (scope) => {
    const pairs =
      byKey === null || key === undefined
        ? entriesOf(list, entries(scope), scope).map((entry) => ({ entry, key: entry }))
        : keyed([list, key], [entries, byKey], scope);
    return inOrder(pairs, { order: orderOf(order), keys, members }).map(({ entry }) => entry);
  };
}

function compileFormat({ value, kind, pattern, span }: Operation<"format">): Closure {
  const operand = compile(value);
  const numbers = kind === "date" ? null : readNumberPattern(pattern);
  const dates = kind === "number" ? null : readDatePattern(pattern);
  const isDate = numbers === null || "problem" in numbers;
  return (scope) => {
    const result = operand(scope);
    if (result === null) return null;
    const parts = dates === null || "problem" in dates || typeof result !== "string" ? null : readDateParts(result);
    if (parts !== null && dates !== null && !("problem" in dates)) {
      if (parts.offsetMinutes !== undefined) tellOtherClock(parts, dates, siteOf(value, span, scope), result);
      return dates.print(parts);
    }
    const site = siteOf(value, span, scope);
    if (isDate) return otherKind(result, site, "no date", "send dates as 2026-10-31");
    const number = numberOf(result, site);
    scope.run.tellNight(number, isDurationPattern(pattern));
    return number === null ? null : numbers.print(number);
  };
}

/** RPT3026: a datetime that prints by another clock than the first one of its document. */
function tellOtherClock(moment: CivilMoment, format: DateFormat, { scope, span, code }: CallSite, value: Value): void {
  const place = (): string | null =>
    placeOfValue(code, scope, value, evaluated) ?? computedName(code, scope, evaluated);
  scope.run.tellClock(scope.run.clocks.complaint({ moment, format, span, place }), span);
}

function compileLabel({ value, labels, isList: isOfList = false }: Operation<"label">): Closure {
  const byValue = new Map(labels);
  return liftOne(isOfList, value, (result, scope) => {
    if (result === null || isCompound(result)) return result === null ? null : useless(value, result, scope, "shown");
    const written = result instanceof Decimal ? result.toFixed() : printValue(result);
    return byValue.get(written) ?? written;
  });
}

function liftOne(lift: boolean, code: Code, apply: (value: Value, scope: RunScope) => Value): Closure {
  const operand = compile(code);
  if (!lift) return (scope) => apply(operand(scope), scope);
  return (scope) => entriesOf(code, operand(scope), scope).map((value) => apply(value, scope));
}

function compileShortCircuit(code: Operation<"and" | "or" | "coalesce">): Closure {
  const { op, left, right, lift } = code;
  const isLeft = (value: Value, scope: RunScope): boolean => isTrue(left, value, scope);
  const isRight = (value: Value, scope: RunScope): boolean => isTrue(right, value, scope);
  if (lift !== "") {
    return liftTwo(code, (x, y, scope) => {
      if (op === "coalesce") return isThere(x) ? x : y;
      const [p, q] = [isLeft(x, scope), isRight(y, scope)];
      return op === "and" ? p && q : p || q;
    });
  }
  const [a, b] = [compile(left), compile(right)];
  switch (op) {
    case "and":
      return (scope) => isLeft(a(scope), scope) && isRight(b(scope), scope);
    case "or":
      return (scope) => isLeft(a(scope), scope) || isRight(b(scope), scope);
    case "coalesce":
      return firstPresent([a, b]);
  }
}

/** Combines entry by entry; a single value stands beside every entry. */
function liftTwo(
  { lift, left: leftCode, right: rightCode }: { readonly lift: Lift; readonly left: Code; readonly right: Code },
  apply: (a: Value, b: Value, scope: RunScope, at: number | null) => Value,
): Closure {
  const [a, b] = [compile(leftCode), compile(rightCode)];
  return (scope) => {
    const [left, right] = [a(scope), b(scope)];
    const others = lift === "l" ? [] : entriesOf(rightCode, right, scope);
    const entries = lift === "r" ? others : entriesOf(leftCode, left, scope);
    if (!scope.run.spend(entries.length)) return scope.run.exceed(NOWHERE, scope, "too many steps");
    if (lift === "l") return entries.map((entry) => apply(entry, right, scope, null));
    if (lift === "r") return entries.map((entry, at) => apply(left, entry, scope, at));
    return entries.map((entry, at) => apply(entry, others[at] ?? null, scope, at));
  };
}

/** How a form writes a plain reference: `total`, `.qty`; null for what is computed, or in a record further out. */
function nameWritten(code: Code): string | null {
  if (code.op !== "member") return null;
  if (code.base.op === "root") return code.name;
  if (code.base.op === "record") return code.base.level === 0 ? `.${code.name}` : null;
  const base = nameWritten(code.base);
  return base === null ? null : `${base}.${code.name}`;
}

function compileArithmetic(code: Operation<"arithmetic">): Closure {
  const { operator, left, right, lift, span } = code;
  const compute = (x: Value, y: Value, scope: RunScope, at: number | null = null): Value => {
    const p = x instanceof Decimal ? x : numberOf(x, siteOf(left, span, scope));
    const q = y instanceof Decimal ? y : numberOf(y, siteOf(right, span, scope));
    if (p === null || q === null) return null;
    const result = calculate(operator, p, q);
    if (result === null) {
      const place = placeOfData(right, scope, at, evaluated) ?? scope.record?.path ?? "";
      const help = `guard with if(${nameWritten(right) ?? "x"} == 0, …, …)`;
      return scope.run.failAt(place, "RPT3020", span, "division by zero", help);
    }
    scope.run.nights.spread(operator, [p, q], result);
    return result.isComputable() ? result : scope.run.exceed(span, scope, "a number is too long");
  };
  if (lift !== "") return liftTwo(code, compute);
  const [a, b] = [compile(left), compile(right)];
  return (scope) => compute(a(scope), b(scope), scope);
}

function compileCompare(code: Operation<"compare">): Closure {
  const { operator, ordering, left, right, lift } = code;
  const withNull = isNullCode(left) || isNullCode(right);
  const order = ORDERINGS[ordering];
  const holds = (x: Value, y: Value, scope: RunScope): boolean => {
    if (x === null || y === null) return withNull && (x === y) === (operator === "==");
    const result = order(x, y);
    if (result !== null) return holdsFor(operator, result);
    if (isCompound(x) || isCompound(y) || isOrdering(operator)) {
      const isLeft = isCompound(x) || (!isCompound(y) && placeOfValue(left, scope, x, evaluated) !== null);
      if (isLeft) useless(left, x, scope, "compared");
      else useless(right, y, scope, "compared");
    }
    return operator === "!=";
  };
  if (lift !== "") return liftTwo(code, holds);
  const [a, b] = [compile(left), compile(right)];
  return (scope) => holds(a(scope), b(scope), scope);
}

function isNullCode(code: Code): boolean {
  return code.op === "constant" && code.value === null;
}
