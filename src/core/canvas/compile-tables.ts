// Checked tables → compiled tables: columns by index, and what the table as a whole says.
import type { CheckedElement, CheckedValue, CheckedValues } from "../check/index.ts";
import { valueWritten } from "../expression/index.ts";
import type { PropertyName } from "../schema/index.ts";
import { boxOf, boxValues, CELL_KEYS, cellBox, cellValues, lengthOf, paintOf, wordOf } from "./boxes.ts";
import type { CanvasElement, TableColumn, TableElement } from "./canvas-elements.ts";
import type { Width } from "./canvas-styles.ts";
import { aroundDrawn } from "./clear-of-border.ts";
import { type AxisParts, compileAxis } from "./compile-gantt.ts";
import {
  compileCarry,
  compileFoot,
  compileGroups,
  compilePageFoot,
  compileRows,
  inCell,
  type RowPlace,
  saysColor,
  textOfColumns,
} from "./compile-table-rows.ts";
import {
  type Compiling,
  choiceOf,
  colorOf,
  conditionOf,
  countOf,
  flagOf,
  isTabular,
  readChildren,
  spanOf,
  templateOf,
  wordsOf,
} from "./element-values.ts";
import { movedPaints, outsideOf } from "./moved-paints.ts";
import { cellText, horizontal, styleNameOf, styleProperties, type TextValues, withStyleText } from "./text-styles.ts";

type Tabular = CheckedElement<"table" | "gantt">;
type Column = CheckedElement<"column", "table" | "gantt">;

/** Compiles what a cell holds, in the text of its column. */
export type CompileCell = (column: Column, text: TextValues) => readonly CanvasElement[];

export function compileTable(
  compiling: Compiling,
  element: Tabular,
  text: TextValues,
  compileCell: CompileCell,
): TableElement | null {
  const over = element.args.get("array");
  if (over?.kind !== "code") return null;
  const { properties } = element;
  const parts = partsOf(element);
  const cells = cellValues(compiling.resources, element);
  const axis =
    element.name === "table"
      ? null
      : compileAxis(compiling, element, parts.axis, text, {
          cell: cellBox(cells, colorOf(text)),
          headCell: cellBox(headingCells(compiling.resources, element, cells), colorOf(text)),
          headText: headingText(compiling, text, element, "center"),
        });
  // Columns that are written behind the scale stand right of its axis.
  const axisAt = placeOfAxis(parts);
  const ids = axis === null ? parts.columns.map(idOf) : parts.columns.map(idOf).toSpliced(axisAt, 0, axis.column.id);
  const outside = parts.columns.map((column) => outsideOf(column, recordsOf(column)));
  const columns = withAxis(
    outside.map((column) => edgesOfColumn(compiling, column)),
    axisAt,
  );
  const ofColumns = withAxis(textOfColumns(compiling, outside), axisAt);
  const place: RowPlace = { compiling, text, cells, ids, columns, decoration: new Map(), ofColumns };
  const empty = properties.get("empty");
  return {
    kind: "table",
    box: boxOf(new Map([...boxOfStyle(compiling, element), ...properties]), colorOf(text)),
    span: spanOf(element),
    over: over.checked.code,
    header: choiceOf(element, "header") ?? "repeat",
    split: choiceOf(element, "split") ?? "row",
    rowHeightMinEmu: lengthOf(properties, "row-h"),
    ...rowCounts(element),
    zebra: paintOf(properties, "zebra"),
    empty: empty?.kind === "template" ? empty.template : null,
    columns:
      axis === null
        ? parts.columns.map((column) => compileColumn(place, column, element, compileCell))
        : parts.columns
            .map((column) => compileColumn(place, column, element, compileCell))
            .toSpliced(axisAt, 0, axis.column),
    foot: parts.foot === undefined ? null : compileFoot(place, parts.foot),
    ...(axis === null ? {} : { axis: axis.axis }),
    ...rowPaints(element),
    ...compileParts(place, element, parts, over.checked.code),
  };
}

/** How many columns are written before the scale; all of them where the gantt itself says from when to when. */
function placeOfAxis({ columns, axis: { scale } }: TableParts): number {
  if (scale === undefined) return columns.length;
  const [start] = spanOf(scale);
  return columns.filter((column) => spanOf(column)[0] < start).length;
}

/** What columns say of their cells, and nothing in the place of an axis that stands before some of them. */
function withAxis(ofColumns: readonly TextValues[], axisAt: number): readonly TextValues[] {
  return axisAt >= ofColumns.length ? ofColumns : ofColumns.toSpliced(axisAt, 0, new Map());
}

/** Of a table's style, what its cells have not: the room outside, and the corners. */
function boxOfStyle({ resources }: Compiling, element: Tabular): CheckedValues {
  const style = styleProperties(resources, styleNameOf(element));
  return new Map([...style].filter(([key]) => !CELL_KEYS.has(key)));
}

/** What stands in a table or in a schedule; what only the one may hold is absent from the other. */
interface TableParts {
  readonly columns: readonly Column[];
  readonly foot: CheckedElement<"foot", "table" | "gantt"> | undefined;
  readonly head: CheckedElement<"head", "table" | "gantt"> | undefined;
  readonly group: CheckedElement<"group", "table" | "gantt"> | undefined;
  readonly row: CheckedElement<"row", "table"> | undefined;
  readonly pagefoot: CheckedElement<"pagefoot", "table"> | undefined;
  readonly carry: CheckedElement<"carry", "table"> | undefined;
  readonly axis: AxisParts;
}

const NO_AXIS: AxisParts = { scale: undefined, bars: [], milestones: [], today: undefined };

function partsOf(element: Tabular): TableParts {
  if (element.name === "table") {
    const { column, ...parts } = readChildren(element, {
      column: (columns) => columns,
      foot: ([foot]) => foot,
      head: ([head]) => head,
      group: ([group]) => group,
      row: ([row]) => row,
      pagefoot: ([pagefoot]) => pagefoot,
      carry: ([carry]) => carry,
    });
    return { columns: column, ...parts, axis: NO_AXIS };
  }
  const { column, scale, bar, milestone, today, ...parts } = readChildren(element, {
    column: (columns) => columns,
    foot: ([foot]) => foot,
    head: ([head]) => head,
    group: ([group]) => group,
    scale: ([scale]) => scale,
    bar: (bars) => bars,
    milestone: (milestones) => milestones,
    today: ([today]) => today,
  });
  const axis = { scale, bars: bar, milestones: milestone, today };
  return { columns: column, ...parts, row: undefined, pagefoot: undefined, carry: undefined, axis };
}

/** Parts that only some tables have; absent where they are not written. */
function compileParts(
  place: RowPlace,
  element: Tabular,
  { head, row, pagefoot, carry, group, columns }: TableParts,
  over: TableElement["over"],
): Partial<TableElement> {
  const groups = compileGroups(place, group, over);
  const carried = carry === undefined ? null : compileCarry(place, carry, columns);
  return {
    ...(row === undefined ? {} : { tiers: compileRows(recordPlace(place, columns, element), row) }),
    ...(head === undefined ? {} : { head: compileRows(headPlace(place, element), head) }),
    ...(groups.length === 0 ? {} : { groups }),
    ...(carried === null ? {} : { carry: carried }),
    ...(pagefoot === undefined ? {} : { pageFoot: compilePageFoot(place, pagefoot) }),
  };
}

/** Tiers see their record, as the columns do. */
function recordPlace(place: RowPlace, columns: readonly Column[], { properties }: Tabular): RowPlace {
  const edges = columns.map((column) => edgesOfColumn(place.compiling, column));
  const ofColumns = textOfColumns(place.compiling, columns);
  const inRecord = { ...place, text: movedPaints(place.text, 1), columns: edges, ofColumns, isRecord: true } as const;
  return properties.has("row-color") ? { ...inRecord, hasRowColor: true } : inRecord;
}

/** The records that a column opens: those of the table, and within them those of a list that gives columns. */
function recordsOf({ args }: Column): number {
  return args.has("array") ? 2 : 1;
}

/** Cells of a head look like headings unless they say otherwise. */
function headPlace({ ofColumns = [], ...place }: RowPlace, table: Tabular): RowPlace {
  const { resources } = place.compiling;
  const text = headingText(place.compiling, place.text, table, "center");
  const [cells, decoration] = [place.cells, place.decoration].map((one) => headingCells(resources, table, one));
  const isStyled = styleProperties(resources, wordOf(table.properties, "head-style")).has("align");
  const own = ofColumns.map((column): TextValues => {
    const align = alignOfHeading(place, table, new Map([...place.text, ...column]));
    return new Map<PropertyName, CheckedValue>(isStyled ? [] : [["align", { kind: "word", text: align }]]);
  });
  return { ...place, text, ofColumns: own, cells: cells ?? place.cells, decoration: decoration ?? place.decoration };
}

/** Headings are level; `head-style` says more. */
function headingText(
  { resources }: Compiling,
  table: TextValues,
  element: Tabular,
  align: "left" | "center" | "right",
): TextValues {
  const heading = new Map<PropertyName, CheckedValue>([
    ...horizontal(inCell(table)),
    ["align", { kind: "word", text: align }],
  ]);
  const named = wordOf(element.properties, "head-style");
  return withStyleText(heading, resources, named);
}

/**
 * Between vertical lines a heading stands in the middle, as ruled forms have it. Where none part the columns, it stands
 * above what it names: a number at the right of its column has its heading there.
 * @param column the text of the column
 */
function alignOfHeading(place: RowPlace, table: Tabular, column: TextValues): "left" | "center" | "right" {
  if (hasSideLines(place, table) || wordOf(column, "writing") === "vertical") return "center";
  const align = wordOf(column, "align") ?? "left";
  if (align === "left" || align === "right") return align;
  return align === "justify" ? "left" : "center";
}

/** Whether a vertical line stands beside any cell of a column. */
function hasSideLines({ compiling, text, cells }: RowPlace, table: Tabular): boolean {
  return table.children.some((child) => {
    if (child.name !== "column") return false;
    const { borderLeft, borderRight } = cellBox(boxValues(compiling.resources, child, cells), colorOf(text));
    return borderLeft !== null || borderRight !== null;
  });
}

function headingCells(resources: Compiling["resources"], element: Tabular, cells: CheckedValues): CheckedValues {
  const values = new Map(cells);
  const named = wordOf(element.properties, "head-style");
  for (const [key, value] of styleProperties(resources, named)) if (CELL_KEYS.has(key)) values.set(key, value);
  const fill = element.properties.get("head-fill");
  return fill === undefined ? values : values.set("fill", fill);
}

/** How many rows stand on a page, where the table says so: of a schedule only how many there are at least. */
function rowCounts(element: Tabular): Pick<TableElement, "rowsMin" | "rowsPerPage" | "fillRows" | "rowsOnFirstPage"> {
  if (element.name === "gantt") {
    return { rowsMin: countOf(element.properties, "min-rows") ?? 0, rowsPerPage: null, fillRows: false };
  }
  const { properties } = element;
  const { first, rest } = rowsPerPageOf(properties);
  return {
    rowsMin: countOf(properties, "min-rows") ?? 0,
    rowsPerPage: rest,
    fillRows: flagOf(properties, "fill-rows") ?? false,
    ...(first === null ? {} : { rowsOnFirstPage: first }),
    ...blankRows(properties),
  };
}

/** `22`, or `[18, 22]` where the first page holds another number of rows. */
function rowsPerPageOf(values: CheckedElement<"table">["properties"]): {
  readonly first: number | null;
  readonly rest: number | null;
} {
  const value = values.get("rows-per-page");
  if (value?.kind !== "numbers") return { first: null, rest: countOf(values, "rows-per-page") };
  const [first, rest] = value.thousandths.map((each) => Math.round(each / 1000));
  return rest === undefined ? { first: null, rest: first ?? null } : { first: first ?? null, rest };
}

/** What is absent where it is not said, so that other tables keep their compiled form. */
function blankRows(properties: CheckedElement<"table">["properties"]): Pick<TableElement, "blank" | "strike"> {
  const blank = wordsOf(properties.get("blank"));
  return {
    ...(blank === null ? {} : { blank }),
    ...(flagOf(properties, "strike") === true ? { strike: true } : {}),
  };
}

function rowPaints({ properties }: Tabular): Pick<TableElement, "rowFill" | "rowColor"> {
  const rowFill = paintOf(properties, "row-fill");
  const rowColor = paintOf(properties, "row-color");
  return {
    ...(rowFill === null ? {} : { rowFill }),
    ...(rowColor === null ? {} : { rowColor }),
  };
}

/** What a column says of the edges of its cells, and the cells below and above them keep. */
function edgesOfColumn({ resources }: Compiling, column: Column): CheckedValues {
  const own = boxValues(resources, column, null);
  return new Map([...own].filter(([key]) => key !== "fill" && CELL_KEYS.has(key)));
}

function idOf(column: Column): string {
  return wordOf(column.args, "id") ?? "";
}

function compileColumn(place: RowPlace, column: Column, element: Tabular, compileCell: CompileCell): TableColumn {
  const { compiling, text: table, cells } = place;
  const { resources, styles } = compiling;
  const records = recordsOf(column);
  const text = inCell(cellText(resources, movedPaints(table, records), column, null));
  const outside = outsideOf(column, records);
  const width = column.properties.get("w");
  const when = conditionOf(column);
  const share: Width = { kind: "share", thousandths: 1000 };
  const each = column.args.get("array");
  const cell = cellBox(boxValues(resources, column, cells), colorOf(text));
  const outsideText = inCell(cellText(resources, table, outside, null));
  const ofNone = boxValues(resources, outside, cells);
  // Only what differs is kept apart.
  const isOfRecord = outside !== column || movedPaints(table, records) !== table;
  const children = column.children.length === 0 ? null : compileCell(column, text);
  const hasOwnColor = element.properties.has("row-color") && saysColor(resources, column);
  const decorated = element.properties.has("head-fill") || element.properties.has("head-style");
  return {
    id: idOf(column),
    heading: templateOf(column.args, "heading"),
    content: templateOf(column.args, "cell"),
    width: width?.kind === "width" ? width.width : share,
    cell: children === null ? cell : aroundDrawn(cell, children, "shared"),
    headStyle: styles.index(headingText(compiling, table, element, alignOfHeading(place, element, text)), false),
    bodyStyle: styles.index(text, isTabular(column.args.get("cell"), column)),
    role: wordOf(column.properties, "role"),
    span: spanOf(column),
    ...(decorated ? { headCell: cellBox(headingCells(resources, element, ofNone), colorOf(outsideText)) } : {}),
    ...(isOfRecord
      ? { outside: { cell: cellBox(ofNone, colorOf(outsideText)), style: styles.index(outsideText, false) } }
      : {}),
    // merge=same joins cells of columns. The cells of `row { … }` stand as they are written.
    ...(element.children.some(({ name }) => name === "row") ? {} : mergingOf(column)),
    ...(when === null ? {} : { when }),
    ...(each?.kind === "code" ? { each: each.checked.code } : {}),
    ...(children === null ? {} : { children }),
    ...(hasOwnColor ? { ownColor: true } : {}),
  };
}

/** A pattern that leaves out the year makes two days look alike: neighbours are compared by what it writes. */
function mergingOf(column: CheckedElement<"column">): Pick<TableColumn, "merge" | "mergeBy"> {
  if (choiceOf(column, "merge") !== "same") return {};
  const cell = column.args.get("cell");
  const code = cell?.kind === "template" ? (cell.only?.code ?? null) : null;
  const isWritten = column.properties.has("format") && code !== null;
  return { merge: true, ...(isWritten ? { mergeBy: valueWritten(code) } : {}) };
}
