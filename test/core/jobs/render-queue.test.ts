import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openRenderQueue } from "../../../src/core/jobs/index.ts";
import { DATABASES, type TestDatabase } from "../../support/databases.ts";

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

  test("tries a job for two minutes at least, with longer and longer pauses", async () => {
    const { database } = opened;
    const { sql } = database.sqlHome;
    const queue = await openRenderQueue(database.sqlHome, () => undefined);
    try {
      await queue.send(sql, { renderId: "rnd_tried", turn: 0, trace: {} });
      // The library waits from `delay * 2^(tries - 1)` to twice that before each further try.
      const { rows } = await sql.run(`
        select sum(retry_delay * 2 ^ (try - 1))::int as seconds from jobs.job, generate_series(1, retry_limit) try
        where data->>'renderId' = 'rnd_tried' and retry_backoff and retry_delay_max is null`);
      expect(rows).toEqual([{ seconds: expect.toSatisfy((seconds: number) => seconds >= 120) }]);
    } finally {
      await queue.close();
    }
  });
});
