// Columns that a list inside of each record gives: one for each heading that some record shows. A record's entry stands
// under its own heading, wherever in its list it comes: by its number it stood under the heading of another record.
import type { TableColumn, TableElement } from "../../canvas/index.ts";
import type { Scope, Template } from "../../expression/index.ts";
import { type LayoutInput, plainText } from "../words/index.ts";
import { beforeAlike, behindLesser } from "./numbered-headings.ts";

/** Where a record's entry stands: the column by its heading, and by how many of the record's entries share that one. */
type Places = ReadonlyMap<string, number>;

/** The columns of one declared column that a list gives. */
export interface ListedColumns {
  /** In the order in which they are shown: the entry that each heading is evaluated for. */
  readonly entries: readonly Scope[];
  /** Null where every record's entries stand in the order of the columns: no heading is evaluated for its rows. */
  readonly places: Places | null;
  /** How many further headings there are than a table takes. */
  readonly left: number;
}

/** No paper holds more. Data whose headings all differ would make as many columns as they have entries. */
const COLUMNS_MAX = 400;

/**
 * The longest list comes first; what other records have besides stands where it is in their lists, and where these
 * leave that open, by its number among headings that differ in their numbers alone (7月 behind 6月). An entry that has
 * the heading of another one of its record has a column of its own, as often as one record shows it.
 */
export function listedColumns(
  { evaluation }: LayoutInput,
  { each, heading }: TableColumn & Required<Pick<TableColumn, "each">>,
  records: readonly Scope[],
): ListedColumns {
  const lists = records.map((record) => evaluation.records(each, record));
  const longest = lists.reduce((long, list) => (list.length > long.length ? list : long), NO_ENTRIES);
  if (isFixed(heading)) return { entries: longest, places: null, left: 0 };
  const textOf = (entry: Scope): string => plainText(heading, evaluation, entry);
  const keys = keysOf(longest, textOf);
  const order = [...keys];
  const entries = new Map(keys.map((key, at) => [key, longest[at]] as const));
  const max = Math.max(COLUMNS_MAX, longest.length);
  const left = new Set<string>();
  const after: Following = new Map();
  let isInOrder = true;
  for (const list of lists) {
    const own = keysOf(list, textOf);
    for (const [index, key] of own.entries()) follow(after, own[index - 1], key);
    const known = own.find((key) => entries.has(key));
    // A new heading stands before the known one that follows it. If the list shares none, its number decides among
    // headings that differ in their numbers alone, and all others stand at the end.
    let at = known === undefined ? null : order.indexOf(known) - 1;
    own.forEach((key, index) => {
      isInOrder &&= order[index] === key;
      if (at !== null && order[at + 1] === key) at += 1;
      else if (entries.has(key)) at = order.indexOf(key);
      else if (order.length === max) left.add(key);
      else {
        at = behindLesser(order, at ?? beforeAlike(order, key), key) + 1;
        order.splice(at, 0, key);
        entries.set(key, list[index]);
      }
    });
  }
  const shown = isInOrder ? order : inOrderOfLists(order, after);
  return {
    entries: shown.flatMap((key) => entries.get(key) ?? []),
    places: isInOrder ? null : new Map(shown.map((key, at) => [key, at])),
    left: left.size,
  };
}

/** The headings that stand directly behind a heading in some list. */
type Following = Map<string, Set<string>>;

function follow(after: Following, before: string | undefined, key: string): void {
  if (before === undefined) return;
  const known = after.get(before);
  if (known === undefined) after.set(before, new Set([key]));
  else known.add(key);
}

/**
 * An order that all lists agree with, where there is one. Headings that no list compares stay as they are, and so do
 * those that lists put in contrary orders.
 */
function inOrderOfLists(order: readonly string[], after: Following): readonly string[] {
  const waits = new Map(order.map((key) => [key, 0]));
  const count = (key: string, change: number): void => {
    for (const next of after.get(key) ?? []) {
      const before = waits.get(next);
      if (before !== undefined) waits.set(next, before + change);
    }
  };
  for (const key of order) count(key, 1);
  const left = [...order];
  const sorted: string[] = [];
  while (left.length > 0) {
    const free = left.findIndex((key) => waits.get(key) === 0);
    for (const key of left.splice(Math.max(0, free), 1)) {
      sorted.push(key);
      count(key, -1);
    }
  }
  return sorted;
}

const NO_ENTRIES: readonly Scope[] = [];

/** Whether all columns have one heading, so that none of them is false. */
function isFixed(heading: Template): boolean {
  return heading.every(({ kind }) => kind === "fixed");
}

/** A record's entries by heading, and by which of its entries of that heading they are. */
function keysOf(list: readonly Scope[], textOf: (entry: Scope) => string): readonly string[] {
  const seen = new Map<string, number>();
  return list.map((entry) => {
    const text = textOf(entry);
    const before = seen.get(text) ?? 0;
    seen.set(text, before + 1);
    return `${before} ${text}`;
  });
}

/** The columns that lists give, by the declared column. */
export type Listed = ReadonlyMap<number, ListedColumns>;

/** The entries of a record by the declared column whose list they are of, each at its column: opened once for all. */
export type Entries = ReadonlyMap<number, readonly (Scope | undefined)[]>;

const NONE: Entries = new Map();

export function entriesOf(input: LayoutInput, element: TableElement, listed: Listed, record: Scope): Entries {
  if (listed.size === 0) return NONE;
  const entries = new Map<number, readonly (Scope | undefined)[]>();
  for (const [source, { places }] of listed) {
    const column = element.columns[source];
    if (column?.each === undefined) continue;
    const list = input.evaluation.records(column.each, record);
    entries.set(source, places === null ? list : placed(input, column.heading, list, places));
  }
  return entries;
}

function placed(
  { evaluation }: LayoutInput,
  heading: Template,
  list: readonly Scope[],
  places: Places,
): readonly (Scope | undefined)[] {
  const row: (Scope | undefined)[] = [];
  keysOf(list, (entry) => plainText(heading, evaluation, entry)).forEach((key, at) => {
    const place = places.get(key);
    if (place !== undefined) row[place] = list[at];
  });
  return row;
}
