// Values of a row where a sum of a page stands: its words and colours are of no row.
import type { Repair, Span } from "../../diagnostics/index.ts";
import {
  type CheckedExpression,
  checkExpression,
  type Member,
  type RecordShape,
  readsData,
  type Type,
} from "../../expression/index.ts";
import type { ElementStatement, Expression, PropertyValue } from "../../language/index.ts";
import { advise, type CheckContext, rewrite } from "../context/index.ts";
import { type Place, withSpaceBefore } from "../values/index.ts";
import { suchAs } from "./cells.ts";

/** An expression of a statement, and what a repair deletes with it: a part of a text, a property. */
interface Written {
  readonly expression: Expression;
  readonly deleted: Span;
  readonly isText: boolean;
}

/** Names that are known where there is a row. */
const OF_NO_RECORD: ReadonlySet<string> = new Set(["RPT2101", "RPT2102", "RPT2103", "RPT2115"]);

/**
 * RPT2102 of a cell of `pagefoot`, or of a carry, whose words or colours read a row: the cell stands once on a page.
 * RPT2127 of words that show a number of all rows.
 */
export function checkRowValues(context: CheckContext, statement: ElementStatement, place: Place): void {
  for (const written of expressionsOf(context, statement)) {
    const { span } = written.expression;
    const found = context.diagnostics.filter(
      (each) => OF_NO_RECORD.has(each.code) && each.span.start >= span.start && each.span.end <= span.end,
    );
    if (found.length > 0 && isNamedOtherwise(statement, written, place, found)) continue;
    if (found.length > 0) explainNoRow(context, { statement, written, place }, found);
    else if (written.isText && statement.keyword.text === "cell") refuseNumberOfAll(context, written, place);
  }
}

/**
 * Whether the findings say how the record around the table is named here. Words that show a number of it are refused
 * under that name too.
 */
function isNamedOtherwise(
  { keyword }: ElementStatement,
  { expression, isText }: Written,
  { row }: Place,
  found: CheckContext["diagnostics"],
): boolean {
  if (!found.every(({ code, repair }) => code === "RPT2115" && repair?.edits.length === 1)) return false;
  const shown = row === null ? null : checkExpression(expression, row).value;
  return !(isText && keyword.text === "cell" && shown?.type.kind === "num");
}

function expressionsOf(context: CheckContext, { keyword, args, properties }: ElementStatement): readonly Written[] {
  // What is summed is of a row.
  const texts = keyword.text === "carry" ? [] : args.flatMap(partsOf);
  return [
    ...texts,
    ...properties.flatMap(({ value, span }): readonly Written[] => {
      const paint = value.kind === "list" ? value.items : [value];
      const computed = paint.flatMap((each) => (each.kind === "expression" ? [each.expression] : []));
      const deleted = withSpaceBefore(context, span);
      return [...partsOf(value), ...computed.map((expression) => ({ expression, deleted, isText: false }))];
    }),
  ];
}

function partsOf(value: PropertyValue): readonly Written[] {
  if (value.kind !== "template") return [];
  return value.parts.flatMap((part) =>
    part.kind === "fixed" ? [] : [{ expression: part.expression, deleted: part.span, isText: true }],
  );
}

interface NoRow {
  readonly statement: ElementStatement;
  readonly written: Written;
  readonly place: Place;
}

function explainNoRow(
  context: CheckContext,
  { statement, written, place }: NoRow,
  found: CheckContext["diagnostics"],
): void {
  const { expression, deleted, isText } = written;
  const ofRow = place.row === null ? null : checkExpression(expression, place.row).value;
  if (ofRow === null) return;
  for (const { code, span } of found) context.withdraw(code, span);
  for (const path of ofRow.uses) context.uses.add(path);
  const isCarry = statement.keyword.text === "carry";
  const what = `${isText ? "the words" : "the looks"} of ${isCarry ? "carry" : "pagefoot"}`;
  const text = context.textOf(expression.span);
  context.report({
    code: "RPT2102",
    span: expression.span,
    message: `${context.quoteOf(expression.span)} reads a row, but ${what} stand once for all rows of a page`,
    why: isCarry
      ? "carry shows its sum beside its words by itself."
      : `A cell of pagefoot sums a number of the row that stands in it alone${suchAs(place)}.`,
    repair:
      (isText && !isCarry && !OUTER.test(text) ? asSum(context, statement, ofRow, text) : null) ??
      rewrite(deleted, "", "delete it: a page has no value of one row"),
  });
}

/** What is of the record around the table is the same in each of its rows, and no sum of them. */
const OUTER = /\bouter\./u;

/** `cell "頁計 {.qty}個"` → `cell (.qty) format='"頁計 "#,##0"個"'`: null where that is not what is written. */
function asSum(
  context: CheckContext,
  { args: [text], properties }: ElementStatement,
  { type }: CheckedExpression,
  written: string,
): Repair | null {
  if (text?.kind !== "template" || properties.some(({ name }) => name.text === "format")) return null;
  const computed = text.parts.filter((part) => part.kind === "expression");
  const shown =
    type.kind === "num"
      ? { number: written, pattern: wholeOr(type.scale) }
      : formatted(context, computed[0]?.expression);
  if (computed.length !== 1 || shown === null) return null;
  const words = text.parts.map((part) => (part.kind === "fixed" ? quoted(part.text) : null));
  if (words.some((each) => each !== null && /["'\\\n]/.test(each.slice(1, -1)))) return null;
  const pattern = signedBehindWords(shown.pattern, words[0] != null && words[0] !== "")
    .map((section) => words.map((word) => word ?? section).join(""))
    .join(";");
  const cell = `(${shown.number}) format='${pattern}'`;
  return rewrite(text.span, cell, `write cell ${cell}, which sums the rows of the page`);
}

/** The sections of a pattern. A pattern of one writes the sign before all of it, and so before words at its head. */
function signedBehindWords(pattern: string, hasWords: boolean): readonly string[] {
  const sections = pattern.split(";");
  return hasWords && sections.length === 1 ? [pattern, `-${pattern}`] : sections;
}

function quoted(words: string): string {
  return words === "" ? "" : `"${words}"`;
}

/** As many decimals as the number may have. */
function wholeOr(scale: number | null): string {
  return scale === 0 ? "#,##0" : `#,##0.${"#".repeat(Math.min(scale ?? DECIMALS_MOST, DECIMALS_MOST))}`;
}

const DECIMALS_MOST = 6;

interface FormattedNumber {
  readonly number: string;
  readonly pattern: string;
}

/** Of `format(.qty, '#,##0')` the number and its pattern. */
function formatted(context: CheckContext, expression: Expression | undefined): FormattedNumber | null {
  if (expression?.kind !== "call" || expression.name.text !== "format") return null;
  const [number, pattern] = expression.args;
  if (number === undefined || pattern?.kind !== "string") return null;
  // Patterns of words alone, and those of dates, take no further words.
  if (!/[#0]/.test(pattern.text) || /["'\\a-z]/.test(pattern.text)) return null;
  return { number: context.textOf(number.span), pattern: pattern.text };
}

/** Whether a path is that of a field: a rate or a month of the document, which the data bring and nobody adds up. */
function isFieldOf(root: RecordShape, path: string | null): boolean {
  if (path === null) return false;
  let shape: RecordShape | null = root;
  for (const name of path.split(".")) {
    const member: Member | undefined = shape?.members.get(name);
    if (member === undefined || member.isComputed === true) return false;
    const type: Type = member.type();
    shape = type.kind === "record" ? type.shape : null;
  }
  return true;
}

/** A text beside the sums of a page is read as one of them: a number that is computed of all rows is none. */
function refuseNumberOfAll(context: CheckContext, { expression }: Written, place: Place): void {
  const { scope } = place;
  const isFormatted = expression.kind === "call" && expression.name.text === "format";
  const number = isFormatted ? expression.args[0] : expression;
  const shown = number === undefined ? null : checkExpression(number, scope).value;
  if (shown?.type.kind !== "num" || !readsData(shown.code) || isFieldOf(scope.root, shown.path)) return;
  context.report({
    code: "RPT2127",
    span: expression.span,
    message: `${context.quoteOf(expression.span)} is the same number on every page, and no sum of this one`,
    why: "The words of pagefoot stand beside what its rows add up to, and are read as that.",
    repair: advise(`write the number of one row alone${suchAs(place)}; totals of all rows belong into foot on=every`),
  });
}
