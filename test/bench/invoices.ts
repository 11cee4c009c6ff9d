/**
 * The workload W1: the example invoice with ten lines, every run with other text and numbers, so that no cache answers.
 */
const LINES = 10;

const GOODS = ["サーバー保守", "コンテンツ更新", "アクセス解析", "写真撮影", "翻訳（英日）", "原稿整理", "図版作成"];

interface InvoicePayload {
  readonly invoice: Readonly<Record<string, unknown>>;
  readonly customer: Readonly<Record<string, unknown>>;
}

/** The JSON text of the payload of one run, made from the template's own example. */
export function invoicePayload(example: string, iteration: number): string {
  const payload: InvoicePayload = JSON.parse(example);
  const items = Array.from({ length: LINES }, (_, line) => ({
    name: `${GOODS[(iteration + line) % GOODS.length]} ${iteration % 1000}-${line + 1}`,
    qty: ((iteration + line * 7) % 90) + 1,
    unit: "式",
    price: 1000 + ((iteration * 37 + line * 113) % 90_000),
  }));
  return JSON.stringify({
    ...payload,
    invoice: { ...payload.invoice, number: `INV-${iteration}` },
    customer: { ...payload.customer, name: `株式会社みどり商店 第${iteration % 1000}支店` },
    items,
  });
}

/** The form whose payloads these are. */
export const INVOICE = "docs/examples/invoice.rpt";

/** One invoice, or a `dataList` of 100. */
export type Work = "invoice" | "list";

const LIST_RECORDS = 100;

/** The JSON text that the engine is handed for one piece of work. */
export function payloadOf(work: Work, example: string, iteration: number): string {
  if (work === "invoice") return invoicePayload(example, iteration);
  const records = Array.from({ length: LIST_RECORDS }, (_, at) =>
    invoicePayload(example, iteration * LIST_RECORDS + at),
  );
  return `[${records.join(",")}]`;
}

/** The same as a request's body. */
export function bodyOf(work: Work, example: string, iteration: number): string {
  return `{"${work === "invoice" ? "data" : "dataList"}":${payloadOf(work, example, iteration)}}`;
}
