// Which copies of a document differ by more than the name that they show.
import { type ExpressionCode, namesCopy } from "../expression/index.ts";
import type { Canvas } from "./canvas.ts";

/**
 * The copies that have to be laid out to know what all of them hold, by their places: all where a condition or a
 * computed value asks which copy it is; else the one with the longest name.
 */
export function decidingCopies({ copies = [""], pages, lets }: Canvas): readonly number[] {
  const places = copies.map((_, at) => at);
  if (copies.length > 1 && asksForCopy([pages, lets])) return places;
  return [places.reduce((most, at) => ((copies[at]?.length ?? 0) > (copies[most]?.length ?? 0) ? at : most), 0)];
}

/** Whether an expression somewhere in a part of the canvas reads the copy for more than showing it. */
function asksForCopy(part: unknown): boolean {
  if (typeof part !== "object" || part === null) return false;
  if (isExpression(part)) return namesCopy(part);
  if (isShownPart(part) && part.code.op === "ambient") return false;
  return Object.values(part).some(asksForCopy);
}

function isExpression(part: object): part is ExpressionCode {
  return "op" in part && typeof part.op === "string";
}

/** A part of a text that shows a value as it is. */
function isShownPart(part: object): part is { readonly code: ExpressionCode } {
  return "kind" in part && part.kind === "computed" && "code" in part && isExpression(Object(part.code));
}
