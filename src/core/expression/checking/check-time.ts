// Times of day written in a template: `time('22:00')`, and texts that are meant as one.
import type { Expression } from "../../language/index.ts";
import { type Checked, computed, plainType } from "../code/index.ts";
import { advice, finding, replace, suggestion } from "../names/index.ts";
import { isCivilTime, narrow } from "../values/index.ts";
import type { CheckContext } from "./check-context.ts";

type Call = Extract<Expression, { kind: "call" }>;

const FORM = "time('22:00')";

/** `9:30`, `９：３０`, `22時`, `22時30分`: a time of day as people write it. */
const WRITTEN = /^\s*(\d{1,2})(?:[:時](?:(\d{1,2})(?:[:分](?:(\d{1,2})秒?)?)?)?)\s*$/;

/** The time of day that a text means, as a template writes it (`09:30`); null where it means none. */
export function timeMeant(text: string): string | null {
  const [, hour, minute, second] = WRITTEN.exec(narrow(text)) ?? [];
  if (hour === undefined) return null;
  const parts = [hour, minute ?? "0", ...(second === undefined ? [] : [second])];
  const written = parts.map((part) => part.padStart(2, "0")).join(":");
  return isCivilTime(written) ? written : null;
}

/** The value of `time('…')`: known when the form is checked, so that no data can make it fail. */
export function checkTime(node: Call, context: CheckContext): Checked | null {
  const [written] = node.args;
  if (written?.kind === "string" && isCivilTime(written.text)) {
    return computed(node.span, { op: "text", text: written.text }, plainType("time"));
  }
  const { diagnostics } = context.findings;
  if (written?.kind === "string") {
    const meant = timeMeant(written.text);
    const repair =
      meant === null
        ? advice(`write a time of day: ${FORM}`)
        : suggestion(`write '${meant}'`, replace(written.span, `'${meant}'`));
    const message = `'${written.text}' is no time of day written as hour:minute`;
    diagnostics.push(finding("RPT2123", written.span, message, `A time is written ${FORM}.`, repair));
    return null;
  }
  const value = written === undefined ? null : context.check(written, context);
  if (value === null) return null;
  const { start, end } = value.span;
  const repair =
    value.type.kind === "time"
      ? suggestion(
          "write the time alone",
          replace({ start: node.span.start, end: start }, ""),
          replace({ start: end, end: node.span.end }, ""),
        )
      : advice(
          value.type.kind === "datetime"
            ? "format(x, 'HH:mm') prints its time of day"
            : "declare the time in the data: field x time",
        );
  const why = `time names what the template itself writes: ${FORM}. Times of the data are fields of type time.`;
  diagnostics.push(finding("RPT2123", value.span, "time takes a time of day in quotes, not a value", why, repair));
  return null;
}
