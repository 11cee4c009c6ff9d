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
  /** Paths that records had before, so that rules that look values up by them need not hash new texts. */
  readonly paths: Map<string, string>;
  readonly entryPaths: Map<string, string[]>;
}

/** More paths of one name are not remembered. */
const PATHS_KEPT_MAX = 1024;
const ARRAYS_KEPT_MAX = 16;

interface Walk extends RecordValues {
  readonly values: FormValue[];
  readonly entries: FormEntry[];
  /** The one record of the record source that this form is made for. */
  readonly source: { readonly path: string; readonly index: number } | null;
}

/** `index` counts the records of the record source, from 0. */
export function recordValues(
  declarations: readonly Declaration[],
  evaluation: Evaluation,
  recordSource: CanvasRecordSource | undefined,
  index: number,
): RecordValues {
  const source = recordSource === undefined ? null : { path: recordSource.path, index };
  const walk: Walk = { values: [], entries: [], source };
  const root = evaluation.value(ROOT, evaluation.root);
  if (isRecord(root)) readRecord(walk, root, namesOf(declarations), "");
  return { values: walk.values, entries: walk.entries };
}

/** Code of the data as a whole. */
const ROOT: ExpressionCode = { op: "root" };

const NAMES = new WeakMap<readonly Declaration[], ReadonlyMap<string, Name>>();

function namesOf(declarations: readonly Declaration[]): ReadonlyMap<string, Name> {
  const known = NAMES.get(declarations) ?? nameTree(declarations);
  NAMES.set(declarations, known);
  return known;
}

function nameTree(declarations: readonly Declaration[]): ReadonlyMap<string, Name> {
  const root = new Map<string, Name>();
  const roles = new Map(declarations.map(({ path, role }) => [path, role]));
  for (const { path } of declarations) {
    let members = root;
    let declared = "";
    for (const part of path.split(".")) {
      declared = declared === "" ? part : `${declared}.${part}`;
      const key = part.replace(/\[\]$/, "");
      const role = roles.get(declared) ?? null;
      const known = members.get(key) ?? {
        ...{ declared, role, members: new Map<string, Name>() },
        ...{ paths: new Map<string, string>(), entryPaths: new Map<string, string[]>() },
      };
      members.set(key, known);
      members = known.members;
    }
  }
  return root;
}

function readRecord(walk: Walk, record: RecordView, names: ReadonlyMap<string, Name>, path: string): void {
  for (const [key, name] of names) {
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
  if (entry !== undefined && isRecord(entry)) readRecord(walk, entry, name.members, `${path}[${index}]`);
}

function readValue(walk: Walk, value: Value, name: Name, path: string): void {
  const { declared, role, members } = name;
  if (isList(value)) {
    value.forEach((entry, at) => {
      readEntry(walk, entry, name, entryPath(path, at, name));
    });
  } else if (isRecord(value)) readRecord(walk, value, members, path);
  else if (!declared.endsWith("[]")) walk.values.push({ path, declared, role, value: plain(value) });
}

function readEntry(walk: Walk, entry: Value, name: Name, path: string): void {
  const { declared, role, members } = name;
  if (!isRecord(entry)) {
    walk.values.push({ path, declared, role, value: isList(entry) ? null : plain(entry) });
    return;
  }
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
  readRecord(walk, entry, members, path);
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
