import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { runCommand } from "./command.ts";
import { createPostgresDatabase } from "./postgres-database.ts";

const psql = (url: string, sql: string): ReturnType<typeof runCommand> =>
  runCommand(join(inject("postgres").binFolder, "psql"), [
    "--no-psqlrc",
    "--tuples-only",
    "--no-align",
    "-c",
    sql,
    url,
  ]);

test("two suites' databases on the private server do not see each other", async () => {
  await using first = await createPostgresDatabase();
  await using second = await createPostgresDatabase();
  expect((await psql(first.url, "create table mark (id int)")).exitCode).toBe(0);
  const seen = await psql(second.url, "select count(*) from pg_tables where tablename = 'mark'");
  expect(seen.stdout.trim()).toBe("0");
});

test("the server listens on loopback only", async () => {
  await using database = await createPostgresDatabase();
  const answer = await psql(database.url, "show listen_addresses");
  expect(answer.stdout.trim()).toBe("127.0.0.1");
});
