// Totals that are sums by their formulas, so that no record can have a false one.
import type { FormSource } from "../../../../core/sdk/index.ts";
import { adds, addsUp, areAbsent, isOfList, multiplies, type SettledFigure, settledFigure } from "./settled-figures.ts";

/** Forms of several rates, with deposits or what is withheld are judged on their figures. */
const JUDGED_ON_FIGURES = ["tax.groups", "tax.base", "tax.amount", "totals.due", "order.amount"] as const;

/** Whether subtotal, total and the amounts of lines agree whatever the data are. */
export function areSumsByFormula(source: FormSource): boolean {
  if (isOfList(source) || !areAbsent(source, JUDGED_ON_FIGURES)) return false;
  const figures = [
    settledFigure(source, "line.amount"),
    settledFigure(source, "totals.net"),
    settledFigure(source, "totals.tax"),
    settledFigure(source, "totals.gross"),
  ] as const;
  const [lines, net, tax, gross] = figures;
  if (lines === null || net === null || tax === null || gross === null) return false;
  if ([net, tax, gross].some((total) => total !== "absent" && total.path.includes("[]"))) return false;
  const isNet = net === "absent" || lines === "absent" || addsUp(net, lines);
  return isNet && isGross(gross, net, tax) && (lines === "absent" || areProducts(source, lines));
}

type Found = SettledFigure | "absent";

/** A total without subtotal and tax may come about in many ways. */
function isGross(gross: Found, net: Found, tax: Found): boolean {
  if (gross === "absent") return true;
  return net !== "absent" && tax !== "absent" && adds(gross, net, tax);
}

/** Amounts that data bring are compared with what is printed beside them. */
function areProducts(source: FormSource, lines: SettledFigure): boolean {
  const quantity = settledFigure(source, "line.quantity");
  const price = settledFigure(source, "line.unitPrice");
  if (quantity === "absent" || price === "absent") return true;
  if (lines.formula === null) return false;
  if (quantity === null || price === null) return false;
  const arrayOf = ({ path }: SettledFigure) => path.slice(0, path.lastIndexOf("."));
  const isOfOneLine = arrayOf(quantity) === arrayOf(lines) && arrayOf(price) === arrayOf(lines);
  return isOfOneLine && multiplies(lines, quantity, price);
}
