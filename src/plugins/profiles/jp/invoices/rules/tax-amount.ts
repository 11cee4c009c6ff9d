import {
  Decimal,
  declarationsOf,
  defineRule,
  type Form,
  type FormSource,
  type FormValue,
  type LegalBasis,
  presenceOf,
  type Rule,
  SETTLED,
  type Settlement,
  valuesOf,
} from "../../../../../core/sdk/index.ts";
import { consumptionTaxOrder, invoiceArticle } from "../../laws.ts";
import { entryOf, type Figures, figuresOf, figuresWith, shown } from "../../money/figures.ts";
import { areAbsent, rateOfTax, settledFigure } from "../../money/settled-figures.ts";
import { ratesOnAny, taxDaysOf } from "../../money/tax-days.ts";
import { baseKindOf, exactTax, isRoundedFrom, type TaxGroup, taxGroupsOf } from "../../money/tax-groups.ts";
import { percentOf } from "../../money/tax-rates.ts";

/** Said of a tax that adds up those of lines. */
const PER_LINE =
  "{path} is {tax}, but {base} at {rate} % is {exact}: {allowed}; it adds up the rounded taxes of {lines}";

/** The printed tax of each rate is its total times the rate, rounded either way; the rate is one of the day. */
export function taxAmount(article: string): Rule {
  return taxAmountRule([invoiceArticle(article), consumptionTaxOrder("70条の10")]);
}

/** The same of papers that 施行令70条の10 does not bind: tax may be rounded line by line there. */
export const taxOfOffer = taxAmountRule([]);

function taxAmountRule(basis: readonly LegalBasis[]): Rule {
  const isBound = basis.length > 0;
  return defineRule({
    meta: {
      id: "tax-amount",
      summary: "The tax of each rate is the total of that rate times the rate, rounded down, up or to the nearest yen.",
      ...{ severity: "error", waivable: false, basis },
      messages: {
        differs: {
          what: "{path} is {tax}, but {base} at {rate} % is {exact}: {allowed}",
          why: "Tax lies between the exact amount rounded down and rounded up to the yen.",
        },
        perLine: {
          what: PER_LINE,
          why: "Tax is rounded once for each rate and form, and never for each line.",
        },
        fraction: { what: "{path} is {tax}, which is no whole yen", why: "Tax is rounded to the yen." },
        unknownRate: {
          what: "{rate} % is no rate of consumption tax on {date}",
          why: "The rates of the day are {rates}.",
        },
      },
      repairs: "suggestion",
    },
    check({ form, report }) {
      const figures = figuresOf(form);
      const kind = baseKindOf(form);
      for (const group of taxGroupsOf(form, figures)) {
        const { tax, base, rate } = group;
        const span = declarationsOf(form, tax?.role ?? "")[0]?.span ?? presenceOf(form, "tax.amount").span;
        const days = taxDaysOf(form, group.lines);
        if (rate !== null && !isRateOn(days, rate)) {
          const rates = ratesOnAny(days).map(({ percent }) => `${percent} %`);
          const path = (tax ?? base)?.path;
          report({
            message: "unknownRate",
            span,
            values: { rate: shown(rate), date: spanOfDays(days), rates: rates.join(", ") },
            ...(path === undefined ? {} : { path }),
          });
          continue;
        }
        if (tax === null) continue;
        const at = { span, path: tax.path };
        if (tax.amount.compare(tax.amount.round(0, "down")) !== 0) {
          report({ ...at, message: "fraction", values: { path: tax.path, tax: shown(tax.amount) } });
        }
        if (base === null || rate === null) continue;
        const kinds = kind === null ? (["net", "gross"] as const) : ([kind] as const);
        if (kinds.some((one) => isRoundedFrom(tax.amount, exactTax(base.amount, rate, one)))) continue;
        const exact = exactTax(base.amount, rate, kinds[0]);
        const values = {
          path: tax.path,
          tax: shown(tax.amount),
          base: shown(base.amount),
          rate: shown(rate),
          exact: shown(exact.round(4, "half_up")),
          allowed: allowedFor(exact),
        };
        const lines = linesRounded(form, figures, group, kinds[0]);
        const title = "compute the tax from the total of the rate: round(base * rate / 100, 0, down)";
        if (lines === null) report({ ...at, message: "differs", values, repair: { title } });
        else if (isBound)
          report({ ...at, message: "perLine", values: { ...values, lines: lines.join(", ") }, repair: { title } });
      }
    },
    settle: settledTax,
  });
}

/** The tax of the whole form, at one rate that its formula names and rounded once, is right whatever its base is. */
function settledTax(source: FormSource): Settlement | null {
  if (!areAbsent(source, ["tax.groups", "tax.base", "tax.amount"])) return null;
  const tax = settledFigure(source, "totals.tax");
  if (tax === "absent") return SETTLED;
  const net = settledFigure(source, "totals.net");
  if (tax === null || net === null || net === "absent" || tax.scale > 0) return null;
  return rateOfTax(tax, net) === null ? null : SETTLED;
}

/** `10,151 or 10,152`: the exact tax rounded either way. */
function allowedFor(exact: Decimal): string {
  const [floor, ceil] = [shown(exact.round(0, "floor")), shown(exact.round(0, "ceil"))];
  return floor === ceil ? floor : `${floor} or ${ceil}`;
}

function isRateOn(days: readonly string[], rate: Decimal): boolean {
  return rate.isZero() || ratesOnAny(days).some(({ amount }) => amount.compare(rate) === 0);
}

/** `2019-10-15`, `2019-09-01 to 2019-09-30` */
function spanOfDays(days: readonly string[]): string {
  const [first, ...more] = days;
  return [first, ...more.slice(-1)].join(" to ");
}

/** The lines whose taxes do not come out even, where the printed tax is the sum of line taxes; else null. */
function linesRounded(
  form: Form,
  figures: Figures,
  { lines, rate, tax }: TaxGroup,
  kind: "net" | "gross",
): readonly string[] | null {
  if (rate === null || tax === null) return null;
  const own = new Set(lines);
  const isAtRate = lines.length > 0 ? (entry: string) => own.has(entry) : atRate(form, rate);
  const ofRate = figuresWith(figures, "line.amount").filter(({ path }) => isAtRate(entryOf(path)));
  for (const mode of ["down", "half_up", "up"] as const) {
    const exact = ofRate.map(({ amount }) => exactTax(amount, rate, kind));
    const sum = exact.reduce((total, one) => total.plus(one.round(0, mode)), Decimal.zero);
    if (sum.compare(tax.amount) !== 0) continue;
    return ofRate.flatMap(({ path }, at) => {
      const one = exact[at];
      return one !== undefined && one.compare(one.round(0, mode)) !== 0 ? [entryOf(path)] : [];
    });
  }
  return null;
}

/** Whether a line is at the rate, or says none. */
function atRate(form: Form, rate: Decimal): (entry: string) => boolean {
  const rates = new Map<string, FormValue["value"]>();
  for (const { path, value } of valuesOf(form, "line.taxRate")) {
    const entry = entryOf(path);
    if (!rates.has(entry)) rates.set(entry, value);
  }
  return (entry) => {
    const own = rates.get(entry);
    if (own === undefined) return true;
    return typeof own === "string" && percentOf(own)?.compare(rate) === 0;
  };
}
