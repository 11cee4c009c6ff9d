// RPT4035 of tables: columns that a list gives, whose headings do not tell which is which, and bars that nothing names.
import type { TableElement } from "../../canvas/index.ts";
import type { Scope } from "../../expression/index.ts";
import type { AxisRecord } from "../blocks/index.ts";
import {
  type Finding,
  type LayoutInput,
  type PrintedName,
  seenName,
  showTemplate,
  tellSameNames,
  tellUnnamed,
} from "../words/index.ts";
import { entriesOf } from "./listed-columns.ts";
import type { TableBuild } from "./table-cells.ts";
import { type Column, cellScope, isShown, showCell } from "./table-columns.ts";

/**
 * Columns of a list without a heading, or with that of another column. Words of the form's own name all columns of a
 * list alike: there the order tells them apart, as the author meant it.
 * @param printed the columns whose headings stand on the page
 */
export function tellHeadings(
  build: TableBuild,
  printed: readonly Column[],
  records: readonly Scope[],
): readonly Finding[] {
  return build.element.columns.flatMap(({ each, heading, span }, source) => {
    if (each === undefined || heading.every(({ kind }) => kind === "fixed")) return [];
    const own = printed.filter((one) => one.source === source).map((one) => headingOf(build, one, records));
    // Of two lists, the later one tells what both have.
    const before = printed.filter((one) => one.source !== source && (one.entry === null || one.source < source));
    const others = new Map(before.map((one) => headingOf(build, one, [])).map((one) => [seenName(one.text), one]));
    const things = { one: "column", many: "columns", word: "heading", span };
    return [
      ...tellUnnamed(own, { ...things, of: "of the list" }),
      ...tellSameNames([...others.values(), ...own], { ...things, of: "of the table" }),
    ];
  });
}

function headingOf(build: TableBuild, one: Column, records: readonly Scope[]): PrintedName {
  const { text, path } = showTemplate(one.column.heading, build.input.evaluation, one.scope, null);
  const isIdle = seenName(text) === "" && !holdsSomething(build, one, records);
  return { text, path, isStatic: false, ...(isIdle ? { isIdle } : {}) };
}

/** Whether a record has something in a column: an empty column without a heading is the place of an absent entry. */
function holdsSomething({ input, element, listed }: TableBuild, one: Column, records: readonly Scope[]): boolean {
  return records.some((record) => {
    const scope = cellScope(one, entriesOf(input, element, listed, record), record);
    if (scope === null) return false;
    return one.column.children !== undefined || seenName(showCell(input, one, scope).text) !== "";
  });
}

/**
 * Rows of a schedule with bars or marks, and without a word that names them: neither in a column nor at a bar. The head
 * of a group names its rows, and nobody looks into what stands in the block of a column.
 */
export function tellUnnamedRows(
  input: LayoutInput,
  { columns, groups = [], tiers, span }: TableElement,
  scope: Scope,
  rows: readonly { readonly record: Scope; readonly drawn: AxisRecord }[],
): readonly Finding[] {
  const named = columns.slice(0, -1).filter((column) => isShown(input, column, scope));
  const isPlain = groups.length === 0 && tiers === undefined && named.length > 0;
  if (!isPlain || named.some(({ children, each }) => children !== undefined || each !== undefined)) return [];
  const names = rows.map(({ record, drawn }): PrintedName => {
    const shown = named.map(({ content }) => showTemplate(content, input.evaluation, record, null));
    const isIdle = drawn.marks.length === 0 || drawn.marks.some((mark) => mark.label !== null);
    const text = shown.map((one) => one.text).join(" ");
    const path = shown.find((one) => one.path !== null)?.path ?? null;
    return { text, path, isStatic: shown.every((one) => one.isStatic), ...(isIdle ? { isIdle } : {}) };
  });
  return tellUnnamed(names, { one: "row", many: "rows", of: "with bars or marks", word: "name", span });
}
