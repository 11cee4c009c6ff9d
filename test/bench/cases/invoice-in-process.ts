import { readFile } from "node:fs/promises";
import { bundledFonts, createEngine, DEFAULT_CREATED_AT, renderersAt } from "../../../src/core/engine/index.ts";
import type { BenchCase } from "../case.ts";
import { invoicePayload } from "../invoices.ts";

const RENDERER = new URL("../../../src/plugins/renderers/pdf/index.ts", import.meta.url).href;

/** One page in this thread: parse the payload, validate, evaluate, lay out, write. */
export const benchCase: BenchCase = {
  name: "in-process",
  group: "invoice",
  baseline: true,
  async setup() {
    const engine = createEngine({
      fonts: bundledFonts(),
      renderers: renderersAt([RENDERER]),
    });
    const { template } = engine.check({ source: await readFile("docs/examples/invoice.rpt", "utf8"), data: null });
    if (template === null) throw new Error("The example invoice does not compile.");
    const { canvasJson, hash: canvasHash, example } = template;
    return {
      async run(iteration) {
        const payload = new TextEncoder().encode(invoicePayload(example, iteration));
        const options = { createdAt: DEFAULT_CREATED_AT };
        const answer = await engine.render(
          { canvasJson, canvasHash, payload, renderer: "pdf", options },
          async () => {},
        );
        if (answer.kind !== "rendered") throw new Error(`The invoice was not rendered: ${JSON.stringify(answer)}`);
        return { bytes: answer.bytes.length };
      },
    };
  },
};
