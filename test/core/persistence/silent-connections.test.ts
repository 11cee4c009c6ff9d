// Connections to the database that are lost without a word: no end, no error, no answer.
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import { openRenderQueue } from "../../../src/core/jobs/index.ts";
import { type Database, isDatabaseUnavailable } from "../../../src/core/persistence/index.ts";
import { openOrThrow } from "../../support/databases.ts";
import { ENDLESS_ROW, ENDLESS_ROWS, type FaultProxy, FULL_SPEED, startFaultProxy } from "../../support/fault-proxy.ts";
import { createPostgresDatabase, type PostgresDatabase } from "../../support/postgres-database.ts";

/** After new connections work, everything works again within this time. */
const RECOVERY_MS_MAX = 10_000;

/** The question before a lending is given up after two seconds; a new connection takes little. */
const ASKED_MS_MAX = 5_000;

const CONNECTIONS = 4;
const MORE_THAN_THE_POOL = 12;

interface Opened extends AsyncDisposable {
  readonly database: Database;
  readonly proxy: FaultProxy;
  readonly created: PostgresDatabase;
}

async function openedThroughProxy(): Promise<Opened> {
  const created = await createPostgresDatabase();
  const url = new URL(created.url);
  const proxy = await startFaultProxy(Number(url.port));
  url.port = String(proxy.port);
  const database = await openOrThrow({ kind: "postgresql", url: url.href, connections: CONNECTIONS });
  return {
    database,
    proxy,
    created,
    async [Symbol.asyncDispose]() {
      await database.close();
      await proxy[Symbol.asyncDispose]();
      await created.drop();
    },
  };
}

/** Rounds in which each connection of the pool is tried anew. */
const ATTEMPTS = 20;

const askingOf = ({ sqlHome }: Database) => sqlHome.sql.run("select pg_sleep(0.05)");

/** Every connection of the pool is open and idle. */
async function fillPool(database: Database): Promise<void> {
  await Promise.all(Array.from({ length: CONNECTIONS }, () => askingOf(database)));
}

async function timeUntilAllAnswer(database: Database): Promise<number> {
  const startedMs = performance.now();
  for (;;) {
    const asked = Array.from({ length: MORE_THAN_THE_POOL }, () => askingOf(database));
    const answers = await Promise.allSettled(asked);
    const failures = answers.flatMap((answer) => (answer.status === "rejected" ? [answer.reason] : []));
    for (const failure of failures) expect(isDatabaseUnavailable(failure), String(failure)).toBe(true);
    if (failures.length === 0) return performance.now() - startedMs;
  }
}

describe("silent connections", () => {
  test("are ended by the server too: it asks whether a client is there", async () => {
    await using opened = await openedThroughProxy();
    const { sqlHome } = opened.database;
    const settings = ["tcp_keepalives_idle", "tcp_keepalives_interval", "tcp_keepalives_count", "tcp_user_timeout"];
    const question = settings.map((name) => `current_setting('${name}') as ${name}`).join(", ");
    const { rows } = await sqlHome.sql.run(`select ${question}`);
    expect(rows).toEqual([
      {
        ...{ tcp_keepalives_idle: "10", tcp_keepalives_interval: "5" },
        ...{ tcp_keepalives_count: "3", tcp_user_timeout: "25000" },
      },
    ]);
  });

  test("are replaced when they are lost while nobody uses them", async () => {
    await using opened = await openedThroughProxy();
    await fillPool(opened.database);
    opened.proxy.silence();
    expect(await timeUntilAllAnswer(opened.database)).toBeLessThan(RECOVERY_MS_MAX);
  }, 60_000);

  test("that nobody used for a second are asked before they are lent, and cost no request its statement", async () => {
    await using opened = await openedThroughProxy();
    const { database, proxy } = opened;
    await fillPool(database);
    await sleep(1_100);
    proxy.silence();
    const startedMs = performance.now();
    const work = () => database.transaction(({ sql }) => sql.run("select 1"));
    const asked = [askingOf(database), database.linkSecrets.list(), work(), work(), work()];
    expect((await Promise.allSettled(asked)).map(({ status }) => status)).toEqual(asked.map(() => "fulfilled"));
    expect(performance.now() - startedMs).toBeLessThan(ASKED_MS_MAX);
  }, 60_000);

  test("are replaced when they are lost in the middle of a statement or a transaction", async () => {
    await using opened = await openedThroughProxy();
    const { database, proxy } = opened;
    const inside = Promise.withResolvers<void>();
    const statement = database.sqlHome.sql.run("select pg_sleep(3)").catch((error: unknown) => error);
    const transaction = database
      .transaction(async ({ sql }) => {
        await sql.run("select 1");
        inside.resolve();
        await sleep(500);
        await sql.run("select 1");
      })
      .catch((error: unknown) => error);
    await inside.promise;
    proxy.silence();
    expect(await timeUntilAllAnswer(database)).toBeLessThan(RECOVERY_MS_MAX);
    for (const failure of [await statement, await transaction]) expect(isDatabaseUnavailable(failure)).toBe(true);
  }, 60_000);

  test("and a server that takes new ones and says nothing are told from one that is sound", async () => {
    await using opened = await openedThroughProxy();
    const { database, proxy } = opened;
    await fillPool(database);
    expect([await database.ping(), await database.knock()]).toEqual([true, true]);
    proxy.silence();
    expect(await database.knock()).toBe(true);
    proxy.freeze();
    expect([await database.ping(), await database.knock()]).toEqual([false, false]);
    proxy.thaw();
    expect(await timeUntilAllAnswer(database)).toBeLessThan(RECOVERY_MS_MAX);
    expect([await database.ping(), await database.knock()]).toEqual([true, true]);
  }, 60_000);

  test("leave no statement and no transaction behind that hold what others wait for", async () => {
    await using opened = await openedThroughProxy();
    const { database } = opened;
    await expect(database.sqlHome.sql.run("select pg_sleep(30)")).rejects.toSatisfy(isDatabaseUnavailable);
    const idle = database.transaction(async ({ sql }) => {
      await sql.run("select 1");
      await sleep(11_000);
      await sql.run("select 1");
    });
    await expect(idle).rejects.toSatisfy(isDatabaseUnavailable);
    expect(await timeUntilAllAnswer(database)).toBeLessThan(1_000);
  }, 60_000);

  test("and others that are lost within transactions take no place of the pool with them", async () => {
    await using opened = await openedThroughProxy();
    const { database, proxy } = opened;
    for (let lost = 0; lost < 2 * CONNECTIONS; lost += 1) {
      const work = database.transaction(async ({ sql }) => {
        await sql.run("select 1");
        proxy.cut();
        await sql.run("select 1");
      });
      await expect(work).rejects.toSatisfy(isDatabaseUnavailable);
    }
    expect(await timeUntilAllAnswer(database)).toBeLessThan(RECOVERY_MS_MAX);
  }, 60_000);

  test("and a server that refuses all new ones, which no restart gets past", async () => {
    await using opened = await openedThroughProxy();
    const { created, database } = opened;
    await fillPool(database);
    await created.allowConnections(false);
    expect([await database.ping(), await database.knock()]).toEqual([true, false]);
    await created.allowConnections(true);
    expect(await database.knock()).toBe(true);
  }, 60_000);

  test("of the queue of jobs leave no statement behind that waits in the server", async () => {
    await using opened = await openedThroughProxy();
    const { sqlHome, transaction } = opened.database;
    const queue = await openRenderQueue(sqlHome, () => undefined);
    const waiting = async (): Promise<readonly unknown[]> => {
      const { rows } = await sqlHome.sql.run(
        "select pid, query_start::text from pg_stat_activity where wait_event_type = 'Lock'",
      );
      return rows;
    };
    await transaction(async ({ sql }) => {
      await sql.run("lock table jobs.queue in access exclusive mode");
      const asked = queue.ping();
      const asking = await vi.waitUntil(async () => (await waiting())[0], { timeout: 4_000 });
      expect(await asked).toBe(false);
      // This transaction still holds the lock, and the server has given the statement up by itself.
      expect(await waiting()).not.toContainEqual(asking);
    });
    await queue.close();
  }, 60_000);

  test("of the queue of jobs are replaced as well, and its end is not held up", async () => {
    await using opened = await openedThroughProxy();
    const failures: unknown[] = [];
    const queue = await openRenderQueue(opened.database.sqlHome, (failure) => failures.push(failure));
    expect(await queue.ping()).toBe(true);
    opened.proxy.silence();
    const startedMs = performance.now();
    while (!(await queue.ping()));
    expect(performance.now() - startedMs).toBeLessThan(RECOVERY_MS_MAX);
    opened.proxy.freeze();
    const closingMs = performance.now();
    await queue.close();
    expect(performance.now() - closingMs).toBeLessThan(RECOVERY_MS_MAX);
    // A log tells what errors say, and of other values nothing.
    for (const failure of failures) expect(failure).toBeInstanceOf(Error);
    opened.proxy.thaw();
  }, 60_000);
});

/** A question has its answer or its refusal by then, those that wait for a connection too. */
const ANSWERED_MS_MAX = 9_500;

describe("answers that do not end", () => {
  test.for<readonly [string, (proxy: FaultProxy) => void, ask?: (database: Database) => Promise<unknown>]>([
    ["trickle at a byte a second", (proxy) => proxy.trickle(1_000)],
    ["trickle at a byte a fifth of a second", (proxy) => proxy.trickle(200)],
    ["are rows without an end", (proxy) => proxy.flood(ENDLESS_ROWS)],
    ["are such rows for the ORM", (proxy) => proxy.flood(ENDLESS_ROWS), ({ linkSecrets }) => linkSecrets.list()],
    ["are one row without an end", (proxy) => proxy.flood(ENDLESS_ROW)],
    ["are more than any answer has", (proxy) => proxy.flood(FULL_SPEED)],
  ])(
    "are given up in time, and their connections replaced: they %s",
    { timeout: 60_000 },
    async ([, breaks, ask = askingOf]) => {
      await using opened = await openedThroughProxy();
      const { database, proxy } = opened;
      await fillPool(database);
      breaks(proxy);
      const startedMs = performance.now();
      const asked = Array.from({ length: MORE_THAN_THE_POOL }, async () => {
        await expect(ask(database)).rejects.toSatisfy(isDatabaseUnavailable);
        return performance.now() - startedMs;
      });
      expect(Math.max(...(await Promise.all(asked)))).toBeLessThan(ANSWERED_MS_MAX);
      proxy.trickle(null);
      proxy.flood(null);
      expect(await timeUntilAllAnswer(database)).toBeLessThan(RECOVERY_MS_MAX);
    },
  );

  test("a connection that can't be made for them is closed", async () => {
    await using opened = await openedThroughProxy();
    const { database, proxy } = opened;
    // New connections are answered by rows too, which have no place in a handshake.
    proxy.flood(ENDLESS_ROWS);
    proxy.cut();
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      await Promise.allSettled(Array.from({ length: CONNECTIONS }, () => askingOf(database)));
    }
    expect(proxy.connections).toBeGreaterThan(ATTEMPTS);
    expect(proxy.open).toBeLessThanOrEqual(CONNECTIONS);
    proxy.flood(null);
    expect(await timeUntilAllAnswer(database)).toBeLessThan(RECOVERY_MS_MAX);
  }, 60_000);

  test("a large answer has the time that its bytes take", async () => {
    await using opened = await openedThroughProxy();
    const rows = await opened.database.sqlHome.sql.run("select repeat('x', 30000000) as long");
    expect(JSON.stringify(rows).length).toBeGreaterThan(30_000_000);
  }, 60_000);
});
