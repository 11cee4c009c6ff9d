// A plugin with one profile: words that stand nowhere, one of them since a day.
import { definePlugin, defineProfile, defineRule, type Rule, type Severity } from "../../../../src/core/sdk/index.ts";

function noWord(word: string, severity: Severity, validFrom?: string): Rule {
  return defineRule({
    meta: {
      id: word,
      summary: `No form says ${word}.`,
      severity,
      basis: [{ law: "Office rules", article: "4", url: "https://example.test/rules" }],
      ...(validFrom === undefined ? {} : { validFrom }),
      messages: { found: { what: "the form says {word}", why: "Drafts are not sent." } },
      repairs: "safe",
    },
    check({ form, report }) {
      for (const part of form.elements.flatMap(({ texts }) => texts.flatMap(({ parts }) => parts))) {
        const at = part.kind === "fixed" ? part.text.indexOf(word) : -1;
        if (at < 0) continue;
        const span = { start: part.span.start + at, end: part.span.start + at + word.length };
        report({
          message: "found",
          span,
          values: { word },
          repair: { title: "delete it", edits: [{ span, text: "" }] },
        });
      }
    },
  });
}

const RULES = [
  noWord("draft", "warning", "2026-04-01"),
  noWord("void", "error"),
  noWord("someday", "warning", "2900-01-01"),
];

export const plugin = definePlugin({
  name: "words",
  sdk: 1,
  register: (host) =>
    host.profile(
      defineProfile({
        name: "jp.words",
        sdk: 1,
        title: "Words",
        roles: { "words.kind": "what sort of word" },
        rules: RULES,
      }),
    ),
});
