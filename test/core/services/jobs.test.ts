import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseReceipt } from "../../../src/core/engine/index.ts";
import { JOB_TRIES_MAX } from "../../../src/core/services/render-jobs.ts";
import { StoreUnavailable } from "../../../src/core/store/index.ts";
import { DATABASES, type TestDatabase } from "../../support/databases.ts";
import { factsOf, type HttpBench, httpBench } from "./http-bench.ts";
import { PDF_PLUGIN, RATIO, type ServiceBench, serviceBench } from "./service-bench.ts";

const HALF = { items: [{ part: 1, whole: 2 }] };
/** Renderers that end their threads, fill them or never come back. */
const RESTLESS = new URL("../engine/restless-plugin.ts", import.meta.url).href;
const ASYNC = { prefer: "respond-async" };

interface Job {
  readonly id: string;
  readonly status: string;
  readonly statusUrl: string;
}

async function ended(http: HttpBench, job: Job): Promise<Readonly<Record<string, unknown>>> {
  for (;;) {
    const render = (await (await http.get(job.statusUrl)).json()) as { status: string };
    if (!["queued", "rendering"].includes(render.status)) return render;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

describe.each(DATABASES)("renders that nobody waits for on $name", ({ open }) => {
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

  const jobsLeft = async (id: string): Promise<number> => {
    const { sql } = database.database.sqlHome;
    return (await sql.run("select from render_jobs where render_id = $1", [id])).rows.length;
  };

  // Workers take whatever is queued, so tests that run a job by hand come before any worker.
  test("are refused before the 202 where the data, the month or the request is wrong", async () => {
    const before = await bench.usage();
    expect(await factsOf(await http.print(canvasId, { data: { items: [] } }, ASYNC))).toMatchObject({
      status: 400,
      code: "data_contract_violation",
      violations: ["items"],
    });
    expect(await factsOf(await http.print(canvasId, {}, ASYNC))).toMatchObject({ status: 400 });
    const password = { data: HALF, options: { password: "himitsu" } };
    expect(await factsOf(await http.print(canvasId, password, ASYNC))).toMatchObject({ status: 400 });
    expect(await bench.usage()).toEqual(before);
    await using small = await serviceBench(database, { plan: { recordsPerMonth: 1 } });
    await using smallHttp = await httpBench(small.services, small.renderKey);
    const smallCanvas = await small.publish(RATIO, "割合");
    const two = { dataList: [HALF, HALF] };
    expect(await factsOf(await smallHttp.print(smallCanvas, two, ASYNC))).toMatchObject({ status: 402 });
    expect(await small.usage()).toMatchObject({ used: 0, reserved: 0 });
  });

  test("two workers on one job make one render and one charge", async () => {
    await using quiet = await serviceBench(database, { store: bench.store });
    await using quietHttp = await httpBench(quiet.services, quiet.renderKey);
    const quietCanvas = await quiet.publish(RATIO, "割合");
    const job = (await (await quietHttp.print(quietCanvas, { data: HALF }, ASYNC)).json()) as Job;
    const tries = { renderId: job.id, trace: {} };
    await Promise.all([quiet.services.runJob(tries), quiet.again().runJob(tries), quiet.services.runJob(tries)]);
    expect(await ended(quietHttp, job)).toMatchObject({ status: "succeeded" });
    expect(await quiet.usage()).toMatchObject({ used: 1, renders: 1, reserved: 0 });
    const ends = quiet.logged.map((line) => JSON.parse(line)).filter(({ message }) => message === "a render ended");
    expect(ends).toMatchObject([{ renderId: job.id, outcome: "succeeded", records: 1 }]);
    const file = await quietHttp.get(`${job.statusUrl}/pdf`);
    expect(file.status).toBe(200);
    const receipt = parseReceipt((await database.database.renders.receipt(job.id)) ?? "");
    const sha256 = createHash("sha256").update(await file.bytes());
    expect(receipt?.file).toBe(sha256.digest("hex"));
  });

  test("wait for a store that is away for as long as it takes, and are then made and charged once", async () => {
    await using quiet = await serviceBench(database, { store: bench.store });
    await using quietHttp = await httpBench(quiet.services, quiet.renderKey);
    const quietCanvas = await quiet.publish(RATIO, "割合");
    const job = (await (await quietHttp.print(quietCanvas, { data: HALF }, ASYNC)).json()) as Job;
    const away = new StoreUnavailable("the bucket can't be reached");
    const broken = quiet.again({ store: { ...quiet.store, put: () => Promise.reject(away) } });
    for (let tries = 1; tries <= 3 * JOB_TRIES_MAX; tries += 1) {
      await expect(broken.runJob({ renderId: job.id, trace: {} })).rejects.toThrow("can't be reached");
      expect(await (await quietHttp.get(job.statusUrl)).json()).toMatchObject({ status: "queued" });
    }
    await quiet.services.runJob({ renderId: job.id, trace: {} });
    expect(await ended(quietHttp, job)).toMatchObject({ status: "succeeded" });
    expect(await quiet.usage()).toMatchObject({ used: 1, renders: 1, reserved: 0 });
  });

  test("wait for a database that is away, and the tries that it takes no note of do not count", async () => {
    await using quiet = await serviceBench(database, { store: bench.store });
    await using quietHttp = await httpBench(quiet.services, quiet.renderKey);
    const quietCanvas = await quiet.publish(RATIO, "割合");
    const job = (await (await quietHttp.print(quietCanvas, { data: HALF }, ASYNC)).json()) as Job;
    const { renders } = quiet.database;
    const begin: typeof renders.begin = async () => {
      throw Object.assign(new Error("sorry, too many clients already"), { code: "53300" });
    };
    const crowded = quiet.again({ database: { ...quiet.database, renders: { ...renders, begin } } });
    for (let tries = 1; tries <= 3 * JOB_TRIES_MAX; tries += 1) {
      await expect(crowded.runJob({ renderId: job.id, trace: {} })).rejects.toThrow("too many clients");
    }
    await quiet.services.runJob({ renderId: job.id, trace: {} });
    expect(await ended(quietHttp, job)).toMatchObject({ status: "succeeded" });
  });

  test("that a fault of the service ends are tried so often, and then their failure is recorded", async () => {
    await using quiet = await serviceBench(database, { store: bench.store });
    await using quietHttp = await httpBench(quiet.services, quiet.renderKey);
    const quietCanvas = await quiet.publish(RATIO, "割合");
    const job = (await (await quietHttp.print(quietCanvas, { data: HALF }, ASYNC)).json()) as Job;
    const broken = quiet.again({ store: { ...quiet.store, put: () => Promise.reject(new Error("a slip of ours")) } });
    for (let tries = 1; tries < JOB_TRIES_MAX; tries += 1) {
      await expect(broken.runJob({ renderId: job.id, trace: {} })).rejects.toThrow("a slip of ours");
    }
    await broken.runJob({ renderId: job.id, trace: {} });
    expect(await ended(quietHttp, job)).toMatchObject({ status: "failed", error: { code: "internal" } });
    expect(await quiet.usage()).toMatchObject({ used: 0, reserved: 0 });
  });

  test("whose process ends each time are given up with that reason, and the next one is served", async () => {
    await using quiet = await serviceBench(database, { store: bench.store });
    await using quietHttp = await httpBench(quiet.services, quiet.renderKey);
    const quietCanvas = await quiet.publish(RATIO, "割合");
    const print = async () => (await (await quietHttp.print(quietCanvas, { data: HALF }, ASYNC)).json()) as Job;
    const [poison, next] = [await print(), await print()];
    // What a process leaves that ends while it draws: a render that was begun.
    for (let tries = 1; tries <= JOB_TRIES_MAX; tries += 1) {
      expect(await quiet.database.renders.begin(poison.id, new Date(Date.now() + 60_000))).toMatchObject({ tries });
    }
    await quiet.queue.work(1, quiet.services.runJob);
    const error = { code: "internal", error: expect.stringMatching(/begun 6 times.* ended; nothing was charged/) };
    expect(await ended(quietHttp, poison)).toMatchObject({ status: "failed", error });
    expect(await ended(quietHttp, next)).toMatchObject({ status: "succeeded" });
    expect(await quiet.usage()).toMatchObject({ used: 1, renders: 1, reserved: 0 });
  });

  test.each([
    ["takes longer than its budget", "endless", "render_budget_exceeded", /longer than 8 seconds.*nothing was charged/],
    ["takes more memory than a thread has", "hungry", "too_large", /more memory than a render gets/],
    ["ends its threads", "crashing", "internal", /on two threads, .* ended; nothing was charged/],
  ])("one that %s is tried once, failed with that reason, and the next one is served", async (...poisoned) => {
    const [, renderer, code, reason] = poisoned;
    const plugins = [PDF_PLUGIN, RESTLESS];
    await using quiet = await serviceBench(database, { store: bench.store, plugins, threadMemoryMib: 128 });
    await using quietHttp = await httpBench(quiet.services, quiet.renderKey);
    const quietCanvas = await quiet.publish(RATIO, "割合");
    const print = async (data: unknown) => (await (await quietHttp.print(quietCanvas, { data }, ASYNC)).json()) as Job;
    const [poison, next] = [await print({ items: [{ part: 6, whole: 6 }] }), await print(HALF)];
    let tries = 0;
    const engine: typeof quiet.pool = {
      ...quiet.pool,
      render(request, admit, terms) {
        const isPoison = new TextDecoder().decode(request.payload ?? new Uint8Array()).includes("6");
        tries += Number(isPoison);
        return quiet.pool.render(isPoison ? { ...request, renderer } : request, admit, terms);
      },
    };
    // The thread after an ended one starts within the next render's budget.
    const jobBudgetMs = code === "render_budget_exceeded" ? 8_000 : 60_000;
    await quiet.queue.work(1, quiet.again({ engine, jobBudgetMs }).runJob);
    const error = { code, error: expect.stringMatching(reason) };
    expect(await ended(quietHttp, poison)).toMatchObject({ status: "failed", error });
    expect(await ended(quietHttp, next)).toMatchObject({ status: "succeeded" });
    expect(tries).toBe(1);
    expect(await jobsLeft(poison.id)).toBe(0);
    expect(await quiet.usage()).toMatchObject({ used: 1, renders: 1, reserved: 0 });
  });

  test("of organizations that wait take turns, however many jobs one of them queued first", async () => {
    await using often = await serviceBench(database, { store: bench.store });
    await using once = await serviceBench(database, { store: bench.store });
    await using oftenHttp = await httpBench(often.services, often.renderKey);
    await using onceHttp = await httpBench(once.services, once.renderKey);
    const oftenCanvas = await often.publish(RATIO, "割合");
    const onceCanvas = await once.publish(RATIO, "割合");
    const body = { data: HALF };
    const many: Job[] = [];
    for (let job = 0; job < 6; job += 1)
      many.push((await (await oftenHttp.print(oftenCanvas, body, ASYNC)).json()) as Job);
    const single = (await (await onceHttp.print(onceCanvas, body, ASYNC)).json()) as Job;
    await often.queue.work(1, often.services.runJob);
    const others = await Promise.all(many.map((job) => ended(oftenHttp, job)));
    const render = await ended(onceHttp, single);
    const before = others.filter(({ finishedAt }) => String(finishedAt) < String(render["finishedAt"]));
    expect(before.length).toBeLessThanOrEqual(2);
  });

  test("with a key: the same job while it runs, the bytes once they are there", async () => {
    await using quiet = await serviceBench(database, { store: bench.store });
    await using quietHttp = await httpBench(quiet.services, quiet.renderKey);
    const quietCanvas = await quiet.publish(RATIO, "割合");
    const keyed = { ...ASYNC, "idempotency-key": "ein Auftrag" };
    const asked = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const answer = await quietHttp.print(quietCanvas, { data: HALF }, keyed);
        return { status: answer.status, job: (await answer.json()) as Job };
      }),
    );
    expect(new Set(asked.map(({ status, job }) => `${status} ${job.id}`)).size).toBe(1);
    expect(await quiet.usage()).toMatchObject({ reserved: 1 });
    const [first] = asked;
    if (first === undefined) throw new Error("five were asked");
    const waiting = quietHttp.print(quietCanvas, { data: HALF }, { "idempotency-key": "ein Auftrag" });
    await quiet.queue.work(1, quiet.services.runJob);
    expect(await ended(quietHttp, first.job)).toMatchObject({ status: "succeeded" });
    expect(await factsOf(await waiting)).toMatchObject({ status: 200, replayed: "1", renderId: first.job.id });
    expect(await factsOf(await quietHttp.print(quietCanvas, { data: HALF }, keyed))).toMatchObject({
      status: 200,
      replayed: "1",
      renderId: first.job.id,
    });
    expect(await quiet.usage()).toMatchObject({ used: 1, renders: 1, reserved: 0 });
  });

  test("are queued with a 202, rendered by a worker, charged once and downloadable", async () => {
    const before = await bench.usage();
    const answer = await http.print(canvasId, { dataList: [HALF, HALF] }, ASYNC);
    expect(answer.status).toBe(202);
    expect(answer.headers.get("preference-applied")).toBe("respond-async");
    expect(answer.headers.get("content-type")).toBe("application/json");
    expect(answer.headers.get("x-service-pages")).toBeNull();
    const job = (await answer.json()) as Job;
    expect(job).toEqual({ id: job.id, status: "queued", statusUrl: `/v1/renders/${job.id}` });
    expect(answer.headers.get("location")).toBe(job.statusUrl);
    expect(await bench.usage()).toMatchObject({ used: before.used, reserved: 2 });
    const early = await http.get(`${job.statusUrl}/pdf`);
    expect([early.status, early.headers.get("retry-after")]).toEqual([404, "1"]);
    expect(await early.json()).toMatchObject({ code: "not_found", error: expect.stringContaining("is queued") });
    expect(await jobsLeft(job.id)).toBe(1);

    await bench.queue.work(1, bench.services.runJob);
    expect(await ended(http, job)).toMatchObject({ status: "succeeded", stored: true, records: 2, pages: 2 });
    expect(await jobsLeft(job.id)).toBe(0);
    const file = await http.get(`${job.statusUrl}/pdf`);
    const direct = await http.print(canvasId, { dataList: [HALF, HALF] });
    expect(file.headers.get("etag")).toBe(direct.headers.get("etag"));
    const after = await bench.usage();
    expect([after.used - before.used, after.renders - before.renders, after.reserved]).toEqual([4, 2, 0]);
  });

  test("that fail keep their error, and give their records and their payload back", async () => {
    await bench.queue.work(1, bench.services.runJob);
    const uncomputable = { data: { items: [{ part: 1, whole: 0 }] } };
    const job = (await (await http.print(canvasId, uncomputable, ASYNC)).json()) as Job;
    const render = await ended(http, job);
    expect(render).toMatchObject({
      status: "failed",
      stored: false,
      error: {
        code: "data_contract_violation",
        error: expect.stringContaining("items[0]"),
        requestId: expect.any(String),
      },
    });
    const direct = (await (await http.print(canvasId, uncomputable)).json()) as { diagnostics?: unknown };
    expect(render["error"]).toEqual({ ...direct, requestId: expect.any(String) });
    expect(render["findings"]).toEqual(direct.diagnostics);
    expect(render).toMatchObject({
      findingCount: 1,
      findings: [
        {
          code: "RPT3020",
          path: "items[0].whole",
          line: expect.any(Number),
          repair: { title: expect.stringContaining("guard") },
        },
      ],
    });
    expect(await jobsLeft(job.id)).toBe(0);
    expect(await bench.usage()).toMatchObject({ reserved: 0 });
    expect(await factsOf(await http.get(`${job.statusUrl}/pdf`))).toMatchObject({ status: 404 });
  });

  test.each([
    ["respond-async", 202],
    ["Respond-Async", 202],
    ["wait=10, respond-async; foo=bar", 202],
    ['note="later; \\"respond-async\\", respond-async, please"', 200],
    ["return=minimal", 200],
    ["respond-asynchronously", 200],
  ])("the preference '%s' is answered with %i", async (prefer, status) => {
    expect((await http.print(canvasId, { data: HALF }, { prefer })).status).toBe(status);
  });
});
