// Grand totals of forms that print no subtotal or no tax of the whole: what makes them is added up all the same.
import { describe, expect, test } from "vitest";
import { invoice, qualifiedInvoice } from "../../../../src/plugins/profiles/jp/invoices/index.ts";
import { changed, example, findingsUnder, form } from "./broken-forms.ts";

/** A form with some lines whose totals are written by hand. */
function formOf(declarations: readonly string[], shows: readonly string[]): string {
  return [
    "rpt 1",
    'document invoice title="請求書" lang=ja',
    'field name string(20) role=recipient.name example="株式会社山本"',
    'field own string(20) role=issuer.name example="青空商事"',
    'field items[].name string(20) role=line.description example=["ねじ", "ばね"]',
    "field items[].amount int role=line.amount example=[105, 209]",
    ...declarations,
    'fonts gothic="Noto Sans JP"',
    "sizes body=9pt",
    "style base font=gothic size=body",
    "page A4 portrait margin=15mm {",
    "  body gap=4mm {",
    '    text "{name} 御中"',
    "    text (own)",
    "    table items {",
    '      column name "品名" w=1fr',
    '      column amount "金額" w=30mm',
    "    }",
    ...shows.map((one) => `    text "${one}"`),
    "  }",
    "}",
    "",
  ].join("\n");
}

function sumsOf(declarations: readonly string[], ...shows: readonly string[]): readonly string[] {
  const rules = invoice.rules.filter(({ meta }) => meta.id === "sums");
  expect(rules).toHaveLength(1);
  return findingsUnder({ ...invoice, rules }, formOf(declarations, shows));
}

const given = (amount: number) => `field total int role=totals.gross example=${amount}`;
const SHOWN = "合計 {total}円";
const RATES = ["field items[].rate enum(10, 8) role=line.taxRate example=[10, 8]"];
const GROUPS = [
  ...RATES,
  "let taxes[] role=tax.groups = group(items, .rate, desc)",
  "let taxes[].base role=tax.base = sum(.items[].amount)",
];
const TAXES = "let taxes[].tax role=tax.amount = round(.base * .key / 100, 0, down)";

const RIGHT: readonly (readonly [name: string, declarations: readonly string[]])[] = [
  ["lines with tax in them, a total that is sent", [given(314)]],
  ["lines without tax at 10 %, rounded down", [given(345)]],
  ["lines without tax at 10 %, rounded up", [given(346)]],
  ["lines without tax at 8 %", [given(339)]],
  ["a total of the lines", ["let total role=totals.gross = sum(items[].amount)"]],
  ["a total of the lines with their tax", ["let total role=totals.gross = round(sum(items[].amount) * 1.1, 0, down)"]],
  ["lines with rates of their own", [...RATES, given(314 + 10 + 16)]],
  ["lines whose tax is rounded line by line", [...RATES, given(314 + 11 + 17)]],
  ["totals and taxes of rates", [...GROUPS, TAXES, given(314 + 10 + 16)]],
  ["totals of rates without their taxes", [...GROUPS, given(314 + 10 + 16)]],
  ["a subtotal and taxes of rates", [...GROUPS, TAXES, "let net role=totals.net = sum(items[].amount)", given(340)]],
  ["a subtotal of a business that charges no tax", ["let net role=totals.net = sum(items[].amount)", given(314)]],
  ["a tax and no subtotal", ["let tax role=totals.tax = 31", given(345)]],
  ["a tax that is in the lines", ["let tax role=totals.tax = 28", given(314)]],
  [
    "postage that has no role",
    ["field post int example=500", "let total role=totals.gross = sum(items[].amount) + post"],
  ],
  ["a discount that has no role, and a total that is sent", ["field off int example=200", given(114)]],
  [
    "a share that is taken off",
    ["field off int example=5", "let total role=totals.gross = sum(items[].amount) * (1 - off / 100)"],
  ],
  [
    "an amount due of lines, a balance and tax that is withheld",
    [
      "field before int role=totals.carried example=1000",
      "field held int role=totals.withholding example=30",
      "field total int role=totals.due example=1284",
    ],
  ],
];

const FALSE: readonly (readonly [name: string, declarations: readonly string[], told: string])[] = [
  [
    "lines, a total that is sent",
    [given(350)],
    "total is 350, but items[0].amount and items[1].amount make 314, or with their tax 345 or 339",
  ],
  [
    "a yen more than the lines",
    ["let total role=totals.gross = sum(items[].amount) + 1"],
    "total is 315, but items[0].amount and items[1].amount make 314, or with their tax 345 or 339",
  ],
  [
    "lines with rates of their own, all at the higher one",
    [...RATES, given(345)],
    "total is 345, but items[0].amount and items[1].amount make 314, or with their tax 340",
  ],
  [
    "totals and taxes of rates, one of which is left out",
    [...GROUPS, TAXES, given(330)],
    "total is 330, but taxes[0].base and taxes[1].base make 314, or with their tax 340",
  ],
  [
    "totals of rates without their taxes",
    [...GROUPS, given(360)],
    "total is 360, but taxes[0].base and taxes[1].base make 314, or with their tax 340",
  ],
  [
    "a subtotal and taxes of rates",
    [...GROUPS, TAXES, "let net role=totals.net = sum(items[].amount)", given(341)],
    "total is 341, but net and taxes[0].tax and taxes[1].tax make 340",
  ],
  [
    "a tax and no subtotal",
    ["let tax role=totals.tax = 31", given(346)],
    "total is 346, but items[0].amount and items[1].amount make 314, or with their tax 345",
  ],
  [
    "postage that has no role",
    ["field post int example=500", "let total role=totals.gross = sum(items[].amount) + post + 1"],
    "total is 815, but items[0].amount and items[1].amount make 314, or with their tax 345 or 339",
  ],
  [
    "an amount due without its balance",
    ["field before int role=totals.carried example=1000", "field total int role=totals.due example=900"],
    "total is 900, but items[0].amount and items[1].amount and before make 1,314, or with their tax 1,345 or 1,339",
  ],
];

describe("a grand total without a subtotal and a tax of the whole", () => {
  test.each(RIGHT)("is right: %s", (_, declarations) => {
    expect(sumsOf(declarations, SHOWN)).toEqual([]);
  });

  test.each(FALSE)("is false: %s", (_, declarations, told) => {
    const [found, ...others] = sumsOf(declarations, SHOWN);
    expect(found).toContain(`error sums ${told}`);
    expect(others).toEqual([]);
  });
});

test("a whole form without the roles of its subtotal and tax is still added up", () => {
  const bare = changed(example("invoice"), [" role=totals.net ", " "], [" role=totals.tax ", " "]);
  const sums = (source: string) => findingsUnder(invoice, source).filter((one) => one.includes(" sums "));
  expect(sums(bare)).toEqual([]);
  expect(sums(changed(bare, ["= net + tax", "= net + tax + 1"]))).toHaveLength(1);
  const rates = changed(example("invoice-qualified"), [" role=totals.net ", " "], [" role=totals.tax ", " "]);
  const told = findingsUnder(qualifiedInvoice, rates).filter((one) => one.includes(" sums "));
  expect(told).toEqual([]);
  expect(findingsUnder(invoice, form("simplified-invoice")).filter((one) => one.includes(" sums "))).toEqual([]);
});
