import type { Diagnostic } from "./diagnostic.ts";

/** One finding at least. */
export type SomeFindings = readonly [Diagnostic, ...Diagnostic[]];

/**
 * What a judging stage answers. A list alone could not tell "nothing is wrong" from "nobody looked": here a stage that
 * did not look at everything has to say why, as findings.
 */
export type Judgement =
  | { readonly kind: "judged"; readonly diagnostics: readonly Diagnostic[] }
  | {
      readonly kind: "unjudged";
      /** Why a part was not judged. */
      readonly failures: SomeFindings;
      /** What was found in the other parts. */
      readonly diagnostics: readonly Diagnostic[];
    };

/** The judgement of a stage: unjudged where anything failed. */
export function judgementOf(diagnostics: readonly Diagnostic[], failures: readonly Diagnostic[] = []): Judgement {
  const [first, ...others] = failures;
  if (first === undefined) return { kind: "judged", diagnostics };
  return { kind: "unjudged", failures: [first, ...others], diagnostics };
}

/** All that a judgement tells: first what was not judged. */
export function findingsIn(judgement: Judgement): readonly Diagnostic[] {
  switch (judgement.kind) {
    case "judged":
      return judgement.diagnostics;
    case "unjudged":
      return [...judgement.failures, ...judgement.diagnostics];
  }
}
