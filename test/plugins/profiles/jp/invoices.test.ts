import { describe, expect, test } from "vitest";
import { compileSource, examplePayload } from "../../../../src/core/canvas/index.ts";
import { checkForm } from "../../../../src/core/rule-tester/index.ts";
import { JAPANESE_PROFILES } from "../../../../src/plugins/profiles/jp/index.ts";
import {
  invoice,
  nonregisteredInvoice,
  qualifiedInvoice,
  returnInvoice,
  selfBilling,
  simplifiedInvoice,
} from "../../../../src/plugins/profiles/jp/invoices/index.ts";
import { checkDigit } from "../../../../src/plugins/profiles/jp/invoices/rules/registration-number.ts";
import { type BrokenForm, changed, example, findingsUnder, form, tellBroken } from "./broken-forms.ts";

const QUALIFIED = example("invoice-qualified");

/** The form's own examples as data, with another registration number. */
function withNumber(source: string, number: string): unknown {
  const { value } = compileSource(source);
  if (value === null) throw new Error("the form does not compile");
  const data: { issuer: { regNo: string } } = JSON.parse(examplePayload(value));
  data.issuer.regNo = number;
  return data;
}

const BROKEN: readonly BrokenForm[] = [
  {
    profile: qualifiedInvoice,
    rule: "issuer-name",
    name: "the issuer's name is shown nowhere",
    source: changed(QUALIFIED, ["text (issuer.name) x=0mm", 'text "当社" x=0mm']),
  },
  {
    profile: qualifiedInvoice,
    rule: "registration-number",
    name: "the number is drawn under a condition that is not met",
    source: changed(QUALIFIED, ["x=0mm y=6mm w=54mm h=5mm", "x=0mm y=6mm w=54mm h=5mm when=(carried > 0)"]),
  },
  {
    profile: qualifiedInvoice,
    rule: "registration-number",
    name: "the number has the colour of the paper",
    source: changed(QUALIFIED, ["x=0mm y=6mm w=54mm h=5mm", "x=0mm y=6mm w=54mm h=5mm color=#fefefe"]),
  },
  {
    profile: qualifiedInvoice,
    rule: "registration-number-format",
    name: "a wrong check digit, which a sole proprietor may have",
    source: changed(QUALIFIED, ["T2380001023456", "T3380001023456"]),
  },
  {
    profile: qualifiedInvoice,
    rule: "registration-number-format",
    name: "a hyphen, and full-width digits",
    source: changed(QUALIFIED, ["pattern='^T[0-9]{13}$' example=\"T2380001023456\"", 'example="Ｔ2-3800-0102-3456"']),
  },
  {
    profile: qualifiedInvoice,
    rule: "registration-number-format",
    name: "twelve digits",
    source: changed(QUALIFIED, ["pattern='^T[0-9]{13}$' example=\"T2380001023456\"", 'example="T238000102345"']),
  },
  {
    profile: qualifiedInvoice,
    rule: "transaction-date",
    name: "neither a period nor days of lines",
    source: changed(QUALIFIED, ["role=transaction.period ", ""], ["role=line.date ", ""]),
  },
  {
    profile: qualifiedInvoice,
    rule: "description",
    name: "a line without a description",
    source: changed(QUALIFIED, ['"飲料水（2L×6本）"', '""']),
  },
  {
    profile: qualifiedInvoice,
    rule: "description-wording",
    name: "品代",
    source: changed(QUALIFIED, ['"配送料"', '"品代"']),
  },
  {
    profile: qualifiedInvoice,
    rule: "reduced-rate-mark",
    name: "no marks, and no words about them",
    source: changed(QUALIFIED, ["{if(.rate == 8, ' ※', '')}", ""], [" role=tax.reducedNote", ""]),
  },
  {
    profile: qualifiedInvoice,
    rule: "reduced-rate-mark",
    name: "a mark on a line at the standard rate",
    source: changed(QUALIFIED, ["if(.rate == 8, ' ※', '')", "' ※'"]),
  },
  {
    profile: qualifiedInvoice,
    rule: "totals-by-rate",
    name: "the column of bases is left out",
    source: changed(QUALIFIED, [
      "column base \"税抜金額\" w=1fr align=right format='#,##0'",
      'column base "税抜金額" "別紙" w=1fr',
    ]),
  },
  {
    profile: qualifiedInvoice,
    rule: "totals-by-rate",
    name: "the rates are not said",
    source: changed(QUALIFIED, ['"{.key}%対象"', '"対象"'], ['"{.rate}%"', '""'], ["（8%）", ""]),
  },
  {
    profile: qualifiedInvoice,
    rule: "tax-in-or-out",
    name: "neither 税抜 nor 税込",
    source: changed(QUALIFIED, ["税抜金額", "金額"], ["税込合計", "合計"]),
  },
  {
    profile: qualifiedInvoice,
    rule: "tax-by-rate",
    name: "the tax of each rate has no role",
    source: changed(QUALIFIED, [" role=tax.amount ", ""]),
  },
  {
    profile: qualifiedInvoice,
    rule: "recipient-name",
    name: "the recipient's name is shown nowhere",
    source: changed(QUALIFIED, ["{customer.name} {customer.title}", "お客様"]),
  },
  {
    profile: qualifiedInvoice,
    rule: "recipient-wording",
    name: "上様",
    source: changed(QUALIFIED, ['example="株式会社山本食品"', 'example="上様"']),
  },
  {
    profile: qualifiedInvoice,
    rule: "tax-rounded-once",
    name: "tax is rounded line by line",
    source: changed(
      QUALIFIED,
      [
        "let taxes[].tax    role=tax.amount   = round(.base * .key / 100, 0, down)",
        "let taxes[].tax    role=tax.amount   = sum(.items[].lineTax)",
      ],
      [
        "let taxes[]        role=tax.groups",
        "let items[].lineTax = round(.amount * .rate / 100, 0, down)\nlet taxes[]        role=tax.groups",
      ],
    ),
  },
  {
    profile: qualifiedInvoice,
    rule: "tax-amount",
    name: "tax is rounded line by line, and a yen is lost",
    source: changed(
      QUALIFIED,
      [
        "let taxes[].tax    role=tax.amount   = round(.base * .key / 100, 0, down)",
        "let taxes[].tax    role=tax.amount   = sum(.items[].lineTax)",
      ],
      [
        "let taxes[]        role=tax.groups",
        "let items[].lineTax = round(.amount * .rate / 100, 0, down)\nlet taxes[]        role=tax.groups",
      ],
      ["[48000, 3280, 612.5, 5500]", "[48003, 3280, 612.5, 5506]"],
    ),
  },
  {
    profile: qualifiedInvoice,
    rule: "tax-amount",
    name: "a rate that no law knows",
    source: changed(
      QUALIFIED,
      ["enum(10, 8)", "enum(10, 9)"],
      ["if(.rate == 8", "if(.rate == 9"],
      ["[10, 8, 8, 10]", "[10, 9, 9, 10]"],
    ),
  },
  {
    profile: qualifiedInvoice,
    rule: "tax-amount",
    name: "tax that is half a yen off before it is printed",
    source: changed(QUALIFIED, ["round(.base * .key / 100, 0, down)", ".base * .key / 100 + 0.5"]),
  },
  {
    profile: qualifiedInvoice,
    rule: "sums",
    name: "a total that leaves the tax of a rate out",
    source: changed(QUALIFIED, ["= sum(taxes[].tax)", "= sum(taxes[.key == 10].tax)"]),
  },
  {
    profile: qualifiedInvoice,
    rule: "sums",
    name: "an amount that is not quantity times price",
    source: changed(QUALIFIED, ["round(.qty * .price, 0, down)", "round(.qty * .price * 1.1, 0, down)"]),
  },
  {
    profile: qualifiedInvoice,
    rule: "headline",
    name: "the total stands out, and not what is to be paid",
    source: changed(
      QUALIFIED,
      ["ご請求額　¥{format(due, '#,##0')}\" style=head", "ご請求額　¥{format(total, '#,##0')}\" style=head"],
      [
        "【{label(payment.status)}】\" color=alert when=(payment.status == 'paid')",
        "差引ご請求額　{format(due, '#,##0')}\"",
      ],
      ["default=0 example=0", "default=0 example=500"],
    ),
  },
  {
    profile: nonregisteredInvoice,
    rule: "total-with-tax",
    name: "no total with tax",
    source: changed(form("nonregistered-invoice"), [" role=totals.gross", ""]),
  },
  {
    profile: nonregisteredInvoice,
    rule: "look-alike",
    name: "登録番号 on the form of an issuer who is not registered",
    source: changed(form("nonregistered-invoice"), ['text "TEL {issuer.tel}"', 'text "登録番号 T2380001023456"']),
  },
  {
    profile: returnInvoice,
    rule: "return-date",
    name: "the day of the return has no role",
    source: changed(form("return-invoice"), ["role=transaction.date ", ""]),
  },
  {
    profile: returnInvoice,
    rule: "original-date",
    name: "the original supply is not said",
    source: changed(form("return-invoice"), ["role=transaction.originalDate", ""]),
  },
  {
    profile: returnInvoice,
    rule: "tax-or-rate",
    name: "totals without tax and rate",
    source: changed(
      form("return-invoice"),
      ["role=tax.amount ", ""],
      ["role=totals.tax ", ""],
      ['"{.key}%対象"', '"対象"'],
      ["（8%）", ""],
    ),
  },
  {
    profile: selfBilling,
    rule: "supplier-name",
    name: "the supplier's name has no role",
    source: changed(form("self-billing"), ["role=recipient.name ", ""]),
  },
  {
    profile: selfBilling,
    rule: "confirmation",
    name: "nobody asks the supplier to confirm",
    source: changed(form("self-billing"), [
      '記載内容のとおり確認があったものといたします。" size=small role=recipient.confirmation',
      'ご連絡ください。" size=small',
    ]),
  },
];

describe("complete forms are clean under their profiles", () => {
  test.each([
    [qualifiedInvoice, QUALIFIED],
    [invoice, QUALIFIED],
    [invoice, example("invoice")],
    [invoice, form("nonregistered-invoice")],
    [nonregisteredInvoice, form("nonregistered-invoice")],
    [returnInvoice, form("return-invoice")],
    [selfBilling, form("self-billing")],
    [simplifiedInvoice, form("simplified-invoice")],
  ])("$name", (profile, source) => {
    expect(findingsUnder(profile, source)).toEqual([]);
  });
});

test("each broken form is found by its rule, with these words", async () => {
  await expect(tellBroken(BROKEN)).toMatchFileSnapshot("golden/invoices.findings.txt");
});

describe("a registration number", () => {
  const told = (source: string, number?: string): readonly string[] => {
    const data = number === undefined ? {} : { data: withNumber(source, number) };
    const { diagnostics } = checkForm([qualifiedInvoice], { source, ...data });
    const own = diagnostics.filter(({ code }) => code === "jp.qualified-invoice/registration-number-format");
    return own.map(({ severity, message }) => `${severity} ${message}`);
  };

  test("of sample forms is taken in examples, and refused in data", () => {
    const sample = QUALIFIED.replace("T2380001023456", "T1234567890123");
    expect(told(sample)).toEqual([]);
    expect(told(sample, "T1234567890123")).toEqual([
      "error T1234567890123 is the number of sample forms and belongs to nobody",
    ]);
    expect(told(sample, "T2380001023456")).toEqual([]);
  });

  test("without the check digit is a slip of a corporation, and may be right of a sole proprietor", () => {
    const wrong = QUALIFIED.replace("T2380001023456", "T3380001023456");
    const kind = (value: string) =>
      wrong.replace(/^field issuer/m, `field issuer.sort string(10) role=issuer.kind example="${value}"\nfield issuer`);
    const sentence = '"T3380001023456" fails the check digit of corporate numbers: the first digit would be 2';
    expect(told(kind("法人"))).toEqual([`error ${sentence}`]);
    expect(told(kind("個人事業主"))).toEqual([`warning ${sentence}`]);
  });
});

test("findings and the words about rules never say that a form complies", () => {
  const words = JSON.stringify(JAPANESE_PROFILES);
  expect(words).not.toMatch(/complian|complies|準拠|適法です/i);
});

test("each finding of a rule with a legal basis cites its law and article", () => {
  const { diagnostics } = checkForm([qualifiedInvoice], { source: QUALIFIED.replace(/ +role=recipient\.name/g, "") });
  const found = diagnostics.find(({ code }) => code === "jp.qualified-invoice/recipient-name");
  expect(found?.why).toMatch(/消費税法 57条の4第1項6号, https:\/\/laws\.e-gov\.go\.jp\//);
});

test("every rule of the family is shown broken once", () => {
  const profiles = [invoice, nonregisteredInvoice, qualifiedInvoice, returnInvoice, selfBilling, simplifiedInvoice];
  const ids = new Set(profiles.flatMap(({ rules }) => rules.map(({ meta }) => meta.id)));
  expect([...ids].filter((id) => !BROKEN.some(({ rule }) => rule === id))).toEqual([]);
});

test.each([
  ["000012050002", 7],
  ["011001098993", 4],
  ["234567890123", 9],
])("the check digit of %s is %i", (base, digit) => {
  expect(checkDigit(base)).toBe(digit);
});
