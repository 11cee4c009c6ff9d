// An evaluation of one record → what its fields and lets are, by path, and the entries of its arrays.
import type { CanvasRecordSource } from "../canvas/index.ts";
import { Decimal, type Evaluation, type ExpressionCode, type RecordView, type Value } from "../expression/index.ts";
import type { Declaration, FormEntry, FormValue } from "../sdk/index.ts";

/** What one record of the data holds. */
export interface RecordValues {
  readonly values: readonly FormValue[];
  readonly entries: readonly FormEntry[];
}

/** Declared names as a tree: what to ask each record for. */
interface Name {
  readonly declared: string;
  readonly role: string | null;
  readonly members: Map<string, Name>;
  /** Its members, and for each role those that bear it or hold something that does. */
  readonly under: MembersUnder;
  /** Paths that records had before, so that rules that look values up by them need not hash new texts. */
  readonly paths: Map<string, string>;
  readonly entryPaths: Map<string, string[]>;
}

/** More paths of one name are not remembered. */
const PATHS_KEPT_MAX = 1024;
const ARRAYS_KEPT_MAX = 16;

type Members = readonly (readonly [key: string, name: Name])[];

/** What of some members is walked through: all, or what has to do with a role. */
class MembersUnder {
  readonly #members: ReadonlyMap<string, Name>;
  readonly #byRole = new Map<string | null, Members>();
  readonly #paths = new Map<string, readonly (readonly string[])[]>();

  constructor(members: ReadonlyMap<string, Name>) {
    this.#members = members;
  }

  pathsWith(role: string): readonly (readonly string[])[] {
    const known = this.#paths.get(role);
    if (known !== undefined) return known;
    const found = pathsIn(this.#members, role, []);
    if (this.#paths.size < ROLES_KEPT_MAX) this.#paths.set(role, found);
    return found;
  }

  with(role: string | null): Members {
    const known = this.#byRole.get(role);
    if (known !== undefined) return known;
    const all = [...this.#members];
    const found =
      role === null ? all : all.filter(([, name]) => name.role === role || name.under.with(role).length > 0);
    if (this.#byRole.size < ROLES_KEPT_MAX) this.#byRole.set(role, found);
    return found;
  }
}

/** Declared paths with a role, as the names of members on the way. */
function pathsIn(members: ReadonlyMap<string, Name>, role: string, before: readonly string[]): readonly string[][] {
  return [...members].flatMap(([key, name]) => {
    const own = [...before, key];
    return [...(name.role === role ? [own] : []), ...pathsIn(name.members, role, own)];
  });
}

/** Rules may ask for roles that they read in data. */
const ROLES_KEPT_MAX = 256;

interface Walk extends RecordValues {
  readonly values: FormValue[];
  readonly entries: FormEntry[];
  /** What alone is read; null for everything. */
  readonly role: string | null;
  /** The one record of the record source that this form is made for. */
  readonly source: { readonly path: string; readonly index: number } | null;
}

/** A record whose values are read. */
export interface ReadRecord {
  readonly declarations: readonly Declaration[];
  readonly evaluation: Evaluation;
  readonly recordSource: CanvasRecordSource | undefined;
  /** Counts the records of the record source, from 0. */
  readonly index: number;
}

export function recordValues(read: ReadRecord): RecordValues {
  const { values, entries } = walked(read, null);
  return { values, entries };
}

/** Those of all values that bear a role, in the same order. */
export function valuesWithRole(read: ReadRecord, role: string): readonly FormValue[] {
  return walked(read, role).values;
}

/** The same values without their places: a path for each takes longer than to read it. */
export function plainValues(read: ReadRecord, role: string): readonly FormValue["value"][] {
  const { declarations, evaluation, recordSource } = read;
  if (recordSource !== undefined) return valuesWithRole(read, role).map(({ value }) => value);
  const paths = namesOf(declarations).pathsWith(role);
  if (paths.length === 0) return NO_VALUES;
  // Several members of one list come entry by entry, and not one after another.
  const isOneEach = paths.length === 1 || new Set(paths.map(([first]) => first)).size === paths.length;
  if (!isOneEach) return valuesWithRole(read, role).map(({ value }) => value);
  const found: FormValue["value"][] = [];
  const root = evaluation.value(ROOT, evaluation.root);
  for (const names of paths) addPlain(root, names, 0, found);
  return found;
}

const NO_VALUES: readonly FormValue["value"][] = [];

/** Adds what stands under the names from a place on; lists on the way are those of all their entries. */
function addPlain(value: Value, names: readonly string[], at: number, found: FormValue["value"][]): void {
  const name = names[at];
  if (isList(value)) for (const entry of value) addEntry(entry, names, at, found);
  else if (isRecord(value)) {
    if (name !== undefined) addPlain(value.get(name), names, at + 1, found);
  } else if (name === undefined) found.push(plain(value));
}

function addEntry(entry: Value, names: readonly string[], at: number, found: FormValue["value"][]): void {
  if (isRecord(entry)) addPlain(entry, names, at, found);
  else if (names[at] === undefined) found.push(isList(entry) ? null : plain(entry));
}

function walked({ declarations, evaluation, recordSource, index }: ReadRecord, role: string | null): Walk {
  const source = recordSource === undefined ? null : { path: recordSource.path, index };
  const walk: Walk = { values: [], entries: [], source, role };
  const under = namesOf(declarations);
  if (under.with(role).length === 0) return walk;
  const root = evaluation.value(ROOT, evaluation.root);
  if (isRecord(root)) readRecord(walk, root, under, "");
  return walk;
}

/** Code of the data as a whole. */
const ROOT: ExpressionCode = { op: "root" };

const NAMES = new WeakMap<readonly Declaration[], MembersUnder>();

function namesOf(declarations: readonly Declaration[]): MembersUnder {
  const known = NAMES.get(declarations) ?? nameTree(declarations);
  NAMES.set(declarations, known);
  return known;
}

function nameTree(declarations: readonly Declaration[]): MembersUnder {
  const root = new Map<string, Name>();
  const roles = new Map(declarations.map(({ path, role }) => [path, role]));
  for (const { path } of declarations) {
    let members = root;
    let declared = "";
    for (const part of path.split(".")) {
      declared = declared === "" ? part : `${declared}.${part}`;
      const key = part.replace(/\[\]$/, "");
      const role = roles.get(declared) ?? null;
      const known = members.get(key) ?? newName(declared, role);
      members.set(key, known);
      members = known.members;
    }
  }
  return new MembersUnder(root);
}

function newName(declared: string, role: string | null): Name {
  const members = new Map<string, Name>();
  const known = { paths: new Map<string, string>(), entryPaths: new Map<string, string[]>() };
  return { declared, role, members, under: new MembersUnder(members), ...known };
}

function readRecord(walk: Walk, record: RecordView, names: MembersUnder, path: string): void {
  for (const [key, name] of names.with(walk.role)) {
    const own = path === "" ? key : pathIn(path, key, name);
    const { source } = walk;
    if (source !== null && name.declared === source.path) readSource(walk, record.get(key), name, own);
    else readValue(walk, record.get(key), name, own);
  }
}

function pathIn(owner: string, key: string, { paths }: Name): string {
  const known = paths.get(owner);
  if (known !== undefined) return known;
  const path = `${owner}.${key}`;
  if (paths.size < PATHS_KEPT_MAX) paths.set(owner, path);
  return path;
}

function entryPath(array: string, at: number, { entryPaths }: Name): string {
  const known = entryPaths.get(array) ?? [];
  const before = known[at];
  if (before !== undefined) return before;
  const path = `${array}[${at}]`;
  if (at === known.length && at < PATHS_KEPT_MAX) known.push(path);
  if (entryPaths.size < ARRAYS_KEPT_MAX) entryPaths.set(array, known);
  return path;
}

/** Of a record source, its one record. */
function readSource(walk: Walk, value: Value, name: Name, path: string): void {
  const index = walk.source?.index ?? 0;
  const entry = isList(value) ? value[index] : undefined;
  if (entry !== undefined && isRecord(entry)) readRecord(walk, entry, name.under, `${path}[${index}]`);
}

function readValue(walk: Walk, value: Value, name: Name, path: string): void {
  const { declared, role, under } = name;
  if (isList(value)) {
    value.forEach((entry, at) => {
      readEntry(walk, entry, name, entryPath(path, at, name));
    });
  } else if (isRecord(value)) readRecord(walk, value, under, path);
  else if (!declared.endsWith("[]") && isAsked(walk, role)) {
    walk.values.push({ path, declared, role, value: plain(value) });
  }
}

function isAsked(walk: Walk, role: string | null): boolean {
  return walk.role === null || walk.role === role;
}

function readEntry(walk: Walk, entry: Value, name: Name, path: string): void {
  const { declared, role, under } = name;
  if (!isRecord(entry)) {
    if (isAsked(walk, role)) walk.values.push({ path, declared, role, value: isList(entry) ? null : plain(entry) });
    return;
  }
  if (walk.role === null) readGroup(walk, entry, name, path);
  readRecord(walk, entry, under, path);
}

/** What an entry is as a whole, and its key where it is a group: neither is declared, and neither has a role. */
function readGroup(walk: Walk, entry: RecordView, { declared, role, members }: Name, path: string): void {
  const isGroup = entry.path === null && !members.has("items");
  const items = isGroup ? entry.get("items") : null;
  walk.entries.push({
    path,
    declared,
    role,
    origin: entry.path === path ? null : entry.path,
    items: isList(items) ? items.flatMap((item) => (isRecord(item) && item.path !== null ? [item.path] : [])) : [],
  });
  const key = isGroup && !members.has("key") ? entry.get("key") : null;
  if (key !== null && !isList(key) && !isRecord(key)) {
    walk.values.push({ path: `${path}.key`, declared: `${declared}.key`, role: null, value: plain(key) });
  }
}

function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

function isRecord(value: Value): value is RecordView {
  return typeof value === "object" && value !== null && "kind" in value && value.kind === "record";
}

function plain(value: Exclude<Value, readonly Value[] | RecordView>): string | boolean | null {
  return value instanceof Decimal ? value.toFixed() : value;
}
