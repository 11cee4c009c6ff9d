import { load, type OpenContestant, versionOf } from "../contestant.ts";
import type { Invoice } from "../papers.ts";

interface PdfMake {
  readonly default: {
    addFonts(fonts: object): void;
    setUrlAccessPolicy(allow: () => boolean): void;
    setLocalAccessPolicy(allow: () => boolean): void;
    createPdf(definition: object): { getBuffer(): Promise<Uint8Array> };
  };
}

const MM = 72 / 25.4;

/** Thin grey rules around every cell. */
const RULED = {
  hLineWidth: () => 0.25,
  vLineWidth: () => 0.25,
  hLineColor: () => "#8a8a8a",
  vLineColor: () => "#8a8a8a",
};

const DEFAULT_STYLE = { font: "Noto", color: "#1a1a1a" };

/** pdfmake's document definitions, fonts from files. */
export const open: OpenContestant = async (fonts) => {
  const { default: pdfmake } = await load<PdfMake>("pdfmake");
  pdfmake.setUrlAccessPolicy(() => false);
  pdfmake.setLocalAccessPolicy(() => true);
  pdfmake.addFonts({ Noto: { normal: fonts.regular, bold: fonts.bold } });
  const layout = { ...RULED, paddingTop: () => 4.5, paddingBottom: () => 4.5 };
  const dense = {
    ...RULED,
    paddingTop: () => 2.3,
    paddingBottom: () => 2.3,
    paddingLeft: () => 3,
    paddingRight: () => 3,
  };
  return {
    name: "pdfmake",
    version: await versionOf("pdfmake"),
    invoices: (invoices) =>
      pdfmake
        .createPdf({
          pageSize: "A4",
          pageMargins: 15 * MM,
          defaultStyle: { ...DEFAULT_STYLE, fontSize: 9.5 },
          content: invoices.map((invoice, index) => invoiceContent(invoice, index > 0, layout)),
        })
        .getBuffer(),
    ledger: (ledger) =>
      pdfmake
        .createPdf({
          pageSize: "A4",
          pageMargins: [10 * MM, 27 * MM, 10 * MM, 21 * MM],
          defaultStyle: { ...DEFAULT_STYLE, fontSize: 8 },
          header: {
            margin: [10 * MM, 15 * MM, 10 * MM, 0],
            columns: [
              { text: ledger.title, bold: true, fontSize: 12 },
              { text: ledger.period, alignment: "right" },
            ],
          },
          footer: (page: number, pages: number) => ({ text: `${page} / ${pages}`, alignment: "center" }),
          content: [
            {
              layout: dense,
              table: {
                headerRows: 1,
                widths: ledger.widthsMm.map((width) => width * MM - 6.3),
                body: [
                  [...ledger.columns],
                  ...ledger.rows.map((row) =>
                    row.map((text, column) => (ledger.rightFrom.has(column) ? { text, alignment: "right" } : text)),
                  ),
                  ["", "", "", "", "", "", ledger.totalLabel, { text: ledger.total, alignment: "right" }],
                ],
              },
            },
          ],
        })
        .getBuffer(),
  };
};

function invoiceContent(invoice: Invoice, breaks: boolean, layout: object): object {
  const { labels } = invoice;
  const right = (text: string, bold = false): object => ({ text, bold, alignment: "right" });
  const sum = (label: string, value: string, bold = false): readonly unknown[] => [
    ...["", "", "", ""],
    ...[{ text: label, bold }, right(value, bold)],
  ];
  return {
    ...(breaks ? { pageBreak: "before" } : {}),
    stack: [
      { text: labels.title, fontSize: 20, bold: true, alignment: "center", margin: [0, 0, 0, 12] },
      {
        columns: [
          {
            width: 100 * MM,
            stack: [...invoice.customerAddress, { text: `${invoice.customer} ${labels.to}`, fontSize: 13, bold: true }],
          },
          {
            width: "*",
            margin: [10 * MM, 0, 0, 0],
            stack: [
              `${labels.number}: ${invoice.number}`,
              `${labels.date}: ${invoice.date}`,
              { text: invoice.issuer, bold: true },
              ...invoice.issuerAddress,
            ],
          },
        ],
      },
      { text: labels.greeting, margin: [0, 12, 0, 12] },
      { columns: [{ width: 64 * MM, text: labels.due }, `¥${invoice.total}`], fontSize: 13, bold: true },
      {
        margin: [0, 12, 0, 12],
        fontSize: 9,
        layout,
        table: {
          headerRows: 1,
          widths: [12 * MM - 8, "*", 18 * MM - 8, 14 * MM - 8, 26 * MM - 8, 30 * MM - 8],
          body: [
            labels.columns.map((text) => ({ text, fillColor: "#e8eef5" })),
            ...invoice.lines.map((line) =>
              line.map((text, column) => (column === 2 || column > 3 ? right(text) : text)),
            ),
            sum(labels.subtotal, invoice.subtotal),
            sum(labels.tax, invoice.tax),
            sum(labels.total, invoice.total, true),
          ],
        },
      },
      labels.bank,
      labels.remarks,
    ],
  };
}
