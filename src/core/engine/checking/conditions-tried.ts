// RPT4033 of conditions that no data of a check has fulfilled: what stands under them was never laid out.
import { type Canvas, type ConditionalPlace, conditionalPlaces } from "../../canvas/index.ts";
import { type Diagnostic, type DiagnosticCode, diagnose } from "../../diagnostics/index.ts";
import type { ExpressionCode } from "../../expression/index.ts";

/** More characters of an expression say no more. */
const WRITTEN_MAX = 60;

/** How the conditions of a form came out, in all layouts of a check. */
export class ConditionsTried {
  readonly #held = new Set<ExpressionCode>();
  readonly #failed = new Set<ExpressionCode>();

  readonly note = (code: ExpressionCode, holds: boolean): void => {
    (holds ? this.#held : this.#failed).add(code);
  };

  #isTried({ condition, shownAt, isInLet }: ConditionalPlace): boolean {
    const [own, other] = shownAt ? [this.#held, this.#failed] : [this.#failed, this.#held];
    // A let that nothing asked for shows nothing.
    return own.has(condition) || (isInLet && !other.has(condition));
  }

  /** What was never shown; a part that is used twice is shown where one of its uses is. */
  untried(canvas: Canvas, source: string): readonly Diagnostic[] {
    const places = conditionalPlaces(canvas);
    const keyOf = ({ span, kind, shownAt }: ConditionalPlace): string => `${span.join()} ${kind} ${shownAt}`;
    const tried = new Set(places.filter((place) => this.#isTried(place)).map(keyOf));
    const never = new Map(places.map((place) => [keyOf(place), place] as const));
    return [...never].flatMap(([key, place]) => (tried.has(key) ? [] : [toldOf(place, source)]));
  }
}

/** What says itself why a condition does not hold: a value that its field never is, a name that is a field's. */
const CAUSES: ReadonlySet<string> = new Set<DiagnosticCode>(["RPT2132", "RPT2133"]);

/** Drops each RPT4033 whose condition another finding already explains. */
export function withoutCaused(found: readonly Diagnostic[], told: readonly Diagnostic[]): readonly Diagnostic[] {
  const causes = told.filter(({ code }) => CAUSES.has(code));
  return found.filter(
    ({ code, span }) =>
      code !== "RPT4033" || !causes.some((cause) => span.start <= cause.span.start && cause.span.end <= span.end),
  );
}

function toldOf({ span: [start, end], kind, shownAt }: ConditionalPlace, source: string): Diagnostic {
  const written = shortened(kind === "element" ? conditionWritten(source, start) : source.slice(start, end));
  const what =
    kind === "element" ? `fulfils ${written}` : `gets to ${shownAt ? "a branch" : "the last branch"} of ${written}`;
  return diagnose({
    code: "RPT4033",
    span: { start, end },
    message: `no data of this check ${what}: what is shown then was not judged`,
    why: "A check tries the limits of fields and what conditions compare them with, one condition after another.",
    repair: {
      title: "check the form with data of your own that do, or leave it out where no data can",
      applicability: "suggestion",
      edits: [],
    },
  });
}

/** `when=(…)` of the element that begins there. */
function conditionWritten(source: string, start: number): string {
  const at = source.indexOf("when=(", start);
  const line = source.slice(start, at);
  if (at < 0 || line.includes("\n")) return "its when=";
  let depth = 0;
  let isText = false;
  for (let end = at + "when=".length; end < source.length; end += 1) {
    const letter = source[end];
    if (letter === "'") isText = !isText;
    if (isText) continue;
    if (letter === "(") depth += 1;
    if (letter === ")") depth -= 1;
    if (depth === 0) return source.slice(at, end + 1);
  }
  return "its when=";
}

function shortened(written: string): string {
  const line = written.replaceAll(/\s+/g, " ");
  return [...line].length <= WRITTEN_MAX ? line : `${[...line].slice(0, WRITTEN_MAX).join("")}…`;
}
