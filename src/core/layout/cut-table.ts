// A table and the room left on a page → its header, rows, blank rows and foot there (rulings, layout 7).
import type { Emu } from "../canvas/index.ts";
import { linesHeightEmu } from "../text/index.ts";
import type { TableBlock, TableCell, TableRow } from "./blocks.ts";
import { type Finding, millimetres, millimetresEnough } from "./findings.ts";
import type { CutNotes, Resume, RowPiece, TableFragment, Taken } from "./fragments.ts";
import { verticalInset } from "./frames.ts";

type TableResume = Extract<Resume, { kind: "table" }>;

const NOTHING: Taken = { fragment: null, resume: null };
const AT_START: TableResume = { kind: "table", row: 0, lines: null, footRow: 0 };

/** A page's part of a table while it fills. */
interface Filling {
  readonly table: TableBlock;
  readonly room: Emu;
  readonly header: TableFragment["header"];
  readonly headerEmu: Emu;
  readonly pieces: RowPiece[];
  /** Header and pieces. */
  usedEmu: Emu;
}

/** The whole table, unbroken. */
export function wholeTable(table: TableBlock): TableFragment {
  return {
    kind: "table",
    block: table,
    heightEmu: table.heightEmu,
    header: table.header === null ? "none" : "first",
    rows: table.rows.map(wholeRow),
    blanks: table.blanksWanted,
    foot: table.foot.map(wholeRow),
  };
}

/** At a page's top at least one row, a piece of a row, or a row of the foot is placed. */
export function cutTable(
  table: TableBlock,
  resume: TableResume | null,
  space: { readonly heightEmu: Emu; readonly atTop: boolean },
  notes: CutNotes,
): Taken {
  const from = resume ?? AT_START;
  const room = space.heightEmu - verticalInset(table.frame);
  const rest = table.rows.length - from.row;
  if (rest === 0 && resume !== null) return footAlone(table, from.footRow, room, space.atTop);
  const shows = table.header !== null && (resume === null || table.repeatsHeader);
  const filling: Filling = {
    table,
    room,
    header: shows ? (resume === null ? "first" : "repeat") : "none",
    headerEmu: shows ? (table.header?.heightEmu ?? 0) : 0,
    pieces: [],
    usedEmu: shows ? (table.header?.heightEmu ?? 0) : 0,
  };
  const reserve = table.footOnEvery ? table.footHeightEmu : 0;
  const next = takeRows(filling, from, reserve);
  if (next.row === table.rows.length && next.lines === null) return lastRows(filling, space.atTop);
  return brokenRows(filling, next, reserve, space.atTop, notes);
}

/** Whole rows as long as they fit, and as many as a page may have. */
function takeRows(filling: Filling, from: TableResume, reserveEmu: Emu): TableResume {
  const { table, room, pieces } = filling;
  const limit = table.rowsPerPage ?? Number.POSITIVE_INFINITY;
  let row = from.row;
  let lines = from.lines;
  while (row < table.rows.length && pieces.length < limit) {
    const piece = restOfRow(table.rows[row], lines);
    if (piece === null || filling.usedEmu + piece.heightEmu + reserveEmu > room) break;
    pieces.push(piece);
    filling.usedEmu += piece.heightEmu;
    row++;
    lines = null;
  }
  return { kind: "table", row, lines, footRow: 0 };
}

/** All rows are placed: the foot follows them, or one row moves with the foot to the next page. */
function lastRows(filling: Filling, atTop: boolean): Taken {
  const { table, room, pieces } = filling;
  if (table.foot.length === 0 || filling.usedEmu + table.footHeightEmu <= room) {
    if (pieces.length === 0 && filling.usedEmu + table.footHeightEmu > room && !atTop) return NOTHING;
    return { fragment: fragmentOf(filling, blanksFor(filling), table.foot.map(wholeRow)), resume: null };
  }
  const firstOfFoot = table.foot[0];
  if (!table.footTogether && pieces.length > 0 && firstOfFoot !== undefined) {
    if (filling.usedEmu + firstOfFoot.heightEmu <= room) return partOfFoot(filling);
  }
  const last = pieces.pop();
  if (last !== undefined) filling.usedEmu -= last.heightEmu;
  if (pieces.length > 0) {
    const row = table.rows.length - 1;
    return { fragment: fragmentOf(filling, 0, []), resume: { kind: "table", row, lines: null, footRow: 0 } };
  }
  if (!atTop) return NOTHING;
  // One row and the foot are taller than a page: the row comes first, the foot follows alone.
  if (last !== undefined) pieces.push(last);
  filling.usedEmu += last?.heightEmu ?? 0;
  if (last === undefined) return partOfFoot(filling);
  return {
    fragment: fragmentOf(filling, 0, []),
    resume: { kind: "table", row: table.rows.length, lines: null, footRow: 0 },
  };
}

/** As much of the foot as fits below the rows, one row at least. */
function partOfFoot(filling: Filling): Taken {
  const { table, room } = filling;
  const { foot, next } = footRows(table, 0, room - filling.usedEmu);
  const resume: Resume | null =
    next === null ? null : { kind: "table", row: table.rows.length, lines: null, footRow: next };
  return { fragment: fragmentOf(filling, 0, foot), resume };
}

/** What is left of the foot on a page of its own, without the header: a header never stands without a row. */
function footAlone(table: TableBlock, footRow: number, room: Emu, atTop: boolean): Taken {
  if (!atTop && footRow === 0 && table.footHeightEmu > room) return NOTHING;
  const { foot, next } = footRows(table, footRow, room);
  const filling: Filling = { table, room, header: "none", headerEmu: 0, pieces: [], usedEmu: 0 };
  const resume: Resume | null =
    next === null ? null : { kind: "table", row: table.rows.length, lines: null, footRow: next };
  return { fragment: fragmentOf(filling, 0, foot), resume };
}

function footRows(table: TableBlock, from: number, room: Emu): { foot: RowPiece[]; next: number | null } {
  const foot: RowPiece[] = [];
  let used = 0;
  for (let index = from; index < table.foot.length; index++) {
    const row = table.foot[index];
    if (row === undefined) break;
    if (foot.length > 0 && used + row.heightEmu > room) return { foot, next: index };
    foot.push(wholeRow(row));
    used += row.heightEmu;
  }
  return { foot, next: null };
}

/** Rows remain for the next page; the first of them may be cut where the table allows it or nothing else helps. */
function brokenRows(filling: Filling, next: TableResume, reserveEmu: Emu, atTop: boolean, notes: CutNotes): Taken {
  const { table, room, pieces } = filling;
  const full = table.rowsPerPage !== null && pieces.length >= table.rowsPerPage;
  const row = table.rows[next.row];
  const foot = table.footOnEvery ? table.foot.map(wholeRow) : [];
  if (row === undefined || full) return { fragment: fragmentOf(filling, 0, foot), resume: next };
  const mustCut = pieces.length === 0 && atTop;
  if (table.split === "cell" || mustCut) {
    if (mustCut && table.split !== "cell" && next.lines === null)
      notes.findings.push(rowTallerThanPage(filling, next.row));
    const cut = cutRow(row, next.lines, room - filling.usedEmu - reserveEmu, mustCut);
    if (cut !== null) {
      pieces.push(cut.piece);
      filling.usedEmu += cut.piece.heightEmu;
      const resume: TableResume =
        cut.lines === null
          ? { kind: "table", row: next.row + 1, lines: null, footRow: 0 }
          : { kind: "table", row: next.row, lines: cut.lines, footRow: 0 };
      return { fragment: fragmentOf(filling, 0, foot), resume: endOrNull(table, resume) };
    }
  }
  if (pieces.length === 0) return NOTHING;
  if (table.rowsPerPage !== null) notes.findings.push(fewerRows(filling, table.rowsPerPage));
  return { fragment: fragmentOf(filling, 0, foot), resume: next };
}

/** A table whose last row ended on this page goes on only where a foot is still to come. */
function endOrNull(table: TableBlock, resume: TableResume): Resume | null {
  const ended = resume.row === table.rows.length;
  return ended && (table.foot.length === 0 || table.footOnEvery) ? null : resume;
}

function rowTallerThanPage(filling: Filling, row: number): Finding {
  const { table, room, headerEmu } = filling;
  const height = table.rows[row]?.heightEmu ?? 0;
  return {
    code: "RPT4010",
    severity: "error",
    span: table.span,
    message: `row ${row + 1} needs ${millimetresEnough(height)}, a page has ${millimetres(room - headerEmu)} for it`,
    path: table.rows[row]?.cells.find((cell) => cell.text?.shown.path != null)?.text?.shown.path ?? null,
    why: "a row that may not be cut must fit on one page",
    repair: "allow cutting with split=cell, or widen the column of the long text",
  };
}

function fewerRows(filling: Filling, rowsPerPage: number): Finding {
  const { table, room, pieces } = filling;
  return {
    code: "RPT4013",
    severity: "warning",
    span: table.span,
    message: `rows-per-page=${rowsPerPage}, but only ${pieces.length} fit into ${millimetres(room)}`,
    path: null,
    why: "the page breaks earlier than the form plans",
    repair: "lower rows-per-page or row-h, or make room on the page",
  };
}

/** Blank rows never cause a page: as many as are wanted and fit. */
function blanksFor(filling: Filling): number {
  const { table, room, pieces } = filling;
  const fill = table.fillRows && table.rowsPerPage !== null ? table.rowsPerPage - pieces.length : 0;
  const wanted = Math.max(table.blanksWanted, fill);
  if (wanted <= 0 || table.blank.heightEmu <= 0) return 0;
  const free = room - filling.usedEmu - table.footHeightEmu;
  return Math.max(0, Math.min(wanted, Math.floor(free / table.blank.heightEmu)));
}

function fragmentOf(filling: Filling, blanks: number, foot: readonly RowPiece[]): TableFragment {
  const { table } = filling;
  const footEmu = foot.reduce((height, piece) => height + piece.heightEmu, 0);
  const heightEmu = filling.usedEmu + blanks * table.blank.heightEmu + footEmu + verticalInset(table.frame);
  return { kind: "table", block: table, heightEmu, header: filling.header, rows: filling.pieces, blanks, foot };
}

function wholeRow(row: TableRow): RowPiece {
  return { row, heightEmu: row.heightEmu, lines: null };
}

/** What is left of a row after a cut, as high as its longest cell. */
function restOfRow(row: TableRow | undefined, lines: readonly number[] | null): RowPiece | null {
  if (row === undefined) return null;
  if (lines === null) return wholeRow(row);
  const ranges = row.cells.map((cell, index): [number, number] => [lines[index] ?? 0, lineCount(cell)]);
  return { row, heightEmu: pieceHeight(row, ranges), lines: ranges };
}

/** As many lines of each cell as fit; at least one where `must`. Null where none fits. */
function cutRow(
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
  return { piece, lines: ended ? null : ranges.map(([, end]) => end) };
}

function lineCount(cell: TableCell): number {
  return cell.text?.paragraph.lines.length ?? 0;
}

function fittingLines(cell: TableCell, start: number, room: Emu): number {
  const total = lineCount(cell) - start;
  let fitting = 0;
  while (fitting < total && cellHeight(cell, fitting + 1) <= room) fitting++;
  return fitting;
}

function cellHeight(cell: TableCell, lines: number): Emu {
  const padding = cell.frame.padding[0] + cell.frame.padding[2];
  if (cell.text === null) return padding;
  return padding + linesHeightEmu(lines, cell.text.lineSizeEmu, cell.text.style.lineHeightThousandths);
}

function pieceHeight(row: TableRow, ranges: readonly (readonly [number, number])[]): Emu {
  return row.cells.reduce((height, cell, index) => {
    const [from, to] = ranges[index] ?? [0, 0];
    return Math.max(height, cellHeight(cell, to - from));
  }, 0);
}
