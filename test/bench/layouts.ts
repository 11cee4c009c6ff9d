import { readFile } from "node:fs/promises";
import { type Canvas, canonicalJson, compileSource, examplePayload, parseCanvas } from "../../src/core/canvas/index.ts";
import { readPayload } from "../../src/core/contract/index.ts";
import {
  bundledFonts,
  createEngine,
  DEFAULT_CREATED_AT,
  type EngineFonts,
  renderersAt,
} from "../../src/core/engine/index.ts";
import { compileProgram, type Evaluation, type PayloadValue } from "../../src/core/expression/index.ts";
import { layOut } from "../../src/core/layout/index.ts";
import type { BenchSession } from "./case.ts";
import { invoicePayload } from "./invoices.ts";
import { LEDGER_SOURCE, ledgerPayload } from "./ledger.ts";
import { EvaluationTape } from "./replayed-evaluation.ts";

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

/** The same work in a file that promises PDF/UA-1, and so tells its structure. */
export function tagged(work: Workload): Workload {
  return { ...work, source: work.source.replace(/^document .*$/m, (line) => `${line.replace(/ ua=\S+/, "")} ua=1`) };
}

/** As the engine asks for pages that it draws at once, and that nobody reads aloud. */
const DRAWN_AT_ONCE = { structure: false, sources: false } as const;

/**
 * Layout alone: values in, pages out. Expressions are evaluated where layout asks for them, and count with it: the
 * stricter reading of its share. The whole is reading, judging, evaluating, laying out and writing, so the budgeted
 * share is that of laying out by itself, which `unevaluatedSession` measures.
 */
export async function layoutSession(work: Workload): Promise<BenchSession> {
  const fonts = bundledFonts();
  const canvas = compiled(work.source, fonts.families);
  const program = compileProgram(canvas);
  const { prepare, value } = payloads(work, canvas);
  return {
    prepare,
    async run() {
      layOutAlone(canvas, program.evaluate(value()), fonts);
      return { items: work.items };
    },
  };
}

/** The same without its expressions: what they answered is played back. */
export async function unevaluatedSession(work: Workload): Promise<BenchSession> {
  const fonts = bundledFonts();
  const canvas = compiled(work.source, fonts.families);
  const program = compileProgram(canvas);
  const { prepare, value } = payloads(work, canvas);
  // Fonts of its own, so that no text is remembered from the recording.
  const recordingFonts = bundledFonts();
  let tape: EvaluationTape | null = null;
  return {
    async prepare(iteration) {
      await prepare(iteration);
      tape = new EvaluationTape(program.evaluate(value()));
      layOutAlone(canvas, tape.recording(), recordingFonts);
    },
    async run() {
      if (tape !== null) layOutAlone(canvas, tape.replaying(), fonts);
      return { items: work.items };
    },
  };
}

function layOutAlone(canvas: Canvas, evaluation: Evaluation, fonts: EngineFonts): void {
  let pages = 0;
  layOut(canvas, [{ evaluation, title: null }], fonts.set, {
    ...DRAWN_AT_ONCE,
    onPage: () => {
      pages += 1;
    },
  });
  if (pages === 0) throw new Error("Nothing was laid out.");
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

/** What the same table's expressions take by themselves, each cell's text once: what of layout's time is theirs. */
export async function expressionSession(work: Workload): Promise<BenchSession> {
  const canvas = compiled(work.source, bundledFonts().families);
  const program = compileProgram(canvas);
  const table = canvas.pages[0]?.body.children.find((element) => element.kind === "table");
  if (table === undefined) throw new Error("The form has no table.");
  const { prepare, value } = payloads(work, canvas);
  return {
    prepare,
    async run() {
      const evaluation = program.evaluate(value());
      const printers = table.columns.flatMap(({ content }) =>
        content.flatMap((part) => (part.kind === "computed" ? [evaluation.printer(part.code)] : [])),
      );
      for (const record of evaluation.records(table.over, evaluation.root)) {
        for (const printer of printers) printer.text(record);
      }
      return { items: work.items };
    },
  };
}

/** Payloads of one run after another, read and judged before the run begins. */
function payloads({ payload }: Workload, canvas: Canvas) {
  const example = examplePayload(canvas);
  let current: PayloadValue = null;
  return {
    value: () => current,
    async prepare(iteration: number) {
      const bytes = new TextEncoder().encode(payload(example, iteration));
      const reading = readPayload(bytes, canvas.fields, { extra: canvas.document.extra });
      if (reading.value === null) throw new Error("The payload breaks the contract.");
      current = reading.value;
    },
  };
}
