// Work that a busy machine keeps from its end, at every door: asked for again, charged nothing, counted for nothing.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { EnginePool } from "../../../src/core/engine/index.ts";
import { createRateLimits } from "../../../src/core/tenancy/index.ts";
import { ONE_DATABASE, type TestDatabase } from "../../support/databases.ts";
import { httpBench } from "./http-bench.ts";
import { PDF_PLUGIN, RATIO, type ServiceBench, serviceBench } from "./service-bench.ts";

const RESTLESS = new URL("../engine/restless-plugin.ts", import.meta.url).href;
const HALF = { data: { items: [{ part: 1, whole: 2 }] } };
const BUDGET_MS = 1_000;

let database: TestDatabase;
let bench: ServiceBench;
let canvasId: string;
beforeAll(async () => {
  database = await ONE_DATABASE.open();
  bench = await serviceBench(database, { plugins: [PDF_PLUGIN, RESTLESS], busyShare: 1 / 3 });
  canvasId = await bench.publish(RATIO, "割合");
});
afterAll(async () => {
  await bench[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

/** The pool with another renderer, which sleeps or computes without end in a real thread. */
const drawnBy = (renderer: string, pool: EnginePool = bench.pool): EnginePool => ({
  ...pool,
  render: (request, admit, terms) => pool.render({ ...request, renderer }, admit, terms),
});

test("a render whose thread was given nothing is answered 503, charged nothing and no failed computing", async () => {
  const rates = createRateLimits(null);
  const services = bench.again({ engine: drawnBy("idle"), rates, renderBudgetMs: BUDGET_MS });
  await using http = await httpBench(services, bench.renderKey);
  const before = await bench.usage();
  const refused = await http.print(canvasId, HALF, { "idempotency-key": "busy" });
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(await refused.json()).toMatchObject({
    code: "unavailable",
    error:
      "The machine was too busy to compute this within 1 seconds; nothing was made or charged. Send the request again.",
  });
  expect(await bench.usage()).toEqual(before);
  expect(rates.failedSeconds(bench.organizationId, 50)).toMatchObject({ remaining: 50 });
  // The same request succeeds where the machine has time for it.
  await using usual = await httpBench(bench.services, bench.renderKey);
  expect((await usual.print(canvasId, HALF, { "idempotency-key": "busy" })).status).toBe(200);
  expect(await bench.usage()).toMatchObject({ used: before.used + 1, reserved: 0 });
});

test("a render that computed all the time is answered 504, and its seconds count", async () => {
  const rates = createRateLimits(null);
  const low = await serviceBench(database, { plugins: [PDF_PLUGIN, RESTLESS], busyShare: 0.02 });
  const services = bench.again({ engine: drawnBy("endless", low.pool), rates, renderBudgetMs: BUDGET_MS });
  await using http = await httpBench(services, bench.renderKey);
  const before = await bench.usage();
  const refused = await http.print(canvasId, HALF);
  expect(refused.status).toBe(504);
  expect(await refused.json()).toMatchObject({ code: "render_budget_exceeded" });
  expect(await bench.usage()).toEqual(before);
  expect(rates.failedSeconds(bench.organizationId, 50).remaining).toBeLessThan(50);
  await low[Symbol.asyncDispose]();
});

test("a job whose thread was given nothing is tried again, and no try counts", async () => {
  await using http = await httpBench(bench.services, bench.renderKey);
  const before = await bench.usage();
  const job = (await (await http.print(canvasId, HALF, { prefer: "respond-async" })).json()) as { id: string };
  const starved = bench.again({ engine: drawnBy("idle"), jobBudgetMs: BUDGET_MS });
  for (const _ of [1, 2]) {
    await expect(starved.runJob({ renderId: job.id, trace: {} })).rejects.toThrow("The machine was too busy");
    expect(await (await http.get(`/v1/renders/${job.id}`)).json()).toMatchObject({ status: "queued" });
  }
  expect(await bench.database.renders.begin(job.id, new Date(Date.now() + 60_000))).toMatchObject({ tries: 1 });
  await bench.services.runJob({ renderId: job.id, trace: {} });
  expect(await (await http.get(`/v1/renders/${job.id}`)).json()).toMatchObject({ status: "succeeded" });
  expect(await bench.usage()).toMatchObject({ used: before.used + 1, reserved: 0 });
});
