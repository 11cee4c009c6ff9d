// Asking for some of the findings, without making a form look better than it is.
import type { Severity } from "./codes.ts";
import type { Diagnostic } from "./diagnostic.ts";

/** What is asked for; an empty list asks for all. */
interface FindingFilter {
  readonly severities: readonly string[];
  /** Codes (`RPT5006`, `jp.invoice/number`), or how they begin (`RPT5`, `jp.invoice`), in any case. */
  readonly codes: readonly string[];
}

/** The findings that were asked for, and one sentence about those that were not; null where none is left out. */
export function filterFindings(
  diagnostics: readonly Diagnostic[],
  { severities, codes }: FindingFilter,
): { readonly shown: readonly Diagnostic[]; readonly leftOut: string | null } {
  const isAsked = ({ severity, code }: Diagnostic): boolean =>
    (severities.length === 0 || severities.includes(severity)) &&
    (codes.length === 0 || codes.some((asked) => code.toLowerCase().startsWith(asked.toLowerCase())));
  const shown = diagnostics.filter(isAsked);
  const rest = diagnostics.filter((each) => !isAsked(each));
  return { shown, leftOut: rest.length === 0 ? null : sentenceOf(rest) };
}

const PLURALS = { error: "errors", warning: "warnings", info: "infos" } as const satisfies Record<Severity, string>;

function sentenceOf(rest: readonly Diagnostic[]): string {
  const counts = (Object.keys(PLURALS) as Severity[]).flatMap((severity) => {
    const count = countFindings(rest, severity);
    return count === 0 ? [] : [`${count} ${count === 1 ? severity : PLURALS[severity]}`];
  });
  const [last = "", ...before] = counts.toReversed();
  return before.length === 0 ? last : `${before.reverse().join(", ")} and ${last}`;
}

/** How many findings of a severity there are. */
export function countFindings(diagnostics: readonly Diagnostic[], severity: Severity): number {
  return diagnostics.reduce((sum, each) => sum + (each.severity === severity ? (each.count ?? 1) : 0), 0);
}
