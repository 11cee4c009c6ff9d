import { expect, test } from "vitest";
import { arrange, machineDiagnostics, type Severity } from "../../../src/core/diagnostics/index.ts";
import { checkForm } from "../../../src/core/rule-tester/index.ts";
import { defineProfile, defineRule } from "../../../src/core/sdk/index.ts";

const SOURCE = `rpt 1
document many title="表" lang=ja
field name string(20) example="山本"
page A4 portrait margin=15mm {
  body {
    text (name)
  }
}
`;

/** A profile whose one rule finds so many things of each severity. */
const finding = (counts: Readonly<Record<Severity, number>>) =>
  defineProfile({
    name: "acme.many",
    sdk: 1,
    title: "many",
    rules: [
      defineRule({
        meta: {
          id: "many",
          summary: "many",
          severity: "warning",
          basis: [],
          messages: { found: { what: "thing {n} is wrong", why: "" } },
          repairs: "none",
        },
        check({ form, report }) {
          for (const severity of ["error", "warning", "info"] as const) {
            for (let n = 0; n < counts[severity]; n += 1) {
              report({
                message: "found",
                span: form.document.span,
                severity,
                values: { n },
                path: `${severity}[${n}]`,
              });
            }
          }
        },
      }),
    ],
  });

test.each<Readonly<Record<Severity, number>>>([
  { error: 0, warning: 50, info: 0 },
  { error: 0, warning: 51, info: 0 },
  { error: 3, warning: 300, info: 0 },
  { error: 90, warning: 40, info: 75 },
  { error: 0, warning: 0, info: 4_000 },
])("what a rule finds is listed or counted, as gravely as it is: %o", (counts) => {
  const found = checkForm([finding(counts)], { source: SOURCE }).diagnostics.filter(
    ({ code }) => code === "acme.many/many" || code === "RPT9009",
  );
  const told = machineDiagnostics(SOURCE, arrange(found));
  for (const severity of ["error", "warning", "info"] as const) {
    const ofIt = told.filter((each) => each.severity === severity);
    expect(ofIt.reduce((sum, { count = 1 }) => sum + count, 0)).toBe(counts[severity]);
  }
});
