// Where in the data a value stands that nobody could use. Asked of findings alone: it evaluates once more to find it.
import { type Code, operandsHere } from "../code/index.ts";
import { Decimal, isList, type Value } from "../values/index.ts";
import { RecordValue, type RunScope } from "./run.ts";

/** Evaluates a part of a code in the code's own scope. */
export type Evaluate = (code: Code, scope: RunScope) => Value;

/** Where the first value of the data stands that an operand is made of; null for none. */
export function placeOfData(code: Code, scope: RunScope, at: number | null, evaluate: Evaluate): string | null {
  const own = placeOfReference(code, scope, at, evaluate);
  if (own !== null) return own;
  for (const operand of operandsHere(code)) {
    const place = placeOfData(operand, scope, at, evaluate);
    if (place !== null) return place;
  }
  return null;
}

/** @param at which entry of a list it is about; null where the operand is a single value. */
function placeOfReference(code: Code, scope: RunScope, at: number | null, evaluate: Evaluate): string | null {
  if (code.op !== "member" && code.op !== "each") return null;
  const base = evaluate(code.base, scope);
  const owner = code.op === "member" ? base : at === null || !isList(base) ? null : base[at];
  return owner instanceof RecordValue && !owner.isComputed(code.name) ? owner.memberPath(code.name) : null;
}

/** Where the value stands that a code has come out as: of the references in it, the first that leads to it. */
export function placeOfValue(code: Code, scope: RunScope, value: Value, evaluate: Evaluate): string | null {
  if (value instanceof RecordValue && value.path !== null) return value.path;
  switch (code.op) {
    case "member":
      return placeOfReference(code, scope, null, evaluate);
    case "each":
      return placeInEach(evaluate(code.base, scope), code.name, value);
    case "record":
      return placeOfEntry(scope, code.level);
    default:
  }
  for (const operand of operandsHere(code)) {
    const own = evaluate(operand, scope);
    const at = isList(own) ? own.findIndex((entry) => isSame(entry, value)) : -1;
    if (at < 0 && !isSame(own, value)) continue;
    const isEntry = at >= 0 && (operand.op === "member" || operand.op === "record");
    const place = placeOfValue(operand, scope, isEntry ? null : value, evaluate);
    if (place !== null) return isEntry ? `${place}[${at}]` : place;
  }
  return null;
}

/** Where the entry of a list stands that is no record. */
export type PlaceOfEntry = (entry: Value, at: number) => string | null;

/**
 * Where the entries of a list stand in the data: each by its number, or, in a list that picks and orders entries of
 * another, as the first entry there that is the same. The other list is asked for once, and not before a place is.
 */
export function placesOfEntries(list: Code, scope: RunScope, evaluate: Evaluate): PlaceOfEntry {
  const picked = pickedFrom(list);
  if (picked === null) return () => null;
  if (picked === list && list.op !== "each") {
    return (_, at) => {
      const place = placeOfValue(list, scope, null, evaluate);
      return place === null ? null : `${place}[${at}]`;
    };
  }
  let known: ReadonlyMap<unknown, string> | null = null;
  return (entry) => {
    known ??= placesByValue(picked, scope, evaluate);
    return known.get(valueKey(entry)) ?? null;
  };
}

/** Functions that answer entries of their list as they are. */
const PICKS: ReadonlySet<string> = new Set(["sort", "distinct"]);

/** The reference to data that a list takes its entries from; null where it makes them. */
function pickedFrom(code: Code): Code | null {
  switch (code.op) {
    case "member":
    case "record":
    case "each":
      return code;
    case "filter":
      return pickedFrom(code.base);
    case "call": {
      const [list] = code.args;
      return PICKS.has(code.name) && list !== undefined ? pickedFrom(list) : null;
    }
    default:
      return null;
  }
}

/** Where each value of a list stands first. */
function placesByValue(list: Code, scope: RunScope, evaluate: Evaluate): ReadonlyMap<unknown, string> {
  const places = new Map<unknown, string>();
  const note = (value: Value, place: string | null) => {
    const key = valueKey(value);
    if (place !== null && value !== null && !places.has(key)) places.set(key, place);
  };
  const noteAll = (value: Value, place: string | null) => {
    if (!isList(value)) note(value, place);
    else if (place !== null) for (const [at, entry] of value.entries()) note(entry, `${place}[${at}]`);
  };
  if (list.op !== "each") {
    noteAll(evaluate(list, scope), placeOfValue(list, scope, null, evaluate));
    return places;
  }
  const records = evaluate(list.base, scope);
  for (const record of isList(records) ? records : []) {
    if (!(record instanceof RecordValue) || record.isComputed(list.name)) continue;
    noteAll(record.get(list.name), record.memberPath(list.name));
  }
  return places;
}

/** Numbers are the same by what they are worth. */
function valueKey(value: Value): unknown {
  return value instanceof Decimal ? `number ${value.toFixed()}` : value;
}

/** What a reference to a computed value is called: `total`, `taxes[0].key`; null for all else. */
export function computedName(code: Code, scope: RunScope, evaluate: Evaluate): string | null {
  if (code.op !== "member") return null;
  const owner = evaluate(code.base, scope);
  return owner instanceof RecordValue && owner.isComputed(code.name) ? owner.computedPath(code.name) : null;
}

/** The member of the first record that has the value. */
function placeInEach(records: Value, name: string, value: Value): string | null {
  if (!isList(records)) return null;
  for (const record of records) {
    if (!(record instanceof RecordValue) || record.isComputed(name)) continue;
    const member = record.get(name);
    const at = isList(member) ? member.findIndex((entry) => isSame(entry, value)) : -1;
    const place = record.memberPath(name);
    if (at >= 0 && place !== null) return `${place}[${at}]`;
    if (isSame(member, value)) return place;
  }
  return null;
}

/** The path of the entry that was opened `level` records out; null for an entry that is not in the data. */
export function placeOfEntry(scope: RunScope, level: number): string | null {
  let opened: RunScope | null = scope;
  for (let step = 0; step < level && opened !== null; step += 1) opened = opened.parent;
  return opened?.record?.path ?? opened?.valuePlace?.() ?? null;
}

/** Lists and records are the same where they are one object. */
function isSame(a: Value, b: Value): boolean {
  return a === b || (a instanceof Decimal && b instanceof Decimal && a.compare(b) === 0);
}
