// One node of an expression → its type and code. Errors are told once; a null answer is silent further up.
import type { Span } from "../../diagnostics/index.ts";
import type { Expression } from "../../language/index.ts";
import { type Checked, computed, numberType, plainType } from "../code/index.ts";
import { advice, finding } from "../names/index.ts";
import { tellBraces } from "./braces-in-strings.ts";
import { checkCall } from "./check-call.ts";
import type { CheckContext } from "./check-context.ts";
import { checkBinary, checkNegate, checkNot } from "./check-operators.ts";
import { checkAll, checkCurrent, checkFilter, checkMember, checkName } from "./check-references.ts";

/** Deeper nesting is no form's need and would exhaust the stack. */
const DEPTH_MAX = 200;

export function checkNode(node: Expression, context: CheckContext): Checked | null {
  const checked = typeNode(node, context);
  context.scope.observer?.(node, checked, context.scope);
  return checked;
}

function typeNode(node: Expression, outer: CheckContext): Checked | null {
  if (outer.depth >= DEPTH_MAX) return tooDeep(node.span, outer);
  const context = { ...outer, depth: outer.depth + 1 };
  const { span } = node;
  switch (node.kind) {
    case "number":
      return computed(span, { op: "number", digits: node.digits }, numberType(node.digits.split(".")[1]?.length ?? 0));
    case "string":
      tellBraces(node, context);
      return computed(span, { op: "text", text: node.text }, plainType("str"));
    case "constant":
      return computed(
        span,
        { op: "constant", value: node.value },
        node.value === null ? { kind: "null", optional: true } : plainType("bool"),
      );
    case "name":
      return checkName(node, context);
    case "current":
      return checkCurrent(node, context);
    case "member":
      return checkMember(node, context);
    case "all":
      return checkAll(node, context);
    case "filter":
      return checkFilter(node, context);
    case "call":
      return checkCall(node, context);
    case "not":
      return checkNot(node, context);
    case "negate":
      return checkNegate(node, context);
    case "binary":
      return checkBinary(node, context);
  }
}

function tooDeep(span: Span, context: CheckContext): null {
  const already = context.findings.diagnostics.some((diagnostic) => diagnostic.code === "RPT9001");
  const message = `the expression is nested more than ${DEPTH_MAX} levels deep`;
  if (!already)
    context.findings.diagnostics.push(
      finding("RPT9001", span, message, "Nesting is limited.", advice("split it into several lets")),
    );
  return null;
}
