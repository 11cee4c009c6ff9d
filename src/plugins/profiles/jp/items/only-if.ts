import type { Form, Rule } from "../../../../core/sdk/index.ts";

/** The same rule, asked of forms only for which `applies` holds. */
export function onlyIf(applies: (form: Form) => boolean, rule: Rule): Rule {
  return {
    meta: rule.meta,
    check: (context) => {
      if (applies(context.form)) rule.check(context);
    },
  };
}
