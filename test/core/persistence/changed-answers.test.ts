// Answers of the database that arrive changed: none ends the process, none is waited for for ever.
import { expect, test } from "vitest";
import { isDatabaseUnavailable } from "../../../src/core/persistence/index.ts";
import { openOrThrow } from "../../support/databases.ts";
import { startFaultProxy } from "../../support/fault-proxy.ts";
import { inLane } from "../../support/lane.ts";
import { createPostgresDatabase } from "../../support/postgres-database.ts";

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
