import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buildProduct, builtTemplate } from "../built.ts";
import type { BenchCase, ProcessUsage } from "../case.ts";
import type { ColdStart, ColdTemplate } from "../cold-start.ts";
import { INVOICE, invoicePayload } from "../invoices.ts";

/**
 * One process after another from its start to the first invoice, as it is shipped: the built JavaScript, a form that is
 * published already, and no compile cache. Each run is one process; its CPU time is counted, memory is the largest's.
 */
export const benchCase: BenchCase = {
  name: "to-first-invoice",
  group: "cold-start",
  async setup() {
    const product = await buildProduct("cold-start");
    const { canvasJson, canvasHash, example } = builtTemplate(await readFile(INVOICE, "utf8"));
    const template = join(product.folder, "template.json");
    let used: ProcessUsage = { cpuMs: 0, peakRssMib: 0 };
    return {
      async prepare(iteration) {
        const cold: ColdTemplate = { canvasJson, canvasHash, payload: invoicePayload(example, iteration) };
        await writeFile(template, JSON.stringify(cold));
      },
      async run() {
        const start: ColdStart = JSON.parse(await product.run(template));
        const { nodeMs, engineMs, documentMs, cpuMs, peakRssMib } = start;
        used = { cpuMs: used.cpuMs + cpuMs, peakRssMib: Math.max(used.peakRssMib, peakRssMib) };
        return { stagesMs: { node: nodeMs, load: engineMs - nodeMs, document: documentMs - engineMs } };
      },
      usage: () => used,
      close: () => product.remove(),
    };
  },
};
