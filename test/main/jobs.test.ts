// Jobs outlive the processes that take them on and render them: real servers, killed in the middle.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { bundledFonts, createEngine, renderersAt } from "../../src/core/engine/index.ts";
import { JOB_TRIES_MAX } from "../../src/core/services/render-jobs.ts";
import { type RunningCommand, runCommand, startCommand } from "../support/command.ts";
import { openOrThrow } from "../support/databases.ts";
import { inLane, lane } from "../support/lane.ts";
import { createPostgresDatabase } from "../support/postgres-database.ts";
import { startService } from "../support/service.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const JOBS = inLane({ fast: 6, full: 40 });

/** Enough records for a job to be under way for a while. */
const RECORDS = inLane({ fast: 20, full: 100 });

/** As if time had passed since the worker of a job died. */
const HASTEN_SQL = `
  update jobs.job set start_after = least(start_after, now()), heartbeat_on = now() - interval '1 hour'
  where data->>'renderId' = $1`;

/** Of the test itself, which looks at the database. */
const CONNECTIONS = 4;

const TRIES_SQL = "select tries from render_jobs where render_id = $1";

/** Two servers, a kill and a heartbeat that stops: longer than other tests take. */
const PATIENCE_MS = 180_000;

interface Render {
  readonly id: string;
  readonly status: string;
  readonly sha256?: string;
  readonly records: number;
}

class Client {
  readonly #baseUrl: string;
  readonly #key: string;

  constructor(baseUrl: string, key: string) {
    this.#baseUrl = baseUrl;
    this.#key = key;
  }

  async json<Body>(path: string): Promise<Body> {
    const answer = await fetch(`${this.#baseUrl}${path}`, { headers: { "x-api-key": this.#key } });
    return (await answer.json()) as Body;
  }

  async queue(canvasId: string, body: string): Promise<string> {
    const answer = await fetch(`${this.#baseUrl}/v1/canvases/${canvasId}/pdf`, {
      method: "POST",
      headers: { "x-api-key": this.#key, "content-type": "application/json", prefer: "respond-async" },
      body,
    });
    expect(answer.status).toBe(202);
    return ((await answer.json()) as { id: string }).id;
  }

  async ended(id: string): Promise<Render> {
    for (;;) {
      const render = await this.json<Render>(`/v1/renders/${id}`);
      if (!["queued", "rendering"].includes(render.status)) return render;
      await sleep(100);
    }
  }

  async waitForOneUnderWay(ids: readonly string[]): Promise<void> {
    for (;;) {
      const { renders } = await this.json<{ renders: readonly Render[] }>("/v1/renders?status=rendering");
      if (renders.some((render) => ids.includes(render.id))) return;
      const { status } = await this.json<Render>(`/v1/renders/${ids.at(-1)}`);
      if (status !== "queued") throw new Error("the jobs were over before one could be interrupted");
      await sleep(5);
    }
  }

  /** Every job is there once: one render, one charge, the same bytes, and nothing left reserved. */
  async expectExactlyOnce(ids: readonly string[]): Promise<void> {
    const renders = await Promise.all(ids.map((id) => this.ended(id)));
    expect(renders.map(({ status, records }) => `${status} ${records}`)).toEqual(ids.map(() => `succeeded ${RECORDS}`));
    expect(new Set(renders.map(({ sha256 }) => sha256)).size).toBe(1);
    const usage = await this.json<{ records: { used: number }; renders: number }>("/v1/usage");
    expect(usage).toMatchObject({ renders: ids.length, records: { used: ids.length * RECORDS } });
    for (const id of ids) {
      const file = await fetch(`${this.#baseUrl}/v1/renders/${id}/pdf`, { headers: { "x-api-key": this.#key } });
      expect(file.status).toBe(200);
    }
  }
}

/** A request for as many copies of the demo's example as a job has records. */
function batchOf(example: string): string {
  const payload: { data: unknown } = JSON.parse(example);
  return JSON.stringify({ dataList: Array.from({ length: RECORDS }, () => payload.data) });
}

describe("jobs outlive their processes", () => {
  test("a killed server renders what it had taken on after its next start, once", {
    timeout: PATIENCE_MS,
  }, async () => {
    await using folder = await temporaryFolder("jobs");
    const dataDir = join(folder.path, "data");
    const first = await startService({ dataDir });
    const { renderKey, canvases } = first.demo();
    const body = batchOf(readFileSync(join(dataDir, "demo-invoice.json"), "utf8"));
    const client = new Client(first.baseUrl, renderKey);
    const ids: string[] = [];
    for (let job = 0; job < JOBS; job += 1) ids.push(await client.queue(canvases[0]?.id ?? "", body));
    await client.waitForOneUnderWay(ids);
    await first.process.stop("SIGKILL");
    await using second = await startService({ dataDir });
    await new Client(second.baseUrl, renderKey).expectExactlyOnce(ids);
  });

  // The other worker waits for the dead one's heartbeat, which takes half a minute.
  test.runIf(lane !== "fast")(
    "a job whose worker is killed is another worker's, and the server itself renders none",
    { timeout: PATIENCE_MS },
    async () => {
      await using folder = await temporaryFolder("jobs");
      await using postgres = await createPostgresDatabase();
      const env = { PLATEN_DATABASE_URL: postgres.url, PLATEN_DATA_DIR: join(folder.path, "data") };
      const { key, canvasId, body } = await tenantOf(env);
      const api = await startService({ env, dataDir: env.PLATEN_DATA_DIR, args: ["--role", "api"], withDemo: false });
      await using running = api;
      const client = new Client(running.baseUrl, key);
      const ids: string[] = [];
      for (let job = 0; job < JOBS; job += 1) ids.push(await client.queue(canvasId, body));
      expect(await client.json(`/v1/renders/${ids[0]}`)).toMatchObject({ status: "queued" });
      const doomed = await startWorker(env);
      await client.waitForOneUnderWay(ids);
      await doomed.stop("SIGKILL");
      await using survivor = await startWorker(env);
      await client.expectExactlyOnce(ids);
      expect((await survivor.stop()).exitCode).toBe(0);
    },
  );

  test.runIf(lane !== "fast")(
    "a job whose worker is killed each time is given up with that reason, and the one behind it is served",
    { timeout: 2 * PATIENCE_MS },
    async () => {
      await using folder = await temporaryFolder("jobs");
      await using postgres = await createPostgresDatabase();
      const env = {
        PLATEN_DATABASE_URL: postgres.url,
        PLATEN_DATA_DIR: join(folder.path, "data"),
        PLATEN_THREADS: "1",
      };
      const { key, canvasId, body } = await tenantOf(env);
      const api = await startService({ env, dataDir: env.PLATEN_DATA_DIR, args: ["--role", "api"], withDemo: false });
      await using running = api;
      const client = new Client(running.baseUrl, key);
      const [poison, next] = [await client.queue(canvasId, body), await client.queue(canvasId, body)];
      const database = await openOrThrow({ kind: "postgresql", url: postgres.url, connections: CONNECTIONS });
      const { sql } = database.sqlHome;
      for (let tries = 1; tries <= JOB_TRIES_MAX; tries += 1) {
        // The heartbeat that stopped and the pause before another try are over at once.
        await sql.run(HASTEN_SQL, [poison]);
        const doomed = await startWorker(env);
        await expect
          .poll(async () => (await sql.run(TRIES_SQL, [poison])).rows, { timeout: PATIENCE_MS, interval: 2 })
          .toEqual([{ tries }]);
        await doomed.stop("SIGKILL");
      }
      await sql.run(HASTEN_SQL, [poison]);
      await database.close();
      await using survivor = await startWorker(env);
      const error = { code: "internal", error: expect.stringMatching(/begun 6 times.* ended; nothing was charged/) };
      expect(await client.ended(poison)).toMatchObject({ status: "failed", error });
      expect(await client.ended(next)).toMatchObject({ status: "succeeded" });
      expect(await client.json("/v1/usage")).toMatchObject({ renders: 1, records: { used: RECORDS } });
      expect((await survivor.stop()).exitCode).toBe(0);
    },
  );

  test("a role on the embedded database is refused in a sentence", async () => {
    const result = await runCommand(process.execPath, ["src/main.ts", "serve", "--role", "worker"], {
      env: { PLATEN_PORT: "0", PLATEN_DATABASE_URL: undefined },
    });
    expect(result.exitCode).toBe(2);
    expect(result.stderr).toMatch(/^platen: The embedded database has one process.*PLATEN_DATABASE_URL.*\n$/);
  });
});

async function startWorker(env: Readonly<Record<string, string>>): Promise<RunningCommand> {
  const worker = await startCommand(process.execPath, ["src/main.ts", "serve", "--role", "worker"], { env });
  await worker.waitFor(/renders jobs/);
  return worker;
}

/** An organization with a key and a published invoice, made by the operator's commands. */
async function tenantOf(env: Readonly<Record<string, string>>) {
  const platen = async (...args: readonly string[]): Promise<string> => {
    const result = await runCommand(process.execPath, ["src/main.ts", ...args], { env });
    if (result.exitCode !== 0) throw new Error(result.stderr);
    return result.stdout;
  };
  await platen("organizations", "create", "山本食品", "--plan", "enterprise");
  const canvasId = (await platen("publish", "docs/examples/invoice.rpt")).split("\t")[0] ?? "";
  const key = /pk_\w+/.exec(await platen("keys", "create", "--role", "render"))?.[0] ?? "";
  const engine = createEngine({ fonts: bundledFonts(), renderers: renderersAt([]) });
  const { template } = engine.check({ source: readFileSync("docs/examples/invoice.rpt", "utf8"), data: null });
  return { canvasId, key, body: batchOf(`{"data":${template?.example ?? "{}"}}`) };
}
