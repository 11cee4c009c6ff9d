// A row of a table → the piece of it that a page shows: all of it, what is left of it, or as many lines as fit.
import type { Emu } from "../canvas/index.ts";
import type { TableCell, TableRow } from "./blocks.ts";
import type { RowPiece } from "./fragments.ts";
import { cutHeightEmu, cuttableLines } from "./text-box.ts";

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

/**
 * As many lines of each cell as fit; at least one where `must`. Null where none fits, or where all do and the row is
 * lower than it should be for it: then it moves as a whole.
 */
export function cutRow(
  row: TableRow,
  from: readonly number[] | null,
  room: Emu,
  must: boolean,
): { readonly piece: RowPiece; readonly lines: readonly number[] | null } | null {
  const ranges = row.cells.map((cell, index): [number, number] => {
    const start = from?.[index] ?? 0;
    return [start, start + fittingLines(cell, start, room)];
  });
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

export function lineCount(cell: TableCell): number {
  // Elements are never cut: they are as one line.
  if (cell.inner !== undefined) return 1;
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
  if (cell.inner !== undefined) return padding + (to > from ? cell.inner.heightEmu : 0);
  return cell.text === null ? padding : padding + cutHeightEmu(cell.text, from, to);
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
