// Days written in a template: `date('2026-06-01')`, and texts that are meant as one.
import type { Expression } from "../../language/index.ts";
import { type Checked, computed, plainType } from "../code/index.ts";
import { advice, finding, replace, suggestion } from "../names/index.ts";
import { isCivilDate } from "../values/index.ts";
import type { CheckContext } from "./check-context.ts";

type Call = Extract<Expression, { kind: "call" }>;

const FORM = "date('2026-06-01')";

/** `2026/6/1`, `2026.06.01`, `2026年6月1日`: a day as people write it. */
const WRITTEN = /^\s*(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?\s*$/;

/** The day that a text means, as a template writes it (`2026-06-01`); null where it means none. */
export function dayMeant(text: string): string | null {
  const [, year = "", month = "", day = ""] = WRITTEN.exec(text) ?? [];
  const written = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return isCivilDate(written) ? written : null;
}

/** `2026-01-01` without quotes is a number less two numbers. */
export function subtractedDay(node: Expression): string | null {
  const digits = (one: Expression): string | null => (one.kind === "number" ? one.digits : null);
  if (node.kind !== "binary" || node.operator !== "-") return null;
  const { left: monthOfYear, right: day } = node;
  if (monthOfYear.kind !== "binary" || monthOfYear.operator !== "-") return null;
  const parts = [digits(monthOfYear.left), digits(monthOfYear.right), digits(day)];
  return parts.includes(null) ? null : parts.join("-");
}

/** The value of `date('…')`: known when the form is checked, so that no data can make it fail. */
export function checkDate(node: Call, context: CheckContext): Checked | null {
  const [written] = node.args;
  if (written?.kind === "string" && isCivilDate(written.text)) {
    return computed(node.span, { op: "text", text: written.text }, plainType("date"));
  }
  const { diagnostics } = context.findings;
  if (written?.kind === "string") {
    const meant = dayMeant(written.text);
    const message = `'${written.text}' is no day of the calendar written as year-month-day`;
    const repair =
      meant === null
        ? advice(`write a real day: ${FORM}`)
        : suggestion(`write '${meant}'`, replace(written.span, `'${meant}'`));
    diagnostics.push(finding("RPT2123", written.span, message, `A day is written ${FORM}.`, repair));
    return null;
  }
  const day = written === undefined ? null : dayMeant(subtractedDay(written) ?? "");
  if (written !== undefined && day !== null) {
    const repair = suggestion(`write '${day}'`, replace(written.span, `'${day}'`));
    diagnostics.push(
      finding("RPT2123", written.span, "date takes a day in quotes", `A day is written ${FORM}.`, repair),
    );
    return null;
  }
  const value = written === undefined ? null : context.check(written, context);
  if (value === null) return null;
  const message = "date takes a day in quotes, not a value";
  if (value.type.kind === "date") {
    const { start, end } = value.span;
    const repair = suggestion(
      "write the date alone",
      replace({ start: node.span.start, end: start }, ""),
      replace({ start: end, end: node.span.end }, ""),
    );
    diagnostics.push(finding("RPT2123", value.span, message, "This is a date already.", repair));
    return null;
  }
  const repair = advice(
    value.path === null
      ? "declare the day in the data, field x date, and count from it: addDays(x, 1), addMonths(x, 1), endOfMonth(x)"
      : `declare it as a date: field ${value.path} date`,
  );
  const why = `date names a day that the template itself writes: ${FORM}. Days of the data are fields of type date.`;
  diagnostics.push(finding("RPT2123", value.span, message, why, repair));
  return null;
}
