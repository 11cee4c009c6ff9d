import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openRenderQueue } from "../../../src/core/jobs/index.ts";
import { DATABASES, openOrThrow, type TestDatabase } from "../../support/databases.ts";
import { ENDLESS_ROWS, startFaultProxy } from "../../support/fault-proxy.ts";
import { createPostgresDatabase } from "../../support/postgres-database.ts";

const ATTEMPTS = 30;
/** Two of the database, three of the queue and the one that it listens at. */
const CONNECTIONS_OF_BOTH = 6;

describe.each(DATABASES)("the queue on $name", ({ open }) => {
  let opened: TestDatabase;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened[Symbol.asyncDispose]());

  test("answers a probe as long as jobs can be sent", async () => {
    const { database } = opened;
    const queue = await openRenderQueue(database.sqlHome, () => undefined);
    try {
      expect(await queue.ping()).toBe(true);
      await database.sqlHome.sql.run("alter schema jobs rename to elsewhere");
      expect(await queue.ping()).toBe(false);
      await database.sqlHome.sql.run("alter schema elsewhere rename to jobs");
      expect(await queue.ping()).toBe(true);
    } finally {
      await queue.close();
    }
  });

  test("tries a job for longer than it may wait, with longer and longer pauses of at most a minute", async () => {
    const { database } = opened;
    const { sql } = database.sqlHome;
    const queue = await openRenderQueue(database.sqlHome, () => undefined);
    try {
      await queue.send(sql, { renderId: "rnd_tried", turn: 0, trace: {} });
      // The library waits from half of `delay * 2^tries` to all of it before each further try, and at most the limit.
      const { rows } = await sql.run(`
        select retry_delay_max as most,
          sum(least(retry_delay * 2 ^ least(try - 1, 20), retry_delay_max) / 2)::int / 3600 as hours
        from jobs.job, generate_series(1, retry_limit) try
        where data->>'renderId' = 'rnd_tried' and retry_backoff group by retry_delay_max`);
      expect(rows).toEqual([{ most: 60, hours: expect.toSatisfy((hours: number) => hours > 24) }]);
    } finally {
      await queue.close();
    }
  });
});

test("the queue's connections that can't be made are closed", async () => {
  const created = await createPostgresDatabase();
  const url = new URL(created.url);
  await using proxy = await startFaultProxy(Number(url.port));
  url.port = String(proxy.port);
  const database = await openOrThrow({ kind: "postgresql", url: url.href, connections: 2 });
  const queue = await openRenderQueue(database.sqlHome, () => undefined);
  try {
    // New connections are answered by rows, which have no place in a handshake.
    proxy.flood(ENDLESS_ROWS);
    proxy.cut();
    const before = proxy.connections;
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) expect(await queue.ping()).toBe(false);
    expect(proxy.connections - before).toBeGreaterThan(ATTEMPTS / 2);
    expect(proxy.open).toBeLessThanOrEqual(CONNECTIONS_OF_BOTH);
  } finally {
    proxy.flood(null);
    await queue.close();
    await database.close();
    await created.drop();
  }
});
