// A table's columns: those whose condition holds, one for each entry of a list where they come from data, with widths.
import type { Emu, TableCarry, TableColumn, TableElement } from "../../canvas/index.ts";
import type { Scope } from "../../expression/index.ts";
import { fillsItsRoom, naturalWidth, ONE_SHARE } from "../elements/index.ts";
import { type Frame, hasFixedPaints, resolveFrame, resolveWidths } from "../page/index.ts";
import {
  type LayoutInput,
  naturalTextWidth,
  paddedBy,
  paintsOf,
  prepareSetter,
  type ShownText,
  showTemplate,
  type TextSetter,
} from "../words/index.ts";
import { type Entries, entriesOf, type Listed, type ListedColumns, listedColumns } from "./listed-columns.ts";

/** A column as it stands in the table, before its width is known. */
interface ChosenColumn {
  readonly column: TableColumn;
  /** Index among the declared columns. */
  readonly source: number;
  /** Which of the columns that its list gives it is; null where no list gives it. */
  readonly entry: number | null;
  /** Where its heading is evaluated. */
  readonly scope: Scope;
}

/** Which declared column stands where among those that are shown. */
export interface ShownColumn {
  readonly source: number;
  readonly index: number;
}

/** What of a column is the same in every row. */
export interface Column extends ChosenColumn, ShownColumn {
  /** Sets the column's texts between its paddings. */
  readonly setter: TextSetter;
  /** Null where the row's data decides the paints. */
  readonly frame: Frame | null;
}

export interface TableColumns {
  readonly columns: readonly Column[];
  readonly edgesEmu: readonly Emu[];
  /** What the fixed widths need beyond the table. */
  readonly excessEmu: Emu;
  /** Texts of `auto` columns by column and record, evaluated once: first for their width, then for their cells. */
  readonly autoTexts: readonly (readonly ShownText[] | null)[];
  readonly listed: Listed;
}

/** The table whose columns are built, and its records. */
export interface ColumnsFor {
  readonly input: LayoutInput;
  readonly element: TableElement;
  readonly scope: Scope;
  readonly records: readonly Scope[];
}

const NONE_LISTED: Listed = new Map();

/**
 * The columns of a table in `innerEmu`.
 * @param widthsOf the widest cell of each column in the rows that are no records, asked where a column is `auto`.
 */
export function buildColumns(
  { input, element, scope, records }: ColumnsFor,
  innerEmu: Emu,
  widthsOf: (columns: readonly ShownColumn[]) => readonly Emu[],
): TableColumns {
  const listed = listedIn(input, element, scope, records);
  const chosen = element.columns.flatMap((column, source) => chooseColumns(input, column, source, scope, listed));
  const autoTexts = chosen.map((one) =>
    one.column.width.kind === "auto"
      ? records.map((record) => {
          const entries = entriesOf(input, element, one.entry === null ? NONE_LISTED : listed, record);
          return showCell(input, one, cellScope(one, entries, record));
        })
      : null,
  );
  const written = autoTexts.some((texts) => texts !== null)
    ? widthsOf(chosen.map(({ source }, index) => ({ source, index })))
    : [];
  const { widths, excessEmu } = resolveWidths(
    chosen.map(({ column }) => wantedBy(column)),
    innerEmu,
    (index) => Math.max(written[index] ?? 0, autoWidth(input, element, chosen[index], autoTexts[index] ?? [], records)),
  );
  const edgesEmu = [0];
  for (const width of widths) edgesEmu.push((edgesEmu.at(-1) ?? 0) + width);
  const columns = chosen.map((one, index): Column => {
    const { cell, bodyStyle } = one.column;
    const widthEmu = Math.max(0, (widths[index] ?? 0) - cell.padding[1] - cell.padding[3]);
    const fixed = hasFixedPaints(cell);
    return {
      ...one,
      index,
      setter: prepareSetter(input, bodyStyle, {
        ...{ widthEmu, heightEmu: null, inCell: true, column: "w" },
        ...paddedBy(cell.padding, widths[index] ?? 0),
      }),
      frame: fixed ? resolveFrame(cell, paintsOf(input, scope)) : null,
    };
  });
  return { columns, edgesEmu, excessEmu, autoTexts, listed };
}

/** A column is as wide as what its cells hold, unless that is as wide as it is let. */
function wantedBy({ width, children = [] }: TableColumn): TableColumn["width"] {
  return width.kind === "auto" && children.some(fillsItsRoom) ? ONE_SHARE : width;
}

/** Those whose condition holds; one for each heading where a list gives them. */
function chooseColumns(
  input: LayoutInput,
  column: TableColumn,
  source: number,
  scope: Scope,
  listed: Listed,
): readonly ChosenColumn[] {
  const columns = listed.get(source);
  if (columns !== undefined) return columns.entries.map((entry, at) => ({ column, source, entry: at, scope: entry }));
  return isShown(input, column, scope) ? [{ column, source, entry: null, scope }] : [];
}

/** Whether the condition of a column holds. */
export function isShown({ evaluation }: LayoutInput, column: TableColumn, scope: Scope): boolean {
  return evaluation.condition(column.when ?? null, scope);
}

/** The columns that lists give, where they are shown. */
function listedIn(input: LayoutInput, { columns }: TableElement, scope: Scope, records: readonly Scope[]): Listed {
  const listed = new Map<number, ListedColumns>();
  columns.forEach((column, source) => {
    const { each } = column;
    if (each === undefined || !isShown(input, column, scope)) return;
    listed.set(source, listedColumns(input, { ...column, each }, records));
  });
  return listed;
}

const NOTHING_SHOWN: ShownText = { text: "", sources: [], isStatic: false, path: null };

/** Where a column's cell is evaluated; null where no entry of the record's list has the column's heading. */
export function cellScope({ entry, source }: ChosenColumn, entries: Entries, record: Scope): Scope | null {
  return entry === null ? record : (entries.get(source)?.[entry] ?? null);
}

/** What the column shows; nothing where there is nowhere to evaluate it. */
export function showCell(input: LayoutInput, { column }: ChosenColumn, scope: Scope | null): ShownText {
  return scope === null ? NOTHING_SHOWN : showTemplate(column.content, input.evaluation, scope, column.role);
}

function autoWidth(
  input: LayoutInput,
  element: TableElement,
  chosen: ChosenColumn | undefined,
  texts: readonly ShownText[],
  records: readonly Scope[],
): Emu {
  if (chosen === undefined) return 0;
  const { column } = chosen;
  const heading = showTemplate(column.heading, input.evaluation, chosen.scope, null).text;
  const hasHeading = element.header !== "none" && element.head === undefined;
  let width = hasHeading ? naturalTextWidth(input, heading, column.headStyle, true) : 0;
  for (const shown of texts) width = Math.max(width, naturalTextWidth(input, shown.text, column.bodyStyle, true));
  for (const record of column.children === undefined ? [] : records) {
    for (const child of column.children ?? []) width = Math.max(width, naturalWidth(input, child, record));
  }
  return width + column.cell.padding[1] + column.cell.padding[3];
}

/** Where declared columns `from` to `to` stand; null where none of them is shown. */
export function shownRange(
  columns: readonly ShownColumn[],
  from: number,
  to: number,
): readonly [number, number] | null {
  let first = -1;
  let last = -1;
  for (const { source, index } of columns) {
    if (source < from || source > to) continue;
    if (first === -1) first = index;
    last = index;
  }
  return first === -1 ? null : [first, last];
}

/** Where the sum of a carry stands, and its words; null without room for words beside it. */
export interface CarryPlace {
  readonly sum: readonly [number, number];
  readonly words: readonly [number, number] | null;
}

/** Null where no column of the sum is shown. The words stand left of the sum, else at its right. */
export function carryPlace(columns: readonly ShownColumn[], { into, toColumn = into }: TableCarry): CarryPlace | null {
  const sum = shownRange(columns, into, toColumn);
  if (sum === null) return null;
  const [first, last] = sum;
  if (first > 0) return { sum, words: [0, first - 1] };
  return { sum, words: last < columns.length - 1 ? [last + 1, columns.length - 1] : null };
}
