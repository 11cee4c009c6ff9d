// One evaluation under way: its steps, its findings, and the records it reads.
import type { Diagnostic, DiagnosticCode, SourceSpan } from "../../diagnostics/index.ts";
import type { ExpressionCode } from "../code/index.ts";
import { advice, finding } from "../names/index.ts";
import {
  Decimal,
  isList,
  type PayloadNumber,
  type PayloadRecord,
  type PayloadValue,
  type RecordView,
  type Value,
} from "../values/index.ts";
import { type ClockComplaint, Clocks } from "./clocks.ts";
import { Nights } from "./nights.ts";

/** Steps that any template may take, and more for each record of its data. */
const STEPS_BASE = 1_000_000;
const STEPS_PER_RECORD = 1_000;
/** Expressions under way inside one another, through lets; deeper ones would exhaust the stack. */
const DEPTH_MAX = 1_000;
/** The greatest number of findings that one evaluation keeps. An answer lists the first ones and counts the others. */
const FINDINGS_MAX = 10_000;

/** Where a closure runs. */
export interface RunScope {
  readonly run: Run;
  readonly record: RecordValue | null;
  /** The entry of a list whose entries are no records; left out elsewhere, so that scopes of records stay alike. */
  readonly value?: Value;
  /** Where that entry stands in the data, for findings; left out where that is not known. */
  readonly valuePlace?: () => string | null;
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

/** Learns of a condition, by its code's identity, whether it holds: that of an element or of a branch. */
export type ConditionObserver = (code: ExpressionCode, holds: boolean) => void;

export interface RunOptions {
  readonly source: { readonly path: string; readonly index: number } | null;
  readonly record: { readonly n: number; readonly total: number };
  readonly copy: { readonly label: string; readonly index: number };
  readonly observer: ConditionObserver | null;
}

/** What is told while an evaluation runs; `place` is that of the data, empty for none. */
interface Told {
  readonly code: DiagnosticCode;
  readonly span: SourceSpan;
  readonly place: string;
  readonly message: string;
  readonly why: string;
  readonly help: string;
}

export class Run {
  readonly diagnostics: Diagnostic[] = [];
  readonly options: RunOptions;
  readonly root: RecordValue;
  readonly rootScope: RunScope;
  readonly clocks = new Clocks();
  readonly nights = new Nights();
  readonly #members: PayloadRecord;
  readonly #shape: RecordShape;
  #source: RecordValue | null = null;
  #steps: number;
  readonly #told = new Set<string>();
  #exceeded = false;
  #depth = 0;

  /** @param shape that of the template's root. */
  constructor(data: PayloadValue, shape: RecordShape, options: RunOptions) {
    this.options = options;
    this.#steps = STEPS_BASE + STEPS_PER_RECORD * recordsIn(data);
    this.#members = data instanceof Map ? data : new Map();
    this.#shape = shape;
    this.root = new RecordValue(this, this.#members, shape, null, "");
    this.rootScope = { run: this, record: null, index: null, parent: null, page: null };
  }

  /** The record of the record source; null where there is none. */
  get source(): RecordValue | null {
    const { source } = this.options;
    if (source === null || this.#source !== null) return this.#source;
    // Of many documents of one payload each opens its own record, and none of the others.
    const place = { names: namesOf(source.path), path: "", shape: this.#shape, container: null };
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

  /** The same for what asks nothing further, so that there is no level to leave. */
  touch(): boolean {
    return --this.#steps >= 0 && this.#depth < DEPTH_MAX;
  }

  /** Counts work; false once the limit is reached: then everything is null. */
  spend(steps: number): boolean {
    this.#steps -= steps;
    return this.#steps >= 0;
  }

  /** Tells a finding once, and answers the null that takes the value's place. */
  fail(code: DiagnosticCode, span: SourceSpan, scope: RunScope, message: string, help: string): null {
    return this.failAt(scope.record?.path ?? "", code, span, message, help);
  }

  /** The same where the data's value is known that is to blame, or its record. */
  failAt(place: string, code: DiagnosticCode, span: SourceSpan, message: string, help: string): null {
    const text = place === "" ? message : `${message} at ${place}`;
    return this.tell({ code, span, place, message: text, why: WHY, help });
  }

  /** The same in words that name the place themselves. */
  tell({ code, span, place, message, why, help }: Told): null {
    const key = `${code}:${span[0]}:${message}`;
    if (this.#told.has(key) || this.diagnostics.length >= FINDINGS_MAX) return null;
    this.#told.add(key);
    const told = finding(code, { start: span[0], end: span[1] }, message, why, advice(help));
    this.diagnostics.push(place === "" ? told : { ...told, dataPath: place });
    return null;
  }

  /** RPT3027: a number is printed that was counted backwards over midnight; once for each `minutes` of the form. */
  tellNight(value: Value, isDuration: boolean): void {
    const night = this.nights.complaint(value, isDuration);
    const key = `RPT3027:${night?.span[0]}`;
    if (night === null || this.#told.has(key)) return;
    this.#told.add(key);
    this.tell({ code: "RPT3027", why: NIGHT_WHY, help: NIGHT_HELP, ...night });
  }

  /** RPT3026: a datetime prints by another clock than its document goes by. */
  tellClock(complaint: ClockComplaint | null, span: SourceSpan): void {
    if (complaint !== null) this.tell({ code: "RPT3026", span, why: CLOCKS_WHY, help: CLOCKS_HELP, ...complaint });
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

const WHY = "A form is drawn whole or not at all: nothing is made of data that a value can't be computed from.";

const CLOCKS_WHY = "A datetime prints as it was sent: a reader takes times of two clocks for times of one.";
const CLOCKS_HELP =
  "send all datetimes of a form with one offset, or print their offsets beside them and allow the finding";
const NIGHT_WHY = "A time of day has no day: a shift over midnight seems to end before it begins.";
const NIGHT_HELP =
  "count over midnight by (minutes(a, b) + 1440) % 1440, or send datetimes; where earlier is meant, allow the finding";

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
  // An iterator would make an object for every member of every record.
  const visit = (value: PayloadValue): void => {
    if (typeof value === "object" && value !== null && !isNumber(value)) open.push(value);
  };
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (Array.isArray(value)) {
      count += value.length;
      (value as readonly PayloadValue[]).forEach(visit);
    } else if (value instanceof Map) (value as PayloadRecord).forEach(visit);
  }
  return count;
}

function isNumber(value: PayloadValue & object): value is PayloadNumber {
  return "kind" in value;
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
  readonly shape: RecordShape;
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
  const shape = place.shape.within(name);
  if (value instanceof Map) return entryAt(value as PayloadRecord, { ...place, names, path, shape }, walk);
  if (!Array.isArray(value)) return null;
  for (const [at, entry] of (value as readonly PayloadValue[]).entries()) {
    if (names.length === 0 && walk.left-- > 0) continue;
    if (!(entry instanceof Map)) return null;
    const record = new RecordValue(walk.run, entry as PayloadRecord, shape, place.container, path, at + 1);
    if (names.length === 0) return record;
    const within = { names, path: `${path}[${at}]`, shape, container: record };
    const found = entryAt(entry as PayloadRecord, within, walk);
    if (found !== null || walk.left < 0) return found;
  }
  return null;
}

/** A name of a record's member, the same for all records of one array. */
export interface Member {
  readonly name: string;
  /** Where records keep its value once they have it. */
  readonly slot: number;
  /** What computes it; null for a member of the data. */
  readonly computed: { readonly closure: Closure; readonly many: boolean } | null;
  /** Where it stands in records, by where those stand. */
  readonly places: PlaceNames;
}

/** Names of places that are remembered: those of a long list. Others are put together each time. */
const PLACES_KEPT_MAX = 1024;

/**
 * The places of one name, by the place that each stands in. Profiles look values up by their places, document after
 * document: a text that is put together anew is hashed anew, which took longer than to find what it names.
 */
class PlaceNames {
  readonly #known = new Map<string, string>();
  readonly #name: string;

  constructor(name: string) {
    this.#name = name;
  }

  in(place: string): string {
    const known = this.#known.get(place);
    if (known !== undefined) return known;
    const own = joined(place, this.#name);
    if (this.#known.size < PLACES_KEPT_MAX) this.#known.set(place, own);
    return own;
  }
}

/**
 * What records at one place of the data have in common, in all documents of a template, so that each keeps its values
 * alone: a map of its own for every record took more time and memory than what was in it.
 */
export class RecordShape {
  readonly lets: LetTree | null;
  readonly fromData: boolean;
  readonly #members = new Map<string, Member>();
  readonly #within = new Map<string, RecordShape>();
  readonly #columns = new Map<string, RecordShape>();
  /** Where its records stand in the array that was asked about last. */
  #array: string | null = null;
  #entries: string[] = [];

  constructor(lets: LetTree | null, fromData: boolean) {
    this.lets = lets;
    this.fromData = fromData;
  }

  get size(): number {
    return this.#members.size;
  }

  member(name: string): Member {
    const known = this.#members.get(name);
    if (known !== undefined) return known;
    const computed = this.lets?.lets.get(name) ?? null;
    const member = { name, slot: this.#members.size, computed, places: new PlaceNames(name) };
    this.#members.set(name, member);
    return member;
  }

  /** Where a record stands: `place` is that of its array where it has an index. */
  entryPath(place: string | null, index: number | null): string | null {
    if (place === null || index === null) return place;
    if (this.#array !== place) {
      this.#array = place;
      this.#entries = [];
    }
    const known = this.#entries[index - 1];
    if (known !== undefined) return known;
    const path = `${place}[${index - 1}]`;
    // In their order, so that the array has no holes.
    if (index - 1 === this.#entries.length && index <= PLACES_KEPT_MAX) this.#entries.push(path);
    return path;
  }

  /** The shape of records in a member of the data. */
  within(name: string): RecordShape {
    return this.#shapeOf(this.#within, name, true);
  }

  /** The shape of a computed array's records; null where they have no computed columns. */
  columnsOf(name: string): RecordShape | null {
    return this.lets?.children.has(name) === true ? this.#shapeOf(this.#columns, name, false) : null;
  }

  #shapeOf(known: Map<string, RecordShape>, name: string, fromData: boolean): RecordShape {
    const shape = known.get(name) ?? new RecordShape(this.lets?.children.get(name) ?? null, fromData);
    known.set(name, shape);
    return shape;
  }
}

/** A record of data, or of a computed array, with its computed members; each is computed once. */
export class RecordValue implements RecordView {
  readonly kind = "record";
  readonly shape: RecordShape;
  /** The record that this one's array lies in; null for arrays of the root. */
  readonly container: RecordValue | null;
  /** 1-based number in its array. */
  readonly index: number | null;
  readonly #run: Run;
  readonly #members: PayloadRecord | ReadonlyMap<string, Value> | RecordValue;
  /** Where the record stands, or its array where it has an index. */
  readonly #place: string | null;
  /** The same of a computed array (`taxes`); null for all others. */
  readonly #computedPlace: string | null;
  /** By the slots of the shape's members; what is not known is undefined. */
  #values: (Value | undefined)[] | null = null;
  #scope: RunScope | null = null;

  constructor(
    run: Run,
    members: PayloadRecord | ReadonlyMap<string, Value> | RecordValue,
    shape: RecordShape,
    container: RecordValue | null,
    place: string | null,
    index: number | null = null,
    computedPlace: string | null = null,
  ) {
    this.shape = shape;
    this.container = container;
    this.index = index;
    this.#run = run;
    this.#members = members;
    this.#place = place;
    this.#computedPlace = computedPlace;
  }

  get path(): string | null {
    return this.#members instanceof RecordValue ? this.#members.path : this.#ownPath;
  }

  get #ownPath(): string | null {
    return this.shape.entryPath(this.#place, this.index);
  }

  /** Where its computed members stand. */
  get #computedBase(): string | null {
    return this.shape.entryPath(this.#computedPlace, this.index) ?? this.#ownPath;
  }

  /** Whether the member is computed, so that no place of the data shows it. */
  isComputed(name: string): boolean {
    const { fromData, lets } = this.shape;
    if (lets?.lets.has(name) === true) return true;
    return this.#members instanceof RecordValue ? this.#members.isComputed(name) : !fromData;
  }

  /** Where a computed member stands: `total`, `items[0].amount`, `taxes[1].tax`; null in records that have no place. */
  computedPath(name: string): string | null {
    const isOwn = this.shape.lets?.lets.has(name) === true;
    const inner = !isOwn && this.#members instanceof RecordValue ? this.#members.computedPath(name) : null;
    if (inner !== null) return inner;
    const place = this.#computedBase;
    return place === null ? null : this.shape.member(name).places.in(place);
  }

  /** Where a member of the data stands; null in records that have no place. */
  memberPath(name: string): string | null {
    const { path } = this;
    return path === null ? null : this.shape.member(name).places.in(path);
  }

  /** The names of its own members, for findings. */
  get names(): readonly string[] {
    return this.#members instanceof RecordValue ? this.#members.names : [...this.#members.keys()];
  }

  get(name: string): Value {
    return this.valueOf(this.shape.member(name));
  }

  /** The value of a member of the record's shape. */
  valueOf(member: Member): Value {
    const known = this.#values?.[member.slot];
    if (known !== undefined) return known;
    const written = this.#written(member);
    if (written !== null) return written;
    this.#values ??= new Array<Value | undefined>(this.shape.size).fill(undefined);
    this.#values[member.slot] = null;
    const value = this.#read(member);
    this.#values[member.slot] = value;
    return value;
  }

  /** A text of the data is what it is: remembering it would cost more than finding it again. Null for all else. */
  #written({ name, computed }: Member): string | null {
    if (computed !== null || !this.shape.fromData || !(this.#members instanceof Map)) return null;
    const member: unknown = this.#members.get(name);
    return typeof member === "string" ? member : null;
  }

  #read({ name, computed }: Member): Value {
    if (computed !== null) {
      const value = computed.closure(this.scope);
      return computed.many && isList(value) ? this.#asColumnsOf(value, name) : value;
    }
    if (this.#members instanceof RecordValue) return this.#members.get(name);
    const member = this.#members.get(name);
    if (member === undefined) return null;
    return this.shape.fromData ? this.#convert(member as PayloadValue, name) : (member as Value);
  }

  /** Records of a new array get its computed columns; their own members stay what they are. */
  #asColumnsOf(list: readonly Value[], name: string): readonly Value[] {
    const shape = this.shape.columnsOf(name);
    if (shape === null) return list;
    const container = this.structural;
    const place = this.#computedBase;
    const array = place === null ? null : joined(place, name);
    return list.map((entry, at) =>
      entry instanceof RecordValue ? new RecordValue(this.#run, entry, shape, container, null, at + 1, array) : entry,
    );
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
      this.index === null
        ? outer
        : { run: this.#run, record: this, index: this.index, parent: outer, page: this.#run.rootScope.page };
    return this.#scope;
  }

  #convert(value: PayloadValue, name: string): Value {
    // Only what holds other values knows where it stands.
    if (!(value instanceof Map) && !Array.isArray(value)) return plainValue(value);
    const own = this.#ownPath;
    const path = own === "" ? name : `${own}.${name}`;
    return convert(value, path, this.shape.within(name), this.structural, this.#run);
  }
}

/** Where the entry of an array stands; a place is that of a record itself where there is no index. */
function joined(place: string, name: string): string {
  return place === "" ? name : `${place}.${name}`;
}

function plainValue(value: PayloadValue): Value {
  if (value === null || typeof value === "boolean" || typeof value === "string") return value;
  return Decimal.fromData((value as PayloadNumber).digits);
}

/** `shape` is that of the records that the value is or holds. */
function convert(
  value: PayloadValue,
  path: string,
  shape: RecordShape,
  container: RecordValue | null,
  run: Run,
): Value {
  if (value instanceof Map) return new RecordValue(run, value as PayloadRecord, shape, container, path);
  if (!Array.isArray(value)) return plainValue(value);
  return (value as readonly PayloadValue[]).map((entry, at) =>
    entry instanceof Map
      ? new RecordValue(run, entry as PayloadRecord, shape, container, path, at + 1)
      : convert(entry, `${path}[${at}]`, WITHOUT_LETS, container, run),
  );
}

/** Records in arrays of arrays have no computed members. */
const WITHOUT_LETS = new RecordShape(null, true);
