import {
  type Decimal,
  declarationsOf,
  defineRule,
  type Form,
  type FormValue,
  formulaOf,
  SETTLED,
  valuesOf,
} from "../../../../../core/sdk/index.ts";
import { ofSource } from "../../items/of-source.ts";
import {
  byEntry,
  entryOf,
  type Figure,
  type Figures,
  figuresOf,
  figuresWith,
  figureWith,
  shown,
  sumOf,
} from "../../money/figures.ts";
import { areSumsByFormula } from "../../money/settled-sums.ts";
import { baseKindOf, type TaxGroup, taxGroupsOf } from "../../money/tax-groups.ts";
import { percentOf } from "../../money/tax-rates.ts";
import { falseTotal, furtherNumbers, shiftsOf } from "./grand-total.ts";
import { isAmountOf, mayBeMultiplied } from "./line-products.ts";

/** Something that is a sum by what the roles mean. */
interface Relation {
  readonly total: Figure;
  readonly parts: readonly Figure[];
  /** Parts that are taken off. */
  readonly less: readonly Figure[];
}

/** Printed totals are the sums of what is printed above them. */
export const sumsAgree = defineRule({
  meta: {
    id: "sums",
    summary: "Subtotals, tax, total and the amount due are the sums of the printed figures.",
    severity: "error",
    waivable: false,
    basis: [],
    messages: {
      differs: {
        what: "{path} is {amount}, but {parts} make {sum}: a difference of {difference}",
        why: "Whoever adds the printed figures up arrives at another total.",
      },
      total: {
        what: "{path} is {amount}, but {parts} make {sums}",
        why: "Whoever adds the printed figures up arrives at another total, whichever way their tax is rounded.",
      },
      line: {
        what: "{path} is {amount}, but {parts} make {sum}",
        why: "The amount of a line is its quantity times its price, rounded to the yen.",
      },
    },
    repairs: "suggestion",
  },
  check({ form, report }) {
    const figures = figuresOf(form);
    for (const { total, parts, less } of relationsOf(form, figures)) {
      const sum = sumOf(parts).minus(sumOf(less));
      if (sum.compare(total.amount) === 0) continue;
      const difference = shown(total.amount.minus(sum));
      const names = partsOf({ parts, less });
      const values = { path: total.path, amount: shown(total.amount), parts: names, sum: shown(sum), difference };
      report({ message: "differs", span: spanOf(form, total), values, path: total.path });
    }
    const groups = taxGroupsOf(form, figures);
    const unlisted = falseBases(form, figures, groups);
    if (unlisted !== null) {
      const { total, lines, sum } = unlisted;
      const difference = shown(sumOf(unlisted.bases).minus(sum));
      const values = {
        path: namesOf(unlisted.bases),
        amount: shown(sumOf(unlisted.bases)),
        parts: namesOf(lines),
        sum: shown(sum),
        difference,
      };
      report({ message: "differs", span: spanOf(form, total), values, path: total.path });
    }
    const wrong = isGrossRelated(form, figures, groups) ? null : falseTotal(form, figures, groups);
    if (wrong !== null) {
      const { total, sums } = wrong;
      const values = { path: total.path, amount: shown(total.amount), parts: partsOf(wrong), sums: oneOf(sums) };
      report({ message: "total", span: spanOf(form, total), values, path: total.path });
    }
    const lines = linesOf(form, figures);
    // Prices may be without tax and amounts with it: of all lines then, and never of some.
    const mayBeTaxed = lines.every(
      ({ total, product, isGiven }) => isGiven && !isAmountOf(total.amount, product, false),
    );
    for (const { total, quantity, price, product, isGiven } of lines) {
      if (isAmountOf(total.amount, product, mayBeTaxed)) continue;
      const values = {
        path: total.path,
        amount: shown(total.amount),
        parts: `${shown(quantity.amount)} × ${shown(price.amount)}`,
        sum: shown(product),
      };
      const at = { span: spanOf(form, total), values, path: total.path };
      report({ ...at, message: "line", ...(isGiven ? { severity: "warning" } : {}) });
    }
  },
  settle: (source) => (areSumsByFormula(source) ? SETTLED : null),
});

function spanOf(form: Form, { declared, role }: Figure) {
  const own = form.declarations.find(({ path }) => path === declared) ?? declarationsOf(form, role ?? "")[0];
  return own?.span ?? form.document.span;
}

/** `items[0].amount to items[3].amount less withheld` */
function partsOf({ parts, less }: Pick<Relation, "parts" | "less">): string {
  return [namesOf(parts), ...(less.length === 0 ? [] : [namesOf(less)])].join(" less ");
}

/** `1,000, 1,080 with their tax or 1,100 with their tax` */
function oneOf(sums: readonly Decimal[]): string {
  const [first, ...taxed] = sums.map(shown);
  return taxed.length === 0 ? `${first}` : `${first}, or with their tax ${taxed.join(" or ")}`;
}

/** `items[0].amount to items[3].amount`, `net, tax` */
function namesOf(figures: readonly Figure[]): string {
  const first = figures[0];
  const last = figures.at(-1);
  if (first === undefined || last === undefined) return "no figures";
  return figures.length > 3 ? `${first.path} to ${last.path}` : figures.map(({ path }) => path).join(" and ");
}

function relationsOf(form: Form, figures: Figures): readonly Relation[] {
  const groups = taxGroupsOf(form, figures);
  const lines = figuresWith(figures, "line.amount");
  const [net, tax, gross, due] = (["totals.net", "totals.tax", "totals.gross", "totals.due"] as const).map((role) =>
    figureWith(figures, role),
  );
  const listed = groups.filter(({ entry }) => entry !== "");
  const relations = [
    ...listed.flatMap((group) => baseRelation(group, lines)),
    ...relation(net, listed.length > 0 ? figuresOfGroups(listed, "base") : lines),
    ...relation(tax, figuresOfGroups(groups, "tax")),
    ...relation(gross, partsOfGross(form, groups, net ?? null, tax ?? null)),
    ...orderRelation(figures, net ?? null, tax ?? null),
    ...(gross === null
      ? []
      : relation(due, [gross ?? [], figuresWith(figures, "totals.carried")].flat(), withheld(figures))),
  ];
  return relations.filter(({ total, parts, less }) => readsOnly(form, total, [...parts, ...less]));
}

/** The price of an order is without tax, or with it. */
function orderRelation(figures: Figures, net: Figure | null, tax: Figure | null): readonly Relation[] {
  const prices = figuresWith(figures, "order.amount");
  const [price] = prices;
  if (price === undefined || prices.length > 1 || net === null || price.amount.compare(net.amount) === 0) return [];
  return relation(price, [net, ...(tax === null ? figuresWith(figures, "tax.amount") : [tax])]);
}

/** Whether the total is judged as the sum of its net and tax, or of the totals of rates that have tax in them. */
function isGrossRelated(form: Form, figures: Figures, groups: readonly TaxGroup[]): boolean {
  const [net, tax] = [figureWith(figures, "totals.net"), figureWith(figures, "totals.tax")];
  return figureWith(figures, "totals.gross") !== null && partsOfGross(form, groups, net, tax).length > 0;
}

/** Net and tax make the total; where there is no net, totals of each rate do that have tax in them. */
function partsOfGross(
  form: Form,
  allGroups: readonly TaxGroup[],
  net: Figure | null,
  tax: Figure | null,
): readonly Figure[] {
  const groups = allGroups.filter(({ entry }) => entry !== "");
  if (net !== null) return tax === null ? [] : [net, tax];
  return baseKindOf(form) === "gross" ? figuresOfGroups(groups, "base") : [];
}

function baseRelation({ base, lines: entries }: TaxGroup, lines: readonly Figure[]): readonly Relation[] {
  if (base === null) return [];
  const own = new Set(entries);
  return relation(
    base,
    lines.filter(({ path }) => own.has(entryOf(path))),
  );
}

function figuresOfGroups(groups: readonly TaxGroup[], part: "base" | "tax"): readonly Figure[] {
  return groups.flatMap((group) => group[part] ?? []);
}

function withheld(figures: Figures): readonly Figure[] {
  return figuresWith(figures, "totals.withholding");
}

/** The totals of rates that no list makes, which the lines come to, with their tax or without. */
function falseBases(form: Form, figures: Figures, groups: readonly TaxGroup[]) {
  const bases = figuresOfGroups(
    groups.filter(({ entry, base }) => entry === "" && base?.role === "tax.base"),
    "base",
  );
  const lines = figuresWith(figures, "line.amount");
  const [total] = bases;
  if (total === undefined || lines.length === 0 || groups.some(({ base }) => base === null)) return null;
  const further = furtherNumbers(form, { ...total, role: "totals.gross" }, [...bases, ...lines]);
  if (further === null) return null;
  const sum = sumOf(lines);
  const [base, tax] = [sumOf(bases), sumOf(figuresOfGroups(groups, "tax"))];
  const shifts = shiftsOf(further);
  const isSum = (one: Decimal, of: Decimal) => shifts.some((shift) => one.plus(shift).compare(of) === 0);
  if (![base, base.plus(tax), base.minus(tax)].some((one) => isSum(one, sum))) return { total, bases, lines, sum };
  return further.length > 0 ? null : falseBaseOfRate(form, groups, lines);
}

/** The total of one rate that the lines at that rate do not come to, where each line says its rate. */
function falseBaseOfRate(form: Form, groups: readonly TaxGroup[], lines: readonly Figure[]) {
  const rates = new Map(valuesOf(form, "line.taxRate").map(({ path, value }) => [entryOf(path), percentIn(value)]));
  if (groups.length < 2 || lines.some(({ path }) => (rates.get(entryOf(path)) ?? null) === null)) return null;
  for (const { base, tax, rate } of groups) {
    if (base === null || rate === null) continue;
    const own = lines.filter(({ path }) => rates.get(entryOf(path))?.compare(rate) === 0);
    const sum = sumOf(own);
    const mayBe = [base.amount, ...(tax === null ? [] : [base.amount.plus(tax.amount), base.amount.minus(tax.amount)])];
    if (own.length > 0 && mayBe.every((one) => one.compare(sum) !== 0)) {
      return { total: base, bases: [base], lines: own, sum };
    }
  }
  return null;
}

function percentIn(value: FormValue["value"]): Decimal | null {
  return typeof value === "string" ? percentOf(value) : null;
}

/** Nothing where the total is not on the form, or is itself the one part. */
function relation(
  total: Figure | null | undefined,
  parts: readonly Figure[],
  less: readonly Figure[] = [],
): readonly Relation[] {
  if (total === null || total === undefined || parts.length === 0) return [];
  return parts.some(({ path }) => path === total.path) ? [] : [{ total, parts, less }];
}

/**
 * Whether a total is computed from its parts alone. One that reads a value without a role (a discount, a deposit) means
 * something that the roles do not tell.
 */
function readsOnly(form: Form, total: Figure, parts: readonly Figure[]): boolean {
  const formula = formulaOf(form, total.declared);
  if (formula === null) return true;
  const known = new Set(parts.map(({ declared }) => declared));
  return formula.inputs.every((path) => known.has(path) || pathsWithRole(form).has(path) || !isNumber(form, path));
}

const pathsWithRole = ofSource(
  ({ declarations }): ReadonlySet<string> =>
    new Set(declarations.flatMap(({ path, role }) => (role === null ? [] : [path]))),
);

/** Lists and words are no part of a sum; numbers without a role are. */
function isNumber(form: Form, path: string): boolean {
  return form.values.some(
    ({ declared, value }) => declared === path && typeof value === "string" && /^-?\d+(?:\.\d+)?$/.test(value),
  );
}

interface Line {
  readonly total: Figure;
  readonly quantity: Figure;
  readonly price: Figure;
  readonly product: Decimal;
  /** The data bring the amount. */
  readonly isGiven: boolean;
}

/** Lines whose amount is computed from quantity and price alone, or that say nothing else that would change it. */
function linesOf(form: Form, figures: Figures): readonly Line[] {
  const quantities = byEntry(figuresWith(figures, "line.quantity"));
  const prices = byEntry(figuresWith(figures, "line.unitPrice"));
  const isComputed = computedFrom(form);
  const isPlain = mayBeMultiplied(form);
  const lines: Line[] = [];
  for (const total of figuresWith(figures, "line.amount")) {
    const entry = entryOf(total.path);
    const quantity = quantities.get(entry);
    const price = prices.get(entry);
    if (quantity === undefined || price === undefined) continue;
    const isGiven = formulaOf(form, total.declared) === null;
    if (!(isGiven ? isPlain(entry) : isComputed(total, quantity, price))) continue;
    lines.push({ total, quantity, price, product: quantity.amount.times(price.amount), isGiven });
  }
  return lines;
}

/** Whether a figure is computed from others alone. Lines of one declaration are computed by one formula. */
function computedFrom(form: Form): (total: Figure, quantity: Figure, price: Figure) => boolean {
  const known: { readonly of: readonly [Figure, Figure, Figure]; readonly isComputed: boolean }[] = [];
  return (total, quantity, price) => {
    for (const { of, isComputed } of known) {
      const [first, second, third] = of;
      if (first.declared !== total.declared || second.declared !== quantity.declared) continue;
      if (third.declared === price.declared) return isComputed;
    }
    const isComputed = formulaOf(form, total.declared) !== null && readsOnly(form, total, [quantity, price]);
    known.push({ of: [total, quantity, price], isComputed });
    return isComputed;
  };
}
