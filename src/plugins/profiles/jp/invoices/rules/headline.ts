import {
  declarationsOf,
  defineRule,
  drawnOf,
  type Form,
  type FormSource,
  SETTLED,
  type Settlement,
  valuesOf,
} from "../../../../../core/sdk/index.ts";
import { largestText, mayShow } from "../../items/settled-items.ts";
import { areAbsent } from "../../money/settled-figures.ts";

const AMOUNTS = ["totals.due", "totals.gross", "totals.net", "totals.tax"] as const;

/** ご請求金額: the amount that is set largest is the one that is to be paid. */
export const headlineIsPayable = defineRule({
  meta: {
    id: "headline",
    summary: "The amount that is printed largest is the one that is to be paid.",
    severity: "warning",
    basis: [],
    messages: {
      other: {
        what: "the largest amount is {largest}, but {payable} is what is to be paid",
        why: "Whoever pays reads the amount that stands out.",
      },
    },
    repairs: "suggestion",
  },
  check({ form, report }) {
    const drawn = AMOUNTS.flatMap((role) => drawnOf(form, role).map(({ run }) => ({ role, run })));
    const sizeEmu = Math.max(...drawn.map(({ run }) => run.sizeEmu));
    const largest = drawn.filter(({ run }) => run.sizeEmu === sizeEmu);
    const payable = AMOUNTS.find((role) => drawn.some((one) => one.role === role));
    const [first] = largest;
    if (payable === undefined || first === undefined || largest.some(({ role }) => role === payable)) return;
    if (isEven(form, first.role, payable)) return;
    const element = first.run.element === null ? undefined : form.elements[first.run.element];
    report({ message: "other", span: element?.span ?? form.document.span, values: { largest: first.role, payable } });
  },
  settle: settledHeadline,
});

/** The first of the amounts that the form has is what is to be paid, and nothing that may show another is larger. */
function settledHeadline(source: FormSource): Settlement | null {
  const at = AMOUNTS.findIndex((role) => !areAbsent(source, [role]));
  const payable = AMOUNTS[at];
  if (payable === undefined) return SETTLED;
  if (declarationsOf(source, payable).length === 0) return null;
  const others = mayShow(source, AMOUNTS.slice(at + 1)).map(({ index }) => index);
  return largestText(source, payable, others);
}

/** Where nothing is carried over or withheld, both are the same amount. */
function isEven(form: Form, one: string, other: string): boolean {
  const amountOf = (role: string) => valuesOf(form, role)[0]?.value;
  return amountOf(one) === amountOf(other);
}
