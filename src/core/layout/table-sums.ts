// Rows that show sums of a page: what is carried from page to page, and subtotals. Their heights are known before any
// page is cut, because pages are cut by them; their numbers come with the page.
import type { Emu, PageFootCell, TableCarry } from "../canvas/index.ts";
import type { Decimal, Scope, Template } from "../expression/index.ts";
import type { Carry, PageFoot, TableCell, TableRow } from "./blocks.ts";
import { showTemplate } from "./shown-text.ts";
import { cellFrame, rowEdges, type TableBuild, tableRow, textCell, uncovered, writtenRows } from "./table-cells.ts";
import { shownRange } from "./table-columns.ts";

/** Sums grow with the table, so the last and the first are about the longest that are ever shown. */
function highest(rows: readonly TableRow[]): Emu {
  return rows.reduce((height, row) => Math.max(height, row.heightEmu), 0);
}

/** Prefix sums over the records in the order in which they stand. */
export function buildCarry(build: TableBuild, carry: TableCarry | undefined, records: readonly Scope[]): Carry | null {
  if (carry === undefined) return null;
  const sums = build.input.evaluation.runningSums(carry.amount, records);
  const row = (words: Template, count: number) => carryRow(build, carry, words, sums[count]);
  const ends = [0, Math.floor(records.length / 2), records.length];
  const heightEmu = highest(ends.flatMap((count) => [row(carry.out, count), row(carry.in, count)]));
  return {
    heightEmu,
    out: (count) => ({ ...row(carry.out, count), heightEmu }),
    in: (count) => ({ ...row(carry.in, count), heightEmu }),
  };
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
): PageFoot | null {
  if (tiers === undefined || tiers.length === 0) return null;
  const { evaluation } = build.input;
  const sums = tiers.map((cells) =>
    cells.map((cell) => (cell.sum === null ? null : evaluation.runningSums(cell.sum, records))),
  );
  const rows = (from: number, to: number): readonly TableRow[] => {
    const written = tiers.map((cells, tier) =>
      cells.map((cell, at) => {
        const prefix = sums[tier]?.[at];
        const [start, end] = [prefix?.[from], prefix?.[to]];
        if (start === undefined || end === undefined) return { cell, scope: build.scope };
        return { cell, scope: evaluation.withSum(build.scope, end.minus(start)) };
      }),
    );
    return writtenRows(build, written, true);
  };
  const whole = rows(0, records.length);
  const heights = whole.map((row) => row.heightEmu);
  return {
    heightEmu: heights.reduce((sum, height) => sum + height, 0),
    rows: (from, to) => rows(from, to).map((row, tier) => ({ ...row, heightEmu: heights[tier] ?? row.heightEmu })),
  };
}
