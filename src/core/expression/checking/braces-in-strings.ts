// RPT0115 in expressions: `let line = "{.qty} 個"` prints its braces, for a string there is a text as it stands.
import type { Expression } from "../../language/index.ts";
import { advice, finding, replace, suggestion } from "../names/index.ts";
import type { CheckContext } from "./check-context.ts";

type StringNode = Extract<Expression, { kind: "string" }>;

/** A value in braces: a name, a member of the record at hand, or a call. Counts of a pattern (`{3}`) are none. */
const VALUE = /\{\s*(\.?[A-Za-z_\u3040-\u9fff][^{}]*)\}/u;

/** Tells of a string that means to show values, and writes it as `concat('…', value)`. */
export function tellBraces(node: StringNode, { findings }: CheckContext): void {
  if (!VALUE.test(node.text)) return;
  const written = concatOf(node.text);
  const repair =
    written === null
      ? advice("join the parts: concat('…', value, '…')")
      : suggestion(`write ${written}`, replace(node.span, written));
  const why = "Only the texts of elements have computed parts; an expression joins its parts with concat.";
  findings.diagnostics.push(
    finding("RPT0115", node.span, '"{" in a string of an expression shows no value', why, repair),
  );
}

/** Null where a fixed part has signs that a string in single quotes would have to escape. */
function concatOf(text: string): string | null {
  const parts = text.split(new RegExp(VALUE, "gu"));
  const fixed = parts.filter((_, at) => at % 2 === 0);
  if (fixed.some((part) => /['\\\n\r\t]/u.test(part))) return null;
  const args = parts.flatMap((part, at) => (at % 2 === 1 ? [part.trim()] : part === "" ? [] : [`'${part}'`]));
  return args.length === 1 ? (args[0] ?? null) : `concat(${args.join(", ")})`;
}
