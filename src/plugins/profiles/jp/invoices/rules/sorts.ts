// What single sorts of invoices demand beside the items that all share.
import { defineRule, presenceOf, type Rule, readingOf, SETTLED } from "../../../../../core/sdk/index.ts";
import { isSentenceDrawn } from "../../items/drawn-words.ts";
import { itemRule, valuesUndrawn } from "../../items/item-rule.ts";
import { narrow } from "../../items/narrow.ts";
import { consumptionTaxAct, invoiceArticle } from "../../laws.ts";
import { isRatePrinted } from "../../money/printed-rates.ts";
import { byRate, readAmounts } from "../../money/read-amounts.ts";
import { hasSeveralRates } from "../../money/tax-groups.ts";
import { dayOfRole } from "../../trade/payment-days.ts";

/** The law of forms of issuers who are not registered. */
export const FORMER = "附則52条・53条（旧消費税法30条9項1号）";

/** 区分記載請求書等: totals of each rate with tax in them. */
export const totalWithTax = itemRule({
  id: "total-with-tax",
  item: "the total of each rate with tax (税率ごとに区分した税込価額の合計額)",
  roles: ["totals.gross", "totals.due", "tax.base"],
  basis: [invoiceArticle(FORMER)],
});

/** 区分記載請求書等 of several rates: the total with tax of each of them. */
export const totalOfEachRate: Rule = defineRule({
  meta: {
    id: "total-of-each-rate",
    summary: "A form with several rates shows the total with tax of each (税率ごとに区分して合計した税込価額).",
    severity: "error",
    basis: [invoiceArticle(FORMER)],
    messages: {
      missing: {
        what: "the total of each rate is not drawn: nothing drawn has role tax.base",
        why: "A grand total says nothing of each rate.",
      },
      oneMissing: {
        what: "the total {path} is not drawn, or nobody sees it",
        why: "The total of each rate is required by itself.",
      },
    },
    repairs: "suggestion",
  },
  check({ form, report }) {
    if (!hasSeveralRates(form)) return;
    const base = presenceOf(form, "tax.base");
    const printed = byRate(readAmounts(form)).filter(({ bases }) => bases.length > 0);
    if (base.presence !== "drawn") {
      if (printed.length < 2) report({ message: "missing", span: base.span });
      return;
    }
    for (const path of valuesUndrawn(form, "tax.base", base)) {
      report({ message: "oneMissing", span: base.span, values: { path }, path });
    }
  },
  settle: (source) => (hasSeveralRates(source) ? null : SETTLED),
});

/** A day, month or year in figures. */
const DATED = /\d|元年/;

const RETURN_DATE = "the day of the return (売上げに係る対価の返還等を行う年月日)";

/** What follows a day in a sentence that gives something back then: 付で、下表の返品に係る代金をお返しいたします. */
const RETURNED_THEN =
  /^(?:付け?)?(?:で|に|にて|をもって)、?[^。]{0,40}(?:返品|返還|返金|返し|返却|値引|割り?戻|払い?戻)/;

/** The day on which something is given back; the day of issue alone does not say it. */
const returnDate: Rule = defineRule({
  meta: {
    id: "return-date",
    summary: `The form shows ${RETURN_DATE}.`,
    severity: "error",
    basis: [consumptionTaxAct("57条の4第3項2号")],
    messages: {
      missing: {
        what: `${RETURN_DATE} is missing: nothing drawn has role transaction.date`,
        why: "A required item was not found.",
      },
      issueDateOnly: {
        what: `only the day of issue is drawn, and nothing says that it is ${RETURN_DATE}`,
        why: "The day of issue serves where it is the day of the return, which the form does not say.",
      },
    },
    repairs: "suggestion",
  },
  check({ form, report }) {
    const [own, issued] = [presenceOf(form, "transaction.date"), presenceOf(form, "document.issueDate")];
    if (own.presence === "drawn" && own.drawn.some(({ source }) => DATED.test(narrow(source.text)))) return;
    if (own.presence !== "undeclared" || issued.presence !== "drawn") {
      report({ message: "missing", span: own.span });
      return;
    }
    const issuedAt = new Set(issued.drawn.map(({ run }) => run.element));
    const isNamed = readingOf(form).pairs.some(
      ({ of, label }) => issuedAt.has(of.element) && /返品|返還|値引|割戻|返金|対価/.test(label),
    );
    const isTold = readingOf(form).phrases.some(
      ({ source, behind }) => source.role === "document.issueDate" && RETURNED_THEN.test(behind),
    );
    if (!isNamed && !isTold) report({ message: "issueDateOnly", span: issued.span, severity: "warning" });
  },
});

/** Nothing is given back before it was supplied. */
const returnAfterSupply: Rule = defineRule({
  meta: {
    id: "return-after-supply",
    summary: "The day of the return is not before that of the supply that it is about.",
    severity: "error",
    basis: [consumptionTaxAct("57条の4第3項2号")],
    messages: {
      before: {
        what: "the return is of {returned}, and the supply that it is about of {supplied}",
        why: "One of both days is wrong, or their labels are exchanged.",
      },
    },
    repairs: "suggestion",
  },
  check({ form, report }) {
    const original = presenceOf(form, "transaction.originalDate");
    // Where no other day is there, that of issue is the day of the return.
    const isDated = presenceOf(form, "transaction.date").presence !== "undeclared";
    const role = isDated ? "transaction.date" : "document.issueDate";
    if (original.presence !== "drawn" || presenceOf(form, role).presence !== "drawn") return;
    const [returned, supplied] = [role, "transaction.originalDate"].map((role) => dayOfRole(form, role));
    if (returned?.day === undefined || supplied?.day === undefined || supplied.day <= returned.day) return;
    const values = { returned: returned.day, supplied: supplied.day };
    report({
      message: "before",
      span: original.span,
      values,
      ...(supplied.path === null ? {} : { path: supplied.path }),
    });
  },
});

/** Of a return: the day of the return, and that of the supply that it is about. */
export const returnDates: readonly Rule[] = [
  returnDate,
  returnAfterSupply,
  itemRule({
    id: "original-date",
    item: "the day or period of the original supply (当該返還等の基となった取引の年月日)",
    roles: ["transaction.originalDate"],
    says: DATED,
    basis: [consumptionTaxAct("57条の4第3項2号")],
  }),
];

/** What may stand for the totals of rates on a form of one rate. */
const TOTALS: readonly string[] = ["totals.net", "totals.gross", "totals.due"];

/** Either of both is enough on simplified and return invoices. */
export function taxOrRate(...articles: readonly string[]): Rule {
  return defineRule({
    meta: {
      id: "tax-or-rate",
      summary: "The form shows the total of each rate, and its tax or the rate.",
      severity: "error",
      basis: articles.map(invoiceArticle),
      messages: {
        noTotal: {
          what: "the total of each rate is not drawn: nothing drawn has role tax.base, totals.net or totals.gross",
          why: "A required item was not found.",
        },
        oneMissing: {
          what: "the total {path} is not drawn, or nobody sees it",
          why: "The total of each rate is required by itself.",
        },
        neither: {
          what: "neither the tax nor the rate is drawn: nothing drawn has role tax.amount, totals.tax or tax.rate",
          why: "One of both is required.",
        },
      },
      repairs: "suggestion",
    },
    check({ form, report }) {
      const isShown = (role: string): boolean => presenceOf(form, role).presence === "drawn";
      const base = presenceOf(form, "tax.base");
      // A grand total says nothing of each rate where the form has a total of each.
      const isDeclared = base.presence !== "undeclared" || hasSeveralRates(form);
      // On a receipt of one rate the sum received may stand beside its rate: 10%対象（税込）.
      const isPrinted = () => byRate(readAmounts(form)).some(({ bases }) => bases.length > 0);
      const isTotalShown = isDeclared ? isShown("tax.base") : TOTALS.some(isShown) || isPrinted();
      if (!isTotalShown) report({ message: "noTotal", span: base.span });
      else if (isDeclared) {
        for (const path of valuesUndrawn(form, "tax.base", base)) {
          report({ message: "oneMissing", span: base.span, values: { path }, path });
        }
      }
      if (["tax.amount", "totals.tax", "tax.rate"].some(isShown) || isRatePrinted(form, /(?:10|8)\s*%/)) return;
      report({ message: "neither", span: presenceOf(form, "tax.amount").span });
    },
  });
}

/** Nobody is asked to confirm it. */
const NO_CONFIRMATION =
  /確認[^。、]{0,10}(?:不要|無用|要しな|要しませ|いりませ|求め(?:ない|ません)|必要は?(?:な|ありません|ございません)|省略)/;

/** 相手方の確認を受けたもの: the supplier agreed, or is told that silence counts as agreement. */
export const confirmation = defineRule({
  meta: {
    id: "confirmation",
    summary: "The form says how the supplier confirms it (課税仕入れの相手方の確認).",
    severity: "error",
    basis: [consumptionTaxAct("30条9項3号")],
    messages: {
      missing: {
        what: "nothing with role recipient.confirmation is drawn, and no words ask the supplier to confirm",
        why: "A statement by the buyer counts where the supplier has confirmed it.",
      },
    },
    repairs: "suggestion",
  },
  check({ form, report }) {
    const { presence, span, drawn } = presenceOf(form, "recipient.confirmation");
    // What has the role has to speak of it, or be a mark or date of the supplier's.
    const said = drawn.map(({ source }) => source.text).join("");
    const isWaived = isSentenceDrawn(form, NO_CONFIRMATION);
    const speaks = said === "" || /確認|承認|承諾|異議|誤り|連絡|[0-9０-９]/.test(said);
    if (!isWaived && presence === "drawn" && speaks) return;
    if (!isWaived && isSentenceDrawn(form, /確認(?:があった|いただい|を受けた|済)/)) return;
    const title =
      "add a text with role=recipient.confirmation: 送付後一定期間内に誤りのある旨の連絡がない場合には、記載内容のとおり確認があったものといたします。";
    report({ message: "missing", span, repair: { title } });
  },
});
