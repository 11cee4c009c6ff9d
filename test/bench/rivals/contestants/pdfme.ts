import { readFile } from "node:fs/promises";
import { load, type OpenContestant, versionOf } from "../contestant.ts";
import type { Invoice, Ledger } from "../papers.ts";

interface Generator {
  generate(work: object): Promise<Uint8Array>;
}

interface Schemas {
  readonly text: unknown;
  readonly table: { readonly pdf: unknown };
}

type Field = Readonly<Record<string, unknown>>;

/** pdfme: a template of placed fields, and the inputs that fill them. */
export const open: OpenContestant = async (fonts) => {
  const { generate } = await load<Generator>("@pdfme/generator");
  const { text, table } = await load<Schemas>("@pdfme/schemas");
  const font = {
    Noto: { data: await readFile(fonts.regular), fallback: true, subset: true },
    NotoBold: { data: await readFile(fonts.bold), subset: true },
  };
  const work = { plugins: { Text: text, Table: table }, options: { font } };
  return {
    name: "pdfme",
    version: await versionOf("@pdfme/generator"),
    invoices: async (invoices) => {
      const [first] = invoices;
      if (first === undefined) throw new Error("no invoice");
      return generate({ ...work, template: invoiceTemplate(first), inputs: invoices.map(invoiceInput) });
    },
    ledger: (ledger) => generate({ ...work, template: ledgerTemplate(ledger), inputs: [ledgerInput(ledger)] }),
  };
};

const PAPER = { width: 210, height: 297 };

function textField(name: string, x: number, y: number, width: number, look: Field = {}): Field {
  return {
    ...{
      name,
      type: "text",
      position: { x, y },
      width,
      height: 6,
      fontName: "Noto",
      fontSize: 9.5,
      fontColor: "#1a1a1a",
    },
    ...{ alignment: "left", verticalAlignment: "top", lineHeight: 1.2, characterSpacing: 0 },
    ...look,
  };
}

function tableField(
  widthsMm: readonly number[],
  head: readonly string[],
  right: readonly number[],
  look: Field,
): Field {
  const width = widthsMm.reduce((sum, one) => sum + one, 0);
  const box = (value: number): Field => ({ top: value, right: value, bottom: value, left: value });
  const cell = {
    ...{ fontName: "Noto", alignment: "left", verticalAlignment: "middle", lineHeight: 1, characterSpacing: 0 },
    ...{ fontColor: "#1a1a1a", backgroundColor: "", borderColor: "#8a8a8a", borderWidth: box(0.1) },
    ...{ fontSize: look["fontSize"], padding: look["padding"] },
  };
  return {
    ...{
      name: "table",
      type: "table",
      position: look["position"],
      width,
      height: 40,
      showHead: true,
      repeatHead: true,
    },
    ...{ head, headWidthPercentages: widthsMm.map((one) => (one * 100) / width), content: "[]" },
    tableStyles: { borderWidth: 0.1, borderColor: "#8a8a8a" },
    headStyles: { ...cell, backgroundColor: look["headColor"] ?? "" },
    bodyStyles: { ...cell, alternateBackgroundColor: "" },
    columnStyles: { alignment: Object.fromEntries(right.map((column) => [column, "right"])) },
  };
}

function invoiceTemplate({ labels }: Invoice): Field {
  const bold = { fontName: "NotoBold" };
  const padding = { top: 1.6, right: 2, bottom: 1.6, left: 2 };
  const look = { position: { x: 15, y: 90 }, fontSize: 9, padding, headColor: "#e8eef5" };
  return {
    basePdf: { ...PAPER, padding: [15, 15, 15, 15] },
    schemas: [
      [
        textField("title", 15, 15, 180, { ...bold, fontSize: 20, height: 10, alignment: "center" }),
        textField("customerAddress", 15, 30, 100, { height: 10 }),
        textField("customer", 15, 40, 100, { ...bold, fontSize: 13 }),
        textField("number", 125, 30, 70, { height: 10 }),
        textField("issuer", 125, 40, 70, bold),
        textField("issuerAddress", 125, 45, 70, { height: 20 }),
        textField("greeting", 15, 70, 180),
        textField("due", 15, 80, 64, { ...bold, fontSize: 13 }),
        textField("amount", 79, 80, 64, { ...bold, fontSize: 13 }),
        tableField([12, 80, 18, 14, 26, 30], labels.columns, [2, 4, 5], look),
        textField("bank", 15, 200, 180),
        textField("remarks", 15, 206, 180, { height: 10 }),
      ],
    ],
  };
}

function invoiceInput(invoice: Invoice): Field {
  const { labels } = invoice;
  const sums = [
    ["", "", "", "", labels.subtotal, invoice.subtotal],
    ["", "", "", "", labels.tax, invoice.tax],
    ["", "", "", "", labels.total, invoice.total],
  ];
  return {
    ...{ title: labels.title, greeting: labels.greeting, due: labels.due, amount: `¥${invoice.total}` },
    ...{ bank: labels.bank, remarks: labels.remarks, issuer: invoice.issuer },
    customerAddress: invoice.customerAddress.join("\n"),
    customer: `${invoice.customer} ${labels.to}`,
    number: `${labels.number}: ${invoice.number}\n${labels.date}: ${invoice.date}`,
    issuerAddress: invoice.issuerAddress.join("\n"),
    table: JSON.stringify([...invoice.lines, ...sums]),
  };
}

function ledgerTemplate({ columns, widthsMm, rightFrom, title, period }: Ledger): Field {
  const padding = { top: 1.3, right: 1, bottom: 1.3, left: 1 };
  const look = { position: { x: 10, y: 27 }, fontSize: 8, padding };
  const staticSchema = [
    textField("title", 10, 15, 90, { content: title, fontName: "NotoBold", fontSize: 12, readOnly: true }),
    textField("period", 110, 16, 90, { content: period, fontSize: 8, alignment: "right", readOnly: true }),
    textField("page", 10, 281, 190, {
      ...{ content: "{currentPage} / {totalPages}", fontSize: 8, alignment: "center", readOnly: true },
    }),
  ];
  return {
    basePdf: { ...PAPER, padding: [27, 10, 21, 10], staticSchema },
    schemas: [[tableField(widthsMm, columns, [...rightFrom], look)]],
  };
}

function ledgerInput({ rows, totalLabel, total }: Ledger): Field {
  return { table: JSON.stringify([...rows, ["", "", "", "", "", "", totalLabel, total]]) };
}
