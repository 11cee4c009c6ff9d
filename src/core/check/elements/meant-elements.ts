// `text rich {`: the keyword of a text before the name of the element that is meant.
import type { ElementStatement } from "../../language/index.ts";
import { allowedChildren, elementIn } from "../../schema/index.ts";
import { type CheckContext, rewrite } from "../context/index.ts";
import type { Place } from "../values/index.ts";

/**
 * The element that is meant where a text opens a block and its first word is the name of one that may: told once, and
 * then read as it is meant. The word in quotes, which a text without a block would have, would be printed.
 */
export function withMeantElement(
  context: CheckContext,
  written: ElementStatement,
  { parent }: Place,
): ElementStatement {
  const [word, ...args] = written.args;
  if (written.keyword.text !== "text" || written.block === null || word?.kind !== "word") return written;
  const meant = elementIn(word.text, parent);
  if (meant === undefined || meant.children === "none" || parent === null) return written;
  if (!allowedChildren(parent.children).includes(meant.name)) return written;
  context.report({
    code: "RPT1016",
    span: written.keyword.span,
    message: `text takes no block, and ${meant.name} is an element of its own`,
    why: `The form is: ${meant.example}`,
    repair: rewrite({ start: written.keyword.span.start, end: word.span.start }, "", `write ${meant.name} {`),
  });
  const span = { ...written.span, start: word.span.start };
  return { ...written, span, keyword: { ...written.keyword, text: word.text, span: word.span }, args };
}
