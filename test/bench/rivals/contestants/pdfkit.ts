import { load, type OpenContestant, versionOf } from "../contestant.ts";
import type { Invoice } from "../papers.ts";

interface TextOptions {
  readonly width?: number;
  readonly align?: string;
  readonly lineBreak?: boolean;
}

interface Document {
  registerFont(name: string, file: string): this;
  font(name: string): this;
  fontSize(size: number): this;
  fillColor(color: string): this;
  strokeColor(color: string): this;
  lineWidth(width: number): this;
  text(text: string, x: number, y: number, options?: TextOptions): this;
  rect(x: number, y: number, width: number, height: number): this;
  moveTo(x: number, y: number): this;
  lineTo(x: number, y: number): this;
  fill(): this;
  stroke(): this;
  addPage(): this;
  switchToPage(page: number): this;
  end(): void;
  on(event: "data", take: (chunk: Uint8Array) => void): this;
  on(event: "end", done: () => void): this;
}

interface PdfKit {
  readonly default: new (options: object) => Document;
}

const MM = 72 / 25.4;

/** pdfkit as its guide shows it: fonts read for each document, every line placed by hand. */
export const open: OpenContestant = async (fonts) => {
  const { default: PDFDocument } = await load<PdfKit>("pdfkit");
  const make = (draw: (document: Document) => void): Promise<Uint8Array> =>
    new Promise((resolve) => {
      const document = new PDFDocument({ size: "A4", margin: 0, autoFirstPage: false, bufferPages: true });
      const chunks: Uint8Array[] = [];
      document.on("data", (chunk) => chunks.push(chunk));
      document.on("end", () => resolve(Buffer.concat(chunks)));
      document.registerFont("regular", fonts.regular).registerFont("bold", fonts.bold);
      draw(document);
      document.end();
    });
  return {
    name: "pdfkit",
    version: await versionOf("pdfkit"),
    invoices: (invoices) =>
      make((document) => {
        for (const invoice of invoices) drawInvoice(document.addPage(), invoice);
      }),
    ledger: (ledger) =>
      make((document) => {
        const perPage = 40;
        const pages = Math.ceil(ledger.rows.length / perPage);
        const line = 6.1 * MM;
        for (let page = 0; page < pages; page++) {
          document.addPage().fillColor("#1a1a1a").strokeColor("#8a8a8a").lineWidth(0.25);
          document
            .font("bold")
            .fontSize(12)
            .text(ledger.title, 10 * MM, 15 * MM, { lineBreak: false });
          document.font("regular").fontSize(8);
          document.text(ledger.period, 110 * MM, 16 * MM, { width: 90 * MM, align: "right", lineBreak: false });
          const rows = [ledger.columns, ...ledger.rows.slice(page * perPage, (page + 1) * perPage)];
          if (page === pages - 1) rows.push(["", "", "", "", "", "", ledger.totalLabel, ledger.total]);
          const top = 27 * MM;
          rows.forEach((row, index) => {
            let x = 10 * MM;
            row.forEach((text, column) => {
              const width = (ledger.widthsMm[column] ?? 0) * MM;
              const align = index > 0 && ledger.rightFrom.has(column) ? "right" : "left";
              document.text(text, x + MM, top + index * line + 4, { width: width - 2 * MM, align, lineBreak: false });
              x += width;
            });
          });
          grid(document, 10 * MM, top, ledger.widthsMm, rows.length, line);
          const place = { width: 190 * MM, align: "center", lineBreak: false };
          document.text(`${page + 1} / ${pages}`, 10 * MM, 281 * MM, place);
        }
      }),
  };
};

function grid(document: Document, left: number, top: number, widthsMm: readonly number[], rows: number, line: number) {
  const width = widthsMm.reduce((sum, one) => sum + one, 0) * MM;
  for (let row = 0; row <= rows; row++) document.moveTo(left, top + row * line).lineTo(left + width, top + row * line);
  let x = left;
  document.moveTo(x, top).lineTo(x, top + rows * line);
  for (const one of widthsMm) {
    x += one * MM;
    document.moveTo(x, top).lineTo(x, top + rows * line);
  }
  document.stroke();
}

const WIDTHS_MM = [12, 80, 18, 14, 26, 30];
const RIGHT = new Set([2, 4, 5]);

function drawInvoice(document: Document, invoice: Invoice): void {
  const { labels } = invoice;
  const at = (text: string, x: number, y: number, options: TextOptions = {}): void => {
    document.text(text, x * MM, y * MM, { lineBreak: false, ...options });
  };
  document.fillColor("#1a1a1a").strokeColor("#8a8a8a").lineWidth(0.25);
  document.font("bold").fontSize(20);
  at(labels.title, 15, 15, { width: 180 * MM, align: "center" });
  document.font("regular").fontSize(9.5);
  for (const [index, line] of invoice.customerAddress.entries()) at(line, 15, 30 + index * 5);
  at(`${labels.number}: ${invoice.number}`, 125, 30);
  at(`${labels.date}: ${invoice.date}`, 125, 35);
  for (const [index, line] of invoice.issuerAddress.entries()) at(line, 125, 45 + index * 5);
  document.font("bold");
  at(invoice.issuer, 125, 40);
  document.fontSize(13);
  at(`${invoice.customer} ${labels.to}`, 15, 40);
  at(labels.due, 15, 80);
  at(`¥${invoice.total}`, 79, 80);
  document.font("regular").fontSize(9.5);
  at(labels.greeting, 15, 70);
  const [top, line] = [90 * MM, 7.2 * MM];
  document
    .fillColor("#e8eef5")
    .rect(15 * MM, top, 180 * MM, line)
    .fill()
    .fillColor("#1a1a1a")
    .fontSize(9);
  const sums = [
    ["", "", "", "", labels.subtotal, invoice.subtotal],
    ["", "", "", "", labels.tax, invoice.tax],
    ["", "", "", "", labels.total, invoice.total],
  ];
  const rows = [labels.columns, ...invoice.lines, ...sums];
  rows.forEach((row, index) => {
    let x = 15 * MM;
    document.font(index === rows.length - 1 ? "bold" : "regular");
    row.forEach((text, column) => {
      const width = (WIDTHS_MM[column] ?? 0) * MM;
      const align = index > 0 && RIGHT.has(column) ? "right" : "left";
      document.text(text, x + 2 * MM, top + index * line + 5, { width: width - 4 * MM, align, lineBreak: false });
      x += width;
    });
  });
  grid(document, 15 * MM, top, WIDTHS_MM, rows.length, line);
  document.font("regular").fontSize(9.5);
  at(labels.bank, 15, 200);
  document.text(labels.remarks, 15 * MM, 206 * MM, { width: 180 * MM });
}
