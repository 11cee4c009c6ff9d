// What a start of the embedded database has to repair stays small, however often its process was killed.
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect, test, vi } from "vitest";
import { type RunningCommand, startCommand } from "../../support/command.ts";
import { EMBEDDED, openOrThrow, type TestDatabase } from "../../support/databases.ts";

const WRITER = fileURLToPath(new URL("./write-log-until-killed.ts", import.meta.url));

/** More than the log may have since the last checkpoint, by all that is written between two looks at it. */
const LOG_MIB = 64;

const KILLS = 20;
const REPAIR_SECONDS_MAX = 5;

function start({ location }: TestDatabase, ...more: readonly string[]): Promise<RunningCommand> {
  return startCommand(process.execPath, [WRITER, JSON.stringify(location), ...more]);
}

/** The CPU time of an opening, in seconds: a busy machine takes longer by the clock. */
async function secondsToOpen(opened: TestDatabase): Promise<number> {
  await using running = await start(opened, "0", "stop");
  const [, seconds] = await running.waitFor(/opened ([\d.]+)\n/);
  await running.ended;
  return Number(seconds);
}

test("a start that was killed again and again needs no more than five seconds of repair", async () => {
  await using opened = await EMBEDDED.open();
  await opened.database.close();
  const begunAt = performance.now();
  const clean = await secondsToOpen(opened);
  const startMs = performance.now() - begunAt;
  await using writer = await start(opened, String(LOG_MIB));
  await writer.waitFor(/written\n/);
  expect((await writer.stop("SIGKILL")).signal).toBe("SIGKILL");

  const next = chance(20_261_130);
  for (let kill = 0; kill < KILLS; kill += 1) {
    await using running = await start(opened);
    await pause(next() * startMs);
    await running.stop("SIGKILL");
  }
  const repairing = await secondsToOpen(opened);
  expect(repairing - clean).toBeLessThan(REPAIR_SECONDS_MAX);
  const database = await openOrThrow(opened.location);
  const { rows } = await database.sqlHome.sql.run("select count(*)::int from written");
  expect(rows).toEqual([{ count: LOG_MIB * 900 }]);
  await database.close();
});

test("a database that stays open has a checkpoint whenever its log has grown", async () => {
  await using opened = await EMBEDDED.open();
  const { sql } = opened.database.sqlHome;
  const logged = async (): Promise<number> => {
    const [row] = (
      await sql.run(
        "select (pg_current_wal_insert_lsn() - redo_lsn)::float8 / 1048576 as mib from pg_control_checkpoint()",
      )
    ).rows as readonly { readonly mib: number }[];
    return Number(row?.mib);
  };
  await sql.run("create table written (bytes text)");
  await sql.run("insert into written select repeat('x', 1000) from generate_series(1, 40000)");
  await vi.waitFor(async () => expect(await logged()).toBeLessThan(1), { timeout: 120_000, interval: 250 });
});

/** Parts of one, the same row of them in each run (Park and Miller, "Random number generators", 1988). */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
