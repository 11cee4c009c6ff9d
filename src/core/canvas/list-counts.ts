// Lists of a template, whose number of entries a check varies: none, one, and as many as begin another page.
import type { Canvas } from "./canvas.ts";
import { RECORDS_MAX_DEFAULT } from "./compile-documents.ts";
import { contractShape, filledArray, type ShapeNode } from "./contract-shape.ts";
import { examplePayload } from "./example-payload.ts";
import { columnLists, markedLists, reads, repeatedLists } from "./worst-reads.ts";

/** A list of the payload. */
export interface CountedList {
  readonly path: string;
  /** Its entries are records, not values. */
  readonly hasRecords: boolean;
  /** The fewest and the most entries that the template takes; null for no bound. */
  readonly least: number;
  readonly most: number | null;
  /** How many the examples have; of a list in another list the longest one's; null where they have none. */
  readonly usual: number | null;
  /** It stands in the records of another list, and may have another number in each. */
  readonly isNested: boolean;
  /** A table has a column for each of its entries. */
  readonly hasColumns: boolean;
  /** An element shows each of its entries by itself. */
  readonly isRepeated: boolean;
  /** A time axis shows each of its entries at a time that they say. */
  readonly isOnAxis: boolean;
}

/** The number of entries that the template takes which is nearest to the one that is asked for. */
export function takenCount({ least, most }: Pick<CountedList, "least" | "most">, count: number): number {
  return Math.max(least, Math.min(count, most ?? count));
}

/** All lists but the one that makes a document of each of its entries. */
export function countedLists(canvas: Canvas): readonly CountedList[] {
  const payload: unknown = JSON.parse(canvas.dataset ?? examplePayload(canvas));
  const lists: CountedList[] = [];
  const ofColumns = columnLists(canvas);
  const repeated = repeatedLists(canvas);
  const onAxis = markedLists(canvas);
  const walk = (members: ReadonlyMap<string, ShapeNode>, values: readonly unknown[], isInList: boolean): void => {
    for (const node of members.values()) {
      const own = values.map((value) => memberOf(value, node.name));
      const arrays = own.filter((one): one is readonly unknown[] => Array.isArray(one));
      const place = {
        isNested: isInList,
        hasColumns: reads(ofColumns, node.path),
        isRepeated: reads(repeated, node.path),
        isOnAxis: reads(onAxis, node.path),
      };
      if (node.many) lists.push(...listOf(canvas, node, arrays, place));
      walk(node.members, node.many ? arrays.flat() : own, isInList || node.many);
    }
  };
  walk(contractShape(canvas.fields), [payload], false);
  return lists;
}

/** Documents that one request may ask for (`entries_max` in proto/platen/v1/render.proto). */
export const LIST_DOCUMENTS_MAX = 100;

/** The list whose last entry is the last record, and its number. */
interface LastRecord {
  readonly path: string;
  readonly count: number;
  /** The form says the number itself, or it holds for every form. */
  readonly isDeclared: boolean;
}

/** The most records that a file holds, of a form that shows the number of its record; null of any other form. */
export function lastRecord({ fields, recordSource, pages, textStyles, lets }: Canvas): LastRecord | null {
  if (!JSON.stringify([pages, textStyles, lets]).includes('"name":"record.')) return null;
  if (recordSource === undefined) return { path: "dataList[]", count: LIST_DOCUMENTS_MAX, isDeclared: true };
  const { path, recordsMax } = recordSource;
  const entriesMax = fields.find((field) => field.path === path)?.max ?? null;
  if (entriesMax !== null) return { path, count: Math.min(recordsMax, Number(entriesMax)), isDeclared: true };
  return { path, count: recordsMax, isDeclared: recordsMax !== RECORDS_MAX_DEFAULT };
}

/** How many labels of the first page's size stand on a sheet; 1 where each page is its own. */
export function placesOnSheet({ pages: [first] }: Canvas): number {
  return first?.sheet === undefined ? 1 : first.sheet.columns * first.sheet.rows;
}

function listOf(
  canvas: Canvas,
  { field, path }: ShapeNode,
  arrays: readonly (readonly unknown[])[],
  place: Pick<CountedList, "isNested" | "hasColumns" | "isRepeated" | "isOnAxis">,
): readonly CountedList[] {
  if (canvas.recordSource?.path === path) return [];
  const list = {
    path,
    hasRecords: field === null || field.type.kind === "array",
    // Of a plain list, min and max bound its entries too (its schema has them as minItems and maxItems).
    least: Math.max(Number(field?.min ?? 0), path === filledArray(canvas) ? 1 : 0),
    most: field?.max == null ? null : Number(field.max),
    usual: arrays.length === 0 ? null : Math.max(...arrays.map(({ length }) => length)),
  };
  return [{ ...list, ...place }];
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}
