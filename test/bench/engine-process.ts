// The bare engine in a process of its own: renders what it is told to, one after the other in its only thread, and
// says how much CPU time one took. Its parent sends `EngineTask`s and gets an `EngineTime` for each.
import { readFile } from "node:fs/promises";
import { bundledFonts, createEngine, DEFAULT_CREATED_AT, renderersAt } from "../../src/core/engine/index.ts";
import { INVOICE, payloadOf, type Work } from "./invoices.ts";
import { ownUsage } from "./process-usage.ts";

/** So many renders of a kind, beginning with the payload of that number. */
export interface EngineTask {
  readonly work: Work;
  readonly count: number;
  readonly first: number;
}

/** CPU time of one render. */
export interface EngineTime {
  readonly cpuMs: number;
}

const RENDERER = new URL("../../src/plugins/renderers/pdf/index.ts", import.meta.url).href;

/** The server's requests have limits too, which nothing here reaches. */
const LIMITS = { pagesMax: 20_000, bytesMax: 1_000_000_000 };

const engine = createEngine({ fonts: bundledFonts(), renderers: renderersAt([RENDERER]) });
const { template } = engine.check({ source: await readFile(INVOICE, "utf8"), data: null });
if (template === null) throw new Error("The example invoice does not compile.");
const { canvasJson, hash: canvasHash, title, example } = template;

process.on("message", (task: EngineTask) => {
  void timeOf(task).then((time) => process.send?.(time));
});
process.send?.({ example });

async function timeOf({ work, count, first }: EngineTask): Promise<EngineTime> {
  const payloads = Array.from({ length: count }, (_, at) => Buffer.from(payloadOf(work, example, first + at)));
  const before = ownUsage().cpuMs;
  for (const payload of payloads) {
    const answer = await engine.render(
      {
        ...{ canvasJson, canvasHash, payload, isList: work === "list", renderer: "pdf" },
        options: { createdAt: DEFAULT_CREATED_AT, collatedTitle: title, limits: LIMITS },
      },
      async () => {},
    );
    if (answer.kind !== "rendered") throw new Error(JSON.stringify(answer));
  }
  return { cpuMs: (ownUsage().cpuMs - before) / count };
}
