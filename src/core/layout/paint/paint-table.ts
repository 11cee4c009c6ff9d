// A table's part of a page → fills, texts and collapsed borders. Edges are closed at every cut.
import type { Emu } from "../../canvas/index.ts";
import type { SourceSpan } from "../../diagnostics/index.ts";
import type {
  AxisBlock,
  FlowBlock,
  Fragment,
  RowEdges,
  RowPiece,
  TableBlock,
  TableCell,
  TableFragment,
  TableRow,
} from "../blocks/index.ts";
import { cellHeight, forEachRow, innerPiece, lineCount, type TablePart } from "../cut/index.ts";
import {
  ARTIFACT,
  type Frame,
  type Line,
  type StructureNode,
  type StructureType,
  sameLine,
  widerLine,
} from "../page/index.ts";
import { RecordRow, type SteadyTable } from "../table/index.ts";
import { fittingBox, isLone } from "../words/index.ts";
import { type AxisRow, paintAxis, paintAxisGround } from "./paint-axis.ts";
import { type Lattice, paintLattice } from "./paint-lattice.ts";
import { paintLine } from "./paint-lines.ts";
import { firstLineEmu, paintLone, paintTextLines } from "./paint-text.ts";
import { addNode, fillShape, type Painting, type Place, type Sheet } from "./painting.ts";

/** A row at its place on the page. */
interface PaintedRow {
  readonly row: TableRow;
  readonly lines: RowPiece["lines"];
  readonly part: TablePart;
  readonly topEmu: Emu;
  readonly heightEmu: Emu;
  readonly shaded: boolean;
  /** The row before it on the page is the one before it in the table. */
  readonly follows: boolean;
  /** The structure's node of the last cell, once it is painted. */
  lastNode: number;
}

/**
 * `node` is the table's own; the place is that of its content corner. Answers whether the frame of the table is drawn
 * with the lines of its cells.
 */
export function paintTable(
  painting: Painting,
  fragment: TableFragment,
  place: Place,
  node: number,
  paintInner: PaintInner,
): boolean {
  const rows = placeRows(fragment, place.yEmu);
  const { block } = fragment;
  const { sheet } = painting;
  for (const row of rows) paintFills(sheet, block, row, place);
  const { axis } = block;
  const axisEmu = place.xEmu + (axis?.leftEmu ?? 0);
  if (axis !== undefined) paintAxisGround(sheet, axis, axisRows(axis, fragment, rows), axisEmu);
  const firstOfCells = sheet.items.length;
  rows.forEach((_, at) => {
    paintCells(painting, fragment, rows, at, place, node, paintInner);
  });
  const cells = axis?.today == null ? [] : sheet.items.slice(firstOfCells);
  const rim = rimOf(block, rows, place);
  paintBorders(sheet, block, rows, place, rim);
  if (axis !== undefined) paintAxis(painting, axis, axisRows(axis, fragment, rows), axisEmu, cells);
  if (block.strike !== null) paintStrike(sheet, block, block.strike, rows, place);
  return rim !== null;
}

/** The frame of a table that has double lines and lies on the outer lines of its cells: they meet one another. */
function rimOf({ frame, edgesEmu, widthEmu }: TableBlock, rows: readonly PaintedRow[], place: Place): Frame | null {
  const { padding, margin, radiusEmu, top, right, bottom, left } = frame;
  if (![top, right, bottom, left].some(isDouble) || radiusEmu > 0) return null;
  const last = rows.at(-1);
  const heightEmu = last === undefined ? 0 : last.topEmu + last.heightEmu - place.yEmu;
  const isFilled =
    padding.every((one) => one === 0) &&
    heightEmu === place.heightEmu &&
    edgesEmu.at(-1) === widthEmu - margin[1] - margin[3];
  return isFilled ? frame : null;
}

/** Of a row that is cut, its first part has the bars. */
function axisRows(axis: AxisBlock, fragment: TableFragment, rows: readonly PaintedRow[]): readonly AxisRow[] {
  const axisColumn = fragment.block.axisColumn ?? 0;
  return rows.map(({ row, part, topEmu, heightEmu, lines, lastNode }) => {
    const begins = lines === null || lines.every(([from]) => from === 0);
    const isRepeat = part === "head" && fragment.header === "repeat";
    return {
      topEmu,
      heightEmu,
      part: part === "head" ? "head" : isOnAxis(part, row, axisColumn) ? "record" : "other",
      node: isRepeat ? ARTIFACT : lastNode,
      record: begins && part === "body" && row.flow.isRecord ? (axis.records[row.flow.records - 1] ?? null) : null,
    };
  });
}

/**
 * Whether a row is one of the axis. Words that the empty table says lie over it, as those of groups do: no line runs
 * through them.
 */
function isOnAxis(part: PaintedRow["part"], row: TableRow, axisColumn: number): boolean {
  if (part !== "blank" && !row.flow.isRecord) return false;
  if (row instanceof RecordRow) return true;
  return row.cells.every(({ fromColumn, toColumn, text }) => {
    return fromColumn === toColumn || text === null || axisColumn < fromColumn || toColumn < axisColumn;
  });
}

function placeRows(fragment: TableFragment, top: Emu): readonly PaintedRow[] {
  const { block } = fragment;
  const rows: PaintedRow[] = [];
  let y = top;
  let striped = 0;
  forEachRow(fragment, ({ row, heightEmu, lines }, part) => {
    const isStriped = part === "blank" || (part === "body" && row.flow.isRecord);
    // The tiers of a record are one stripe.
    if (isStriped && (row.flow.counts > 0 || striped === 0)) striped++;
    const shaded = block.zebra !== null && isStriped && striped % 2 === 0;
    rows.push({
      row,
      lines,
      part,
      topEmu: y,
      heightEmu,
      shaded,
      follows: rows.at(-1)?.part === part,
      lastNode: ARTIFACT,
    });
    y += heightEmu;
  });
  return rows;
}

/** Whether nothing stands in a row, nor beside it in its record. */
function isLeftBlank({ blankWords }: TableBlock, { part, row }: PaintedRow): boolean {
  return part === "blank" && blankWords?.includes(row) !== true;
}

function paintFills(sheet: Sheet, table: TableBlock, row: PaintedRow, place: Place): void {
  const bottomEmu = row.topEmu + row.heightEmu;
  if (row.shaded && table.zebra !== null) {
    for (const [from, to] of table.striped) {
      const leftEmu = place.xEmu + (table.edgesEmu[from] ?? 0);
      const rightEmu = place.xEmu + (table.edgesEmu[to + 1] ?? 0);
      const rectangle = { leftEmu, topEmu: row.topEmu, rightEmu, bottomEmu };
      fillShape(sheet, table.span, { kind: "rectangle", rectangle, radiusEmu: 0 }, table.zebra, false);
    }
  }
  if (row.row.fill !== null) {
    const leftEmu = place.xEmu;
    const rightEmu = place.xEmu + (table.edgesEmu.at(-1) ?? 0);
    const rectangle = { leftEmu, topEmu: row.topEmu, rightEmu, bottomEmu };
    fillShape(sheet, table.span, { kind: "rectangle", rectangle, radiusEmu: 0 }, row.row.fill, false);
  }
  if (row.row instanceof RecordRow && !row.row.table.hasFills) return;
  for (const cell of row.row.cells) {
    if (cell.frame.fill === null) continue;
    const leftEmu = place.xEmu + (table.edgesEmu[cell.fromColumn] ?? 0);
    const rightEmu = place.xEmu + (table.edgesEmu[cell.toColumn + 1] ?? 0);
    const rectangle = { leftEmu, topEmu: row.topEmu, rightEmu, bottomEmu };
    const isStatic = place.still && row.part === "head" && cell.frame.isStatic;
    fillShape(sheet, cell.span, { kind: "rectangle", rectangle, radiusEmu: 0 }, cell.frame.fill, isStatic);
  }
}

function paintCells(
  painting: Painting,
  fragment: TableFragment,
  rows: readonly PaintedRow[],
  at: number,
  place: Place,
  node: number,
  paintInner: PaintInner,
): void {
  const row = rows[at];
  if (row === undefined || isLeftBlank(fragment.block, row)) return;
  const { block } = fragment;
  const rowNode = nodeOfRow(painting, fragment, row, node);
  // What is painted whole is painted once: nothing has to remember its cells.
  if (row.lines === null && row.row instanceof RecordRow) {
    paintRecord(painting, block, row, row.row, place, rowNode);
    return;
  }
  row.row.cells.forEach((cell, index) => {
    if (joins(row, cell)) return;
    const joined = block.merges || cell.rowSpan !== undefined ? joinedRows(rows, at, cell.fromColumn) : 1;
    const cellNode = nodeOfCell(painting, cell, row.part, rowNode, joined);
    row.lastNode = cellNode;
    if (cell.findings.length > 0 && beginsHere(fragment, row, index)) {
      const at = { xEmu: place.xEmu + (block.edgesEmu[cell.fromColumn] ?? 0), yEmu: row.topEmu };
      for (const finding of cell.findings) painting.findings.add(finding, painting.sheet.number, at);
    }
    const lowest = rows[at + joined - 1] ?? row;
    const over = { ...row, heightEmu: lowest.topEmu + lowest.heightEmu - row.topEmu };
    const [from, to] = linesIn(cell, row.lines?.[index] ?? null, joined, over.heightEmu);
    if (cell.inner !== undefined) {
      const within = { ...place, parent: cellNode };
      paintInnerCell(painting, block, { cell, inner: cell.inner, from, to }, over, within, paintInner);
    }
    if (cell.text === null) return;
    const { padding } = cell.frame;
    paintTextLines(painting, cell.span, cell.text, from, to, {
      xEmu: place.xEmu + (block.edgesEmu[cell.fromColumn] ?? 0) + padding[3],
      yEmu: row.topEmu + padding[0],
      heightEmu: over.heightEmu - padding[0] - padding[2],
      node: cellNode,
      still: place.still,
      ...(scopeOf(cell, row.part) === "column" ? { isNaming: true } : {}),
      ...(block.listed?.has(cell.fromColumn) === true ? { part: cell.fromColumn } : {}),
    });
  });
}

/**
 * Equal neighbours that are joined say again what stands on the page before, as they do below a whole row, where they
 * have room for it. A cell that is declared over several rows stands once.
 */
function linesIn(
  cell: TableCell,
  range: readonly [from: number, to: number] | null,
  joined: number,
  heightEmu: Emu,
): readonly [from: number, to: number] {
  const count = lineCount(cell);
  if (range === null) return [0, count];
  const saysAgain = cell.rowSpan === undefined && joined > 1 && range[0] > 0;
  return saysAgain && cellHeight(cell, 0, count) <= heightEmu ? [0, count] : range;
}

/** The same for a row whose cells are as their columns say. */
function paintRecord(
  painting: Painting,
  block: TableBlock,
  row: PaintedRow,
  record: RecordRow,
  place: Place,
  rowNode: number,
): void {
  const { structure, sheet } = painting;
  const { columns } = record.table;
  const baselinesEmu = baselinesOf(record.table, row.heightEmu);
  for (let index = 0; index < columns.length; index += 1) {
    const steady = columns[index];
    if (steady === undefined) break;
    const { column, color, frame } = steady;
    const { role, span, each } = column.column;
    const part = each === undefined ? undefined : column.index;
    const node = rowNode === ARTIFACT ? ARTIFACT : structure.push(dataCell(rowNode, role, span)) - 1;
    row.lastNode = node;
    const xEmu = place.xEmu + (block.edgesEmu[column.index] ?? 0) + frame.padding[3];
    const paragraph = record.paragraphIn(steady, index);
    if (isLone(paragraph)) {
      const { style } = column.setter;
      const shown = sheet.keepsSources ? record.shownIn(steady, index) : null;
      const baselineEmu = row.topEmu + (baselinesEmu[index] ?? 0);
      paintLone(sheet, span, style, color, shown, paragraph, xEmu, baselineEmu, node, false, false, part);
      continue;
    }
    const box = fittingBox(column.setter, record.shownIn(steady, index), paragraph, color);
    const yEmu = row.topEmu + frame.padding[0];
    const heightEmu = row.heightEmu - steady.paddingEmu;
    const at = { xEmu, yEmu, heightEmu, node, still: false, part };
    paintTextLines(painting, span, box, 0, paragraph.lines.length, at);
  }
}

function baselinesOf(table: SteadyTable, heightEmu: Emu): readonly Emu[] {
  if (table.baselines?.heightEmu === heightEmu) return table.baselines.belowTopEmu;
  const belowTopEmu = table.columns.map(({ column, frame, paddingEmu }) => {
    return frame.padding[0] + firstLineEmu(column.setter.style, heightEmu - paddingEmu);
  });
  table.baselines = { heightEmu, belowTopEmu };
  return belowTopEmu;
}

function dataCell(parent: number, role: string | null, span: SourceSpan): StructureNode {
  return { type: "TD", parent, alt: null, lang: null, role, span, scope: null, columnSpan: 1, rowSpan: 1 };
}

/** Paints what stands in a cell; handed in, since what paints blocks paints tables too. */
export type PaintInner = (painting: Painting, fragment: Fragment, place: Place) => void;

/** What a piece of a row shows of a cell's block. */
interface InnerPart {
  readonly cell: TableCell;
  readonly inner: FlowBlock;
  readonly from: number;
  readonly to: number;
}

/** Elements of a cell stand whole in one piece of their row; a text that is alone there may go on in the next. */
function paintInnerCell(
  painting: Painting,
  table: TableBlock,
  { cell, inner, from, to }: InnerPart,
  row: PaintedRow,
  place: Place,
  paintInner: PaintInner,
): void {
  if (from === to) return;
  const piece = innerPiece(inner, from, to);
  const { heightEmu } = piece;
  const { padding } = cell.frame;
  const free = Math.max(0, row.heightEmu - padding[0] - padding[2] - heightEmu);
  const down = cell.valign === "bottom" ? free : cell.valign === "middle" ? Math.floor(free / 2) : 0;
  const xEmu = place.xEmu + (table.edgesEmu[cell.fromColumn] ?? 0) + padding[3];
  const yEmu = row.topEmu + padding[0] + down;
  paintInner(painting, piece, { ...place, xEmu, yEmu, heightEmu, still: false });
}

/** Whether the cell is one with the one above it on this page. */
function joins(row: PaintedRow, cell: TableCell | undefined): boolean {
  return row.follows && cell?.joinsAbove === true;
}

/** The cell of a column, which may lie over several. */
function cellOf({ row }: PaintedRow, column: number): TableCell | undefined {
  const direct = row.cells[column];
  if (direct?.fromColumn === column) return direct;
  return row.cells.find((cell) => cell.fromColumn <= column && column <= cell.toColumn);
}

/** Over how many rows of the page the cell of a column reaches. */
function joinedRows(rows: readonly PaintedRow[], at: number, column: number): number {
  let end = at + 1;
  for (let row = rows[end]; row !== undefined && joins(row, cellOf(row, column)); row = rows[end]) end++;
  return end - at;
}

/** Whether the cell is drawn for the first time. */
function beginsHere(fragment: TableFragment, row: PaintedRow, cell: number): boolean {
  if (row.part === "head") return fragment.header === "first";
  return row.lines === null || (row.lines[cell]?.[0] ?? 0) === 0;
}

const PART_TYPES = {
  head: "THead",
  body: "TBody",
  blank: "TBody",
  foot: "TFoot",
} as const satisfies Record<string, StructureType>;

/** A repeated header, and a repeated foot, are decoration: their words were read once. */
function nodeOfRow(painting: Painting, fragment: TableFragment, row: PaintedRow, table: number): number {
  const { block } = fragment;
  const { part } = row;
  if (part === "carried" || table === ARTIFACT || (part === "head" && fragment.header === "repeat")) return ARTIFACT;
  if (part === "foot" && block.footOnEvery && row.row.node !== null) return ARTIFACT;
  const key = part === "blank" ? "body" : part;
  const parent = block.parts[key] ?? addNode(painting, PART_TYPES[part], table, block.span, null);
  block.parts[key] = parent;
  row.row.node ??= addNode(painting, "TR", parent, block.span, null);
  return row.row.node;
}

/** What a cell is the heading of; null where it is none. */
function scopeOf({ names }: TableCell, part: TablePart): "column" | "row" | null {
  return part === "head" ? "column" : (names ?? null);
}

function nodeOfCell(painting: Painting, cell: TableCell, part: TablePart, row: number, rowSpan: number): number {
  if (row === ARTIFACT) return ARTIFACT;
  const columnSpan = cell.toColumn - cell.fromColumn + 1;
  const scope = scopeOf(cell, part);
  const type = scope === null ? "TD" : "TH";
  cell.node ??= addNode(painting, type, row, cell.span, { role: cell.role, alt: null }, null, {
    scope,
    columnSpan,
    rowSpan,
  });
  return cell.node;
}

function paintBorders(
  sheet: Sheet,
  table: TableBlock,
  rows: readonly PaintedRow[],
  place: Place,
  rim: Frame | null,
): void {
  const outline = outlineAtCuts(table, rows);
  if (rim !== null || hasDoubles(rows) || isDouble(outline.top) || isDouble(outline.bottom)) {
    const lattice = latticeOf({ table, outline }, rows, place);
    paintLattice(sheet, table.span, rim === null ? lattice : withRim(lattice, rim));
    return;
  }
  let above: RowEdges | null = null;
  let known: Stretches | null = null;
  for (let at = 0; at <= rows.length; at += 1) {
    const row = rows[at];
    const before = rows[at - 1];
    const below = row?.row.edges ?? null;
    const yEmu = row?.topEmu ?? (before === undefined ? 0 : before.topEmu + before.heightEmu);
    // Nearly all rows of a long table are framed alike: what lies between two of them is worked out once.
    if (known === null || known.above !== above || known.below !== below || table.merges) {
      known = {
        above,
        below,
        stretches: stretchesBetween({ table, outline }, above, below, at === 0 ? undefined : row),
      };
    }
    for (const { line, from, to } of known.stretches) {
      // Half a width beyond both ends closes the corners.
      const half = Math.floor(line.widthEmu / 2);
      const fromX = place.xEmu + (table.edgesEmu[from] ?? 0) - half;
      const toX = place.xEmu + (table.edgesEmu[to] ?? 0) + half;
      paintLine(sheet, table.span, line, fromX, yEmu, toX, yEmu, false);
    }
    above = below;
  }
  for (let edge = 0; edge < table.edgesEmu.length; edge++) paintVertical(sheet, table, rows, edge, place);
}

function isDouble(line: Line | null): boolean {
  return line?.dash === "double";
}

/** The lines of a frame in place of those of cells that lie on it. */
function withRim({ xs, ys, across, down }: Lattice, { top, right, bottom, left }: Frame): Lattice {
  const around = (lines: Lattice["across"], first: Line | null, last: Line | null): Lattice["across"] =>
    lines.map((own, at) => {
      const line = at === 0 ? first : at === lines.length - 1 ? last : null;
      return line === null ? own : own.map(() => line);
    });
  return { xs, ys, across: around(across, top, bottom), down: around(down, left, right) };
}

/** Nearly all rows of a long table share their edges, which are looked at once. */
function hasDoubles(rows: readonly PaintedRow[]): boolean {
  let known: RowEdges | null = null;
  for (const { row } of rows) {
    if (row.edges === known) continue;
    known = row.edges;
    if (hasDouble(known)) return true;
  }
  return false;
}

function hasDouble({ top, bottom, vertical }: RowEdges): boolean {
  return top.some(isDouble) || bottom.some(isDouble) || vertical.some(isDouble);
}

function latticeOf({ table, outline }: Outlined, rows: readonly PaintedRow[], place: Place): Lattice {
  const columns = table.edgesEmu.length - 1;
  const first = rows[0]?.topEmu ?? 0;
  const across = Array.from({ length: rows.length + 1 }, (_, at) => {
    const lines = new Array<Line | null>(columns).fill(null);
    const [above, below] = [rows[at - 1]?.row.edges ?? null, rows[at]?.row.edges ?? null];
    for (const { line, from, to } of stretchesBetween(
      { table, outline },
      above,
      below,
      at === 0 ? undefined : rows[at],
    )) {
      lines.fill(line, from, to);
    }
    return lines;
  });
  return {
    xs: table.edgesEmu.map((edge) => place.xEmu + edge),
    ys: [first, ...rows.map(({ topEmu, heightEmu }) => topEmu + heightEmu)],
    across,
    down: table.edgesEmu.map((_, edge) => rows.map(({ row }) => row.edges.vertical[edge] ?? null)),
  };
}

/** What closes the edges of a grid where a page cuts it: its own edges are those of its cells. */
function outlineAtCuts({ outline, rows: all }: TableBlock, rows: readonly PaintedRow[]): Outline {
  const [first, last] = [rows[0], rows.at(-1)];
  if (outline === undefined || first === undefined || last === undefined) return NO_OUTLINE;
  const begins = first.row === all[0] && (first.lines === null || first.lines.every(([from]) => from === 0));
  const ends = last.row === all.at(-1) && endsHere(last);
  return { top: begins ? null : outline.top, bottom: ends ? null : outline.bottom };
}

type Outline = NonNullable<TableBlock["outline"]>;

interface Outlined {
  readonly table: TableBlock;
  readonly outline: Outline;
}

const NO_OUTLINE: Outline = { top: null, bottom: null };

/** Whether nothing of a row is left for the next page. */
function endsHere({ row, lines }: PaintedRow): boolean {
  return lines === null || row.cells.every((cell, index) => lines[index]?.[1] === lineCount(cell));
}

/** The lines between two rows, from one column's left edge to another's. */
interface Stretches {
  readonly above: RowEdges | null;
  readonly below: RowEdges | null;
  readonly stretches: readonly { readonly line: Line; readonly from: number; readonly to: number }[];
}

/** One line per stretch of columns with the same border; of two that meet the wider is drawn. `row` is that below. */
function stretchesBetween(
  { table, outline }: Outlined,
  above: RowEdges | null,
  below: RowEdges | null,
  row: PaintedRow | undefined,
): Stretches["stretches"] {
  const stretches: { line: Line; from: number; to: number }[] = [];
  const columns = table.edgesEmu.length - 1;
  let from = 0;
  let line: Line | null = null;
  for (let column = 0; column <= columns; column++) {
    const inside = row !== undefined && table.merges && joins(row, cellOf(row, column));
    const none = inside || column === columns;
    const outer = above === null ? outline.top : below === null ? outline.bottom : null;
    const inner = none ? null : widerLine(above?.bottom[column] ?? null, below?.top[column] ?? null);
    const next = none ? null : widerLine(outer, inner);
    if (column > 0 && column < columns && sameLine(line, next)) continue;
    if (line !== null) stretches.push({ line, from, to: column });
    from = column;
    line = next;
  }
  return stretches;
}

/** One line per stretch of rows with the same border at a column's edge. */
function paintVertical(sheet: Sheet, table: TableBlock, rows: readonly PaintedRow[], edge: number, place: Place): void {
  const x = place.xEmu + (table.edgesEmu[edge] ?? 0);
  let top = rows[0]?.topEmu ?? 0;
  let bottom = top;
  let line: Line | null = null;
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at];
    if (row === undefined) break;
    const next = row.row.edges.vertical[edge] ?? null;
    if (!sameLine(line, next)) {
      if (line !== null) paintLine(sheet, table.span, line, x, top, x, bottom, false);
      top = row.topEmu;
      line = next;
    }
    bottom = row.topEmu + row.heightEmu;
  }
  if (line !== null) paintLine(sheet, table.span, line, x, top, x, bottom, false);
}

/** From the right above to the left below, over all rows that are left blank (余白斜線). */
function paintStrike(sheet: Sheet, table: TableBlock, line: Line, rows: readonly PaintedRow[], place: Place): void {
  const blank = rows.filter((row) => isLeftBlank(table, row));
  const [first, last] = [blank[0], blank.at(-1)];
  if (first === undefined || last === undefined) return;
  const right = place.xEmu + (table.edgesEmu.at(-1) ?? 0);
  paintLine(sheet, table.span, line, right, first.topEmu, place.xEmu, last.topEmu + last.heightEmu, false);
}
