// Sessions that began while the database took no writes, and go on reading only when it takes them again.
import { expect, test } from "vitest";
import { type Database, isDatabaseUnavailable } from "../../../src/core/persistence/index.ts";
import { openOrThrow } from "../../support/databases.ts";
import { createPostgresDatabase } from "../../support/postgres-database.ts";

const CONNECTIONS = 4;

const READ_ONLY = "default_transaction_read_only";

/** Every connection of the pool is open and idle. */
async function fillPool({ sqlHome }: Database): Promise<void> {
  await Promise.all(Array.from({ length: CONNECTIONS }, () => sqlHome.sql.run("select pg_sleep(0.05)")));
}

const failureOf = (asked: Promise<unknown>): Promise<unknown> =>
  asked.then(
    () => null,
    (error: unknown) => error,
  );

test.each(["statement", "transaction"])(
  "a refused %s ends each of them",
  async (kind) => {
    await using created = await createPostgresDatabase();
    const location = { kind: "postgresql", url: created.url } as const;
    const database = await openOrThrow({ ...location, connections: CONNECTIONS });
    const operator = await openOrThrow({ ...location, connections: 2 });
    const name = new URL(created.url).pathname.slice(1);
    try {
      await database.sqlHome.sql.run("create table kept (value int)");
      const write = (): Promise<unknown> => {
        const insert = "insert into kept select 1 from pg_sleep(0.05)";
        if (kind === "statement") return database.sqlHome.sql.run(insert);
        return database.transaction(({ sql }) => sql.run(insert));
      };
      await operator.sqlHome.sql.run(`alter database ${name} set ${READ_ONLY} = on`);
      const others = "pid <> pg_backend_pid() and datname = current_database()";
      await operator.sqlHome.sql.run(`select pg_terminate_backend(pid) from pg_stat_activity where ${others}`);
      // Those that were ended are found out, until all are new.
      while ((await failureOf(fillPool(database))) !== null);
      await fillPool(database);
      const duringFault = await failureOf(write());
      expect(isDatabaseUnavailable(duringFault), String(duringFault)).toBe(true);
      await fillPool(database);
      await operator.sqlHome.sql.run(`alter database ${name} reset ${READ_ONLY}`);

      // One write finds it out for all.
      const first = await failureOf(write());
      expect(first === null || isDatabaseUnavailable(first), String(first)).toBe(true);
      const failures = await Promise.all(Array.from({ length: 3 * CONNECTIONS }, () => failureOf(write())));
      expect(failures.filter((failure) => failure !== null)).toEqual([]);
    } finally {
      await database.close();
      await operator.close();
    }
  },
  60_000,
);
