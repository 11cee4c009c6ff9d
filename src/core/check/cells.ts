// Columns of a table by their ids, and the cells that name them.
import { nearest } from "../expression/index.ts";
import type { ElementStatement } from "../language/index.ts";
import type { CheckedElement } from "./checked.ts";
import { advise, type CheckContext, rewrite } from "./context.ts";
import { elementNamed } from "./schema.ts";

/** `column each .months`, as against a column with the id `each`. */
export function isColumnEach(statement: ElementStatement): boolean {
  const [first, second] = statement.args;
  return (
    first?.kind === "word" &&
    first.text === "each" &&
    second !== undefined &&
    ["word", "path", "expression"].includes(second.kind)
  );
}

export function columnIds(context: CheckContext, statement: ElementStatement): readonly string[] {
  const ids: string[] = [];
  for (const child of statement.block?.children ?? []) {
    if (child.kind !== "element") continue;
    const isColumn = child.keyword.text === "column" || elementNamed(child.keyword.text) === undefined;
    if (!isColumn) continue;
    const id = child.args[0];
    if (id?.kind !== "word" || isColumnEach(child)) continue;
    if (ids.includes(id.text)) {
      context.report({
        code: "RPT1012",
        span: id.span,
        message: `column "${id.text}" stands twice`,
        why: "Cells of the foot name columns by their id.",
        repair: rewrite(id.span, `${id.text}2`, "rename one, and give it a cell"),
      });
    } else ids.push(id.text);
  }
  return ids;
}

export function checkColumns(
  context: CheckContext,
  statement: ElementStatement,
  cell: CheckedElement,
  columns: readonly string[],
  name: "col" | "into",
): void {
  const range = cell.properties.get(name);
  const property = statement.properties.find((each) => each.name.text === name);
  if (range?.kind !== "columns" || property === undefined) return;
  const unknown = [range.from, range.to].find((id) => !columns.includes(id) && !context.mayBeDeclared(id));
  if (unknown !== undefined) {
    const near = nearest(unknown, columns) ?? columns[0] ?? null;
    const at = property.value.span.start + context.textOf(property.value.span).indexOf(unknown);
    context.report({
      code: "RPT1019",
      span: property.value.span,
      message: `the table has no column "${unknown}"`,
      why: `Columns: ${columns.join(", ")}.`,
      repair:
        near === null
          ? advise("add the column")
          : rewrite({ start: at, end: at + unknown.length }, near, `did you mean ${near}?`),
    });
  } else if (columns.indexOf(range.from) > columns.indexOf(range.to)) {
    context.report({
      code: "RPT1019",
      span: property.value.span,
      message: `column ${range.from} stands right of ${range.to}`,
      why: "A range runs from left to right.",
      repair: rewrite(property.value.span, `${range.to}..${range.from}`, `write ${range.to}..${range.from}`),
    });
  }
}
