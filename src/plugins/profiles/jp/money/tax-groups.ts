// The totals of a form by tax rate.
import {
  Decimal,
  declarationsOf,
  type ExpressionTree,
  elementsOf,
  type Form,
  type FormSource,
  nodesOf,
  valuesOf,
} from "../../../../core/sdk/index.ts";
import { ofSource } from "../items/of-source.ts";
import { byEntry, entryOf, type Figure, type Figures, figuresWith } from "./figures.ts";
import { ratesOnAny, taxDaysOf } from "./tax-days.ts";
import { percentOf } from "./tax-rates.ts";

/** What a form says of one rate. */
export interface TaxGroup {
  /** `taxes[0]`; empty where the form has one rate and no list of them. */
  readonly entry: string;
  /** In per cent; null where the form does not say it as a value. */
  readonly rate: Decimal | null;
  readonly base: Figure | null;
  readonly tax: Figure | null;
  /** Entries of lines that it holds: `items[0]`. */
  readonly lines: readonly string[];
}

/** Several rules ask for those of one form, one after another. What is frozen stays true. */
let last: { readonly form: Form; readonly groups: readonly TaxGroup[] } | null = null;

/** The groups of a form: entries of its list of rates, else pairs of totals, else the one rate that it has. */
export function taxGroupsOf(form: Form, figures: Figures): readonly TaxGroup[] {
  if (last?.form === form) return last.groups;
  const groups = findTaxGroups(form, figures);
  if (Object.isFrozen(form)) last = { form, groups };
  return groups;
}

function findTaxGroups(form: Form, figures: Figures): readonly TaxGroup[] {
  const bases = figuresWith(figures, "tax.base");
  const taxes = figuresWith(figures, "tax.amount");
  const isListed = declarationsOf(form, "tax.groups").length > 0;
  const listed = isListed ? form.entries.filter(({ role }) => role === "tax.groups") : [];
  if (listed.length > 0) {
    const [basesOf, taxesOf] = [byEntry(bases), byEntry(taxes)];
    return listed.map(({ path, items }) => ({
      entry: path,
      rate: rateOf(form, path),
      base: basesOf.get(path) ?? null,
      tax: taxesOf.get(path) ?? null,
      lines: items,
    }));
  }
  if (bases.length > 0 || taxes.length > 0) {
    const rates = valuesOf(form, "tax.rate");
    return Array.from({ length: Math.max(bases.length, taxes.length) }, (_, at) => {
      const tax = taxes[at] ?? null;
      const written = rates[at]?.value;
      const rate = typeof written === "string" ? percentOf(written) : rateIn(form, tax);
      return { entry: "", rate, base: bases[at] ?? null, tax, lines: [] };
    });
  }
  const tax = figuresWith(figures, "totals.tax")[0] ?? null;
  if (tax === null) return [];
  return [{ entry: "", rate: rateIn(form, tax), base: figuresWith(figures, "totals.net")[0] ?? null, tax, lines: [] }];
}

/** The rate of a group: the value with role tax.rate in it, or the key that its list is grouped by. */
function rateOf(form: Form, entry: string): Decimal | null {
  const own = form.values.filter(({ path }) => entryOf(path) === entry);
  const rate = own.find(({ role }) => role === "tax.rate") ?? own.find(({ path }) => path === `${entry}.key`);
  return typeof rate?.value === "string" ? percentOf(rate.value) : null;
}

/** The one rate that a tax is computed with: a number of its formula that is a rate on the days of the supply. */
function rateIn(form: Form, tax: Figure | null): Decimal | null {
  const formula = form.formulas.find(({ path }) => path === tax?.declared);
  if (formula === undefined) return null;
  const written = percentsIn(formula.expression);
  if (written.length === 0) return null;
  const known = ratesOnAny(taxDaysOf(form)).map(({ amount }) => amount);
  return written.find((rate) => known.some((one) => one.compare(rate) === 0)) ?? null;
}

/** Formulas of a published form stay what they are, record after record. */
const PERCENTS = new WeakMap<ExpressionTree, readonly Decimal[]>();

/** The numbers of an expression, read as rates. */
function percentsIn(expression: ExpressionTree): readonly Decimal[] {
  const known = PERCENTS.get(expression);
  if (known !== undefined) return known;
  const written = nodesOf(expression).flatMap((node) => (node.kind === "number" ? (percentOf(node.digits) ?? []) : []));
  if (Object.isFrozen(expression)) PERCENTS.set(expression, written);
  return written;
}

/** How a form counts the base of its tax: without tax, with it, or nobody can tell. */
export type BaseKind = "net" | "gross" | null;

/** As the words beside the total of a rate say: 税抜, 税込. Where there is none, tax is on the total without tax. */
export const baseKindOf: (form: Form) => BaseKind = ofSource(baseKindIn);

function baseKindIn(form: FormSource): BaseKind {
  if (declarationsOf(form, "tax.base").length === 0) return "net";
  const words = elementsOf(form, "tax.base")
    .flatMap(({ texts }) => texts)
    .flatMap(({ parts }) => parts)
    .map((part) => (part.kind === "fixed" ? part.text : ""))
    .join(" ");
  const isNet = /税抜|税別|本体/.test(words);
  const isGross = /税込|内税/.test(words);
  if (isNet === isGross) return null;
  return isNet ? "net" : "gross";
}

/** The tax of a base before it is rounded. */
export function exactTax(base: Decimal, rate: Decimal, kind: "net" | "gross"): Decimal {
  const hundred = Decimal.ofInteger(100);
  const divisor = kind === "net" ? hundred : hundred.plus(rate);
  const exact = base.times(rate).dividedBy(divisor);
  if (exact === null) throw new Error("a rate is never −100 %");
  return exact;
}

/** Whether a tax is its exact value, rounded either way to whole yen. */
export function isRoundedFrom(tax: Decimal, exact: Decimal): boolean {
  return tax.compare(exact.round(0, "floor")) >= 0 && tax.compare(exact.round(0, "ceil")) <= 0;
}

/** Whether lines of a form can be at several rates, so that totals over all of them say too little. */
export function hasSeveralRates(form: Pick<Form, "declarations" | "elements">): boolean {
  if (declarationsOf(form, "tax.groups").length > 0) return true;
  return declarationsOf(form, "line.taxRate").some(({ type, members }) => type !== "enum" || members.length > 1);
}
