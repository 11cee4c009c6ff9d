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
