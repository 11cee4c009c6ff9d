// Totals of lines, as the format adds them up.
import { Decimal, type Form } from "../../../../core/sdk/index.ts";
import { decimalOf, shown } from "../money/figures.ts";
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
