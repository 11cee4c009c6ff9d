// The rows of a table on one page: as many as fit, where the page ends between them, and the lines of a cut row.
import type { Emu } from "../../canvas/index.ts";
import {
  type CutIll,
  type CutNotes,
  type Resume,
  type RowPiece,
  shownPathOfRow,
  type TableBlock,
  type TableRow,
  type Taken,
} from "../blocks/index.ts";
import { verticalInset } from "../page/index.ts";
import type { Finding } from "../words/index.ts";
import { isFree } from "./kept-groups.ts";
import {
  beginsEverywhere,
  cellHeight,
  cutRow,
  isLowerTier,
  lineCount,
  restOfRow,
  type Sharing,
  uncutCell,
  wholeRow,
} from "./row-pieces.ts";
import {
  blanksFor,
  cutFoot,
  everyFoot,
  type Filling,
  fragmentOf,
  NOTHING,
  rowsHeight,
  rowsRoom,
  type TableResume,
  type TableSpace,
} from "./table-filling.ts";
import { fewerRows, footIsAlone, partedBetweenRows, rowTooHigh } from "./table-findings.ts";

/** Whole rows as long as they fit, and as many as a page may have. */
export function takeRows(filling: Filling): void {
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

/** If rows follow, the page ends with their running sum. Rows that leave no room for that sum move to the next page. */
export function leaveRoomForCarry(filling: Filling): void {
  const { table, room, pieces } = filling;
  if (filling.stop === "end" || table.carry === null) return;
  const reserve = cutFoot(table);
  while (pieces.length > 0 && filling.topEmu + rowsHeight(filling, pieces.length) + reserve > room) {
    pieces.pop();
    filling.stop = "room";
  }
}

/** Whether the page may end with the rows it has: no count of rows parts a head from its row, or a foot. */
function mayEnd(filling: Filling): boolean {
  return bestCut(filling, filling.pieces.length, 1) > 0;
}

/** Rows remain for the next page; the first of them may be cut where the table allows it or nothing else helps. */
export function cutRows(filling: Filling, space: TableSpace, notes: CutNotes): Taken {
  const { table, pieces, from } = filling;
  const { atTop } = space;
  const good = bestCut(filling, pieces.length, 0);
  const best = good > 0 ? good : bestCut(filling, pieces.length, 1);
  const kept = atTop ? best : good;
  const mayCut = filling.stop === "room" && (kept === pieces.length || (kept === 0 && atTop));
  const mustCut = kept === 0 && atTop;
  if (good === 0) filling.endIll = best > 0 ? 1 : 2;
  if (mayCut && (table.cuts === "cell" || mustCut || isTall(filling, space))) {
    const cut = cutNext(filling, mustCut, notes);
    if (cut !== null) return cut;
  }
  if (kept === 0 && !atTop) return NOTHING;
  const held = kept === 0 && isGroupFoot(table, from.row + pieces.length) ? linesHeld(filling, notes) : null;
  if (held !== null) return held;
  const least = kept > 0 ? kept : Math.max(1, bestCut(filling, pieces.length, 2));
  if (pieces.length === 0) return NOTHING;
  pieces.length = Math.min(least, pieces.length);
  filling.isParted = kept === 0;
  if (kept === 0) notes.findings.push(...(footParted(filling) ?? partedRecord(filling)));
  if (filling.stop === "room" && filling.limit !== null)
    notes.findings.push(...fewerRows(filling, from.row, plannedEmu(filling, filling.limit), filling.limit));
  return endBefore(filling, from.row + pieces.length);
}

/** The most rows, at most `most`, after which the page may cut; 0 where there is no such place. */
export function bestCut(filling: Filling, most: number, illMax: CutIll): number {
  const { table, room, from } = filling;
  const reserve = cutFoot(table);
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
function illBefore(filling: Filling, at: number, { flow }: TableRow): CutIll {
  if (flow.startsPage) return 0;
  return flow.cutIll === 1 && isFree(filling.table, at, rowsRoom(filling)) ? 0 : flow.cutIll;
}

/** Whether the row that has no room here is higher than a fresh page, in a table that cuts only such rows. */
function isTall({ table, pieces, from }: Filling, { freshEmu }: TableSpace): boolean {
  const row = table.rows[from.row + pieces.length];
  if (table.cuts !== "tall" || row === undefined || freshEmu === undefined) return false;
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
  const foot = follows ? cutFoot(table) : everyFoot(table);
  return filling.topEmu + rowsHeight({ ...filling, pieces }, pieces.length) + foot;
}

/** The page ends before the row `next`. */
export function endBefore(filling: Filling, next: number): Taken {
  const { table } = filling;
  const foot = table.footOnEvery ? table.foot.map(wholeRow) : [];
  const used = filling.topEmu + rowsHeight(filling, filling.pieces.length) + cutFoot(table);
  const startsPage = table.rows[next]?.flow.startsPage === true;
  const blanks = startsPage ? blanksFor(filling, used - (table.footOnEvery ? table.footHeightEmu : 0)) : 0;
  const fragment = fragmentOf(filling, blanks, foot, true);
  return { fragment, resume: { kind: "table", row: next, lines: null, footRow: 0 } };
}

/** How much of a row a cut takes at most, and how many lines of a cell stand together on each side of it. */
interface CutLimit {
  readonly heightEmuMax?: Emu;
  readonly linesMin?: number;
}

/** As many lines as fit of the row that the page has no room for; where it has nothing else, one at least. */
function cutNext(
  filling: Filling,
  isAlone: boolean,
  notes: CutNotes,
  { heightEmuMax = Number.MAX_SAFE_INTEGER, ...limit }: CutLimit = {},
): Taken | null {
  const { table, room, pieces, from } = filling;
  const index = from.row + pieces.length;
  const row = table.rows[index];
  if (row === undefined || (!row.flow.isRecord && pieces.length > 0)) return null;
  const lines = pieces.length === 0 ? from.lines : null;
  const reserve = cutFoot(table);
  const left = room - filling.topEmu - rowsHeight(filling, pieces.length) - reserve;
  const must = isAlone && pieces.length === 0;
  const sharing = sharingAt(table, index, pieces.length > 0);
  const cut = cutRow(row, lines, { ...limit, roomEmu: Math.min(left, heightEmuMax), must, sharing });
  if (cut === null || (!isAlone && lines === null && !beginsEverywhere(cut.piece))) return null;
  if (isAlone && table.cuts !== "cell" && table.cuts !== "tall") notes.findings.push(...tallerThanPage(filling));
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

/** The lines before the last ones of the last record, where it may be cut: the last ones take the foot along. */
export function linesHeld(filling: Filling, notes: CutNotes): Taken | null {
  const { table, pieces, from } = filling;
  const at = pieces.findLastIndex(({ row }) => row.flow.isRecord);
  const last = pieces[at];
  if (last === undefined || (table.cuts !== "cell" && (at > 0 || from.lines === null))) return null;
  const taken = pieces.slice(at);
  // One line alone before the foot is better than none.
  for (const limit of [{}, { linesMin: 1 }]) {
    pieces.length = at;
    const cut = cutNext(filling, false, notes, { ...limit, heightEmuMax: last.heightEmu - 1 });
    if (cut?.resume?.kind === "table" && cut.resume.lines !== null) return cut;
  }
  pieces.splice(at, pieces.length, ...taken);
  return null;
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

/** Whether a row is the foot of a group: what stands above it is a record, or the foot of a group inside. */
function isGroupFoot({ rows }: TableBlock, at: number): boolean {
  let above = at;
  while (rows[above] !== undefined && rows[above]?.flow.isRecord === false && rows[above]?.flow.cutIll === 2) above--;
  return above < at && rows[above]?.flow.isRecord === true;
}

/** RPT4012 where the page ends before the foot of a group; null where it does not. */
function footParted(filling: Filling): readonly Finding[] | null {
  const { table, from, pieces, topEmu } = filling;
  const next = from.row + pieces.length;
  const foot = table.rows[next];
  if (foot === undefined || !isGroupFoot(table, next)) return null;
  const needed = topEmu + rowsHeight(filling, pieces.length) + foot.heightEmu + cutFoot(table);
  return [footIsAlone(filling, needed, "group")];
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
  const takenEmu = topEmu + cutFoot(table);
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
