// Rows that show sums of a page: what is carried from page to page, and subtotals. Their heights are known before any
// page is cut, because pages are cut by them; their numbers come with the page.
import type { Emu, PageFootCell, TableCarry } from "../../canvas/index.ts";
import { Decimal, type ExpressionCode, type Scope, showsNumber, type Template } from "../../expression/index.ts";
import type { Carry, PageFoot, RowPlace, TableCell, TableRow } from "../blocks/index.ts";
import { isLowerTier, lineCount } from "../cut/index.ts";
import { shownTogether, showTemplate, styleOf } from "../words/index.ts";
import { longestUpTo } from "./longest-numbers.ts";
import {
  blankCell,
  cellFrame,
  rowEdges,
  type TableBuild,
  tableRow,
  textCell,
  uncovered,
  withStyle,
  writtenRows,
} from "./table-cells.ts";
import { type Column, carryPlace, shownRange } from "./table-columns.ts";

/** Each is as high as the highest, whichever sums its page shows. */
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
  const rowAt = (words: Template, place: RowPlace) =>
    carryRow(build, carry, words, sums[numbersBefore(rows, place, number, records.length)]);
  const worst = [sums[0], sums.at(-1), ...longestOf(widestOf(sums))];
  const heightEmu = highest(
    worst.flatMap((sum) => [carry.out, carry.in].map((words) => carryRow(build, carry, words, sum))),
  );
  return {
    heightEmu,
    out: (place) => ({ ...rowAt(carry.out, place), heightEmu }),
    in: (place) => ({ ...rowAt(carry.in, place), heightEmu }),
  };
}

/** The sums that may take the most room: as great, or as far below zero, and with as many decimals as any. */
interface WidestSums {
  readonly most: Decimal;
  readonly least: Decimal;
}

/** Of what is carried: the greatest and the least of all running sums. */
function widestOf(sums: readonly Decimal[]): WidestSums {
  const decimals = decimalsOf(sums);
  return {
    most: writtenWith(
      sums.reduce((most, sum) => (sum.compare(most) > 0 ? sum : most), Decimal.zero),
      decimals,
    ),
    least: writtenWith(
      sums.reduce((least, sum) => (sum.compare(least) < 0 ? sum : least), Decimal.zero),
      decimals,
    ),
  };
}

/** Of pages: the greatest and the least sum of records that follow one another. */
function widestBetween(prefix: readonly Decimal[]): WidestSums {
  let [low, high] = [Decimal.zero, Decimal.zero];
  const between = prefix.map((sum) => {
    if (sum.compare(low) < 0) low = sum;
    if (sum.compare(high) > 0) high = sum;
    return [sum.minus(low), sum.minus(high)] as const;
  });
  const decimals = decimalsOf(prefix);
  const [most, least] = [widestOf(between.map(([rise]) => rise)), widestOf(between.map(([, fall]) => fall))];
  return { most: writtenWith(most.most, decimals), least: writtenWith(least.least, decimals) };
}

/** With the numbers between them that other formats than digits print longer. */
function longestOf({ most, least }: WidestSums): readonly Decimal[] {
  return [most, least, ...longestUpTo(most), ...longestUpTo(least)];
}

function decimalsOf(sums: readonly Decimal[]): number {
  return sums.reduce((most, sum) => Math.max(most, sum.toFixed().split(".")[1]?.length ?? 0), 0);
}

/** The same number with other digits behind the point. */
function writtenWith(sum: Decimal, decimals: number): Decimal {
  if (decimals === 0) return sum;
  const [whole = "0"] = sum.toFixed().split(".");
  return Decimal.of(`${whole}.${"8".repeat(decimals)}`);
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

/** The words fill the columns left of the sum, else those at its right; in a lone column they share its cell. */
function carryRow(build: TableBuild, carry: TableCarry, words: Template, sum: Decimal | undefined): TableRow {
  const { input, scope, columns } = build;
  const { evaluation } = input;
  const place = carryPlace(columns, carry);
  const frame = cellFrame(build, carry.cell, scope);
  const label = showTemplate(words, evaluation, scope, null);
  const cells: TableCell[] = [];
  if (place !== null && sum !== undefined) {
    const role = carry.role ?? null;
    const shown = showTemplate(carry.shown, evaluation, evaluation.withSum(scope, sum), role);
    const own = carry.sumCell === undefined ? frame : cellFrame(build, carry.sumCell, scope);
    const together = place.words === null ? shownTogether(label, shown) : shown;
    cells.push(textCell(build, place.sum, own, together, carry.valueStyle, scope, role, carry.span));
  }
  if (place !== null && place.words !== null) {
    const beside = place.words[0] === 0 ? build : besideSum(build, carry.labelStyle);
    cells.push(textCell(beside, place.words, frame, label, carry.labelStyle, scope, null, carry.span));
  }
  columns.forEach(({ source }, index) => {
    if (cells.some(({ fromColumn, toColumn }) => fromColumn <= index && index <= toColumn)) return;
    const rest = carry.restCells?.[source];
    cells.push(
      rest === undefined ? uncovered(build, index) : blankCell(index, index, cellFrame(build, rest, scope), carry.span),
    );
  });
  cells.sort((one, other) => one.fromColumn - other.fromColumn);
  return tableRow(build, cells, rowEdges(cells, columns.length), true);
}

/** Words at the right of their sum begin beside it. */
function besideSum(build: TableBuild, style: number): TableBuild {
  return styleOf(build.input.canvas, style).align === "right" ? withStyle(build, style, { align: "left" }) : build;
}

/** What a cell of a page's sums adds up. */
interface KnownSums {
  readonly prefix: readonly Decimal[];
  readonly number: NumberPlace;
  /** Those that may take the most room. */
  readonly longest: readonly Decimal[];
}

function longestMost(sums: readonly (readonly (KnownSums | null)[])[]): number {
  return sums.flat().reduce((most, known) => Math.max(most, known?.longest.length ?? 0), 0);
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
    cells.map(({ sum, toColumn }): KnownSums | null => {
      if (sum === null) return null;
      const prefix = evaluation.runningSums(sum, records);
      return { prefix, number: placeOfNumber(build, sum, toColumn), longest: longestOf(widestBetween(prefix)) };
    }),
  );
  const rows = (sumAt: (known: KnownSums) => Decimal | null): readonly TableRow[] => {
    const written = tiers.map((cells, tier) =>
      cells.map((cell, at) => {
        const known = sums[tier]?.[at];
        const sum = known == null ? null : sumAt(known);
        const { scope } = build;
        return { cell, scope, ...(sum === null ? {} : { shownIn: evaluation.withSum(scope, sum) }) };
      }),
    );
    return writtenRows(build, written, true);
  };
  const worst = [
    rows(({ prefix }) => sumBetween(prefix, 0, records.length)),
    ...Array.from({ length: longestMost(sums) }, (_, at) =>
      rows(({ longest }) => longest[at % longest.length] ?? Decimal.zero),
    ),
  ];
  const heights = tiers.map((_, tier) => highest(worst.flatMap((each) => each[tier] ?? [])));
  const before = (place: RowPlace, number: NumberPlace) => numbersBefore(placed, place, number, records.length);
  return {
    heightEmu: heights.reduce((sum, height) => sum + height, 0),
    rows: (from, to) =>
      rows(({ prefix, number }) => sumBetween(prefix, before(from, number), before(to, number))).map((row, tier) => ({
        ...row,
        heightEmu: heights[tier] ?? row.heightEmu,
      })),
  };
}

function sumBetween(prefix: readonly Decimal[], from: number, to: number): Decimal | null {
  const [start, end] = [prefix[from], prefix[to]];
  return start === undefined || end === undefined ? null : end.minus(start);
}
