// Checked tables → compiled tables: columns by index, and what the table as a whole says.
import type { CheckedElement, CheckedValue, CheckedValues } from "../check/index.ts";
import { boxOf, boxValues, CELL_KEYS, cellBox, cellValues, lengthOf, paintOf, wordOf } from "./boxes.ts";
import type { CanvasElement, TableColumn, TableElement } from "./canvas-elements.ts";
import type { Width } from "./canvas-styles.ts";
import { compileAxis } from "./compile-gantt.ts";
import {
  compileCarry,
  compileFoot,
  compileGroups,
  compilePageFoot,
  compileRows,
  inCell,
  type RowPlace,
} from "./compile-table-rows.ts";
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
import { cellText, horizontal, styleProperties, type TextValues, withStyleText } from "./text-styles.ts";

/** Compiles what a cell holds, in the text of its column. */
export type CompileCell = (column: CheckedElement, text: TextValues) => readonly CanvasElement[];

export function compileTable(
  compiling: Compiling,
  element: CheckedElement,
  text: TextValues,
  compileCell: CompileCell,
): TableElement | null {
  const over = element.args.get("array");
  if (over?.kind !== "code") return null;
  const { properties } = element;
  const cells = cellValues(compiling.resources, element);
  const fill = properties.get("fill-rows");
  const columns = element.children.filter((child) => child.definition.name === "column");
  const rowsPerPage = rowsPerPageOf(properties);
  const empty = properties.get("empty");
  const axis = compileAxis(compiling, element, text, {
    cell: cellBox(cells, colorOf(text)),
    headCell: cellBox(headingCells(compiling.resources, element, cells), colorOf(text)),
    headText: headingText(compiling, text, element),
  });
  const ids = [...columns.map(idOf), ...(axis === null ? [] : [axis.column.id])];
  const place: RowPlace = { compiling, text, cells, ids };
  const foot = childNamed(element, "foot");
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
    columns: [
      ...columns.map((column) => compileColumn(compiling, column, text, cells, element, compileCell)),
      ...(axis === null ? [] : [axis.column]),
    ],
    foot: foot === undefined ? null : compileFoot(place, foot),
    ...(rowsPerPage.first === null ? {} : { rowsOnFirstPage: rowsPerPage.first }),
    ...(axis === null ? {} : { axis: axis.axis }),
    ...tableExtras(element),
    ...tableParts(place, element, columns, over.checked.code),
  };
}

function childNamed(element: CheckedElement, name: string): CheckedElement | undefined {
  return element.children.find((child) => child.definition.name === name);
}

/** Parts that only some tables have; absent where they are not written. */
function tableParts(
  place: RowPlace,
  element: CheckedElement,
  columns: readonly CheckedElement[],
  over: TableElement["over"],
): Partial<TableElement> {
  const [head, tiers, pageFoot, carry] = ["head", "row", "pagefoot", "carry"].map((name) => childNamed(element, name));
  const groups = compileGroups(place, element, over);
  const carried = carry === undefined ? null : compileCarry(place, carry, columns);
  return {
    ...(tiers === undefined ? {} : { tiers: compileRows(place, tiers) }),
    ...(head === undefined ? {} : { head: compileRows(headPlace(place, element), head) }),
    ...(groups.length === 0 ? {} : { groups }),
    ...(carried === null ? {} : { carry: carried }),
    ...(pageFoot === undefined ? {} : { pageFoot: compilePageFoot(place, pageFoot) }),
  };
}

/** Cells of a head look like headings unless they say otherwise. */
function headPlace(place: RowPlace, table: CheckedElement): RowPlace {
  const { resources } = place.compiling;
  const text = headingText(place.compiling, place.text, table);
  return { ...place, text, cells: headingCells(resources, table, place.cells) };
}

/** Headings are centred and level; `head-style` says more. */
function headingText({ resources }: Compiling, table: TextValues, element: CheckedElement): TextValues {
  const heading = new Map<string, CheckedValue>([
    ...horizontal(inCell(table)),
    ["align", { kind: "word", text: "center" }],
  ]);
  const named = wordOf(element.properties, "head-style");
  return withStyleText(heading, resources, named);
}

function headingCells(resources: Compiling["resources"], element: CheckedElement, cells: CheckedValues): CheckedValues {
  const values = new Map(cells);
  const named = wordOf(element.properties, "head-style");
  for (const [key, value] of styleProperties(resources, named)) if (CELL_KEYS.has(key)) values.set(key, value);
  const fill = element.properties.get("head-fill");
  return fill === undefined ? values : values.set("fill", fill);
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
  element: CheckedElement,
  compileCell: CompileCell,
): TableColumn {
  const { resources, styles } = compiling;
  const text = inCell(cellText(resources, table, column, null));
  const width = column.properties.get("w");
  const when = conditionOf(column);
  const share: Width = { kind: "share", thousandths: 1000 };
  const each = column.args.get("array");
  const own = boxValues(resources, column, cells);
  const decorated = element.properties.has("head-fill") || element.properties.has("head-style");
  return {
    id: idOf(column),
    heading: templateOf(column.args, "heading"),
    content: templateOf(column.args, "cell"),
    width: width?.kind === "width" ? width.width : share,
    cell: cellBox(own, colorOf(text)),
    headStyle: styles.index(headingText(compiling, table, element), false),
    bodyStyle: styles.index(text, isTabular(column.args.get("cell"), column)),
    role: wordOf(column.properties, "role"),
    span: spanOf(column),
    ...(decorated ? { headCell: cellBox(headingCells(resources, element, own), colorOf(text)) } : {}),
    ...(wordOf(column.properties, "merge") === "same" ? { merge: true } : {}),
    ...(when === null ? {} : { when }),
    ...(each?.kind === "code" ? { each: each.checked.code } : {}),
    ...(column.children.length === 0 ? {} : { children: compileCell(column, text) }),
  };
}
