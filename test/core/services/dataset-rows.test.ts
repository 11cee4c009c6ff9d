import { setTimeout as sleep } from "node:timers/promises";
import { createClient } from "@connectrpc/connect";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DatasetService } from "../../../gen/platen/v1/dataset_pb.ts";
import type { RowsRequest } from "../../../src/core/engine/index.ts";
import type { ServiceDependencies, Services } from "../../../src/core/services/index.ts";
import { DEFAULT_PLANS } from "../../../src/core/tenancy/index.ts";
import { DATABASES, type TestDatabase } from "../../support/databases.ts";
import { RATIO, refusalOf, type ServiceBench, serviceBench } from "./service-bench.ts";

const utf8 = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));

describe.each(DATABASES)("the rows of a dataset on $name", ({ open }) => {
  let database: TestDatabase;
  let bench: ServiceBench;
  let headers: Record<string, string>;
  let datasetId: string;
  beforeAll(async () => {
    database = await open();
    bench = await serviceBench(database, { withJobs: false });
    headers = { "x-api-key": await bench.key("data-write") };
    const canvasId = await bench.publish(RATIO, "割合");
    const content = { case: "dataJson", value: utf8({ note: 5, items: [{ part: 1, whole: 2 }], other: [] }) } as const;
    const { workspaceId } = bench;
    const made = await createClient(DatasetService, bench.operator).createDataset({
      ...{ workspaceId, name: "表", canvasId, content },
    });
    datasetId = made.dataset?.id ?? "";
  });
  afterAll(async () => {
    await bench[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
  });

  const put = (services: Services, path: string, rows: unknown) =>
    createClient(DatasetService, services.transport).putDatasetRows(
      { datasetId, path, rowsJson: utf8(rows) },
      { headers },
    );

  test("are read by a worker thread, and judged by the fields of their own array alone", async () => {
    const asked: RowsRequest[] = [];
    const services = bench.again({
      engine: {
        ...bench.pool,
        spliceRows(request, terms) {
          asked.push(request);
          return bench.pool.spliceRows(request, terms);
        },
      },
    });
    expect(await put(services, "items", [{ part: 1, whole: 4 }])).toMatchObject({ rowsBefore: 1, rowsAfter: 1 });
    expect(asked.map(({ path, rows }) => [path, rows])).toEqual([["items", utf8([{ part: 1, whole: 4 }])]]);
    const thrown = await put(services, "items", [{ part: 1, whole: 4 }, { part: "x" }]).catch(
      (error: unknown) => error,
    );
    expect(refusalOf(thrown)).toMatchObject({
      code: "data_contract_violation",
      detail: {
        violations: ["items[1].part", "items[1].whole"],
        fields: expect.arrayContaining([expect.objectContaining({ path: "items[].part" })]),
      },
    });
    expect(await put(services, "other", [{ anything: true }])).toMatchObject({ rowsAfter: 1 });
  });

  test("are counted where too many of them are wrong", async () => {
    const rows = Array.from({ length: 150 }, () => ({ part: "x", whole: 1 }));
    const thrown = await put(bench.services, "items", rows).catch((error: unknown) => error);
    const { violations } = refusalOf(thrown).detail;
    expect(violations).toHaveLength(101);
  });

  test("keep nobody waiting while a large segment is read: no row and no connection is held", async () => {
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    const { promise: reading, resolve: read } = Promise.withResolvers<void>();
    const services = bench.again({
      engine: {
        ...bench.pool,
        async spliceRows(request, terms) {
          read();
          await answered;
          return bench.pool.spliceRows(request, terms);
        },
      },
    });
    const rows = Array.from({ length: 20_000 }, (_, at) => ({ name: `品目 ${at}`, price: at }));
    const large = put(services, "other", rows);
    await reading;
    expect(await put(bench.services, "items", [{ part: 1, whole: 3 }])).toMatchObject({ rowsAfter: 1 });
    const meanwhile = await createClient(DatasetService, services.transport).getDataset({ datasetId }, { headers });
    expect(JSON.parse(new TextDecoder().decode(meanwhile.dataJson))).toMatchObject({ items: [{ part: 1, whole: 3 }] });
    answer();
    // What was written meanwhile stays: the segment is put into the newer content.
    expect(await large).toMatchObject({ rowsAfter: rows.length });
    const after = await createClient(DatasetService, services.transport).getDataset({ datasetId }, { headers });
    expect(JSON.parse(new TextDecoder().decode(after.dataJson))).toEqual({
      ...{ note: 5, items: [{ part: 1, whole: 3 }], other: rows },
    });
  });

  test("that are replaced at once, each array by somebody else, all take effect", async () => {
    const names = Array.from({ length: 8 }, (_, at) => `rows${at}`);
    const none = Object.fromEntries(names.map((name) => [name, []]));
    const content = { case: "dataJson", value: utf8(none) } as const;
    const made = await createClient(DatasetService, bench.operator).createDataset({
      ...{ workspaceId: bench.workspaceId, name: "八つ", content },
    });
    const client = createClient(DatasetService, bench.services.transport);
    const id = made.dataset?.id ?? "";
    await Promise.all(
      names.map((path) => client.putDatasetRows({ datasetId: id, path, rowsJson: utf8([{ path }]) }, { headers })),
    );
    const { dataJson } = await client.getDataset({ datasetId: id }, { headers });
    expect(JSON.parse(new TextDecoder().decode(dataJson))).toEqual(
      Object.fromEntries(names.map((path) => [path, [{ path }]])),
    );
  });

  test("that two processes write to one array again and again all take effect, and nobody waits for long", async () => {
    const processes = [bench.services, bench.again()];
    const startedAt = performance.now();
    const waits = await Promise.all(
      Array.from({ length: 40 }, async (_, at) => {
        const services = processes[at % 2];
        if (services === undefined) throw new Error("there are two");
        expect(await put(services, "other", [{ name: `${at}` }])).toMatchObject({ rowsAfter: 1 });
        return performance.now() - startedAt;
      }),
    );
    // None comes near the 25 seconds that a request has.
    expect(Math.max(...waits)).toBeLessThan(15_000);
  });

  /** A process that has just started: its threads compile, and each read of rows takes long. */
  const slowProcess = (spliceMs: number, settings: Partial<ServiceDependencies> = {}): Services =>
    bench.again({
      ...settings,
      engine: {
        ...bench.pool,
        async spliceRows(request, terms) {
          await sleep(spliceMs);
          return bench.pool.spliceRows(request, terms);
        },
      },
    });

  test("that a slow process writes take effect soon while quick ones write on", async () => {
    const slow = slowProcess(600);
    const quick = [bench.services, bench.again()];
    const stop = new AbortController();
    const writing = Promise.all(
      quick.map(async (services, writer) => {
        const waits: number[] = [];
        while (!stop.signal.aborted) {
          const startedAt = performance.now();
          expect(await put(services, "other", [{ writer }])).toMatchObject({ rowsAfter: 1 });
          waits.push(performance.now() - startedAt);
          await sleep(200);
        }
        return waits;
      }),
    );
    const startedAt = performance.now();
    for (let write = 0; write < 3; write += 1) await put(slow, "items", [{ part: 1, whole: write + 1 }]);
    const tookMs = performance.now() - startedAt;
    stop.abort();
    const waits = (await writing).flat();
    expect(tookMs).toBeLessThan(8_000);
    expect(Math.max(...waits)).toBeLessThan(5_000);
  });

  test("whose writer was killed within its turn wait for the rest of the turn alone", async () => {
    const scope = { organizationId: bench.organizationId, workspaceId: null };
    const startedAt = performance.now();
    expect(await bench.database.datasets.takeTurn(scope, datasetId, "killed", 1_000)).toMatchObject({ isTaken: false });
    expect(await put(bench.services, "other", [{ name: "次" }])).toMatchObject({ rowsAfter: 1 });
    expect(performance.now() - startedAt).toBeGreaterThan(900);
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });

  test("that wait within their process are refused with the dataset's name once their time has passed", async () => {
    const plans = DEFAULT_PLANS.map((plan) => ({ ...plan, concurrentRenders: 6 }));
    const busy = slowProcess(1_500, { renderBudgetMs: 2_000, plans });
    const startedAt = performance.now();
    const puts = Array.from({ length: 6 }, () => put(busy, "items", [{ part: 1, whole: 2 }]));
    const ends = await Promise.allSettled(puts);
    expect(performance.now() - startedAt).toBeLessThan(6_000);
    const refused = ends.flatMap((end) => (end.status === "rejected" ? [refusalOf(end.reason)] : []));
    expect(ends.length - refused.length).toBeGreaterThanOrEqual(1);
    expect(refused.length).toBeGreaterThanOrEqual(4);
    for (const { code, detail } of refused) {
      expect(code).toBe("unavailable");
      expect(detail.error).toContain(datasetId);
      expect(detail.retryAfterSeconds).toBe(1);
    }
  });

  test("that others change for all the time of a request are refused with the dataset's name", async () => {
    const { datasets } = bench.database;
    const busy = bench.again({
      renderBudgetMs: 50,
      database: { ...bench.database, datasets: { ...datasets, replaceContent: async () => false } },
    });
    const thrown = await put(busy, "other", []).catch((error: unknown) => error);
    const { code, detail } = refusalOf(thrown);
    expect(code).toBe("unavailable");
    expect(detail.error).toMatch(new RegExp(`^The dataset ${datasetId} was changed by others .* were not written`));
  });
});
