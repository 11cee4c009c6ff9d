import { Decimal, defineRule, type Form, presenceOf } from "../../../../../core/sdk/index.ts";
import { isDrawn } from "../../items/drawn-words.ts";
import { stampTaxAct } from "../../laws.ts";
import { figuresOf, figuresWith, figureWith, shown, sumOf } from "../../money/figures.ts";
import { ratesOnAny, taxDaysOf } from "../../money/tax-days.ts";
import { exactTax } from "../../money/tax-groups.ts";
import { stampDuty } from "../stamp-duty.ts";

/** Words by which a receipt says that it is no paper, or that a card was used. */
const FREE =
  /電子(?:発行|交付|データ|領収|メール)|電磁的|印紙[^。]{0,10}(?:不要|省略|不貼付|要しな|いりません)|クレジット|カード(?:払|利用|決済)/;

/** 印紙税法8条: a paper receipt of 50,000 yen or more carries a revenue stamp, cancelled by a seal. */
export const stampBox = defineRule({
  meta: {
    id: "stamp-box",
    summary: "A receipt on paper that is liable to stamp duty has a place for the stamp.",
    severity: "error",
    basis: [stampTaxAct("別表第一 17号の1"), stampTaxAct("8条")],
    unverified: "exemptions of professions and non-profit bodies are not known to the form",
    messages: {
      missing: {
        what: "a receipt over {amount} yen carries a stamp of {duty} yen, and there is no place for it",
        why: "A stamp that is missing costs three times its duty; issued as data, a receipt needs none.",
      },
    },
    repairs: "suggestion",
  },
  check({ form, report }) {
    const amount = dutiableOf(form);
    const duty = amount === null ? null : stampDuty(form.asOf.date, amount);
    if (amount === null || duty === null || duty === 0 || isDrawn(form, FREE)) return;
    const { presence, span } = presenceOf(form, "stamp.box");
    if (presence === "drawn") return;
    const title = "draw a box with role=stamp.box of about 22 × 26 mm, or say 電子発行につき印紙不要";
    const path = figureWith(figuresOf(form), "receipt.amount")?.path;
    const values = { amount: shown(amount), duty };
    report({ message: "missing", span, values, repair: { title }, ...(path === undefined ? {} : { path }) });
  },
});

/** 印紙税 基本通達: where the tax is stated, duty is on the amount without it. */
export const stampBase = defineRule({
  meta: {
    id: "stamp-base",
    summary: "Where stating the tax lowers the stamp duty, the receipt states it.",
    severity: "info",
    basis: [
      {
        law: "消費税法の改正等に伴う印紙税の取扱いについて",
        article: "",
        url: "https://www.nta.go.jp/law/tsutatsu/kobetsu/inshi/890310/01.htm",
      },
    ],
    unverified: "the address of the circular",
    messages: {
      lower: {
        what: "with the tax stated, duty would be on {net} and be {lower} yen, not {duty}",
        why: "Duty is on the amount without tax where the receipt says how much tax is in it.",
      },
    },
    repairs: "suggestion",
  },
  check({ form, report }) {
    const figures = figuresOf(form);
    const amount = figureWith(figures, "receipt.amount");
    if (amount === null || isTaxStated(form) || isDrawn(form, FREE)) return;
    const standard = ratesOnAny(taxDaysOf(form)).find(({ isReduced }) => !isReduced);
    const duty = stampDuty(form.asOf.date, amount.amount);
    if (standard === undefined || duty === null) return;
    const tax = exactTax(amount.amount, Decimal.of(standard.percent), "gross").round(0, "down");
    const net = amount.amount.minus(tax);
    const lower = stampDuty(form.asOf.date, net);
    if (lower === null || lower >= duty) return;
    const { span } = presenceOf(form, "receipt.amount");
    const title = "print the tax with role=totals.tax: うち消費税額等 …円";
    const values = { net: shown(net), lower, duty };
    report({ message: "lower", span, values, repair: { title }, path: amount.path });
  },
});

function isTaxStated(form: Form): boolean {
  return ["totals.tax", "tax.amount"].some((role) => presenceOf(form, role).presence === "drawn");
}

/** What duty is on: the amount, without tax where the receipt states it. */
function dutiableOf(form: Form): Decimal | null {
  const figures = figuresOf(form);
  const amount = figureWith(figures, "receipt.amount");
  if (amount === null) return null;
  if (!isTaxStated(form)) return amount.amount;
  const total = figureWith(figures, "totals.tax")?.amount ?? sumOf(figuresWith(figures, "tax.amount"));
  return amount.amount.minus(total);
}
