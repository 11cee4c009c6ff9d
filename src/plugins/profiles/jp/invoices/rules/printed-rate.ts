import {
  Decimal,
  declarationsOf,
  defineRule,
  type Form,
  type FormSource,
  readingOf,
  SETTLED,
  valuesOf,
} from "../../../../../core/sdk/index.ts";
import { narrow } from "../../items/narrow.ts";
import { entryOf, type Figure, type Figures, figuresOf, figuresWith, shown } from "../../money/figures.ts";
import { printedRates } from "../../money/printed-rates.ts";
import { areAbsent, rateOfTax, settledFigure } from "../../money/settled-figures.ts";
import { isReducedOnDays, taxDaysOf } from "../../money/tax-days.ts";
import { exactTax, isRoundedFrom, taxGroupsOf } from "../../money/tax-groups.ts";
import { percentOf } from "../../money/tax-rates.ts";
import { meaningOfLabel } from "../../reading/label-meanings.ts";

/** What a tax may be computed from where the form has no total of its rate. */
const WHOLE = ["totals.net", "totals.gross", "receipt.amount", "order.amount"] as const;

/** A rate that is printed beside a total or its tax is the one that they come from. */
export const printedRate = defineRule({
  meta: {
    id: "printed-rate",
    summary: "The rate that is printed beside a total or a tax is the one that the tax is computed with.",
    severity: "error",
    waivable: false,
    basis: [],
    messages: {
      differs: {
        what: "{path} is {tax} and stands beside {rate} %, which makes {exact} of {base}",
        why: "A reader books it at the rate that is printed, and computes another tax.",
      },
      otherRate: {
        what: "{path} is at {rate} %, and {printed} % is printed with it",
        why: "A reader books it at the rate that is printed.",
      },
      legend: {
        what: "{rate} % is called the reduced rate (軽減税率), and it is none on the day of the supply",
        why: "The words say what the marked lines are taxed at.",
      },
    },
    repairs: "suggestion",
  },
  check({ form, report }) {
    const rates = printedRates(form);
    const figures = figuresOf(form);
    for (const tax of ["tax.amount", "totals.tax"].flatMap((role) => figuresWith(figures, role))) {
      const bases = basesOf(form, figures, tax);
      const rate = rates.get(tax.path) ?? bases.flatMap(({ path }) => rates.get(path) ?? [])[0];
      const [base] = bases;
      if (rate === undefined || base === undefined) continue;
      if (bases.some(({ amount }) => isTaxOf(form, tax.amount, amount, rate))) continue;
      const exact = shown(exactTax(base.amount, rate, kindOf(form, base)).round(2, "half_up"));
      const span = form.declarations.find(({ path }) => path === tax.declared)?.span ?? form.document.span;
      const values = { path: tax.path, tax: shown(tax.amount), rate: shown(rate), exact, base: shown(base.amount) };
      report({ message: "differs", span, values, path: tax.path, repair: { title: "print the rate of the total" } });
    }
    for (const { path, rate, printed, span } of otherRates(form, figures)) {
      const values = { path, rate: shown(rate), printed: shown(printed) };
      report({ message: "otherRate", span, values, path, repair: { title: "print the rate of the value" } });
    }
    for (const { text, element } of readingOf(form).sentences) {
      const [, digits] = /軽減(?:税率)?[（(]?\s*(\d+)\s*%/.exec(narrow(text)) ?? [];
      if (digits === undefined || isReducedOnDays(taxDaysOf(form), Decimal.of(digits)) !== false) continue;
      const span = (element === null ? undefined : form.elements[element]?.span) ?? form.document.span;
      report({ message: "legend", span, values: { rate: digits } });
    }
  },
  settle: (source) => (isRateOfFormula(source) ? SETTLED : null),
});

/** Totals and lines whose data say one rate and whose paper says another. */
function otherRates(form: Form, figures: Figures) {
  const printed = printedRates(form);
  const spanOf = (role: string) => declarationsOf(form, role)[0]?.span ?? form.document.span;
  const isToldByData = valuesOf(form, "tax.rate").length > 0;
  const ofTotals = taxGroupsOf(form, figures).flatMap(({ entry, rate, base, tax }) => {
    if (rate === null || (entry === "" && !isToldByData)) return [];
    const path = [base?.path, tax?.path].find((one) => one !== undefined && printed.has(one));
    const own = path === undefined ? undefined : printed.get(path);
    if (path === undefined || own === undefined || own.compare(rate) === 0) return [];
    return [{ path, rate, printed: own, span: spanOf("tax.rate") }];
  });
  const byLine = new Map<string, Decimal>();
  for (const [path, rate] of printed) if (!byLine.has(entryOf(path))) byLine.set(entryOf(path), rate);
  const ofLines = valuesOf(form, "line.taxRate").flatMap(({ path, value }) => {
    const rate = typeof value === "string" ? percentOf(value) : null;
    const own = byLine.get(entryOf(path));
    if (rate === null || own === undefined || entryOf(path) === "" || own.compare(rate) === 0) return [];
    return isInColumn(form, path) ? [{ path, rate, printed: own, span: spanOf("line.taxRate") }] : [];
  });
  return [...ofTotals, ...ofLines];
}

/** Whether a table has a column of rates: other percentages of a line are discounts. */
function isInColumn(form: Form, path: string): boolean {
  const entry = entryOf(path);
  const { columns, texts } = readingOf(form);
  const rates = columns.filter(({ heading }) => meaningOfLabel(heading)?.roles.has("line.taxRate") === true);
  return rates.some(({ element }) =>
    texts.some(
      (text) =>
        form.elements[text.element ?? -1]?.parent === form.elements[element]?.parent &&
        text.sources.some((source) => entryOf(source.path ?? "") === entry),
    ),
  );
}

/** Whether the form has one tax, whose formula names its rate, and its fixed words print no other rate. */
export function isRateOfFormula(source: FormSource): boolean {
  const words = source.elements.flatMap(({ texts }) => texts.flatMap(({ parts }) => parts));
  const written = words.flatMap((part) =>
    part.kind === "fixed" ? (narrow(part.text).match(/[\d.]+(?=\s*%)/g) ?? []) : [],
  );
  if (!areAbsent(source, ["tax.groups", "tax.base", "tax.amount"])) return false;
  const [tax, net] = [settledFigure(source, "totals.tax"), settledFigure(source, "totals.net")];
  if (tax === null || tax === "absent" || net === null || net === "absent")
    return tax === "absent" && written.length === 0;
  const rate = rateOfTax(tax, net);
  const percent = rate === null ? null : percentOf(rate);
  return percent !== null && written.every((digits) => Decimal.of(digits).compare(percent) === 0);
}

/** What the tax is of: the totals beside which the same rate is printed, else that of its group, else the whole. */
function basesOf(form: Form, figures: Figures, tax: Figure): readonly Figure[] {
  const rates = printedRates(form);
  const rate = rates.get(tax.path);
  const totals = figuresWith(figures, "tax.base");
  const same = rate === undefined ? [] : totals.filter(({ path }) => rates.get(path)?.compare(rate) === 0);
  if (same.length > 0) return same;
  const own = taxGroupsOf(form, figures).find((group) => group.tax?.path === tax.path)?.base;
  if (own !== null && own !== undefined) return [own];
  return WHOLE.flatMap((role) => figuresWith(figures, role));
}

const WITH_TAX: ReadonlySet<string> = new Set(["totals.gross", "totals.due", "receipt.amount"]);

/** Whether a total has its tax in it: by its role, by the words beside it, else by the only word that the form has. */
function kindOf(form: Form, { path, role }: Figure): "net" | "gross" {
  if (WITH_TAX.has(role ?? "")) return "gross";
  const { pairs, sentences } = readingOf(form);
  const beside = pairs.filter(({ sources }) => sources.some((source) => source.path === path));
  const words = beside.map(({ label, value }) => `${label} ${value}`).join(" ");
  const said = /税込|税抜|税別|内税|外税/.test(words)
    ? words
    : sentences.map(({ text, label }) => `${label} ${text}`).join(" ");
  return /税込|内税/.test(said) && !/税抜|税別|外税|本体/.test(said) ? "gross" : "net";
}

/** Tax may be rounded line by line on some papers: it then differs by less than a yen for each line. */
function isTaxOf(form: Form, tax: Decimal, base: Decimal, rate: Decimal): boolean {
  const lines = figuresWith(figuresOf(form), "line.amount").length;
  return (["net", "gross"] as const).some((kind) => {
    const exact = exactTax(base, rate, kind);
    return isRoundedFrom(tax, exact) || tax.minus(exact).absolute().compare(Decimal.ofInteger(lines)) < 0;
  });
}
