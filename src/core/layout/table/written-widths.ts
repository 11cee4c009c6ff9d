// How wide the words of heads, feet and sums are that stand in one column of a table, for columns of `auto` width.
import type { Emu, FootCell, PageFootCell, TableElement } from "../../canvas/index.ts";
import { Decimal, type Scope } from "../../expression/index.ts";
import { type LayoutInput, naturalTextWidth, shownTogether, showTemplate, styleOf } from "../words/index.ts";
import { longestUpTo } from "./longest-numbers.ts";
import { footRows, groupFootRows } from "./shown-foot.ts";
import { carryPlace, type ShownColumn, shownRange } from "./table-columns.ts";
import type { PlannedRow } from "./table-rows.ts";

/** The table whose columns are to be resolved. */
export interface WrittenTable {
  readonly input: LayoutInput;
  readonly element: TableElement;
  readonly scope: Scope;
  readonly records: readonly Scope[];
  readonly planned: readonly PlannedRow[];
}

/** Words in one column of the table. */
type Tell = (index: number, widthEmu: Emu) => void;

/**
 * The widest cell of every shown column of `auto` width, paddings included: of heads, feet and groups, of records in
 * tiers, and of whatever sum a page may show. Cells over several columns ask no column for its width.
 */
export function writtenWidths(table: WrittenTable, columns: readonly ShownColumn[]): readonly Emu[] {
  const widths: Emu[] = columns.map(() => 0);
  const tell: Tell = (index, widthEmu) => {
    widths[index] = Math.max(widths[index] ?? 0, widthEmu);
  };
  const { element, input, scope, records, planned } = table;
  const rows = (tiers: readonly (readonly FootCell[])[], joinsLeft: boolean, scopes: readonly Scope[]): void => {
    for (const { cell, index } of inOneColumn(table, columns, tiers, joinsLeft)) {
      for (const one of scopes) tell(index, widthOf(input, cell, one));
    }
  };
  if (element.header !== "none") rows(element.head ?? [], false, [scope]);
  if (element.tiers !== undefined) rows(element.tiers, false, records);
  for (const group of element.groups ?? []) {
    const scopesOf = (kind: "opens" | "closes"): readonly Scope[] =>
      planned.flatMap((plan) => (plan.kind === kind && plan.group === group ? [plan.scope] : []));
    rows(group.head, true, scopesOf("opens"));
    rows(group.foot, true, scopesOf("closes"));
    if (group.footParts === undefined) continue;
    for (const closed of scopesOf("closes")) rows(groupFootRows(input, group, closed), true, [closed]);
  }
  rows(footRows(input, element.foot, scope), true, [scope]);
  for (const { cell, index } of inOneColumn(table, columns, element.pageFoot ?? [], true)) {
    for (const one of pageScopes(table, cell)) tell(index, widthOf(input, cell, one));
  }
  carryWidths(table, columns, tell);
  return widths;
}

function widthOf(input: LayoutInput, { content, role, style, cell }: FootCell, scope: Scope): Emu {
  const { text } = showTemplate(content, input.evaluation, scope, role);
  return naturalTextWidth(input, text, style, true) + cell.padding[1] + cell.padding[3];
}

interface CellInColumn<Cell> {
  readonly cell: Cell;
  readonly index: number;
}

function isAuto(element: TableElement, columns: readonly ShownColumn[], index: number): boolean {
  return element.columns[columns[index]?.source ?? -1]?.width.kind === "auto";
}

/**
 * The cells that have one column of `auto` width; in feet a right-aligned one has the free columns left of it as well.
 */
function inOneColumn<Cell extends FootCell>(
  { input, element }: WrittenTable,
  columns: readonly ShownColumn[],
  tiers: readonly (readonly Cell[])[],
  joinsLeft: boolean,
): readonly CellInColumn<Cell>[] {
  const found: CellInColumn<Cell>[] = [];
  /** The first row, from above, in which a column is free of a cell over several rows. */
  const freeFrom = columns.map(() => 0);
  tiers.forEach((cells, tier) => {
    const taken = freeFrom.map((free) => free > tier);
    const placed = cells.flatMap((cell) => {
      const range = cell.isFiller === true ? null : shownRange(columns, cell.fromColumn, cell.toColumn);
      return range === null ? [] : [{ cell, range }];
    });
    for (const { range } of placed) taken.fill(true, range[0], range[1] + 1);
    for (const { cell, range } of placed) {
      const [from, to] = range;
      if (cell.rows !== undefined) freeFrom.fill(tier + cell.rows, from, to + 1);
      const joins = joinsLeft && cell.rows === undefined && styleOf(input.canvas, cell.style).align === "right";
      if (from === to && isAuto(element, columns, from) && !(joins && from > 0 && taken[from - 1] === false))
        found.push({ cell, index: from });
    }
  });
  return found;
}

/** Where a cell of a page's sums is asked: with every sum that may be the widest. */
function pageScopes({ input, scope, records }: WrittenTable, { content, role, sum }: PageFootCell): readonly Scope[] {
  if (sum === null) return [scope];
  const { evaluation } = input;
  const sums = sumsOfPages(evaluation.runningSums(sum, records));
  const scopeOf = (each: Decimal): Scope => evaluation.withSum(scope, each);
  const lengthOf = (one: Scope): number => showTemplate(content, evaluation, one, role).text.length;
  // Numbers between the largest and the smallest are wider in some formats: those that are longer there.
  const longer = sums.slice(-2).flatMap((extreme) => {
    const length = lengthOf(scopeOf(extreme));
    return longestUpTo(extreme)
      .map(scopeOf)
      .filter((one) => lengthOf(one) > length);
  });
  return [...sums.map(scopeOf), ...longer];
}

/** Sums so far, those of one record, and the largest and the smallest that any neighbouring records have together. */
function sumsOfPages(running: readonly Decimal[]): readonly Decimal[] {
  const found: Decimal[] = [...running];
  let [low, high] = [running[0] ?? Decimal.zero, running[0] ?? Decimal.zero];
  let [most, least] = [Decimal.zero, Decimal.zero];
  running.slice(1).forEach((sum, at) => {
    const before = running[at];
    if (before !== undefined) found.push(sum.minus(before));
    const [rise, fall] = [sum.minus(low), sum.minus(high)];
    if (rise.compare(most) > 0) most = rise;
    if (fall.compare(least) < 0) least = fall;
    if (sum.compare(low) < 0) low = sum;
    if (sum.compare(high) > 0) high = sum;
  });
  return [...found, most, least];
}

/** What is carried, and its words where they have one column. */
function carryWidths({ input, element, scope, records }: WrittenTable, columns: readonly ShownColumn[], tell: Tell) {
  const { carry } = element;
  const place = carry === undefined ? null : carryPlace(columns, carry);
  if (carry === undefined || place === null) return;
  const { evaluation } = input;
  const [into, last] = place.sum;
  const { padding } = carry.sumCell ?? carry.cell;
  const labels = [carry.out, carry.in].map((words) => showTemplate(words, evaluation, scope, null));
  const sums = into === last && isAuto(element, columns, into) ? evaluation.runningSums(carry.amount, records) : [];
  for (const sum of sums) {
    const shown = showTemplate(carry.shown, evaluation, evaluation.withSum(scope, sum), carry.role ?? null);
    const texts = place.words === null ? labels.map((label) => shownTogether(label, shown)) : [shown];
    for (const { text } of texts) {
      tell(into, naturalTextWidth(input, text, carry.valueStyle, true) + padding[1] + padding[3]);
    }
  }
  const [at, end] = place.words ?? [0, -1];
  if (at !== end || !isAuto(element, columns, at)) return;
  for (const { text } of labels) {
    tell(at, naturalTextWidth(input, text, carry.labelStyle, true) + carry.cell.padding[1] + carry.cell.padding[3]);
  }
}
