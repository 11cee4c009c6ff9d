// Columns of a table that writes its rows as cells (`row { … }`): what they show of themselves is drawn in no record.
import type { Block, ElementStatement } from "../../language/index.ts";
import { advise, type CheckContext, isColumnEach } from "../context/index.ts";
import { reportUseless } from "../values/index.ts";
import { childrenOf, columnsOfCells } from "./cells.ts";

/** Whether a table writes its rows as cells: its columns then need no value of their own. */
export function writesRows(table: ElementStatement | undefined): boolean {
  return rowOf(table) !== undefined;
}

/** RPT1023 of columns whose table writes its rows as cells: of `merge=same`, and of values that no record shows. */
export function checkOwnRows(context: CheckContext, table: ElementStatement): void {
  const row = rowOf(table);
  if (row === undefined) return;
  const columns = childrenOf(table).filter((child) => child.keyword.text === "column" && !isColumnEach(child));
  const ids = columns.flatMap(idOf);
  const covered = new Set(columnsOfCells(context, row, ids));
  const shown = new Set(columnsOfCells(context, row, ids, ({ args }) => args.length > 0));
  for (const column of columns) {
    reportUnmerged(context, column);
    const [id] = idOf(column);
    if (id === undefined) continue;
    if (column.block !== null && !shown.has(id)) reportBlock(context, column.block, id);
    else if (!shown.has(id)) reportUnshown(context, column, { id, hasCell: covered.has(id) });
  }
}

/** The block of a column: cells of `row { … }` hold texts alone, so that no cell draws what else stands there. */
function reportBlock(context: CheckContext, block: Block, id: string): void {
  context.report({
    code: "RPT1023",
    span: block.span,
    message: `the block of column ${id} is never drawn: a table with row { … } draws the texts of its cells`,
    why: "A cell of row { … } holds a text; pictures, boxes and codes have no place there.",
    repair: advise(
      `write its text as cell "…" col=${id} in row { … }; for anything but text remove row { … }, or draw it elsewhere`,
    ),
  });
}

function reportUnmerged(context: CheckContext, { properties }: ElementStatement): void {
  const merge = properties.find(({ name }) => name.text === "merge");
  if (merge === undefined) return;
  const why = "The cells of such a row stand as they are written.";
  reportUseless(context, merge, "merge=same", "beside row { … }", why);
}

/** A value of a column that `row { … }` has no cell for, or a blank one. */
function reportUnshown(
  context: CheckContext,
  column: ElementStatement,
  { id, hasCell }: { readonly id: string; readonly hasCell: boolean },
): void {
  const value = column.args[2];
  if (value === undefined) return;
  const written = context.textOf(value.span);
  if (isBlank(written)) return;
  const lacks = hasCell ? `the cell of column ${id} is blank in row { … }` : `row { … } has no cell of column ${id}`;
  context.report({
    code: "RPT1023",
    span: value.span,
    message: `what column ${id} shows has no effect: ${lacks}`,
    why: "A table with row { … } draws of each record the cells that stand there, and nothing else.",
    repair: advise(`write cell ${written} col=${id} in row { … }, or delete ${written}`),
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

/** RPT1023 of `merge=same` in the only column: its equal neighbours are records that would leave no trace. */
export function checkSoleColumn(context: CheckContext, table: ElementStatement): void {
  const columns = childrenOf(table).filter(({ keyword }) => keyword.text === "column");
  const [column] = columns;
  if (column === undefined || columns.length > 1 || isColumnEach(column) || writesRows(table)) return;
  const merge = column.properties.find(({ name }) => name.text === "merge");
  if (merge === undefined) return;
  const why = "A record that equals the one above in every column says the last one again, so that it can be counted.";
  const repair = advise(
    'delete it, write a further column beside it, such as column no "No." (index) w=10mm, or repeat over distinct(…)',
  );
  reportUseless(context, merge, "merge=same", "in the only column of a table", why, repair);
}
