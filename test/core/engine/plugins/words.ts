// A plugin with one profile of one rule: the word "draft" stands nowhere.
import { definePlugin, defineProfile, defineRule } from "../../../../src/core/sdk/index.ts";

const draft = defineRule({
  meta: {
    id: "draft",
    summary: "No form says draft.",
    severity: "warning",
    basis: [{ law: "Office rules", article: "4", url: "https://example.test/rules" }],
    validFrom: "2026-04-01",
    messages: { found: { what: "the form says {word}", why: "Drafts are not sent." } },
    repairs: "safe",
  },
  check({ form, report }) {
    for (const part of form.elements.flatMap(({ texts }) => texts.flatMap(({ parts }) => parts))) {
      if (part.kind !== "fixed") continue;
      const at = part.text.indexOf("draft");
      if (at < 0) continue;
      const span = { start: part.span.start + at, end: part.span.start + at + 5 };
      report({
        message: "found",
        span,
        values: { word: "draft" },
        repair: { title: "delete it", edits: [{ span, text: "" }] },
      });
    }
  },
});

export const plugin = definePlugin({
  name: "words",
  sdk: 1,
  register: (host) => host.profile(defineProfile({ name: "jp.words", sdk: 1, title: "Words", rules: [draft] })),
});
