// RPT1025: what a condition leaves out where what stands beside it stays: the words of a value, or the value of words.
import { checkExpression, type NameScope } from "../../expression/index.ts";
import type { ElementStatement, Expression, Property } from "../../language/index.ts";
import { advise, type CheckContext } from "../context/index.ts";
import { childrenOf } from "./cells.ts";

/** Asks tables: cells of a grid keep their places. `outside` is what their heads see. */
export function checkLeftOut(context: CheckContext, statement: ElementStatement, outside: NameScope): void {
  const name = statement.keyword.text;
  if (name === "table" || name === "gantt") checkCells(context, statement, outside);
}

/** Cells of a table that go with their column, where their words or their value stay. */
function checkCells(context: CheckContext, table: ElementStatement, outside: NameScope): void {
  const columns = childrenOf(table)
    .filter((child) => child.keyword.text === "column")
    .map((child): ShownColumn => ({ id: wordOf(child), condition: conditionOf(context, child) }));
  if (columns.every(({ condition }) => condition === null)) return;
  const isTotal = (cell: ElementStatement) => isNumber(cell.args[0], outside);
  for (const head of childrenOf(table).filter(({ keyword }) => keyword.text === "head")) {
    // What is no number is one more heading, and stands above its own column.
    for (const row of rowsOf(head)) if (row.some(isTotal)) checkRow(context, row, columns);
  }
  for (const block of celledIn(table)) {
    const shown = shownWhere(context, block, columns);
    for (const row of rowsOf(block)) checkRow(context, row, shown);
    for (const inner of childrenOf(block).filter(({ keyword }) => keyword.text === "row")) {
      const within = shownWhere(context, inner, shown);
      for (const row of rowsOf(inner)) checkRow(context, row, within);
    }
  }
}

/** The columns as a block of cells sees them that has a condition itself: it never stands where that does not hold. */
function shownWhere(
  context: CheckContext,
  block: ElementStatement,
  columns: readonly ShownColumn[],
): readonly ShownColumn[] {
  const own = conditionOf(context, block);
  if (own === null) return columns;
  const asked = own.replace(/^\(|\)$/g, "");
  const parts = new Set((/\bor\b/.test(asked) ? [] : asked.split(/\s+and\s+/)).map((part) => `(${part})`));
  const holds = (condition: string | null) => condition !== null && (condition === own || parts.has(condition));
  return columns.map(({ id, condition }) => ({ id, condition: holds(condition) ? null : condition }));
}

interface ShownColumn {
  readonly id: string | null;
  /** As it is written; null where the column always shows. */
  readonly condition: string | null;
}

interface ShownCell {
  readonly statement: ElementStatement;
  readonly from: number;
  /** Whether it is words alone. */
  readonly isWords: boolean;
  /** The condition that all its columns have; null where one of them has another, or none. */
  readonly condition: string | null;
  readonly columnsText: string;
  /** The condition of an `if` that is all of its content, and shows nothing where it does not hold; else null. */
  readonly shownIf: string | null;
}

/** Of the table and of its groups, whatever they are nested in: what holds rows of cells, but for the table's head. */
function celledIn(element: ElementStatement): readonly ElementStatement[] {
  return childrenOf(element).flatMap((child) => {
    const { text } = child.keyword;
    if (text === "group") return celledIn(child);
    const holds = text === "foot" || text === "pagefoot" || text === "row";
    return holds || (text === "head" && element.keyword.text === "group") ? [child] : [];
  });
}

function isNumber(value: ElementStatement["args"][number] | undefined, scope: NameScope): boolean {
  return value?.kind === "expression" && checkExpression(value.expression, scope).value?.type.kind === "num";
}

function rowsOf(foot: ElementStatement): readonly (readonly ElementStatement[])[] {
  const rows: ElementStatement[][] = [[]];
  for (const child of childrenOf(foot)) {
    if (child.keyword.text === "newrow" || child.keyword.text === "row") rows.push([]);
    else if (child.keyword.text === "cell") rows.at(-1)?.push(child);
  }
  return rows;
}

/** Words and the values at their right belong together: one does not stay without the other. */
function checkRow(context: CheckContext, row: readonly ElementStatement[], columns: readonly ShownColumn[]): void {
  const cells = row.flatMap((statement) => cellOf(context, statement, columns) ?? []);
  if (cells.length < row.length) return;
  const sorted = cells.toSorted((one, other) => one.from - other.from);
  sorted.forEach((words, at) => {
    if (!words.isWords) return;
    const next = sorted.findIndex((each, index) => index > at && each.isWords);
    const values = sorted.slice(at + 1, next === -1 ? undefined : next);
    const [first] = values;
    if (first === undefined) return;
    const stays = values.find((one) => one.condition !== words.condition && one.shownIf !== words.condition);
    if (words.condition !== null) {
      if (stays !== undefined) reportCell(context, words, words.condition, stays);
    } else if (
      first.condition !== null &&
      values.every((one) => one.condition !== null && one.condition !== words.shownIf)
    ) {
      reportCell(context, first, first.condition, words);
    }
  });
}

function cellOf(context: CheckContext, cell: ElementStatement, columns: readonly ShownColumn[]): ShownCell | null {
  const range = propertyOf(cell, "col");
  const [value] = cell.args;
  const columnsText = range === undefined ? "" : context.textOf(range.value.span);
  const [from, to] = columnsText.split("..").map((id) => columns.findIndex((column) => column.id === id.trim()));
  if (value === undefined || from === undefined || from === -1 || to === -1) return null;
  const conditions = new Set(columns.slice(from, (to ?? from) + 1).map(({ condition }) => condition));
  const [condition = null] = conditions;
  const only = value.kind === "template" && value.parts.length === 1 ? value.parts[0] : undefined;
  const shown = only?.kind === "expression" ? only.expression : value.kind === "expression" ? value.expression : null;
  const branches = shown === null ? null : branchesOf(context, shown);
  const isWords =
    branches?.shown.kind === "string" ||
    (value.kind === "template" &&
      value.parts.every((part) => part.kind === "fixed" || isKey(part.expression)) &&
      LETTER.test(textOf(value)));
  return {
    ...{ statement: cell, from, isWords, columnsText },
    condition: conditions.size === 1 ? condition : null,
    shownIf: branches === null ? null : `(${branches.condition})`,
  };
}

/** `if(condition, shown, null)` or `if(condition, shown, '')`; null for any other expression. */
function branchesOf(
  context: CheckContext,
  expression: Expression,
): { readonly condition: string; readonly shown: Expression } | null {
  if (expression.kind !== "call" || expression.name.text !== "if") return null;
  const [asked, shown, other] = expression.args;
  if (asked === undefined || shown === undefined || other === undefined) return null;
  const isNothing =
    (other.kind === "constant" && other.value === null) || (other.kind === "string" && other.text === "");
  return isNothing ? { condition: context.textOf(asked.span), shown } : null;
}

/** What a group is called, beside words: "{.key} 計". */
function isKey(expression: Expression): boolean {
  return (expression.kind === "current" || expression.kind === "member") && expression.name.text === "key";
}

/** Of Latin, kana or han; marks alone (※) name nothing. */
const LETTER = /[A-Za-z\u3041-\ud7ff\uf900-\uffdc]/;

function textOf(value: Extract<ElementStatement["args"][number], { readonly kind: "template" }>): string {
  return value.parts.map((part) => (part.kind === "fixed" ? part.text : "")).join("");
}

function reportCell(context: CheckContext, lost: ShownCell, condition: string, stays: ShownCell): void {
  const shown = ({ statement }: ShownCell) => context.quoteOf(statement.args[0]?.span ?? statement.span);
  const remains = `and ${shown(stays)} stays`;
  context.report({
    code: "RPT1025",
    span: lost.statement.span,
    message: `${shown(lost)} goes with column ${lost.columnsText} where ${condition} does not hold, ${remains}`,
    why: "A cell is left out with its columns: words and their value are read together.",
    repair: advise(`write it in a column without when=, or what stays as ${shownWith(condition, stays)}`),
  });
}

/**
 * The words or the value of a cell that stays, on the same condition. A sum of a page takes numbers alone, so words are
 * a text there, and everywhere else too.
 */
function shownWith(condition: string, { statement: { args }, isWords }: ShownCell): string {
  const asked = condition.replace(/^\(|\)$/g, "");
  const [value] = args;
  if (!isWords || value?.kind !== "template") return `(if(${asked}, …, null))`;
  const isPlain = value.parts.every(({ kind }) => kind === "fixed") && !/['"\\{}]/.test(textOf(value));
  return `"{if(${asked}, '${isPlain ? textOf(value) : "…"}', '')}"`;
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
