// What follows the last row of a table: blank rows and the foot, on its page or on pages of their own.
import type { Emu } from "../../canvas/index.ts";
import type { CutNotes, Resume, RowPiece, TableBlock, Taken } from "../blocks/index.ts";
import { bestCut, endBefore, linesHeld } from "./cut-rows.ts";
import { piecesHeight, wholeRow } from "./row-pieces.ts";
import {
  AT_START,
  blanksFor,
  carriedOver,
  countedIn,
  type Filling,
  fragmentOf,
  NOTHING,
  rowsHeight,
  type TableSpace,
} from "./table-filling.ts";
import { fewerBlanks, footIsAlone } from "./table-findings.ts";
import { fragmentOfParts } from "./table-parts.ts";

/** All rows are placed: the foot follows them. Null where a row must move with the foot to the next page. */
export function lastRows(filling: Filling, space: TableSpace, notes: CutNotes): Taken | null {
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
  const good = bestCut(filling, most, 0);
  const kept = good > 0 || !atTop ? good : bestCut(filling, most, 1);
  if (mayPartFoot(filling, used) && footNeedsMore(filling, kept)) return partOfFoot(filling, used);
  if (kept > 0) {
    pieces.length = kept;
    if (good === 0) filling.endIll = 1;
    return endBefore(filling, filling.from.row + kept);
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
  if (kept === 0 && table.cuts === "cell") return table.headersEmu + endOfTable(table) >= freshRoom;
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
export function blanksAlone(filling: Filling, before: number, space: TableSpace, notes: CutNotes): Taken {
  const { table, room, topEmu } = filling;
  const used = topEmu + (table.pageFoot?.heightEmu ?? 0);
  if (used + table.blankEmu + table.footHeightEmu <= room)
    return lastBlanks(filling, used, { ...space, before }, notes);
  if (before < table.blanksWanted) notes.findings.push(fewerBlanks(filling, before, null));
  return footAlone(table, 0, room, space.atTop);
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
export function footAlone(table: TableBlock, footRow: number, room: Emu, atTop: boolean): Taken {
  if (!atTop && footRow === 0 && table.footHeightEmu > room) return NOTHING;
  const { foot, next } = footRows(table, footRow, room);
  const resume: Resume | null =
    next === null ? null : { kind: "table", row: table.rows.length, lines: null, footRow: next };
  const none = { before: [], rows: [], blanks: 0, goesOn: false, pageFoot: [], after: [] };
  return { fragment: fragmentOfParts({ block: table, header: "none", ...none, foot }), resume };
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
