import { load, type OpenContestant, versionOf } from "../contestant.ts";
import type { Invoice, Ledger } from "../papers.ts";

type Element = object;

interface React {
  readonly default: { createElement(type: unknown, props: object | null, ...children: readonly unknown[]): Element };
}

interface ReactPdf {
  readonly Document: unknown;
  readonly Page: unknown;
  readonly View: unknown;
  readonly Text: unknown;
  readonly Font: {
    register(font: object): void;
    registerHyphenationCallback(split: (word: string) => string[]): void;
  };
  renderToBuffer(element: Element): Promise<Uint8Array>;
}

const MM = 72 / 25.4;
const RULE = { borderColor: "#8a8a8a", borderStyle: "solid" };
const WIDTHS_MM = [12, 80, 18, 14, 26, 30];

/** @react-pdf/renderer: flexbox views. */
export const open: OpenContestant = async (fonts) => {
  const { default: react } = await load<React>("react");
  const { Document, Page, View, Text, Font, renderToBuffer } = await load<ReactPdf>("@react-pdf/renderer");
  Font.register({ family: "Noto", fonts: [{ src: fonts.regular }, { src: fonts.bold, fontWeight: "bold" }] });
  Font.registerHyphenationCallback((word) => [...word].flatMap((character) => [character, ""]));
  const create = react.createElement;
  const text = (value: string, style: object = {}): Element => create(Text, { style }, value);
  const view = (style: object, ...children: readonly unknown[]): Element => create(View, { style }, ...children);

  const row = (cells: readonly string[], widthsMm: readonly number[], right: ReadonlySet<number>, style: object) =>
    create(
      View,
      { style: { flexDirection: "row", ...style }, wrap: false },
      ...cells.map((value, column) =>
        view(
          { width: (widthsMm[column] ?? 0) * MM, borderRightWidth: 0.25, borderBottomWidth: 0.25, ...RULE },
          text(value, { margin: "0.9mm 1mm", textAlign: right.has(column) ? "right" : "left" }),
        ),
      ),
    );

  const invoicePage = (invoice: Invoice): Element => {
    const { labels } = invoice;
    const right = new Set([2, 4, 5]);
    const none = new Set<number>();
    return create(
      Page,
      { size: "A4", style: { padding: 15 * MM, fontFamily: "Noto", fontSize: 9.5, color: "#1a1a1a" } },
      text(labels.title, { fontSize: 20, fontWeight: "bold", textAlign: "center", marginBottom: 12 }),
      view(
        { flexDirection: "row" },
        view(
          { width: 110 * MM },
          ...invoice.customerAddress.map((line) => text(line)),
          text(`${invoice.customer} ${labels.to}`, { fontSize: 13, fontWeight: "bold" }),
        ),
        view(
          {},
          text(`${labels.number}: ${invoice.number}`),
          text(`${labels.date}: ${invoice.date}`),
          text(invoice.issuer, { fontWeight: "bold" }),
          ...invoice.issuerAddress.map((line) => text(line)),
        ),
      ),
      text(labels.greeting, { marginVertical: 12 }),
      view(
        { flexDirection: "row", marginBottom: 12, fontSize: 13, fontWeight: "bold" },
        text(labels.due, { width: 64 * MM }),
        text(`¥${invoice.total}`),
      ),
      view(
        { borderTopWidth: 0.25, borderLeftWidth: 0.25, ...RULE, fontSize: 9, marginBottom: 12 },
        row(labels.columns, WIDTHS_MM, none, { backgroundColor: "#e8eef5" }),
        ...invoice.lines.map((line) => row(line, WIDTHS_MM, right, {})),
        row(["", "", "", "", labels.subtotal, invoice.subtotal], WIDTHS_MM, right, {}),
        row(["", "", "", "", labels.tax, invoice.tax], WIDTHS_MM, right, {}),
        row(["", "", "", "", labels.total, invoice.total], WIDTHS_MM, right, { fontWeight: "bold" }),
      ),
      text(labels.bank),
      text(labels.remarks),
    );
  };

  const ledgerPage = (ledger: Ledger): Element => {
    const sums = ["", "", "", "", "", "", ledger.totalLabel, ledger.total];
    const pages = ({ pageNumber, totalPages }: { readonly pageNumber: number; readonly totalPages: number }): string =>
      `${pageNumber} / ${totalPages}`;
    const page = { padding: `27mm 10mm 21mm 10mm`, fontFamily: "Noto", fontSize: 8, color: "#1a1a1a" };
    return create(
      Page,
      { size: "A4", style: page },
      create(
        View,
        { fixed: true, style: { position: "absolute", top: 15 * MM, left: 10 * MM, right: 10 * MM } },
        view(
          { flexDirection: "row", justifyContent: "space-between" },
          text(ledger.title, { fontSize: 12, fontWeight: "bold" }),
          text(ledger.period),
        ),
      ),
      create(
        View,
        { fixed: true, style: { borderTopWidth: 0.25, borderLeftWidth: 0.25, ...RULE } },
        row(ledger.columns, ledger.widthsMm, new Set(), {}),
      ),
      view(
        { borderLeftWidth: 0.25, ...RULE },
        ...ledger.rows.map((cells) => row(cells, ledger.widthsMm, ledger.rightFrom, {})),
        row(sums, ledger.widthsMm, ledger.rightFrom, {}),
      ),
      create(Text, {
        fixed: true,
        render: pages,
        style: { position: "absolute", bottom: 10 * MM, left: 0, right: 0, textAlign: "center" },
      }),
    );
  };

  return {
    name: "react-pdf",
    version: await versionOf("@react-pdf/renderer"),
    invoices: (invoices) => renderToBuffer(create(Document, null, ...invoices.map(invoicePage))),
    ledger: (ledger) => renderToBuffer(create(Document, null, ledgerPage(ledger))),
  };
};
