// Columns of a table that writes its rows as cells (`row { … }`): what they show of themselves is drawn in no record.
import type { ElementStatement } from "../language/index.ts";
import { childrenOf, columnsOfCells } from "./cells.ts";
import { advise, type CheckContext } from "./context.ts";
import { isColumnEach } from "./element-variants.ts";
import { reportUseless } from "./useless.ts";

/** Whether a table writes its rows as cells: its columns then need no value of their own. */
export function writesRows(table: ElementStatement | undefined): boolean {
  return rowOf(table) !== undefined;
}

/** RPT1023 of columns whose table writes its rows as cells: of `merge=same`, and of values that no record shows. */
export function checkOwnRows(context: CheckContext, table: ElementStatement): void {
  const row = rowOf(table);
  if (row === undefined) return;
  const columns = childrenOf(table).filter((child) => child.keyword.text === "column" && !isColumnEach(child));
  const covered = new Set(columnsOfCells(context, row, columns.flatMap(idOf)));
  for (const column of columns) {
    reportUnmerged(context, column);
    const [id] = idOf(column);
    if (id !== undefined && !covered.has(id)) reportUnshown(context, column, id);
  }
}

function reportUnmerged(context: CheckContext, { properties }: ElementStatement): void {
  const merge = properties.find(({ name }) => name.text === "merge");
  if (merge === undefined) return;
  const why = "The cells of such a row stand as they are written.";
  reportUseless(context, merge, "merge=same", "beside row { … }", why);
}

/** A value or a block of a column that `row { … }` has no cell for. */
function reportUnshown(context: CheckContext, column: ElementStatement, id: string): void {
  const value = column.args[2];
  const shown = value?.span ?? column.block?.span;
  if (shown === undefined || (value !== undefined && isBlank(context.textOf(value.span)))) return;
  const written = value === undefined ? null : context.textOf(value.span);
  const inRow = (cell: string) => `write ${cell} in row { … }`;
  context.report({
    code: "RPT1023",
    span: shown,
    message: `what column ${id} shows has no effect: row { … } has no cell of column ${id}`,
    why: "A table with row { … } draws of each record the cells that stand there, and nothing else.",
    repair: advise(
      written === null ? inRow(`cell col=${id} …`) : `${inRow(`cell ${written} col=${id}`)}, or delete ${written}`,
    ),
  });
}

function isBlank(written: string): boolean {
  return /^["']\s*["']$/.test(written);
}

function rowOf(table: ElementStatement | undefined): ElementStatement | undefined {
  return table === undefined ? undefined : childrenOf(table).find(({ keyword }) => keyword.text === "row");
}

function idOf({ args: [id] }: ElementStatement): readonly string[] {
  return id?.kind === "word" ? [id.text] : [];
}
