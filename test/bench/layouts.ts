import { readFile } from "node:fs/promises";
import { type Canvas, canonicalJson, compileSource, examplePayload, parseCanvas } from "../../src/core/canvas/index.ts";
import { readPayload } from "../../src/core/contract/index.ts";
import { bundledFonts, createEngine, DEFAULT_CREATED_AT, renderersAt } from "../../src/core/engine/index.ts";
import { compileProgram, type PayloadValue } from "../../src/core/expression/index.ts";
import { layOut } from "../../src/core/layout/index.ts";
import type { BenchSession } from "./case.ts";
import { invoicePayload } from "./invoices.ts";
import { LEDGER_SOURCE, ledgerPayload } from "./ledger.ts";

/** A form, what one run draws with it, and what a run counts: one document, its pages, or its rows. */
export interface Workload {
  readonly source: string;
  payload(example: string, iteration: number): string;
  readonly items: number;
}

/** W1: one page, ten lines. */
export async function invoiceWork(): Promise<Workload> {
  const source = await readFile("docs/examples/invoice.rpt", "utf8");
  return { source, payload: invoicePayload, items: 1 };
}

/** W3 at 2,000 rows: eight columns, the header on each page. */
export function ledgerWork(rows: number): Workload {
  return { source: LEDGER_SOURCE, payload: (_, iteration) => ledgerPayload(rows, iteration), items: rows };
}

/** Layout alone, the expressions that it evaluates included: values in, pages out. */
export async function layoutSession({ source, payload, items }: Workload): Promise<BenchSession> {
  const fonts = bundledFonts();
  const canvas = compiled(source, fonts.families);
  const program = compileProgram(canvas);
  const example = examplePayload(canvas);
  const options = { extra: canvas.document.extra };
  let value: PayloadValue = null;
  return {
    async prepare(iteration) {
      const reading = readPayload(new TextEncoder().encode(payload(example, iteration)), canvas.fields, options);
      if (reading.value === null) throw new Error("The payload breaks the contract.");
      value = reading.value;
    },
    async run() {
      const { value: pages } = layOut(canvas, [{ evaluation: program.evaluate(value), title: null }], fonts.set);
      if (pages.pages.length === 0) throw new Error("Nothing was laid out.");
      return { items };
    },
  };
}

/** The whole engine on the same work: parse, validate, evaluate, lay out, write. */
export async function wholeSession({ source, payload, items }: Workload): Promise<BenchSession> {
  const renderer = new URL("../../src/plugins/renderers/pdf/index.ts", import.meta.url).href;
  const engine = createEngine({ fonts: bundledFonts(), renderers: renderersAt([renderer]) });
  const { template } = engine.check({ source, data: null });
  if (template === null) throw new Error("The form does not compile.");
  const { canvasJson, hash: canvasHash, example } = template;
  let bytes = new Uint8Array();
  return {
    async prepare(iteration) {
      bytes = new TextEncoder().encode(payload(example, iteration));
    },
    async run() {
      const options = { createdAt: DEFAULT_CREATED_AT };
      const request = { canvasJson, canvasHash, payload: bytes, renderer: "pdf", options };
      const answer = await engine.render(request, async () => {});
      if (answer.kind !== "rendered") throw new Error(`It was not rendered: ${JSON.stringify(answer)}`);
      return { items, bytes: answer.bytes.length };
    },
  };
}

function compiled(source: string, families: readonly string[]): Canvas {
  const { value, diagnostics } = compileSource(source, { families });
  if (value === null) throw new Error(diagnostics.map(({ message }) => message).join("; "));
  return parseCanvas(canonicalJson(value));
}
