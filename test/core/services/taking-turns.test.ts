// Requests that come with one key at once, while the storage takes its time and then refuses.
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ServiceDependencies } from "../../../src/core/services/index.ts";
import { StoreUnavailable } from "../../../src/core/store/index.ts";
import { DATABASES, type TestDatabase } from "../../support/databases.ts";
import { factsOf, type HttpBench, httpBench } from "./http-bench.ts";
import { RATIO, type ServiceBench, serviceBench } from "./service-bench.ts";

const HALF = { data: { items: [{ part: 1, whole: 2 }] }, options: { store: true } };
/** Nearly as long as a lease, and more than half of the time that a request waits for others. */
const HANGS_MS = 5_900;
const AT_ONCE = 6;

describe.each(DATABASES)("requests with one key, on $name", ({ open }) => {
  let database: TestDatabase;
  let bench: ServiceBench;
  let http: HttpBench;
  let canvasId: string;
  const clock = { ms: Date.now() };
  const puts: number[] = [];
  const claims: number[] = [];
  /** The second file of a test is refused when this is kept. */
  let second: Promise<void> | null = null;
  beforeAll(async () => {
    database = await open();
    bench = await serviceBench(database);
    canvasId = await bench.publish(RATIO, "割合");
    const store: ServiceDependencies["store"] = {
      ...bench.store,
      async put() {
        puts.push(clock.ms);
        // All others have come by then, and wait.
        await sleep(1_000);
        clock.ms += HANGS_MS;
        if (puts.length === 2) await second;
        throw new StoreUnavailable("the bucket does not answer");
      },
    };
    const { idempotency } = database.database;
    const noted: typeof idempotency = {
      ...idempotency,
      async claim(claim, now) {
        claims.push(claim.claimedUntil.getTime() - now.getTime());
        return idempotency.claim(claim, now);
      },
    };
    const services = bench.again({
      store,
      now: () => new Date(clock.ms),
      database: { ...database.database, idempotency: noted },
    });
    http = await httpBench(services, bench.renderKey);
  });
  afterAll(async () => {
    await http[Symbol.asyncDispose]();
    await bench[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
  });

  test("wait for a bounded time, whose turn it is has a whole lease, and nothing is charged", async () => {
    const before = await bench.usage();
    const key = { "idempotency-key": "at once" };
    const asked = Array.from({ length: AT_ONCE }, async () => http.print(canvasId, HALF, key));
    const answers = await Promise.all(asked);
    const facts = await Promise.all(answers.map(factsOf));
    expect(facts.map(({ status }) => status)).toEqual(Array(AT_ONCE).fill(503));
    expect(answers.map((answer) => answer.headers.has("retry-after"))).toEqual(Array(AT_ONCE).fill(true));
    expect(puts).toHaveLength(2);
    expect(Math.min(...claims)).toBe(Math.max(...claims));
    expect(Math.min(...claims)).toBeGreaterThan(HANGS_MS);
    expect(await bench.usage()).toEqual(before);
  });

  test("are told after ten seconds that others failed, while the next one is still under way", async () => {
    puts.length = 0;
    const hanging = Promise.withResolvers<void>();
    second = hanging.promise;
    const key = { "idempotency-key": "while another hangs" };
    let answered = 0;
    const asked = Array.from({ length: AT_ONCE }, async () => {
      const answer = await http.print(canvasId, HALF, key);
      answered += 1;
      // All but the one that hangs.
      if (answered === AT_ONCE - 1) hanging.resolve();
      return [answer.status, (await answer.json()) as { readonly error: string }] as const;
    });
    const answers = await Promise.all(asked);
    expect(answers.map(([status]) => status)).toEqual(Array(AT_ONCE).fill(503));
    expect(answers.filter(([, { error }]) => error.includes("before this one failed"))).toHaveLength(AT_ONCE - 2);
    expect(puts).toHaveLength(2);
    second = null;
  });
});
