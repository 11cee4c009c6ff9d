import { describe, expect, test } from "vitest";
import { compileSource } from "../../../src/core/canvas/index.ts";

const formWith = (row: string): string => `rpt 1
field rate decimal(4,2) example=0.1
field items[].name string(10) example=["東", "西"]
field items[].qty int example=[1, 2]
field items[].parts[].qty int example=[[1], [2]]
let total = sum(items[].qty)
page A4 {
  body {
    table items as=item {
      column name "名"
      column qty "数"
      ${row}
    }
  }
}
`;

/** What a page may sum, and what it may not: a value that no row makes its own is counted once for each row. */
const CASES: readonly { readonly adds: string; readonly codes: readonly string[]; readonly repaired?: string }[] = [
  { adds: "(.qty)", codes: [] },
  { adds: "(item.qty * 2)", codes: [] },
  { adds: "(round(.qty * rate))", codes: [] },
  { adds: "(sum(.parts[].qty))", codes: [] },
  { adds: "(index)", codes: [] },
  { adds: "(1)", codes: [] },
  { adds: "(count(.parts[.qty > rate]))", codes: [] },
  { adds: "(sum(items[].qty))", codes: ["RPT2127"], repaired: "(.qty)" },
  { adds: "(total)", codes: ["RPT2127"] },
  { adds: "(total * rate)", codes: ["RPT2127"] },
  { adds: "(count(items[.qty > 1]))", codes: ["RPT2127"] },
  { adds: "(count(sort(items, .qty)))", codes: ["RPT2127"] },
  { adds: "(sum(items[.qty > 1].qty))", codes: ["RPT2127"] },
  { adds: "(.name)", codes: ["RPT2123"] },
];

describe.each<[name: string, row: (expression: string) => string]>([
  ["pagefoot", (expression) => `pagefoot {\n        cell ${expression} col=qty\n      }`],
  ["carry", (expression) => `carry ${expression} into=qty`],
])("what %s adds up is of the row", (_name, row) => {
  test.each(CASES)("$adds", ({ adds, codes, repaired }) => {
    const source = formWith(row(adds));
    const { diagnostics } = compileSource(source);
    const errors = diagnostics.filter(({ severity }) => severity === "error");
    expect(errors.map(({ code }) => code)).toEqual(codes);
    if (repaired === undefined) return;
    const [edit] = errors[0]?.repair?.edits ?? [];
    expect(edit).toBeDefined();
    const mended = source.slice(0, edit?.span.start) + edit?.text + source.slice(edit?.span.end);
    expect(mended).toBe(formWith(row(repaired)));
  });
});
