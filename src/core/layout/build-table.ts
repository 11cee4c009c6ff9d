// A table and its records → rows of set cells. Columns are resolved once, each cell is evaluated once.
import type { CellBox, Emu, FootCell, TableColumn, TableElement } from "../canvas/index.ts";
import type { SourceSpan } from "../diagnostics/index.ts";
import type { Scope } from "../expression/index.ts";
import { linesHeightEmu } from "../text/index.ts";
import type { RowEdges, TableBlock, TableCell, TableRow } from "./blocks.ts";
import { borderBoxWidth, frameOf, metaOf, type Room, rulesOf } from "./element-box.ts";
import { type Finding, millimetres, millimetresEnough } from "./findings.ts";
import { type Frame, hasFixedPaints, NO_FRAME, resolveFrame, verticalInset, widerLine } from "./frames.ts";
import { type LayoutInput, resolveColor, styleOf } from "./layout-input.ts";
import { type ShownText, showTemplate } from "./shown-text.ts";
import { naturalTextWidth, prepareSetter, setTextBox, setWith, type TextSetter } from "./text-box.ts";
import { resolveWidths } from "./widths.ts";

/** What of a column is the same in every row. */
interface Column {
  readonly column: TableColumn;
  readonly index: number;
  /** Sets the column's texts between its paddings. */
  readonly setter: TextSetter;
  /** Null where the row's data decides the paints. */
  readonly frame: Frame | null;
}

/** What the rows of one table are built from. */
interface TableBuild {
  readonly input: LayoutInput;
  readonly element: TableElement;
  readonly edgesEmu: readonly Emu[];
  readonly columns: readonly Column[];
  readonly rowHeightMinEmu: Emu;
}

const NO_FINDINGS: readonly Finding[] = [];

export function buildTable(input: LayoutInput, element: TableElement, scope: Scope, room: Room): TableBlock {
  const { box } = element;
  const width = borderBoxWidth(box, room);
  const inner = Math.max(0, width - box.padding[1] - box.padding[3]);
  const records = input.evaluation.records(element.over, scope);
  const shownByColumn = autoTexts(input, element, records);
  const { widths, excessEmu } = resolveWidths(
    element.columns.map((column) => column.width),
    inner,
    (index) => autoWidth(input, element, index, shownByColumn, scope),
  );
  const build = prepareTable(input, element, scope, widths);
  const rows = bodyRows(build, records, shownByColumn, scope);
  const blank = blankRow(build, scope);
  const foot = (element.foot?.rows ?? []).map((cells) => footRow(build, cells, scope));
  const footHeightEmu = foot.reduce((height, row) => height + row.heightEmu, 0);
  const header = element.header === "none" ? null : headerRow(build, scope);
  const blanksWanted = Math.max(0, element.rowsMin - records.length - (records.length === 0 ? rows.length : 0));
  const rules = rulesOf(box);
  const content =
    (header?.heightEmu ?? 0) +
    rows.reduce((height, row) => height + row.heightEmu, 0) +
    blanksWanted * blank.heightEmu +
    footHeightEmu;
  return {
    kind: "table",
    edgesEmu: build.edgesEmu,
    header,
    repeatsHeader: element.header === "repeat",
    split: element.split,
    rows,
    blank,
    blanksWanted,
    rowsPerPage: element.rowsPerPage,
    fillRows: element.fillRows,
    foot,
    footHeightEmu,
    footOnEvery: element.foot?.on === "every",
    footTogether: element.foot?.keep === "together",
    footSpan: element.foot?.span ?? element.span,
    zebra: element.zebra === null ? null : resolveColor(input, element.zebra, scope),
    zebraIsStatic: element.zebra === null || element.zebra.kind === "fixed",
    parts: { head: null, body: null, foot: null },
    span: element.span,
    frame: { ...NO_FRAME, margin: box.margin, padding: box.padding },
    rules,
    meta: metaOf(input, box, scope),
    widthEmu: width + box.margin[1] + box.margin[3],
    heightEmu: content + verticalInset(frameOf(input, { ...box, fill: null }, scope)),
    fixedHeight: true,
    // A table with a fixed count of rows breaks by itself.
    breaksInside: element.rowsPerPage !== null,
    varies: true,
    findings: excessEmu > 0 ? [columnsTooWide(element, inner, excessEmu)] : NO_FINDINGS,
    node: null,
  };
}

function columnsTooWide(element: TableElement, widthEmu: Emu, excessEmu: Emu): Finding {
  return {
    code: "RPT4006",
    severity: "error",
    span: element.span,
    message: `columns need ${millimetresEnough(widthEmu + excessEmu)}, the table has ${millimetres(widthEmu)}`,
    path: null,
    why: "the last columns leave the table",
    repair: "reduce the widths, or give one column w=1fr",
  };
}

function prepareTable(input: LayoutInput, element: TableElement, scope: Scope, widths: readonly Emu[]): TableBuild {
  const edgesEmu = [0];
  for (const width of widths) edgesEmu.push((edgesEmu.at(-1) ?? 0) + width);
  const columns = element.columns.map((column, index): Column => {
    const { padding } = column.cell;
    const fixed = hasFixedPaints(column.cell);
    return {
      column,
      index,
      setter: prepareSetter(input, column.bodyStyle, {
        widthEmu: Math.max(0, (widths[index] ?? 0) - padding[1] - padding[3]),
        heightEmu: null,
        inCell: true,
      }),
      frame: fixed ? resolveFrame(column.cell, (paint) => resolveColor(input, paint, scope)) : null,
    };
  });
  return { input, element, edgesEmu, columns, rowHeightMinEmu: element.rowHeightMinEmu ?? 0 };
}

/** Texts of `auto` columns, evaluated once: first for their width, then for their cells. */
type AutoTexts = readonly (readonly ShownText[] | null)[];

function autoTexts(input: LayoutInput, element: TableElement, records: readonly Scope[]): AutoTexts {
  return element.columns.map((column) =>
    column.width.kind === "auto"
      ? records.map((record) => showTemplate(column.content, input.evaluation, record, column.role))
      : null,
  );
}

function autoWidth(input: LayoutInput, element: TableElement, index: number, texts: AutoTexts, scope: Scope): Emu {
  const column = element.columns[index];
  if (column === undefined) return 0;
  const heading = showTemplate(column.heading, input.evaluation, scope, null).text;
  let width = element.header === "none" ? 0 : naturalTextWidth(input, heading, column.headStyle, true);
  for (const shown of texts[index] ?? []) {
    width = Math.max(width, naturalTextWidth(input, shown.text, column.bodyStyle, true));
  }
  return width + column.cell.padding[1] + column.cell.padding[3];
}

function bodyRows(build: TableBuild, records: readonly Scope[], texts: AutoTexts, scope: Scope): readonly TableRow[] {
  if (records.length === 0) return emptyRows(build, scope);
  const shared = build.columns.every((column) => column.frame !== null) ? columnEdges(build, scope) : null;
  return records.map((record, row) => {
    const cells = build.columns.map((column) => bodyCell(build, column, record, texts[column.index]?.[row]));
    return tableRow(build, cells, shared ?? rowEdges(cells, build.columns.length), true);
  });
}

function bodyCell(build: TableBuild, column: Column, record: Scope, known: ShownText | undefined): TableCell {
  const { input } = build;
  const { column: source, index } = column;
  const shown = known ?? showTemplate(source.content, input.evaluation, record, source.role);
  const frame = column.frame ?? resolveFrame(source.cell, (paint) => resolveColor(input, paint, record));
  const set = setWith(column.setter, shown, record, source.span);
  return {
    fromColumn: index,
    toColumn: index,
    frame,
    text: set.box,
    role: source.role,
    span: source.span,
    findings: set.findings,
    node: null,
  };
}

function textCell(
  build: TableBuild,
  fromColumn: number,
  toColumn: number,
  frame: Frame,
  shown: ShownText,
  style: number,
  scope: Scope,
  role: string | null,
  span: SourceSpan,
): TableCell {
  const outer = (build.edgesEmu[toColumn + 1] ?? 0) - (build.edgesEmu[fromColumn] ?? 0);
  const widthEmu = Math.max(0, outer - frame.padding[1] - frame.padding[3]);
  const set = setTextBox(build.input, shown, style, scope, { widthEmu, heightEmu: null, inCell: true }, span);
  return { fromColumn, toColumn, frame, text: set.box, role, span, findings: set.findings, node: null };
}

/** One row that says that there are none, across all columns; nothing where the template says nothing. */
function emptyRows(build: TableBuild, scope: Scope): readonly TableRow[] {
  const { element, input, columns } = build;
  const first = columns[0];
  if (element.empty === null || first === undefined) return [];
  const shown = showTemplate(element.empty, input.evaluation, scope, null);
  const frame = cellFrame(build, first.column.cell, scope);
  const last = columns.length - 1;
  const cell = textCell(build, 0, last, frame, shown, first.column.bodyStyle, scope, null, element.span);
  return [tableRow(build, [cell], rowEdges([cell], columns.length), false)];
}

function headerRow(build: TableBuild, scope: Scope): TableRow {
  const cells = build.columns.map(({ column, index }) => {
    const shown = showTemplate(column.heading, build.input.evaluation, scope, null);
    return textCell(
      build,
      index,
      index,
      cellFrame(build, column.cell, scope),
      shown,
      column.headStyle,
      scope,
      null,
      column.span,
    );
  });
  return tableRow(build, cells, rowEdges(cells, build.columns.length), false);
}

/** As high as a row of one line. */
function blankRow(build: TableBuild, scope: Scope): TableRow {
  let heightEmu = build.rowHeightMinEmu;
  const cells = build.columns.map(({ column, index }) => {
    const style = styleOf(build.input.canvas, column.bodyStyle);
    const frame = cellFrame(build, column.cell, scope);
    const line = linesHeightEmu(1, style.sizeEmu, style.lineHeightThousandths);
    heightEmu = Math.max(heightEmu, line + frame.padding[0] + frame.padding[2]);
    return blankCell(index, index, frame, column.span);
  });
  return { heightEmu, cells, edges: rowEdges(cells, build.columns.length), varies: false, node: null };
}

function blankCell(fromColumn: number, toColumn: number, frame: Frame, span: SourceSpan): TableCell {
  return { fromColumn, toColumn, frame, text: null, role: null, span, findings: NO_FINDINGS, node: null };
}

/**
 * Columns that no cell names stay empty; an empty run left of a right-aligned text joins it, so that a long label
 * needs no column of its own width.
 */
function footRow(build: TableBuild, cells: readonly FootCell[], scope: Scope): TableRow {
  const sorted = [...cells].sort((left, right) => left.fromColumn - right.fromColumn);
  const row: TableCell[] = [];
  let next = 0;
  for (const cell of sorted) {
    const style = styleOf(build.input.canvas, cell.style);
    const joins = style.align === "right" && cell.fromColumn > next;
    const from = joins ? next : cell.fromColumn;
    for (; next < from; next++) row.push(uncovered(build, next, scope));
    const shown = showTemplate(cell.content, build.input.evaluation, scope, cell.role);
    const frame = cellFrame(build, cell.cell, scope);
    row.push(textCell(build, from, cell.toColumn, frame, shown, cell.style, scope, cell.role, cell.span));
    next = cell.toColumn + 1;
  }
  for (; next < build.columns.length; next++) row.push(uncovered(build, next, scope));
  return tableRow(build, row, rowEdges(row, build.columns.length), true);
}

function uncovered(build: TableBuild, index: number, scope: Scope): TableCell {
  const column = build.columns[index]?.column ?? build.element.columns[0];
  if (column === undefined) return blankCell(index, index, NO_FRAME, build.element.span);
  return blankCell(index, index, cellFrame(build, column.cell, scope), column.span);
}

function cellFrame(build: TableBuild, cell: CellBox, scope: Scope): Frame {
  return resolveFrame(cell, (paint) => resolveColor(build.input, paint, scope));
}

function tableRow(build: TableBuild, cells: readonly TableCell[], edges: RowEdges, varies: boolean): TableRow {
  let heightEmu = build.rowHeightMinEmu;
  for (const cell of cells) {
    const text = cell.text?.heightEmu ?? 0;
    heightEmu = Math.max(heightEmu, text + cell.frame.padding[0] + cell.frame.padding[2]);
  }
  return { heightEmu, cells, edges, varies, node: null };
}

/** The borders of a row whose cells are framed as their columns say. */
function columnEdges(build: TableBuild, scope: Scope): RowEdges {
  const cells = build.columns.map(({ column, index, frame }) =>
    blankCell(index, index, frame ?? cellFrame(build, column.cell, scope), column.span),
  );
  return rowEdges(cells, build.columns.length);
}

/** Collapses the side borders of neighbours; top and bottom wait for the rows above and below. */
function rowEdges(cells: readonly TableCell[], columns: number): RowEdges {
  const top: RowEdges["top"][number][] = new Array(columns).fill(null);
  const bottom: RowEdges["top"][number][] = new Array(columns).fill(null);
  const vertical: RowEdges["top"][number][] = new Array(columns + 1).fill(null);
  for (const { fromColumn, toColumn, frame } of cells) {
    for (let column = fromColumn; column <= toColumn; column++) {
      top[column] = frame.top;
      bottom[column] = frame.bottom;
    }
    vertical[fromColumn] = widerLine(vertical[fromColumn] ?? null, frame.left);
    vertical[toColumn + 1] = widerLine(vertical[toColumn + 1] ?? null, frame.right);
  }
  return { top, bottom, vertical, isStatic: cells.every((cell) => cell.frame.isStatic) };
}
