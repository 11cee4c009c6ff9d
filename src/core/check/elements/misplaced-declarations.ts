// RPT1002 of a declaration in a block, and the way to the top level.
import type { Repair, Span } from "../../diagnostics/index.ts";
import type { CheckContext } from "../context/index.ts";

export function misplacedDeclaration(context: CheckContext, kind: string, span: Span): void {
  context.report({
    code: "RPT1002",
    span,
    message: `"${kind}" is not allowed inside a block`,
    why: "Declarations stand at the top level.",
    repair: {
      title: "move it to the top level, before page",
      applicability: "suggestion",
      edits: moveToTop(context, span),
    },
  });
}

function moveToTop(context: CheckContext, span: Span): Repair["edits"] {
  const page = /^page\b/m.exec(context.source);
  if (page === null) return [];
  const start = context.source.lastIndexOf("\n", span.start) + 1;
  const end = Math.min(context.source.length, span.end + 1);
  return [
    { span: { start: page.index, end: page.index }, text: `${context.textOf(span)}\n` },
    { span: { start, end }, text: "" },
  ];
}
