import { defineRule, presenceOf, valuesOf } from "../../../../../core/sdk/index.ts";
import { fixedWords, isDrawn, isSentenceDrawn } from "../../items/drawn-words.ts";
import { freelanceAct, subcontractAct } from "../../laws.ts";

const DAYS_MAX = 60;

/** 取適法3条, フリーランス法4条: the due date is a day, and no later than 60 days after delivery. */
export const paymentWithin60Days = defineRule({
  meta: {
    id: "payment-due",
    summary: "Payment is due on a fixed day, at most 60 days after delivery.",
    severity: "error",
    basis: [subcontractAct("3条"), freelanceAct("4条")],
    messages: {
      late: {
        what: "{due} is {days} days after delivery on {delivery}",
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
    const [due] = valuesOf(form, "payment.dueDate");
    const [delivery] = valuesOf(form, "order.deliveryDate");
    const days =
      typeof due?.value === "string" && typeof delivery?.value === "string"
        ? daysFrom(delivery.value, due.value)
        : null;
    if (due !== undefined && days !== null && days > DAYS_MAX) {
      const values = { due: String(due.value), delivery: String(delivery?.value), days };
      report({ message: "late", span, values, path: due.path });
    }
    for (const { text, span: words } of fixedWords(
      form,
      /(?:検収|検査|請求書?(?:の?受領|到着)?)後?\s*[0-9０-９]+\s*日/,
    )) {
      report({ message: "byEvent", span: words, values: { text: text.slice(0, 40) } });
    }
  },
});

/** Days from one date to another; null where one of them is none. */
export function daysFrom(from: string, to: string): number | null {
  const [start, end] = [dayNumber(from), dayNumber(to)];
  return start === null || end === null ? null : end - start;
}

/** Days since 0000-03-01 in the Gregorian calendar; plain arithmetic, so that no clock or zone is asked. */
function dayNumber(date: string): number | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})/.exec(date);
  if (match === null) return null;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const shifted = month > 2 ? year : year - 1;
  const monthFromMarch = (month + 9) % 12;
  const leapDays = Math.floor(shifted / 4) - Math.floor(shifted / 100) + Math.floor(shifted / 400);
  return shifted * 365 + leapDays + Math.floor((monthFromMarch * 153 + 2) / 5) + day;
}

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
    },
    repairs: "suggestion",
  },
  check({ form, report }) {
    if (
      !isSentenceDrawn(form, /手形/) ||
      isSentenceDrawn(form, /手形[^。]{0,20}(?:ない|せず|しません|行いません|禁止)/)
    )
      return;
    const [words] = fixedWords(form, /手形/);
    const span = words?.span ?? presenceOf(form, "payment.method").span;
    report({ message: "bill", span, repair: { title: "pay by bank transfer" } });
  },
});

/** 取適法5条1項3号: nothing is taken off the price, whatever was agreed. */
export const noDeductions = defineRule({
  meta: {
    id: "no-deductions",
    summary: "Nothing is taken off the price: no transfer fee, no rebate, no contribution.",
    severity: "error",
    basis: [subcontractAct("5条1項3号"), freelanceAct("5条1項2号")],
    messages: {
      deduction: {
        what: '"{text}" takes something off the price',
        why: "Taking anything off the price is prohibited, even where it was agreed.",
      },
    },
    repairs: "suggestion",
  },
  check({ form, report }) {
    for (const { text, span } of fixedWords(form, DEDUCTIONS)) {
      const title = "take it out: whoever orders bears the transfer fee";
      report({ message: "deduction", span, values: { text: text.trim().slice(0, 40) }, repair: { title } });
    }
  },
});

const DEDUCTIONS =
  /振込手数料[^。]{0,12}(?:受託者|受注者|貴社|御社|差し?引|控除)[^。]{0,8}(?:負担|差し?引|控除|といたします|とします)?|歩引き?|協力金/;

/** 税抜 or 税込 beside the price. */
export const priceBasis = defineRule({
  meta: {
    id: "tax-in-or-out",
    summary: "The form says whether its price is without tax (税抜) or with it (税込).",
    severity: "warning",
    basis: [subcontractAct("4条")],
    messages: {
      unsaid: { what: "nothing on the form says whether the price is 税抜 or 税込", why: "The price has to be clear." },
    },
    repairs: "suggestion",
  },
  check({ form, report }) {
    if (isDrawn(form, /税抜|税込|税別|内税|外税|消費税/)) return;
    report({ message: "unsaid", span: presenceOf(form, "order.amount").span });
  },
});
