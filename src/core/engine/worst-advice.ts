// What the form can do about data that its declarations allow: findings of a layout advise whoever sends the data.
import { type Canvas, visit } from "../canvas/index.ts";
import type { Diagnostic } from "../diagnostics/index.ts";

/** The finding of a worst case with advice for the form's author: no data were sent that could be mended. */
export function advisedForForm(canvas: Canvas, finding: Diagnostic): Diagnostic {
  if (finding.code !== "RPT4021") return finding;
  const title = scaleAdvice(finding.message, unitAt(canvas, finding.span.start));
  return { ...finding, repair: { title, applicability: "suggestion", edits: [] } };
}

/** The ends of a scale come from fields that nothing holds together. */
function scaleAdvice(message: string, unit: string | null): string {
  if (message.includes("no first or no last day")) {
    return "declare the fields of from and to as required, or give them another day with ??";
  }
  const larger = message.includes(" steps ") && unit !== "month" ? "take a larger unit, or " : "";
  const oneField =
    unit === "hour"
      ? "take both ends from one date field, as from=(plan.date) to=(plan.date) does"
      : "reckon both ends from one date field, as from=(plan.date) to=(addDays(plan.date, 30)) does";
  return `${larger}${oneField}, or allow it with a reason where the sender guarantees the order`;
}

/** The step of the scale that begins there in the source. */
function unitAt(canvas: Canvas, start: number): string | null {
  let unit: string | null = null;
  visit(canvas.pages, (part) => {
    const { span, unit: own } = part as { readonly span?: readonly number[]; readonly unit?: unknown };
    if (span?.[0] === start && typeof own === "string") unit = own;
  });
  return unit;
}
