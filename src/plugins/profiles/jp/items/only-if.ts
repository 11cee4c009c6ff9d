import { type Form, type FormSource, oneOf, type Rule, type Settlement } from "../../../../core/sdk/index.ts";

/** Forms that a rule is asked of. */
export interface Condition {
  /** Whether it is asked of a form. */
  readonly applies: (form: Form) => boolean;
  /** When it is not asked, as far as a glance at a record tells; null where that is not known. */
  readonly spares: (source: FormSource) => Settlement | null;
}

/** The same rule, asked of forms only for which the condition holds. */
export function onlyIf({ applies, spares }: Condition, rule: Rule): Rule {
  return {
    meta: rule.meta,
    check: (context) => {
      if (applies(context.form)) rule.check(context);
    },
    settle: (source) => {
      const settlements = [spares(source), rule.settle?.(source) ?? null].filter((one) => one !== null);
      return oneOf(settlements);
    },
  };
}
