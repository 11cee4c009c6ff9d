// Answers of the database that arrive changed: none ends the process, none is waited for for ever.
import { expect, test } from "vitest";
import { type Database, isDatabaseUnavailable } from "../../../src/core/persistence/index.ts";
import { parseApiKey } from "../../../src/core/tenancy/index.ts";
import { ONE_DATABASE, openOrThrow } from "../../support/databases.ts";
import { startFaultProxy } from "../../support/fault-proxy.ts";
import { inLane } from "../../support/lane.ts";
import { createPostgresDatabase } from "../../support/postgres-database.ts";
import { RATIO, serviceBench } from "../services/service-bench.ts";

/** A connection that owes an answer is ended after eight seconds. */
const ANSWERED_MS_MAX = 10_000;
/** The kind of the first message, its length, what follows, and what follows that. */
const PLACES = inLane({ fast: [0, 2, 9], full: [0, 1, 2, 3, 4, 5, 6, 7, 9, 12, 20, 40] });
const BITS = inLane({ fast: [0x10], full: [0x01, 0x10, 0x80] });

test("answers that are changed fail, or are right, in time", async () => {
  const created = await createPostgresDatabase();
  const url = new URL(created.url);
  const proxy = await startFaultProxy(Number(url.port));
  url.port = String(proxy.port);
  const database = await openOrThrow({ kind: "postgresql", url: url.href, connections: 4 });
  const ask = () => database.sqlHome.sql.run("select repeat('a', 50) as a, 7 as b");
  const odd: string[] = [];
  let slowestMs = 0;
  const [first] = await Promise.all([ask()]);
  for (const at of PLACES) {
    for (const bits of BITS) {
      proxy.change(at, bits);
      const startedMs = performance.now();
      const failure: unknown = await ask().then(
        () => null,
        (error: unknown) => error,
      );
      slowestMs = Math.max(slowestMs, performance.now() - startedMs);
      const isTold = failure === null || isDatabaseUnavailable(failure) || isOfTheServer(failure);
      if (!isTold) odd.push(`byte ${at}, bits ${bits}: ${String(failure)}`);
    }
  }
  expect(odd).toEqual([]);
  expect(slowestMs).toBeLessThan(ANSWERED_MS_MAX);
  expect(await ask()).toEqual(first);
  await database.close();
  await proxy[Symbol.asyncDispose]();
  await created.drop();
}, 300_000);

/** An answer that still reads as one, with another content, is what the server says as far as anybody can tell. */
function isOfTheServer(failure: unknown): boolean {
  return failure instanceof Error && "code" in failure;
}

/** What reads the rows of a table, and a column that no row lacks. */
const ROWS = [
  ["api_keys", "created_at", (database: Database, { prefix }: Asked) => database.keys.findByPrefix(prefix)],
  [
    "canvases",
    "published_at",
    (database: Database, { scope, id }: Asked) => database.canvases.findPublished(scope, id),
  ],
] as const;

interface Asked {
  readonly prefix: string;
  readonly scope: { readonly organizationId: string; readonly workspaceId: null };
  readonly id: string;
}

test.for(ROWS)("a row of %s without its %s is an answer that was changed", async ([table, column, read]) => {
  await using database = await ONE_DATABASE.open();
  await using bench = await serviceBench(database);
  const id = await bench.publish(RATIO, "割合");
  const prefix = parseApiKey(bench.renderKey)?.prefix ?? "";
  const asked = { prefix, scope: { organizationId: bench.organizationId, workspaceId: null }, id };
  expect(await read(database.database, asked)).not.toBeNull();
  await database.database.sqlHome.sql.run(`alter table ${table} alter ${column} drop not null`);
  await database.database.sqlHome.sql.run(`update ${table} set ${column} = null`);
  await expect(read(database.database, asked)).rejects.toSatisfy(isDatabaseUnavailable);
});
