import type { Expression } from "../../language/index.ts";
import type { Checked } from "../code/index.ts";
import { type Findings, type NameScope, presentWhen, withFacts } from "../names/index.ts";

/** Where a node is checked. Every part of the checker reaches the others through `check`. */
export interface CheckContext {
  readonly scope: NameScope;
  readonly findings: Findings;
  readonly depth: number;
  readonly check: (node: Expression, context: CheckContext) => Checked | null;
}

/** The context where `condition` came out as `outcome`: what it tells to be present, is. */
export function contextWhen(outcome: boolean, condition: Checked, context: CheckContext): CheckContext {
  return { ...context, scope: withFacts(context.scope, presentWhen(outcome, condition.code)) };
}
