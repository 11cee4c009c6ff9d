// Checked tables → compiled tables: columns by index, rows of cells, what is carried and summed.
import type { CheckedElement, CheckedValue, CheckedValues } from "../check/index.ts";
import { boxOf, boxValues, cellBox, cellValues, lengthOf, paintOf, wordOf } from "./boxes.ts";
import type { FootCell, TableColumn, TableElement, TableFoot, Width } from "./canvas.ts";
import {
  type Compiling,
  colorOf,
  conditionOf,
  countOf,
  flagOf,
  isTabular,
  spanOf,
  templateOf,
  wordsOf,
} from "./element-values.ts";
import { cellText, styleNameOf, type TextValues, withDefault } from "./text-styles.ts";

/** Cells of tables stand in the middle of their row unless the source says otherwise. */
function inCell(text: TextValues): TextValues {
  return withDefault(text, "valign", "middle");
}

export function compileTable(compiling: Compiling, element: CheckedElement, text: TextValues): TableElement | null {
  const over = element.args.get("array");
  if (over?.kind !== "code") return null;
  const { properties } = element;
  const cells = cellValues(compiling.resources, element);
  const fill = properties.get("fill-rows");
  const columns = element.children.filter((child) => child.definition.name === "column");
  const foot = element.children.find((child) => child.definition.name === "foot");
  const tiers = element.children.find((child) => child.definition.name === "row");
  const rowsPerPage = rowsPerPageOf(properties);
  const empty = properties.get("empty");
  return {
    kind: "table",
    box: boxOf(properties, colorOf(text)),
    span: spanOf(element),
    over: over.checked.code,
    header: (wordOf(properties, "header") ?? "repeat") as TableElement["header"],
    split: (wordOf(properties, "split") ?? "row") as TableElement["split"],
    rowHeightMinEmu: lengthOf(properties, "row-h"),
    rowsMin: countOf(properties, "min-rows") ?? 0,
    rowsPerPage: rowsPerPage.rest,
    fillRows: fill?.kind === "flag" && fill.value,
    zebra: paintOf(properties, "zebra"),
    empty: empty?.kind === "template" ? empty.template : null,
    columns: columns.map((column) => compileColumn(compiling, column, text, cells)),
    foot: foot === undefined ? null : compileFoot(compiling, foot, text, cells, columns.map(idOf)),
    ...(rowsPerPage.first === null ? {} : { rowsOnFirstPage: rowsPerPage.first }),
    ...(tiers === undefined ? {} : { tiers: compileRows(compiling, tiers, text, cells, columns.map(idOf)) }),
    ...tableExtras(element),
  };
}

/** `22`, or `[18, 22]` where the first page holds another number of rows. */
function rowsPerPageOf(values: CheckedValues): { readonly first: number | null; readonly rest: number | null } {
  const value = values.get("rows-per-page");
  if (value?.kind !== "numbers") return { first: null, rest: countOf(values, "rows-per-page") };
  const [first, rest] = value.thousandths.map((each) => Math.round(each / 1000));
  return rest === undefined ? { first: null, rest: first ?? null } : { first: first ?? null, rest };
}

/** What only some tables say; absent where it is not said, so that other tables keep their compiled form. */
function tableExtras(element: CheckedElement): Partial<TableElement> {
  const { properties } = element;
  const blank = wordsOf(properties.get("blank"));
  const rowFill = paintOf(properties, "row-fill");
  const rowColor = paintOf(properties, "row-color");
  return {
    ...(blank === null ? {} : { blank }),
    ...(flagOf(properties, "strike") === true ? { strike: true } : {}),
    ...(rowFill === null ? {} : { rowFill }),
    ...(rowColor === null ? {} : { rowColor }),
  };
}

function idOf(column: CheckedElement): string {
  return wordOf(column.args, "id") ?? "";
}

function compileColumn(
  compiling: Compiling,
  column: CheckedElement,
  table: TextValues,
  cells: CheckedValues,
): TableColumn {
  const { resources, styles } = compiling;
  const text = inCell(cellText(resources, table, column, null));
  const head = new Map<string, CheckedValue>([...inCell(table), ["align", { kind: "word", text: "center" }]]);
  const width = column.properties.get("w");
  const when = conditionOf(column);
  const share: Width = { kind: "share", thousandths: 1000 };
  return {
    id: idOf(column),
    heading: templateOf(column.args, "heading"),
    content: templateOf(column.args, "cell"),
    width: width?.kind === "width" ? width.width : share,
    cell: cellBox(boxValues(resources, column, cells), colorOf(text)),
    headStyle: styles.index(head, false),
    bodyStyle: styles.index(text, isTabular(column.args.get("cell"), column)),
    role: wordOf(column.properties, "role"),
    span: spanOf(column),
    ...(wordOf(column.properties, "merge") === "same" ? { merge: true } : {}),
    ...(when === null ? {} : { when }),
  };
}

function compileFoot(
  compiling: Compiling,
  foot: CheckedElement,
  table: TextValues,
  cells: CheckedValues,
  ids: readonly string[],
): TableFoot {
  return {
    on: (wordOf(foot.properties, "on") ?? "last") as TableFoot["on"],
    keep: (wordOf(foot.properties, "keep") ?? "none") as TableFoot["keep"],
    rows: compileRows(compiling, foot, table, cells, ids),
    span: spanOf(foot),
  };
}

/** The cells of a foot or of a record's tiers, row by row. */
function compileRows(
  compiling: Compiling,
  element: CheckedElement,
  table: TextValues,
  cells: CheckedValues,
  ids: readonly string[],
): readonly (readonly FootCell[])[] {
  const text = cellText(compiling.resources, table, element, styleNameOf(element));
  const rows: FootCell[][] = [[]];
  for (const child of element.children) {
    if (child.definition.name === "newrow") rows.push([]);
    else rows.at(-1)?.push(compileCell(compiling, child, text, cells, ids));
  }
  return rows.filter((row) => row.length > 0);
}

function compileCell(
  compiling: Compiling,
  cell: CheckedElement,
  foot: TextValues,
  cells: CheckedValues,
  ids: readonly string[],
): FootCell {
  const text = inCell(cellText(compiling.resources, foot, cell, null));
  const range = cell.properties.get("col");
  const from = range?.kind === "columns" ? ids.indexOf(range.from) : 0;
  const to = range?.kind === "columns" ? ids.indexOf(range.to) : 0;
  return {
    content: templateOf(cell.args, "content"),
    fromColumn: Math.max(0, from),
    toColumn: Math.max(0, to),
    cell: cellBox(boxValues(compiling.resources, cell, cells), colorOf(text)),
    style: compiling.styles.index(text, isTabular(cell.args.get("content"), cell)),
    role: wordOf(cell.properties, "role"),
    span: spanOf(cell),
  };
}
