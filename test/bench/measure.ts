import { pathToFileURL } from "node:url";
import type { BenchCase, BenchSession, Sample } from "./case.ts";
import { ownUsage } from "./process-usage.ts";
import { median } from "./summary.ts";

// Measures one case in this fresh process and writes a `Sample` as JSON: node measure.ts CASE_FILE WARM_UP_MS
// MEASURE_MS.

/** More samples say nothing new, and keeping them would count as the case's own memory. */
const RUNS_MAX = 20_000;

const [caseFile = "", warmUpMs = "0", measureMs = "0"] = process.argv.slice(2);
const { benchCase }: { benchCase: BenchCase } = await import(pathToFileURL(caseFile).href);

const session = await benchCase.setup();
let iteration = 0;
await session.prepare?.(iteration);
const first = await session.run(iteration++);
// The clock of `performance` starts with the process, so loading of modules and WebAssembly is counted.
const coldMs = performance.now();

const usage = session.usage?.bind(session) ?? ownUsage;
await runFor(session, Math.max(Number(warmUpMs), benchCase.warmUpMs ?? 0));
const { times: warmMs, cpuMs, stagesMs } = await runFor(session, Number(measureMs));
const { peakRssMib } = usage();
await session.close?.();

const sample: Sample = {
  coldMs,
  warmMs,
  cpuMsPerRun: cpuMs / warmMs.length,
  peakRssMib,
  items: first.items ?? 1,
  bytes: first.bytes ?? 0,
  stagesMs,
};
process.stdout.write(JSON.stringify(sample));

/** Runs the case again and again for a while, at least once; answers how long each run took, and their CPU time. */
async function runFor(running: BenchSession, durationMs: number) {
  const times: number[] = [];
  const stages: Record<string, number[]> = {};
  const end = performance.now() + durationMs;
  // One interval over all runs: the CPU time of a single one is shorter than what another process's clock counts in.
  const before = usage().cpuMs;
  let preparedMs = 0;
  do {
    if (running.prepare !== undefined) {
      const idle = usage().cpuMs;
      await running.prepare(iteration);
      preparedMs += usage().cpuMs - idle;
    }
    const start = performance.now();
    const { stagesMs = {} } = await running.run(iteration++);
    times.push(performance.now() - start);
    for (const [stage, ms] of Object.entries(stagesMs)) {
      stages[stage] ??= [];
      stages[stage].push(ms);
    }
  } while (performance.now() < end && times.length < RUNS_MAX);
  const medians = Object.entries(stages).map(([stage, all]) => [stage, median(all)] as const);
  return { times, cpuMs: usage().cpuMs - before - preparedMs, stagesMs: Object.fromEntries(medians) };
}
