import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { startDemoServer } from "../../support/demo-server.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
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
    const folder = await temporaryFolder("bench");
    const server = await startDemoServer(folder.path, { PLATEN_LOG_LEVEL: "warn" });
    const { baseUrl, renderKey, canvases } = server.demo;
    const request: { data: unknown } = JSON.parse(await readFile(join(folder.path, "demo-invoice.json"), "utf8"));
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
      async close() {
        await server.process.stop();
        await folder.remove();
      },
    };
  },
};
