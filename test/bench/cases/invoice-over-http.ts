import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { startService } from "../../support/service.ts";
import type { BenchCase } from "../case.ts";
import { invoicePayload } from "../invoices.ts";
import { usageOf } from "../process-usage.ts";

/**
 * The same page through REST: a server on the embedded database, one request at a time; its own CPU time and memory.
 */
export const benchCase: BenchCase = {
  name: "over-http",
  group: "invoice",
  async setup() {
    const server = await startService();
    const { baseUrl, renderKey, canvases } = server.demo();
    const request: { data: unknown } = JSON.parse(await readFile(join(server.dataDir, "demo-invoice.json"), "utf8"));
    const example = JSON.stringify(request.data);
    const address = `${baseUrl}/v1/canvases/${canvases[0]?.id}/pdf`;
    const headers = { "x-api-key": renderKey, "content-type": "application/json" };
    return {
      usage: () => usageOf(server.process.pid),
      async run(iteration) {
        const body = `{"data":${invoicePayload(example, iteration)}}`;
        const answer = await fetch(address, { method: "POST", headers, body });
        if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
        return { bytes: (await answer.arrayBuffer()).byteLength };
      },
      close: async () => server[Symbol.asyncDispose](),
    };
  },
};
