import { defineRule, drawnOf, presenceOf } from "../../../../../core/sdk/index.ts";
import { consumptionTaxAct } from "../../laws.ts";

/** 上様 is nobody's name. */
export const recipientNamed = defineRule({
  meta: {
    id: "recipient-wording",
    summary: "The recipient is named, and not called 上様.",
    severity: "error",
    basis: [consumptionTaxAct("57条の4第1項6号")],
    messages: {
      nobody: {
        what: '"{text}" names no recipient',
        why: "The name of the business that receives the form is required.",
      },
    },
    repairs: "suggestion",
  },
  check({ form, report }) {
    const { span } = presenceOf(form, "recipient.name");
    const words = new Set(drawnOf(form, "recipient.name").map(({ source }) => source.text.trim()));
    for (const text of words) {
      if (!/^上\s*様?$/.test(text)) continue;
      report({ message: "nobody", span, values: { text }, repair: { title: "print the recipient's name" } });
    }
  },
});

/** 品代, 商品代 say nothing of what was supplied. */
export const descriptionSays = defineRule({
  meta: {
    id: "description-wording",
    summary: "A description says what was supplied, and not only 品代.",
    severity: "warning",
    basis: [consumptionTaxAct("57条の4第1項3号")],
    messages: {
      nothing: {
        what: '"{text}" does not say what was supplied',
        why: "The description tells goods or services at least by their sort (文房具).",
      },
    },
    repairs: "suggestion",
  },
  check({ form, report }) {
    const { span } = presenceOf(form, "line.description");
    const words = new Set(drawnOf(form, "line.description").map(({ source }) => source.text.trim()));
    for (const text of words) {
      if (!/^(?:お?品代|商品代|御?品代として)$/.test(text)) continue;
      report({ message: "nothing", span, values: { text }, repair: { title: "name the goods or services" } });
    }
  },
});
