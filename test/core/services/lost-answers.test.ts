// Statements that the database keeps while their answers are lost on the way: a connection can break at any moment.
import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Database } from "../../../src/core/persistence/index.ts";
import { DATABASES, type TestDatabase } from "../../support/databases.ts";
import { factsOf, type HttpBench, httpBench } from "./http-bench.ts";
import { RATIO, type ServiceBench, serviceBench } from "./service-bench.ts";

const HALF = { data: { items: [{ part: 1, whole: 2 }] } };
const ASYNC = { prefer: "respond-async" };

/** What the driver of PostgreSQL says of a connection that broke. */
const lost = (): Error => new Error("Connection terminated unexpectedly");

/** What is asked of a table that somebody has locked. */
const NEVER = new Promise<never>(() => undefined);

type Loss = "claim" | "start" | "success" | "success and look" | "transaction";

/** The database, where the first of these calls is carried out and its answer lost. */
function losingOnce(database: Database, what: Loss): Database {
  let isLost = false;
  let looks = 0;
  const answered = async <Value>(work: Promise<Value>): Promise<Value> => {
    const value = await work;
    if (isLost) return value;
    isLost = true;
    throw lost();
  };
  const { idempotency, renders } = database;
  if (what === "transaction") return { ...database, transaction: (work) => answered(database.transaction(work)) };
  if (what === "claim") {
    const claim: typeof idempotency.claim = (...asked) => answered(idempotency.claim(...asked));
    return { ...database, idempotency: { ...idempotency, claim } };
  }
  if (what === "start")
    return { ...database, renders: { ...renders, start: (start) => answered(renders.start(start)) } };
  return {
    ...database,
    renders: {
      ...renders,
      succeed: (success) => answered(renders.succeed(success)),
      async findLinked(id, now) {
        looks += 1;
        if (what === "success and look" && looks === 1) throw lost();
        return renders.findLinked(id, now);
      },
    },
  };
}

describe.each(DATABASES)("answers of the database that are lost, on $name", ({ open }) => {
  let opened: TestDatabase;
  let bench: ServiceBench;
  let sound: HttpBench;
  let canvasId: string;
  beforeAll(async () => {
    opened = await open();
    bench = await serviceBench(opened);
    sound = await httpBench(bench.services, bench.renderKey);
    canvasId = await bench.publish(RATIO, "割合");
  });
  afterAll(async () => {
    await sound[Symbol.asyncDispose]();
    await bench[Symbol.asyncDispose]();
    await opened[Symbol.asyncDispose]();
  });

  const losing = (what: Loss): Promise<HttpBench> =>
    httpBench(bench.again({ database: losingOnce(opened.database, what) }), bench.renderKey);

  test("a key that was taken is its request's, and no other one waits for nobody", async () => {
    await using http = await losing("claim");
    const key = { "idempotency-key": "a lost claim" };
    expect(await factsOf(await http.print(canvasId, HALF, key))).toMatchObject({ status: 200, replayed: null });
    expect(await factsOf(await http.print(canvasId, HALF, key))).toMatchObject({ status: 200, replayed: "1" });
  });

  test("what was reserved is free again, and so is the key", async () => {
    await using http = await losing("start");
    const before = await bench.usage();
    const key = { "idempotency-key": "a lost start" };
    expect(await factsOf(await http.print(canvasId, HALF, key))).toMatchObject({ status: 503, code: "unavailable" });
    expect(await bench.usage()).toEqual(before);
    expect(await factsOf(await http.print(canvasId, HALF, key))).toMatchObject({ status: 200, replayed: null });
    expect(await bench.usage()).toMatchObject({ used: before.used + 1, reserved: 0 });
  });

  test("a start that comes too late is the database's doing, and what it reserved is free again", async () => {
    const { renders } = opened.database;
    const start: typeof renders.start = async (asked) => {
      await sleep(1_500);
      return renders.start(asked);
    };
    const database = { ...opened.database, renders: { ...renders, start } };
    await using http = await httpBench(bench.again({ database, renderBudgetMs: 500 }), bench.renderKey);
    const before = await bench.usage();
    const answer = await http.print(canvasId, HALF);
    expect(answer.headers.get("retry-after")).toBe("5");
    expect(await factsOf(answer)).toMatchObject({
      ...{ status: 504, code: "render_budget_exceeded" },
      error: expect.stringMatching(/^The database did not answer within 0\.5 seconds/),
    });
    // The caller waits for it no longer than a second.
    await expect.poll(() => bench.usage(), { timeout: 10_000 }).toEqual(before);
  });

  test("a render whose success was recorded is answered, and its file is there", async () => {
    await using http = await losing("success");
    const before = await bench.usage();
    const answer = await http.print(canvasId, { ...HALF, options: { store: true } });
    expect(answer.status).toBe(200);
    const file = await sound.get(`/v1/renders/${answer.headers.get("x-service-render-id")}/pdf`);
    expect(file.status).toBe(200);
    const sha256 = createHash("sha256").update(await file.bytes());
    expect(answer.headers.get("etag")).toBe(`"${sha256.digest("hex")}"`);
    expect(await bench.usage()).toMatchObject({ used: before.used + 1, reserved: 0 });
  });

  test("where nothing can be looked up either, the file stays and its key answers with it", async () => {
    await using http = await losing("success and look");
    const before = await bench.usage();
    const key = { "idempotency-key": "lost twice" };
    const stored = { ...HALF, options: { store: true } };
    expect(await factsOf(await http.print(canvasId, stored, key))).toMatchObject({ status: 503, code: "unavailable" });
    const again = await factsOf(await http.print(canvasId, stored, key));
    expect(again).toMatchObject({ status: 200, replayed: "1" });
    expect((await sound.get(`/v1/renders/${again["renderId"]}/pdf`)).status).toBe(200);
    expect(await bench.usage()).toMatchObject({
      ...{ used: before.used + 1, renders: before.renders + 1, reserved: 0 },
    });
  });

  test("a job of which nobody can say whether it was taken on is refused soon, and its key has it", async () => {
    const { renders } = opened.database;
    const silent = { ...losingOnce(opened.database, "transaction"), renders: { ...renders, findLinked: () => NEVER } };
    const http = await httpBench(bench.again({ database: silent }), bench.renderKey);
    const before = await bench.usage();
    const key = { ...ASYNC, "idempotency-key": "an unknown job" };
    expect(await factsOf(await http.print(canvasId, HALF, key))).toMatchObject({ status: 503, code: "unavailable" });
    expect(await factsOf(await sound.print(canvasId, HALF, key))).toMatchObject({ status: 202 });
    expect((await bench.usage()).reserved - before.reserved).toBe(1);
    await http[Symbol.asyncDispose]();
  });

  test("a job that was taken on is answered, and the same request once more gets the same job", async () => {
    await using http = await losing("transaction");
    const before = await bench.usage();
    const key = { ...ASYNC, "idempotency-key": "a lost job" };
    const answers = [await http.print(canvasId, HALF, key), await http.print(canvasId, HALF, key)];
    expect(answers.map(({ status }) => status)).toEqual([202, 202]);
    const [first, second] = (await Promise.all(answers.map((answer) => answer.json()))) as { readonly id: string }[];
    expect(second?.id).toBe(first?.id);
    expect((await bench.usage()).reserved - before.reserved).toBe(1);
    await bench.services.runJob({ renderId: first?.id ?? "", trace: {} });
    expect(await factsOf(await http.print(canvasId, HALF, key))).toMatchObject({ status: 200, replayed: "1" });
    expect(await bench.usage()).toMatchObject({ used: before.used + 1, renders: before.renders + 1 });
  });
});
