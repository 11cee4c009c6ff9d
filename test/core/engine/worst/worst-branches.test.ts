// Conditions on numbers, texts and days: what they show on either side of their constants is laid out by a check.
import { describe, expect, test } from "vitest";
import type { Diagnostic } from "../../../../src/core/diagnostics/index.ts";
import { bundledFonts, createEngine } from "../../../../src/core/engine/index.ts";
import { plateForm } from "./plate-form.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

function form(fields: readonly string[], elements: readonly string[]): string {
  return plateForm(fields, ['text "特急配達品" x=0mm y=0mm w=40mm h=6mm', ...elements]);
}

function told(source: string): readonly string[] {
  const { diagnostics } = engine.check({ source, data: null });
  return diagnostics.map(({ code, message }: Diagnostic) => `${code} ${message}`);
}

const OVER = (when: string) => `text "多数" x=5mm y=0mm w=30mm h=6mm when=(${when})`;
const INT = "field n int min=0 max=99 example=1";
const BRANCHES = [
  { field: INT, when: "n == 42", value: "42" },
  { field: INT, when: "42 == n", value: "42" },
  { field: INT, when: "n != 1 and n < 99", value: "98" },
  { field: INT, when: "n > 50 and n < 52", value: "51" },
  { field: INT, when: "not (n < 50) and n <= 50", value: "50" },
  { field: INT, when: "50.5 < n and n < 51.5", value: "51" },
  { field: "field n int min=-9 max=9 example=1", when: "n == -3", value: "-3" },
  { field: "field n decimal(4,1) min=0 max=99 example=1", when: "n > 50 and n < 51", value: "50.1" },
  { field: "field n decimal(4,2) min=0 max=9 example=1", when: "n == 0.35", value: "0.35" },
  { field: 'field n string(4) example="AB"', when: "startsWith(n, 'ZZ')", value: '"ZZ"' },
  { field: 'field n string(4) example="AB"', when: "contains(n, '急')", value: '"急"' },
  { field: 'field n text(40) example="AB"', when: "n == '急'", value: '"急"' },
  { field: `field n string(4) pattern='^[A-Z]{2}$' example="AB"`, when: "n == 'ZZ'", value: '"ZZ"' },
  { field: 'field n date example="2026-04-01"', when: "n == date('2026-06-01')", value: "2026-06-01" },
  {
    field: 'field n date example="2026-04-01"',
    when: "n > date('2026-06-30') and n < date('2026-12-01')",
    value: "2026-07-01",
  },
] as const;

describe("a value that a condition compares with", () => {
  test.each(BRANCHES)("$when is tried with $value of $field", ({ field, when, value }) => {
    const [first] = told(form([field], [OVER(when)]));
    expect(first).toContain(`RPT4031 with n of ${value}: `);
  });

  test.each([
    { is: "more than its field takes", field: "field n int min=0 max=9 example=1", when: "n == 42" },
    { is: "less than its field takes", field: "field n int min=5 max=99 example=6", when: "n < 5" },
    { is: "more decimals than its field has", field: INT, when: "n == 1.5" },
    { is: "too long for its field", field: 'field n string(1) example="A"', when: "n == 'ZZ'" },
    { is: "not of its pattern", field: `field n string(4) pattern='^[A-Z]{2}$' example="AB"`, when: "n == 'zz'" },
  ])("is not tried where it is $is", ({ field, when }) => {
    expect(told(form([field], [OVER(when)])).filter((one) => /^RPT403/u.test(one))).toEqual([
      `RPT4033 no data of this check fulfils when=(${when}): what is shown then was not judged`,
    ]);
  });

  test("is tried with other fields at their longest, in a colour and in a choice of words", () => {
    const long = form([INT, 'field s string(40) example="短"'], ["text (s) x=0mm y=20mm w=40mm h=6mm when=(n == 42)"]);
    expect(told(long)).toEqual([expect.stringContaining("RPT4031 with s of 40 characters and n of 42: ")]);
    const pale = form([INT], ["text \"白\" x=0mm y=20mm w=40mm h=6mm color=(if(n > 50, 'white', 'black'))"]);
    expect(told(pale)).toEqual([expect.stringContaining("RPT4031 with n of 99: contrast")]);
    const words = form([INT], ["text \"{case(n == 42, '至急お支払いください', '済')}\" x=0mm y=20mm w=15mm h=6mm"]);
    expect(told(words)).toEqual([expect.stringContaining("with n of 42: ")]);
  });
});
