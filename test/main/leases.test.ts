// What a process was rendering when it was killed, or stood still, is another one's within seconds, and charged once.
import { createHash } from "node:crypto";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { clusterTenantOf } from "../support/cluster.ts";
import { openOrThrow } from "../support/databases.ts";
import { lane } from "../support/lane.ts";
import { createPostgresDatabase } from "../support/postgres-database.ts";
import { type RunningService, startService } from "../support/service.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const RECORDS = 100;

/** After a kill everything that its process held is free within this time. */
const FREE_MS_MAX = 10_000;

/** Drawing the records on a busy machine, beside the wait for the lease. */
const DRAWING_MS_MAX = 15_000;

const PATIENCE_MS = 180_000;

const NOTHING = [{ reserved: 0, running: 0 }];

/** Two processes that answer requests on one database, and a way to send prints to either. */
async function startPair(...args: readonly string[]) {
  const folder = await temporaryFolder("leases");
  const database = await createPostgresDatabase();
  const plans = JSON.stringify({ enterprise: { concurrentRenders: 1, requestsPerMinute: 100_000 } });
  // They share their stored files, as processes on several machines share a bucket.
  const env = { PLATEN_DATABASE_URL: database.url, PLATEN_DATA_DIR: join(folder.path, "data"), PLATEN_PLANS: plans };
  const tenant = await clusterTenantOf(env);
  const start = (): Promise<RunningService> =>
    startService({ args, env, dataDir: env.PLATEN_DATA_DIR, withDemo: false });
  const [doomed, survivor] = [await start(), await start()];
  const headers = { "x-api-key": tenant.key, "content-type": "application/json" };
  const print = async (to: RunningService, key: string | null, records = RECORDS) => {
    const list = Array.from({ length: records }, () => tenant.payload).join(",");
    const answer = await fetch(`${to.baseUrl}/v1/canvases/${tenant.canvasId}/pdf`, {
      method: "POST",
      headers: { ...headers, ...(key === null ? {} : { "idempotency-key": key }) },
      body: `{"dataList":[${list}],"options":{"store":true}}`,
    });
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    const id = answer.headers.get("x-service-render-id");
    return { status: answer.status, retryAfter: answer.headers.get("retry-after"), id, sha256 };
  };
  const json = async <Body>(path: string): Promise<Body> =>
    (await (await fetch(`${survivor.baseUrl}${path}`, { headers })).json()) as Body;
  return {
    doomed,
    survivor,
    print,
    /** What was charged, and what is still held for renders under way. */
    async charged() {
      const { renders, records } = await json<{ renders: number; records: { used: number } }>("/v1/usage");
      const opened = await openOrThrow({ kind: "postgresql", url: database.url, connections: 2 });
      const { rows } = await opened.sqlHome.sql.run("select reserved::int, running from usage");
      await opened.close();
      return { renders, records: records.used, held: rows };
    },
    sumOf: async (id: string | null) => {
      const file = await fetch(`${survivor.baseUrl}/v1/renders/${id}/pdf`, { headers });
      return createHash("sha256")
        .update(new Uint8Array(await file.arrayBuffer()))
        .digest("hex");
    },
    async oneUnderWay(): Promise<void> {
      for (;;) {
        const { renders } = await json<{ renders: readonly unknown[] }>("/v1/renders?status=rendering");
        if (renders.length > 0) return;
        await sleep(5);
      }
    },
    async [Symbol.asyncDispose]() {
      await doomed.process.stop("SIGKILL");
      await survivor[Symbol.asyncDispose]();
      await database.drop();
      await folder.remove();
    },
  };
}

describe.runIf(lane !== "fast")("a process that ends or stands still in the middle of a render", () => {
  test("leaves its key and its slot free within seconds when it is killed", { timeout: PATIENCE_MS }, async () => {
    await using pair = await startPair();
    const lost = pair.print(pair.doomed, "one").catch(() => null);
    await pair.oneUnderWay();
    await pair.doomed.process.stop("SIGKILL");
    const killedMs = performance.now();
    expect(await lost).toBeNull();
    expect(await pair.print(pair.survivor, null, 1)).toMatchObject({ status: 429, retryAfter: "1" });
    const again = await pair.print(pair.survivor, "one");
    expect(again.status).toBe(200);
    expect(performance.now() - killedMs).toBeLessThan(FREE_MS_MAX + DRAWING_MS_MAX);
    expect(await pair.charged()).toEqual({ renders: 1, records: RECORDS, held: NOTHING });
    expect(await pair.sumOf(again.id)).toBe(again.sha256);
  });

  test.for([
    ["", []],
    [", where no worker is there, too", ["--role", "api"]],
  ] as const)("returns the slot of a render without a key%s", { timeout: PATIENCE_MS }, async ([, args]) => {
    await using pair = await startPair(...args);
    const lost = pair.print(pair.doomed, null).catch(() => null);
    await pair.oneUnderWay();
    await pair.doomed.process.stop("SIGKILL");
    const killedMs = performance.now();
    expect(await lost).toBeNull();
    const statuses = new Set<number>();
    for (let status = 0; status !== 200; await sleep(100)) {
      ({ status } = await pair.print(pair.survivor, null, 1));
      statuses.add(status);
    }
    expect(performance.now() - killedMs).toBeLessThan(FREE_MS_MAX);
    expect(statuses).toEqual(new Set([429, 200]));
    expect(await pair.charged()).toEqual({ renders: 1, records: 1, held: NOTHING });
  });

  test("charges and keeps nothing beside its successor when it goes on", { timeout: PATIENCE_MS }, async () => {
    await using pair = await startPair();
    const frozen = pair.print(pair.doomed, "two");
    await pair.oneUnderWay();
    process.kill(pair.doomed.process.pid, "SIGSTOP");
    const again = await pair.print(pair.survivor, "two");
    expect(again.status).toBe(200);
    process.kill(pair.doomed.process.pid, "SIGCONT");
    const late = await frozen;
    expect(late).toMatchObject({ status: 503, retryAfter: "1" });
    expect(await pair.charged()).toEqual({ renders: 1, records: RECORDS, held: NOTHING });
    expect(await pair.sumOf(again.id)).toBe(again.sha256);
    for (const to of [pair.doomed, pair.survivor]) {
      expect(await pair.print(to, "two")).toMatchObject({ status: 200, id: again.id, sha256: again.sha256 });
    }
  });

  test("goes on as if nothing had been where it stood still for less than its lease", {
    timeout: PATIENCE_MS,
  }, async () => {
    await using pair = await startPair();
    const frozen = pair.print(pair.doomed, "three");
    await pair.oneUnderWay();
    process.kill(pair.doomed.process.pid, "SIGSTOP");
    await sleep(2_000);
    process.kill(pair.doomed.process.pid, "SIGCONT");
    const { status, id, sha256 } = await frozen;
    expect(status).toBe(200);
    expect(await pair.print(pair.survivor, "three")).toMatchObject({ status: 200, id, sha256 });
    expect(await pair.charged()).toEqual({ renders: 1, records: RECORDS, held: NOTHING });
  });
});
