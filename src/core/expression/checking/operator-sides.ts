// Both sides of an operator, with lists taken apart.
import type { Diagnostic } from "../../diagnostics/index.ts";
import type { Expression } from "../../language/index.ts";
import { type Checked, type Code, computed, type Lift, type Type } from "../code/index.ts";
import { advice, finding } from "../names/index.ts";
import type { CheckContext } from "./check-context.ts";

export type Binary = Extract<Expression, { kind: "binary" }>;

/** Both sides of an operator with lists taken apart: `left` and `right` are the types of single entries. */
export interface Sides {
  readonly node: Binary;
  readonly left: Checked;
  readonly right: Checked;
  readonly leftType: Type;
  readonly rightType: Type;
  readonly lift: Lift;
  /** Identity of the array that lifted sides follow. */
  readonly array: string;
  readonly context: CheckContext;
}

export function takeApart(node: Binary, left: Checked, right: Checked, context: CheckContext): Sides | null {
  const lift: Lift = `${left.type.kind === "list" ? "l" : ""}${right.type.kind === "list" ? "r" : ""}`;
  const leftArray = left.type.kind === "list" ? left.type.array : null;
  const rightArray = right.type.kind === "list" ? right.type.array : null;
  if (leftArray !== null && rightArray !== null && leftArray !== rightArray) {
    const message = `"${node.operator}" combines lists of different arrays`;
    const why = "Lists are combined entry by entry, so both must follow the same array.";
    report(
      context,
      finding("RPT2113", node.operatorSpan, message, why, advice("reduce one of them first, for example with sum(…)")),
    );
    return null;
  }
  const leftType = left.type.kind === "list" ? left.type.element : left.type;
  const rightType = right.type.kind === "list" ? right.type.element : right.type;
  return { node, left, right, leftType, rightType, lift, array: leftArray ?? rightArray ?? "", context };
}

export function report(context: CheckContext, diagnostic: Diagnostic): null {
  context.findings.diagnostics.push(diagnostic);
  return null;
}

export function result(sides: Sides, code: Code, type: Type): Checked {
  const lifted: Type = sides.lift === "" ? type : { kind: "list", optional: false, element: type, array: sides.array };
  return computed(sides.node.span, code, lifted);
}
