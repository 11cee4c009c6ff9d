import { defineRule, drawnOf, type Form, presenceOf, type Rule } from "../../../../../core/sdk/index.ts";
import { saysNone } from "../../items/settled-items.ts";
import { consumptionTaxAct, invoiceArticle } from "../../laws.ts";

const NOBODY = {
  words: /^(?:上\s*様?|お?客様?(?:各位)?|お客さま|各位|お取引先(?:様|各位)?|関係者各位|ご担当者様?|御中|様)$/,
  part: /上|客|各位|取引先|担当|御中|様/,
} as const;

/** 上様 and お客様 are nobody's names. */
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
    for (const said of wordsDrawn(form, "recipient.name", NOBODY.words)) {
      report({ message: "nobody", span, ...said, repair: { title: "print the recipient's name" } });
    }
  },
  settle: (source) => saysNone(source, "recipient.name", NOBODY),
});

const NOTHING = {
  words: /^(?:[お御]?(?:品|商品|品物|お?代金?)(?:代|代金|一式)?|諸口|一式|その他|雑費|商品他)(?:として)?$/,
  part: /品|代|諸口|一式|その他|雑費/,
} as const;

/** 品代, 商品代 say nothing of what was supplied. */
export function descriptionSays(article: string): Rule {
  return defineRule({
    meta: {
      id: "description-wording",
      summary: "A description says what was supplied, and not only 品代.",
      severity: "warning",
      basis: [invoiceArticle(article)],
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
      for (const said of wordsDrawn(form, "line.description", NOTHING.words)) {
        report({ message: "nothing", span, ...said, repair: { title: "name the goods or services" } });
      }
    },
    settle: (source) => saysNone(source, "line.description", NOTHING),
  });
}

/** What is drawn under a role and matches, once for each place of the data and each fixed text. */
function wordsDrawn(form: Form, role: string, words: RegExp) {
  const found = new Map<string, { readonly values: { readonly text: string }; readonly path?: string }>();
  for (const { source } of drawnOf(form, role)) {
    const text = source.text.trim();
    const at = source.path === null ? {} : { path: source.path };
    if (words.test(text)) found.set(source.path ?? text, { values: { text }, ...at });
  }
  return [...found.values()];
}
