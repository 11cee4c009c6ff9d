// Bars and marks of a list: what the first argument is tells them from those of a record.
import { checkExpression, type NameScope, openRecord, type Type } from "../../expression/index.ts";
import type { ElementStatement, Expression } from "../../language/index.ts";
import { BAR_EACH, type ElementDefinition, MILESTONE_EACH } from "../../schema/index.ts";
import { type CheckContext, rewrite } from "../context/index.ts";
import { aliasOf, expressionOf, fittingLists, nodesOf, UNKNOWN_RECORD } from "../values/index.ts";

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

/**
 * Mends a bar or mark of a record that reads fields of the entries of one of its lists: its errors name the list, which
 * then stands first, and `outer.` before what it reads of the record.
 */
export function offerList(
  context: CheckContext,
  definition: ElementDefinition,
  statement: ElementStatement,
  scope: NameScope,
): void {
  const { keyword } = statement;
  const row = scope.records[0]?.shape ?? null;
  const isPlain = definition.name === "bar" || definition.name === "milestone";
  if (!isPlain || entryScope(definition, statement, scope) !== null || row === null || row.open) return;
  const read = nodesOf(statement).filter((node) => node.kind === "current");
  const lost = read.filter(({ name }) => !row.members.has(name.text));
  const wanted = new Set(lost.map(({ name }) => name.text));
  const [list] = fittingLists({ ...scope, root: row }, wanted);
  if (wanted.size === 0 || list?.fields !== wanted.size || list.element.kind !== "record") return;
  const { members } = list.element.shape;
  const { end } = keyword.span;
  const edits = [
    { span: { start: end, end }, text: ` ${list.written}` },
    ...read
      .filter(({ name }) => !members.has(name.text))
      .map(({ span, name }) => ({ span, text: `outer.${name.text}` })),
  ];
  const title = `write ${keyword.text} ${list.written} …, which is drawn for each entry of ${list.written}`;
  for (const { span } of lost) context.mendErrors(span, { title, applicability: "suggestion", edits });
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
