// The figures of an invoice, as the form that it was read from counts and names them.
import { Decimal, type Form } from "../../../../core/sdk/index.ts";
import { decimalOf, type Figure } from "../money/figures.ts";
import type { TaxGroup } from "../money/tax-groups.ts";
import { groupOf } from "./figures.ts";
import type { PintInvoice, TaxBreakdown } from "./invoice.ts";
import type { PrintedFigure, WrittenFigure, WrittenFigures } from "./parity.ts";
import { valueAt } from "./reading.ts";
import { keyOf } from "./tax-category.ts";

interface Written extends Pick<PintInvoice, "kind" | "lines" | "taxes" | "totals"> {
  readonly groups: readonly TaxGroup[];
  readonly isTaxIncluded: boolean;
}

/** What the file says of every figure that the form has a value or a role for. */
export function writtenFigures(form: Form, written: Written): WrittenFigures {
  const byPath = new Map<string, WrittenFigure>();
  const printed: PrintedFigure[] = [];
  addLines(form, written, byPath);
  for (const tax of written.taxes) addTax(written, tax, byPath, printed);
  const byRole = totalsByRole(written);
  const due = { path: null, written: { amount: written.totals.payable, term: "what is to be paid (ibt-115)" } };
  printed.push({ ...due, roles: ["totals.due", "totals.gross"] });
  return { byPath, byRole, printed };
}

function addLines(form: Form, { lines, isTaxIncluded }: Written, byPath: Map<string, WrittenFigure>): void {
  for (const [at, { entry, net, category }] of lines.entries()) {
    const line = `of line ${at + 1}`;
    const amount = isTaxIncluded ? withTax(net, category.percent) : net;
    const own = valueAt(form, "line.amount", entry);
    if (own !== null) byPath.set(own.path, { amount, term: `the amount ${line} (ibt-131)` });
    // The file has these to their last digit, be it with the sign or the tax taken off; so has to the paper.
    for (const [role, term, isCount] of COUNTED) {
      const value = valueAt(form, role, entry);
      const exact = decimalOf(value?.value ?? null);
      if (value !== null && exact !== null) byPath.set(value.path, { amount: exact, term: `${term} ${line}`, isCount });
    }
  }
}

const COUNTED = [
  ["line.quantity", "the quantity (ibt-129)", true],
  ["line.unitPrice", "the price (ibt-146)", false],
] as const;

function addTax(
  { kind, lines, groups, isTaxIncluded }: Written,
  { category, base, tax }: TaxBreakdown,
  byPath: Map<string, WrittenFigure>,
  printed: PrintedFigure[],
): void {
  const { percent } = category;
  const held = lines.find((line) => keyOf(line.category) === keyOf(category))?.entry ?? "";
  const group =
    groups.find((each) => each.lines.includes(held)) ?? (percent === null ? null : groupOf(groups, percent));
  const rate = percent === null ? category.code : `${percent.toFixed()} %`;
  const isTaxed = kind !== "non-registered" && percent !== null && !percent.isZero();
  const add = (figure: Figure | null | undefined, role: "tax.base" | "tax.amount", written: WrittenFigure): void => {
    if (figure === null || figure === undefined) return;
    if (figure.role === role) byPath.set(figure.path, written);
    if (isTaxed) printed.push({ path: figure.path, roles: [role], written });
  };
  const amount = isTaxIncluded ? base.plus(tax) : base;
  add(group?.base, "tax.base", { amount, term: `the base of ${rate} (ibt-116)` });
  add(group?.tax, "tax.amount", { amount: tax, term: `the tax of ${rate} (ibt-117)` });
}

function totalsByRole({ totals: { net, tax, gross, payable } }: Written): ReadonlyMap<string, WrittenFigure> {
  return new Map([
    ["totals.net", { amount: net, term: "the amount without tax (ibt-109)" }],
    ["totals.tax", { amount: tax, term: "the tax (ibt-110)" }],
    ["totals.gross", { amount: gross, term: "the amount with tax (ibt-112)" }],
    ["totals.due", { amount: payable, term: "what is to be paid (ibt-115)" }],
  ]);
}

function withTax(net: Decimal, percent: Decimal | null): Decimal {
  return percent === null ? net : net.plus(net.times(percent).times(Decimal.of("0.01")));
}
