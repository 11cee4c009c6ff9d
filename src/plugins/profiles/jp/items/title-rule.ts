import { defineRule, presenceOf, type Rule } from "../../../../core/sdk/index.ts";
import { isDrawn } from "./drawn-words.ts";

/** The form says what it is: a drawn title with one of its usual words. */
export function titleRule(words: RegExp, names: string): Rule {
  return defineRule({
    meta: {
      id: "title",
      summary: `The form says what it is: ${names}.`,
      severity: "warning",
      basis: [],
      messages: {
        missing: { what: `no title such as ${names} is drawn`, why: "Whoever receives a form goes by its title." },
      },
      repairs: "suggestion",
    },
    check({ form, report }) {
      if (isDrawn(form, words)) return;
      report({ message: "missing", span: presenceOf(form, "document.title").span });
    },
  });
}
