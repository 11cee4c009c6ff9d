import { defineRule, presenceOf } from "../../../../../core/sdk/index.ts";
import { figuresOf, figureWith, shown } from "../../money/figures.ts";

/** What was received is what the breakdown below it comes to. */
export const receivedAmount = defineRule({
  meta: {
    id: "received-amount",
    summary: "The sum received is the total of its breakdown.",
    severity: "error",
    waivable: false,
    basis: [],
    messages: {
      differs: {
        what: "the receipt is for {amount}, but its breakdown comes to {total}",
        why: "One of both figures is wrong.",
      },
    },
    repairs: "suggestion",
  },
  check({ form, report }) {
    const figures = figuresOf(form);
    const amount = figureWith(figures, "receipt.amount");
    const [net, tax] = [figureWith(figures, "totals.net"), figureWith(figures, "totals.tax")];
    const broken = net === null || tax === null ? null : net.amount.plus(tax.amount);
    const total = figureWith(figures, "totals.gross")?.amount ?? broken;
    if (amount === null || total === null || amount.amount.compare(total) === 0) return;
    const values = { amount: shown(amount.amount), total: shown(total) };
    report({ message: "differs", span: presenceOf(form, "receipt.amount").span, values, path: amount.path });
  },
});
