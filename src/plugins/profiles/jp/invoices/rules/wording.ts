import { defineRule, drawnOf, type Form, presenceOf, type Rule, readingOf } from "../../../../../core/sdk/index.ts";
import { saysNone } from "../../items/settled-items.ts";
import { consumptionTaxAct, invoiceArticle } from "../../laws.ts";
import { meaningOfLabel } from "../../reading/label-meanings.ts";

export const NOBODY = {
  words:
    /^(?:上\s*様?|お?客様?(?:各位)?|お客さま|各位|[お御]?(?:取引|得意)先(?:様|各位|様各位)?|関係者各位|ご担当者様?|御中|様)$/,
  part: /上|客|各位|(?:取引|得意)先|担当|御中|様/,
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

export const NOTHING = {
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
  for (const { text: whole, path } of wholesDrawn(form, role)) {
    const text = whole.trim();
    if (words.test(text)) found.set(path ?? text, { values: { text }, ...(path === null ? {} : { path }) });
  }
  return [...found.values()];
}

/** A label before fixed words: 宛先：. */
const LABEL = /^([^：:\s　]{1,16})[：:\s　]+(?=\S)/;

/** Each value and each fixed text as a whole: a blank in it, or the end of a line, parts no name from its 御中. */
function wholesDrawn(form: Form, role: string): readonly { readonly text: string; readonly path: string | null }[] {
  const values = new Map<string, { text: string; readonly path: string }>();
  const worded = new Set<number>();
  for (const { source, run } of drawnOf(form, role)) {
    if (source.path === null) {
      if (run.element !== null) worded.add(run.element);
      continue;
    }
    const key = `${run.page} ${run.element} ${source.path}`;
    const known = values.get(key);
    if (known === undefined) values.set(key, { text: source.text, path: source.path });
    else known.text += source.text;
  }
  const said = readingOf(form).sentences.flatMap(({ element, text }) => {
    if (element === null || !worded.has(element)) return [];
    const label = LABEL.exec(text);
    const isLabelled = meaningOfLabel(label?.[1] ?? "")?.roles.has(role) === true;
    return [{ text: isLabelled ? text.slice(label?.[0].length ?? 0) : text, path: null }];
  });
  return [...values.values(), ...said];
}
