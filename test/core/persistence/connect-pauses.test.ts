// A database that takes no connection is tried rarely, whoever asks how often.
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { openRenderQueue } from "../../../src/core/jobs/index.ts";
import { isDatabaseUnavailable } from "../../../src/core/persistence/index.ts";
import { ConnectPauses } from "../../../src/core/persistence/mikro/connect-pauses.ts";
import { openOrThrow } from "../../support/databases.ts";
import { startFaultProxy } from "../../support/fault-proxy.ts";
import { createPostgresDatabase } from "../../support/postgres-database.ts";

const NEVER = new AbortController().signal;
const REFUSED = Object.assign(new Error("no"), { code: "53300" });

describe("the pauses between tries", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  test("double up to a second, whoever waits meanwhile", async () => {
    const pauses = new ConnectPauses();
    (await pauses.turn(NEVER))(REFUSED);
    const tried: number[] = [];
    const startedMs = performance.now();
    for (let asked = 0; asked < 400; asked += 1) {
      pauses.turn(NEVER).then(
        (tellEnd) => {
          tried.push(performance.now() - startedMs);
          tellEnd(REFUSED);
        },
        () => undefined,
      );
      await vi.advanceTimersByTimeAsync(25);
    }
    const gaps = tried.map((atMs, index) => atMs - (tried[index - 1] ?? 0));
    for (const [index, gapMs] of gaps.entries()) {
      const pauseMs = Math.min(50 * 2 ** index, 1_000);
      expect([index, gapMs >= pauseMs / 2 - 1, gapMs <= pauseMs + 26]).toEqual([index, true, true]);
    }
    expect(gaps.length).toBeGreaterThan(10);
    expect(gaps.length).toBeLessThan(25);
  });

  test("one try ends the waiting of all: they go on, or fail by its reason", async () => {
    const pauses = new ConnectPauses();
    (await pauses.turn(NEVER))(REFUSED);
    const failing = Array.from({ length: 3 }, () => pauses.turn(NEVER));
    const failed = Promise.allSettled(failing.slice(1));
    await vi.advanceTimersByTimeAsync(50);
    (await failing[0])?.(REFUSED);
    for (const end of await failed) expect(end).toMatchObject({ reason: { cause: REFUSED } });
    const going = Array.from({ length: 3 }, () => pauses.turn(NEVER));
    await vi.advanceTimersByTimeAsync(100);
    (await going[0])?.(null);
    await Promise.all(going);
    // The database is well: nobody waits any more, and the next pause is a short one.
    (await pauses.turn(NEVER))(REFUSED);
    const next = pauses.turn(NEVER);
    await vi.advanceTimersByTimeAsync(50);
    await next;
  });

  test("a try that hangs holds up no other, and its late failure no longer counts after a success", async () => {
    const pauses = new ConnectPauses();
    (await pauses.turn(NEVER))(REFUSED);
    const hanging = pauses.turn(NEVER);
    await vi.advanceTimersByTimeAsync(50);
    const tellLate = await hanging;
    const second = pauses.turn(NEVER);
    await vi.advanceTimersByTimeAsync(100);
    (await second)(null);
    tellLate(REFUSED);
    await pauses.turn(NEVER);
  });

  test("whoever gives up waits no longer", async () => {
    const pauses = new ConnectPauses();
    (await pauses.turn(NEVER))(REFUSED);
    const stop = new AbortController();
    const waiting = pauses.turn(stop.signal);
    stop.abort(new Error("no time left"));
    await expect(waiting).rejects.toMatchObject({ cause: { message: "no time left" } });
  });
});

const FAULT_MS = 4_000;

/** Ten of each pool at the start, then one after each pause: 25 to 50 ms, doubling up to 0.5 to 1 s. */
const TRIES_MAX = 40;

/** What a request waits for a connection, at most. */
const ANSWERED_MS_MAX = 6_000;

test("a process whose database takes no connection tries rarely, and is well soon after it", async () => {
  await using created = await createPostgresDatabase();
  const url = new URL(created.url);
  await using proxy = await startFaultProxy(Number(url.port));
  url.port = String(proxy.port);
  const database = await openOrThrow({ kind: "postgresql", url: url.href, connections: 10 });
  const queue = await openRenderQueue(database.sqlHome, () => undefined);
  try {
    const ask = () => database.sqlHome.sql.run("select 1");
    await ask();
    await created.allowConnections(false);
    proxy.cut();
    const before = proxy.connections;
    const endMs = performance.now() + FAULT_MS;
    const asking = async (question: () => Promise<unknown>): Promise<number> => {
      let slowestMs = 0;
      while (performance.now() < endMs) {
        const startedMs = performance.now();
        const answer = await question().catch((error: unknown) => error);
        if (answer instanceof Error) expect(isDatabaseUnavailable(answer), String(answer)).toBe(true);
        slowestMs = Math.max(slowestMs, performance.now() - startedMs);
        await sleep(5);
      }
      return slowestMs;
    };
    const questions = Array.from({ length: 15 }, (_, index) => (index % 3 === 0 ? queue.ping : ask));
    const slowest = await Promise.all(questions.map(asking));
    expect(Math.max(...slowest)).toBeLessThan(ANSWERED_MS_MAX);
    expect(proxy.connections - before).toBeGreaterThan(0);
    expect(proxy.connections - before).toBeLessThan(TRIES_MAX);
    await created.allowConnections(true);
    const wellMs = performance.now();
    while ((await Promise.allSettled([ask(), ask()])).some(({ status }) => status === "rejected"));
    expect(performance.now() - wellMs).toBeLessThan(2_000);
  } finally {
    await queue.close();
    await database.close();
  }
}, 60_000);
