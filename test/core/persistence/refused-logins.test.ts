// A server that answers and refuses the login: the operator's to mend, and so nothing that is broken in a request.
import { expect, test } from "vitest";
import { isDatabaseUnavailable, openDatabase } from "../../../src/core/persistence/index.ts";
import { openOrThrow } from "../../support/databases.ts";
import { createPostgresDatabase } from "../../support/postgres-database.ts";

/** What an operator does, and undoes. `%` stands for the database, `#` for a role of its own. */
const REFUSALS = [
  ["a role that may not log in", "alter role # nologin", "alter role # login"],
  [
    "a database that takes no connections",
    "alter database % allow_connections false",
    "alter database % allow_connections true",
  ],
  [
    "a right that was taken away",
    "revoke connect on database % from public, #",
    "grant connect on database % to public",
  ],
  ["a database of another name", "alter database % rename to %_moved", "alter database %_moved rename to %"],
] as const;

test.for(REFUSALS)("%s is a database that is away", async ([, refuse, undo]) => {
  await using created = await createPostgresDatabase();
  await using beside = await createPostgresDatabase();
  const url = new URL(created.url);
  const name = url.pathname.slice(1);
  const role = `${name}_role`;
  const operator = await openOrThrow({ kind: "postgresql", url: beside.url, connections: 4 });
  const order = (text: string) => operator.sqlHome.sql.run(text.replaceAll("%", name).replaceAll("#", role));
  await order(`create role # login`);
  await order(`alter database % owner to #`);
  url.username = role;
  const database = await openOrThrow({ kind: "postgresql", url: url.href, connections: 4 });
  const ask = () => database.sqlHome.sql.run("select 1");
  const endAll = () => order("select pg_terminate_backend(pid) from pg_stat_activity where datname = '%'");
  await ask();
  await endAll();
  await order(refuse);
  // The first may meet a connection that has just been ended.
  for (let asked = 0; asked < 3; asked += 1) await expect(ask()).rejects.toSatisfy(isDatabaseUnavailable);
  await order(undo);
  await expect.poll(() => ask().then(() => "answered", String), { timeout: 5_000 }).toBe("answered");
  await database.close();
  await order(`alter database % owner to postgres`).catch(() => undefined);
  await operator.close();
});

test.for([1, 2, 3, 8])(
  "a start with %i connections works, or says in a sentence that they are too few",
  async (connections) => {
    await using created = await createPostgresDatabase();
    await using beside = await createPostgresDatabase();
    const url = new URL(created.url);
    const role = `${url.pathname.slice(1)}_few`;
    const operator = await openOrThrow({ kind: "postgresql", url: beside.url, connections: 4 });
    await operator.sqlHome.sql.run(`create role ${role} login connection limit ${connections}`);
    await operator.sqlHome.sql.run(`alter database ${url.pathname.slice(1)} owner to ${role}`);
    url.username = role;
    const opening = await openDatabase({ kind: "postgresql", url: url.href, connections: 4 });
    if (opening.ok) await opening.database.close();
    else expect(opening.sentence).toMatch(/^The PostgreSQL database .* has no connection left\.$/);
    if (connections === 1 || connections === 8) expect(opening.ok).toBe(connections === 8);
    await operator.sqlHome.sql.run(`alter database ${url.pathname.slice(1)} owner to postgres`).catch(() => undefined);
    await operator.close();
  },
);
