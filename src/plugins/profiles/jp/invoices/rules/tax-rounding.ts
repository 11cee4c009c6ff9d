import {
  declarationsOf,
  defineRule,
  type FormSource,
  type Formula,
  inputsBehind,
  namesIn,
  nodesOf,
  type Rounding,
  type RuleFinding,
  roundingsBehind,
  SETTLED,
} from "../../../../../core/sdk/index.ts";
import { ofSource } from "../../items/of-source.ts";
import { consumptionTaxOrder } from "../../laws.ts";

/**
 * 令70条の10: tax is rounded once for each rate and form. Proved on the formulas: no tax is computed from a tax that was
 * rounded for a line.
 */
export const taxRoundedOnce = defineRule({
  meta: {
    id: "tax-rounded-once",
    summary: "Tax is rounded once for each rate and form, never for each line.",
    severity: "error",
    waivable: false,
    basis: [consumptionTaxOrder("70条の10")],
    messages: {
      perLine: {
        what: "{path} rounds the tax of each line, and {total} adds these up",
        why: "Tax is rounded once for each rate: the total of the lines times the rate.",
      },
      again: {
        what: "{total} is rounded to the yen after {path} was",
        why: "Tax is rounded once for each rate; a second rounding can move it by a yen.",
      },
    },
    repairs: "suggestion",
  },
  check({ form, report }) {
    for (const finding of roundingsOfTax(form)) report(finding);
  },
  settle: (source) => (roundingsOfTax(source).length === 0 ? SETTLED : null),
});

/** What is found of the formulas, whatever the data are. */
const roundingsOfTax = ofSource((form): readonly RuleFinding<"perLine" | "again">[] => {
  const found: RuleFinding<"perLine" | "again">[] = [];
  const totals = ["tax.amount", "totals.tax"].flatMap((role) => declarationsOf(form, role));
  const seen = new Set<number>();
  for (const total of totals) {
    for (const { formula, rounding } of roundingsBehind(form, total.path)) {
      const { span } = rounding;
      if (seen.has(span.start) || !isTax(form, rounding)) continue;
      const values = { path: formula.path, total: total.path };
      if (isOfLine(form, formula)) {
        seen.add(span.start);
        found.push({ message: "perLine", span, values, repair: { title: "round sum(…) * rate, once" } });
      } else if (formula.path !== total.path && roundsTwice(form, total.path)) {
        seen.add(span.start);
        found.push({ message: "again", span, values, repair: { title: "leave one of the roundings out" } });
      }
    }
  }
  return found;
});

/** Whether a total rounds, to the yen, what was a rounded tax already. */
function roundsTwice(form: FormSource, path: string): boolean {
  const formula = form.formulas.find((candidate) => candidate.path === path);
  return formula?.roundings.some((rounding) => rounding.digits !== null && rounding.digits <= 0) ?? false;
}

/** Whether a formula is computed once for each line. */
function isOfLine(form: FormSource, { scope }: Formula): boolean {
  if (scope === "") return false;
  return form.declarations.some(({ path, role }) => role?.startsWith("line.") === true && path.startsWith(`${scope}.`));
}

/** Whether what is rounded is an amount times a rate, and no price or amount that has tax in it. */
function isTax(form: FormSource, { of, inputs }: Rounding): boolean {
  const read = new Set([...inputs, ...inputs.flatMap((path) => [...inputsBehind(form, path)])]);
  const readsRate =
    form.declarations.some(({ path, role }) => isRateRole(role) && read.has(path)) ||
    namesIn(of).some((path) => path.endsWith(".key"));
  const multiplies = nodesOf(of).some(
    (node) => node.kind === "operation" && (node.operator === "*" || node.operator === "/"),
  );
  const writesRate = nodesOf(of).some((node) => node.kind === "number" && /^(?:0\.(?:10?|08)|8|10)$/.test(node.digits));
  return multiplies && (readsRate || writesRate);
}

function isRateRole(role: string | null): boolean {
  return role === "line.taxRate" || role === "tax.rate";
}
