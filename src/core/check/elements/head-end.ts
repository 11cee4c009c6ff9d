// Where the line of a statement ends, before its block and its comment.
import type { ElementStatement } from "../../language/index.ts";
import type { CheckContext } from "../context/index.ts";

/** The end of a statement's own line, before its block. */
export function headEnd(context: CheckContext, statement: ElementStatement): number {
  const end = statement.block === null ? statement.span.end : statement.block.span.start;
  const head = context.source.slice(statement.span.start, end).split("\n")[0] ?? "";
  const code = head.replace(/\s\/\/.*$/, "");
  return statement.span.start + code.trimEnd().length;
}
