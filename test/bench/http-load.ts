import { readFile } from "node:fs/promises";
import { Agent, type IncomingMessage, request } from "node:http";
import { parseArgs } from "node:util";
import { bundledFonts, createEngine, DEFAULT_CREATED_AT, renderersAt } from "../../src/core/engine/index.ts";
import { runCommand } from "../support/command.ts";
import { startPostgres } from "../support/postgres.ts";
import { type RunningService, startService } from "../support/service.ts";
import { invoicePayload } from "./invoices.ts";
import { describedMachine } from "./machine.ts";
import { ownUsage, usageOf } from "./process-usage.ts";
import { aligned, median, quantile } from "./summary.ts";

const USAGE = `Usage: npm run bench:http -- [--rounds N] [--renders N] [--batches N] [--soak N] [--database NAME]

Prints renders a second, latencies and CPU time over HTTP, beside the CPU time of the bare engine in the same rounds.
  --rounds N       how often each server is measured, in turns with the engine (default 3)
  --renders N      one-page renders of a round (default 300)
  --batches N      dataList requests of 100 records of a round (default 5)
  --soak N         renders one-page invoices so often and prints memory at each tenth, instead (such as 20000)
  --database NAME  embedded or postgresql (default: both)`;

const INVOICE = "docs/examples/invoice.rpt";
const RENDERER = new URL("../../src/plugins/renderers/pdf/index.ts", import.meta.url).href;
const LIST_RECORDS = 100;
const THREADS = [1, 2] as const;

/** What a benchmark sends is no plan's traffic. */
const MUCH = { requestsPerMinute: 1e7, recordsPerMinute: 1e8, recordsPerMonth: 1e9, concurrentRenders: 1_000 };

/** Compilers, caches and the heap settle before anything counts. */
const WARM_UP = { invoice: 300, list: 6 } as const;

type Work = "invoice" | "list";

/** What a round sends to a server, how many requests at once wait for it, and what came of it. */
interface Round {
  readonly times: readonly number[];
  readonly wallMs: number;
  readonly cpuMs: number;
}

/** A server, and how a body is sent to it. */
interface Target extends AsyncDisposable {
  readonly service: RunningService;
  readonly example: string;
  send(body: string): Promise<void>;
  /** Closes the connections of a round: the server has closed them, too, while the engine had its turn. */
  hangUp(): void;
}

const options = readOptions();
if (options.soak > 0) await soak(options.soak);
else await compare();

/** Rounds in turns, so that what else the machine does falls on all alike. */
async function compare(): Promise<void> {
  const bare = await bareEngine();
  const rows: (readonly string[])[] = [
    ["case", "renders/s", "p50 ms", "p95 ms", "p99 ms", "CPU ms", "engine CPU ms", "more ms", "more %"],
  ];
  for (const database of options.databases) {
    for (const threads of THREADS) {
      await using target = await targetOn(database, threads);
      for (const work of ["invoice", "list"] as const) {
        const count = work === "invoice" ? options.renders : options.batches;
        await measure(target, work, WARM_UP[work], 0, threads);
        await bare(work, WARM_UP[work], 0);
        const rounds: { readonly over: Round; readonly engineMs: number }[] = [];
        for (let round = 1; round <= options.rounds; round += 1) {
          const first = round * count + WARM_UP[work];
          const over = await measure(target, work, count, first, threads);
          rounds.push({ over, engineMs: await bare(work, count, first) });
        }
        rows.push(rowOf(`${work}, ${database}, ${threads} thread${threads === 1 ? "" : "s"}`, rounds));
      }
    }
  }
  console.log(`${JSON.stringify(describedMachine())}\n${aligned(rows)}`);
}

function rowOf(name: string, rounds: readonly { readonly over: Round; readonly engineMs: number }[]): string[] {
  const times = rounds.flatMap(({ over }) => over.times);
  const perSecond = median(rounds.map(({ over }) => (over.times.length * 1000) / over.wallMs));
  const cpu = median(rounds.map(({ over }) => over.cpuMs));
  const engine = median(rounds.map(({ engineMs }) => engineMs));
  const more = median(rounds.map(({ over, engineMs }) => over.cpuMs - engineMs));
  const figures = [perSecond, quantile(times, 0.5), quantile(times, 0.95), quantile(times, 0.99), cpu, engine, more];
  return [name, ...figures.map((figure) => figure.toFixed(2)), `${((more / engine) * 100).toFixed(0)} %`];
}

/** Sends a round; two requests for each thread wait at a time, so that no thread waits for a client. */
async function measure(target: Target, work: Work, count: number, first: number, threads: number): Promise<Round> {
  const times: number[] = [];
  let next = first;
  const cpuBefore = usageOf(target.service.process.pid).cpuMs;
  const start = performance.now();
  const client = async (): Promise<void> => {
    while (next < first + count) {
      const body = bodyOf(work, target.example, next++);
      const sent = performance.now();
      await target.send(body);
      times.push(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: 2 * threads }, client));
  const wallMs = performance.now() - start;
  target.hangUp();
  return { times, wallMs, cpuMs: (usageOf(target.service.process.pid).cpuMs - cpuBefore) / count };
}

function bodyOf(work: Work, example: string, iteration: number): string {
  return work === "invoice"
    ? `{"data":${invoicePayload(example, iteration)}}`
    : `{"dataList":${listOf(example, iteration)}}`;
}

function listOf(example: string, iteration: number): string {
  const records = Array.from({ length: LIST_RECORDS }, (_, at) =>
    invoicePayload(example, iteration * LIST_RECORDS + at),
  );
  return `[${records.join(",")}]`;
}

/** The same renders in this process and thread: CPU time of one. */
async function bareEngine(): Promise<(work: Work, count: number, first: number) => Promise<number>> {
  const engine = createEngine({ fonts: bundledFonts(), renderers: renderersAt([RENDERER]) });
  const { template } = engine.check({ source: await readFile(INVOICE, "utf8"), data: null });
  if (template === null) throw new Error("The example invoice does not compile.");
  const { canvasJson, hash: canvasHash, example } = template;
  return async (work, count, first) => {
    const payloads = Array.from({ length: count }, (_, at) =>
      Buffer.from(work === "invoice" ? invoicePayload(example, first + at) : listOf(example, first + at)),
    );
    const before = ownUsage().cpuMs;
    for (const payload of payloads) {
      const answer = await engine.render(
        {
          ...{ canvasJson, canvasHash, payload, isList: work === "list", renderer: "pdf" },
          options: { createdAt: DEFAULT_CREATED_AT },
        },
        async () => {},
      );
      if (answer.kind !== "rendered") throw new Error(JSON.stringify(answer));
    }
    return (ownUsage().cpuMs - before) / count;
  };
}

async function targetOn(database: string, threads: number): Promise<Target> {
  const env = {
    PLATEN_THREADS: String(threads),
    PLATEN_PLANS: JSON.stringify({ enterprise: MUCH }),
    PLATEN_LOG_LEVEL: "error",
  };
  if (database === "embedded") {
    const service = await startService({ env });
    const { renderKey, canvases } = service.demo();
    return targetOf(service, renderKey, canvases[0]?.id ?? "", async () => service[Symbol.asyncDispose]());
  }
  const postgres = await startPostgres({ isDurable: true });
  const { host, port, user } = postgres.server;
  const postgresEnv = { ...env, PLATEN_DATABASE_URL: `postgresql://${user}@${host}:${port}/postgres` };
  const service = await startService({ env: postgresEnv, withDemo: false });
  const platen = async (...args: readonly string[]): Promise<string> => {
    const runEnv = { ...postgresEnv, PLATEN_DATA_DIR: service.dataDir };
    const result = await runCommand(process.execPath, ["src/main.ts", ...args], { env: runEnv });
    if (result.exitCode !== 0) throw new Error(result.stderr);
    return result.stdout;
  };
  await platen("organizations", "create", "山本食品", "--plan", "enterprise");
  const canvasId = (await platen("publish", INVOICE)).split("\t")[0] ?? "";
  const key = /pk_\w+/.exec(await platen("keys", "create", "--role", "render"))?.[0] ?? "";
  return targetOf(service, key, canvasId, async () => {
    await service[Symbol.asyncDispose]();
    await postgres.stop();
  });
}

async function targetOf(
  service: RunningService,
  key: string,
  canvasId: string,
  end: () => Promise<void>,
): Promise<Target> {
  const { template } = createEngine({ fonts: bundledFonts(), renderers: renderersAt([]) }).check({
    source: await readFile(INVOICE, "utf8"),
    data: null,
  });
  const agent = new Agent({ keepAlive: true });
  const url = `${service.baseUrl}/v1/canvases/${canvasId}/pdf`;
  return {
    service,
    example: template?.example ?? "{}",
    async send(body) {
      const answer = await new Promise<IncomingMessage>((resolve, reject) => {
        const headers = { "x-api-key": key, "content-type": "application/json" };
        request(url, { method: "POST", agent, headers }, resolve).on("error", reject).end(body);
      });
      const parts: Uint8Array[] = [];
      for await (const part of answer) parts.push(part);
      if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${Buffer.concat(parts).toString("utf8")}`);
    },
    hangUp: () => agent.destroy(),
    async [Symbol.asyncDispose]() {
      agent.destroy();
      await end();
    },
  };
}

/** Memory must not grow with the number of renders. */
async function soak(renders: number): Promise<void> {
  for (const database of options.databases) {
    await using target = await targetOn(database, 2);
    const tenth = Math.max(1, Math.floor(renders / 10));
    await measure(target, "invoice", WARM_UP.invoice, 0, 2);
    console.log(`${database}: ${memoryMib(target)} MiB after ${WARM_UP.invoice} renders`);
    for (let done = 0; done < renders; done += tenth) {
      const { wallMs, cpuMs } = await measure(target, "invoice", tenth, WARM_UP.invoice + done, 2);
      const pace = `${((tenth * 1000) / wallMs).toFixed(0)} a second, ${cpuMs.toFixed(2)} ms CPU each`;
      console.log(`${database}: ${memoryMib(target)} MiB after ${done + tenth} more (${pace})`);
    }
  }
}

function memoryMib({ service }: Target): string {
  return usageOf(service.process.pid).rssMib.toFixed(0);
}

function readOptions() {
  const number = (name: string, text: string | undefined, otherwise: number): number => {
    const value = text === undefined ? otherwise : Number(text);
    if (!Number.isSafeInteger(value) || value < 0) throw new Error(`--${name}: write a number.\n\n${USAGE}`);
    return value;
  };
  const { values } = parseArgs({
    options: {
      rounds: { type: "string" },
      renders: { type: "string" },
      batches: { type: "string" },
      soak: { type: "string" },
      database: { type: "string" },
      help: { type: "boolean" },
    },
  });
  if (values.help === true) {
    console.log(USAGE);
    process.exit();
  }
  const { database } = values;
  if (database !== undefined && database !== "embedded" && database !== "postgresql")
    throw new Error(`--database: write embedded or postgresql.\n\n${USAGE}`);
  return {
    rounds: Math.max(1, number("rounds", values.rounds, 3)),
    renders: number("renders", values.renders, 300),
    batches: number("batches", values.batches, 5),
    soak: number("soak", values.soak, 0),
    databases: database === undefined ? ["embedded", "postgresql"] : [database],
  };
}
