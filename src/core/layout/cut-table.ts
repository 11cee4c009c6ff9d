// A table and the room left on a page → its header, rows, blank rows and foot there.

import type { Emu } from "../canvas/index.ts";
import type { BreakIll, RowPlace, TableBlock, TableCell, TableRow } from "./blocks.ts";
import type { Finding } from "./findings.ts";
import type { CutNotes, Resume, RowPiece, TableFragment, Taken } from "./fragments.ts";
import { verticalInset } from "./frames.ts";
import { isFree, partedGroups } from "./kept-groups.ts";
import {
  beginsEverywhere,
  cellHeight,
  cutRow,
  isLowerTier,
  lineCount,
  piecesHeight,
  restOfRow,
  type Sharing,
  uncutCell,
  wholeRow,
} from "./row-pieces.ts";
import { shownPathOfRow } from "./shown-path.ts";
import { sharedOut } from "./table-cells.ts";
import { fewerBlanks, fewerRows, footIsAlone, partedBetweenRows, rowTooHigh } from "./table-findings.ts";

type TableResume = Extract<Resume, { kind: "table" }>;

const NOTHING: Taken = { fragment: null, resume: null };
const AT_START: TableResume = { kind: "table", row: 0, lines: null, footRow: 0 };

/** Why no further row was taken: there is none, no room, the page has its count, or the next row starts a page. */
type Stop = "end" | "room" | "count" | "page";

/** A page's part of a table while it fills. */
interface Filling {
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
  endIll: BreakIll;
  /** The page ends between rows that belong together. */
  isParted: boolean;
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

/** Room for a part of a table. */
interface TableSpace {
  readonly heightEmu: Emu;
  readonly atTop: boolean;
  readonly freshEmu?: Emu;
  readonly blanksMost?: number;
  readonly goesAside?: boolean;
}

/** At a page's top at least one row, a piece of a row, or a row of the foot is placed. */
export function cutTable(table: TableBlock, resume: TableResume | null, space: TableSpace, notes: CutNotes): Taken {
  const { taken } = tryTable(table, resume, space, notes);
  if (taken.fragment !== null || space.atTop || space.freshEmu === undefined) return taken;
  // To wait for a fresh page is of no use where that would part what belongs together as well.
  const onFresh: CutNotes = { findings: [] };
  const fresh = tryTable(table, resume, { heightEmu: space.freshEmu, atTop: true }, onFresh);
  if (fresh.endIll === 0) return NOTHING;
  const found: CutNotes = { findings: [] };
  const here = tryTable(table, resume, { ...space, atTop: true }, found);
  const { fragment } = here.taken;
  if (fragment === null || fragment.heightEmu > space.heightEmu) return NOTHING;
  if (here.endIll > fresh.endIll || (here.isParted && !fresh.isParted)) return NOTHING;
  if (cutsCells(found) && !cutsCells(onFresh)) return NOTHING;
  notes.findings.push(...found.findings);
  return here.taken;
}

/** Whether what may not be cut is cut. */
function cutsCells({ findings }: CutNotes): boolean {
  return findings.some(({ code, severity }) => code === "RPT4010" && severity === "error");
}

/** What a try takes, and how ill its page ends. */
function tryTable(
  table: TableBlock,
  resume: TableResume | null,
  space: TableSpace,
  notes: CutNotes,
): { readonly taken: Taken } & Pick<Filling, "endIll" | "isParted"> {
  const room = space.heightEmu - verticalInset(table.frame);
  if (resume !== null && resume.row === table.rows.length) {
    const taken =
      resume.blanks === undefined
        ? footAlone(table, resume.footRow, room, space.atTop)
        : blanksAlone(beginFilling(table, resume, room), resume.blanks, space, notes);
    return { taken, endIll: 0, isParted: false };
  }
  const freshRoom = Math.max(space.heightEmu, space.freshEmu ?? 0) - verticalInset(table.frame);
  const filling = { ...beginFilling(table, resume, room), freshRoom };
  takeRows(filling);
  leaveRoomForCarry(filling);
  const last = filling.stop === "end" ? lastRows(filling, space, notes) : null;
  const taken = last ?? brokenRows(filling, space, notes);
  notes.findings.push(...groupsPartedBy(filling, taken));
  return { taken, endIll: filling.endIll, isParted: filling.isParted };
}

function groupsPartedBy(filling: Filling, { resume }: Taken): readonly Finding[] {
  const { table, from } = filling;
  if (table.keptGroups === undefined || resume?.kind !== "table" || resume.row >= table.rows.length) return [];
  return partedGroups({
    ...{ table, from: from.row, next: resume.row },
    ...{ goesOn: from.lines !== null, isCut: resume.lines !== null },
    roomEmu: rowsRoom(filling),
  });
}

/** The room for rows of a page that the table has to itself and that more pages follow. */
function rowsRoom({ table, from, freshRoom }: Filling): Emu {
  const headersEmu = table.repeatsHeader || from.row === 0 ? table.headersEmu : 0;
  return freshRoom - headersEmu - brokenFoot(table);
}

function beginFilling(table: TableBlock, resume: TableResume | null, room: Emu): Filling {
  const shows = table.headers.length > 0 && (resume === null || table.repeatsHeader);
  const from = resume ?? AT_START;
  const before = resume === null ? [] : carriedOver(table, from);
  const beforeEmu = before.reduce((height, piece) => height + piece.heightEmu, 0);
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
function carriedOver(table: TableBlock, from: TableResume): readonly RowPiece[] {
  const before: RowPiece[] = [];
  if (table.carry !== null && from.blanks === undefined) before.push(wholeRow(table.carry.in(from)));
  for (const head of table.rows[from.row]?.flow.openHeads ?? []) before.push(wholeRow(head));
  return before;
}

/** What stands at the foot of every page, the last as well. */
function everyFoot(table: TableBlock): Emu {
  return (table.pageFoot?.heightEmu ?? 0) + (table.footOnEvery ? table.footHeightEmu : 0);
}

/** What stands at the foot of a page after which rows follow. */
function brokenFoot(table: TableBlock): Emu {
  return everyFoot(table) + (table.carry?.heightEmu ?? 0);
}

/** Whole rows as long as they fit, and as many as a page may have. */
function takeRows(filling: Filling): void {
  const { table, room, pieces, limit, from } = filling;
  const reserve = everyFoot(table);
  let used = filling.topEmu;
  let counted = 0;
  for (let row = from.row; row < table.rows.length; row++) {
    const next = table.rows[row];
    const piece = restOfRow(next, row === from.row ? from.lines : null);
    if (next === undefined || piece === null) break;
    if (next.flow.startsPage && pieces.length > 0) filling.stop = "page";
    else if (limit !== null && counted + next.flow.counts > limit && mayEnd(filling)) filling.stop = "count";
    else {
      pieces.push(piece);
      const height = table.merges ? rowsHeight(filling, pieces.length) : used + piece.heightEmu - filling.topEmu;
      if (filling.topEmu + height + reserve > room) {
        pieces.pop();
        filling.stop = "room";
      }
    }
    if (filling.stop !== "end") return;
    used += piece.heightEmu;
    counted += next.flow.counts;
  }
}

/** Where rows follow, their sum so far is told below the last of the page: rows that leave no room for it move on. */
function leaveRoomForCarry(filling: Filling): void {
  const { table, room, pieces } = filling;
  if (filling.stop === "end" || table.carry === null) return;
  const reserve = brokenFoot(table);
  while (pieces.length > 0 && filling.topEmu + rowsHeight(filling, pieces.length) + reserve > room) {
    pieces.pop();
    filling.stop = "room";
  }
}

/** Whether the page may end with the rows it has: no count of rows parts a head from its row, or a foot. */
function mayEnd(filling: Filling): boolean {
  return bestBreak(filling, filling.pieces.length, 1) > 0;
}

/** The first `count` rows with what cells over several of them lack. */
function rowsHeight(filling: Filling, count: number): Emu {
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

/** All rows are placed: the foot follows them. Null where a row must move with the foot to the next page. */
function lastRows(filling: Filling, space: TableSpace, notes: CutNotes): Taken | null {
  const { table, room, pieces } = filling;
  const { atTop } = space;
  const used = filling.topEmu + rowsHeight(filling, pieces.length) + (table.pageFoot?.heightEmu ?? 0);
  if (table.foot.length === 0 || used + table.footHeightEmu <= room) {
    if (pieces.length === 0 && used + table.footHeightEmu > room && !atTop) return NOTHING;
    return lastBlanks(filling, used, { ...space, before: 0 }, notes);
  }
  if (pieces.length === 0 && !atTop) return NOTHING;
  if (pieces.length === 0) return partOfFoot(filling, used);
  const most = pieces.length - 1;
  const good = bestBreak(filling, most, 0);
  const kept = good > 0 || !atTop ? good : bestBreak(filling, most, 1);
  if (mayPartFoot(filling, used) && footNeedsMore(filling, kept)) return partOfFoot(filling, used);
  if (kept > 0) {
    pieces.length = kept;
    if (good === 0) filling.endIll = 1;
    return broken(filling, filling.from.row + kept);
  }
  if (!atTop) return NOTHING;
  const held = pieces.length > 1 ? null : linesHeld(filling, notes);
  if (held !== null) return held;
  if (mayPartFoot(filling, used)) return partOfFoot(filling, used);
  // What may not be parted and the foot are taller than a page: the rows come first, the foot follows alone.
  filling.endIll = 2;
  notes.findings.push(footIsAlone(filling, used + table.footHeightEmu, "table"));
  const resume: Resume = { kind: "table", row: table.rows.length, lines: null, footRow: 0 };
  return { fragment: fragmentOf(filling, 0, [], false), resume };
}

/** Whether the foot's first row may stand below the rows without the others. */
function mayPartFoot({ table, room }: Filling, used: Emu): boolean {
  return !table.footTogether && used + (table.foot[0]?.heightEmu ?? room) <= room;
}

/** Whether no page holds the whole foot below the rows that would go on with it after the first `kept`. */
function footNeedsMore(filling: Filling, kept: number): boolean {
  const { table, freshRoom, pieces } = filling;
  if (kept === 0 && table.split === "cell") return table.headersEmu + endOfTable(table) >= freshRoom;
  return wholeEndEmu(filling, pieces.length - kept) > freshRoom;
}

/** What a fresh page needs for the last `count` rows of this one and the foot. */
function wholeEndEmu(filling: Filling, count: number): Emu {
  const { table, from, pieces } = filling;
  const first = from.row + pieces.length - count;
  const headersEmu = table.repeatsHeader || first === 0 ? table.headersEmu : 0;
  const before = first === 0 ? [] : carriedOver(table, { ...AT_START, row: first });
  return headersEmu + piecesHeight(before) + piecesHeight(pieces.slice(-count)) + endOfTable(table);
}

/** What stands below the rows of the last page. */
function endOfTable(table: TableBlock): Emu {
  return (table.pageFoot?.heightEmu ?? 0) + table.footHeightEmu;
}

interface BlankSpace extends TableSpace {
  /** Blank rows that stand in the columns at the left. */
  readonly before: number;
}

/** Blank rows and the foot below them. Rows without room go on in the column at the right, where there is one. */
function lastBlanks(
  filling: Filling,
  used: Emu,
  { before, blanksMost, goesAside }: BlankSpace,
  notes: CutNotes,
): Taken {
  const { table } = filling;
  const most = blanksMost === undefined ? Number.MAX_SAFE_INTEGER : Math.max(0, blanksMost - before);
  const blanks = Math.min(blanksFor(filling, used, before), most);
  const wanted = Math.min(table.fillRows ? Number.MAX_SAFE_INTEGER : table.blanksWanted - before, most);
  if (goesAside === true && blanks < wanted && table.blankEmu > 0) {
    const foot = table.footOnEvery ? table.foot : [];
    const withoutFoot = used + piecesHeight(foot.map(wholeRow)) - table.footHeightEmu;
    const here = Math.min(blanksFor(filling, withoutFoot, before), wanted - 1);
    const resume: Resume = {
      ...{ kind: "table", row: table.rows.length, lines: null, footRow: 0 },
      blanks: before + here,
    };
    return { fragment: { ...fragmentOf(filling, here, foot.map(wholeRow), false), blanksBefore: before }, resume };
  }
  if (before + blanks < table.blanksWanted) {
    const isFull = filling.limit !== null && countedIn(filling) + blanks === filling.limit;
    notes.findings.push(fewerBlanks(filling, before + blanks, isFull ? filling.limit : null));
  }
  const fragment = fragmentOf(filling, blanks, table.foot.map(wholeRow), false);
  return { fragment: { ...fragment, blanksBefore: before }, resume: null };
}

/** A column of blank rows alone, below the headings; without room for one of them the foot alone. */
function blanksAlone(filling: Filling, before: number, space: TableSpace, notes: CutNotes): Taken {
  const { table, room, topEmu } = filling;
  const used = topEmu + (table.pageFoot?.heightEmu ?? 0);
  if (used + table.blankEmu + table.footHeightEmu <= room)
    return lastBlanks(filling, used, { ...space, before }, notes);
  if (before < table.blanksWanted) notes.findings.push(fewerBlanks(filling, before, null));
  return footAlone(table, 0, room, space.atTop);
}

/** The lines before the last ones of the last record, where it may be cut: the last ones take the foot along. */
function linesHeld(filling: Filling, notes: CutNotes): Taken | null {
  const { table, pieces, from } = filling;
  const at = pieces.findLastIndex(({ row }) => row.flow.isRecord);
  const last = pieces[at];
  if (last === undefined || (table.split !== "cell" && (at > 0 || from.lines === null))) return null;
  const taken = pieces.slice(at);
  pieces.length = at;
  const cut = cutNext(filling, false, notes, last.heightEmu - 1);
  if (cut?.resume?.kind === "table" && cut.resume.lines !== null) return cut;
  pieces.splice(at, pieces.length, ...taken);
  return null;
}

/** Whether a row is the foot of a group: what stands above it is a record, or the foot of a group inside. */
function isGroupFoot({ rows }: TableBlock, at: number): boolean {
  let above = at;
  while (rows[above] !== undefined && rows[above]?.flow.isRecord === false && rows[above]?.flow.breakIll === 2) above--;
  return above < at && rows[above]?.flow.isRecord === true;
}

/** RPT4012 where the page ends before the foot of a group; null where it does not. */
function footParted(filling: Filling): readonly Finding[] | null {
  const { table, from, pieces, topEmu } = filling;
  const next = from.row + pieces.length;
  const foot = table.rows[next];
  if (foot === undefined || !isGroupFoot(table, next)) return null;
  const needed = topEmu + rowsHeight(filling, pieces.length) + foot.heightEmu + brokenFoot(table);
  return [footIsAlone(filling, needed, "group")];
}

/** As much of the foot as fits below the rows, one row at least. */
function partOfFoot(filling: Filling, used: Emu): Taken {
  const { table, room } = filling;
  const { foot, next } = footRows(table, 0, room - used);
  const resume: Resume | null =
    next === null ? null : { kind: "table", row: table.rows.length, lines: null, footRow: next };
  return { fragment: fragmentOf(filling, 0, foot, false), resume };
}

/** What is left of the foot on a page of its own, without the header: a header never stands without a row. */
function footAlone(table: TableBlock, footRow: number, room: Emu, atTop: boolean): Taken {
  if (!atTop && footRow === 0 && table.footHeightEmu > room) return NOTHING;
  const { foot, next } = footRows(table, footRow, room);
  const resume: Resume | null =
    next === null ? null : { kind: "table", row: table.rows.length, lines: null, footRow: next };
  const heightEmu = piecesHeight(foot) + verticalInset(table.frame);
  const fragment: TableFragment = {
    kind: "table",
    block: table,
    heightEmu,
    header: "none",
    before: [],
    rows: [],
    blanks: 0,
    goesOn: false,
    pageFoot: [],
    after: [],
    foot,
  };
  return { fragment, resume };
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

/** The most rows, at most `most`, after which the page may break; 0 where there is no such place. */
function bestBreak(filling: Filling, most: number, illMax: BreakIll): number {
  const { table, room, from } = filling;
  const reserve = brokenFoot(table);
  let height = 0;
  if (!table.merges) for (let at = 0; at < most; at++) height += filling.pieces[at]?.heightEmu ?? 0;
  for (let kept = most; kept > 0; kept--) {
    const next = table.rows[from.row + kept];
    const used = table.merges ? rowsHeight(filling, kept) : height;
    const fits = filling.topEmu + used + reserve <= room;
    if (fits && next !== undefined && illBefore(filling, from.row + kept, next) <= illMax) return kept;
    height -= filling.pieces[kept - 1]?.heightEmu ?? 0;
  }
  return 0;
}

/** How ill it would be if the page ended before this row. */
function illBefore(filling: Filling, at: number, { flow }: TableRow): BreakIll {
  if (flow.startsPage) return 0;
  return flow.breakIll === 1 && isFree(filling.table, at, rowsRoom(filling)) ? 0 : flow.breakIll;
}

/** Rows remain for the next page; the first of them may be cut where the table allows it or nothing else helps. */
function brokenRows(filling: Filling, space: TableSpace, notes: CutNotes): Taken {
  const { table, pieces, from } = filling;
  const { atTop } = space;
  const good = bestBreak(filling, pieces.length, 0);
  const best = good > 0 ? good : bestBreak(filling, pieces.length, 1);
  const kept = atTop ? best : good;
  const mayCut = filling.stop === "room" && (kept === pieces.length || (kept === 0 && atTop));
  const mustCut = kept === 0 && atTop;
  if (good === 0) filling.endIll = best > 0 ? 1 : 2;
  if (mayCut && (table.split === "cell" || mustCut || isTall(filling, space))) {
    const cut = cutNext(filling, mustCut, notes);
    if (cut !== null) return cut;
  }
  if (kept === 0 && !atTop) return NOTHING;
  const held = kept === 0 && isGroupFoot(table, from.row + pieces.length) ? linesHeld(filling, notes) : null;
  if (held !== null) return held;
  const least = kept > 0 ? kept : Math.max(1, bestBreak(filling, pieces.length, 2));
  if (pieces.length === 0) return NOTHING;
  pieces.length = Math.min(least, pieces.length);
  filling.isParted = kept === 0;
  if (kept === 0) notes.findings.push(...(footParted(filling) ?? partedRecord(filling)));
  if (filling.stop === "room" && filling.limit !== null)
    notes.findings.push(...fewerRows(filling, from.row, plannedEmu(filling, filling.limit), filling.limit));
  return broken(filling, from.row + pieces.length);
}

/** Whether the row that has no room here is higher than a fresh page, in a table that cuts only such rows. */
function isTall({ table, pieces, from }: Filling, { freshEmu }: TableSpace): boolean {
  const row = table.rows[from.row + pieces.length];
  if (table.split !== "tall" || row === undefined || freshEmu === undefined) return false;
  return table.headersEmu + row.heightEmu + verticalInset(table.frame) > freshEmu;
}

/** What a page takes with as many rows as it is to have: with its headings, its feet and what cells lack. */
function plannedEmu(filling: Filling, limit: number): Emu {
  const { table, from } = filling;
  const pieces: RowPiece[] = [];
  let counted = 0;
  let follows = false;
  for (let row = from.row; row < table.rows.length && !follows; row++) {
    const next = table.rows[row];
    const piece = restOfRow(next, row === from.row ? from.lines : null);
    if (next === undefined || piece === null) break;
    follows = pieces.length > 0 && (next.flow.startsPage || counted + next.flow.counts > limit);
    if (!follows) pieces.push(piece);
    counted += next.flow.counts;
  }
  const foot = follows ? brokenFoot(table) : everyFoot(table);
  return filling.topEmu + rowsHeight({ ...filling, pieces }, pieces.length) + foot;
}

/** The page ends before the row `next`. */
function broken(filling: Filling, next: number): Taken {
  const { table } = filling;
  const foot = table.footOnEvery ? table.foot.map(wholeRow) : [];
  const used = filling.topEmu + rowsHeight(filling, filling.pieces.length) + brokenFoot(table);
  const startsPage = table.rows[next]?.flow.startsPage === true;
  const blanks = startsPage ? blanksFor(filling, used - (table.footOnEvery ? table.footHeightEmu : 0)) : 0;
  const fragment = fragmentOf(filling, blanks, foot, true);
  return { fragment, resume: { kind: "table", row: next, lines: null, footRow: 0 } };
}

/** As many lines as fit of the row that the page has no room for; where it has nothing else, one at least. */
function cutNext(
  filling: Filling,
  isAlone: boolean,
  notes: CutNotes,
  mostEmu: Emu = Number.MAX_SAFE_INTEGER,
): Taken | null {
  const { table, room, pieces, from } = filling;
  const index = from.row + pieces.length;
  const row = table.rows[index];
  if (row === undefined || (!row.flow.isRecord && pieces.length > 0)) return null;
  const lines = pieces.length === 0 ? from.lines : null;
  const reserve = brokenFoot(table);
  const left = room - filling.topEmu - rowsHeight(filling, pieces.length) - reserve;
  const must = isAlone && pieces.length === 0;
  const cut = cutRow(row, lines, Math.min(left, mostEmu), must, sharingAt(table, index, pieces.length > 0));
  if (cut === null || (!isAlone && lines === null && !beginsEverywhere(cut.piece))) return null;
  if (isAlone && table.split !== "cell" && table.split !== "tall") notes.findings.push(...tallerThanPage(filling));
  else if (isAlone && cut.piece.heightEmu > left) notes.findings.push(partTooHigh(filling, index, cut.piece));
  pieces.push(cut.piece);
  const resume: TableResume =
    cut.lines === null
      ? { kind: "table", row: index + 1, lines: null, footRow: 0 }
      : { kind: "table", row: index, lines: cut.lines, footRow: 0 };
  const goesOn = endOrNull(table, resume);
  const foot = table.footOnEvery ? table.foot.map(wholeRow) : [];
  return { fragment: fragmentOf(filling, 0, foot, goesOn !== null && resume.row < table.rows.length), resume: goesOn };
}

/** Which cells of a record are one with those of the records about it. */
function sharingAt({ merges, rows }: TableBlock, at: number, hasAbove: boolean): readonly Sharing[] {
  const row = rows[at];
  if (!merges || row?.flow.isRecord !== true) return [];
  const below = rows[at + 1];
  return row.cells.map((cell, index) => {
    if (hasAbove && cell.joinsAbove) return "above";
    return below?.flow.isRecord === true && below.cells[index]?.joinsAbove === true ? "below" : null;
  });
}

/** A table whose last row ended on this page goes on only where a foot is still to come. */
function endOrNull(table: TableBlock, resume: TableResume): Resume | null {
  const ended = resume.row === table.rows.length;
  return ended && (table.foot.length === 0 || table.footOnEvery) ? null : resume;
}

/**
 * What begins on the page and belongs together, up to the end of the record that has no room: a row, the tiers of a
 * record, or a head with them. Told where it begins only.
 */
function tallerThanPage(filling: Filling): readonly Finding[] {
  const { table, from, pieces } = filling;
  const next = from.row + pieces.length;
  if (from.lines !== null) return [];
  let end = next + 1;
  while (isLowerTier(table.rows[end])) end += 1;
  if (!isLowerTier(table.rows[next]) && pieces.length > 0 && table.rows[next]?.flow.isRecord !== true) return [];
  const unit = table.rows.slice(from.row, end);
  const height = unit.reduce((sum, row) => sum + row.heightEmu, 0);
  const paths = [...unit.slice(pieces.length), ...unit].flatMap((row) =>
    row.cells.map((cell) => cell.text?.shown.path),
  );
  const path = paths.find((one) => one != null) ?? null;
  const roomEmu = toldRoom(filling, height);
  return [rowTooHigh({ table, number: numberAt(table, next), unit, neededEmu: height, roomEmu, path })];
}

/** What a fresh page has for rows; where that would hold them, what this page has. */
function toldRoom({ table, topEmu, room, freshRoom }: Filling, neededEmu: Emu): Emu {
  const takenEmu = topEmu + brokenFoot(table);
  return neededEmu > freshRoom - takenEmu ? freshRoom - takenEmu : room - takenEmu;
}

/** A record that goes on before one of its own rows, where no cell of it is cut: all of it is there. */
function partedRecord(filling: Filling): readonly Finding[] {
  const { table, from, pieces } = filling;
  if (isLowerTier(table.rows[from.row])) return [];
  const isCut = pieces.some(({ row }, at) => {
    const below = pieces.slice(at);
    const has = below.reduce((sum, piece) => sum + piece.heightEmu, 0);
    return row.cells.some((cell) => (cell.rowSpan ?? 1) > below.length && cellHeight(cell, 0, lineCount(cell)) > has);
  });
  const found = tallerThanPage(filling);
  return isCut ? found : found.map(partedBetweenRows);
}

/** What of a row may not be cut, and is higher than a page where it stands alone. */
function partTooHigh(filling: Filling, row: number, { row: whole, heightEmu }: RowPiece): Finding {
  const { table } = filling;
  const roomEmu = toldRoom(filling, heightEmu);
  const cells = whole.cells.filter((cell) => cell === uncutCell(whole, roomEmu));
  const path = shownPathOfRow({ ...whole, cells });
  return rowTooHigh({ table, number: numberAt(table, row), unit: [whole], neededEmu: heightEmu, roomEmu, path });
}

/** Records are counted, not their tiers or the heads of groups. */
function numberAt({ rows }: TableBlock, row: number): number {
  return (rows[row - 1]?.flow.records ?? 0) + 1;
}

function countedIn({ pieces }: Filling): number {
  return pieces.reduce((sum, piece) => sum + piece.row.flow.counts, 0);
}

/** Blank rows never cause a page: as many as are wanted and fit above the foot. */
function blanksFor(filling: Filling, usedEmu: Emu, before = 0): number {
  const { table, room, limit } = filling;
  const most = (limit ?? Number.MAX_SAFE_INTEGER) - countedIn(filling);
  const isLast = filling.stop === "end";
  const wanted = Math.min(most, table.fillRows ? most : isLast ? table.blanksWanted - before : 0);
  if (wanted <= 0 || table.blankEmu <= 0) return 0;
  const free = room - usedEmu - table.footHeightEmu;
  return Math.max(0, Math.min(wanted, Math.floor(free / table.blankEmu)));
}

/** `goesOn`: rows follow on the next page, so that their sum is carried to it. */
function fragmentOf(filling: Filling, blanks: number, foot: readonly RowPiece[], goesOn: boolean): TableFragment {
  const { table, from } = filling;
  const rows = closedPieces(filling, filling.pieces.length);
  const end = endOf(filling);
  const pageFoot = table.pageFoot === null ? [] : table.pageFoot.rows(from, end).map(wholeRow);
  const after = goesOn && table.carry !== null ? [wholeRow(table.carry.out(end))] : [];
  const heightEmu =
    filling.topEmu +
    piecesHeight(rows) +
    blanks * table.blankEmu +
    piecesHeight(pageFoot) +
    piecesHeight(after) +
    piecesHeight(foot) +
    verticalInset(table.frame);
  return {
    kind: "table",
    block: table,
    heightEmu,
    header: filling.header,
    before: filling.before,
    rows,
    blanks,
    goesOn,
    pageFoot,
    after,
    foot,
  };
}

/** Where the page ends: after its last row, or between that row's lines. */
function endOf({ from, pieces }: Filling): RowPlace {
  const last = pieces.at(-1);
  if (last === undefined) return from;
  const row = from.row + pieces.length;
  const ends = last.lines === null || last.row.cells.every((cell, at) => last.lines?.[at]?.[1] === lineCount(cell));
  return ends ? { row, lines: null } : { row: row - 1, lines: (last.lines ?? []).map(([, end]) => end) };
}
