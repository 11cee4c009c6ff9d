// RPT1025: what a condition leaves out where what stands beside it stays: the words of a value, or the place of a cell
// in a grid.
import type { Repair } from "../diagnostics/index.ts";
import type { ElementStatement, Property } from "../language/index.ts";
import type { CheckedValues } from "./checked.ts";
import { advise, type CheckContext } from "./context.ts";
import { conditionInValue } from "./refused-conditions.ts";

/** Asks tables and grids, once their properties are decided. */
export function checkLeftOut(context: CheckContext, statement: ElementStatement, properties: CheckedValues): void {
  const name = statement.keyword.text;
  const places = properties.get("cols");
  if (name === "table" || name === "gantt") checkFeet(context, statement);
  if (name === "grid" && places?.kind === "widths") checkPlaces(context, statement, places.widths.length);
}

/** Cells of the feet of a table that go with their column, where their words or their value stay. */
function checkFeet(context: CheckContext, table: ElementStatement): void {
  const columns = childrenOf(table)
    .filter((child) => child.keyword.text === "column")
    .map((child): FootColumn => ({ id: wordOf(child), condition: conditionOf(context, child) }));
  if (columns.every(({ condition }) => condition === null)) return;
  for (const foot of feetOf(table)) for (const row of rowsOf(foot)) checkRow(context, row, columns);
}

interface FootColumn {
  readonly id: string | null;
  /** As it is written; null where the column always shows. */
  readonly condition: string | null;
}

interface FootCell {
  readonly statement: ElementStatement;
  readonly from: number;
  /** Whether it is words alone. */
  readonly isWords: boolean;
  /** The condition that all its columns have; null where one of them has another, or none. */
  readonly condition: string | null;
  readonly columnsText: string;
}

/** Of the table and of its groups, whatever they are nested in. */
function feetOf(element: ElementStatement): readonly ElementStatement[] {
  return childrenOf(element).flatMap((child) => {
    if (child.keyword.text === "foot" || child.keyword.text === "pagefoot") return [child];
    return child.keyword.text === "group" ? feetOf(child) : [];
  });
}

function rowsOf(foot: ElementStatement): readonly (readonly ElementStatement[])[] {
  const rows: ElementStatement[][] = [[]];
  for (const child of childrenOf(foot)) {
    if (child.keyword.text === "newrow") rows.push([]);
    else if (child.keyword.text === "cell") rows.at(-1)?.push(child);
  }
  return rows;
}

/** Words and the values at their right belong together: one does not stay without the other. */
function checkRow(context: CheckContext, row: readonly ElementStatement[], columns: readonly FootColumn[]): void {
  const cells = row.flatMap((statement) => cellOf(context, statement, columns) ?? []);
  if (cells.length < row.length) return;
  const sorted = cells.toSorted((one, other) => one.from - other.from);
  sorted.forEach((words, at) => {
    if (!words.isWords) return;
    const next = sorted.findIndex((each, index) => index > at && each.isWords);
    const values = sorted.slice(at + 1, next === -1 ? undefined : next);
    const [first] = values;
    if (first === undefined) return;
    const stays = values.find(({ condition }) => condition !== words.condition);
    if (words.condition !== null) {
      if (stays !== undefined) reportCell(context, words, words.condition, stays);
    } else if (first.condition !== null && values.every(({ condition }) => condition !== null)) {
      reportCell(context, first, first.condition, words);
    }
  });
}

function cellOf(context: CheckContext, cell: ElementStatement, columns: readonly FootColumn[]): FootCell | null {
  const range = propertyOf(cell, "col");
  const [value] = cell.args;
  const columnsText = range === undefined ? "" : context.textOf(range.value.span);
  const [from, to] = columnsText.split("..").map((id) => columns.findIndex((column) => column.id === id.trim()));
  if (value === undefined || from === undefined || from === -1 || to === -1) return null;
  const conditions = new Set(columns.slice(from, (to ?? from) + 1).map(({ condition }) => condition));
  const [condition = null] = conditions;
  const isWords =
    value.kind === "template" && value.parts.every((part) => part.kind === "fixed") && LETTER.test(textOf(value));
  return { statement: cell, from, isWords, condition: conditions.size === 1 ? condition : null, columnsText };
}

/** Of Latin, kana or han; marks alone (※) name nothing. */
const LETTER = /[A-Za-z\u3041-\ud7ff\uf900-\uffdc]/;

function textOf(value: Extract<ElementStatement["args"][number], { readonly kind: "template" }>): string {
  return value.parts.map((part) => (part.kind === "fixed" ? part.text : "")).join("");
}

function reportCell(context: CheckContext, lost: FootCell, condition: string, stays: FootCell): void {
  const shown = ({ statement }: FootCell) => context.quoteOf(statement.args[0]?.span ?? statement.span);
  const remains = `and ${shown(stays)} stays`;
  context.report({
    code: "RPT1025",
    span: lost.statement.span,
    message: `${shown(lost)} goes with column ${lost.columnsText} where ${condition} does not hold, ${remains}`,
    why: "A cell is left out with its columns: words and their value are read together.",
    repair: advise(
      `write it in a column without when=, or what stays as (if${condition.replace(/\)$/, "")}, …, null))`,
    ),
  });
}

/** Cells of a grid that are left out one by one: all that follow would move into the places before them. */
function checkPlaces(context: CheckContext, grid: ElementStatement, columns: number): void {
  const cells = childrenOf(grid);
  // Fewer or more than whole rows are no table that is counted out: some may stand for others.
  if (columns < 2 || cells.length % columns !== 0) return;
  if (!cells.every((child) => IN_ONE_PLACE.has(child.keyword.text))) return;
  const conditions = cells.map((child) => conditionOf(context, child));
  for (let at = 0; at < cells.length; ) {
    const condition = conditions[at] ?? null;
    let end = at + 1;
    while (condition !== null && conditions[end] === condition) end += 1;
    const first = cells[at];
    if (condition !== null && first !== undefined && (end - at) % columns !== 0 && end < cells.length) {
      if (!standsForOther(condition, conditions)) return reportShift(context, first, condition);
    }
    at = end;
  }
}

/** Kinds of elements that take one place of a grid each. */
const IN_ONE_PLACE: ReadonlySet<string> = new Set([
  ...["text", "label", "rich", "stack", "box", "image", "seal", "barcode", "check", "comb", "pairs", "plate", "row"],
]);

/** Whether another condition asks about the same: of the two cells, one may stand where the other does not. */
function standsForOther(condition: string, conditions: readonly (string | null)[]): boolean {
  const names = namesIn(condition);
  return conditions.some(
    (other) => other !== null && other !== condition && namesIn(other).some((name) => names.includes(name)),
  );
}

const WORDS: ReadonlySet<string> = new Set(["has", "not", "and", "or", "true", "false", "null"]);

function namesIn(condition: string): readonly string[] {
  const words = condition.replaceAll(/'[^']*'/g, "").match(/[^\s()+\-*/%=!<>,?]+/g) ?? [];
  return words.filter((word) => !WORDS.has(word) && !/^[0-9]/.test(word));
}

function reportShift(context: CheckContext, cell: ElementStatement, condition: string): void {
  const written = propertyOf(cell, "when");
  const repair: Repair | null = written === undefined ? null : conditionInValue(context, cell, written);
  context.report({
    code: "RPT1025",
    span: cell.span,
    message: `where ${condition} does not hold, the cells after this one each move one place on in the grid`,
    why: "A cell that is left out keeps no place: values then stand under the wrong heading.",
    repair: repair ?? advise("write the condition at what stands in a stack in its place, or at all cells of the row"),
  });
}

function childrenOf({ block }: ElementStatement): readonly ElementStatement[] {
  return (block?.children ?? []).filter((child) => child.kind === "element");
}

function propertyOf({ properties }: ElementStatement, name: string): Property | undefined {
  return properties.find((each) => each.name.text === name);
}

function conditionOf(context: CheckContext, element: ElementStatement): string | null {
  const condition = propertyOf(element, "when");
  return condition?.value.kind === "expression" ? context.textOf(condition.value.span) : null;
}

function wordOf({ args: [id] }: ElementStatement): string | null {
  return id?.kind === "word" ? id.text : null;
}
