import { defineRule, presenceOf, roundingsBehind, valuesOf } from "../../../../../core/sdk/index.ts";
import { daysFrom } from "../../items/days.ts";
import { isSentenceDrawn } from "../../items/drawn-words.ts";
import { consumptionTaxOrder } from "../../laws.ts";

/** An offer that has run out on the day it is made. */
export const validAfterIssue = defineRule({
  meta: {
    id: "validity-order",
    summary: "An offer holds at least until the day on which it is made.",
    severity: "error",
    basis: [],
    messages: { over: { what: "the offer holds until {until} and is dated {issued}", why: "It has run out already." } },
    repairs: "none",
  },
  check({ form, report }) {
    const [until] = valuesOf(form, "document.validUntil");
    const [issued] = valuesOf(form, "document.issueDate");
    if (typeof until?.value !== "string" || typeof issued?.value !== "string") return;
    const days = daysFrom(issued.value, until.value);
    if (days === null || days >= 0) return;
    const { span } = presenceOf(form, "document.validUntil");
    report({ message: "over", span, values: { until: until.value, issued: issued.value }, path: until.path });
  },
});

const NOT_DONE = "[^。]{0,16}(?:しない|しません|行わ)";
/** The form says that the tax is rounded on each note: 消費税額はこの納品書ごとに計算します. */
const TAX_OF_EACH_NOTE = new RegExp(
  [
    `(?:消費税|税額|端数)[^。]{0,16}(?:納品書?|伝票)(?:ごと|毎|単位|1枚)(?!${NOT_DONE})`,
    `(?:納品書?|伝票)(?:ごと|毎|単位)に?[^。]{0,14}(?:消費税|税額|端数)(?!${NOT_DONE})`,
  ].join("|"),
);

/** A delivery note that belongs to a monthly invoice leaves the rounding of tax to that invoice. */
export const taxLeftToInvoice = defineRule({
  meta: {
    id: "tax-left-to-invoice",
    summary: "A delivery note shows no rounded tax: it is rounded once, on the invoice.",
    severity: "warning",
    basis: [consumptionTaxOrder("70条の10")],
    messages: {
      rounded: {
        what: "{path} is a rounded tax",
        why: "Where notes and a monthly invoice are the qualified invoice together, one of them rounds the tax.",
      },
    },
    repairs: "suggestion",
  },
  check({ form, report }) {
    if (isSentenceDrawn(form, TAX_OF_EACH_NOTE)) return;
    for (const role of ["tax.amount", "totals.tax"]) {
      const { presence, span } = presenceOf(form, role);
      const declared = form.declarations.find((declaration) => declaration.role === role);
      if (presence !== "drawn" || declared === undefined) continue;
      if (declared.kind === "let" && roundingsBehind(form, declared.path).length === 0) continue;
      report({
        message: "rounded",
        span,
        values: { path: declared.path },
        repair: { title: "leave the tax to the invoice" },
      });
    }
  },
});
