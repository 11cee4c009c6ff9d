// The time axis of a gantt: its headings' patterns must be patterns of dates.
import { readDatePattern } from "../expression/index.ts";
import type { ElementStatement } from "../language/index.ts";
import { advise, type CheckContext, rewrite } from "./context.ts";

const PATTERNS: readonly string[] = ["top", "middle", "bottom"];

/** RPT2125: a pattern that prints no part of a date, or names a part that there is not. */
export function checkScale(context: CheckContext, statement: ElementStatement): void {
  for (const { name, value } of statement.properties) {
    if (!PATTERNS.includes(name.text) || value.kind !== "literal" || value.text === "") continue;
    const format = readDatePattern(value.text);
    if (!("problem" in format)) continue;
    const { problem, better } = format;
    context.report({
      code: "RPT2125",
      span: value.span,
      message: problem,
      why: "A pattern must say exactly what is printed.",
      repair:
        better === null ? advise("see the format patterns") : rewrite(value.span, `'${better}'`, `write '${better}'`),
    });
  }
}
