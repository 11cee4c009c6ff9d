// A second block of cells beside the first, where a table has one alone: both as one.
import type { Repair } from "../../diagnostics/index.ts";
import type { ElementStatement, Statement } from "../../language/index.ts";
import { ROW_OF_FOOT } from "../../schema/index.ts";
import { advise, type CheckContext, rewrite } from "../context/index.ts";
import { childrenOf } from "./cells.ts";

/** A statement with its block. */
type Opened = ElementStatement & { readonly block: NonNullable<ElementStatement["block"]> };

/**
 * A second block of cells behind the first: `newrow` in the place of what stands between their cells. Of two feet, one
 * that has looks or a condition becomes rows of the other.
 */
export function joined(context: CheckContext, statement: ElementStatement, beside: readonly Statement[]): Repair {
  const { keyword } = statement;
  const title = `join the two ${keyword.text} blocks: newrow between their cells starts the next row`;
  const before = beside[beside.indexOf(statement) - 1];
  const isBeside = before?.kind === "element" && before.keyword.text === keyword.text;
  if (!isBeside || !isOpened(before) || !isOpened(statement)) return advise(title);
  if (isBare(statement) && !before.properties.some(({ name }) => name.text === "when")) {
    const end = context.source.indexOf("{", keyword.span.end) + 1;
    const isParted = endsWithRow(before) || beginsWithRow(statement);
    return rewrite({ start: before.block.span.end - 1, end }, isParted ? "" : "  newrow", title);
  }
  if (keyword.text !== "foot" || ![before, statement].every(mayBeRows)) return advise(title);
  return inRows(context, before, statement);
}

/** Whether a statement is rows of a foot with looks or a condition of their own, and no slip of `newrow`. */
function isRowBlock({ keyword, block }: ElementStatement): boolean {
  return keyword.text === "row" && block !== null;
}

function isOpened(statement: ElementStatement): statement is Opened {
  return statement.block !== null;
}

function isBare({ args, properties }: ElementStatement): boolean {
  return args.length === 0 && properties.length === 0;
}

function endsWithRow(statement: ElementStatement): boolean {
  const last = childrenOf(statement).at(-1);
  return last !== undefined && isRowBlock(last);
}

function beginsWithRow(statement: ElementStatement): boolean {
  const first = childrenOf(statement)[0];
  return first !== undefined && isRowBlock(first);
}

/** Whether a foot is bare, or says nothing but what rows of a foot take, and holds no such rows itself. */
function mayBeRows(foot: ElementStatement): boolean {
  if (isBare(foot)) return true;
  const taken = foot.properties.every(({ name }) => Object.hasOwn(ROW_OF_FOOT?.properties ?? {}, name.text));
  return taken && foot.args.length === 0 && !childrenOf(foot).some(isRowBlock);
}

function inRows(context: CheckContext, before: Opened, statement: Opened): Repair {
  const { start } = before.keyword.span;
  const margin = " ".repeat(start - (context.source.lastIndexOf("\n", start - 1) + 1));
  const rows = [before, statement].map((foot) => (isBare(foot) ? within(context, foot) : asRow(context, foot, margin)));
  return rewrite(
    { start, end: statement.block.span.end },
    `foot {\n${rows.join("\n")}\n${margin}}`,
    "join the two foot blocks: row { … } holds cells with a condition or looks of their own",
  );
}

/** The lines of a block. */
function within(context: CheckContext, { block: { span } }: Opened): string {
  return context.source
    .slice(span.start + 1, span.end - 1)
    .replace(/^[^\S\n]*\n/, "")
    .trimEnd();
}

function asRow(context: CheckContext, foot: Opened, margin: string): string {
  const said = context.source.slice(foot.keyword.span.end, foot.block.span.start).trim();
  const lines = within(context, foot).replaceAll(/^(?=.)/gm, "  ");
  return `${margin}  ${said === "" ? "row" : `row ${said}`} {\n${lines}\n${margin}  }`;
}
