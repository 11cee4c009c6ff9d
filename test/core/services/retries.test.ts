import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { EnginePool } from "../../../src/core/engine/index.ts";
import { LEASE_MS } from "../../../src/core/services/leases.ts";
import { DATABASES, type TestDatabase } from "../../support/databases.ts";
import { lane } from "../../support/lane.ts";
import { factsOf, type HttpBench, httpBench } from "./http-bench.ts";
import { RATIO, type ServiceBench, serviceBench } from "./service-bench.ts";

const HALF = { data: { items: [{ part: 1, whole: 2 }] } };
const THIRD = { data: { items: [{ part: 1, whole: 3 }] } };
const INVALID = { data: { items: [{ part: "eins", whole: 2 }] } };

let keys = 0;
const freshKey = (): Record<string, string> => {
  keys += 1;
  return { "idempotency-key": `請求-${keys}`.replace("請求", "invoice #") };
};

describe.each(DATABASES)("retries with a key on $name", ({ open }) => {
  let database: TestDatabase;
  let bench: ServiceBench;
  let http: HttpBench;
  let canvasId: string;
  beforeAll(async () => {
    database = await open();
    bench = await serviceBench(database, { withJobs: false });
    http = await httpBench(bench.services, bench.renderKey);
    canvasId = await bench.publish(RATIO, "割合");
  });
  afterAll(async () => {
    await http[Symbol.asyncDispose]();
    await bench[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
  });

  test("a second request gets the first one's bytes, whatever its payload says, and costs nothing", async () => {
    const key = freshKey();
    const first = await factsOf(await http.print(canvasId, HALF, key));
    expect(first).toMatchObject({ status: 200, replayed: null });
    const spent = await bench.usage();
    for (const body of [HALF, THIRD, INVALID]) {
      expect(await factsOf(await http.print(canvasId, body, key))).toEqual({ ...first, replayed: "1" });
    }
    expect(await bench.usage()).toEqual(spent);
    expect(await factsOf(await http.print(canvasId, THIRD))).not.toMatchObject({ etag: first["etag"] });
  });

  test("fifty requests at once make one render, one charge and forty-nine replays", async () => {
    const key = freshKey();
    const before = await bench.usage();
    const other = await httpBench(bench.again(), bench.renderKey);
    const answers = await Promise.all(
      Array.from({ length: 50 }, async (_, index) =>
        factsOf(await (index % 2 === 0 ? http : other).print(canvasId, HALF, key)),
      ),
    );
    await other[Symbol.asyncDispose]();
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(answers.filter(({ replayed }) => replayed === "1")).toHaveLength(49);
    expect(new Set(answers.map(({ etag, renderId }) => `${etag} ${renderId}`)).size).toBe(1);
    const after = await bench.usage();
    expect([after.used - before.used, after.renders - before.renders, after.reserved]).toEqual([1, 1, 0]);
  });

  test("the kept bytes do not make the render a stored one", async () => {
    const { renderId } = await factsOf(await http.print(canvasId, HALF, freshKey()));
    const render = await http.get(`/v1/renders/${renderId}`);
    expect(await render.json()).toMatchObject({ status: "succeeded", stored: false });
    expect((await http.get(`/v1/renders/${renderId}/pdf`)).status).toBe(404);
  });

  test("another canvas or another API key is 409, and other organizations know nothing of the key", async () => {
    const key = freshKey();
    await http.print(canvasId, HALF, key);
    const other = await bench.publish(RATIO.replace("document ratio", "document other"), "別の割合");
    const conflict = { status: 409, code: "idempotency_conflict" };
    expect(await factsOf(await http.print(other, HALF, key))).toMatchObject(conflict);
    const secondKey = { ...key, "x-api-key": await bench.key("render") };
    expect(await factsOf(await http.print(canvasId, HALF, secondKey))).toMatchObject(conflict);
    await using stranger = await serviceBench(database, { withJobs: false });
    await using strangerHttp = await httpBench(stranger.services, stranger.renderKey);
    const foreign = await stranger.publish(RATIO, "割合");
    expect(await factsOf(await strangerHttp.print(foreign, HALF, key))).toMatchObject({ status: 200, replayed: null });
  });

  test("a first request that fails frees the key, also for those who wait", async () => {
    const key = freshKey();
    const answers = await Promise.all(
      [INVALID, HALF, INVALID, HALF].map(async (body) => factsOf(await http.print(canvasId, body, key))),
    );
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(2);
    expect(new Set(answers.filter(({ status }) => status === 200).map(({ etag }) => etag)).size).toBe(1);
    const again = freshKey();
    expect(await factsOf(await http.print(canvasId, INVALID, again))).toMatchObject({ status: 400 });
    expect(await factsOf(await http.print(canvasId, HALF, again))).toMatchObject({ status: 200, replayed: null });
    expect(await factsOf(await http.print(canvasId, HALF, again))).toMatchObject({ status: 200, replayed: "1" });
  });

  test("replays outlive the process, and answer although the quota is spent", async () => {
    await using small = await serviceBench(database, { withJobs: false, plan: { recordsPerMonth: 1 } });
    await using before = await httpBench(small.services, small.renderKey);
    const smallCanvas = await small.publish(RATIO, "割合");
    const key = freshKey();
    const first = await factsOf(await before.print(smallCanvas, HALF, key));
    await using after = await httpBench(small.again(), small.renderKey);
    expect(await factsOf(await after.print(smallCanvas, HALF))).toMatchObject({ status: 402 });
    expect(await factsOf(await after.print(smallCanvas, HALF, key))).toEqual({ ...first, replayed: "1" });
  });

  test("a key is forgotten after its time, and one whose bytes are lost answers with the same ones", async () => {
    let nowMs = Date.now();
    await using bent = await serviceBench(database, {
      withJobs: false,
      now: () => new Date(nowMs),
      plan: { retentionDays: 1 },
    });
    await using bentHttp = await httpBench(bent.services, bent.renderKey);
    const bentCanvas = await bent.publish(RATIO, "割合");
    const key = freshKey();
    const first = await factsOf(await bentHttp.print(bentCanvas, HALF, key));
    nowMs += 23 * 3_600_000;
    expect(await factsOf(await bentHttp.print(bentCanvas, HALF, key))).toMatchObject({ replayed: "1" });
    nowMs += 2 * 3_600_000;
    const second = await factsOf(await bentHttp.print(bentCanvas, HALF, key));
    expect(second).toMatchObject({ status: 200, replayed: null, etag: first["etag"] });
    await bent.store.delete(String(second["renderId"]));
    expect(await factsOf(await bentHttp.print(bentCanvas, HALF, key))).toEqual({ ...second, replayed: "1" });
  });

  test("whoever waits longer than the budget is told which render to wait for", async () => {
    const begun = Promise.withResolvers<void>();
    const render = () => {
      begun.resolve();
      return new Promise<never>(() => {});
    };
    const services = bench.again({ renderBudgetMs: 400, engine: { ...bench.pool, render } });
    await using slow = await httpBench(services, bench.renderKey);
    const key = freshKey();
    void slow.print(canvasId, HALF, key).catch(() => undefined);
    await begun.promise;
    const answer = await slow.print(canvasId, HALF, key);
    expect(answer.headers.get("retry-after")).toBe("5");
    expect(await factsOf(answer)).toMatchObject({
      status: 504,
      code: "render_budget_exceeded",
      error: expect.stringMatching(
        /^The render 'rnd_\w+' is still under way after .* It goes on, and is made and charged once/,
      ),
    });
  });

  test.runIf(lane !== "fast")(
    "a render that lasts longer than a lease keeps its key",
    { timeout: 60_000 },
    async () => {
      const begun = Promise.withResolvers<void>();
      const render: EnginePool["render"] = async (...asked) => {
        begun.resolve();
        await sleep(LEASE_MS + 2_000);
        return bench.pool.render(...asked);
      };
      const before = await bench.usage();
      await using slow = await httpBench(bench.again({ engine: { ...bench.pool, render } }), bench.renderKey);
      await using other = await httpBench(bench.again(), bench.renderKey);
      const key = freshKey();
      const first = slow.print(canvasId, HALF, key);
      await begun.promise;
      const second = await factsOf(await other.print(canvasId, HALF, key));
      expect(second).toMatchObject({ status: 200, replayed: "1" });
      expect(await factsOf(await first)).toEqual({ ...second, replayed: null });
      expect(await bench.usage()).toMatchObject({ used: before.used + 1, reserved: 0 });
    },
  );

  test.each([
    ["an empty key", ""],
    ["a key that is too long", "x".repeat(256)],
    ["a key with other characters", "caf\u00e9"],
  ])("refuses %s", async (_, key) => {
    expect(await factsOf(await http.print(canvasId, HALF, { "idempotency-key": key }))).toMatchObject({
      status: 400,
      code: "invalid_argument",
      error: expect.stringContaining("Idempotency-Key"),
    });
  });

  test("keys stand in no log and no row", async () => {
    const secret = "kein-geheimnis-4711";
    await http.print(canvasId, HALF, { "idempotency-key": secret });
    await http.print(canvasId, INVALID, { "idempotency-key": `${secret}-2` });
    expect(bench.logged.join("\n")).not.toContain(secret);
  });
});
