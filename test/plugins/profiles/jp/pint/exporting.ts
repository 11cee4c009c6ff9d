// Forms of the tests, written as invoices: by one engine in this thread, from payloads of many kinds.
import { readFileSync } from "node:fs";
import fc from "fast-check";
import {
  bundledFonts,
  createEngine,
  type ExportAnswer,
  profilesInThisThread,
} from "../../../../../src/core/engine/index.ts";
import { JAPANESE_PROFILES } from "../../../../../src/plugins/profiles/jp/index.ts";
import { jpPint } from "../../../../../src/plugins/profiles/jp/pint/index.ts";

const engine = createEngine({
  fonts: bundledFonts(),
  renderers: async () => [],
  profiles: profilesInThisThread(JAPANESE_PROFILES, "test", [jpPint]),
});

export const STANDARD = formNamed("standard");
export const NON_REGISTERED = formNamed("non-registered");

/** The good form of its profile, by a maker who can be reached on the network. */
export const SELF_BILLING = readFileSync(new URL("../forms/self-billing.rpt", import.meta.url), "utf8").replace(
  /(?=field maker\.address)/,
  () => "field maker.number string role=issuer.corporateNumber pattern='^[0-9]{13}$' example=\"5120001034567\"\n",
);

function formNamed(name: string): string {
  return readFileSync(new URL(`./forms/${name}.rpt`, import.meta.url), "utf8");
}

/** The example with copies, and a balance in the customer's favour that is taken off. */
export const QUALIFIED = readFileSync("docs/examples/invoice-qualified.rpt", "utf8");

/** The standard form of a seller who exports. */
export const EXPORTING = STANDARD.replace('"不課税")', '"不課税", "輸出免税")');

/** The standard form with amounts that hold their tax. */
export const TAX_INCLUDED = STANDARD.replace(
  /let taxes\[\]\.tax .*/,
  "let taxes[].tax role=tax.amount = " +
    "case(.key == '10%', floor(.base * 10 / 110), .key == '8%', floor(.base * 8 / 108), 0)",
)
  .replace("= sum(taxes[].base)", "= sum(taxes[].base) - sum(taxes[].tax)")
  .replace("税抜金額", "税込金額");

export function exportAnswer(source: string, data: unknown = null): ExportAnswer {
  const bytes = data === null ? null : new TextEncoder().encode(JSON.stringify(data));
  return engine.export({ source, data: bytes, format: "jp-pint" });
}

export function textOf(source: string, data: unknown = null): string {
  const { value, diagnostics } = exportAnswer(source, data);
  if (value === null) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  return new TextDecoder().decode(value.bytes);
}

export const LINE = { date: "2026-10-03", name: "机", qty: 2, unit: "台", price: 48000, rate: "10%" };
export const INVOICE = {
  ...{ number: "P-2", issued: "2026-10-31", due: "2026-11-30", period: "2026年10月分", account: "本店 普通 1234567" },
  issuer: { name: "株式会社青葉製作所", regNo: "T2380001023456", address: "宮城県仙台市" },
  buyer: { name: "株式会社山本食品", number: "7000012050002" },
  items: [LINE],
};

export function withItems(...items: readonly object[]) {
  return { ...INVOICE, items: items.map((item) => ({ ...LINE, ...item })) };
}

export type Kind = "standard" | "non-registered" | "self-billing";

/** A form and its data, and which of the two invoices they make. */
export interface Sample {
  readonly kind: Kind;
  readonly source: string;
  readonly data: unknown;
}

const unit = fc.constantFrom("個", "台", "箱", "時間", "ｋｇ", "膳", "式", "ヶ月", "㎡", "足");
const name = fc.constantFrom(
  "机",
  '飲料水<2L> & "箱"',
  "値引",
  "返品（10月5日分）",
  "𠮷野家の牛丼の具",
  "Ａ４コピー用紙",
);

/** Several rates, discounts and returns as negative prices and quantities, fractions, words for what has no tax. */
const taxedLine = fc.record({
  name,
  unit,
  qty: fc.oneof(
    fc.integer({ min: -50, max: 500 }),
    fc.integer({ min: 1, max: 9999 }).map((hundredths) => hundredths / 100),
  ),
  price: fc.oneof(
    fc.integer({ min: -900, max: 90_000 }),
    fc.integer({ min: 1, max: 99_999 }).map((cents) => cents / 100),
  ),
  rate: fc.constantFrom("10%", "8%", "非課税", "不課税"),
});

/** Amounts that are whole without their tax: multiples of 11 and of 27. */
const wholeLine = fc.oneof(
  fc.record({ name, unit, qty: fc.integer({ min: 1, max: 40 }), price: multipleOf(11), rate: fc.constant("10%") }),
  fc.record({ name, unit, qty: fc.integer({ min: 1, max: 40 }), price: multipleOf(27), rate: fc.constant("8%") }),
);

function multipleOf(base: number) {
  return fc.integer({ min: 1, max: 3000 }).map((times) => times * base);
}

const untaxedLine = fc.record({
  name,
  unit,
  qty: fc.integer({ min: 1, max: 99 }),
  price: fc.integer({ min: -900, max: 90_000 }),
  rate: fc.constantFrom(10, 8),
});

const suppliedLine = fc.record({
  name,
  qty: fc.integer({ min: -30, max: 500 }),
  price: fc.integer({ min: 1, max: 9_000_000 }).map((cents) => cents / 100),
  rate: fc.constantFrom(10, 8),
});

const exportedLine = fc.record({
  name,
  qty: fc.integer({ min: 1, max: 40 }),
  price: fc.integer({ min: 1, max: 90_000 }),
  rate: fc.constantFrom("輸出免税", "10%"),
});

const datedLine = fc.record({
  name,
  unit,
  date: fc.constantFrom("2026-10-01", "2026-10-31"),
  qty: fc.integer({ min: 1, max: 9999 }).map((hundredths) => hundredths / 100),
  price: fc.integer({ min: 0, max: 999_999 }).map((cents) => cents / 100),
  rate: fc.constantFrom(10, 8),
});

/** Invoices of every kind that the forms can say. */
export const samples: fc.Arbitrary<Sample> = fc.oneof(
  { weight: 3, arbitrary: sampleOf("standard", STANDARD, taxedLine, (items) => withItems(...items)) },
  { weight: 1, arbitrary: sampleOf("standard", EXPORTING, exportedLine, (items) => withItems(...items)) },
  { weight: 1, arbitrary: sampleOf("standard", QUALIFIED, datedLine, qualified) },
  { weight: 1, arbitrary: sampleOf("standard", TAX_INCLUDED, wholeLine, (items) => withItems(...items)) },
  { weight: 1, arbitrary: sampleOf("non-registered", NON_REGISTERED, untaxedLine, nonRegistered) },
  { weight: 1, arbitrary: sampleOf("self-billing", SELF_BILLING, suppliedLine, selfBilling) },
);

function sampleOf(
  kind: Kind,
  source: string,
  line: fc.Arbitrary<object>,
  dataOf: (items: readonly object[]) => unknown,
): fc.Arbitrary<Sample> {
  return fc.array(line, { minLength: 1, maxLength: 8 }).map((items) => ({ kind, source, data: dataOf(items) }));
}

/** With a balance that depends on the number of lines. */
function qualified(items: readonly object[]) {
  return {
    issuer: { name: "株式会社青葉製作所", regNo: "T2380001023456", address: "宮城県仙台市青葉区一番町1-1-1" },
    customer: { name: "株式会社山本食品", number: "7370001045678" },
    invoice: { number: "Q-1", date: "2026-10-31", period: "2026年10月1日〜10月31日", due: "2026-11-30" },
    payment: { status: "unpaid" },
    carried: (items.length % 3) * -1000,
    items,
  };
}

function nonRegistered(items: readonly object[]) {
  return {
    ...{ number: "N-1", issued: "2026-11-05", supplied: "2026-11-04", items },
    issuer: { name: "青空デザイン合同会社", number: "4011001098993" },
    buyer: { name: "株式会社みどり商店", number: "7000012050002" },
  };
}

function selfBilling(items: readonly object[]) {
  return {
    note: { number: "S-1", date: "2026-11-04", period: "2026年10月分" },
    maker: { name: "みやぎ百貨店株式会社", number: "5120001034567", address: "宮城県仙台市青葉区中央2-2-2" },
    supplier: { name: "株式会社青葉製作所", regNo: "T2380001023456" },
    items,
  };
}
