// Cells and rows of a table: texts set in the width of their columns, side borders collapsed.
import type { CellBox, Emu, FootCell, TableElement, TextStyle } from "../canvas/index.ts";
import type { SourceSpan } from "../diagnostics/index.ts";
import type { Scope } from "../expression/index.ts";
import { LONE_ROW, type RowEdges, type RowFlow, type TableCell, type TableRow } from "./blocks.ts";
import type { Finding } from "./findings.ts";
import { type Frame, NO_FRAME, resolveFrame, widerLine } from "./frames.ts";
import { type LayoutInput, resolveColor, styleOf } from "./layout-input.ts";
import { type ShownText, showTemplate } from "./shown-text.ts";
import { type Column, shownRange } from "./table-columns.ts";
import { setTextBox } from "./text-box.ts";

/** What the rows of one table are built from. */
export interface TableBuild {
  readonly input: LayoutInput;
  readonly element: TableElement;
  readonly scope: Scope;
  readonly columns: readonly Column[];
  readonly edgesEmu: readonly Emu[];
  readonly rowHeightMinEmu: Emu;
}

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
  const set = setTextBox(build.input, shown, style, scope, { widthEmu, heightEmu: null, inCell: true }, span);
  const { box: text, findings } = set;
  return { fromColumn, toColumn, frame, text, role, span, findings, joinsAbove: false, node: null };
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
  return resolveFrame(cell, (paint) => resolveColor(build.input, paint, scope));
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
    const text = cell.text?.heightEmu ?? 0;
    heightEmu = Math.max(heightEmu, text + cell.frame.padding[0] + cell.frame.padding[2]);
  }
  return { heightEmu, cells, edges, varies, flow, fill: null, node: null };
}

/** The words of a declared cell, where its columns are shown. */
export interface WrittenCell {
  readonly cell: FootCell;
  readonly scope: Scope;
}

/**
 * Columns that no cell names stay empty. In a foot an empty run left of a right-aligned text joins it, so that a long
 * label needs no column of its own width.
 */
export function writtenRow(
  build: TableBuild,
  cells: readonly WrittenCell[],
  joinsLeft: boolean,
  flow: RowFlow = LONE_ROW,
): TableRow {
  const sorted = [...cells].sort((left, right) => left.cell.fromColumn - right.cell.fromColumn);
  const row: TableCell[] = [];
  let next = 0;
  for (const { cell, scope } of sorted) {
    const range = shownRange(build.columns, cell.fromColumn, cell.toColumn);
    if (range === null) continue;
    const style = styleOf(build.input.canvas, cell.style);
    const joins = joinsLeft && style.align === "right" && range[0] > next;
    const from = joins ? next : range[0];
    for (; next < from; next++) row.push(uncovered(build, next));
    const shown = showTemplate(cell.content, build.input.evaluation, scope, cell.role);
    const frame = cellFrame(build, cell.cell, scope);
    row.push(textCell(build, [from, range[1]], frame, shown, cell.style, scope, cell.role, cell.span));
    next = range[1] + 1;
  }
  for (; next < build.columns.length; next++) row.push(uncovered(build, next));
  return tableRow(build, row, rowEdges(row, build.columns.length), true, flow);
}

export function uncovered(build: TableBuild, index: number): TableCell {
  const column = build.columns[index]?.column ?? build.element.columns[0];
  if (column === undefined) return blankCell(index, index, NO_FRAME, build.element.span);
  return blankCell(index, index, cellFrame(build, column.cell, build.scope), column.span);
}

/** Collapses the side borders of neighbours; top and bottom wait for the rows above and below. */
export function rowEdges(cells: readonly TableCell[], columns: number): RowEdges {
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

/** The style with another alignment, as an input that has it at the same index. */
export function withStyle(build: TableBuild, index: number, over: Partial<TextStyle>): TableBuild {
  const textStyles = [...build.input.canvas.textStyles];
  textStyles[index] = { ...styleOf(build.input.canvas, index), ...over };
  return { ...build, input: { ...build.input, canvas: { ...build.input.canvas, textStyles } } };
}
