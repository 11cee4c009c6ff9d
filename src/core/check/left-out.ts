// RPT1025: what a condition leaves out where what stands beside it stays: the words of a value, or the value of words.
import type { ElementStatement, Property } from "../language/index.ts";
import { advise, type CheckContext } from "./context.ts";

/** Asks tables: cells of a grid keep their places. */
export function checkLeftOut(context: CheckContext, statement: ElementStatement): void {
  const name = statement.keyword.text;
  if (name === "table" || name === "gantt") checkFeet(context, statement);
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
