// Rules and a source → which rules are settled for a record, so that they need not judge it.
import { type Profile, type Rule, SETTLED, type Settlement } from "../sdk/index.ts";
import type { DeclaredForm } from "./declared.ts";
import { WatchedElements } from "./glance.ts";

/** What is proved of a source. */
export interface SettledRules {
  readonly byRule: ReadonlyMap<Rule, Settlement>;
  readonly watched: WatchedElements;
  /**
   * What has to hold so that no profile finds anything; null where some rule has no settlement, or where a profile may
   * judge nothing of the form on its day, which is told.
   */
  readonly all: readonly Settlement[] | null;
}

/** Of the profiles that a source was asked about last: it is judged by the same ones, record after record. */
const SETTLED_RULES = new WeakMap<DeclaredForm, { readonly of: readonly Profile[]; readonly found: SettledRules }>();

/** What the rules of some profiles prove of a source that is frozen, worked out once. */
export function settledRules(declared: DeclaredForm, profiles: readonly Profile[]): SettledRules {
  const known = SETTLED_RULES.get(declared);
  if (known?.of.length === profiles.length && profiles.every((one, at) => known.of[at] === one)) return known.found;
  const found = proved(declared, profiles);
  SETTLED_RULES.set(declared, { of: profiles, found });
  return found;
}

function proved(declared: DeclaredForm, profiles: readonly Profile[]): SettledRules {
  const byRule = new Map<Rule, Settlement>();
  const rules = profiles.flatMap((profile) => profile.rules);
  for (const rule of rules) {
    const settlement = rule.settle?.(declared) ?? null;
    if (settlement !== null) byRule.set(rule, settlement);
  }
  const elements = new Set([...byRule.values()].flatMap((settlement) => settlement.elements));
  const isWhole = rules.every((rule) => byRule.has(rule)) && profiles.every(({ rules }) => rules.some(isAlwaysAsked));
  // Many rules are settled by the source alone.
  const all = [...new Set(byRule.values())].filter((settlement) => settlement !== SETTLED);
  return { byRule, watched: new WatchedElements(declared, elements), all: isWhole ? all : null };
}

/** Whether a rule is asked of any form on any day. */
function isAlwaysAsked({ meta: { validFrom, validTo, documentKinds } }: Rule): boolean {
  return validFrom === undefined && validTo === undefined && documentKinds === undefined;
}
