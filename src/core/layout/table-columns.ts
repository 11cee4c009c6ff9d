// A table's columns: those whose condition holds, one for each entry of a list where they come from data, with widths.
import type { Emu, TableColumn, TableElement } from "../canvas/index.ts";
import type { Scope } from "../expression/index.ts";
import { type Frame, hasFixedPaints, resolveFrame } from "./frames.ts";
import { type LayoutInput, resolveColor } from "./layout-input.ts";
import { fillsItsRoom, naturalWidth } from "./natural-width.ts";
import { type ShownText, showTemplate } from "./shown-text.ts";
import { ONE_SHARE } from "./side-by-side.ts";
import { naturalTextWidth, prepareSetter, type TextSetter } from "./text-box.ts";
import { resolveWidths } from "./widths.ts";

/** A column as it stands in the table, before its width is known. */
interface ChosenColumn {
  readonly column: TableColumn;
  /** Index among the declared columns. */
  readonly source: number;
  /** Which entry of its list the column shows; null where it has none. */
  readonly entry: number | null;
  /** Where its heading is evaluated. */
  readonly scope: Scope;
}

/** What of a column is the same in every row. */
export interface Column extends ChosenColumn {
  readonly index: number;
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
}

export function buildColumns(
  input: LayoutInput,
  element: TableElement,
  scope: Scope,
  records: readonly Scope[],
  innerEmu: Emu,
): TableColumns {
  const chosen = element.columns.flatMap((column, source) => chooseColumns(input, column, source, scope, records));
  const autoTexts = chosen.map((one) =>
    one.column.width.kind === "auto"
      ? records.map((record) => {
          const entries = one.entry === null ? NO_ENTRIES : entriesOf(input, element, record);
          return showCell(input, one, cellScope(one, entries, record));
        })
      : null,
  );
  const { widths, excessEmu } = resolveWidths(
    chosen.map(({ column }) => wantedBy(column)),
    innerEmu,
    (index) => autoWidth(input, element, chosen[index], autoTexts[index] ?? [], records),
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
      setter: prepareSetter(input, bodyStyle, { widthEmu, heightEmu: null, inCell: true }),
      frame: fixed ? resolveFrame(cell, (paint) => resolveColor(input, paint, scope)) : null,
    };
  });
  return { columns, edgesEmu, excessEmu, autoTexts };
}

/** A column is as wide as what its cells hold, unless that is as wide as it is let. */
function wantedBy({ width, children = [] }: TableColumn): TableColumn["width"] {
  return width.kind === "auto" && children.some(fillsItsRoom) ? ONE_SHARE : width;
}

/** The record with the most entries decides how many columns a list gives, and their headings. */
function chooseColumns(
  input: LayoutInput,
  column: TableColumn,
  source: number,
  scope: Scope,
  records: readonly Scope[],
): readonly ChosenColumn[] {
  const { evaluation } = input;
  if (!evaluation.condition(column.when ?? null, scope)) return [];
  if (column.each === undefined) return [{ column, source, entry: null, scope }];
  let longest: readonly Scope[] = [];
  for (const record of records) {
    const entries = evaluation.records(column.each, record);
    if (entries.length > longest.length) longest = entries;
  }
  return longest.map((entry, at) => ({ column, source, entry: at, scope: entry }));
}

const NOTHING_SHOWN: ShownText = { text: "", sources: [], isStatic: false, path: null };

/** The entries of a record by the declared column whose list they are of: opened once for all columns of the list. */
export type Entries = ReadonlyMap<number, readonly Scope[]>;

const NO_ENTRIES: Entries = new Map();

export function entriesOf(input: LayoutInput, element: TableElement, record: Scope): Entries {
  let entries: Map<number, readonly Scope[]> | null = null;
  const { columns } = element;
  for (let source = 0; source < columns.length; source += 1) {
    const each = columns[source]?.each;
    if (each === undefined) continue;
    entries ??= new Map();
    entries.set(source, input.evaluation.records(each, record));
  }
  return entries ?? NO_ENTRIES;
}

/** Where a column's cell is evaluated; null where the record's list is shorter. */
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
export function shownRange(columns: readonly Column[], from: number, to: number): readonly [number, number] | null {
  let first = -1;
  let last = -1;
  for (const { source, index } of columns) {
    if (source < from || source > to) continue;
    if (first === -1) first = index;
    last = index;
  }
  return first === -1 ? null : [first, last];
}
