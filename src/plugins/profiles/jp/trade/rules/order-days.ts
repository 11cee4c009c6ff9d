// The days of an order in their order: ordered, delivered, paid; and the tax that is told within a price.
import { defineRule, type Form, type LegalBasis, presenceOf, type Rule } from "../../../../../core/sdk/index.ts";
import { drawnSentences } from "../../items/drawn-words.ts";
import { narrow } from "../../items/narrow.ts";
import { dayOfRole } from "../payment-days.ts";

/** Days of which each is one, and no span. */
function ownDay(form: Form, role: string) {
  const isSpan = presenceOf(form, role).drawn.some(({ source }) => /[〜~～]|から|より|以降/.test(source.text));
  return isSpan ? null : dayOfRole(form, role);
}

/** Nothing is delivered or paid before it is ordered. */
export function daysOfOrder(basis: readonly LegalBasis[]): Rule {
  return defineRule({
    meta: {
      id: "days-in-order",
      summary: "The days of delivery, inspection and payment come no sooner than the day of the order.",
      severity: "error",
      basis,
      validFrom: "2024-11-01",
      messages: {
        earlier: {
          what: "{item} is {day}, before the order of {ordered}",
          why: "One of both days is wrong, or the order was told too late: it is told at once when it is placed.",
        },
      },
      repairs: "none",
    },
    check({ form, report }) {
      const ordered = ownDay(form, "order.date")?.day;
      if (ordered === undefined) return;
      for (const [role, item] of AFTER_ORDER) {
        const found = ownDay(form, role);
        if (found === null || found.day >= ordered) continue;
        const { span } = presenceOf(form, role);
        const at = found.path === null ? { span } : { span, path: found.path };
        report({ ...at, message: "earlier", values: { item, day: found.day, ordered } });
      }
    },
  });
}

const AFTER_ORDER = [
  ["order.deliveryDate", "the day of delivery (受領期日)"],
  ["order.inspectionDate", "the day inspection ends (検査完了期日)"],
  ["payment.dueDate", "the day of payment (支払期日)"],
] as const;

/** 242,000円（消費税10%込み。うち消費税額22,000円） */
const WITH_TAX =
  /([0-9][0-9,]*)円[(（「]?([^()（）\n]*?)(?:うち|内)、?(?:の)?消費税(?:等|額|及び地方消費税)*[^0-9]{0,4}([0-9][0-9,]*)円/g;
const REDUCED = /8\s*%|軽減/;
const RATE_PERCENT = 10;
/** Each line may have been rounded by itself. */
const ROUNDING_YEN = 5;

/** Tax told within a price is that of the price. */
export const taxWithinPrice = defineRule({
  meta: {
    id: "tax-within",
    summary: "The tax that is told within a price (うち消費税額) is that of the price.",
    severity: "error",
    basis: [],
    messages: {
      other: {
        what: "{price} yen with 10 % tax hold {due} yen of it, and the form says {told}",
        why: "The price and its tax have to agree, or nobody knows which of them holds.",
      },
    },
    repairs: "none",
  },
  check({ form, report }) {
    for (const { text, span } of drawnSentences(form, /(?:うち|内)、?(?:の)?消費税/)) {
      for (const [, whole = "", between = "", tax = ""] of narrow(text).matchAll(WITH_TAX)) {
        const [price, told] = [whole, tax].map((digits) => Number(digits.replaceAll(",", "")));
        if (price === undefined || told === undefined || REDUCED.test(text) || /[0-9]円/.test(between)) continue;
        const due = Math.floor((price * RATE_PERCENT) / (100 + RATE_PERCENT));
        if (Math.abs(told - due) <= ROUNDING_YEN) continue;
        report({ message: "other", span, values: { price, due, told } });
      }
    }
  },
});
