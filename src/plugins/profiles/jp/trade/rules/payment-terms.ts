import {
  defineRule,
  drawnOf,
  type Form,
  type LegalBasis,
  presenceOf,
  readingOf,
} from "../../../../../core/sdk/index.ts";
import { daysFrom } from "../../items/days.ts";
import { drawnSentences, type FixedWords, isDrawn, isSentenceDrawn } from "../../items/drawn-words.ts";
import { narrow } from "../../items/narrow.ts";
import { ordinal } from "../../items/ordinal.ts";
import { datesIn, periodOf } from "../../items/period.ts";
import { quoted } from "../../items/quote.ts";
import { formerSubcontractAct, freelanceAct, subcontractAct } from "../../laws.ts";
import { dayOfRole, daysAfter, daysOfClosing } from "../payment-days.ts";

const DAYS_MAX = 60;

/** The article of the act under its name before 2026-01-01 and since. */
function ofAct(before: string, since: string): readonly LegalBasis[] {
  return [
    { ...formerSubcontractAct(before), validTo: "2025-12-31" },
    { ...subcontractAct(since), validFrom: "2026-01-01" },
  ];
}

/** 取適法3条, フリーランス法4条: the due date is a day, and no later than 60 days after delivery. */
export const paymentWithin60Days = defineRule({
  meta: {
    id: "payment-due",
    summary: "Payment is due on a fixed day, at most 60 days after delivery.",
    severity: "error",
    basis: [...ofAct("2条の2", "3条"), freelanceAct("4条")],
    messages: {
      late: {
        what: "{due} is the {days} day from delivery on {delivery}",
        why: "Payment is due within 60 days from the day of receipt.",
      },
      lateRule: {
        what: '"{text}" lets up to {days} days pass from the day of receipt',
        why: "Payment is due within 60 days from the day of receipt.",
      },
      byEvent: {
        what: '"{text}" fixes no day',
        why: "The due date is a day, or follows from the day of receipt; it may not hang on an invoice or inspection.",
      },
    },
    repairs: "suggestion",
  },
  check({ form, report }) {
    const { span } = presenceOf(form, "payment.dueDate");
    const [due, delivery] = [dayOfRole(form, "payment.dueDate"), dayOfRole(form, "order.deliveryDate")];
    const days = due === null || delivery === null ? null : daysFrom(delivery.day, due.day);
    // The day of receipt is the first of the sixty.
    const ordered = dayOfRole(form, "order.date");
    // A delivery before the order is told by itself: no days are counted from it.
    const isPossible = ordered === null || delivery === null || delivery.day >= ordered.day;
    const isLate = isPossible && days !== null && days >= DAYS_MAX && !isPaidMonthly(form, days);
    if (due !== null && delivery !== null && isLate && !isOfPrincipal(form, due.day)) {
      const values = { due: due.day, delivery: delivery.day, days: ordinal(days + 1) };
      report({ message: "late", span, values, ...(due.path === null ? {} : { path: due.path }) });
    }
    for (const { text, span: words } of sentencesOnPayment(form)) {
      const late = text.split("。").find((clause) => (daysOfClosing(clause) ?? 0) > CLOSING_DAYS_MAX);
      if (late !== undefined) {
        const values = { text: quoted(late), days: daysOfClosing(late) ?? 0 };
        report({ message: "lateRule", span: words, values });
      } else if (!BY_EVENT.test(text) && (daysAfter(text) ?? 0) > DAYS_MAX) {
        report({ message: "lateRule", span: words, values: { text: quoted(text), days: daysAfter(text) ?? 0 } });
      } else if (!BY_EVENT.test(text) && BY_MONTH_OF_EVENT.test(text)) {
        report({ message: "byEvent", span: words, values: { text: quoted(text, BY_MONTH_OF_EVENT) } });
      }
    }
    const own = ofPayment(form);
    for (const { text, span: words, element } of drawnSentences(form, BY_EVENT)) {
      const isOwn = typeof element === "number" && own.has(element);
      // Inspection may take its days from the receipt, and what is found later may be sent back for months.
      const isOfPayment = (one: string) =>
        !/以内/.test(one) || (isOwn && datesIn(one).length === 0) || /支払|振込|振り込|代金|報酬|対価/.test(one);
      const clause = text.split("。").find((one) => BY_EVENT.test(one) && isOfPayment(one));
      if (clause === undefined) continue;
      report({ message: "byEvent", span: words, values: { text: quoted(clause, BY_EVENT) } });
    }
  },
});

/** Two months, of which the longer have a day more each. */
const CLOSING_DAYS_MAX = 62;
/** 請求書到着月の翌月末, 検収月末締め: the month hangs on the invoice or the inspection. */
const BY_MONTH_OF_EVENT = new RegExp(
  "(?:請求書?の?(?:受領|到着|受付|発行|提出)?|検収|検査(?:に|が|を)?(?:完了|合格|終了|終え|通っ|済)(?:し?た)?)" +
    "(?:日|月|後|の日)?[^。、はをが0-9０-９]{0,8}?(?:翌々?月|末日?[締〆]|月末)",
);
const ON_PAYMENT = /支払|払い|払う|振込|振り込|決済|入金|送金|代金|報酬|対価|サイト/;

/** Elements in which the day of payment stands, and what has the other roles. */
function ofPayment(form: Form, ...others: readonly string[]): ReadonlySet<number | null> {
  const roles = ["payment.dueDate", ...others];
  return new Set(roles.flatMap((role) => drawnOf(form, role).map(({ run }) => run.element)));
}

/** Sentences that speak of payment, or stand where its day or way does. */
function sentencesOnPayment(form: Form): readonly FixedWords[] {
  const own = ofPayment(form, "payment.method");
  return readingOf(form).sentences.flatMap(({ text, label, element }) => {
    const whole = label === "" ? text : `${label} ${text}`;
    if (!ON_PAYMENT.test(whole) && !own.has(element)) return [];
    const span = (element === null ? undefined : form.elements[element]?.span) ?? form.document.span;
    return [{ text: whole, span }];
  });
}

const BY_EVENT = new RegExp(
  [
    "(?:受領|納品|納入|給付|役務の?提供|引渡し?|着荷|検収|検査)[^。、0-9０-９]{0,8}[0-9０-９]+\\s*(?:日|か月|ヶ月)以内",
    "(?:検収|検査(?:完了|合格)?|請求書?(?:の?(?:受領|到着|発行))?)(?:後|から|より)?\\s*[0-9０-９]+\\s*日(?!締)",
  ].join("|"),
);

/** Closing each month and paying in the next counts as two months, which have up to 62 days. */
function isPaidMonthly(form: Form, days: number): boolean {
  return (
    days <= DAYS_MAX + 1 &&
    isSentenceDrawn(form, /締[^。]{0,10}翌月(?!々)/) &&
    !isSentenceDrawn(form, /締[^。]{0,10}翌々月/)
  );
}

/** フリーランス法4条3項: what is commissioned again is paid within 30 days of the principal's day, which is the first. */
function isOfPrincipal(form: Form, due: string): boolean {
  if (!isSentenceDrawn(form, /再委託/)) return false;
  const said = drawnSentences(form, /元委託[^。]*支払期日/);
  return said.some(({ text }) => {
    const [, words = ""] = /支払期日[^0-9０-９令]{0,4}([0-9０-９]{4}年[^、。]*?日|令和[^、。]*?日)/.exec(text) ?? [];
    const principal = periodOf(words)?.start;
    const days = principal === undefined ? null : daysFrom(principal, due);
    return days !== null && days < DAYS_OF_PRINCIPAL_MAX;
  });
}

const DAYS_OF_PRINCIPAL_MAX = 30;

/** 取適法5条: no bills since 2026. */
export const noBills = defineRule({
  meta: {
    id: "no-bills",
    summary: "Payment is not by promissory note (手形).",
    severity: "error",
    basis: [subcontractAct("5条1項2号")],
    validFrom: "2026-01-01",
    messages: {
      bill: {
        what: "the form provides for payment by 手形",
        why: "Payment by promissory note is prohibited since 2026.",
      },
      cheque: {
        what: '"{text}" pays by a cheque of a later date',
        why: "The payee has to have the whole sum in money by the due date.",
      },
      lateMeans: {
        what: '"{text}" lets more than 60 days pass until the payee has the money',
        why: "The payee has to have the whole sum in money by the due date.",
      },
      lateClaim: {
        what: "an electronic claim matures on {matures}, after the due date {due}",
        why: "The payee has to have the whole sum in money by the due date.",
      },
    },
    repairs: "suggestion",
  },
  check({ form, report }) {
    const bill = drawnSentences(form, /手形/).find(({ text }) => clausesOf(text).some(isBill));
    if (bill !== undefined) {
      report({ message: "bill", span: bill.span, repair: { title: "pay by bank transfer" } });
    }
    for (const { text, span } of drawnSentences(form, /先日付[^。、]{0,6}小切手|小切手[（(]?[^。、]{0,8}先日付/)) {
      if (/小切手[^。]{0,20}(?:ない|ません|せず|廃止)/.test(text)) continue;
      report({ message: "cheque", span, values: { text: quoted(text, /小切手/) } });
    }
    const due = dayOfRole(form, "payment.dueDate");
    for (const { text, span } of drawnSentences(form, MEANS)) {
      const clause = narrow(text.split("。").find((one) => MEANS.test(one)) ?? "");
      if (isLateMeans(clause)) {
        report({ message: "lateMeans", span, values: { text: quoted(clause, MEANS) } });
        continue;
      }
      const [, words = ""] =
        /満期日?[^0-9０-９令]{0,4}([0-9０-９]{4}年[^、。）)]*?日|令和[^、。）)]*?日)/.exec(text) ?? [];
      const matures = periodOf(words)?.start;
      if (matures === undefined || due === null || matures <= due.day) continue;
      const at = due.path === null ? { span } : { span, path: due.path };
      report({ ...at, message: "lateClaim", values: { matures, due: due.day } });
    }
  },
});

const MEANS = /電子記録債権|電子債権|でんさい|電手|一括(?:決済|支払)|ファクタリング|期日指定払/;

/** Whether a claim or a bank's means brings the money more than 60 days later, or only after the due date. */
function isLateMeans(clause: string): boolean {
  const days = [...clause.matchAll(/(\d{2,3})\s*日(?!\s*[締までに付])/g)].map(([, digits]) => Number(digits));
  const months = [...clause.matchAll(/(\d)\s*[か箇ヶカケ]月/g)].map(([, digits]) => Number(digits));
  if (/(?:ない|ません|せず)(?:もの|こと)?/.test(clause.slice(clause.search(MEANS)))) return false;
  return days.some((one) => one > DAYS_MAX) || months.some((one) => one > 2) || AFTER_DUE.test(clause);
}

/** 満期日は支払期日の60日後, 支払期日の翌月末に決済. */
const AFTER_DUE = /期日(?:の|から|より)?(?:後|[0-9]{1,3}\s*(?:日|[か箇ヶカケ]月)後|の?(?:翌日|翌々?月)(?!より前))/;

/** Sentences of a text, without what stands in brackets. */
function clausesOf(text: string): readonly string[] {
  return text.replaceAll(/[（(][^（()）]*。[^（()）]*[）)]/g, "").split("。");
}

const NO_BILL = new RegExp(
  [
    "手形[^。]{0,30}(?:(?<!超え|越え)な[いく]|ません|せず|行わず|用いず|使わず|よらず|ではなく|禁止|不可|廃止|取りやめ|撤廃|終了|代えて|代わり)",
    "手形[^。、]{0,8}[：:\\s　は](?:なし|無し?|利用しない)",
  ].join("|"),
);

/** Whether a sentence provides for payment by bill: one that limits their term does. */
function isBill(clause: string): boolean {
  return /手形/.test(clause) && (!NO_BILL.test(clause) || /サイト|満期|超え(?:ない|ません)/.test(clause));
}

/** 取適法5条1項3号: nothing is taken off the price, whatever was agreed. */
export const noDeductions = defineRule({
  meta: {
    id: "no-deductions",
    summary: "Nothing is taken off the price: no transfer fee, no rebate, no contribution.",
    severity: "error",
    basis: [...ofAct("4条1項3号", "5条1項3号"), freelanceAct("5条1項2号")],
    messages: {
      deduction: {
        what: '"{text}" takes something off the price',
        why: "Taking anything off the price is prohibited, even where it was agreed.",
      },
    },
    repairs: "suggestion",
  },
  check({ form, report }) {
    const ofMaterials = new Set(presenceOf(form, "order.materials").drawn.map(({ run }) => run.element));
    for (const { text, span, element } of drawnSentences(form, DEDUCTIONS)) {
      // What the payee owes for materials may be settled with the price.
      if (ofMaterials.has(element ?? -1) && OF_MATERIALS.test(text)) continue;
      const clauses = text.split("。").filter((clause) => DEDUCTIONS.test(clause) && !NO_DEDUCTION.test(clause));
      const [clause] = clauses;
      if (clause === undefined) continue;
      const title = "take it out: whoever orders bears the transfer fee";
      report({ message: "deduction", span, values: { text: quoted(clause, DEDUCTIONS) }, repair: { title } });
    }
  },
});

const OF_MATERIALS = /(?:材料|原料|部品|部材|支給)[\s\S]*(?:円|¥|￥)/;
const FEE = "(?:(?:振り?込み?|送金)(?:に(?:要する|係る|かかる))?(?:手数料|料|費用|経費)|手数料)";
const PAYEE = "(?:受託者|受注者|受取人|貴社|御社|貴方|貴店|貴殿|先方|乙|納入者|納入業者|仕入先|売主|お取引先)";
const DEDUCTIONS = new RegExp(
  [
    `${FEE}[^。]{0,12}(?:${PAYEE}[^。、]{0,8}負担|差し?引|控除|相殺|引いて|減額|(?:受託者|受注者|貴社|御社|乙)(?!の)|(?:ご|御)負担)`,
    `${FEE}[^。、]{0,6}(?:差し?引|引き?去)`,
    "歩引き?|協力金|協賛金|リベート|割引料|早期(?:支払|決済)[^。]{0,8}(?:割り?引|値引)",
    "(?:値引|割戻|センターフィー|物流費|管理料|登録料|利用料|手数料)[^。]{0,14}(?:差し?引|控除)",
    "(?:代金|報酬|委託料|対価)[^。]{0,12}(?:返金|払い?戻)",
    "[0-9０-９]+(?:[.．][0-9０-９]+)?\\s*[%％割][^。]{0,8}(?:控除|差し?引|割り?引|値引|減額|減じ|頂戴|いただ|徴収|申し受け)",
    "(?:支払い?(?:額|金額)?|代金|報酬|委託料|対価)(?:から|より)[^。]{0,24}(?:頂戴|徴収|控除|差し?引|天引|申し受け|減じ|引かせ|引い[てた])",
    "(?:円|端数)[^。]{0,10}切り?捨て[^。]{0,10}(?:支払|払|振込|振り込)",
    "(?:代金|報酬|委託料|対価)[^。]{0,12}(?:減額|減じ)[^。、]{0,4}(?:する|して|でき|こと)",
  ].join("|"),
);

/** Nothing is taken off, or what the law has withheld: income tax. */
const NO_DEDUCTION = new RegExp(
  [
    "(?:差し?引|控除|減額|相殺|徴収|頂|いただ|求め|負担させ)[^。、]{0,14}?(?:ません|な[いくし]|ず(?=[、にと]|$))",
    "(?:差し?引|控除|減額)(?:き|の)?[：:\\s　]*(?:なし|無し?)|(?:源泉|所得税)(?![^。]{0,10}(?:のほか|の他に|に加え|以外に|とは別))",
    // Tax is rounded, and what is wrong with the goods may lower their price.
    "前払|前渡|前受|内金|手付|有償支給|支給材|支給した|既払|立て?替え|(?:消費税|税額)[^。]{0,12}切り?捨て|切り?捨て[^。]{0,10}(?:ない|ません)|不適合|瑕疵|責めに",
  ].join("|"),
);

/** 税抜 or 税込 beside the price. */
export const priceBasis = defineRule({
  meta: {
    id: "tax-in-or-out",
    summary: "The form says whether its price is without tax (税抜) or with it (税込).",
    severity: "warning",
    basis: ofAct("3条", "4条"),
    messages: {
      unsaid: { what: "nothing on the form says whether the price is 税抜 or 税込", why: "The price has to be clear." },
    },
    repairs: "suggestion",
  },
  check({ form, report }) {
    const kinds = /税抜|税込|税別|内税|外税|消費税/;
    if (isDrawn(form, kinds) || drawnSentences(form, kinds).length > 0) return;
    report({ message: "unsaid", span: presenceOf(form, "order.amount").span });
  },
});
