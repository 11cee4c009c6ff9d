// Axes: the headings of a gantt's must be patterns of dates, the numbers of a chart's patterns that show its steps.
import type { Span } from "../../diagnostics/index.ts";
import { Decimal, readDatePattern, readNumberPattern, USUAL_DATE, withDecimals } from "../../expression/index.ts";
import type { ElementStatement } from "../../language/index.ts";
import { advise, type CheckContext, type CheckedValues, rewrite } from "../context/index.ts";
import { staticText } from "./value-place.ts";

/** The lines of names above a time axis, and what is often written there. */
const HEADINGS: Readonly<Record<string, string>> = { top: "yyyy年M月", middle: "M月", bottom: "d" };

/** What a heading's text may have been meant for; null where it is a pattern of dates, or no heading's. */
export function headingProblem(name: string, text: string): PatternProblem | null {
  const usual = Object.hasOwn(HEADINGS, name) ? HEADINGS[name] : undefined;
  if (usual === undefined || text === "") return null;
  const format = readDatePattern(text);
  if (!("problem" in format)) return null;
  // Without any letter of a pattern nothing says which one was meant.
  return format.better === USUAL_DATE ? { ...format, better: usual } : format;
}

/** RPT2125: a pattern that prints no part of a date, or names a part that there is not. */
export function checkScale(context: CheckContext, statement: ElementStatement): void {
  for (const { name, value } of statement.properties) {
    const text = staticText(value);
    const problem = text === null ? null : headingProblem(name.text, text);
    if (problem !== null) refusePattern(context, value.span, problem);
  }
}

function refusePattern(context: CheckContext, span: Span, { problem, better }: PatternProblem): void {
  context.report({
    code: "RPT2125",
    span,
    message: problem,
    why: "A pattern must say exactly what is printed.",
    repair: better === null ? advise("see the format patterns") : rewrite(span, `'${better}'`, `write '${better}'`),
  });
}

interface PatternProblem {
  readonly problem: string;
  readonly better: string | null;
}

/** RPT2125: a pattern that prints no number. RPT2131: one that would round the steps that the axis is given. */
export function checkAxis(context: CheckContext, statement: ElementStatement, values: CheckedValues): void {
  const [pattern, step] = [values.get("format"), values.get("step")];
  const written = statement.properties.find((each) => each.name.text === "format");
  if (pattern?.kind !== "word" || written === undefined) return;
  const { span } = written.value;
  const format = readNumberPattern(pattern.text);
  if ("problem" in format) {
    refusePattern(context, span, format);
    return;
  }
  if (step?.kind !== "number" || step.thousandths <= 0) return;
  const size = Decimal.ofInteger(step.thousandths).dividedBy(Decimal.ofInteger(1000)) ?? Decimal.zero;
  if (format.showsAll(size)) return;
  const decimals = (size.toFixed().split(".")[1] ?? "").length;
  const wider = withDecimals(pattern.text, decimals);
  context.report({
    code: "RPT2131",
    span,
    message: `format '${pattern.text}' cannot print steps of ${size.toFixed()}`,
    why: "A number that is rounded stands beside a line at another value.",
    repair:
      wider === null
        ? advise("give the axis a step that the format prints, or leave format out")
        : rewrite(span, `'${wider}'`, `write '${wider}', or give the axis a step that the format prints`),
  });
}
