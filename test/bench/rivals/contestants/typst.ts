import { dirname } from "node:path";
import { load, type OpenContestant, versionOf } from "../contestant.ts";

interface Compiler {
  pdf(
    work: { readonly mainFileContent: string; readonly inputs: Readonly<Record<string, string>> },
    options: { readonly pdfTags: boolean },
  ): Uint8Array;
  evictCache(maxAge: number): void;
}

interface Typst {
  readonly NodeCompiler: { create(options: object): Compiler };
}

const INVOICES = `
#let papers = json(bytes(sys.inputs.data))
#set page(paper: "a4", margin: 15mm)
#set text(font: "Noto Sans JP", size: 9.5pt, fill: rgb("#1a1a1a"), lang: "ja")
#set par(leading: 0.5em, spacing: 0.6em)
#for (number, paper) in papers.enumerate() {
  if number > 0 { pagebreak() }
  let labels = paper.labels
  align(center, text(size: 20pt, weight: "bold", labels.title))
  v(3mm)
  grid(
    columns: (100mm, 1fr), column-gutter: 10mm,
    {
      for line in paper.customerAddress { par(line) }
      text(size: 13pt, weight: "bold", paper.customer + " " + labels.to)
    },
    {
      par(labels.number + ": " + paper.number)
      par(labels.date + ": " + paper.date)
      par(text(weight: "bold", paper.issuer))
      for line in paper.issuerAddress { par(line) }
    },
  )
  v(3mm)
  par(labels.greeting)
  v(3mm)
  let large(content) = text(size: 13pt, weight: "bold", content)
  grid(columns: (64mm, 1fr), large(labels.due), large("¥" + paper.total))
  v(3mm)
  set text(size: 9pt)
  table(
    columns: (12mm, 1fr, 18mm, 14mm, 26mm, 30mm),
    stroke: 0.25pt + rgb("#8a8a8a"), inset: (x: 2mm, y: 1.8mm),
    align: (x, y) => if y > 0 and x in (2, 4, 5) { right } else { left },
    fill: (x, y) => if y == 0 { rgb("#e8eef5") },
    table.header(..labels.columns),
    ..paper.lines.flatten(),
    [], [], [], [], labels.subtotal, paper.subtotal,
    [], [], [], [], labels.tax, paper.tax,
    [], [], [], [], strong(labels.total), strong(paper.total),
  )
  set text(size: 9.5pt)
  v(3mm)
  par(labels.bank)
  par(labels.remarks)
}
`;

const LEDGER = `
#let paper = json(bytes(sys.inputs.data))
#set page(
  paper: "a4", margin: (x: 10mm, top: 27mm, bottom: 21mm),
  header: grid(columns: (1fr, 1fr), text(size: 12pt, weight: "bold", paper.title), align(right, paper.period)),
  footer: context align(center, counter(page).display("1 / 1", both: true)),
)
#set text(font: "Noto Sans JP", size: 8pt, fill: rgb("#1a1a1a"), lang: "ja")
#table(
  columns: paper.widthsMm.map(width => width * 1mm),
  stroke: 0.25pt + rgb("#8a8a8a"), inset: (x: 1mm, y: 1.95mm),
  align: (x, y) => if y > 0 and x in (4, 6, 7) { right } else { left },
  table.header(..paper.columns),
  ..paper.rows.flatten(),
  [], [], [], [], [], [], paper.totalLabel, paper.total,
)
`;

/** Typst through its native binding: one compiler, its documents' data handed in as JSON. */
export const open: OpenContestant = async (fonts) => {
  const { NodeCompiler } = await load<Typst>("@myriaddreamin/typst-ts-node-compiler");
  const fontPaths = [dirname(fonts.regular), dirname(fonts.bold)];
  const compiler = NodeCompiler.create({ workspace: import.meta.dirname, fontArgs: [{ fontPaths }] });
  const pdf = (mainFileContent: string, data: unknown): Uint8Array => {
    // The others' files are not tagged either.
    const bytes = compiler.pdf({ mainFileContent, inputs: { data: JSON.stringify(data) } }, { pdfTags: false });
    // What is remembered of earlier documents would fill the memory; what one document needs twice stays.
    compiler.evictCache(10);
    return bytes;
  };
  return {
    name: "typst",
    version: `typst, ${await versionOf("@myriaddreamin/typst-ts-node-compiler")}`,
    invoices: async (invoices) => pdf(INVOICES, invoices),
    ledger: async (ledger) => pdf(LEDGER, ledger),
  };
};
