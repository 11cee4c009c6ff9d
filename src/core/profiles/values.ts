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
}

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
      const known = members.get(key) ?? { declared, role: roles.get(declared) ?? null, members: new Map() };
      members.set(key, known);
      members = known.members;
    }
  }
  return root;
}

function readRecord(walk: Walk, record: RecordView, names: ReadonlyMap<string, Name>, path: string): void {
  for (const [key, name] of names) {
    const own = path === "" ? key : `${path}.${key}`;
    const { source } = walk;
    if (source !== null && name.declared === source.path) readSource(walk, record.get(key), name, own);
    else readValue(walk, record.get(key), name, own);
  }
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
      readEntry(walk, entry, name, `${path}[${at}]`);
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
