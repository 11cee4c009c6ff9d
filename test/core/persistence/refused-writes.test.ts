import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Database } from "../../../src/core/persistence/index.ts";
import { RefusedWrites } from "../../../src/core/persistence/mikro/refused-writes.ts";
import { EVERY_DATABASE, type TestDatabase } from "../../support/databases.ts";
import { publishSample, sampleStart, sampleTenant } from "./sample-rows.ts";

const refusal = (code: string): Error => new Error("wrapped", { cause: Object.assign(new Error("no"), { code }) });

test("a refused write is remembered for half a minute, and nothing else is", () => {
  const clock = { nowMs: 0 };
  const writes = new RefusedWrites(() => clock.nowMs);
  for (const code of ["23505", "57014", "08006", "42P01", "25006"]) writes.note(refusal(code));
  writes.note("no error");
  expect(writes.areRecent()).toBe(false);
  for (const code of ["53100", "58030", "ENOSPC", "EDQUOT", "EIO", "EROFS"]) {
    writes.note(refusal(code));
    clock.nowMs += 29_999;
    expect([code, writes.areRecent()]).toEqual([code, true]);
    clock.nowMs += 1;
    expect([code, writes.areRecent()]).toEqual([code, false]);
  }
});

describe.each(EVERY_DATABASE)("whether $name takes writes", ({ open }) => {
  let opened: TestDatabase;
  let database: Database;
  beforeAll(async () => {
    opened = await open();
    database = opened.database;
  });
  afterAll(() => opened[Symbol.asyncDispose]());

  /** From now on writing to the table fails with the code, as the server itself would. */
  const fail = async (table: string, code: string): Promise<void> => {
    const { sql } = database.sqlHome;
    const says = `raise exception using errcode = '${code}', message = 'it says ${code}'`;
    await sql.run(`create or replace function says() returns trigger language plpgsql as $$ begin ${says}; end $$`);
    await sql.run(`create trigger says before insert or update on ${table} for each row execute function says()`);
  };

  test("is asked by a write, and answered by those that were refused of late", async () => {
    expect([await database.ping(), await database.canWrite()]).toEqual([true, true]);
    await fail("compatibility", "42501");
    expect([await database.ping(), await database.canWrite()]).toEqual([true, false]);
    await database.sqlHome.sql.run("drop trigger says on compatibility");
    expect(await database.canWrite()).toBe(true);

    const tenant = await sampleTenant(database);
    const canvas = await publishSample(database, tenant.workspace.id, "請求書");
    await fail("renders", "53100");
    await expect(database.renders.start(sampleStart(tenant, canvas))).rejects.toThrow("it says 53100");
    // The disk has room for one small row, and not for what is printed.
    expect([await database.ping(), await database.canWrite()]).toEqual([true, false]);
  });

  /** Fails as a full disk and a read-only file system do, within a transaction, by the ORM and of the queue. */
  test.each([
    ["in a transaction", "53100", () => database.transaction(({ sql }) => sql.run("insert into kept values (1)"))],
    ["of a library with tables of its own", "58030", () => database.sqlHome.sql.run("insert into kept values (2)")],
    ["of the ORM", "53100", () => sampleTenant(database)],
  ])("remembers a write %s", async (_where, code, write) => {
    await using own = await open();
    const before = database;
    database = own.database;
    try {
      await database.sqlHome.sql.run("create table kept (value int)");
      await fail("kept", code);
      await database.sqlHome.sql.run("create trigger orgs before insert on organizations execute function says()");
      expect(await database.canWrite()).toBe(true);
      await expect(write()).rejects.toThrow(`it says ${code}`);
      // The disk has room for one small row, and not for what was to be written.
      expect([await database.ping(), await database.canWrite()]).toEqual([true, false]);
    } finally {
      database = before;
    }
  });
});
