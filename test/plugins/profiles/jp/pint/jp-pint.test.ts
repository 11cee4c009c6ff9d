import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { periodOf } from "../../../../../src/plugins/profiles/jp/items/period.ts";
import { UNIT_CODES, unitCode } from "../../../../../src/plugins/profiles/jp/pint/units.ts";
import { inLane } from "../../../../support/lane.ts";
import { UNITS } from "./code-lists.ts";
import {
  exportAnswer,
  INVOICE,
  NON_REGISTERED,
  SELF_BILLING,
  STANDARD,
  samples,
  TAX_INCLUDED,
  textOf,
  withItems,
} from "./exporting.ts";
import { MUTANTS, SOUND } from "./mutants.ts";
import { broken, ruleNames } from "./rules.ts";
import { rootOf, texts } from "./ubl-reading.ts";

function exported(source: string, data: unknown = null) {
  const { value, diagnostics } = exportAnswer(source, data);
  return {
    text: value === null ? null : new TextDecoder().decode(value.bytes),
    codes: diagnostics.map(({ code }) => code),
    diagnostics,
  };
}

describe("what is written", () => {
  test("a qualified invoice is the standard invoice, and nothing of it changes unseen", async () => {
    const text = textOf(STANDARD);
    expect(broken(rootOf(text), "standard")).toEqual([]);
    await expect(text).toMatchFileSnapshot("golden/standard.xml");
  });

  test("an invoice without registration number is that of a supplier who is not registered", async () => {
    const text = textOf(NON_REGISTERED);
    expect(broken(rootOf(text), "non-registered")).toEqual([]);
    await expect(text).toMatchFileSnapshot("golden/non-registered.xml");
  });

  test("a 仕入明細書 is the self-billed invoice, whose seller is the form's recipient", async () => {
    const text = textOf(SELF_BILLING);
    const invoice = rootOf(text);
    expect(broken(invoice, "self-billing")).toEqual([]);
    const [seller, buyer] = ["AccountingSupplierParty", "AccountingCustomerParty"].map((party) =>
      texts(invoice, `${party}/Party/PartyLegalEntity/RegistrationName`).join(),
    );
    expect([seller, buyer]).toEqual(["株式会社青葉製作所", "みやぎ百貨店株式会社"]);
    await expect(text).toMatchFileSnapshot("golden/self-billing.xml");
    // Without its profile it is known by its asking to be confirmed.
    expect(textOf(SELF_BILLING.replace(" profile=jp.self-billing", ""))).toBe(text);
  });

  test("the same form and data give the same bytes", () => {
    expect(textOf(STANDARD, INVOICE)).toBe(textOf(STANDARD, INVOICE));
  });

  test("returns, discounts, 非課税 and 不課税 have the categories and signs that the rules ask for", () => {
    const data = withItems(
      {},
      { name: "返品", qty: -1 },
      { name: "値引", price: -500, qty: 1, unit: "回" },
      { name: "教科書", price: 349, qty: 3, unit: "冊", rate: "非課税" },
      { name: "印紙の立替", price: 400, qty: 1, rate: "不課税" },
    );
    const invoice = rootOf(textOf(STANDARD, data));
    expect(broken(invoice, "standard")).toEqual([]);
    expect(texts(invoice, "InvoiceLine/InvoicedQuantity")).toEqual(["2", "-1", "-1", "3", "1"]);
    expect(texts(invoice, "InvoiceLine/Price/PriceAmount")).toEqual(["48000", "48000", "500", "349", "400"]);
    expect(texts(invoice, "TaxTotal/TaxSubtotal/TaxCategory/ID")).toEqual(["S", "E", "O"]);
    expect(texts(invoice, "TaxTotal/TaxSubtotal/TaxAmount")).toEqual(["4750", "0", "0"]);
  });

  test("before the reduced rate, 8 % was the standard rate", () => {
    const invoice = rootOf(textOf(STANDARD, withItems({ date: "2019-09-30", rate: "8%" })));
    expect(texts(invoice, "TaxTotal/TaxSubtotal/TaxCategory/ID")).toEqual(["S"]);
  });

  test("texts are escaped, and control characters do not reach the file", () => {
    const text = textOf(STANDARD, { ...INVOICE, buyer: { ...INVOICE.buyer, name: 'A & B <"C">' } });
    expect(text).toContain("A &amp; B &lt;&quot;C&quot;&gt;");
    expect(texts(rootOf(text), "AccountingCustomerParty/Party/PartyLegalEntity/RegistrationName")).toEqual([
      'A & B <"C">',
    ]);
  });

  test("invoices of every kind keep the rules", () => {
    fc.assert(
      fc.property(samples, ({ kind, source, data }) => {
        expect(broken(rootOf(textOf(source, data)), kind)).toEqual([]);
      }),
      { numRuns: inLane({ fast: 15, full: 300 }) },
    );
  });
});

describe("the rules as the tests ask them", () => {
  test.each(["standard", "non-registered", "self-billing"] as const)(
    "the %s invoice that is broken below keeps them",
    (kind) => {
      expect(broken(rootOf(SOUND[kind]), kind)).toEqual([]);
    },
  );

  test.each(MUTANTS.map(({ kind, rule, text }) => [kind, rule, text] as const))(
    "of a %s invoice, %s finds what breaks it",
    (kind, rule, text) => {
      expect(broken(rootOf(text), kind)).toContain(rule);
    },
  );

  test("each has an invoice that breaks it", () => {
    const tried = new Set(MUTANTS.map(({ rule }) => rule));
    expect(
      [...ruleNames("standard"), ...ruleNames("non-registered"), ...ruleNames("self-billing")].filter(
        (name) => !tried.has(name),
      ),
    ).toEqual([]);
  });
});

describe("what is refused", () => {
  const without = (role: string) => (source: string) =>
    source.replace(new RegExp(` role=${role.replace(".", "\\.")}(?= |$)`, "m"), "");
  const refused: readonly (readonly [string, string, string, string])[] = [
    ["no number of the invoice", without("document.number")(STANDARD), "missing-role", "document.number"],
    ["no day of issue", without("document.issueDate")(STANDARD), "missing-role", "document.issueDate"],
    ["no name of the seller", without("issuer.name")(STANDARD), "missing-role", "issuer.name"],
    ["no name of the buyer", without("recipient.name")(STANDARD), "missing-role", "recipient.name"],
    [
      "no address on the network",
      without("recipient.corporateNumber")(STANDARD),
      "missing-role",
      "recipient.corporateNumber",
    ],
    ["no amounts", without("line.amount")(STANDARD), "missing-role", "line.amount"],
    ["no descriptions", without("line.description")(STANDARD), "missing-role", "line.description"],
    ["no quantities beside prices", without("line.quantity")(STANDARD), "missing-role", "line.quantity"],
    ["no tax of the rates", without("tax.amount")(STANDARD), "missing-role", "tax.amount"],
    ["no period", without("line.date")(without("transaction.period")(STANDARD)), "missing-role", "transaction.date"],
    [
      "no number of a seller who is not registered",
      without("issuer.corporateNumber")(NON_REGISTERED),
      "missing-role",
      "issuer.corporateNumber",
    ],
    [
      "a total that is no sum",
      STANDARD.replace("= net + tax", "= net + tax + 1"),
      "figure-differs",
      "total is computed as ¥191907 and the file has ¥191906 as the amount with tax (ibt-112)",
    ],
    [
      "a total of a rate that is printed apart",
      STANDARD.replace(
        'text "税抜合計',
        'text "10%対象 ¥{format(net + 1, \'#,##0\')}" role=tax.base\n    text "税抜合計',
      ),
      "figure-differs",
      "tax.base",
    ],
    [
      "a total that is printed apart",
      STANDARD.replace(`format(total, '#,##0')}"`, `format(total + 1, '#,##0')}" role=totals.gross`),
      "figure-differs",
      "totals.gross",
    ],
    ["tax of each line", STANDARD.replace("floor(.base * 0.08)", "floor(.base * 0.08) - 1"), "tax-amount", "8 %"],
    [
      "no number of the supplier on a 仕入明細書",
      without("recipient.registrationNumber")(SELF_BILLING),
      "missing-role",
      "recipient.registrationNumber",
    ],
    [
      "no address of its issuer on the network",
      without("issuer.corporateNumber")(SELF_BILLING),
      "missing-role",
      "issuer.corporateNumber",
    ],
    [
      "tax of a seller who is not registered",
      without("issuer.registrationNumber")(STANDARD),
      "tax-of-non-registered",
      "no registration number",
    ],
  ];
  test.each(refused)("%s", (_, source, id, words) => {
    const { text, diagnostics } = exported(source);
    expect(text).toBeNull();
    const own = diagnostics.filter(({ code }) => code.startsWith("jp-pint/"));
    expect(own.map(({ code }) => code)).toContain(`jp-pint/${id}`);
    expect(own.map(({ message, why }) => `${message}. ${why}`.replaceAll(",", "")).join("\n")).toContain(words);
    expect(own.every(({ span, repair }) => span.end > 0 && repair !== null)).toBe(true);
  });

  test("a rate that consumption tax never had, and a period that nobody can read, are told with their value", () => {
    const odd = STANDARD.replace('"不課税")', '"7%")');
    expect(exported(odd, withItems({ rate: "7%" })).codes).toContain("jp-pint/tax-rate");
    const vague = STANDARD.replace(" role=line.date", "");
    const { diagnostics } = exported(vague, { ...INVOICE, period: "秋頃" });
    expect(diagnostics.map(({ message }) => message)).toEqual(['"秋頃" is no period that can be read as two days']);
  });

  test("a field that is declared and empty is told by its path", () => {
    const optional = STANDARD.replace(/field buyer\.number +/, "field buyer.number? ");
    const { diagnostics } = exported(optional, { ...INVOICE, buyer: { name: "株式会社山本食品" } });
    expect(diagnostics.filter(({ severity }) => severity === "error").map(({ repair }) => repair?.title)).toEqual([
      "send data in which buyer.number has a value",
    ]);
  });

  test("each figure that is computed otherwise than from the lines is told", () => {
    for (const [let_, path] of [
      ["= sum(.items[].amount)", "taxes[0].base"],
      ["= sum(taxes[].base)", "net"],
      ["= sum(taxes[].tax)", "tax"],
      ["= net + tax", "total"],
    ] as const) {
      const { text, diagnostics } = exported(STANDARD.replace(let_, `${let_} + 1`));
      expect(text).toBeNull();
      expect(diagnostics.map(({ dataPath, code }) => [code, dataPath])).toContainEqual([
        "jp-pint/figure-differs",
        path,
      ]);
    }
  });
});

describe("the figures on paper and those in the file", () => {
  /** What is told of the standard form with one change. */
  function told(from: string | RegExp, to: string, data: unknown = null): readonly string[] {
    const source = STANDARD.replace(from, to);
    expect(source).not.toBe(STANDARD);
    const { text, diagnostics } = exported(source, data);
    expect(text).toBeNull();
    return diagnostics.filter(({ code }) => code.startsWith("jp-pint/figure-")).map(({ message }) => message);
  }

  const differs: readonly (readonly [string, string | RegExp, string, string])[] = [
    [
      "the amount of a line",
      "column amount \"金額\"   w=28mm align=right format='#,##0'",
      'column amount "金額" "{format(.amount - 1, \'#,##0\')}" w=28mm align=right role=line.amount',
      "line.amount is printed as ¥95,999, and the file has ¥96,000 as the amount of line 1 (ibt-131)",
    ],
    [
      "a price that is printed rounded",
      "column price  \"単価\"   w=24mm align=right format='#,##0.##'",
      "column price  \"単価\"   w=24mm align=right format='#,##0'",
      "items[2].price is printed as ¥613, and the file has ¥612.5 as the price (ibt-146) of line 3",
    ],
    [
      "a base in thousands",
      "column base \"税抜金額\" w=1fr align=right format='#,##0'",
      'column base "税抜金額" "{format(.base / 1000, \'#,##0\')}" w=1fr align=right role=tax.base',
      "tax.base is printed as ¥102, and the file has ¥74,312 as the base of 8 % (ibt-116)",
    ],
    [
      "the tax",
      /= sum\(taxes\[\]\.tax\)/,
      "= sum(taxes[].tax) + 2",
      "tax is computed as ¥16,096, and the file has ¥16,094 as the tax (ibt-110)",
    ],
  ];
  test.each(differs)("are one: %s", (_, from, to, sentence) => {
    expect(told(from, to)).toContain(sentence);
  });

  test("a quantity that is printed to fewer places than the data have is told without a currency", () => {
    const sentences = told(
      "column qty    \"数量\"   w=20mm align=right format='#,##0.##'",
      "column qty    \"数量\"   w=20mm align=right format='#,##0'",
      withItems({ qty: 1.25 }),
    );
    expect(sentences).toEqual([
      "items[0].qty is printed as 1, and the file has 1.25 as the quantity (ibt-129) of line 1",
    ]);
  });

  const missing: readonly (readonly [string, string | RegExp, string, string])[] = [
    [
      "what is to be paid",
      /text "税込合計.*/,
      "",
      "the file has ¥191,906 as what is to be paid (ibt-115), and the form prints it nowhere",
    ],
    [
      "the tax of a rate",
      /column tax {2}"消費税額".*/,
      "",
      "the file has ¥10,150 as the tax of 10 % (ibt-117), and the form prints it nowhere",
    ],
    [
      "the base of a rate",
      /column base "税抜金額".*/,
      "",
      "the file has ¥74,312 as the base of 8 % (ibt-116), and the form prints it nowhere",
    ],
  ];
  test.each(missing)("a file does not state alone %s", (_, from, to, sentence) => {
    expect(told(from, to)).toContain(sentence);
  });
});

describe("forms whose amounts hold their tax", () => {
  test("are converted where every amount has a whole one without tax", () => {
    const invoice = rootOf(
      textOf(TAX_INCLUDED, withItems({ qty: 2, price: 1100 }, { qty: 1, price: 1080, rate: "8%" })),
    );
    expect(broken(invoice, "standard")).toEqual([]);
    expect(texts(invoice, "InvoiceLine/LineExtensionAmount")).toEqual(["2000", "1000"]);
    expect(texts(invoice, "LegalMonetaryTotal/TaxInclusiveAmount")).toEqual(["3280"]);
  });

  test("are refused where one has none", () => {
    const { text, codes } = exported(TAX_INCLUDED, withItems({ qty: 1, price: 1000 }));
    expect(text).toBeNull();
    expect(codes).toContain("jp-pint/tax-included");
  });
});

test("units as Japanese invoices write them have codes of the published list", () => {
  expect(UNIT_CODES.filter((code) => !Object.hasOwn(UNITS, code))).toEqual([]);
  const units = ["個", "台", "箱", "式", "本", "枚", "ｋｇ", "KG", "㎡", "m³", "ヶ月", "ダース", "膳", null];
  expect(units.map(unitCode).join(" ")).toBe("H87 H87 XBX LS H87 XST KGM KGM MTK MTQ MON DZN C62 C62");
});

test("periods are read as they are printed", () => {
  const period = (text: string) => {
    const read = periodOf(text);
    return read === null ? null : `${read.start}/${read.end}`;
  };
  expect(
    [
      ...["2026年10月1日〜10月31日", "2026年10月1日～31日", "2026/10/01-2026/10/31", "令和8年10月1日から10月31日まで"],
      ...["2026年10月分", "R8.10.5", "2024年2月", "2026-10-01〜2026-10-31", "10月分", "2026年10月32日", "秋頃", ""],
    ].map(period),
  ).toEqual([
    ...Array.from({ length: 4 }, () => "2026-10-01/2026-10-31"),
    ...["2026-10-01/2026-10-31", "2026-10-05/2026-10-05", "2024-02-01/2024-02-29", "2026-10-01/2026-10-31"],
    ...[null, null, null, null],
  ]);
});
