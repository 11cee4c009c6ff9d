import { parseArgs } from "node:util";
import { type Database, type EngineProcess, startEngine, type Target, targetOn } from "./http-target.ts";
import { bodyOf, type Work } from "./invoices.ts";
import { describedMachine } from "./machine.ts";
import { usageOf } from "./process-usage.ts";
import { type Estimate, medianOf, shown, slopeOf, verdictOn } from "./spread.ts";
import { aligned, median, quantile } from "./summary.ts";

const USAGE = `Usage: npm run bench:http -- [--blocks N] [--soak N] [--database NAME] [--threads N] [--work NAME]
       [--sync NAME]

Prints renders a second and latencies over HTTP, and how much CPU time more the server takes than the bare engine for
the same payloads. Both have a process of their own and take turns in short blocks. Processes settle differently, so
each row is measured with several pairs of fresh ones: of the differences within the blocks of a pair the median counts,
and of these the median is printed with the interval that it is in with 95 %, and whether that is within the budget.
  --processes N    pairs of processes of each row (default 6)
  --blocks N       pairs of blocks in each pair of processes (default 10)
  --soak N         renders one-page invoices so often instead, and judges whether memory grows (such as 40000)
  --database NAME  embedded or postgresql (default: both)
  --sync NAME      off or full: PLATEN_EMBEDDED_SYNC of the server (default: off)
  --threads N      threads that draw in the server (default: 1, then 2)
  --work NAME      invoice, list or job (default: all; a job is an invoice with Prefer: respond-async)`;

/** What the service may add to the engine's CPU time. */
const BUDGETS = { invoice: { moreMs: 3 }, list: { morePercent: 15 } } as const;

/** Renders of a block, which is over before the machine has changed its mind. */
const BLOCK = { invoice: 60, list: 6, job: 60 } as const;

/**
 * Compilers, caches and the heap settle before anything counts, in every thread. Invoices come first whatever is
 * measured: all requests take the same way through the server, and few lists would leave it cold.
 */
const WARM_UP = { invoice: 6_000, list: 600, job: 600 } as const;

/** More growth than this would fill a gibibyte with a million renders. */
const GROWTH_MIB_MAX = 1;

/** Memory is read so often in a soak, and judged after so many renders: heaps grow to their size first. */
const READINGS = 100;
const SETTLING_RENDERS = 20_000;

/** Between two looks at a job that is not over. */
const LOOKING_MS = 20;

type Errand = Work | "job";

/** What a block of requests took. */
interface Block {
  readonly times: readonly number[];
  readonly wallMs: number;
  readonly cpuMs: number;
}

interface Pair {
  readonly over: Block;
  readonly engineMs: number;
}

const options = readOptions();
if (options.soak > 0) await soak(options.soak);
else await compare();

async function compare(): Promise<void> {
  const rows: (readonly string[])[] = [
    ["case", "renders/s", "p50 ms", "p95 ms", "p99 ms", "CPU ms", "engine CPU ms", "more ms", "more %", "budget"],
  ];
  for (const database of options.databases) {
    for (const threads of options.threads) {
      const runs: ReadonlyMap<Errand, readonly Pair[]>[] = [];
      for (let process = 0; process < options.processes; process += 1) runs.push(await runOf(database, threads));
      for (const errand of options.errands) {
        const name = `${errand}, ${database}, ${threads} thread${threads === 1 ? "" : "s"}`;
        const pairs = runs.map((run) => run.get(errand) ?? []);
        rows.push(rowOf(name, errand, pairs));
        process.stderr.write(`${rows.at(-1)?.join("  ")}\n`);
      }
    }
  }
  console.log(`${JSON.stringify(describedMachine())}\n${aligned(rows)}`);
}

/** All errands of one fresh server beside one fresh process of the engine. */
async function runOf(database: Database, threads: number): Promise<ReadonlyMap<Errand, readonly Pair[]>> {
  using engine = await startEngine();
  await using target = await targetOn({ database, threads, sync: options.sync });
  for (const errand of new Set<Errand>(["invoice", ...options.errands])) {
    await engine.cpuMsOf({ work: workOf(errand), count: WARM_UP[errand], first: 0 });
    await send(target, engine, errand, WARM_UP[errand], 0, threads);
  }
  const run = new Map<Errand, readonly Pair[]>();
  for (const errand of options.errands) run.set(errand, await measure(target, engine, errand, threads));
  return run;
}

function send(
  target: Target,
  { example }: EngineProcess,
  errand: Errand,
  count: number,
  first: number,
  threads: number,
): Promise<Block> {
  if (errand === "job") return queueAll(target, example, count, first);
  return sendAll(target, example, errand, count, first, threads);
}

function workOf(errand: Errand): Work {
  return errand === "job" ? "invoice" : errand;
}

/** Pairs of blocks; which of the two begins, changes from pair to pair. */
async function measure(target: Target, engine: EngineProcess, errand: Errand, threads: number): Promise<Pair[]> {
  const work = workOf(errand);
  const count = BLOCK[errand];
  const pairs: Pair[] = [];
  for (let pair = 0; pair < options.blocks; pair += 1) {
    const first = WARM_UP[errand] + pair * count;
    const early = pair % 2 === 0 ? await engine.cpuMsOf({ work, count, first }) : null;
    const block = await send(target, engine, errand, count, first, threads);
    pairs.push({ over: block, engineMs: early ?? (await engine.cpuMsOf({ work, count, first })) });
  }
  return pairs;
}

/** A row of the pairs of blocks of several pairs of processes. */
function rowOf(name: string, errand: Errand, runs: readonly (readonly Pair[])[]): string[] {
  const pairs = runs.flat();
  const times = pairs.flatMap(({ over }) => over.times);
  const perSecond = median(pairs.map(({ over }) => (over.times.length * 1000) / over.wallMs));
  const cpu = median(pairs.map(({ over }) => over.cpuMs));
  const engine = median(pairs.map(({ engineMs }) => engineMs));
  const ofRuns = (difference: (pair: Pair) => number): Estimate =>
    medianOf(runs.map((run) => median(run.map(difference))));
  const moreMs = ofRuns(({ over, engineMs }) => over.cpuMs - engineMs);
  const morePercent = ofRuns(({ over, engineMs }) => (over.cpuMs / engineMs - 1) * 100);
  const figures = [perSecond, quantile(times, 0.5), quantile(times, 0.95), quantile(times, 0.99), cpu, engine];
  return [
    name,
    ...figures.map((figure) => figure.toFixed(2)),
    ...[shown(moreMs, 2), shown(morePercent, 1), budgetOf(errand, moreMs, morePercent)],
  ];
}

function budgetOf(errand: Errand, moreMs: Estimate, morePercent: Estimate): string {
  switch (errand) {
    case "invoice":
      return `${BUDGETS.invoice.moreMs} ms ${verdictOn(moreMs, BUDGETS.invoice.moreMs)}`;
    case "list":
      return `${BUDGETS.list.morePercent} % ${verdictOn(morePercent, BUDGETS.list.morePercent)}`;
    case "job":
      return "none";
  }
}

/** Two requests for each thread wait at a time, so that no thread waits for a client. */
async function sendAll(
  target: Target,
  example: string,
  work: Work,
  count: number,
  first: number,
  threads: number,
): Promise<Block> {
  const bodies = Array.from({ length: count }, (_, at) => bodyOf(work, example, first + at));
  const times: number[] = [];
  return timed(target, count, times, async () => {
    const client = async (): Promise<void> => {
      for (let body = bodies.pop(); body !== undefined; body = bodies.pop()) {
        const sent = performance.now();
        await target.send(body);
        times.push(performance.now() - sent);
      }
    };
    await Promise.all(Array.from({ length: 2 * threads }, client));
  });
}

/** All jobs are sent, and then waited for in their order; a time is that of the acknowledgement. */
async function queueAll(target: Target, example: string, count: number, first: number): Promise<Block> {
  const bodies = Array.from({ length: count }, (_, at) => bodyOf("invoice", example, first + at));
  const times: number[] = [];
  return timed(target, count, times, async () => {
    const paths: string[] = [];
    for (const body of bodies) {
      const sent = performance.now();
      paths.push(await target.queue(body));
      times.push(performance.now() - sent);
    }
    for (const path of paths) {
      for (;;) {
        const status = await target.status(path);
        if (status === "succeeded") break;
        if (status !== "queued" && status !== "rendering") throw new Error(`A job is ${status}.`);
        await new Promise((resolve) => setTimeout(resolve, LOOKING_MS));
      }
    }
  });
}

async function timed(
  target: Target,
  count: number,
  times: readonly number[],
  work: () => Promise<void>,
): Promise<Block> {
  const cpuBefore = usageOf(target.pid).cpuMs;
  const start = performance.now();
  await work();
  const wallMs = performance.now() - start;
  return { times, wallMs, cpuMs: (usageOf(target.pid).cpuMs - cpuBefore) / count };
}

/** Memory must not grow with the number of renders. */
async function soak(renders: number): Promise<void> {
  using engine = await startEngine();
  for (const database of options.databases) {
    for (const threads of options.threads.slice(-1)) {
      await using target = await targetOn({ database, threads, sync: options.sync });
      const step = Math.max(1, Math.floor(renders / READINGS));
      const readings: { readonly x: number; readonly y: number }[] = [];
      for (let done = 0; done < renders; ) {
        const { wallMs, cpuMs } = await sendAll(target, engine.example, "invoice", step, done, threads);
        done += step;
        const rssMib = usageOf(target.pid).rssMib;
        readings.push({ x: done / 1000, y: rssMib });
        const pace = `${((step * 1000) / wallMs).toFixed(0)} a second, ${cpuMs.toFixed(2)} ms CPU each`;
        if (readings.length % (READINGS / 10) === 0)
          console.log(`${database}: ${rssMib.toFixed(0)} MiB after ${done} renders (${pace})`);
      }
      console.log(`${database}: ${growthSentence(readings.filter(({ x }) => x * 1000 >= SETTLING_RENDERS))}`);
    }
  }
}

function growthSentence(settled: readonly { readonly x: number; readonly y: number }[]): string {
  if (settled.length < READINGS / 2) return `too short a soak to judge: send at least ${2 * SETTLING_RENDERS} renders`;
  const slope = slopeOf(settled);
  const verdict = { holds: "memory is flat", "is passed": "MEMORY GROWS", "is not shown": "not shown to be flat" };
  const figures = `${shown(slope, 2)} MiB for 1,000 renders, after the first ${SETTLING_RENDERS}`;
  return `${verdict[verdictOn(slope, GROWTH_MIB_MAX)]}: ${figures} (limit ${GROWTH_MIB_MAX}, interval of 95 %)`;
}

function readOptions() {
  const number = (name: string, text: string | undefined, otherwise: number): number => {
    const value = text === undefined ? otherwise : Number(text);
    if (!Number.isSafeInteger(value) || value < 0) throw new Error(`--${name}: write a number.\n\n${USAGE}`);
    return value;
  };
  const oneOf = <Name extends string>(name: string, text: string | undefined, names: readonly Name[]): Name[] => {
    const found = names.filter((each) => text === undefined || each === text);
    if (found.length === 0) throw new Error(`--${name}: write ${names.join(" or ")}.\n\n${USAGE}`);
    return found;
  };
  const { values } = parseArgs({
    options: {
      blocks: { type: "string" },
      processes: { type: "string" },
      soak: { type: "string" },
      database: { type: "string" },
      sync: { type: "string" },
      threads: { type: "string" },
      work: { type: "string" },
      help: { type: "boolean" },
    },
  });
  if (values.help === true) {
    console.log(USAGE);
    process.exit();
  }
  return {
    blocks: Math.max(1, number("blocks", values.blocks, 10)),
    processes: Math.max(1, number("processes", values.processes, 6)),
    soak: number("soak", values.soak, 0),
    databases: oneOf("database", values.database, ["embedded", "postgresql"] as const),
    sync: values.sync === undefined ? "off" : (oneOf("sync", values.sync, ["off", "full"] as const)[0] ?? "off"),
    threads: values.threads === undefined ? [1, 2] : [Math.max(1, number("threads", values.threads, 1))],
    errands: oneOf("work", values.work, ["invoice", "list", "job"] as const),
  };
}
