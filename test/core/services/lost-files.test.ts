// Files that come back damaged, can't be read or are gone: three things, and only the last one changes anything.
import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PoolBusyError, RenderBudgetError, ThreadDiedError } from "../../../src/core/engine/index.ts";
import { sweep, sweepOrphans } from "../../../src/core/jobs/index.ts";
import { LEASE_MS } from "../../../src/core/services/leases.ts";
import { openS3Store } from "../../../src/core/store/index.ts";
import { DEFAULT_PLANS } from "../../../src/core/tenancy/index.ts";
import { DATABASES, type TestDatabase } from "../../support/databases.ts";
import { type FaultProxy, startFaultProxy } from "../../support/fault-proxy.ts";
import { type S3Server, startS3Server } from "../../support/s3-server.ts";
import { factsOf, type HttpBench, httpBench } from "./http-bench.ts";
import { RATIO, type ServiceBench, serviceBench } from "./service-bench.ts";

/** Large enough that its file is no small talk to the proxy. */
const HALF = { data: { items: [{ part: 1, whole: 2 }] }, options: { store: true } };
const THIRD = { data: { items: [{ part: 1, whole: 3 }] }, options: { store: true } };

const HOUR_MS = 3_600_000;

/** A request that comes in this time has found what is under way, and waits for it. */
const LATER_MS = 400;

/** More readings than anybody makes of one file. */
const FOR_EVER = 1_000;

type Fault = "damaged once" | "damaged" | "refused" | "gone";

describe.each(DATABASES)("a stored file, on $name", ({ open }) => {
  let database: TestDatabase;
  let bucket: S3Server;
  let proxy: FaultProxy;
  let bench: ServiceBench;
  let http: HttpBench;
  let canvasId: string;
  let printed = 0;
  beforeAll(async () => {
    database = await open();
    bucket = await startS3Server();
    proxy = await startFaultProxy(Number(new URL(bucket.location.bucketUrl).port));
    const store = openS3Store({ ...bucket.location, bucketUrl: `http://127.0.0.1:${proxy.port}/platen` });
    bench = await serviceBench(database, { store });
    http = await httpBench(bench.services, bench.renderKey);
    canvasId = await bench.publish(RATIO, "割合");
  });
  afterAll(async () => {
    await http[Symbol.asyncDispose]();
    await bench[Symbol.asyncDispose]();
    await proxy[Symbol.asyncDispose]();
    await bucket[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
  });

  const begins = async (fault: Fault, renderId: string): Promise<void> => {
    if (fault === "damaged once") proxy.damage(1);
    if (fault === "damaged") proxy.damage(FOR_EVER);
    if (fault === "refused") await bucket.stop();
    if (fault === "gone") await bench.store.delete(renderId);
  };
  const ends = async (): Promise<void> => {
    proxy.damage(0);
    await bucket.start();
  };
  const first = async () => {
    printed += 1;
    const key = { "idempotency-key": `file ${printed}` };
    const facts = await factsOf(await http.print(canvasId, HALF, key));
    expect(facts).toMatchObject({ status: 200, replayed: null });
    return { key, facts, id: String(facts["renderId"]) };
  };
  const download = async (id: string) => {
    const answer = await http.get(`/v1/renders/${id}/pdf`);
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    return { status: answer.status, retryAfter: answer.headers.get("retry-after"), etag: `"${sha256}"` };
  };
  /** What runs every minute and every hour, as if it had run soon after. */
  const sweeps = async (): Promise<void> => {
    const at = { ...database.database, store: bench.store, now: () => new Date(Date.now() + 2 * HOUR_MS) };
    await sweep(at);
    await sweepOrphans(at);
  };

  test.for(["damaged", "refused"] as const)("that is %s is asked for later, and nothing changes", async (fault) => {
    const { key, facts, id } = await first();
    const usage = await bench.usage();
    const record = await (await http.get(`/v1/renders/${id}`)).json();
    await begins(fault, id);
    const later = { status: 503, code: "unavailable" };
    const refused = await http.print(canvasId, HALF, key);
    expect(refused.headers.get("retry-after")).toMatch(/^\d+$/);
    expect(await factsOf(refused)).toMatchObject(later);
    expect(await factsOf(await http.print(canvasId, THIRD, key))).toMatchObject(later);
    expect(await download(id)).toMatchObject({ status: 503, retryAfter: expect.stringMatching(/^\d+$/) });
    await ends();
    expect(await (await http.get(`/v1/renders/${id}`)).json()).toEqual(record);
    await sweeps();
    expect(await factsOf(await http.print(canvasId, HALF, key))).toEqual({ ...facts, replayed: "1" });
    expect(await download(id)).toMatchObject({ status: 200, etag: facts["etag"] });
    expect(await bench.usage()).toEqual(usage);
  });

  test("that is damaged once is read again", async () => {
    const { key, facts, id } = await first();
    await begins("damaged once", id);
    expect(await factsOf(await http.print(canvasId, HALF, key))).toEqual({ ...facts, replayed: "1" });
    await begins("damaged once", id);
    expect(await download(id)).toMatchObject({ status: 200, etag: facts["etag"] });
  });

  test("that is gone is made again under its id from the same data, and nothing is charged", async () => {
    const { key, facts, id } = await first();
    const usage = await bench.usage();
    await begins("gone", id);
    const missed = await http.get(`/v1/renders/${id}/pdf`);
    expect(missed.status).toBe(500);
    expect(await missed.text()).toContain("The stored file is gone. Its request makes it again if you repeat it");
    const answers = await Promise.all([1, 2, 3].map(() => http.print(canvasId, HALF, key)));
    for (const answer of answers) expect(await factsOf(answer)).toEqual({ ...facts, replayed: "1" });
    await sweeps();
    expect(await download(id)).toMatchObject({ status: 200, etag: facts["etag"] });
    expect(await bench.usage()).toEqual(usage);
  });

  test.for([
    ["no thread is free", new PoolBusyError("busy"), 503],
    ["the time is over", new RenderBudgetError("late", 10, null), 504],
    ["a thread dies", new ThreadDiedError("a thread ended", 10, null), 500],
  ] as const)("that is gone keeps its id and its charge where %s as it is made again", async ([, failure, status]) => {
    const { key, facts, id } = await first();
    const usage = await bench.usage();
    await begins("gone", id);
    const render = (): Promise<never> => Promise.reject(failure);
    await using failing = await httpBench(bench.again({ engine: { ...bench.pool, render } }), bench.renderKey);
    expect(await factsOf(await failing.print(canvasId, HALF, key))).toMatchObject({ status });
    expect(await factsOf(await failing.print(canvasId, HALF, key))).toMatchObject({ status });
    expect(await factsOf(await http.print(canvasId, HALF, key))).toEqual({ ...facts, replayed: "1" });
    expect(await bench.usage()).toEqual(usage);
  });

  const WRONG = { data: { items: [{ part: "one", whole: 2 }] }, options: { store: true } };
  const ASYNC = { prefer: "respond-async" };
  const busy = (): Promise<never> => Promise.reject(new PoolBusyError("busy"));
  const SPENT = DEFAULT_PLANS.map((plan) => ({ ...plan, recordsPerMonth: 0 }));

  test.for([
    ["breaks the contract", {}, WRONG, {}, 400],
    ["breaks it as a job", {}, WRONG, ASYNC, 400],
    ["has no quota left", { plans: SPENT }, THIRD, {}, 402],
    ["has no quota left as a job", { plans: SPENT }, THIRD, ASYNC, 402],
    ["finds no thread", { render: busy }, THIRD, {}, 503],
  ] as const)(
    "that is gone keeps its key where a request with other data %s",
    async ([, refusing, body, more, status]) => {
      const { key, facts, id } = await first();
      const usage = await bench.usage();
      await begins("gone", id);
      const { render, ...changes } = { render: bench.pool.render.bind(bench.pool), ...refusing };
      const services = bench.again({ ...changes, engine: { ...bench.pool, render } });
      await using other = await httpBench(services, bench.renderKey);
      for (const _ of [1, 2]) {
        expect(await factsOf(await other.print(canvasId, body, { ...key, ...more }))).toMatchObject({ status });
      }
      expect(await factsOf(await http.print(canvasId, HALF, key))).toEqual({ ...facts, replayed: "1" });
      expect(await download(id)).toMatchObject({ status: 200, etag: facts["etag"] });
      expect(await bench.usage()).toEqual(usage);
    },
  );

  test("that is gone is another render from other data, and the first one's record stays", async () => {
    const { key, facts, id } = await first();
    const usage = await bench.usage();
    const record = await (await http.get(`/v1/renders/${id}`)).json();
    await begins("gone", id);
    const answers = await Promise.all([1, 2, 3].map(async () => factsOf(await http.print(canvasId, THIRD, key))));
    const ids = new Set(answers.map(({ renderId }) => renderId));
    expect(ids.size).toBe(1);
    expect(ids).not.toContain(id);
    expect(await bench.usage()).toMatchObject({ used: usage.used + 1, reserved: 0 });
    expect(await (await http.get(`/v1/renders/${id}`)).json()).toEqual(record);
    // The disk that was thought to be empty comes back: what its render names as kept is not swept away.
    const again = await factsOf(await http.print(canvasId, HALF));
    expect(again["etag"]).toBe(facts["etag"]);
    await bench.store.put(id, new Uint8Array(await (await http.print(canvasId, HALF)).arrayBuffer()));
    await sweeps();
    expect(await download(id)).toMatchObject({ status: 200, etag: facts["etag"] });
    expect(await factsOf(await http.print(canvasId, THIRD, key))).toMatchObject({ replayed: "1" });
  });

  /** A process of its own, whose drawings wait until they are let go, or are refused. */
  const held = async (more: Parameters<ServiceBench["again"]>[0] = {}) => {
    const { promise: gate, resolve, reject } = Promise.withResolvers<void>();
    const { promise: drawing, resolve: draws } = Promise.withResolvers<void>();
    const render: typeof bench.pool.render = async (request, admit, terms) => {
      draws();
      await gate;
      return bench.pool.render(request, admit, terms);
    };
    const services = bench.again({ engine: { ...bench.pool, render }, ...more });
    const bound = await httpBench(services, bench.renderKey);
    return { ...bound, drawing, letGo: resolve, refuse: () => reject(new PoolBusyError("busy")) };
  };
  type Key = Readonly<Record<string, string>>;
  /** `ahead` is drawing when `behind` comes; then `ends` says what becomes of it. */
  const interleaved = async (key: Key, ahead: unknown, behind: unknown, ends: "letGo" | "refuse") => {
    await using one = await held();
    const earlier = one.print(canvasId, ahead, key);
    await one.drawing;
    const later = http.print(canvasId, behind, key);
    await sleep(LATER_MS);
    one[ends]();
    return { earlier: await factsOf(await earlier), later: await factsOf(await later) };
  };

  test("that is gone is its key's again for other data that comes while it is made again", async () => {
    const { key, facts, id } = await first();
    const usage = await bench.usage();
    await begins("gone", id);
    const { earlier, later } = await interleaved(key, HALF, THIRD, "letGo");
    expect(earlier).toEqual({ ...facts, replayed: "1" });
    expect(later).toEqual(earlier);
    expect(await download(id)).toMatchObject({ status: 200, etag: facts["etag"] });
    expect(await bench.usage()).toEqual(usage);
  });

  test("that is gone stays so for the same data that comes while other data is drawn", async () => {
    const { key, facts, id } = await first();
    const usage = await bench.usage();
    await begins("gone", id);
    const { earlier, later } = await interleaved(key, THIRD, HALF, "letGo");
    expect(earlier).toMatchObject({ status: 200, replayed: null });
    expect(earlier["renderId"]).not.toBe(facts["renderId"]);
    expect(later).toEqual({ ...earlier, replayed: "1" });
    expect((await download(id)).status).toBe(500);
    expect(await bench.usage()).toMatchObject({ used: usage.used + 1, reserved: 0 });
  });

  test("that is gone goes to other data behind it where it can't be made again", async () => {
    const { key, id } = await first();
    const usage = await bench.usage();
    await begins("gone", id);
    const { earlier, later } = await interleaved(key, HALF, THIRD, "refuse");
    expect(earlier).toMatchObject({ status: 503 });
    expect(later).toMatchObject({ status: 200, replayed: null });
    expect((await download(id)).status).toBe(500);
    expect(await factsOf(await http.print(canvasId, HALF, key))).toEqual({ ...later, replayed: "1" });
    expect(await bench.usage()).toMatchObject({ used: usage.used + 1, reserved: 0 });
  });

  test("that is gone is made again by the same data behind other data that is refused", async () => {
    const { key, facts, id } = await first();
    const usage = await bench.usage();
    await begins("gone", id);
    const { earlier, later } = await interleaved(key, THIRD, HALF, "refuse");
    expect(earlier).toMatchObject({ status: 503 });
    expect(later).toEqual({ ...facts, replayed: "1" });
    expect(await download(id)).toMatchObject({ status: 200, etag: facts["etag"] });
    expect(await bench.usage()).toEqual(usage);
  });

  /** A process that stands still renews nothing; by the clock of another one its lease is over. */
  const still = { pause: () => new Promise<void>(() => undefined) };
  const afterLease = { now: () => new Date(Date.now() + 4 * LEASE_MS) };

  test("that is gone is given up by who stood still over it, and other data has its key", async () => {
    const { key, id } = await first();
    const usage = await bench.usage();
    await begins("gone", id);
    await using one = await held(still);
    const earlier = one.print(canvasId, HALF, key);
    await one.drawing;
    await using two = await httpBench(bench.again(afterLease), bench.renderKey);
    const other = await factsOf(await two.print(canvasId, THIRD, key));
    expect(other).toMatchObject({ status: 200, replayed: null });
    one.letGo();
    expect(await factsOf(await earlier)).toMatchObject({ status: 503, code: "unavailable" });
    expect((await download(id)).status).toBe(500);
    expect(await factsOf(await http.print(canvasId, HALF, key))).toEqual({ ...other, replayed: "1" });
    expect(await bench.usage()).toMatchObject({ used: usage.used + 1, reserved: 0 });
  });

  test("that is gone is made again where other data stood still before it began", async () => {
    const { key, facts, id } = await first();
    const usage = await bench.usage();
    await begins("gone", id);
    await using one = await held(still);
    const earlier = one.print(canvasId, THIRD, key);
    await one.drawing;
    await using two = await httpBench(bench.again(afterLease), bench.renderKey);
    expect(await factsOf(await two.print(canvasId, HALF, key))).toEqual({ ...facts, replayed: "1" });
    one.letGo();
    expect(await factsOf(await earlier)).toMatchObject({ status: 503, code: "unavailable" });
    expect(await download(id)).toMatchObject({ status: 200, etag: facts["etag"] });
    expect(await bench.usage()).toEqual(usage);
  });

  test("that is gone is one file where the same and other data come at one moment", async () => {
    const { key, facts, id } = await first();
    const usage = await bench.usage();
    await begins("gone", id);
    const bodies = [HALF, THIRD, HALF, THIRD];
    const answers = await Promise.all(bodies.map(async (body) => factsOf(await http.print(canvasId, body, key))));
    expect(new Set(answers.map(({ status, renderId, etag }) => `${status} ${renderId} ${etag}`)).size).toBe(1);
    const isFirst = answers[0]?.["renderId"] === facts["renderId"];
    expect((await download(id)).status).toBe(isFirst ? 200 : 500);
    expect(await bench.usage()).toMatchObject({ used: usage.used + Number(!isFirst), reserved: 0 });
  });
});
