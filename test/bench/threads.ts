import {
  bundledFonts,
  createEngine,
  createEnginePool,
  DEFAULT_CREATED_AT,
  type RenderAnswer,
} from "../../src/core/engine/index.ts";
import { releaseBytes } from "../../src/core/methods/index.ts";
import type { BenchSession } from "./case.ts";
import { invoiceSource } from "./rivals/contestants/platen.ts";
import { invoicesOf } from "./rivals/papers.ts";

/** Renders that wait for a thread at a time: enough to keep all of them busy to the end. */
const BATCH = 64;

/** Each thread compiles for itself, and shares the renders: two are warm later than one. */
export const THREADS_WARM_UP_MS = 5_000;

/** A budget that nothing here reaches. */
const TERMS = { budgetMs: 60_000 };

/** A pool of so many threads, all of them up, and the invoice that it renders. */
async function invoicePool(threads: number) {
  const plugin = new URL("../../src/plugins/renderers/pdf/index.ts", import.meta.url).href;
  const source = invoiceSource("ja");
  const { template } = createEngine({ fonts: bundledFonts(), renderers: async () => [] }).check({ source, data: null });
  if (template === null) throw new Error("The form does not compile.");
  const { hash: canvasHash } = template;
  // As the server does: templates lie in memory that threads share.
  const canvasJson = new TextEncoder().encode(template.canvasJson);
  const shared = new Uint8Array(new SharedArrayBuffer(canvasJson.length));
  shared.set(canvasJson);
  const pool = createEnginePool({ plugins: [plugin], threads });
  await Promise.all(Array.from({ length: threads }, () => pool.warmUp()));
  return { pool, canvasJson: shared, canvasHash };
}

/** What the server does once a file is sent, so that the collector does not look for it. */
function released(answer: RenderAnswer): number {
  if (answer.kind !== "rendered") throw new Error(JSON.stringify(answer));
  const { length } = answer.bytes;
  releaseBytes(answer.bytes);
  return length;
}

/** So many invoices in one file, whose records the threads share; items are records. */
export async function batchSession(threads: number, records: number): Promise<BenchSession> {
  const { pool, canvasJson, canvasHash } = await invoicePool(threads);
  const options = { createdAt: DEFAULT_CREATED_AT };
  let payload: Uint8Array = new Uint8Array();
  return {
    async prepare(iteration) {
      payload = invoicesOf(
        Array.from({ length: records }, (_, at) => iteration * records + at),
        "ja",
      ).json;
    },
    async run() {
      const request = { canvasJson, canvasHash, payload, isList: true, renderer: "pdf", options };
      const answer = await pool.render(request, async () => {}, TERMS);
      return { items: records, bytes: released(answer) };
    },
    close: () => pool.close(),
  };
}

/** One-page invoices through the pool; items are pages. */
export async function threadsSession(threads: number): Promise<BenchSession> {
  const { pool, canvasJson, canvasHash } = await invoicePool(threads);
  let payloads: readonly Uint8Array[] = [];
  return {
    async prepare(iteration) {
      payloads = Array.from({ length: BATCH }, (_, at) => invoicesOf([iteration * BATCH + at], "ja").json);
    },
    async run() {
      const options = { createdAt: DEFAULT_CREATED_AT };
      await Promise.all(
        payloads.map(async (payload) =>
          released(
            await pool.render({ canvasJson, canvasHash, payload, renderer: "pdf", options }, async () => {}, TERMS),
          ),
        ),
      );
      return { items: BATCH };
    },
    close: () => pool.close(),
  };
}
