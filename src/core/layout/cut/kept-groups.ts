// Groups of a table with `keep=together`: this file finds the groups that no page holds, and reports those that a
// cut parts.

import type { Emu } from "../../canvas/index.ts";
import { counted, millimetresAtMost, millimetresEnough } from "../../diagnostics/index.ts";
import { type KeptRows, shownPathOfRow, type TableBlock, type TableRow } from "../blocks/index.ts";
import type { Finding } from "../words/index.ts";

/** By the room of a page: 1 for each row that a page may begin with although a group around it is to stay together. */
type FreeRows = Map<Emu, Uint8Array>;

const FREE_ROWS = new WeakMap<TableBlock, FreeRows>();

/**
 * Whether all groups that a cut before this row would part are ones that no page holds. Such a group is set as
 * if it had no `keep=together`: on a page of its own it would be parted as well, and the page before half empty.
 * `pageEmu` is the room for rows of a page that the table has to itself.
 */
export function isFree(table: TableBlock, row: number, pageEmu: Emu): boolean {
  if (table.keptGroups === undefined) return false;
  const known: FreeRows = FREE_ROWS.get(table) ?? new Map();
  FREE_ROWS.set(table, known);
  const free = known.get(pageEmu) ?? freeRows(table, table.keptGroups, pageEmu);
  known.set(pageEmu, free);
  return free[row] === 1;
}

function freeRows(table: TableBlock, kept: readonly KeptRows[], pageEmu: Emu): Uint8Array {
  const free = new Uint8Array(table.rows.length);
  const isHeld = kept.map((group) => causeOf(table, group, pageEmu) === null);
  kept.forEach(({ from, to }, at) => {
    if (isHeld[at] === false) free.fill(1, from + 1, to);
  });
  kept.forEach(({ from, to }, at) => {
    if (isHeld[at] === true) free.fill(0, from + 1, to);
  });
  return free;
}

/** The rows of a page, and the room that a fresh page has for rows. */
interface PartedPage {
  readonly table: TableBlock;
  /** The page's first row, and the first one of the page after it. */
  readonly from: number;
  readonly next: number;
  /** The row `from` goes on from the page before; the row `next` begins on this page. */
  readonly goesOn: boolean;
  readonly isCut: boolean;
  readonly roomEmu: Emu;
}

/** RPT4012 of each group with `keep=together` that begins on the page and is parted by its end. */
export function partedGroups(page: PartedPage): readonly Finding[] {
  const { table, from, next, goesOn, isCut, roomEmu } = page;
  const kept = table.keptGroups ?? [];
  const parted = kept.filter((group) => (isCut ? group.from <= next : group.from < next) && group.to > next);
  return parted.flatMap((group) => {
    const begins = group.from > from || (group.from === from && !goesOn);
    if (!begins) return [];
    const cause = causeOf(table, group, roomEmu) ?? PARTED_ELSE;
    return [groupParted(group, cause, shownPathOfRow(table.rows[group.from]))];
  });
}

/** Why a group is parted, and how that is mended. */
interface Cause {
  readonly words: string;
  readonly repair: string;
}

const PARTED_ELSE: Cause = {
  words: "has no page that holds it with what stays with it",
  repair: "make room on the page, or remove keep=together",
};

/** What goes on from the page before stands above the group: the carried sum, and the heads of groups about it. */
function carriedEmu({ carry, rows }: TableBlock, first: TableRow | undefined): Emu {
  if (first === undefined || first === rows[0]) return 0;
  const heads = first.flow.openHeads.reduce((sum, head) => sum + head.heightEmu, 0);
  return heads + (carry?.heightEmu ?? 0);
}

/** Why no page holds the rows of a group, and how that is mended; null where one does. */
function causeOf(table: TableBlock, group: KeptRows, pageEmu: Emu): Cause | null {
  const rows = table.rows.slice(group.from, group.to);
  const { held, footEmu } = heldWith(table, group);
  const neededEmu = held.reduce((sum, row) => sum + row.heightEmu, footEmu);
  const roomEmu = pageEmu - carriedEmu(table, held[0]);
  if (neededEmu > roomEmu) {
    const withFoot = footEmu > 0 ? " with the table's foot" : "";
    const sizes = `needs ${millimetresEnough(neededEmu)}${withFoot}, a page has ${millimetresAtMost(roomEmu)} for it`;
    return { words: sizes, repair: "lower its rows, make room on the page, or remove keep=together" };
  }
  if (rows.slice(1).some(({ flow }) => flow.startsPage)) {
    return { words: "holds a group with break=page", repair: "remove keep=together, or the break=page within it" };
  }
  const counts = held.reduce((sum, { flow }) => sum + flow.counts, 0);
  const most = table.rowsPerPage;
  const first = table.rowsOnFirstPage;
  const shown = `has ${counted(counts, "row")} with its heads and feet`;
  // What stands at the head of the table has nothing before it that could stay on the first page.
  if (held[0] === table.rows[0] && first != null && counts > first && (most === null || counts <= most)) {
    const words = `${shown}, the first page allows ${first}`;
    return { words, repair: "raise the first number of rows-per-page, or remove keep=together" };
  }
  if (most === null || counts <= most) return null;
  const words = `${shown}, rows-per-page=${most} allows fewer`;
  return { words, repair: "raise rows-per-page, or remove keep=together" };
}

/** The rows of a group, the heads above it and the feet below it, and the foot of the table where that follows. */
function heldWith({ rows, foot, footTogether, footHeightEmu }: TableBlock, { from, to }: KeptRows) {
  let first = from;
  while (first > 0 && rows[first]?.flow.cutIll === 2) first -= 1;
  let end = to;
  while (rows[end]?.flow.cutIll === 2) end += 1;
  const follows = end === rows.length ? (foot[0]?.heightEmu ?? 0) : 0;
  return { held: rows.slice(first, end), footEmu: footTogether && follows > 0 ? footHeightEmu : follows };
}

function groupParted({ span }: KeptRows, { words, repair }: Cause, path: string | null): Finding {
  return {
    code: "RPT4012",
    severity: "warning",
    span,
    message: `keep=together of a group could not be honoured: it ${words}`,
    path,
    why: "the page's end parts the group as if it had no keep=together",
    repair,
  };
}
