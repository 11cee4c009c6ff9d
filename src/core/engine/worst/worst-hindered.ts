// Elements that do not fit even with the examples. Longer data are not tried on them, and a finding says so of each.
import { type Canvas, namesWithin, reads } from "../../canvas/index.ts";
import { type Diagnostic, diagnose, type Span } from "../../diagnostics/index.ts";

/** What of the worst cases cannot be judged. */
interface Hindered {
  /** No page stands as its form means it. */
  readonly isWhole: boolean;
  /** One for each element that shows data, and says what hinders it. */
  readonly told: readonly Diagnostic[];
  /** Whether a finding of a worst case is of such an element, of what it holds, or of one that meets it. */
  readonly isAt: (found: Diagnostic) => boolean;
}

/** A body without room has no place of its own anywhere. */
const OF_THE_PAGE: ReadonlySet<string> = new Set(["RPT4014"]);

/** @param misfits what does not fit with the examples, whatever its severity */
export function hinderedBy(canvas: Canvas, misfits: readonly Diagnostic[]): Hindered {
  const errors = misfits.filter(({ severity }) => severity === "error");
  const byStart = new Map(errors.map((each) => [each.span.start, each] as const).reverse());
  const first = [...byStart.values()].reverse();
  const isWhole = first.some(({ code }) => OF_THE_PAGE.has(code));
  const isWithin = (inner: Span): boolean =>
    errors.some(({ span }) => inner.start >= span.start && inner.end <= span.end);
  return {
    isWhole,
    told: first.filter((each) => isWhole || showsData(canvas, each)).map(notJudged),
    isAt: ({ span, beside }) => isWithin(span) || (beside !== undefined && isWithin(beside)),
  };
}

function showsData(canvas: Canvas, { span }: Diagnostic): boolean {
  const names = namesWithin(canvas, span.start);
  return canvas.fields.some(({ path }) => reads(names, path));
}

function notJudged({ code, span }: Diagnostic): Diagnostic {
  return diagnose({
    code: "RPT9010",
    span,
    message: `whether data at their declared limits fit was not judged here because of ${code}`,
    why: "What does not fit with its examples says nothing about longer data.",
    repair: { title: `mend ${code} and check again`, applicability: "suggestion", edits: [] },
  });
}
