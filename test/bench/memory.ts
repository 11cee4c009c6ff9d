import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import type { BuiltTemplate } from "./built.ts";
import { invoicePayload } from "./invoices.ts";
import { ledgerPayload } from "./ledger.ts";
import { ownUsage } from "./process-usage.ts";

// Renders documents one after another in a pool of one thread, as a worker process of the service does: node memory.js
// BUILT_FOLDER TEMPLATE WORK DOCUMENTS. Writes the most memory that the whole process held, as JSON.

/** Invoices of one page, or tables of 10,000 rows. */
export type MemoryWork = "invoices" | "ledgers";

/** In MiB: with the thread started, after the first document, after the last. */
export interface MemoryUse {
  readonly idleMib: number;
  readonly firstMib: number;
  readonly lastMib: number;
  readonly cpuMs: number;
}

const ROWS = 10_000;
const TERMS = { budgetMs: 60_000 };

const [built = "", templateFile = "", work = "", documents = "1"] = process.argv.slice(2);
const base = pathToFileURL(`${built}/`);
const { createEnginePool, DEFAULT_CREATED_AT }: typeof import("../../src/core/engine/index.ts") = await import(
  new URL("src/core/engine/index.js", base).href
);
const { canvasJson, canvasHash, example }: BuiltTemplate = JSON.parse(readFileSync(templateFile, "utf8"));
const plugins = [new URL("src/plugins/renderers/pdf/index.js", base).href];
const pool = createEnginePool({ plugins, threads: 1 });
await pool.warmUp();
const idleMib = ownUsage().peakRssMib;
let firstMib = 0;
for (let at = 0; at < Number(documents); at++) {
  await render(at);
  if (at === 0) firstMib = ownUsage().peakRssMib;
}
const { peakRssMib: lastMib, cpuMs } = ownUsage();
await pool.close();
const use: MemoryUse = { idleMib, firstMib, lastMib, cpuMs };
process.stdout.write(JSON.stringify(use));

async function render(at: number): Promise<void> {
  const text = work === "ledgers" ? ledgerPayload(ROWS, at) : invoicePayload(example, at);
  const payload = new TextEncoder().encode(text);
  const request = { canvasJson, canvasHash, payload, renderer: "pdf", options: { createdAt: DEFAULT_CREATED_AT } };
  const answer = await pool.render(request, async () => {}, TERMS);
  if (answer.kind !== "rendered") throw new Error(`It was not rendered: ${JSON.stringify(answer)}`);
}
