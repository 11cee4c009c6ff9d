import { readdirSync, readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { load, type OpenContestant } from "../contestant.ts";
import type { Invoice, Ledger } from "../papers.ts";

interface Page {
  goto(address: string): Promise<unknown>;
  setContent(html: string, options: object): Promise<void>;
  evaluate(code: string): Promise<unknown>;
  pdf(options: object): Promise<Uint8Array>;
}

interface Browser {
  newPage(): Promise<Page>;
  version(): string;
  close(): Promise<void>;
}

interface Playwright {
  readonly chromium: { launch(options: object): Promise<Browser> };
}

/** Debian's browser; another is named by this variable. */
const EXECUTABLE = process.env["CHROMIUM"] ?? "/usr/bin/chromium";

/** Headless Chromium, started once and kept warm; every document is loaded into the same page. */
export const open: OpenContestant = async (fonts) => {
  const { chromium } = await load<Playwright>("playwright-core");
  const browser = await chromium.launch({ executablePath: EXECUTABLE, args: ["--no-sandbox"] });
  const page = await browser.newPage();
  // A page from a file may load the fonts' files.
  await page.goto(pathToFileURL(`${import.meta.dirname}/../package.json`).href);
  const face = (file: string, weight: number): string =>
    `@font-face{font-family:Noto;font-weight:${weight};src:url("${pathToFileURL(file).href}")}`;
  const style = `${face(fonts.regular, 400)}${face(fonts.bold, 700)}${STYLE}`;
  const print = async (body: string, css: string): Promise<Uint8Array> => {
    const html = `<!doctype html><html lang="ja"><style>${style}${css}</style><body>${body}</body></html>`;
    await page.setContent(html, { waitUntil: "load" });
    await page.evaluate("document.fonts.ready.then(() => true)");
    return page.pdf({ preferCSSPageSize: true, printBackground: true });
  };
  return {
    name: "chromium",
    version: `Chromium ${browser.version()}`,
    helpers: () => descendantsOf(process.pid),
    invoices: (invoices) => print(invoices.map(invoiceHtml).join(""), "@page{size:A4;margin:15mm}"),
    ledger: (ledger) => print(ledgerHtml(ledger), LEDGER_STYLE),
    close: () => browser.close(),
  };
};

const STYLE = `body{margin:0;font:9.5pt/1.4 Noto;color:#1a1a1a}section{break-after:page}
section:last-child{break-after:auto}
h1{font-size:20pt;text-align:center;margin:0 0 4mm}.sides{display:grid;grid-template-columns:100mm 1fr;gap:10mm}
.large{font-size:13pt;font-weight:700}.due{display:grid;grid-template-columns:64mm 1fr;margin:4mm 0}
table{border-collapse:collapse;table-layout:fixed;width:100%;font-size:9pt}td,th{border:.25pt solid #8a8a8a;
padding:1.2mm 2mm;text-align:left;font-weight:400}.r{text-align:right}tbody tr:last-child.sum{font-weight:700}
.head th{background:#e8eef5}`;

const LEDGER_STYLE = `@page{size:A4;margin:27mm 10mm 21mm;@top-left{content:"出荷明細一覧表";font:700 12pt Noto}
@bottom-center{content:counter(page) " / " counter(pages);font:8pt Noto}}table{font-size:8pt}td,th{padding:.8mm 1mm}`;

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

function rowHtml(cells: readonly string[], right: ReadonlySet<number>, name = ""): string {
  const tag = name === "head" ? "th" : "td";
  const inner = cells.map(
    (text, column) => `<${tag}${right.has(column) ? ' class="r"' : ""}>${escaped(text)}</${tag}>`,
  );
  return `<tr class="${name}">${inner.join("")}</tr>`;
}

function columnsHtml(widthsMm: readonly number[]): string {
  return `<colgroup>${widthsMm.map((width) => `<col style="width:${width}mm">`).join("")}</colgroup>`;
}

function invoiceHtml(invoice: Invoice): string {
  const { labels } = invoice;
  const right = new Set([2, 4, 5]);
  const lines = (texts: readonly string[]): string => texts.map((text) => `<div>${escaped(text)}</div>`).join("");
  const sums = [
    ["", "", "", "", labels.subtotal, invoice.subtotal],
    ["", "", "", "", labels.tax, invoice.tax],
    ["", "", "", "", labels.total, invoice.total],
  ];
  return `<section><h1>${labels.title}</h1><div class="sides"><div>${lines(invoice.customerAddress)}
<div class="large">${escaped(`${invoice.customer} ${labels.to}`)}</div></div>
<div>${lines([`${labels.number}: ${invoice.number}`, `${labels.date}: ${invoice.date}`])}
<b>${escaped(invoice.issuer)}</b>${lines(invoice.issuerAddress)}</div></div><p>${labels.greeting}</p>
<div class="large due"><div>${labels.due}</div><div>¥${invoice.total}</div></div>
<table>${columnsHtml([12, 80, 18, 14, 26, 30])}<thead>${rowHtml(labels.columns, new Set(), "head")}</thead>
<tbody>${invoice.lines.map((line) => rowHtml(line, right)).join("")}
${sums.map((sum) => rowHtml(sum, right, "sum")).join("")}</tbody></table>
<p>${labels.bank}<br>${labels.remarks}</p></section>`;
}

function ledgerHtml(ledger: Ledger): string {
  const sums = ["", "", "", "", "", "", ledger.totalLabel, ledger.total];
  return `<table>${columnsHtml(ledger.widthsMm)}<thead>${rowHtml(ledger.columns, new Set(), "head")}</thead>
<tbody>${[...ledger.rows, sums].map((row) => rowHtml(row, ledger.rightFrom)).join("")}</tbody></table>`;
}

/** A process's children, and theirs: the browser is several processes. */
function descendantsOf(root: number): readonly number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, "utf8");
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]));
    } catch {
      // A process that has ended meanwhile counts no more.
    }
  }
  const found: number[] = [];
  const visit = (pid: number): void => {
    for (const [child, parent] of parents) {
      if (parent !== pid) continue;
      found.push(child);
      visit(child);
    }
  };
  visit(root);
  return found;
}
