import type { Diagnostic, Outcome, Span } from "../../diagnostics/index.ts";
import type { Expression } from "../../language/index.ts";
import { type Checked, type CheckedExpression, readCode } from "../code/index.ts";
import { advice, around, finding, type NameScope, newFindings, suggestion } from "../names/index.ts";
import { checkFormat } from "./check-format.ts";
import { checkNode } from "./check-node.ts";
import { isSeveral, repairOfSeveral } from "./single-values.ts";

/** Types one expression against the scope; null where an error leaves no type. User text never throws. */
export function checkExpression(expression: Expression, scope: NameScope): Outcome<CheckedExpression | null> {
  const findings = newFindings();
  const checked = checkNode(expression, { scope, findings, depth: 0, check: checkNode });
  const value = checked === null ? null : publish(checked, [...findings.uses]);
  return { value, diagnostics: findings.diagnostics };
}

/** Wraps a checked value in a format pattern (`format=`); null where type and pattern do not fit. */
export function formatCode(checked: CheckedExpression, pattern: string, span: Span): Outcome<CheckedExpression | null> {
  const findings = newFindings();
  const value: Checked = { ...checked, code: readCode(checked.code), spread: false };
  const formatted = checkFormat(value, pattern, span, findings);
  if (formatted === null) return { value: null, diagnostics: findings.diagnostics };
  return { value: publish(formatted, checked.uses), diagnostics: findings.diagnostics };
}

function publish(checked: Checked, uses: readonly string[]): CheckedExpression {
  const { code, type, path, role, span, spread } = checked;
  return { code, type, path, role, uses, span, spread };
}

/** Findings of showing a value as text: an unrounded quotient (RPT2130), a list or record (RPT2109). */
export function checkShown(checked: CheckedExpression): readonly Diagnostic[] {
  const { type, span } = checked;
  if (type.kind === "num" && type.quotient) {
    const repair = suggestion("round(x, 2, half_up)", ...around(span, "round(", ", 2, half_up)"));
    const why = "A division that does not end would print up to 40 decimals.";
    return [finding("RPT2130", span, "this quotient is shown unrounded", why, repair)];
  }
  if (type.kind !== "list" && type.kind !== "record" && type.kind !== "image") return [];
  const what = type.kind === "list" ? "a list" : type.kind === "record" ? "a record" : "an image";
  const repair = isSeveral(type) ? repairOfSeveral(checked, "text") : advice("draw it as an image");
  return [finding("RPT2109", span, `${what} can not be shown as text`, "Text is made of single values.", repair)];
}
