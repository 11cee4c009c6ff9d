// Columns of a table by their ids, and the cells that name them.
import type { Repair, Span } from "../diagnostics/index.ts";
import { type CheckedExpression, formatCode, nearest, readsData, readsRecord } from "../expression/index.ts";
import type { ElementStatement } from "../language/index.ts";
import type { CheckedElement, CheckedValue } from "./checked.ts";
import { advise, type CheckContext, rewrite } from "./context.ts";
import type { Place } from "./places.ts";
import { elementNamed, type PropertyName } from "./schema.ts";
import { inPattern } from "./values.ts";
import { yieldsWhat } from "./values-lists.ts";

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
  cell: CheckedElement<"cell" | "carry">,
  columns: readonly string[],
): void {
  const name = cell.name === "cell" ? "col" : "into";
  const range = cell.name === "cell" ? cell.properties.get("col") : cell.properties.get("into");
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

/**
 * A cell of `pagefoot` with an expression alone is summed over the rows of a page, as the amount of `carry` is.
 * So it is a number (RPT2123) of the row (RPT2127): a value that is the same in every row would be counted for each.
 */
export function checkSummed(
  context: CheckContext,
  statement: ElementStatement,
  args: ReadonlyMap<string, CheckedValue>,
  place: Place,
): void {
  const summed = summedOf(args);
  const written = statement.args[0];
  if (summed === null || (written?.kind !== "expression" && written?.kind !== "path")) return;
  if (statement.keyword.text !== "carry") {
    const asked = { kind: "code", checked: summed } as const;
    if (yieldsWhat(context, "the sum of a page", "number", written.span, asked) === null) return;
  }
  // A number that is written out is no value of the data: it counts the rows.
  if (!readsData(summed.code) || readsRecord(summed.code)) return;
  context.report({
    code: "RPT2127",
    span: written.span,
    message: `the sum of a page adds ${context.textOf(written.span)} once for every row, but it is the same in each`,
    why: `${statement.keyword.text === "carry" ? "carry" : "pagefoot"} adds up the rows of a page by itself.`,
    repair: ownNumber(context, written.span, place),
  });
}

function summedOf(args: ReadonlyMap<string, CheckedValue>): CheckedExpression | null {
  const content = args.get("content") ?? args.get("amount");
  if (content?.kind === "template") return content.only;
  return content?.kind === "code" ? content.checked : null;
}

/** `(sum(items[].amount))` → `(.amount)`, where the row has that member. */
function ownNumber(context: CheckContext, span: Span, { scope }: Place): Repair {
  const member = /^\(?\s*sum\([^()]*\[\]\.([^\s()[\].]+)\s*\)\s*\)?$/.exec(context.textOf(span))?.[1];
  const isOfRow = member !== undefined && scope.records[0]?.shape?.members.has(member) === true;
  return isOfRow
    ? rewrite(span, `(.${member})`, `write (.${member}), the number of one row`)
    : advise("write the number of one row, such as (.amount); totals of all rows belong into foot");
}

/** RPT1017: two cells of one row name the same column, or one lies below a cell that reaches down to it. */
export function checkRowsOfCells(
  context: CheckContext,
  children: readonly CheckedElement[],
  columns: readonly string[],
): void {
  let taken = new Map<number, number>();
  for (const child of children) {
    if (child.name === "newrow") {
      taken = new Map([...taken].flatMap(([column, rows]) => (rows > 1 ? [[column, rows - 1]] : [])));
    }
    const range = child.name === "cell" ? child.properties.get("col") : undefined;
    if (child.name !== "cell" || range?.kind !== "columns") continue;
    const rows = child.properties.get("rows");
    const high = rows?.kind === "number" ? rows.thousandths / 1000 : 1;
    for (let column = columns.indexOf(range.from); column >= 0 && column <= columns.indexOf(range.to); column++) {
      if (!taken.has(column)) {
        taken.set(column, high);
        continue;
      }
      context.report({
        code: "RPT1017",
        span: child.span,
        message: `column ${columns[column] ?? ""} has a cell in this row already`,
        why: "One of the two would lie over the other.",
        repair: advise("give it another column, or start a row with newrow"),
      });
      break;
    }
  }
}

/** Cells of a tiered row are written in the pattern of the first column below them, where it can write their value. */
export function withColumnFormats(
  context: CheckContext,
  children: readonly CheckedElement[],
): readonly CheckedElement[] {
  const formats = new Map<string, string>();
  for (const child of children) {
    if (child.name !== "column") continue;
    const [id, format] = [child.args.get("id"), child.properties.get("format")];
    if (id?.kind === "word" && format?.kind === "word") formats.set(id.text, format.text);
  }
  if (formats.size === 0) return children;
  return children.map((child) => {
    if (child.name !== "row") return child;
    const cells = child.children.map((cell) => inFormatOfColumn(context, cell as CheckedElement, formats));
    return { ...child, children: cells } as CheckedElement;
  });
}

function inFormatOfColumn(
  context: CheckContext,
  cell: CheckedElement,
  formats: ReadonlyMap<string, string>,
): CheckedElement {
  if (cell.name !== "cell" || cell.properties.has("format")) return cell;
  const [columns, content] = [cell.properties.get("col"), cell.args.get("content")];
  const pattern = columns?.kind === "columns" ? formats.get(columns.from) : undefined;
  if (pattern === undefined || content?.kind !== "template" || content.only === null) return cell;
  const { value, diagnostics } = formatCode(content.only, pattern, content.only.span);
  if (value === null) return cell;
  context.add(diagnostics);
  const args = new Map(cell.args).set("content", inPattern(context, content, content.only, value));
  const properties = new Map<PropertyName, CheckedValue>(cell.properties);
  return { ...cell, args, properties: properties.set("format", { kind: "word", text: pattern }) } as CheckedElement;
}
