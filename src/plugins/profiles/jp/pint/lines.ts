// Lines of a form → lines without tax, with their tax categories.
import { Decimal, type Form, type FormValue, valuesOf } from "../../../../core/sdk/index.ts";
import { decimalOf, entryOf } from "../money/figures.ts";
import { taxDaysOf } from "../money/tax-days.ts";
import type { TaxGroup } from "../money/tax-groups.ts";
import type { Obstacles } from "./findings.ts";
import type { InvoiceLine } from "./invoice.ts";
import { isWhole, numberAt, textAt, valueAt } from "./reading.ts";
import { type TaxCategory, taxCategoryOf } from "./tax-category.ts";

const HUNDRED = Decimal.ofInteger(100);

/** How the form counts, and the groups that it has by rate. */
export interface LineReading {
  readonly obstacles: Obstacles;
  readonly groups: readonly TaxGroup[];
  /** Amounts of lines hold their tax, and the format wants them without. */
  readonly isTaxIncluded: boolean;
}

/** Every line that has an amount. Lines that cannot be read are left out, each with a finding. */
export function linesOf(form: Form, reading: LineReading): readonly InvoiceLine[] {
  const amounts = valuesOf(form, "line.amount");
  if (amounts.length === 0) reading.obstacles.missing("line.amount", "An invoice has lines with amounts (ibt-131).");
  return amounts.flatMap((amount) => lineOf(form, amount, reading) ?? []);
}

function lineOf(form: Form, amount: FormValue, reading: LineReading): InvoiceLine | null {
  const { obstacles } = reading;
  const entry = entryOf(amount.path);
  const written = decimalOf(amount.value);
  if (written === null || !isWhole(written)) {
    const what = `${amount.path} is ${String(amount.value)}, which is no amount in whole yen`;
    obstacles.refuse("unreadable-value", "line.amount", what, "Amounts in yen have no decimals.", ROUND, amount.path);
    return null;
  }
  const description = textAt(form, "line.description", entry);
  if (description === null) obstacles.missing("line.description", "Every line names what was supplied (ibt-153).");
  const category = categoryAt(form, entry, reading);
  if (description === null || category === null) return null;
  const net = reading.isTaxIncluded ? withoutTax(written, category) : written;
  if (net === null || !isWhole(net)) {
    obstacles.refuse("tax-included", "line.amount", ...taxIncluded(amount, category), amount.path);
    return null;
  }
  const priced = pricedAt(form, entry, net, category, reading);
  if (priced === null) return null;
  const unit = textAt(form, "line.unit", entry);
  return { entry, description, ...priced, unit, net, date: dateAt(form, entry), category };
}

const ROUND = "round it in the let that computes it: round(.quantity * .price, 0, down)";

function taxIncluded({ path, value }: FormValue, { percent }: TaxCategory) {
  return [
    `${path} is ¥${String(value)} with ${percent?.toFixed() ?? "0"} % tax, which is no whole amount without it`,
    "JP PINT states lines without tax (ibt-131); a rounded amount would differ from what is printed.",
    "let the form compute without tax, and add the tax to the total of each rate",
  ] as const;
}

/** The amount that `withTax` holds beside its tax; null where it is none with an end. */
export function withoutTax(withTax: Decimal, { percent }: TaxCategory): Decimal | null {
  if (percent === null) return withTax;
  const divisor = HUNDRED.plus(percent);
  const net = withTax.times(HUNDRED).dividedBy(divisor);
  return net !== null && net.times(divisor).compare(withTax.times(HUNDRED)) === 0 ? net : null;
}

function pricedAt(
  form: Form,
  entry: string,
  net: Decimal,
  category: TaxCategory,
  { obstacles, isTaxIncluded }: LineReading,
): Pick<InvoiceLine, "quantity" | "price"> | null {
  const quantity = numberAt(form, "line.quantity", entry);
  const written = numberAt(form, "line.unitPrice", entry);
  if (quantity === null && written === null) return positive(Decimal.one, net);
  if (quantity === null || written === null) {
    const role = quantity === null ? "line.quantity" : "line.unitPrice";
    obstacles.missing(role, "A line has a quantity and the price of one (ibt-129, ibt-146).");
    return null;
  }
  const price = isTaxIncluded ? withoutTax(written, category) : written;
  if (price !== null) return positive(quantity, price);
  const { path = entry, value = null } = valueAt(form, "line.unitPrice", entry) ?? {};
  const shown = { path, declared: path, role: null, value };
  obstacles.refuse("tax-included", "line.unitPrice", ...taxIncluded(shown, category), path);
  return null;
}

/** ibr-027: prices are never negative; what is taken back has a negative quantity. */
function positive(quantity: Decimal, price: Decimal): Pick<InvoiceLine, "quantity" | "price"> {
  return price.sign() < 0 ? { quantity: quantity.negated(), price: price.negated() } : { quantity, price };
}

function dateAt(form: Form, entry: string): string | null {
  return /^\d{4}-\d{2}-\d{2}/.exec(textAt(form, "line.date", entry) ?? "")?.[0] ?? null;
}

/** By the line's own rate, else by the group that holds the line, else by the one rate of the form. */
function categoryAt(form: Form, entry: string, { obstacles, groups }: LineReading): TaxCategory | null {
  const own = textAt(form, "line.taxRate", entry);
  const group = groups.find(({ lines }) => lines.includes(entry)) ?? (groups.length === 1 ? groups[0] : undefined);
  const written = own ?? group?.rate?.toFixed() ?? null;
  if (written === null) {
    obstacles.missing("line.taxRate", "Every line has a tax category and a rate (ibt-151, ibt-152).");
    return null;
  }
  const days = taxDaysOf(form, [entry]);
  const category = taxCategoryOf(written, days);
  if (category === null) {
    const isZero = /^0*\.?0*[%％]?$/.test(written.trim());
    obstacles.refuse(
      "tax-rate",
      "line.taxRate",
      isZero
        ? `${entry} has a rate of 0 %, which does not say why`
        : `${entry} has the rate ${written}, which is none of consumption tax on ${days.join(" and ")}`,
      "The tax category tells the standard rate from the reduced one, and 非課税, 免税 and 不課税 from each other (ibt-151).",
      'write the rate in per cent, or the words, as members of an enum: enum(10, 8, "非課税", "不課税")',
      valueAt(form, "line.taxRate", entry)?.path,
    );
  }
  return category;
}
