import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bundledFonts, createEngine, profilesInThisThread } from "../../../../../src/core/engine/index.ts";
import { JAPANESE_PROFILES } from "../../../../../src/plugins/profiles/jp/index.ts";
import { jpPint } from "../../../../../src/plugins/profiles/jp/pint/index.ts";
import { periodOf } from "../../../../../src/plugins/profiles/jp/pint/period.ts";
import { UNIT_CODES, unitCode } from "../../../../../src/plugins/profiles/jp/pint/units.ts";
import { inLane } from "../../../../support/lane.ts";
import { broken, UNIT_LIST } from "./rules.ts";
import { rootOf, texts } from "./ubl-reading.ts";

const engine = createEngine({
  fonts: bundledFonts(),
  renderers: async () => [],
  profiles: profilesInThisThread(JAPANESE_PROFILES, "test", [jpPint]),
});

const STANDARD = formNamed("standard");
const NON_REGISTERED = formNamed("non-registered");

function formNamed(name: string): string {
  return readFileSync(new URL(`./forms/${name}.rpt`, import.meta.url), "utf8");
}

function exported(source: string, data: unknown = null) {
  const bytes = data === null ? null : new TextEncoder().encode(JSON.stringify(data));
  const { value, diagnostics } = engine.export({ source, data: bytes, format: "jp-pint" });
  return { text: value?.text ?? null, codes: diagnostics.map(({ code }) => code), diagnostics };
}

function textOf(source: string, data: unknown = null): string {
  const { text, diagnostics } = exported(source, data);
  if (text === null) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  return text;
}

const LINE = { date: "2026-10-03", name: "机", qty: 2, unit: "台", price: 48000, rate: "10%" };
const INVOICE = {
  ...{ number: "P-2", issued: "2026-10-31", due: "2026-11-30", period: "2026年10月分", account: "本店 普通 1234567" },
  issuer: { name: "株式会社青葉製作所", regNo: "T2380001023456", address: "宮城県仙台市" },
  buyer: { name: "株式会社山本食品", number: "7000012050002" },
  items: [LINE],
};

function withItems(...items: readonly object[]) {
  return { ...INVOICE, items: items.map((item) => ({ ...LINE, ...item })) };
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

  test("any lines give an invoice that keeps the rules", () => {
    const line = fc.record({
      qty: fc.integer({ min: -50, max: 500 }),
      price: fc.integer({ min: -900, max: 90_000 }),
      rate: fc.constantFrom("10%", "8%", "非課税", "不課税"),
      unit: fc.constantFrom("個", "台", "時間", "ｋｇ", "膳"),
    });
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), (lines) => {
        expect(broken(rootOf(textOf(STANDARD, withItems(...lines))), "standard")).toEqual([]);
      }),
      { numRuns: inLane({ fast: 10, full: 200 }) },
    );
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

describe("forms whose amounts hold their tax", () => {
  const INCLUDED = STANDARD.replace(
    /let taxes\[\]\.tax .*/,
    "let taxes[].tax role=tax.amount = " +
      "case(.key == '10%', floor(.base * 10 / 110), .key == '8%', floor(.base * 8 / 108), 0)",
  )
    .replace("= sum(taxes[].base)", "= sum(taxes[].base) - sum(taxes[].tax)")
    .replace("税抜金額", "税込金額");

  test("are converted where every amount has a whole one without tax", () => {
    const invoice = rootOf(textOf(INCLUDED, withItems({ qty: 2, price: 1100 }, { qty: 1, price: 1080, rate: "8%" })));
    expect(broken(invoice, "standard")).toEqual([]);
    expect(texts(invoice, "InvoiceLine/LineExtensionAmount")).toEqual(["2000", "1000"]);
    expect(texts(invoice, "LegalMonetaryTotal/TaxInclusiveAmount")).toEqual(["3280"]);
  });

  test("are refused where one has none", () => {
    const { text, codes } = exported(INCLUDED, withItems({ qty: 1, price: 1000 }));
    expect(text).toBeNull();
    expect(codes).toContain("jp-pint/tax-included");
  });
});

test("units as Japanese invoices write them have codes of the published list", () => {
  expect(UNIT_CODES.filter((code) => !UNIT_LIST.has(code))).toEqual([]);
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
