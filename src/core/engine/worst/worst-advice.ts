// What the form can do about data that its declarations allow: findings of a layout advise whoever sends the data.
import { type Canvas, unitsOfScales } from "../../canvas/index.ts";
import type { Diagnostic } from "../../diagnostics/index.ts";

/** The finding of a worst case with advice for the form's author: no data were sent that could be mended. */
export function advisedForForm(canvas: Canvas, finding: Diagnostic): Diagnostic {
  const title = adviceOf(canvas, finding);
  return title === null ? finding : { ...finding, repair: { title, applicability: "suggestion", edits: [] } };
}

/** Null where the finding's own advice is the author's too. */
function adviceOf(canvas: Canvas, { code, message, span, repair }: Diagnostic): string | null {
  if (code === "RPT4021") return scaleAdvice(message, unitsOfScales(canvas).get(span.start));
  if (code !== "RPT5008" || repair === null) return null;
  return `${repair.title}; a long text that leaves its ground ends on it with w= and fit=shrink`;
}

/** The ends of a scale come from fields that nothing holds together. */
function scaleAdvice(message: string, unit: string | undefined): string {
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
