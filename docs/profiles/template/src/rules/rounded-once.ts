import { declarationsOf, defineRule, roundingsBehind } from "platen/sdk";

/** Sums of rounded weights drift from what the scale at the gate says. */
export const roundedOnce = defineRule({
  meta: {
    id: "rounded-once",
    summary: "The total weight is rounded once, not line by line.",
    severity: "warning",
    basis: [],
    messages: {
      line: { what: "{total} adds up weights that {path} rounds", why: "Rounded lines drift from the weighed total." },
    },
    repairs: "none",
  },
  check({ form, report }) {
    for (const total of declarationsOf(form, "acme.totalWeight")) {
      for (const { formula, rounding } of roundingsBehind(form, total.path)) {
        if (formula.scope === "") continue;
        report({ message: "line", span: rounding.span, values: { total: total.path, path: formula.path } });
      }
    }
  },
});
