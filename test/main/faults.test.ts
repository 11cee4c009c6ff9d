// What is left after everything that can break has broken: real processes, a real PostgreSQL server, a real bucket.
import { createHash } from "node:crypto";
import { basename } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { sweep, sweepOrphans } from "../../src/core/jobs/index.ts";
import { openS3Store } from "../../src/core/store/index.ts";
import { type Cluster, startCluster } from "../support/cluster.ts";
import { openOrThrow } from "../support/databases.ts";
import { type PrintLoad, startPrintLoad } from "../support/print-load.ts";

const ROUNDS = 2;

/** Long enough for the other processes to notice and for prints to pass between two faults. */
const BETWEEN_FAULTS_MS = 3000;

/** Processes that die leave claims behind, which others wait for. */
const PATIENCE_MS = 900_000;

const CONNECTIONS = 4;

/** After this time nothing that a dead process began may still count, and bytes without a render belong to nobody. */
const LATER_MS = 3 * 60 * 60_000;

interface Render {
  readonly id: string;
  readonly status: string;
  readonly sha256?: string;
  readonly records: number;
  readonly stored: boolean;
  readonly error?: { readonly code: string };
}

describe("an installation of several processes", () => {
  test("keeps every promise through kills, crashes of the database and cuts of the store", {
    timeout: PATIENCE_MS,
  }, async () => {
    await using cluster = await startCluster();
    let [first, second] = [await cluster.startApi(), await cluster.startApi()];
    let [worker, other] = [await cluster.startWorker(), await cluster.startWorker()];
    const load = startPrintLoad({
      tenant: cluster.tenant,
      addresses: () => [first.baseUrl, second.baseUrl],
      clients: 4,
      everyNthIsJob: 3,
      jobRecords: 10,
    });
    try {
      for (let round = 0; round < ROUNDS; round += 1) {
        await sleep(BETWEEN_FAULTS_MS);
        await first.process.stop("SIGKILL");
        first = await cluster.startApi(portOf(first.baseUrl));
        await sleep(BETWEEN_FAULTS_MS);
        await worker.stop("SIGKILL");
        worker = await cluster.startWorker();
        await sleep(BETWEEN_FAULTS_MS);
        await cluster.postgres.crash();
        await sleep(BETWEEN_FAULTS_MS);
        await cluster.bucket.stop();
        await sleep(BETWEEN_FAULTS_MS);
        await cluster.bucket.start();
      }
      await sleep(BETWEEN_FAULTS_MS);
      await load.stop();
      await expectEveryPromiseKept(cluster, first.baseUrl, load);
    } finally {
      for (const one of [worker, other]) await one.stop();
      for (const one of [first, second]) await one[Symbol.asyncDispose]();
    }
    expect([...load.outcomes.keys()].filter((outcome) => outcome === "500")).toEqual([]);
  });

  test("loses nothing and fails nothing while its processes are replaced one after another", {
    timeout: PATIENCE_MS,
  }, async () => {
    await using cluster = await startCluster();
    const apis = [await cluster.startApi(), await cluster.startApi()];
    const workers = [await cluster.startWorker(), await cluster.startWorker()];
    const load = startPrintLoad({
      tenant: cluster.tenant,
      addresses: () => apis.map(({ baseUrl }) => baseUrl),
      clients: 4,
      everyNthIsJob: 3,
      jobRecords: 10,
    });
    for (const at of [0, 1]) {
      await sleep(BETWEEN_FAULTS_MS);
      const [api, worker] = [apis[at], workers[at]];
      if (api === undefined || worker === undefined) throw new Error("there is no such process");
      expect((await api.process.stop("SIGTERM")).exitCode).toBe(0);
      apis[at] = await cluster.startApi(portOf(api.baseUrl));
      expect((await worker.stop("SIGTERM")).exitCode).toBe(0);
      workers[at] = await cluster.startWorker();
    }
    await sleep(BETWEEN_FAULTS_MS);
    await load.stop();
    await expectEveryPromiseKept(cluster, apis[0]?.baseUrl ?? "", load);
    // A print either did not get in at a process that was leaving, or it was done; nothing was begun and dropped.
    expect([...load.outcomes.keys()].filter((outcome) => !["200", "202", "connection"].includes(outcome))).toEqual([]);
    for (const one of workers) await one.stop();
    for (const one of apis) await one[Symbol.asyncDispose]();
  });
});

function portOf(baseUrl: string): number {
  return Number(new URL(baseUrl).port);
}

/** Every acknowledged render is there byte for byte, usage is what succeeded, and nothing is left over or stuck. */
async function expectEveryPromiseKept(cluster: Cluster, baseUrl: string, load: PrintLoad): Promise<void> {
  const headers = { "x-api-key": cluster.tenant.key };
  const get = (path: string): Promise<Response> => fetch(`${baseUrl}${path}`, { headers });
  expect(load.files.length).toBeGreaterThan(0);
  expect(load.jobs.size).toBeGreaterThan(0);
  const ended = await Promise.all([...load.jobs].map((id) => endOf(get, id)));
  // A job may fail where the store or the database was away for longer than its tries; then it says so.
  for (const job of ended.filter(({ status }) => status === "failed")) expect(job.error?.code).toBe("unavailable");
  const promised = [...load.files, ...ended.filter(({ status }) => status === "succeeded").map(promiseOf)];
  for (const { renderId, sha256 } of promised) {
    const answer = await get(`/v1/renders/${renderId}/pdf`);
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const seen = createHash("sha256").update(bytes).digest("hex");
    expect([renderId, answer.status, seen]).toEqual([renderId, 200, sha256]);
  }
  await expectNothingLeft(cluster);
  const renders = await allRenders(get);
  expect(renders.filter(({ status }) => status === "queued" || status === "rendering")).toEqual([]);
  const succeeded = renders.filter(({ status }) => status === "succeeded");
  expect(await (await get("/v1/usage")).json()).toMatchObject({
    renders: succeeded.length,
    records: { used: succeeded.reduce((sum, { records }) => sum + records, 0) },
  });
  // One print is one render and one charge, however often it was sent.
  expect(succeeded.map(({ id }) => id).sort()).toEqual([...new Set(promised.map(({ renderId }) => renderId))].sort());
}

function promiseOf({ id, sha256 }: Render): { readonly renderId: string; readonly sha256: string } {
  return { renderId: id, sha256: sha256 ?? "" };
}

async function endOf(get: (path: string) => Promise<Response>, id: string): Promise<Render> {
  for (;;) {
    const render = (await (await get(`/v1/renders/${id}`)).json()) as Render;
    if (!["queued", "rendering"].includes(render.status)) return render;
    await sleep(250);
  }
}

async function allRenders(get: (path: string) => Promise<Response>): Promise<readonly Render[]> {
  const all: Render[] = [];
  let token: string | undefined;
  do {
    const answer = await get(`/v1/renders?pageSize=100${token === undefined ? "" : `&pageToken=${token}`}`);
    const page = (await answer.json()) as { renders: readonly Render[]; nextPageToken?: string };
    all.push(...page.renders);
    token = page.nextPageToken;
  } while (token !== undefined);
  return all;
}

/** The sweeps that every process makes, as if their time had come; then the store holds what the database says. */
async function expectNothingLeft(cluster: Cluster): Promise<void> {
  const database = await openOrThrow({ kind: "postgresql", url: cluster.databaseUrl, connections: CONNECTIONS });
  try {
    const later = new Date(Date.now() + LATER_MS);
    const ids = (): string[] => cluster.bucket.keys().map((key) => basename(key, ".pdf"));
    const list = async function* () {
      for (const id of ids()) yield { id, storedAt: new Date() };
    };
    const store = { ...openS3Store(cluster.bucket.location), list };
    const sweeping = { ...database, store, now: () => later };
    await sweep(sweeping);
    await sweepOrphans(sweeping);
    expect(ids().length).toBeGreaterThan(0);
    expect(await database.renders.withoutBytes(ids())).toEqual([]);
    const { rows } = await database.sqlHome.sql.run("select coalesce(sum(reserved), 0)::int as reserved from usage");
    expect(rows).toEqual([{ reserved: 0 }]);
  } finally {
    await database.close();
  }
}
