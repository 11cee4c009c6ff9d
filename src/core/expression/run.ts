// One evaluation under way: its steps, its findings, and the records it reads.
import type { Diagnostic, DiagnosticCode, SourceSpan } from "../diagnostics/index.ts";
import { Decimal } from "./decimal.ts";
import { advice, finding } from "./findings.ts";
import { isList, type PayloadRecord, type PayloadValue, type RecordView, type Value } from "./values.ts";

/** Steps that any template may take, and more for each record of its data. */
const STEPS_BASE = 1_000_000;
const STEPS_PER_RECORD = 1_000;
/** Expressions under way inside one another, through lets; deeper ones would exhaust the stack. */
const DEPTH_MAX = 1_000;
/** More findings of one evaluation help nobody. */
const FINDINGS_MAX = 50;

/** Where a closure runs. */
export interface RunScope {
  readonly run: Run;
  readonly record: RecordValue | null;
  /** 1-based number of the record; null outside records. */
  readonly index: number | null;
  readonly parent: RunScope | null;
  readonly page: { readonly n: number; readonly total: number } | null;
}

export type Closure = (scope: RunScope) => Value;

/** Computed members of the records at one declared path. */
export interface LetTree {
  readonly lets: Map<string, { readonly closure: Closure; readonly many: boolean }>;
  readonly children: Map<string, LetTree>;
}

export interface RunOptions {
  readonly source: { readonly path: string; readonly index: number } | null;
  readonly record: { readonly n: number; readonly total: number };
  readonly copy: { readonly label: string; readonly index: number };
}

export class Run {
  readonly diagnostics: Diagnostic[] = [];
  readonly options: RunOptions;
  readonly root: RecordValue;
  readonly rootScope: RunScope;
  readonly #members: PayloadRecord;
  readonly #lets: LetTree;
  #source: RecordValue | null = null;
  #steps: number;
  readonly #told = new Set<string>();
  #exceeded = false;
  #depth = 0;

  constructor(data: PayloadValue, lets: LetTree, options: RunOptions) {
    this.options = options;
    this.#steps = STEPS_BASE + STEPS_PER_RECORD * recordsIn(data);
    this.#members = data instanceof Map ? data : new Map();
    this.#lets = lets;
    this.root = new RecordValue(this, this.#members, lets, null, "", true);
    this.rootScope = { run: this, record: null, index: null, parent: null, page: null };
  }

  /** The record of the record source; null where there is none. */
  get source(): RecordValue | null {
    const { source } = this.options;
    if (source === null || this.#source !== null) return this.#source;
    // Of many documents of one payload each opens its own record, and none of the others.
    const place = { names: namesOf(source.path), path: "", lets: this.#lets, container: null };
    const entry = entryAt(this.#members, place, { left: source.index, run: this });
    this.#source = entry;
    return entry;
  }

  /** Goes one level deeper, for one step; false (and no deeper) where a limit is reached. Ends with `leave`. */
  enter(): boolean {
    if (--this.#steps < 0 || this.#depth >= DEPTH_MAX) return false;
    this.#depth += 1;
    return true;
  }

  leave(): void {
    this.#depth -= 1;
  }

  /** Counts work; false once the limit is reached: then everything is null. */
  spend(steps: number): boolean {
    this.#steps -= steps;
    return this.#steps >= 0;
  }

  /** Tells a finding once, and answers the null that takes the value's place. */
  fail(code: DiagnosticCode, span: SourceSpan, scope: RunScope, message: string, help: string): null {
    const place = scope.record?.path ?? "";
    const text = place === "" ? message : `${message} at ${place}`;
    const key = `${code}:${span[0]}:${text}`;
    if (this.#told.has(key) || this.diagnostics.length >= FINDINGS_MAX) return null;
    this.#told.add(key);
    const told = finding(code, { start: span[0], end: span[1] }, text, WHY, advice(help));
    this.diagnostics.push(place === "" ? told : { ...told, dataPath: place });
    return null;
  }

  /** RPT9001, told once. */
  exceed(span: SourceSpan, scope: RunScope, what: string): null {
    if (this.#exceeded) return null;
    this.#exceeded = true;
    return this.fail(
      "RPT9001",
      span,
      scope,
      `the evaluation limit is reached: ${what}`,
      "compute less, or split the data",
    );
  }
}

const WHY = "The value is left empty.";

/** Counted once for all documents that are made of one payload. */
const RECORDS = new WeakMap<object, number>();

function recordsIn(data: PayloadValue): number {
  if (typeof data !== "object" || data === null) return 0;
  const known = RECORDS.get(data);
  if (known !== undefined) return known;
  const count = countRecords(data);
  RECORDS.set(data, count);
  return count;
}

function countRecords(data: PayloadValue): number {
  let count = 0;
  const open: PayloadValue[] = [data];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (Array.isArray(value)) {
      count += value.length;
      for (const entry of value as readonly PayloadValue[]) open.push(entry);
    } else if (value instanceof Map) {
      for (const member of value.values() as Iterable<PayloadValue>) open.push(member);
    }
  }
  return count;
}

function namesOf(path: string): readonly string[] {
  return path.replaceAll("[]", "").split(".");
}

/** How many documents a record source at `path` (`customers[]`) makes of a payload. */
export function countSourceRecords(data: PayloadValue, path: string): number {
  let open: readonly PayloadValue[] = [data];
  for (const name of namesOf(path)) {
    open = open.flatMap((value): readonly PayloadValue[] => {
      const member = value instanceof Map ? (value as PayloadRecord).get(name) : undefined;
      if (member === undefined) return [];
      return Array.isArray(member) ? (member as readonly PayloadValue[]) : [member];
    });
  }
  return open.length;
}

/** Where a walk to a record stands: the names still ahead, and what the records there are made with. */
interface WalkPlace {
  readonly names: readonly string[];
  readonly path: string;
  readonly lets: LetTree | null;
  readonly container: RecordValue | null;
}

/** The entry that `walk.left` others stand before; arrays in arrays are joined end to end. */
function entryAt(
  members: PayloadRecord,
  place: WalkPlace,
  walk: { left: number; readonly run: Run },
): RecordValue | null {
  const [name, ...names] = place.names;
  if (name === undefined) return null;
  const value = members.get(name);
  const path = place.path === "" ? name : `${place.path}.${name}`;
  const lets = place.lets?.children.get(name) ?? null;
  if (value instanceof Map) return entryAt(value as PayloadRecord, { ...place, names, path, lets }, walk);
  if (!Array.isArray(value)) return null;
  for (const [at, entry] of (value as readonly PayloadValue[]).entries()) {
    if (names.length === 0 && walk.left-- > 0) continue;
    if (!(entry instanceof Map)) return null;
    const own = `${path}[${at}]`;
    const record = new RecordValue(walk.run, entry as PayloadRecord, lets, place.container, own, true, at + 1);
    if (names.length === 0) return record;
    const found = entryAt(entry as PayloadRecord, { names, path: own, lets, container: record }, walk);
    if (found !== null || walk.left < 0) return found;
  }
  return null;
}

/** A record of data, or of a computed array, with its computed members; each is computed once. */
export class RecordValue implements RecordView {
  readonly kind = "record";
  readonly #run: Run;
  readonly #members: PayloadRecord | ReadonlyMap<string, Value> | RecordValue;
  readonly #lets: LetTree | null;
  readonly #cache = new Map<string, Value>();
  readonly #path: string | null;
  readonly #fromData: boolean;
  /** The record that this one's array lies in; null for arrays of the root. */
  readonly container: RecordValue | null;
  /** 1-based number in its array. */
  readonly index: number | null;
  /** Where a record of a computed array stands (`taxes[0]`); null for all others. */
  readonly #computedPlace: string | null;
  #scope: RunScope | null = null;

  constructor(
    run: Run,
    members: PayloadRecord | ReadonlyMap<string, Value> | RecordValue,
    lets: LetTree | null,
    container: RecordValue | null,
    path: string | null,
    fromData: boolean,
    index: number | null = null,
    computedPlace: string | null = null,
  ) {
    this.#run = run;
    this.#members = members;
    this.#lets = lets;
    this.container = container;
    this.#path = path;
    this.#fromData = fromData;
    this.index = index;
    this.#computedPlace = computedPlace;
  }

  get path(): string | null {
    return this.#members instanceof RecordValue ? this.#members.path : this.#path;
  }

  /** Whether the member is computed, so that no place of the data shows it. */
  isComputed(name: string): boolean {
    if (this.#lets?.lets.has(name) === true) return true;
    return this.#members instanceof RecordValue ? this.#members.isComputed(name) : !this.#fromData;
  }

  /** Where a computed member stands: `total`, `items[0].amount`, `taxes[1].tax`; null in records that have no place. */
  computedPath(name: string): string | null {
    const isOwn = this.#lets?.lets.has(name) === true;
    const inner = !isOwn && this.#members instanceof RecordValue ? this.#members.computedPath(name) : null;
    if (inner !== null) return inner;
    const place = this.#computedPlace ?? this.#path;
    return place === null ? null : joined(place, name);
  }

  get(name: string): Value {
    const written = this.#written(name);
    if (written !== null) return written;
    const known = this.#cache.get(name);
    if (known !== undefined) return known;
    this.#cache.set(name, null);
    const value = this.#read(name);
    this.#cache.set(name, value);
    return value;
  }

  /** A text of the data is what it is: remembering it would cost more than finding it again. Null for all else. */
  #written(name: string): string | null {
    if (!this.#fromData || !(this.#members instanceof Map) || this.#lets?.lets.has(name) === true) return null;
    const member: unknown = this.#members.get(name);
    return typeof member === "string" ? member : null;
  }

  #read(name: string): Value {
    const computed = this.#lets?.lets.get(name);
    if (computed !== undefined) {
      const value = computed.closure(this.scope);
      return computed.many && isList(value) ? this.#asColumnsOf(value, name) : value;
    }
    if (this.#members instanceof RecordValue) return this.#members.get(name);
    const member = this.#members.get(name);
    if (member === undefined) return null;
    return this.#fromData ? this.#convert(member as PayloadValue, name) : (member as Value);
  }

  /** Records of a new array get its computed columns; their own members stay what they are. */
  #asColumnsOf(list: readonly Value[], name: string): readonly Value[] {
    const lets = this.#lets?.children.get(name) ?? null;
    if (lets === null) return list;
    const container = this.structural;
    const place = this.#computedPlace ?? this.#path;
    const array = place === null ? null : joined(place, name);
    return list.map((entry, at) => {
      if (!(entry instanceof RecordValue)) return entry;
      const own = array === null ? null : `${array}[${at}]`;
      return new RecordValue(this.#run, entry, lets, container, null, false, at + 1, own);
    });
  }

  /** The nearest record of an array: this one, or the one that this object lies in. */
  get structural(): RecordValue | null {
    return this.index === null ? this.container : this;
  }

  /** Where computed members of this record are computed: it is the current record, its container is one out. */
  get scope(): RunScope {
    if (this.#scope !== null) return this.#scope;
    const outer = this.container === null ? this.#run.rootScope : this.container.scope;
    this.#scope =
      this.index === null ? outer : { ...this.#run.rootScope, record: this, index: this.index, parent: outer };
    return this.#scope;
  }

  #convert(value: PayloadValue, name: string): Value {
    // Only what holds other values knows where it stands.
    if (!(value instanceof Map) && !Array.isArray(value)) return convert(value, "", null, null, this.#run);
    const path = this.#path === "" ? name : `${this.#path}.${name}`;
    const lets = this.#lets?.children.get(name) ?? null;
    return convert(value, path, lets, this.structural, this.#run);
  }
}

function joined(place: string, name: string): string {
  return place === "" ? name : `${place}.${name}`;
}

function convert(
  value: PayloadValue,
  path: string,
  lets: LetTree | null,
  container: RecordValue | null,
  run: Run,
): Value {
  if (value === null || typeof value === "boolean" || typeof value === "string") return value;
  if (value instanceof Map) return new RecordValue(run, value as PayloadRecord, lets, container, path, true);
  if (!Array.isArray(value)) return Decimal.fromData((value as { readonly digits: string }).digits);
  return (value as readonly PayloadValue[]).map((entry, at) =>
    entry instanceof Map
      ? new RecordValue(run, entry as PayloadRecord, lets, container, `${path}[${at}]`, true, at + 1)
      : convert(entry, `${path}[${at}]`, null, container, run),
  );
}
