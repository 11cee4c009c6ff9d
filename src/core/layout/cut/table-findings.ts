// What is told of a table on a page: rows that do not fit, and feet that stand without one.

import type { Emu } from "../../canvas/index.ts";
import { counted, millimetres, millimetresAtMost, millimetresEnough, withArticle } from "../../diagnostics/index.ts";
import { type RowPiece, shownPathOfRow, type TableBlock, type TableRow } from "../blocks/index.ts";
import type { Finding } from "../words/index.ts";
import { uncutCell } from "./row-pieces.ts";

/** The rows that a page took. */
interface PageRows {
  readonly table: TableBlock;
  readonly room: Emu;
  readonly pieces: readonly RowPiece[];
}

/** Rows that belong together, or what is left of one, and the page that has no room for them. */
interface HighRows {
  readonly table: TableBlock;
  /** The row's number, counted from 1. */
  readonly number: number;
  readonly unit: readonly TableRow[];
  readonly neededEmu: Emu;
  readonly roomEmu: Emu;
  readonly path: string | null;
}

/** RPT4010. */
export function rowTooHigh(rows: HighRows): Finding {
  const { table, number, neededEmu, roomEmu, path } = rows;
  const needs = `row ${number} needs ${millimetresEnough(neededEmu)}`;
  return {
    code: "RPT4010",
    severity: "error",
    span: table.span,
    message: `${needs}, a page has ${millimetresAtMost(roomEmu)} for it`,
    path,
    why: "a row that may not be cut must fit on one page",
    repair: repairOfHigh(rows),
    lackEmu: neededEmu - roomEmu,
  };
}

/** RPT4010 of a record that is cut between its own rows: nothing of it is lost, and the form may be meant so. */
export function partedBetweenRows(rowIsHigh: Finding): Finding {
  return {
    ...rowIsHigh,
    severity: "info",
    message: `${rowIsHigh.message}, and goes on on the next one`,
    why: "it is cut between its own rows, and no cell of it is cut",
    repair: "write fewer or lower rows in it if it is to stand on one page",
  };
}

/** To allow cutting is no advice where it is allowed, nor where what makes the row high is never cut. */
function repairOfHigh(rows: HighRows): string {
  return rows.table.isRuled === true ? repairOfHighCells(rows) : repairOfHighRecord(rows);
}

/** No page parts a row of a ruled grid, and no property allows that. */
function repairOfHighCells({ unit }: HighRows): string {
  if (unit.some((_, at) => isVertical(unit, at))) {
    return "put the vertical text into the block of its cell as a text with h=, the length of its lines";
  }
  const wider = "widen the column of the long text in cols= of the grid, set it smaller";
  return `${wider}, or write it below the grid, where a page may part it: no page parts a row of a grid`;
}

function repairOfHighRecord({ table, unit, roomEmu }: HighRows): string {
  if (unit.some((_, at) => isVertical(unit, at))) {
    return "put the vertical text into the column's block as a text with h=, the length of its lines";
  }
  const uncut = unit.flatMap((row) => uncutCell(row, roomEmu) ?? []);
  if (uncut.some(({ inner }) => inner !== undefined)) {
    const lower = "lower what stands in the column's block, or give it a wider column";
    return `${lower}: of blocks, only one that holds a single text without h= is cut (split=cell)`;
  }
  if (table.cuts === "cell" || table.cuts === "tall" || uncut.length > 0)
    return "make its texts and paddings lower, or make room on the page";
  return "let it go on on the next page with split=cell, or widen the column of the long text";
}

/** Whether vertical lines make their rows as high as they are: in a cell they are as long as their words. */
function isVertical(unit: readonly TableRow[], at: number): boolean {
  return (unit[at]?.cells ?? []).some(({ frame, text, rowSpan = 1 }) => {
    if (text?.style.writing !== "vertical") return false;
    const heightEmu = unit.slice(at, at + rowSpan).reduce((sum, row) => sum + row.heightEmu, 0);
    return text.heightEmu + frame.padding[0] + frame.padding[2] >= heightEmu;
  });
}

/** RPT4013; `from` is the first row of the page, `neededEmu` what the page takes with as many as it is to have. */
export function fewerRows(
  { table, room, pieces }: PageRows,
  from: number,
  neededEmu: Emu,
  rowsPerPage: number,
): readonly Finding[] {
  const has = pieces.reduce((rows, { row }) => rows + row.flow.counts, 0);
  if (has >= rowsPerPage) return [];
  // Rows that stay with what follows leave a page that has room for them.
  const fewer =
    neededEmu > room
      ? `but only ${has} fit into ${millimetres(room)}`
      : `and ${millimetres(room)} has room for them, but only ${has} stand there: the others stay with what follows`;
  return [
    {
      code: "RPT4013",
      severity: "warning",
      span: table.span,
      message: `${rowsNeed(rowsPerPage, neededEmu)}, ${fewer}`,
      path: shownPathOfRow(table.rows[from + pieces.length]),
      why: "the page breaks earlier than the form plans",
      repair: "lower rows-per-page or row-h, or make room on the page",
    },
  ];
}

/** RPT4012: nothing of what stands above the foot may go along with it to the next page. */
export function footIsAlone({ table, room, pieces }: PageRows, neededEmu: Emu, of: "group" | "table"): Finding {
  const parts = `with the last one it needs ${millimetresEnough(neededEmu)}, a page has ${millimetresAtMost(room)}`;
  return {
    code: "RPT4012",
    severity: "warning",
    span: table.span,
    message: `the foot of ${withArticle(of)} stands without a row: ${parts}`,
    path: shownPathOfRow(pieces.at(-1)?.row),
    why:
      of === "table"
        ? "the page of the foot has no row, no headings and no sum carried to it"
        : "the page begins with a sum of rows that stand on the page before",
    repair: "lower the rows, the headings or the foot, or make room on the page",
  };
}

/** Blank rows give way to the page's end, and to what stands below the table. */
export function fewerBlanks({ table, pieces }: PageRows, blanks: number, limit: number | null): Finding {
  const rows = table.rows.filter(({ flow }) => flow.isRecord && flow.counts > 0).length;
  const wanted = counted(table.blanksWanted, "blank row");
  const leaves = limit === null ? "there is" : `rows-per-page=${limit} leaves`;
  const ofGroups = pieces.reduce((sum, { row: { flow } }) => sum + (flow.isRecord ? 0 : flow.counts), 0);
  const beside =
    limit === null || ofGroups === 0
      ? ""
      : ` beside ${ofGroups} ${ofGroups === 1 ? "head or foot" : "heads and feet"} of groups, which count as rows`;
  return {
    code: "RPT4019",
    severity: "info",
    span: table.span,
    message: `min-rows=${rows + table.blanksWanted} asks for ${wanted}, and ${leaves} room for ${blanks}${beside}`,
    path: null,
    why: "the table stands with fewer rows than the form plans",
    repair:
      limit === null
        ? "lower min-rows or row-h, or make room on the page"
        : `lower min-rows, or raise rows-per-page to ${limit + table.blanksWanted - blanks}`,
  };
}

function rowsNeed(rowsPerPage: number, neededEmu: Emu): string {
  return `rows-per-page=${rowsPerPage} needs ${millimetresEnough(neededEmu)}`;
}
