import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { usageOf } from "../process-usage.ts";
import type { Contestant, OpenContestant } from "./contestant.ts";
import { invoicesOf, ledgerOf } from "./papers.ts";
import type { Answer, Question } from "./questions.ts";
import type { Workload } from "./workloads.ts";

// One contestant in a process of its own: node child.ts NAME. Asked over the channel that its parent opened.

const FONTS = {
  regular: fileURLToPath(import.meta.resolve("@expo-google-fonts/noto-sans-jp/400Regular/NotoSansJP_400Regular.ttf")),
  bold: fileURLToPath(import.meta.resolve("@expo-google-fonts/noto-sans-jp/700Bold/NotoSansJP_700Bold.ttf")),
};

const [name = ""] = process.argv.slice(2);
const { open }: { open: OpenContestant } = await import(`./contestants/${name}.ts`);
const contestant = await open(FONTS);

process.on("message", (question: Question) => {
  answer(question).then(
    (told) => told === null || process.send?.(told),
    (error: unknown) =>
      process.send?.({ kind: "failed", reason: error instanceof Error ? error.stack : String(error) }),
  );
});
process.send?.({ kind: "ready", version: contestant.version });

/** Null where there is nobody left to be told. */
async function answer(question: Question): Promise<Answer | null> {
  switch (question.kind) {
    case "run": {
      const times: number[] = [];
      let bytes = 0;
      for (let run = 0; run < question.runs; run++) {
        const { ms, file } = await runOnce(contestant, question.workload, question.iteration + run);
        times.push(ms);
        bytes = file.length;
        if (question.keep !== null && run === 0) await writeFile(question.keep, file);
      }
      return { kind: "ran", times, bytes };
    }
    case "usage": {
      const pids = [process.pid, ...(contestant.helpers?.() ?? [])];
      const usages = pids.map(usageOf);
      return { kind: "used", peakRssMib: usages.reduce((sum, { peakRssMib }) => sum + peakRssMib, 0) };
    }
    case "end":
      await contestant.close?.();
      process.disconnect();
      return null;
  }
}

/** The data are made before the clock starts. */
async function runOnce(
  { invoices, ledger }: Contestant,
  { kind, size, language }: Workload,
  iteration: number,
): Promise<{ ms: number; file: Uint8Array }> {
  if (kind === "ledger") {
    const work = ledgerOf(size, iteration);
    const start = performance.now();
    const file = await ledger(work.ledger, work.json);
    return { ms: performance.now() - start, file };
  }
  const first = iteration * size;
  const work = invoicesOf(
    Array.from({ length: size }, (_, index) => first + index),
    language,
  );
  const start = performance.now();
  const file = await invoices(work.invoices, work.json);
  return { ms: performance.now() - start, file };
}
