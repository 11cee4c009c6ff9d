import { defineRule, presenceOf, type Rule } from "../../../../../core/sdk/index.ts";
import { drawnSentences, isDrawn } from "../../items/drawn-words.ts";
import { seenWords } from "../../items/settled-items.ts";
import { invoiceArticle } from "../../laws.ts";

const KINDS = /税抜|税込|税別|内税|外税|本体/;

/** 税抜価額又は税込価額: a total says whether tax is in it. */
export function baseKindNamed(article: string): Rule {
  return defineRule({
    meta: {
      id: "tax-in-or-out",
      summary: "The form says whether its totals are without tax (税抜) or with it (税込).",
      severity: "warning",
      basis: [invoiceArticle(article)],
      messages: {
        unsaid: {
          what: "nothing on the form says whether totals are 税抜 or 税込",
          why: "The total of a rate is one or the other, and the buyer has to know which.",
        },
      },
      repairs: "suggestion",
    },
    check({ form, report }) {
      // A word may go on over two lines.
      if (isDrawn(form, KINDS) || drawnSentences(form, KINDS).length > 0) return;
      const span = presenceOf(form, "tax.base").span;
      report({ message: "unsaid", span, repair: { title: "write 税抜 or 税込 at the head of the totals" } });
    },
    settle: (source) => seenWords(source, KINDS),
  });
}
