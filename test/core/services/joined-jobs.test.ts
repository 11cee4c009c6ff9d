import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { releaseAbandoned } from "../../../src/core/jobs/index.ts";
import type { ServiceDependencies } from "../../../src/core/services/index.ts";
import { StoreUnavailable } from "../../../src/core/store/index.ts";
import { DATABASES, type TestDatabase } from "../../support/databases.ts";
import { factsOf, type HttpBench, httpBench } from "./http-bench.ts";
import { RATIO, type ServiceBench, serviceBench } from "./service-bench.ts";

const HALF = { data: { items: [{ part: 1, whole: 2 }] } };
const TWO_THIRDS = {
  dataList: [2, 3].map((whole) => ({ items: [{ part: 2, whole }] })),
};
const UNCOMPUTABLE = { data: { items: [{ part: 1, whole: 0 }] } };
const ASYNC = { prefer: "respond-async" };

let keys = 0;
const freshKey = (): Record<string, string> => {
  keys += 1;
  return { "idempotency-key": `joined ${keys}` };
};

describe.each(DATABASES)("jobs that join a render which somebody waits for, on $name", ({ open }) => {
  let database: TestDatabase;
  let bench: ServiceBench;
  let http: HttpBench;
  let canvasId: string;
  beforeAll(async () => {
    database = await open();
    bench = await serviceBench(database);
    http = await httpBench(bench.services, bench.renderKey);
    canvasId = await bench.publish(RATIO, "割合");
  });
  afterAll(async () => {
    await http[Symbol.asyncDispose]();
    await bench[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
  });

  /** A request that has begun and is not answered before `goOn`. */
  const waitingRequest = async (
    body: object,
    key: Record<string, string>,
    changes: Partial<ServiceDependencies> = {},
  ) => {
    const { promise: drawing, resolve: drawn } = Promise.withResolvers<void>();
    const { promise: opening, resolve: goOn } = Promise.withResolvers<void>();
    const render: ServiceBench["pool"]["render"] = async (...asked) => {
      const answer = await bench.pool.render(...asked);
      drawn();
      await opening;
      return answer;
    };
    const slow = await httpBench(bench.again({ engine: { ...bench.pool, render }, ...changes }), bench.renderKey);
    const answer = slow.print(canvasId, body, key).then(factsOf);
    await drawing;
    return { answer, goOn, [Symbol.asyncDispose]: () => slow[Symbol.asyncDispose]() };
  };
  const away: Partial<ServiceDependencies> = {
    store: new Proxy({} as ServiceDependencies["store"], {
      get: () => () => Promise.reject(new StoreUnavailable("the bucket can't be reached")),
    }),
  };
  const joined = async (body: object, key: Record<string, string>) => {
    const told = await http.print(canvasId, body, { ...key, ...ASYNC });
    expect(told.status).toBe(202);
    const { id, statusUrl } = (await told.json()) as { readonly id: string; readonly statusUrl: string };
    const read = async () => (await (await http.get(statusUrl)).json()) as object;
    const file = () => http.get(`${statusUrl}/pdf`);
    return { id, read, file, run: () => bench.services.runJob({ renderId: id, trace: {} }) };
  };
  const slots = async (): Promise<unknown> => {
    const text = "select sum(running)::integer as running from usage where organization_id = $1";
    return (await database.database.sqlHome.sql.run(text, [bench.organizationId])).rows[0];
  };

  test("get its file where it succeeds, and then there is nothing left to do", async () => {
    const key = freshKey();
    const before = await bench.usage();
    await using waiting = await waitingRequest(HALF, key);
    const job = await joined(HALF, key);
    expect(await job.read()).not.toHaveProperty("expiresAt");
    await expect(job.run()).rejects.toThrow("somebody waits for");
    waiting.goOn();
    const first = await waiting.answer;
    expect(first).toMatchObject({ status: 200, replayed: null, renderId: job.id });
    expect(await job.read()).toMatchObject({ status: "succeeded", stored: true });
    await job.run();
    const file = await job.file();
    expect([file.status, file.headers.get("etag")]).toEqual([200, first["etag"]]);
    const after = await bench.usage();
    expect([after.used - before.used, after.renders - before.renders, after.reserved]).toEqual([1, 1, 0]);
  });

  test("are drawn by a worker where it fails by no fault of its data, and whoever repeats gets that file", async () => {
    const key = freshKey();
    const before = await bench.usage();
    await using waiting = await waitingRequest(HALF, key, away);
    const job = await joined(HALF, key);
    waiting.goOn();
    expect(await waiting.answer).toMatchObject({ status: 503, code: "unavailable" });
    expect(await job.read()).toMatchObject({ status: "queued" });
    expect([await bench.usage(), await slots()]).toMatchObject([{ used: before.used, reserved: 1 }, { running: 0 }]);
    const again = http.print(canvasId, HALF, key).then(factsOf);
    await job.run();
    expect(await again).toMatchObject({ status: 200, replayed: "1", renderId: job.id });
    expect(await job.read()).toMatchObject({ status: "succeeded", stored: true });
    expect((await job.file()).status).toBe(200);
    const after = await bench.usage();
    expect([after.used - before.used, after.renders - before.renders, after.reserved]).toEqual([1, 1, 0]);
  });

  test("are drawn by a worker where its process is gone, and not before", async () => {
    const key = freshKey();
    const before = await bench.usage();
    // What a process leaves that is killed while it draws, and that stands still: it comes back later.
    const { renders } = bench.database;
    const frozen = { ...bench.database, renders: { ...renders, renew: async () => undefined } };
    await using waiting = await waitingRequest(HALF, key, { database: frozen });
    const job = await joined(HALF, key);
    await releaseAbandoned({ renders, now: () => new Date() });
    await expect(job.run()).rejects.toThrow("somebody waits for");
    await releaseAbandoned({ renders, now: () => new Date(Date.now() + 10_000) });
    expect([await job.read(), await slots()]).toMatchObject([{ status: "queued" }, { running: 0 }]);
    await job.run();
    expect(await job.read()).toMatchObject({ status: "succeeded", stored: true });
    waiting.goOn();
    expect(await waiting.answer).toMatchObject({ status: 503, code: "unavailable" });
    expect((await job.file()).status).toBe(200);
    const after = await bench.usage();
    expect([after.used - before.used, after.renders - before.renders, after.reserved]).toEqual([1, 1, 0]);
  });

  test("fail with it, with its reason, where its content was refused", async () => {
    const key = freshKey();
    await using waiting = await waitingRequest(UNCOMPUTABLE, key);
    const job = await joined(UNCOMPUTABLE, key);
    waiting.goOn();
    expect(await waiting.answer).toMatchObject({ status: 400, code: "data_contract_violation" });
    expect(await job.read()).toMatchObject({ status: "failed", error: { code: "data_contract_violation" } });
    await job.run();
    expect(await bench.usage()).toMatchObject({ reserved: 0 });
  });

  test("of other data join nothing: they wait, and get the first one's bytes or a job of their own", async () => {
    const key = freshKey();
    await using waiting = await waitingRequest(HALF, key);
    const other = http.print(canvasId, TWO_THIRDS, { ...key, ...ASYNC }).then(factsOf);
    const date = { ...HALF, options: { createdAt: "2026-11-20T09:00:00Z" } };
    const dated = http.print(canvasId, date, { ...key, ...ASYNC }).then(factsOf);
    await new Promise((resolve) => setTimeout(resolve, 400));
    waiting.goOn();
    const { etag, renderId } = await waiting.answer;
    const replay = { status: 200, replayed: "1", etag, renderId };
    expect([await other, await dated]).toMatchObject([replay, replay]);

    const second = freshKey();
    await using failing = await waitingRequest(HALF, second, away);
    const own = http.print(canvasId, TWO_THIRDS, { ...second, ...ASYNC });
    await new Promise((resolve) => setTimeout(resolve, 400));
    failing.goOn();
    expect(await failing.answer).toMatchObject({ status: 503 });
    const told = await own;
    expect(told.status).toBe(202);
    const { id, statusUrl } = (await told.json()) as { readonly id: string; readonly statusUrl: string };
    await bench.services.runJob({ renderId: id, trace: {} });
    expect(await (await http.get(statusUrl)).json()).toMatchObject({ status: "succeeded", records: 2, stored: true });
  });

  test("are begun by the queue, some seconds after their render was handed over", async () => {
    const key = freshKey();
    await using waiting = await waitingRequest(HALF, key, away);
    const job = await joined(HALF, key);
    waiting.goOn();
    await waiting.answer;
    await bench.queue.work(1, bench.services.runJob);
    await expect.poll(job.read, { timeout: 30_000, interval: 200 }).toMatchObject({ status: "succeeded" });
    expect((await job.file()).status).toBe(200);
  }, 40_000);
});
