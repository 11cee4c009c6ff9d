// What the amount of a line may be where data bring it: its quantity times its price, with or without tax.
import { Decimal, drawnOf, type Form, readingOf } from "../../../../../core/sdk/index.ts";
import { decimalOf, entryOf } from "../../money/figures.ts";

/** A price of more than one: 単価（千個あたり）. */
const PER_MANY = /千|百|万|当たり|あたり|当り|\/|／/;
const TAXES = ["1.08", "1.1"].map(Decimal.of);

/** Whether an amount is a product, rounded to the yen either way; a given one may have tax in it or not. */
export function isAmountOf(amount: Decimal, product: Decimal, isGiven: boolean): boolean {
  const products = isGiven
    ? [product, ...TAXES.flatMap((tax) => [product.times(tax), product.dividedBy(tax) ?? product])]
    : [product];
  return products.some(
    (one) => amount.compare(one.round(0, "floor")) >= 0 && amount.compare(one.round(0, "ceil")) <= 0,
  );
}

/** Whether a line's amount can be nothing but the product: no further number of the line, and a price of one. */
export function mayBeMultiplied(form: Form): (entry: string) => boolean {
  const others = new Set(
    form.values.flatMap(({ path, role, value }) => {
      const isFurther =
        role === null && path.endsWith("]") === false && entryOf(path) !== "" && decimalOf(value) !== null;
      return isFurther ? [entryOf(path)] : [];
    }),
  );
  const elements = new Set(drawnOf(form, "line.unitPrice").map(({ run }) => run.element));
  const isPerMany = readingOf(form).columns.some(
    ({ element, heading }) => elements.has(element) && PER_MANY.test(heading.replace("円/", "")),
  );
  const isPrinted = elements.size > 0 && drawnOf(form, "line.quantity").length > 0;
  return (entry) => isPrinted && !isPerMany && !others.has(entry);
}
