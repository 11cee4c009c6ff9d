// RPT1016: an element without the block that it needs, or with one that it does not take.
import type { ElementStatement, Statement } from "../../language/index.ts";
import { type ElementDefinition, ROW_OF_FOOT } from "../../schema/index.ts";
import { advise, type CheckContext, rewrite } from "../context/index.ts";
import { type Place, withSpaceBefore } from "../values/index.ts";
import { CELL_OF_TABLE } from "./cells.ts";
import { headEnd } from "./head-end.ts";

/**
 * A container may be a mere frame: a filled box is a bar, a box with a border an empty place. Where the next lines are
 * indented below it, they are meant to stand in it, and would be printed behind it.
 */
export function checkWithoutBlock(
  context: CheckContext,
  definition: ElementDefinition,
  statement: ElementStatement,
  { statements }: Place,
): void {
  const mayStand = definition.blockOptional === true && (statement.args.length > 0 || definition.mayBeBlank === true);
  if (!mayStand) return reportNoBlock(context, definition, statement);
  // What may hold a text in its own line is written without a block more often than with one.
  if (definition.args.some(({ optional }) => optional === true)) return;
  const last = lastIndentedBelow(context, statement, statements.at(-1));
  if (last !== null) reportIndented(context, definition, statement, last);
}

/** The last of the statements right behind one that are indented further than it is; null where none is. */
function lastIndentedBelow(
  context: CheckContext,
  statement: ElementStatement,
  holder: ElementStatement | undefined,
): Statement | null {
  const beside = holder?.block?.children ?? [];
  const own = indentOf(context, statement);
  let last: Statement | null = null;
  for (const each of beside.slice(beside.findIndex(({ span }) => span.start === statement.span.start) + 1)) {
    const indent = indentOf(context, each);
    if (indent.length <= own.length || !indent.startsWith(own)) break;
    last = each;
  }
  return last;
}

/** What stands before a statement in its line. */
function indentOf({ source }: CheckContext, { span }: Statement): string {
  return source.slice(source.lastIndexOf("\n", span.start - 1) + 1, span.start);
}

function reportIndented(
  context: CheckContext,
  definition: ElementDefinition,
  statement: ElementStatement,
  last: Statement,
): void {
  const end = headEnd(context, statement);
  context.report({
    code: "RPT1016",
    span: statement.keyword.span,
    message: `${definition.name} has no block, and the next line is indented as if it stood in one`,
    why: "What stands in an element stands between its { and }: without them the lines below are printed behind it.",
    repair: {
      title: 'add " {" and "}" around what is indented below it',
      applicability: "suggestion",
      edits: [
        { span: { start: end, end }, text: " {" },
        { span: { start: last.span.end, end: last.span.end }, text: `\n${indentOf(context, statement)}}` },
      ],
    },
  });
}

function reportNoBlock(context: CheckContext, definition: ElementDefinition, statement: ElementStatement): void {
  const end = headEnd(context, statement);
  const indent = " ".repeat(statement.span.start - (context.source.lastIndexOf("\n", statement.span.start) + 1));
  const { keyword, properties } = statement;
  // Among cells a bare word parts rows, as newrow does.
  const isBreak = definition === ROW_OF_FOOT && properties.length === 0;
  context.report({
    code: "RPT1016",
    span: statement.keyword.span,
    message: `${definition.name} needs a block`,
    why: `The form is: ${definition.example}`,
    repair: isBreak
      ? rewrite(keyword.span, "newrow", "write newrow")
      : rewrite({ start: end, end }, ` {\n${indent}}`, 'add " {" and "}"'),
  });
}

/** A block of what holds nothing. */
export function refuseBlock(
  context: CheckContext,
  definition: ElementDefinition,
  statement: ElementStatement,
  parent: ElementDefinition | null,
): void {
  const { block, keyword } = statement;
  if (block === null) return;
  const empty = block.children.length === 0;
  const isRow = definition.name === "newrow" && parent?.name === "foot" && !empty;
  context.report({
    code: "RPT1016",
    span: statement.keyword.span,
    message: `${definition.name} takes no block`,
    why: `The form is: ${definition.example}`,
    repair: isRow
      ? rewrite(keyword.span, "row", "write row: its block holds the cells of the row")
      : empty
        ? rewrite(withSpaceBefore(context, block.span), "", "delete the braces")
        : advise(definition.name === "cell" ? CELL_OF_TABLE : "put its children beside it"),
  });
}
