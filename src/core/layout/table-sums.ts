// Rows that show sums of a page: what is carried from page to page, and subtotals. Their heights are known before any
// page is cut, because pages are cut by them; their numbers come with the page.
import type { Emu, PageFootCell, TableCarry } from "../canvas/index.ts";
import { type Decimal, type ExpressionCode, type Scope, showsNumber, type Template } from "../expression/index.ts";
import type { Carry, PageFoot, RowPlace, TableCell, TableRow } from "./blocks.ts";
import { isLowerTier, lineCount } from "./row-pieces.ts";
import { showTemplate } from "./shown-text.ts";
import { cellFrame, rowEdges, type TableBuild, tableRow, textCell, uncovered, writtenRows } from "./table-cells.ts";
import { type Column, shownRange } from "./table-columns.ts";

/** Sums grow with the table, so the last and the first are about the longest that are ever shown. */
function highest(rows: readonly TableRow[]): Emu {
  return rows.reduce((height, row) => Math.max(height, row.heightEmu), 0);
}

/** Prefix sums over the records in the order in which they stand. */
export function buildCarry(
  build: TableBuild,
  carry: TableCarry | undefined,
  records: readonly Scope[],
  rows: readonly TableRow[],
): Carry | null {
  if (carry === undefined) return null;
  const sums = build.input.evaluation.runningSums(carry.amount, records);
  const number = placeOfNumber(build, carry.amount, carry.into);
  const row = (words: Template, count: number) => carryRow(build, carry, words, sums[count]);
  const rowAt = (words: Template, place: RowPlace) => row(words, numbersBefore(rows, place, number, records.length));
  const ends = [0, Math.floor(records.length / 2), records.length];
  const heightEmu = highest(ends.flatMap((count) => [row(carry.out, count), row(carry.in, count)]));
  return {
    heightEmu,
    out: (place) => ({ ...rowAt(carry.out, place), heightEmu }),
    in: (place) => ({ ...rowAt(carry.in, place), heightEmu }),
  };
}

/** Where in a record the number stands that a sum adds up: its tier, and its column among those that are shown. */
interface NumberPlace {
  readonly tier: number;
  readonly column: number;
}

/** The cell that shows the number; where none does, the one above the sum, whose declared column is `into`. */
function placeOfNumber({ element, columns }: TableBuild, sum: ExpressionCode, into: number): NumberPlace {
  const above = shownRange(columns, into, into)?.[0] ?? columns.length - 1;
  const { tiers } = element;
  if (tiers === undefined) {
    const shows = (column: Column | undefined) => column !== undefined && showsNumber(column.column.content, sum);
    const shown = shows(columns[above]) ? above : columns.findIndex(shows);
    return { tier: 0, column: shown === -1 ? above : shown };
  }
  for (const [tier, cells] of tiers.entries()) {
    const cell = cells.find(({ content }) => showsNumber(content, sum));
    const range = cell === undefined ? null : shownRange(columns, cell.fromColumn, cell.toColumn);
    if (range !== null) return { tier, column: range[1] };
  }
  return { tier: tiers.length - 1, column: above };
}

/** A record counts on the page where its number begins: a row that is cut may show the number before its last line. */
function numbersBefore(
  rows: readonly TableRow[],
  { row, lines }: RowPlace,
  { tier, column }: NumberPlace,
  most: number,
): number {
  const ended = Math.min(most, rows[row - 1]?.flow.records ?? 0);
  const begun = Math.min(most, ended + 1);
  const next = rows[row];
  if (next === undefined || !next.flow.isRecord) return ended;
  let tiersBefore = 0;
  while (isLowerTier(rows[row - tiersBefore])) tiersBefore += 1;
  if (tier !== tiersBefore) return tier < tiersBefore ? begun : ended;
  if (lines === null) return ended;
  const at = next.cells.findIndex(({ fromColumn, toColumn }) => fromColumn <= column && column <= toColumn);
  const cell = next.cells[at];
  return cell === undefined || lineCount(cell) === 0 || (lines[at] ?? 0) > 0 ? begun : ended;
}

/** The words fill the columns left of the sum. */
function carryRow(build: TableBuild, carry: TableCarry, words: Template, sum: Decimal | undefined): TableRow {
  const { input, scope } = build;
  const { evaluation } = input;
  const into = shownRange(build.columns, carry.into, carry.into)?.[0] ?? build.columns.length - 1;
  const frame = cellFrame(build, carry.cell, scope);
  const cells: TableCell[] = [];
  const label = showTemplate(words, evaluation, scope, null);
  if (into > 0) cells.push(textCell(build, [0, into - 1], frame, label, carry.labelStyle, scope, null, carry.span));
  if (into >= 0 && sum !== undefined) {
    const role = carry.role ?? null;
    const shown = showTemplate(carry.shown, evaluation, evaluation.withSum(scope, sum), role);
    const own = carry.sumCell === undefined ? frame : cellFrame(build, carry.sumCell, scope);
    cells.push(textCell(build, [into, into], own, shown, carry.valueStyle, scope, role, carry.span));
  }
  for (let index = into + 1; index < build.columns.length; index++) cells.push(uncovered(build, index));
  return tableRow(build, cells, rowEdges(cells, build.columns.length), true);
}

/** Subtotals of a page: differences of prefix sums. */
export function buildPageFoot(
  build: TableBuild,
  tiers: readonly (readonly PageFootCell[])[] | undefined,
  records: readonly Scope[],
  placed: readonly TableRow[],
): PageFoot | null {
  if (tiers === undefined || tiers.length === 0) return null;
  const { evaluation } = build.input;
  const sums = tiers.map((cells) =>
    cells.map(({ sum, toColumn }) => {
      if (sum === null) return null;
      return { prefix: evaluation.runningSums(sum, records), number: placeOfNumber(build, sum, toColumn) };
    }),
  );
  const rows = (countAt: (number: NumberPlace) => readonly [from: number, to: number]): readonly TableRow[] => {
    const written = tiers.map((cells, tier) =>
      cells.map((cell, at) => {
        const known = sums[tier]?.[at];
        const [from, to] = known == null ? [0, 0] : countAt(known.number);
        const [start, end] = [known?.prefix[from], known?.prefix[to]];
        if (start === undefined || end === undefined) return { cell, scope: build.scope };
        return { cell, scope: evaluation.withSum(build.scope, end.minus(start)) };
      }),
    );
    return writtenRows(build, written, true);
  };
  const whole = rows(() => [0, records.length]);
  const heights = whole.map((row) => row.heightEmu);
  const before = (place: RowPlace, number: NumberPlace) => numbersBefore(placed, place, number, records.length);
  return {
    heightEmu: heights.reduce((sum, height) => sum + height, 0),
    rows: (from, to) =>
      rows((number) => [before(from, number), before(to, number)]).map((row, tier) => ({
        ...row,
        heightEmu: heights[tier] ?? row.heightEmu,
      })),
  };
}
