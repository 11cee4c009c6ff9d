import { Decimal, defineRule, presenceOf } from "../../../../../core/sdk/index.ts";
import { figuresOf, figuresWith, figureWith, shown, sumOf } from "../../money/figures.ts";

/** 差引支給額: what is paid less what is withheld. */
export const netPay = defineRule({
  meta: {
    id: "net-pay",
    summary: "Net pay is the sum of what is paid less the sum of what is withheld.",
    severity: "error",
    basis: [],
    messages: {
      differs: {
        what: "{path} is {net}, but {earnings} less {deductions} is {sum}",
        why: "Whoever adds the printed figures up arrives at another sum.",
      },
      more: {
        what: "{path} is {transferred}, more than the net pay of {net}",
        why: "What goes to the bank is the net pay, or a part of it.",
      },
    },
    repairs: "suggestion",
  },
  check({ form, report }) {
    const figures = figuresOf(form);
    const net = figureWith(figures, "payslip.net");
    const earnings = figuresWith(figures, "payslip.earnings");
    const deductions = figuresWith(figures, "payslip.deductions");
    const transferred = figuresWith(figures, "payslip.transferred");
    const [first] = transferred;
    // Where more is withheld than is earned, nothing is transferred, and the person owes the rest.
    const most = net === null || net.amount.compare(Decimal.zero) < 0 ? Decimal.zero : net.amount;
    if (net !== null && first !== undefined && sumOf(transferred).compare(most) > 0) {
      const values = { path: first.path, transferred: shown(sumOf(transferred)), net: shown(net.amount) };
      report({ message: "more", span: presenceOf(form, "payslip.transferred").span, values, path: first.path });
    }
    if (net === null || earnings.length === 0 || deductions.length === 0) return;
    const sum = sumOf(earnings).minus(sumOf(deductions));
    if (sum.compare(net.amount) === 0) return;
    const values = {
      path: net.path,
      net: shown(net.amount),
      earnings: shown(sumOf(earnings)),
      deductions: shown(sumOf(deductions)),
      sum: shown(sum),
    };
    report({ message: "differs", span: presenceOf(form, "payslip.net").span, values, path: net.path });
  },
});
