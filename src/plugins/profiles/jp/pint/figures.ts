// Totals of lines, and whether they are the form's: what is printed and what is written are one figure each.
import { Decimal, drawnOf, type Form } from "../../../../core/sdk/index.ts";
import { decimalOf, printedAmount, shown } from "../money/figures.ts";
import { exactTax, isRoundedFrom, type TaxGroup } from "../money/tax-groups.ts";
import type { Obstacles } from "./findings.ts";
import type { InvoiceLine, TaxBreakdown, Totals } from "./invoice.ts";
import { numberWith, total } from "./reading.ts";
import { keyOf } from "./tax-category.ts";

/** Taxes by category, in the order in which lines first have them. */
export function taxesOf(
  lines: readonly InvoiceLine[],
  groups: readonly TaxGroup[],
  isTaxed: boolean,
  obstacles: Obstacles,
): readonly TaxBreakdown[] {
  const byCategory = Map.groupBy(lines, ({ category }) => keyOf(category));
  return [...byCategory.values()].flatMap((own): readonly TaxBreakdown[] => {
    const category = own[0]?.category;
    if (category === undefined) return [];
    const { percent } = category;
    const base = total(own.map(({ net }) => net));
    if (!isTaxed || percent === null || percent.isZero()) return [{ category, base, tax: Decimal.zero }];
    const tax = groupOf(groups, percent)?.tax?.amount ?? null;
    if (tax === null) {
      const why = `The breakdown has the tax of each rate (ibt-117), here that of ${percent.toFixed()} %.`;
      obstacles.missing("tax.amount", why);
      return [];
    }
    if (!isRoundedFrom(tax, exactTax(base, percent, "net"))) {
      obstacles.refuse(
        "tax-amount",
        "tax.amount",
        `the tax of ${percent.toFixed()} % is ¥${shown(tax)}, and ¥${shown(base)} × ${percent.toFixed()} % is another`,
        "It lies between the exact tax rounded down and up, once for each rate (aligned-ibrp-051-jp).",
        "round the tax once, on the total of the rate",
      );
    }
    return [{ category, base, tax }];
  });
}

export function groupOf(groups: readonly TaxGroup[], percent: Decimal): TaxGroup | null {
  const [only] = groups.length === 1 ? groups : [];
  return groups.find(({ rate }) => rate?.compare(percent) === 0) ?? (only?.rate === null ? only : null);
}

/** Totals as the format adds them up. */
export function totalsOf(form: Form, taxes: readonly TaxBreakdown[], obstacles: Obstacles): Totals {
  const net = total(taxes.map(({ base }) => base));
  const tax = total(taxes.map((each) => each.tax));
  const gross = net.plus(tax);
  const withheld = numberWith(form, "totals.withholding");
  if (withheld !== null && !withheld.isZero()) refuseBalance("totals.withholding", "income tax withheld", obstacles);
  const carried = numberWith(form, "totals.carried") ?? Decimal.zero;
  if (carried.sign() > 0) refuseBalance("totals.carried", "a balance carried over", obstacles);
  const prepaid = carried.sign() < 0 ? carried.negated() : Decimal.zero;
  return { net, tax, gross, prepaid, payable: gross.minus(prepaid) };
}

function refuseBalance(role: string, what: string, obstacles: Obstacles): void {
  obstacles.refuse(
    "no-place",
    role,
    `the form asks for ${what}, and JP PINT has no place for it`,
    "The amount due is the total with tax less what was paid before (ibr-co-16); another amount would be refused.",
    "send an invoice of this period's sales alone, and settle the rest apart",
  );
}

/** What each figure of the form is in the file, by path of its value. */
export type WrittenFigures = ReadonlyMap<string, Decimal>;

/**
 * Tells every figure of the form, computed or printed, that is another one in the file. `byRole` are those of the
 * document; what elements write under their roles counts too.
 */
export function tellDifferences(
  form: Form,
  byPath: WrittenFigures,
  byRole: WrittenFigures,
  obstacles: Obstacles,
): void {
  const told = new Set<string>();
  const tell = (role: string, path: string, figure: Decimal, written: Decimal, how: string): void => {
    if (told.has(path)) return;
    told.add(path);
    obstacles.refuse(
      "figure-differs",
      role,
      `${path} is ${how} as ¥${shown(figure)}, and is ¥${shown(written)} in the file`,
      "Who gets both the paper and the file has two invoices where their figures differ.",
      "let the form compute it from its lines as they are, and print it in yen",
      path,
    );
  };
  for (const value of form.values) {
    const written = byPath.get(value.path) ?? byRole.get(value.role ?? "");
    const computed = decimalOf(value.value);
    if (written === undefined || computed === null || value.role === null) continue;
    if (computed.compare(written) !== 0) tell(value.role, value.path, computed, written, "computed");
    const printed = printedApart(form, value.path, written);
    if (printed !== null) tell(value.role, value.path, printed, written, "printed");
  }
  for (const [role, written] of byRole) {
    const apart = computedWhereDrawn(form, role).find((amount) => amount.compare(written) !== 0);
    if (apart !== undefined) tell(role, role, apart, written, "printed");
  }
  for (const role of LISTED) {
    const listed = form.values.flatMap(({ role: own, path }) => (own === role ? (byPath.get(path) ?? []) : []));
    const apart = computedWhereDrawn(form, role).find((amount) => listed.every((one) => one.compare(amount) !== 0));
    if (apart !== undefined) tell(role, role, apart, nearest(apart, listed), "printed");
  }
}

/** Roles of which a form has several figures. */
const LISTED: readonly string[] = ["line.amount", "tax.base", "tax.amount"];

/** Amounts that elements with a role compute by themselves, so that no value of the form is known to be theirs. */
function computedWhereDrawn(form: Form, role: string): readonly Decimal[] {
  return drawnOf(form, role)
    .filter(({ source }) => source.path === null && !source.isFixed)
    .flatMap(({ source }) => printedAmount(source.text) ?? []);
}

function nearest(amount: Decimal, written: readonly Decimal[]): Decimal {
  const apart = (one: Decimal) => one.minus(amount).absolute();
  return written.reduce((best, one) => (apart(one).compare(apart(best)) < 0 ? one : best), written[0] ?? Decimal.zero);
}

/** A printed figure of a value that is another than the one that is written; null where all agree. */
function printedApart(form: Form, path: string, written: Decimal): Decimal | null {
  const texts = form.pages.flatMap(({ runs }) =>
    runs.flatMap(({ sources }) => sources.flatMap((source) => (source.path === path ? [source.text] : []))),
  );
  const amounts = texts.flatMap((text) => printedAmount(text) ?? []);
  const apart = amounts.find((amount) => amount.compare(written) !== 0) ?? null;
  if (apart === null) return null;
  // A figure may be broken over runs, where two fonts draw it.
  const whole = printedAmount(texts.join(""));
  return whole !== null && whole.compare(written) === 0 ? null : apart;
}

/** Whether the form's lines hold their tax: as its totals add up, else as its words say. */
export function sumsHoldTax(form: Form, said: "net" | "gross" | null): boolean | null {
  const lines = total(
    form.values.filter(({ role }) => role === "line.amount").flatMap(({ value }) => decimalOf(value) ?? []),
  );
  const taxes = form.values.filter(({ role }) => role === "tax.amount").flatMap(({ value }) => decimalOf(value) ?? []);
  const tax = taxes.length > 0 ? total(taxes) : (numberWith(form, "totals.tax") ?? Decimal.zero);
  const gross = numberWith(form, "totals.gross");
  if (gross === null || tax.isZero()) return said === null ? null : said === "gross";
  if (lines.plus(tax).compare(gross) === 0) return false;
  return lines.compare(gross) === 0 ? true : said === "gross";
}
