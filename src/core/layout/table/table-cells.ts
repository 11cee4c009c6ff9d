// Cells and rows of a table: texts set in the width of their columns, side borders collapsed.
import type {
  CanvasElement,
  CellBox,
  Emu,
  FootCell,
  TableColumn,
  TableElement,
  TextStyle,
} from "../../canvas/index.ts";
import type { SourceSpan } from "../../diagnostics/index.ts";
import type { Scope } from "../../expression/index.ts";
import {
  type FlowChild,
  LONE_ROW,
  type RowEdges,
  type RowFlow,
  type TableCell,
  type TableRow,
} from "../blocks/index.ts";
import { type Frame, NO_FRAME, resolveFrame, sharedOut, widerLine } from "../page/index.ts";
import {
  type Finding,
  type LayoutInput,
  paddedBy,
  paintsOf,
  type ShownText,
  setTextBox,
  showTemplate,
  styleOf,
} from "../words/index.ts";
import type { Listed } from "./listed-columns.ts";
import { type Column, shownRange } from "./table-columns.ts";

/** What the rows of one table are built from. */
export interface TableBuild {
  readonly input: LayoutInput;
  readonly element: TableElement;
  readonly scope: Scope;
  readonly columns: readonly Column[];
  readonly edgesEmu: readonly Emu[];
  readonly listed: Listed;
  readonly rowHeightMinEmu: Emu;
  readonly buildInner: BuildInner;
}

/** Builds the elements that a cell holds, in the width between its paddings; `input` where its texts look otherwise. */
export type BuildInner = (
  elements: readonly CanvasElement[],
  scope: Scope,
  widthEmu: Emu,
  input?: LayoutInput,
) => readonly FlowChild[];

const NO_FINDINGS: readonly Finding[] = [];

export function textCell(
  build: TableBuild,
  range: readonly [from: number, to: number],
  frame: Frame,
  shown: ShownText,
  style: number,
  scope: Scope,
  role: string | null,
  span: SourceSpan,
): TableCell {
  const [fromColumn, toColumn] = range;
  const outer = (build.edgesEmu[toColumn + 1] ?? 0) - (build.edgesEmu[fromColumn] ?? 0);
  const widthEmu = Math.max(0, outer - frame.padding[1] - frame.padding[3]);
  const findings: Finding[] = [];
  const room = { widthEmu, heightEmu: null, inCell: true, column: "w" as const, ...paddedBy(frame.padding, outer) };
  const text = setTextBox(build.input, { shown, style, scope, room, span }, findings);
  return { fromColumn, toColumn, frame, text, role, span, findings, joinsAbove: false, node: null };
}

/** The style of a column's words that belong to no record. */
export function styleOutside({ outside, bodyStyle }: TableColumn): number {
  return outside?.style ?? bodyStyle;
}

export function blankCell(fromColumn: number, toColumn: number, frame: Frame, span: SourceSpan): TableCell {
  return {
    fromColumn,
    toColumn,
    frame,
    text: null,
    role: null,
    span,
    findings: NO_FINDINGS,
    joinsAbove: false,
    node: null,
  };
}

export function cellFrame(build: TableBuild, cell: CellBox, scope: Scope): Frame {
  return resolveFrame(cell, paintsOf(build.input, scope));
}

export function tableRow(
  build: TableBuild,
  cells: readonly TableCell[],
  edges: RowEdges,
  varies: boolean,
  flow: RowFlow = LONE_ROW,
): TableRow {
  let heightEmu = build.rowHeightMinEmu;
  for (const cell of cells) {
    const text = cell.text?.heightEmu ?? cell.inner?.heightEmu ?? 0;
    heightEmu = Math.max(heightEmu, text + cell.frame.padding[0] + cell.frame.padding[2]);
  }
  return { heightEmu, cells, edges, varies, flow, fill: null, node: null };
}

/** The words of a declared cell, where its columns are shown. */
export interface WrittenCell {
  readonly cell: FootCell;
  /** What its box and its type see. */
  readonly scope: Scope;
  /** What its words see; absent: the same. */
  readonly shownIn?: Scope;
  /** Which of the columns that a list gives; absent: all that the cell names. */
  readonly index?: number;
}

/**
 * Rows that are told cell by cell. Columns that no cell names stay empty. In a foot an empty run left of a
 * right-aligned text joins it, so that a long label needs no column of its own width.
 */
export function writtenRows(
  build: TableBuild,
  rows: readonly (readonly WrittenCell[])[],
  joinsLeft: boolean,
  flowOf: (at: number) => RowFlow = () => LONE_ROW,
): readonly TableRow[] {
  let covering: readonly Covering[] = [];
  const cells = rows.map((written) => {
    const row = writtenCells(build, written, joinsLeft, covering);
    covering = coveringNext(row, covering);
    return row;
  });
  const built = cells.map((row, at) => {
    const flow = flowOf(at);
    if (!row.some(spansRows)) return tableRow(build, row, rowEdges(row, build.columns.length), true, flow);
    const lowest = row.map((cell) => (spansRows(cell) ? { ...cell, text: null } : cell));
    const edges = rowEdges(row.map(edgedAlone), build.columns.length);
    return { ...tableRow(build, lowest, edges, true, flow), cells: row };
  });
  return withSpannedHeights(built);
}

function spansRows(cell: TableCell): boolean {
  return cell.rowSpan !== undefined;
}

/** A cell that lies over rows that are still to come. */
interface Covering {
  readonly cell: TableCell;
  readonly rowsLeft: number;
}

function coveringNext(row: readonly TableCell[], covering: readonly Covering[]): readonly Covering[] {
  const going = covering.flatMap((one) => (one.rowsLeft > 1 ? [{ ...one, rowsLeft: one.rowsLeft - 1 }] : []));
  const begun = row.flatMap((cell) => (cell.rowSpan === undefined ? [] : [{ cell, rowsLeft: cell.rowSpan - 1 }]));
  return [...going, ...begun];
}

/** Of a cell over several rows, the line below belongs to the last of them. */
function edgedAlone(cell: TableCell): TableCell {
  return spansRows(cell) ? { ...cell, frame: { ...cell.frame, bottom: null } } : cell;
}

/** What a cell over several rows lacks is shared by them. */
function withSpannedHeights(rows: TableRow[]): readonly TableRow[] {
  rows.forEach((row, at) => {
    for (const cell of row.cells) {
      if (cell.rowSpan === undefined || cell.text === null) continue;
      const over = rows.slice(at, at + cell.rowSpan);
      const has = over.reduce((height, one) => height + one.heightEmu, 0);
      const shares = sharedOut(cell.text.heightEmu + cell.frame.padding[0] + cell.frame.padding[2] - has, over.length);
      over.forEach((one, below) => {
        const share = shares[below] ?? 0;
        if (share > 0) rows[at + below] = { ...one, heightEmu: one.heightEmu + share };
      });
    }
  });
  return rows;
}

function writtenCells(
  build: TableBuild,
  written: readonly WrittenCell[],
  joinsLeft: boolean,
  covering: readonly Covering[],
): readonly TableCell[] {
  const fillers = new Map(written.flatMap((one) => (one.cell.isFiller === true ? [[one.cell.fromColumn, one]] : [])));
  const placed = [
    ...covering.map((one) => ({ kind: "covered" as const, one, from: one.cell.fromColumn })),
    ...written.flatMap((one) => {
      const { cell, index } = one;
      const range =
        index === undefined ? shownRange(build.columns, cell.fromColumn, cell.toColumn) : ([index, index] as const);
      return range === null || one.cell.isFiller === true
        ? []
        : [{ kind: "written" as const, one, range, from: range[0] }];
    }),
  ].sort((left, right) => left.from - right.from);
  const row: TableCell[] = [];
  let next = 0;
  const fillTo = (column: number): void => {
    for (; next < column; next++) row.push(uncovered(build, next, fillers));
  };
  for (const each of placed) {
    if (each.kind === "covered") {
      fillTo(each.from);
      row.push(coveredCell(each.one));
      next = each.one.cell.toColumn + 1;
      continue;
    }
    const { cell } = each.one;
    if (each.from < next) continue;
    const joins = joinsLeft && cell.rows === undefined && styleOf(build.input.canvas, cell.style).align === "right";
    const from = joins ? next : each.from;
    fillTo(from);
    row.push(writtenCell(build, each.one, [from, each.range[1]]));
    next = each.range[1] + 1;
  }
  fillTo(build.columns.length);
  return row;
}

function writtenCell(build: TableBuild, written: WrittenCell, range: readonly [number, number]): TableCell {
  const { cell, scope, shownIn = scope } = written;
  const shown = showTemplate(cell.content, build.input.evaluation, shownIn, cell.role);
  const frame = cellFrame(build, cell.cell, scope);
  const set = textCell(build, range, frame, shown, cell.style, scope, cell.role, cell.span);
  return cell.rows === undefined ? set : { ...set, rowSpan: cell.rows };
}

/** The place of a cell that began in a row above. */
function coveredCell({ cell, rowsLeft }: Covering): TableCell {
  const frame = { ...cell.frame, top: null, bottom: rowsLeft === 1 ? cell.frame.bottom : null };
  return { ...blankCell(cell.fromColumn, cell.toColumn, frame, cell.span), joinsAbove: true };
}

/** A column that no cell of a row names: decorated as the row is, else as its column. */
export function uncovered(
  build: TableBuild,
  index: number,
  fillers: ReadonlyMap<number, WrittenCell> = NO_FILLERS,
): TableCell {
  const column = build.columns[index];
  const filler = column === undefined ? undefined : fillers.get(column.source);
  if (filler !== undefined)
    return blankCell(index, index, cellFrame(build, filler.cell.cell, filler.scope), filler.cell.span);
  const declared = column?.column ?? build.element.columns[0];
  if (declared === undefined) return blankCell(index, index, NO_FRAME, build.element.span);
  const look = declared.outside?.cell ?? declared.cell;
  return blankCell(index, index, cellFrame(build, look, build.scope), declared.span);
}

const NO_FILLERS: ReadonlyMap<number, WrittenCell> = new Map();

/** Collapses the side borders of neighbours; top and bottom wait for the rows above and below. */
export function rowEdges(cells: readonly TableCell[], columns: number): RowEdges {
  const top: RowEdges["top"][number][] = [];
  const bottom: RowEdges["top"][number][] = [];
  const vertical: RowEdges["top"][number][] = [null];
  // Filled one by one: three calls for lists of six took longer than all else here.
  for (let column = 0; column < columns; column += 1) {
    top.push(null);
    bottom.push(null);
    vertical.push(null);
  }
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

/** The style with another alignment, as an input that has it at the same index. */
export function withStyle(build: TableBuild, index: number, over: Partial<TextStyle>): TableBuild {
  const textStyles = [...build.input.canvas.textStyles];
  textStyles[index] = { ...styleOf(build.input.canvas, index), ...over };
  return { ...build, input: { ...build.input, canvas: { ...build.input.canvas, textStyles } } };
}
