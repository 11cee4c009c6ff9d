import {
  type Decimal,
  defineRule,
  type Form,
  type FormSource,
  readingOf,
  SETTLED,
} from "../../../../../core/sdk/index.ts";
import { figuresOf, figureWith, printedAmount, shown } from "../../money/figures.ts";
import { printedAmounts } from "../../money/printed-amounts.ts";
import { readAmounts } from "../../money/read-amounts.ts";

const TENDERED = /^[\s　（(]*(?:お)?(?:預か?り|預り金)(?:金|金額|額)?(?:[（(][^（()）]*[）)])?[\s　：:¥￥金]*$/;
const CHANGE = /^[\s　（(]*(?:お)?(?:釣り?|釣り?銭|つり|返金|返し)(?:金|金額|額)?[\s　：:¥￥]*$/;
/** Where more than cash is paid with, what is handed over is not the whole. */
const OTHER_PAYMENT = /クレジット|カード|電子マネー|ポイント(?:利用|支払|値引)|商品券|ギフト券|QR|コード決済|交通系/;

/** お預り less お釣り is what was paid. */
export const changeGiven = defineRule({
  meta: {
    id: "change",
    summary: "The cash that was handed over less the change is the total.",
    severity: "error",
    waivable: false,
    basis: [],
    messages: {
      differs: {
        what: "the total is {total}, but {tendered} handed over less {change} of change makes {paid}",
        why: "One of the three printed figures is wrong.",
      },
    },
    repairs: "none",
  },
  check({ form, report }) {
    const figures = figuresOf(form);
    const total =
      figureWith(figures, "totals.due") ?? figureWith(figures, "totals.gross") ?? figureWith(figures, "receipt.amount");
    const printed = readAmounts(form).find(({ kind, tax }) => kind === "total" && tax === "gross");
    const paidFor = total?.amount ?? printed?.of.amount;
    const [tendered, change] = [amountBeside(form, TENDERED), amountBeside(form, CHANGE)];
    if (paidFor === undefined || tendered === null || change === null) return;
    const paid = tendered.minus(change);
    if (paid.compare(paidFor) === 0 || readingOf(form).texts.some(({ text }) => OTHER_PAYMENT.test(text))) return;
    const span = form.declarations.find(({ path }) => path === total?.declared)?.span ?? form.document.span;
    const values = { total: shown(paidFor), tendered: shown(tendered), change: shown(change), paid: shown(paid) };
    report({ message: "differs", span, values, ...(total === null ? {} : { path: total.path }) });
  },
  settle: (source) => (saysCash(source) ? null : SETTLED),
});

/** Whether fixed words of a source may name what was handed over. */
function saysCash({ elements }: FormSource): boolean {
  return elements.some(({ texts }) =>
    texts.some(({ parts }) => parts.some((part) => part.kind === "fixed" && /預/.test(part.text))),
  );
}

/** The amount that stands right behind some words, in their text or at their side. */
function amountBeside(form: Form, label: RegExp): Decimal | null {
  for (const pair of readingOf(form).pairs) {
    if (!label.test(pair.label)) continue;
    const amount = printedAmount(pair.value);
    if (amount !== null) return amount;
  }
  // Both may stand in one text: お預り ¥1,000　お釣り ¥120.
  const own = printedAmounts(form).find((one) => label.test(one.own.replace(/^.*[。、]/, "")));
  return own?.amount ?? null;
}
