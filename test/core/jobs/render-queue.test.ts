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
});
