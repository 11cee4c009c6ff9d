// A profile of which no rule holds has judged nothing: that is told, and does not read as "nothing found".
import { expect, test } from "vitest";
import { checkForm } from "../../../src/core/rule-tester/index.ts";
import { defineProfile, defineRule } from "../../../src/core/sdk/index.ts";

const SOURCE = `rpt 1
document slip title="伝票" lang=ja
field day date role=document.issueDate example="2026-10-05"
page A4 portrait margin=15mm {
  body {
    text (day)
  }
}
`;

function profileOf(meta: {
  readonly validFrom?: string;
  readonly validTo?: string;
  readonly documentKinds?: readonly string[];
}) {
  return defineProfile({
    name: "acme.dated",
    sdk: 1,
    title: "dated",
    rules: [
      defineRule({
        meta: {
          id: "dated",
          summary: "holds in its time",
          severity: "warning",
          basis: [],
          messages: { found: { what: "it was judged", why: "" } },
          repairs: "none",
          ...meta,
        },
        check({ form, report }) {
          report({ message: "found", span: form.document.span });
        },
      }),
    ],
  });
}

function told(meta: Parameters<typeof profileOf>[0]): readonly string[] {
  const { diagnostics } = checkForm([profileOf(meta)], { source: SOURCE });
  return diagnostics.filter(({ code }) => /dated|RPT702/.test(code)).map(({ code, message }) => `${code} ${message}`);
}

test.each([
  ["in its time", { validFrom: "2026-10-05", validTo: "2026-10-05" }],
  ["without an end", {}],
])("a rule judges %s", (_, meta) => {
  expect(told(meta)).toEqual(["acme.dated/dated it was judged"]);
});

test.each([
  ["before it begins", { validFrom: "2026-10-06" }, /none of its rules holds on 2026-10-05/],
  ["after it ended", { validTo: "2026-10-04" }, /none of its rules holds on 2026-10-05/],
  ["for another kind of form", { documentKinds: ["invoice"] }, /none .* is about a form of this kind/],
])("%s the profile is told as one that judged nothing", (_, meta, words) => {
  const [finding, ...more] = told(meta);
  expect(more).toEqual([]);
  expect(finding).toMatch(/^RPT7021 /);
  expect(finding).toMatch(words);
});
