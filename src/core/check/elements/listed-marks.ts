// Bars and marks of a list: what the first argument is tells them from those of a record.
import { checkExpression, type NameScope, openRecord, type Type } from "../../expression/index.ts";
import type { ElementStatement, Expression } from "../../language/index.ts";
import { BAR_EACH, type ElementDefinition, MILESTONE_EACH } from "../../schema/index.ts";
import { type CheckContext, rewrite } from "../context/index.ts";
import { aliasOf, expressionOf, UNKNOWN_RECORD } from "../values/index.ts";

/** The statement without `each` before its list (RPT1014): a column needs that word, where its id stands. */
export function withoutEach(context: CheckContext, statement: ElementStatement): ElementStatement {
  const { keyword, args } = statement;
  const [first, list, ...more] = args;
  const isMark = keyword.text === "bar" || keyword.text === "milestone";
  if (!isMark || first?.kind !== "word" || first.text !== "each" || list?.kind !== "path") return statement;
  context.report({
    code: "RPT1014",
    span: first.span,
    message: `unexpected argument "each" of ${keyword.text}`,
    why: `The list of ${keyword.text} stands first.`,
    repair: rewrite({ start: first.span.start, end: list.span.start }, "", "delete it"),
  });
  return { ...statement, args: [list, ...more] };
}

/** The bar or mark of a list where the first argument is one; else the definition itself. */
export function listedMark(
  definition: ElementDefinition,
  statement: ElementStatement,
  scope: NameScope,
): ElementDefinition {
  const { name } = definition;
  if (name !== "bar" && name !== "milestone") return definition;
  const [first, second] = statement.args;
  // A word without its dot is told, and meant.
  const meant = first?.kind === "word" ? typeOf(currentOf(first), scope) : null;
  // Without a date behind it, a list is meant as the date of one mark.
  const isDate = name === "milestone" && (second === undefined || expressionOf(second) === null);
  const isList = !isDate && [typeOfFirst(statement, scope), meant].some((type) => type?.kind === "list");
  return (isList ? (name === "bar" ? BAR_EACH : MILESTONE_EACH) : null) ?? definition;
}

/** The scope of the entries that a bar or mark of a list is drawn for; null for any other element. */
export function entryScope(
  definition: ElementDefinition,
  statement: ElementStatement,
  scope: NameScope,
): NameScope | null {
  if (definition !== BAR_EACH && definition !== MILESTONE_EACH) return null;
  const type = typeOfFirst(statement, scope);
  return openRecord(type?.kind === "list" ? type : UNKNOWN_RECORD, scope, aliasOf(statement));
}

function typeOfFirst({ args: [first] }: ElementStatement, scope: NameScope): Type | null {
  const expression = first === undefined ? null : expressionOf(first);
  return expression === null ? null : typeOf(expression, scope);
}

function typeOf(expression: Expression, scope: NameScope): Type | null {
  return checkExpression(expression, { ...scope, wantsList: true }).value?.type ?? null;
}

function currentOf({ text, span }: Extract<ElementStatement["args"][number], { readonly kind: "word" }>): Expression {
  return { kind: "current", span, name: { text, span } };
}
