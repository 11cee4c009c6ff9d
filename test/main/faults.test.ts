// What is left after everything that can break has broken: real processes, a real PostgreSQL server, a real bucket.
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { type Cluster, startCluster } from "../support/cluster.ts";
import { brokenPromises, leftOver } from "../support/kept-promises.ts";
import { type PrintLoad, startPrintLoad } from "../support/print-load.ts";

const ROUNDS = 2;

/** Long enough for the other processes to notice and for prints to pass between two faults. */
const BETWEEN_FAULTS_MS = 3000;

/** Processes that die leave claims behind, which others wait for. */
const PATIENCE_MS = 900_000;

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

async function expectEveryPromiseKept(cluster: Cluster, baseUrl: string, load: PrintLoad): Promise<void> {
  expect([...(await brokenPromises(baseUrl, cluster.tenant, load)), ...(await leftOver(cluster))]).toEqual([]);
}
