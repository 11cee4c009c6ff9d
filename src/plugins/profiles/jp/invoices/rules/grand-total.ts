// What the grand total of a form may be, where no subtotal and tax make it: its lines or the totals of its rates, with
// the tax that is printed or follows from the rates.
import { Decimal, type Form, type FormValue, formulaOf, nodesOf, valuesOf } from "../../../../../core/sdk/index.ts";
import { standsApart } from "../../money/apart.ts";
import { decimalOf, entryOf, type Figure, type Figures, figuresWith, figureWith, sumOf } from "../../money/figures.ts";
import { ratesOnAny, taxDaysOf } from "../../money/tax-days.ts";
import { type BaseKind, baseKindOf, exactTax, type TaxGroup } from "../../money/tax-groups.ts";
import { percentOf } from "../../money/tax-rates.ts";

/** A grand total that is none of the amounts that its parts make. */
export interface FalseTotal {
  readonly total: Figure;
  readonly parts: readonly Figure[];
  readonly less: readonly Figure[];
  /** The amounts that the parts make: one where their tax is known, else without tax and with that of the rates. */
  readonly sums: readonly Decimal[];
}

/** What makes a total: amounts, and the taxes on them that the form prints. */
interface Body {
  readonly kind: "net" | "bases" | "lines";
  readonly figures: readonly Figure[];
  readonly taxes: readonly Figure[];
  readonly groups: readonly TaxGroup[];
}

/** What some amounts come to: rounding of their tax leaves a range. */
interface Range {
  readonly low: Decimal;
  readonly high: Decimal;
  /** Worth telling: not one of the other ways to round. */
  readonly isUsual: boolean;
}

/** The grand total, where it is none of what its parts can make; null where it is, or where nobody can tell. */
export function falseTotal(form: Form, figures: Figures, groups: readonly TaxGroup[]): FalseTotal | null {
  const [gross] = figuresWith(figures, "totals.gross");
  const total = gross ?? figureWith(figures, "totals.due") ?? figureWith(figures, "order.amount");
  if (total === null || figuresWith(figures, total.role).length > 1) return null;
  const body = bodyOf(figures, groups);
  if (body === null) return null;
  const [carried, less] =
    gross === undefined
      ? [figuresWith(figures, "totals.carried"), figuresWith(figures, "totals.withholding")]
      : [[], []];
  const parts = [...body.figures, ...body.taxes, ...carried];
  if (parts.some(({ path }) => path === total.path)) return null;
  const further = furtherNumbers(form, total, [...parts, ...less]);
  if (further === null) return null;
  const amount = total.amount.minus(sumOf(carried)).plus(sumOf(less));
  const mayBe = shiftsOf(further).some((shift) => rangesOf(form, body, shift).some((range) => isIn(amount, range)));
  if (mayBe) return null;
  const ranges = rangesOf(form, body, Decimal.zero);
  const around = sumOf(carried).minus(sumOf(less));
  const usual = ranges.filter(({ isUsual }) => isUsual);
  const sums = new Map(usual.map(({ low }) => [low.toString(), low.plus(around)]));
  const named = sums.size > 1 ? [...body.figures, ...carried] : parts;
  return { total, parts: named, less, sums: [...sums.values()] };
}

function isIn(amount: Decimal, { low, high }: Range): boolean {
  return amount.compare(low) >= 0 && amount.compare(high) <= 0;
}

/** The subtotal, else the totals of all rates, else the lines. */
function bodyOf(figures: Figures, groups: readonly TaxGroup[]): Body | null {
  const net = figureWith(figures, "totals.net");
  const tax = figureWith(figures, "totals.tax");
  const taxesOfRates = groups.flatMap((group) => group.tax ?? []);
  const bases = groups.flatMap((group) => group.base ?? []);
  const isWhole = (one: readonly Figure[]) => one.length > 0 && one.length === groups.length;
  const taxes = tax !== null ? [tax] : isWhole(taxesOfRates) ? taxesOfRates : [];
  if (net !== null) return { kind: "net", figures: [net], taxes, groups };
  if (isWhole(bases)) return { kind: "bases", figures: bases, taxes, groups };
  const lines = figuresWith(figures, "line.amount");
  return lines.length === 0 ? null : { kind: "lines", figures: lines, taxes, groups };
}

/** What a body and a number beside it come to, without tax and with it. */
function rangesOf(form: Form, body: Body, shift: Decimal): readonly Range[] {
  const kind: BaseKind = body.kind === "bases" ? baseKindOf(form) : body.kind === "net" ? "net" : null;
  const bare = sumOf(body.figures).plus(shift);
  const without = { low: bare, high: bare, isUsual: true };
  if (body.taxes.length > 0) {
    const taxed = bare.plus(sumOf(body.taxes));
    const withTax = { low: taxed, high: taxed, isUsual: true };
    return kind === "net" ? [withTax] : kind === "gross" ? [without] : [without, withTax];
  }
  // Totals without tax of a business that charges none are its grand totals too.
  if (kind === "gross") return [without];
  const taxed = ratedAmounts(form, body).flatMap((amounts) => taxedRanges(amounts, shift));
  return kind === "net" && body.kind === "bases" ? taxed : [without, ...taxed];
}

interface RatedAmount {
  readonly amount: Decimal;
  readonly rate: Decimal;
}

/** Each amount with its own rate; where one says none, all of those with each rate of the day. */
function ratedAmounts(form: Form, { kind, figures, groups }: Body): readonly (readonly RatedAmount[])[] {
  const rateOfLine = new Map<string, Decimal | null>(
    valuesOf(form, "line.taxRate").map(({ path, value }) => [entryOf(path), rateOf(value)]),
  );
  const own = figures.map(({ amount, path }, at) => {
    if (kind === "net") return { amount, rate: null };
    return { amount, rate: kind === "bases" ? (groups[at]?.rate ?? null) : (rateOfLine.get(entryOf(path)) ?? null) };
  });
  const usual = ratesOnAny(taxDaysOf(form)).map(({ percent }) => Decimal.of(percent));
  const rates = own.every(({ rate }) => rate !== null) ? [Decimal.zero] : usual;
  return rates.map((each) => own.map(({ amount, rate }) => ({ amount, rate: rate ?? each })));
}

function rateOf(value: FormValue["value"]): Decimal | null {
  return typeof value === "string" ? percentOf(value) : null;
}

const LINE_ROUNDINGS = ["down", "half_up", "up"] as const;

/** Tax rounded either way for each rate, or in one way for each amount: the rules of tax say which one is right. */
function taxedRanges(amounts: readonly RatedAmount[], shift: Decimal): readonly Range[] {
  const byRate = new Map<string, RatedAmount>();
  for (const { amount, rate } of amounts) {
    const known = byRate.get(rate.toString())?.amount ?? Decimal.zero;
    byRate.set(rate.toString(), { rate, amount: known.plus(amount) });
  }
  const bare = amounts.reduce((sum, { amount }) => sum.plus(amount), shift);
  const rates = [...byRate.values()];
  const tax = (own: readonly RatedAmount[], mode: "floor" | "ceil" | (typeof LINE_ROUNDINGS)[number]) =>
    own.reduce((sum, { amount, rate }) => sum.plus(exactTax(amount, rate, "net").round(0, mode)), bare);
  // What stands beside the amounts (a discount, postage) may be taxed at any of their rates, or not at all.
  const shifted = shift.isZero()
    ? [rates]
    : [rates, ...rates.map((_, at) => rates.map((one, of) => (of === at ? plusShift(one, shift) : one)))];
  return [
    ...shifted.map((own) => ({ low: tax(own, "floor"), high: tax(own, "ceil"), isUsual: true })),
    ...LINE_ROUNDINGS.map((mode) => ({ low: tax(amounts, mode), high: tax(amounts, mode), isUsual: false })),
  ];
}

function plusShift({ amount, rate }: RatedAmount, shift: Decimal): RatedAmount {
  return { amount: amount.plus(shift), rate };
}

/** More of them make any total. */
const FURTHER_MAX = 4;
/** Smaller numbers may be rates. */
const RATE_MAX = Decimal.ofInteger(100);

/**
 * Numbers without a role that may be part of a total: a discount, postage. Null where they take part in another way
 * than by being added or taken off.
 */
export function furtherNumbers(form: Form, total: Figure, parts: readonly Figure[]): readonly Decimal[] | null {
  const formula = formulaOf(form, total.declared);
  const known = new Set(parts.map(({ declared }) => declared));
  const isApart = standsApart(form, total.role);
  const paths =
    formula === null
      ? form.declarations.flatMap(({ path, kind }) => (kind === "field" && !path.includes("[]") ? [path] : []))
      : formula.inputs;
  const further = paths.flatMap((path) => {
    if (known.has(path) || hasRole(form, path) || isApart(path)) return [];
    const numbers = form.values.flatMap(({ declared, value }) => (declared === path ? (decimalOf(value) ?? []) : []));
    return numbers.length === 0 ? [] : [numbers.reduce((sum, one) => sum.plus(one), Decimal.zero)];
  });
  if (further.length === 0) return [];
  const isRead = formula !== null && nodesOf(formula.expression).every((node) => ADDING.has(wordOf(node)));
  const isGiven = formula === null && further.every((one) => one.absolute().compare(RATE_MAX) > 0);
  return (isRead || isGiven) && further.length <= FURTHER_MAX ? further : null;
}

/** Kinds of nodes, operators and functions that add up. */
const ADDING: ReadonlySet<string> = new Set(["name", "number", "member", "+", "-", "??", "sum", "coalesce"]);

function wordOf(node: ReturnType<typeof nodesOf>[number]): string {
  if (node.kind === "operation") return node.operator;
  return node.kind === "call" ? node.name : node.kind;
}

function hasRole(form: Form, path: string): boolean {
  return form.declarations.some((declaration) => declaration.path === path && declaration.role !== null);
}

/** Each sum of some of the numbers, added or taken off. */
export function shiftsOf(numbers: readonly Decimal[]): readonly Decimal[] {
  return numbers.reduce<readonly Decimal[]>(
    (sums, one) => sums.flatMap((sum) => [sum, sum.plus(one), sum.minus(one)]),
    [Decimal.zero],
  );
}
