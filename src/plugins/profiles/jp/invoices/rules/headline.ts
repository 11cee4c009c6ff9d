import { defineRule, drawnOf, type Form, valuesOf } from "../../../../../core/sdk/index.ts";

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
});

/** Where nothing is carried over or withheld, both are the same amount. */
function isEven(form: Form, one: string, other: string): boolean {
  const amountOf = (role: string) => valuesOf(form, role)[0]?.value;
  return amountOf(one) === amountOf(other);
}
