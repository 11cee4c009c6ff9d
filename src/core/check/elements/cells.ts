// Columns of a table by their ids, and the cells that name them.
import type { Repair, Span } from "../../diagnostics/index.ts";
import { type CheckedExpression, formatCode, nearest, readsData, readsRecord } from "../../expression/index.ts";
import type { ElementStatement } from "../../language/index.ts";
import { elementNamed, type PropertyName } from "../../schema/index.ts";
import {
  advise,
  type CheckContext,
  type CheckedElement,
  type CheckedValue,
  isColumnEach,
  rewrite,
} from "../context/index.ts";
import { inPattern, type Place, yieldsWhat } from "../values/index.ts";

/** What holds several elements in a table's cell. A cell of a grid takes a block itself. */
export const CELL_OF_TABLE =
  'write one text, with \\n between its lines, or take a column with a block: column name "名" w=60mm { … }';

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
  { columns, hasColumns }: { readonly columns: readonly string[]; readonly hasColumns: boolean },
): void {
  const name = cell.name === "cell" ? "col" : "into";
  const range = cell.name === "cell" ? cell.properties.get("col") : cell.properties.get("into");
  const property = statement.properties.find((each) => each.name.text === name);
  if (range?.kind !== "columns" || property === undefined) return;
  const unknown = [range.from, range.to].find((id) => !columns.includes(id) && !context.mayBeDeclared(id));
  if (unknown !== undefined) {
    const near = nearest(unknown, columns) ?? (columns.length === 1 ? columns[0] : undefined) ?? null;
    const at = property.value.span.start + context.textOf(property.value.span).indexOf(unknown);
    context.report({
      code: "RPT1019",
      span: property.value.span,
      message: hasColumns ? `the table has no column "${unknown}"` : "the table has no columns",
      why: columns.length > 0 ? `Columns: ${columns.join(", ")}.` : "Cells name columns by their id.",
      repair:
        near === null
          ? advise(`${columns.length > 0 ? `write one of ${columns.join(", ")}, or ` : ""}add column ${unknown}`)
          : rewrite(
              { start: at, end: at + unknown.length },
              near,
              nearest(unknown, columns) === null ? `write ${near}, the only column` : `did you mean ${near}?`,
            ),
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

/** The columns that cells of head, row and feet name, or cover. */
export function celledColumns(
  context: CheckContext,
  statement: ElementStatement,
  columns: readonly string[],
): ReadonlySet<string> {
  return new Set(childrenOf(statement).flatMap((block) => columnsOfCells(context, block, columns)));
}

/** The elements in the block of a statement; none where it has no block. */
export function childrenOf({ block }: ElementStatement): readonly ElementStatement[] {
  return (block?.children ?? []).filter((child) => child.kind === "element");
}

/** The columns that the cells of one head, row or foot name, or cover; where asked so, of those that show something. */
export function columnsOfCells(
  context: CheckContext,
  block: ElementStatement,
  columns: readonly string[],
  isCounted: (cell: ElementStatement) => boolean = () => true,
): readonly string[] {
  return columnsNamed(context, cellsWithin(block).filter(isCounted), columns);
}

/** What stands in a block of cells, in the rows of a foot too. */
function cellsWithin(block: ElementStatement): readonly ElementStatement[] {
  return childrenOf(block).flatMap((child) => (child.keyword.text === "row" ? childrenOf(child) : [child]));
}

function columnsNamed(
  context: CheckContext,
  cells: readonly ElementStatement[],
  columns: readonly string[],
): readonly string[] {
  const named = cells.flatMap(({ properties }) => properties);
  const ranges = named.filter(({ name }) => name.text === "col").map(({ value }) => context.textOf(value.span));
  return ranges.flatMap((written) => {
    const [from = "", to = from] = written.split("..");
    return spanned(columns, { from, to }).flatMap((at) => columns[at] ?? []);
  });
}

/** The column for a cell that names none: the next one that no cell of its row names, or a name to be declared. */
export function freeColumn(context: CheckContext, cell: ElementStatement, { columns, statements }: Place): string {
  const block = statements.at(-1);
  const cells = block === undefined ? [cell] : rowOf(childrenOf(block), cell);
  const isNamed = ({ properties }: ElementStatement): boolean => properties.some(({ name }) => name.text === "col");
  const named = new Set(columnsNamed(context, cells, columns));
  const before = cells.slice(0, cells.indexOf(cell)).filter((each) => !isNamed(each)).length;
  if (columns.length === 0) return before === 0 ? "name" : `name${before + 1}`;
  return columns.filter((column) => !named.has(column))[before] ?? columns.at(-1) ?? "name";
}

/** The cells between the `newrow`, or the `row { … }`, before a cell and the one behind it. */
function rowOf(children: readonly ElementStatement[], cell: ElementStatement): readonly ElementStatement[] {
  const isEnd = ({ keyword }: ElementStatement): boolean => keyword.text === "newrow" || keyword.text === "row";
  const at = children.indexOf(cell);
  const start = children.slice(0, at).findLastIndex(isEnd) + 1;
  const length = children.slice(at).findIndex(isEnd);
  return children.slice(start, length < 0 ? undefined : at + length);
}

/** RPT2102 of a heading that reads the record: what a column shows in each row stands behind its heading. */
export function explainRecordHeading(context: CheckContext, statement: ElementStatement): void {
  const [id, heading] = statement.args;
  if (statement.args.length !== 2 || id?.kind !== "word" || heading?.kind !== "template") return;
  const { start, end } = heading.span;
  const found = context.diagnostics.filter(
    ({ code, span }) => code === "RPT2102" && span.start >= start && span.end <= end,
  );
  if (found.length === 0) return;
  for (const { span } of found) context.withdraw("RPT2102", span);
  context.withdraw("RPT2103", id.span);
  context.report({
    code: "RPT2102",
    span: heading.span,
    message: `the first text of column ${id.text} is its heading, which stands once and belongs to no record`,
    why: "What a column shows in each row stands behind its heading.",
    repair: rewrite(
      { start, end: start },
      '"" ',
      `write column ${id.text} "" ${context.textOf(heading.span)}, or a heading in place of ""`,
    ),
  });
}

/**
 * RPT2103 of a column that shows no field of its name: where cells name it, only they are meant, and it has an empty
 * one of its own.
 */
export function explainBareColumn(context: CheckContext, statement: ElementStatement, place: Place): void {
  const [id, heading] = statement.args;
  if (id?.kind !== "word" || (heading?.kind !== "template" && heading?.kind !== "literal")) return;
  if (statement.args.length > 2) return;
  const found = context.diagnostics.find(({ code, span }) => code === "RPT2103" && span.start === id.span.start);
  if (found === undefined) return;
  const [near] = found.repair?.edits ?? [];
  if (near !== undefined && !(place.celled.has(id.text) && place.columns.includes(near.text))) return;
  context.withdraw("RPT2103", id.span);
  const { end } = heading.span;
  const written = `column ${id.text} ${context.textOf(heading.span)}`;
  context.report({
    code: "RPT2103",
    span: id.span,
    message: found.message,
    why: "A column without a cell of its own shows the field of its name.",
    repair: place.celled.has(id.text)
      ? rewrite({ start: end, end }, ' ""', `write ${written} "": its cells say it`)
      : advise(`${found.repair?.title ?? ""}; a column of no field says what it shows: ${written} "…"`),
  });
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
    if (yieldsWhat(context, "the sum of a page", "summed", written.span, asked) === null) return;
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

/** `, such as (.qty)`, where the rows around have a number. */
export function suchAs({ row }: Place): string {
  const members = [...(row?.records[0]?.shape?.members.values() ?? [])];
  const number = members.find((member) => member.typeSoFar()?.kind === "num");
  return number === undefined ? "" : `, such as (.${number.name})`;
}

function summedOf(args: ReadonlyMap<string, CheckedValue>): CheckedExpression | null {
  const content = args.get("content") ?? args.get("amount");
  if (content?.kind === "template") return content.only;
  return content?.kind === "code" ? content.checked : null;
}

/** `(sum(items[].amount))` → `(.amount)`, where the row has that member. */
function ownNumber(context: CheckContext, span: Span, place: Place): Repair {
  const { row } = place;
  const member = /^\(?\s*sum\([^()]*\[\]\.([^\s()[\].]+)\s*\)\s*\)?$/.exec(context.textOf(span))?.[1];
  const isOfRow = member !== undefined && row?.records[0]?.shape?.members.has(member) === true;
  return isOfRow
    ? rewrite(span, `(.${member})`, `write (.${member}), the number of one row`)
    : advise(`write the number of one row${suchAs(place)}; totals of all rows belong into foot`);
}

/**
 * RPT1017: two cells of one row name the same column, or one lies below a cell that reaches down to it. What follows is
 * judged as the next row, which it probably is. No cell reaches into a `row { … }` of a foot, or over it.
 * @param refused where words stand that are told already and mean `newrow`
 */
export function checkRowsOfCells(
  context: CheckContext,
  children: readonly CheckedElement[],
  columns: readonly string[],
  refused: readonly number[],
): void {
  let from = 0;
  for (const [at, child] of [...children.entries(), [children.length, undefined] as const]) {
    if (child !== undefined && child.name !== "row") continue;
    const run = children.slice(from, at);
    const [first, last] = [run[0]?.span.start ?? 0, child?.span.start ?? Number.POSITIVE_INFINITY];
    const within = refused.filter((each) => each >= first && each < last);
    if (run.length > 0) checkRunOfCells(context, run, columns, within);
    from = at + 1;
  }
}

/** The same of cells that no `row { … }` parts. */
function checkRunOfCells(
  context: CheckContext,
  children: readonly CheckedElement[],
  columns: readonly string[],
  refused: readonly number[],
): void {
  const breaks = [...refused];
  let taken = new Map<number, number>();
  let row = 0;
  const high: { readonly span: Span; readonly rows: number; readonly from: number }[] = [];
  const nextRow = (): void => {
    row += 1;
    taken = new Map([...taken].flatMap(([column, rows]) => (rows > 1 ? [[column, rows - 1]] : [])));
  };
  for (const child of children) {
    while ((breaks[0] ?? Number.POSITIVE_INFINITY) < child.span.start) {
      breaks.shift();
      nextRow();
    }
    if (child.name === "newrow") nextRow();
    const range = child.name === "cell" ? child.properties.get("col") : undefined;
    if (child.name !== "cell" || range?.kind !== "columns") continue;
    const rows = child.properties.get("rows");
    const count = rows?.kind === "number" ? rows.thousandths / 1000 : 1;
    if (count > 1) high.push({ span: child.span, rows: count, from: row });
    const own = spanned(columns, range);
    const twice = own.find((column) => taken.has(column));
    if (twice !== undefined) {
      reportTaken(context, child.span, columns[twice] ?? "");
      nextRow();
    }
    for (const column of own) if (!taken.has(column)) taken.set(column, count);
  }
  for (const { span, rows, from } of high) {
    if (from + rows - 1 > row) reportBeyondRows(context, span, rows, row - from + 1);
  }
}

/** RPT1023: a cell over more rows than there are. */
function reportBeyondRows(context: CheckContext, span: Span, rows: number, left: number): void {
  context.report({
    code: "RPT1023",
    span,
    message: `the cell has rows=${rows}, and only ${left === 1 ? "its own row is" : `${left} rows are`} there`,
    why: "A cell lies over rows that are written, each behind a newrow.",
    repair: advise(left === 1 ? "leave rows= out, or write newrow and the cells below" : `write rows=${left}`),
  });
}

function spanned(columns: readonly string[], range: { readonly from: string; readonly to: string }): readonly number[] {
  const [from, to] = [columns.indexOf(range.from), columns.indexOf(range.to)];
  return from < 0 ? [] : columns.flatMap((_, at) => (at >= from && at <= to ? [at] : []));
}

function reportTaken(context: CheckContext, span: Span, column: string): void {
  const indent = span.start - (context.source.lastIndexOf("\n", span.start) + 1);
  context.report({
    code: "RPT1017",
    span,
    message: `column ${column} has a cell in this row already`,
    why: "One of the two would lie over the other.",
    repair: rewrite(
      { start: span.start, end: span.start },
      `newrow\n${" ".repeat(indent)}`,
      "write newrow before it, which starts the next row, or give it another column",
    ),
  });
}

/**
 * Cells of rows, feet and groups are written in the pattern of the column that they stand in, where it can write their
 * value. Those of a tiered row that stand across columns have the first one's.
 */
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
  return formats.size === 0 ? children : children.map((child) => inFormats(context, child, formats));
}

type Formats = ReadonlyMap<string, string>;

/**
 * Headings of the table are no values of its columns.
 * @param isWithin whether the element stands in a group or a foot, whose `row` is none of a record
 */
function inFormats(context: CheckContext, element: CheckedElement, formats: Formats, isWithin = false): CheckedElement {
  const { name } = element;
  const holdsParts = name === "group" || name === "foot";
  const holdsCells = name === "row" || name === "pagefoot" || (name === "head" && isWithin);
  if (name === "cell") return inFormatOfColumn(context, element, formats, false);
  if (!holdsParts && !holdsCells) return element;
  const children = element.children.map((child) =>
    holdsParts
      ? inFormats(context, child as CheckedElement, formats, true)
      : inFormatOfColumn(context, child as CheckedElement, formats, name === "row" && !isWithin),
  );
  return { ...element, children } as CheckedElement;
}

function inFormatOfColumn(
  context: CheckContext,
  cell: CheckedElement,
  formats: Formats,
  isRecord: boolean,
): CheckedElement {
  if (cell.name !== "cell" || cell.properties.has("format")) return cell;
  const [columns, content] = [cell.properties.get("col"), cell.args.get("content")];
  if (columns?.kind !== "columns" || (columns.from !== columns.to && !isRecord)) return cell;
  const pattern = formats.get(columns.from);
  if (pattern === undefined || content?.kind !== "template" || content.only === null) return cell;
  const { value, diagnostics } = formatCode(content.only, pattern, content.only.span);
  if (value === null) return cell;
  context.add(diagnostics);
  const args = new Map(cell.args).set("content", inPattern(context, content, content.only, value));
  const properties = new Map<PropertyName, CheckedValue>(cell.properties);
  return { ...cell, args, properties: properties.set("format", { kind: "word", text: pattern }) } as CheckedElement;
}
