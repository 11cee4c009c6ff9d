// A page's part of a table while it fills: its header, what is carried over, its rows, and the fragment made of them.
import type { Emu } from "../../canvas/index.ts";
import type {
  CutIll,
  Resume,
  RowPiece,
  RowPlace,
  TableBlock,
  TableCell,
  TableFragment,
  Taken,
} from "../blocks/index.ts";
import { sharedOut, verticalInset } from "../page/index.ts";
import { cellHeight, lineCount, piecesHeight, wholeRow } from "./row-pieces.ts";
import { fragmentOfParts } from "./table-parts.ts";

/** Where a table goes on. */
export type TableResume = Extract<Resume, { kind: "table" }>;

/** Nothing of the table has room. */
export const NOTHING: Taken = { fragment: null, resume: null };
/** Where a table begins. */
export const AT_START: TableResume = { kind: "table", row: 0, lines: null, footRow: 0 };

/** Why no further row was taken: there is none, no room, the page has its count, or the next row starts a page. */
type Stop = "end" | "room" | "count" | "page";

/** A page's part of a table while it fills. */
export interface Filling {
  readonly table: TableBlock;
  readonly room: Emu;
  /** The height of a page that the table has to itself, where that is more. Findings of rows too high name it. */
  readonly freshRoom: Emu;
  readonly header: TableFragment["header"];
  readonly before: readonly RowPiece[];
  /** The row that the page begins with. */
  readonly from: TableResume;
  readonly limit: number | null;
  /** Header and what is carried over. */
  readonly topEmu: Emu;
  /** Rows as they are; what cells over several rows lack is added when it is known where the page ends. */
  readonly pieces: RowPiece[];
  stop: Stop;
  /** How ill the place is at which the page ends. */
  endIll: CutIll;
  /** The page ends between rows that belong together. */
  isParted: boolean;
}

/** Room for a part of a table. */
export interface TableSpace {
  readonly heightEmu: Emu;
  readonly atTop: boolean;
  readonly freshEmu?: Emu;
  readonly blanksMost?: number;
  readonly goesAside?: boolean;
}

/** How high the whole table is, unbroken. */
export function wholeTableEmu(table: TableBlock): Emu {
  // What cells over several rows lack, and what a page sums, only the fragment knows.
  if (table.merges || table.pageFoot !== null) return wholeTable(table).heightEmu;
  let heightEmu = verticalInset(table.frame) + Math.max(table.blanksWanted, 0) * table.blankEmu;
  if (table.headers.length > 0) heightEmu += table.headersEmu;
  for (const row of table.rows) heightEmu += row.heightEmu;
  for (const row of table.foot) heightEmu += row.heightEmu;
  return heightEmu;
}

/** The whole table, unbroken. */
export function wholeTable(table: TableBlock): TableFragment {
  const filling = beginFilling(table, null, Number.MAX_SAFE_INTEGER);
  // Of hundreds of thousands of rows: more than a call takes arguments.
  for (const row of table.rows) filling.pieces.push(wholeRow(row));
  const blanks = Math.max(table.blanksWanted, 0);
  return fragmentOf(filling, blanks, table.foot.map(wholeRow), false);
}

/** The part of a page that has no rows yet. `room` is the height within the table's frame. */
export function beginFilling(table: TableBlock, resume: TableResume | null, room: Emu): Filling {
  const shows = table.headers.length > 0 && (resume === null || table.repeatsHeader);
  const from = resume ?? AT_START;
  const before = resume === null ? [] : carriedOver(table, from);
  const beforeEmu = piecesHeight(before);
  return {
    table,
    room,
    freshRoom: room,
    header: shows ? (resume === null ? "first" : "repeat") : "none",
    before,
    from,
    limit: resume === null ? (table.rowsOnFirstPage ?? table.rowsPerPage) : table.rowsPerPage,
    topEmu: (shows ? table.headersEmu : 0) + beforeEmu,
    pieces: [],
    stop: "end",
    endIll: 0,
    isParted: false,
  };
}

/** The running sum, then the heads of groups that go on from the page before. */
export function carriedOver(table: TableBlock, from: TableResume): readonly RowPiece[] {
  const before: RowPiece[] = [];
  if (table.carry !== null && from.blanks === undefined) before.push(wholeRow(table.carry.in(from)));
  for (const head of table.rows[from.row]?.flow.openHeads ?? []) before.push(wholeRow(head));
  return before;
}

/** What stands at the foot of every page, the last as well. */
export function everyFoot(table: TableBlock): Emu {
  return (table.pageFoot?.heightEmu ?? 0) + (table.footOnEvery ? table.footHeightEmu : 0);
}

/** What stands at the foot of a page after which rows follow. */
export function cutFoot(table: TableBlock): Emu {
  return everyFoot(table) + (table.carry?.heightEmu ?? 0);
}

/** The room for rows of a page that the table has to itself and that more pages follow. */
export function rowsRoom({ table, from, freshRoom }: Filling): Emu {
  const headersEmu = table.repeatsHeader || from.row === 0 ? table.headersEmu : 0;
  return freshRoom - headersEmu - cutFoot(table);
}

/** The first `count` rows with what cells over several of them lack. */
export function rowsHeight(filling: Filling, count: number): Emu {
  let height = 0;
  for (const piece of closedPieces(filling, count)) height += piece.heightEmu;
  return height;
}

/** The first `count` rows as a page shows them: what a cell over several rows lacks is shared by those on the page. */
function closedPieces(filling: Filling, count: number): readonly RowPiece[] {
  const pieces = filling.pieces.slice(0, count);
  if (!filling.table.merges) return pieces;
  // Rows of group heads and feet already have the height that their own cells over several rows need.
  const recordAt = (at: number) => (pieces[at]?.row.flow.isRecord === true ? pieces[at]?.row : undefined);
  const columns = pieces.reduce((most, { row }) => Math.max(most, row.cells.length), 0);
  const starts = new Array<number>(columns).fill(0);
  for (let at = 0; at < pieces.length; at++) {
    for (let column = 0; column < columns; column++) {
      const cell = recordAt(at)?.cells[column];
      if (cell === undefined) continue;
      if (at === 0 || !cell.joinsAbove) starts[column] = at;
      const goesOn = recordAt(at + 1)?.cells[column]?.joinsAbove === true;
      if (!goesOn) addMissing(pieces, starts[column] ?? at, at, cell);
    }
  }
  return pieces;
}

function addMissing(pieces: RowPiece[], from: number, to: number, cell: TableCell): void {
  let has = 0;
  for (let at = from; at <= to; at++) has += pieces[at]?.heightEmu ?? 0;
  const missing = cellHeight(cell, 0, lineCount(cell)) - has;
  if (missing <= 0) return;
  // A piece of a row that was cut is as high as its lines.
  const whole = pieces.flatMap(({ lines }, at) => (at >= from && at <= to && lines === null ? [at] : []));
  sharedOut(missing, whole.length).forEach((share, index) => {
    const at = whole[index] ?? from;
    const piece = pieces[at];
    if (piece !== undefined) pieces[at] = { ...piece, heightEmu: piece.heightEmu + share };
  });
}

/** How many of the rows count for `rows-per-page`. */
export function countedIn({ pieces }: Filling): number {
  return pieces.reduce((sum, piece) => sum + piece.row.flow.counts, 0);
}

/** Blank rows never cause a page: as many as are wanted and fit above the foot. */
export function blanksFor(filling: Filling, usedEmu: Emu, before = 0): number {
  const { table, room, limit } = filling;
  const most = (limit ?? Number.MAX_SAFE_INTEGER) - countedIn(filling);
  const isLast = filling.stop === "end";
  const wanted = Math.min(most, table.fillRows ? most : isLast ? table.blanksWanted - before : 0);
  if (wanted <= 0 || table.blankEmu <= 0) return 0;
  const free = room - usedEmu - table.footHeightEmu;
  return Math.max(0, Math.min(wanted, Math.floor(free / table.blankEmu)));
}

/** `goesOn`: rows follow on the next page, so that their sum is carried to it. */
export function fragmentOf(
  filling: Filling,
  blanks: number,
  foot: readonly RowPiece[],
  goesOn: boolean,
): TableFragment {
  const { table, from } = filling;
  const rows = closedPieces(filling, filling.pieces.length);
  const end = endOf(filling);
  const pageFoot = table.pageFoot === null ? [] : table.pageFoot.rows(from, end).map(wholeRow);
  const after = goesOn && table.carry !== null ? [wholeRow(table.carry.out(end))] : [];
  const { header, before } = filling;
  return fragmentOfParts({ block: table, header, before, rows, blanks, goesOn, pageFoot, after, foot });
}

/** Where the page ends: after its last row, or between that row's lines. */
function endOf({ from, pieces }: Filling): RowPlace {
  const last = pieces.at(-1);
  if (last === undefined) return from;
  const row = from.row + pieces.length;
  const ends = last.lines === null || last.row.cells.every((cell, at) => last.lines?.[at]?.[1] === lineCount(cell));
  return ends ? { row, lines: null } : { row: row - 1, lines: (last.lines ?? []).map(([, end]) => end) };
}
