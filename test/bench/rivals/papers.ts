// What every contestant prints: an invoice of one page, and a ledger over many. Every run has other texts and numbers,
// so that nobody's cache answers for it; all texts are formatted here, and Platen alone computes them again itself.
import { ledgerPayload } from "../ledger.ts";

export type Language = "ja" | "en";

export interface Labels {
  readonly title: string;
  readonly to: string;
  readonly number: string;
  readonly date: string;
  readonly greeting: string;
  readonly due: string;
  readonly columns: readonly [no: string, name: string, qty: string, unit: string, price: string, amount: string];
  readonly subtotal: string;
  readonly tax: string;
  readonly total: string;
  readonly bank: string;
  readonly remarks: string;
}

export interface Invoice {
  readonly language: Language;
  readonly labels: Labels;
  readonly number: string;
  readonly date: string;
  readonly customer: string;
  readonly customerAddress: readonly string[];
  readonly issuer: string;
  readonly issuerAddress: readonly string[];
  /** Texts of the six columns. */
  readonly lines: readonly (readonly string[])[];
  readonly subtotal: string;
  readonly tax: string;
  readonly total: string;
}

export interface Ledger {
  readonly title: string;
  readonly period: string;
  readonly columns: readonly string[];
  /** Millimetres; they add up to 190. */
  readonly widthsMm: readonly number[];
  readonly rightFrom: ReadonlySet<number>;
  readonly rows: readonly (readonly string[])[];
  readonly totalLabel: string;
  readonly total: string;
}

export const LABELS: Readonly<Record<Language, Labels>> = {
  ja: {
    title: "請求書",
    to: "御中",
    number: "請求番号",
    date: "請求日",
    greeting: "下記のとおりご請求申し上げます。お支払期限までにお振り込みくださいますようお願いいたします。",
    due: "ご請求金額（税込）",
    columns: ["No.", "品名・摘要", "数量", "単位", "単価", "金額"],
    subtotal: "小計",
    tax: "消費税（10%）",
    total: "合計金額",
    bank: "お振込先：みずほ銀行 梅田支店 普通 0123456 カ）アオゾラデザイン",
    remarks:
      "備考：振込手数料は貴社にてご負担くださいますようお願い申し上げます。ご不明な点は経理部までお問い合わせください。",
  },
  en: {
    title: "INVOICE",
    to: "",
    number: "Invoice number",
    date: "Date",
    greeting: "Please pay the amount below by the end of next month. Thank you for your business with us.",
    due: "Amount due (tax included)",
    columns: ["No.", "Description", "Quantity", "Unit", "Price", "Amount"],
    subtotal: "Subtotal",
    tax: "Tax (10%)",
    total: "Total",
    bank: "Bank: First National Bank, Springfield branch, account 0123456, Bluesky Design LLC",
    remarks:
      "Remarks: bank charges are to be paid by the customer. For questions please call our accounting department.",
  },
};

const GOODS: Readonly<Record<Language, readonly string[]>> = {
  ja: [
    "基幹業務システム改修設計支援",
    "帳票出力機能の追加開発一式",
    "月次保守サービス（平日九時〜十八時）",
    "クラウド環境利用料・監視費用",
    "消耗品（用紙、トナー、封筒）",
    "操作研修および教材印刷の実施",
    "搬入設置作業と廃棄物の処理",
    "通信回線増設工事（第二倉庫）",
    "緊急対応出張旅費精算分",
    "図面の作成と翻訳（英日）",
    "写真撮影および画像補正",
  ],
  en: [
    "Design support for the core system",
    "Additional development of reports",
    "Monthly maintenance (weekdays 9-18)",
    "Cloud usage and monitoring fees",
    "Consumables: paper, toner, envelopes",
    "Training and printing of manuals",
    "Delivery, installation and disposal",
    "Network extension, second warehouse",
    "Travel expenses for urgent visits",
    "Drawings and translation",
    "Photography and retouching",
  ],
};

const LINES = 10;

/** Letters of customers' and towns' names: other ones in each invoice, so that no file has the glyphs of another. */
const NAMES = [
  ..."青赤白黒金銀銅鉄石岩砂谷沢池沼湖海浜浦島崎岬岡坂峰森林杉松竹梅桜藤菊蘭葉根花草麦稲米豆",
  ..."鶴亀鷹鳩馬鹿熊虎龍鯉鮎貝星月虹雪霧風雲雷春夏秋冬朝夕宵昔今未来永遠栄光明輝清澄静和",
];

/** Two letters that come together again after some thousand invoices. */
function nameOf(iteration: number): string {
  const [first, second] = [iteration % NAMES.length, Math.floor(iteration * 7.3) % NAMES.length];
  return `${NAMES[first]}${NAMES[second]}`;
}

export function grouped(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ",");
}

interface InvoiceData {
  readonly number: string;
  readonly date: string;
  readonly customer: string;
  readonly street: string;
  readonly items: readonly { name: string; qty: number; unit: string; price: number }[];
}

function invoiceData(iteration: number, language: Language): InvoiceData {
  const goods = GOODS[language];
  const month = (iteration % 12) + 1;
  return {
    number: `INV-${10_000 + iteration}`,
    date: `2026-${String(month).padStart(2, "0")}-${String((iteration % 28) + 1).padStart(2, "0")}`,
    customer:
      language === "ja"
        ? `株式会社${nameOf(iteration)}商店 第${iteration % 1000}支店`
        : `Greenfield Stores No. ${iteration % 1000}`,
    street:
      language === "ja"
        ? `大阪府大阪市北区${nameOf(iteration * 3)}町${iteration % 9}丁目1番地`
        : `${iteration % 900} Market Street`,
    items: Array.from({ length: LINES }, (_, line) => ({
      name: `${goods[(iteration + line) % goods.length]} ${(iteration * 7 + line) % 1000}`,
      qty: ((iteration + line * 7) % 90) + 1,
      unit: language === "ja" ? "式" : "pc",
      price: 1000 + ((iteration * 37 + line * 113) % 90_000),
    })),
  };
}

/** Invoices with the data of these iterations, and the JSON array that Platen gets of them. */
export function invoicesOf(iterations: readonly number[], language: Language) {
  const data = iterations.map((iteration) => invoiceData(iteration, language));
  const invoices = data.map((one): Invoice => formatted(one, language));
  return { invoices, json: new TextEncoder().encode(JSON.stringify(data.length === 1 ? data[0] : data)) };
}

function formatted({ items, number, date, customer, street }: InvoiceData, language: Language): Invoice {
  const amounts = items.map(({ qty, price }) => qty * price);
  const subtotal = amounts.reduce((sum, amount) => sum + amount, 0);
  const tax = Math.floor(subtotal / 10);
  const [year = "", month = "", day = ""] = date.split("-");
  return {
    ...{ language, labels: LABELS[language], number, customer },
    date: language === "ja" ? `${year}年${Number(month)}月${Number(day)}日` : date,
    customerAddress: [language === "ja" ? "〒530-0001" : "OR 97035", street],
    issuer: language === "ja" ? "青空デザイン合同会社" : "Bluesky Design LLC",
    issuerAddress:
      language === "ja"
        ? ["〒604-8001", "京都府京都市中京区河原町通4-5-6", "電話 075-000-0000", "登録番号 T1234567890123"]
        : ["12 Main Street", "Springfield 97477", "Phone 541-000-0000", "Tax no. 12-3456789"],
    lines: items.map(({ name, qty, unit, price }, line) => [
      ...[String(line + 1), name, grouped(qty), unit, grouped(price), grouped(amounts[line] ?? 0)],
    ]),
    subtotal: grouped(subtotal),
    tax: grouped(tax),
    total: grouped(subtotal + tax),
  };
}

interface LedgerRow {
  readonly date: string;
  readonly slip: string;
  readonly name: string;
  readonly maker: string;
  readonly qty: number;
  readonly unit: string;
  readonly price: number;
}

/** A ledger of so many rows, and the JSON that Platen gets of it. */
export function ledgerOf(rows: number, iteration: number) {
  const json = ledgerPayload(rows, iteration);
  const data: { readonly period: string; readonly rows: readonly LedgerRow[] } = JSON.parse(json);
  let total = 0;
  const ledger: Ledger = {
    title: "出荷明細一覧表",
    period: data.period,
    columns: ["出荷日", "伝票番号", "品名", "仕入先", "数量", "単位", "単価", "金額"],
    widthsMm: [20, 22, 44, 34, 16, 10, 20, 24],
    rightFrom: new Set([4, 6, 7]),
    rows: data.rows.map((row) => {
      const price = Number(row.price);
      const amount = Math.floor(Number(row.qty) * price + 1e-6);
      total += amount;
      const [whole = "0", fraction = "00"] = price.toFixed(2).split(".");
      return [
        ...[row.date.replaceAll("-", "/"), row.slip, row.name, row.maker, grouped(Number(row.qty)), row.unit],
        ...[`${grouped(Number(whole))}.${fraction}`, grouped(amount)],
      ];
    }),
    totalLabel: "合計",
    total: "",
  };
  return { ledger: { ...ledger, total: grouped(total) }, json: new TextEncoder().encode(json) };
}
