// A payload → the records that a file is made of: one, or one for each entry of a list or of a record source.
import { type Canvas, LIST_DOCUMENTS_MAX } from "../../canvas/index.ts";
import {
  describeReceived,
  type NearMissList,
  type PayloadListReading,
  pathInList,
  readJson,
  readPayload,
  readPayloadList,
  type Violation,
} from "../../contract/index.ts";
import { countedEntries, type Diagnostic, type JsonPlace, refusedJson, unreadJson } from "../../diagnostics/index.ts";
import {
  countSourceRecords,
  type Evaluation,
  type EvaluationOptions,
  type PayloadValue,
  type Program,
  type Template,
} from "../../expression/index.ts";
import type { LayoutRecord, RecordPages } from "../../layout/index.ts";
import type { DataRefusal } from "./messages.ts";

/** What a payload is, once it has been judged: values that keep the contract. */
export interface RecordPlan {
  readonly kind: "records";
  /** The payload, or one for each entry of a list. */
  readonly payloads: readonly PayloadValue[];
  /** Whether the payload came as a list, whose records are named by their place in it. */
  readonly isList: boolean;
  /** How many records are drawn and counted; never zero. Copies of a record are the same record. */
  readonly count: number;
  /** Members of the data that were passed over, and probably meant for declared ones that are absent. */
  readonly nearMisses: NearMissList;
}

/** Reads and judges a payload. Without one the template's own dataset is drawn. */
export function planRecords(canvas: Canvas, payload: Uint8Array | null, isList: boolean): RecordPlan | DataRefusal {
  if (isList) return planList(canvas, payload ?? new Uint8Array());
  const bytes = payload ?? new TextEncoder().encode(canvas.dataset ?? "{}");
  const reading = readPayload(bytes, canvas.fields, { extra: canvas.document.extra });
  if (reading.malformed !== null) return unread(reading.malformed);
  // Without an object there are no paths to speak of: it is the request that is wrong, not a value in it.
  const isForeign = reading.violations.some((violation) => violation.path === "" && violation.rule === "type");
  // The words are those of the doors that judge the request's shape before the engine does.
  if (isForeign) return malformed("'data' must be an object.");
  if (reading.value === null) return { kind: "violations", violations: reading.violations };
  return planSource(canvas, reading.value, reading.nearMisses);
}

/** A template with a record source makes a record of each entry that the source names. */
function planSource(canvas: Canvas, payload: PayloadValue, nearMisses: NearMissList): RecordPlan | DataRefusal {
  const { recordSource } = canvas;
  const plan = { kind: "records", payloads: [payload], isList: false, nearMisses } as const;
  if (recordSource === undefined) return { ...plan, count: 1 };
  const path = recordSource.path.replace(/\[\]$/, "");
  const foreign = foreignAt(payload, recordSource.path.replaceAll("[]", "").split("."), "");
  if (foreign !== null) return { kind: "violations", violations: [foreign] };
  const count = countSourceRecords(payload, recordSource.path);
  if (count === 0) {
    const why = `'${path}' is empty, and the template makes one document of each of its entries`;
    return { kind: "malformed", message: `${why}. Send at least one.`, emptySource: path };
  }
  if (count <= recordSource.recordsMax) return { ...plan, count };
  const expected = `at most ${countedEntries(recordSource.recordsMax)}`;
  const violation: Violation = { path, rule: "maxItems", expected, received: String(count), example: null };
  return { kind: "violations", violations: [violation] };
}

/** What makes no record on the way to a record source: a template without declared fields judges no payload. */
function foreignAt(record: PayloadValue, [name, ...rest]: readonly string[], place: string): Violation | null {
  const value = name === undefined || !(record instanceof Map) ? undefined : record.get(name);
  if (value === undefined || value === null) return null;
  const path = place === "" ? `${name}` : `${place}.${name}`;
  if (value instanceof Map && rest.length > 0) return foreignAt(value, rest, path);
  if (!Array.isArray(value)) return ofType(path, "an array", value);
  for (const [at, entry] of (value as readonly PayloadValue[]).entries()) {
    if (!(entry instanceof Map)) return ofType(`${path}[${at}]`, "an object", entry);
    const found = foreignAt(entry, rest, `${path}[${at}]`);
    if (found !== null) return found;
  }
  return null;
}

function ofType(path: string, expected: string, value: PayloadValue): Violation {
  return { path, rule: "type", expected, received: describeReceived(value), example: null };
}

function planList(canvas: Canvas, payload: Uint8Array): RecordPlan | DataRefusal {
  if (canvas.recordSource !== undefined) {
    const source = canvas.recordSource.path.replace(/\[\]$/, "");
    const sentence = `The template makes its records of '${source}' by itself.`;
    return malformed(`${sentence} Send one payload as data instead of dataList.`);
  }
  const reading: PayloadListReading = readPayloadList(payload, canvas.fields, { extra: canvas.document.extra });
  if (reading.malformed !== null) return malformed(reading.malformed);
  if (reading.values === null) return { kind: "violations", violations: reading.violations };
  const { values: payloads, nearMisses } = reading;
  return { kind: "records", payloads, isList: true, count: payloads.length, nearMisses };
}

/** The refusal of a list of more documents than the service takes; null for any other list, whatever it holds. */
export function listExcess(data: Uint8Array | null): DataRefusal | null {
  const { value } = data === null ? { value: null } : readJson(new TextDecoder().decode(data));
  if (!Array.isArray(value) || value.length <= LIST_DOCUMENTS_MAX) return null;
  return malformed(`dataList has more than ${LIST_DOCUMENTS_MAX} entries. Send them in several requests.`);
}

function unread(place: JsonPlace): DataRefusal {
  const refusal = { kind: "malformed", message: refusedJson("The data", place) } as const;
  const { mend } = place;
  return mend === undefined ? refusal : { ...refusal, bound: { what: unreadJson("The data", place), mend } };
}

function malformed(message: string): DataRefusal {
  return { kind: "malformed", message };
}

/** Whether the file binds records together, each under a bookmark, even where it happens to be one. */
export function isCollated(canvas: Canvas, plan: RecordPlan): boolean {
  return plan.isList || canvas.recordSource !== undefined;
}

/** A record in all of its copies, ready to be laid out. */
export interface DrawnRecord {
  readonly layout: readonly LayoutRecord[];
  /** What went wrong while its values were computed, so far, with paths as the request knows them. */
  computed(): readonly Diagnostic[];
  /** The same with paths as the record's own data know them. */
  ownComputed(): readonly Diagnostic[];
}

/** Which records of a plan are drawn. */
export interface RecordRange {
  readonly from: number;
  readonly to: number;
  /** They count as the last one of this number of records; left out, each counts as what it is. */
  readonly last?: number;
}

/** Records of a plan, one after another. `name` is what a record is called that says nothing of itself. */
export function drawnRecords(
  canvas: Canvas,
  program: Program,
  plan: RecordPlan,
  name: string,
  { from, to, last }: RecordRange = { from: 0, to: plan.count },
): readonly DrawnRecord[] {
  const hasBookmarks = isCollated(canvas, plan);
  return Array.from({ length: to - from }, (_, place): DrawnRecord => {
    const index = from + place;
    const payload = plan.payloads[plan.isList ? index : 0] ?? null;
    const labels = canvas.copies ?? [""];
    const own = recordPath(canvas, plan, index);
    const inFile = (path: string | null) => placeInRecord(plan, index, own ?? "", path);
    const placeOf = own === null ? {} : { placeOf: inFile, ...(plan.isList ? {} : { ownPlaceOf: inFile }) };
    const evaluations = labels.map((label, copy) => {
      const options: EvaluationOptions = {
        record: last === undefined ? { n: index + 1, total: plan.count } : { n: last, total: last },
        copy: { label, index: copy + 1 },
        ...(canvas.recordSource === undefined ? {} : { source: { path: canvas.recordSource.path, index } }),
      };
      return program.evaluate(payload, options);
    });
    return {
      layout: evaluations.map((evaluation, copy) => {
        // A record's copies stand together under the record's one bookmark.
        const title = hasBookmarks && copy === 0 ? titleOf(canvas, evaluation, name, index) : null;
        return { evaluation, title, number: index + 1, copy: copy + 1, ...placeOf };
      }),
      computed: () =>
        evaluations.flatMap(({ diagnostics }) => diagnostics).map((one) => (plan.isList ? inList(one, index) : one)),
      ownComputed: () => evaluations.flatMap(({ diagnostics }) => diagnostics),
    };
  });
}

/** Where a record stands in the request's data: `dataList[3]`, `customers[3]`; null for one that is all of it. */
export function recordPath({ recordSource }: Canvas, { isList }: RecordPlan, index: number): string | null {
  if (isList) return pathInList(index, "");
  return recordSource === undefined ? null : `${recordSource.path.replace(/\[\]$/, "")}[${index}]`;
}

/**
 * The same by the record's place in a file, where the copies of a record are one after another. On a sheet records lie
 * side by side, and a page is nobody's.
 */
export function recordPlaces(canvas: Canvas, plan: RecordPlan): (index: number) => string | null {
  if (canvas.pages.some((page) => page.sheet !== undefined)) return () => null;
  const copies = Math.max(1, canvas.copies?.length ?? 1);
  return (index) => recordPath(canvas, plan, Math.floor(index / copies));
}

/** Paths of a list's record begin within it; those of a record source's are those of the data already. */
function placeInRecord({ isList }: RecordPlan, index: number, own: string, path: string | null): string {
  if (path === null) return own;
  return isList ? pathInList(index, path) : path;
}

/** The record's own name, else its title, else the template's name with the record's number. */
function titleOf(canvas: Canvas, evaluation: Evaluation, name: string, index: number): string {
  const template = canvas.recordSource?.name ?? canvas.document.title;
  const isComputed = template?.some((part) => part.kind === "computed") ?? false;
  const text = template == null ? "" : textOf(template, evaluation).trim();
  if (text !== "" && isComputed) return text;
  return `${text === "" ? name : text} ${index + 1}`;
}

function textOf(template: Template, evaluation: Evaluation): string {
  const parts = template.map((part) =>
    part.kind === "fixed" ? part.text : evaluation.text(part.code, evaluation.root).text,
  );
  return parts.join("").replaceAll(/\s+/g, " ");
}

function inList(diagnostic: Diagnostic, index: number): Diagnostic {
  return { ...diagnostic, dataPath: pathInList(index, diagnostic.dataPath ?? "") };
}

/**
 * What is wrong with one array of a dataset. The fields of that array alone are judged: a dataset need not hold all
 * that the canvas declares, and what is wrong elsewhere is no fault of the rows.
 */
export function rowViolations(canvas: Canvas, datasetJson: string, path: string): readonly Violation[] {
  const ofRows = canvas.fields.filter((field) => field.path === `${path}[]` || field.path.startsWith(`${path}[].`));
  const fields = ofRows.length === 0 ? canvas.fields : ofRows;
  const { extra } = canvas.document;
  const { violations } = readPayload(new TextEncoder().encode(datasetJson), fields, { extra });
  return violations.filter((violation) => violation.rule === "truncated" || isOf(path, violation.path));
}

function isOf(path: string, place: string): boolean {
  return place === path || place.startsWith(`${path}[`);
}

/** Which record a page of a file belongs to, by where each begins; `recordAt` says where it stands in the data. */
export function recordOfPage(
  records: readonly RecordPages[],
  recordAt: (index: number) => string | null,
): (page: number) => string | null {
  return (page) => {
    const at = records.findLastIndex(({ firstPage }) => firstPage <= page);
    return at < 0 ? null : recordAt(at);
  };
}
