// A row of a table → the piece of it that a page shows: all of it, what is left of it, or as many lines as fit.
import type { Emu } from "../../canvas/index.ts";
import type { FlowBlock, Fragment, RowPiece, TableCell, TableRow, TextBlock } from "../blocks/index.ts";
import { verticalInset } from "../page/index.ts";
import { cutHeightEmu, cuttableLines } from "../words/index.ts";
import { LINES_TOGETHER_MIN, linesBeforeCut } from "./lines-together.ts";

export function piecesHeight(pieces: readonly RowPiece[]): Emu {
  return pieces.reduce((height, piece) => height + piece.heightEmu, 0);
}

export function wholeRow(row: TableRow): RowPiece {
  return { row, heightEmu: row.heightEmu, lines: null };
}

/** What is left of a row after a cut, as high as its longest cell. */
export function restOfRow(row: TableRow | undefined, lines: readonly number[] | null): RowPiece | null {
  if (row === undefined) return null;
  if (lines === null) return wholeRow(row);
  const ranges = row.cells.map((cell, index): [number, number] => [lines[index] ?? 0, lineCount(cell)]);
  return { row, heightEmu: pieceHeight(row, ranges), lines: ranges };
}

/** How a cell is one with its neighbours on the page: `above` with the row above; `below` alone with the row below. */
export type Sharing = "above" | "below" | null;

/** How a row may be cut. */
export interface RowCut {
  readonly roomEmu: Emu;
  /** Whether the page takes something of the row in any case. */
  readonly must: boolean;
  readonly sharing?: readonly Sharing[];
  /** How many lines of a cell stand together on each side of the cut; where the page takes them anyway, fewer do. */
  readonly linesMin?: number;
}

/**
 * As many lines of each cell as fit; at least one where `must`. Null where none fits, or where all do and the row is
 * lower than it should be for it: then it moves as a whole. What several rows share is never parted: rows on each page
 * say all of it. It stands in the height of those above, or begins in this piece, which has room for it.
 */
export function cutRow(
  row: TableRow,
  from: readonly number[] | null,
  { roomEmu, must, sharing = [], linesMin = LINES_TOGETHER_MIN }: RowCut,
): { readonly piece: RowPiece; readonly lines: readonly number[] | null } | null {
  const ranges = row.cells.map((cell, index): [number, number] => {
    const start = from?.[index] ?? 0;
    const count = lineCount(cell);
    if (sharing[index] === "above") return [count, count];
    const fitting = fittingLines(cell, start, roomEmu);
    const together = linesBeforeCut(fitting, count - start, linesMin);
    return [start, start + (must && together === 0 ? fitting : together)];
  });
  const isParted = (cell: TableCell, index: number) =>
    sharing[index] === "below" && from === null && (ranges[index]?.[1] ?? 0) < lineCount(cell);
  if (!must && row.cells.some(isParted)) return null;
  if (ranges.every(([start, end]) => start === end)) {
    if (!must) return null;
    row.cells.forEach((cell, index) => {
      const range = ranges[index];
      if (range !== undefined && range[0] < lineCount(cell)) range[1] = range[0] + 1;
    });
  }
  const ended = row.cells.every((cell, index) => ranges[index]?.[1] === lineCount(cell));
  const piece: RowPiece = { row, heightEmu: pieceHeight(row, ranges), lines: ranges };
  if (ended && from === null && !must && piece.heightEmu < row.heightEmu) return null;
  return { piece, lines: ended ? null : ranges.map(([, end]) => end) };
}

/** Whether every cell of a record shows its beginning: else a number stands alone at the page's foot. */
export function beginsEverywhere({ row, lines }: RowPiece): boolean {
  return row.cells.every((cell, index) => {
    const [from, to] = lines?.[index] ?? [0, 1];
    return to > from || lineCount(cell) === 0;
  });
}

/**
 * The text that a cell's block holds alone: it is cut between its lines, as a cell's own text is. Null where the block
 * holds anything else, which is never cut.
 */
function loneText({ children }: FlowBlock): TextBlock | null {
  const block = children.length === 1 ? children[0]?.block : undefined;
  if (block?.kind !== "text" || block.fixedHeight || block.flow !== undefined) return null;
  return block.rules.keepTogether ? null : block;
}

/** Into how many parts a page's end may cut a cell. Elements that are never cut are as one line. */
export function lineCount(cell: TableCell): number {
  if (cell.inner !== undefined) {
    const lone = loneText(cell.inner);
    return lone === null ? 1 : Math.max(1, cuttableLines(lone.text));
  }
  return cell.text === null ? 0 : cuttableLines(cell.text);
}

function fittingLines(cell: TableCell, start: number, room: Emu): number {
  const total = lineCount(cell) - start;
  let fitting = 0;
  while (fitting < total && cellHeight(cell, start, start + fitting + 1) <= room) fitting++;
  return fitting;
}

export function cellHeight(cell: TableCell, from: number, to: number): Emu {
  const padding = cell.frame.padding[0] + cell.frame.padding[2];
  if (cell.inner !== undefined) return padding + innerHeight(cell.inner, from, to);
  return cell.text === null ? padding : padding + cutHeightEmu(cell.text, from, to);
}

function innerHeight(inner: FlowBlock, from: number, to: number): Emu {
  return to > from ? innerPiece(inner, from, to).heightEmu : 0;
}

/** The lines `from` to `to` (exclusive) of what a cell's block holds; all of it where it is not cut. */
export function innerPiece(inner: FlowBlock, from: number, to: number): Fragment {
  const lone = loneText(inner);
  if (lone === null || (from === 0 && to >= cuttableLines(lone.text))) {
    return { kind: "whole", block: inner, heightEmu: inner.heightEmu };
  }
  const heightEmu = verticalInset(lone.frame) + cutHeightEmu(lone.text, from, to);
  const xEmu = inner.children[0]?.xEmu ?? 0;
  const fragment: Fragment = { kind: "lines", block: lone, heightEmu, from, to };
  return { kind: "flow", block: inner, heightEmu, children: [{ xEmu, yEmu: 0, fragment }] };
}

/** The first cell that no cut makes as low as `roomEmu`: it holds elements, vertical lines, or one line. */
export function uncutCell({ cells }: TableRow, roomEmu: Emu): TableCell | null {
  const isUncut = (cell: TableCell): boolean => lineCount(cell) === 1 && cellHeight(cell, 0, 1) > roomEmu;
  return cells.find(isUncut) ?? null;
}

function pieceHeight(row: TableRow, ranges: readonly (readonly [number, number])[]): Emu {
  return row.cells.reduce((height, cell, index) => {
    const [from, to] = ranges[index] ?? [0, 0];
    return Math.max(height, cellHeight(cell, from, to));
  }, 0);
}

/** Whether a row is a tier of a record that began above it. */
export function isLowerTier(row: TableRow | undefined): boolean {
  return row?.flow.isRecord === true && row.flow.counts === 0;
}
