import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { runCommand } from "../support/command.ts";
import { startPostgres } from "../support/postgres.ts";
import { LARGE_PAGES, type RunningService, startService } from "../support/service.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import type { EngineTask, EngineTime } from "./engine-process.ts";
import { INVOICE } from "./invoices.ts";

/** What a benchmark sends is no plan's traffic. */
const MUCH = { requestsPerMinute: 1e7, recordsPerMinute: 1e8, recordsPerMonth: 1e9, concurrentRenders: 1_000 };

/** A server in a process of its own, with the example invoice published. */
export interface Target extends AsyncDisposable {
  readonly pid: number;
  /** Sends a render request and waits for its file. */
  send(body: string): Promise<void>;
  /** Sends a render as a job; answers when it is acknowledged, with the path of its status. */
  queue(body: string): Promise<string>;
  /** The status of a job. */
  status(path: string): Promise<string>;
}

export type Database = "embedded" | "postgresql";

/** How the server is set up. */
interface Setup {
  readonly database: Database;
  /** Threads that draw in it. */
  readonly threads: number;
  /** What the writes of the embedded database outlive. */
  readonly sync: "off" | "full";
}

/**
 * Starts a server on one of the databases. What it draws was published before its start: a thread that has checked
 * other templates is compiled for them too, and that is no part of what a request takes.
 */
export async function targetOn({ database, threads, sync }: Setup): Promise<Target> {
  const env = {
    PLATEN_THREADS: String(threads),
    PLATEN_EMBEDDED_SYNC: sync,
    PLATEN_PLANS: JSON.stringify({ enterprise: MUCH }),
    PLATEN_LOG_LEVEL: "error",
  };
  if (database === "embedded") {
    const folder = await temporaryFolder("load");
    const dataDir = join(folder.path, "data");
    await (await startService({ env, dataDir }))[Symbol.asyncDispose]();
    const service = await startService({ env, dataDir });
    const { renderKey, canvases } = service.demo();
    return targetOf(service, renderKey, canvases[0]?.id ?? "", async () => {
      await service[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    });
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

function targetOf(service: RunningService, key: string, canvasId: string, end: () => Promise<void>): Target {
  const agent = new Agent({ keepAlive: true });
  const call = async (path: string, more: Readonly<Record<string, string>>, body?: string): Promise<Buffer> => {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const headers = {
        "x-api-key": key,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...more,
      };
      const method = body === undefined ? "GET" : "POST";
      request(`${service.baseUrl}${path}`, { method, agent, headers }, resolve).on("error", reject).end(body);
    });
    const parts: Uint8Array[] = [];
    for await (const part of answer) parts.push(part);
    const whole = Buffer.concat(parts);
    if ((answer.statusCode ?? 0) >= 300) throw new Error(`${answer.statusCode} ${whole.toString("utf8")}`);
    return whole;
  };
  const url = `/v1/canvases/${canvasId}/pdf`;
  return {
    pid: service.process.pid,
    send: async (body) => void (await call(url, {}, body)),
    async queue(body) {
      const job: { statusUrl: string } = JSON.parse((await call(url, { prefer: "respond-async" }, body)).toString());
      return job.statusUrl;
    },
    async status(path) {
      const render: { status: string } = JSON.parse((await call(path, {})).toString());
      return render.status;
    },
    async [Symbol.asyncDispose]() {
      agent.destroy();
      await end();
    },
  };
}

/** The bare engine in a process of its own. */
export interface EngineProcess extends Disposable {
  /** The example payload of the form. */
  readonly example: string;
  /** CPU time of one of the renders, in milliseconds. */
  cpuMsOf(task: EngineTask): Promise<number>;
}

export async function startEngine(): Promise<EngineProcess> {
  const child = fork(new URL("engine-process.ts", import.meta.url), { execArgv: [...process.execArgv, LARGE_PAGES] });
  const [ready]: readonly { readonly example: string }[] = await answerOf(child);
  return {
    example: ready?.example ?? "{}",
    async cpuMsOf(task) {
      child.send(task);
      const [time]: readonly EngineTime[] = await answerOf(child);
      return time?.cpuMs ?? Number.NaN;
    },
    [Symbol.dispose]: () => void child.kill(),
  };
}

async function answerOf(child: ChildProcess) {
  const ended = new AbortController();
  const exited = once(child, "exit", { signal: ended.signal }).then(() => {
    throw new Error("The process of the engine has ended.");
  });
  try {
    return await Promise.race([once(child, "message"), exited]);
  } finally {
    ended.abort();
    exited.catch(() => undefined);
  }
}
