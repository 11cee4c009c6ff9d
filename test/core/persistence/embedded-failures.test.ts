// A server that can't go on ends, and its next start repairs what it left. The embedded database does so within the
// process: it acknowledges nothing from its failure to its repair, and forgets nothing that it acknowledged before.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Database, isDatabaseUnavailable, openDatabase } from "../../../src/core/persistence/index.ts";
import { openEmbedded } from "../../../src/core/persistence/mikro/embedded.ts";
import { runCommand } from "../../support/command.ts";
import { EMBEDDED, openOrThrow, prepareDataFolder, type TestDatabase } from "../../support/databases.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { FailingDisk, type Refusal } from "./failing-disk.ts";
import { NOW } from "./sample-rows.ts";

const FAILING_DISK = fileURLToPath(new URL("./failing-disk.ts", import.meta.url));
const ENDING = fileURLToPath(new URL("./end-while-disk-hangs.ts", import.meta.url));

interface Failure {
  readonly name: string;
  readonly refusal: Refusal;
  /** What makes the database meet the refusal at its next write, or does so itself. */
  readonly before: string | null;
  readonly sync: "off" | "full";
}

/** Each ends a server. */
const FAILURES: readonly Failure[] = [
  {
    name: "there is no room for the next file of the log",
    refusal: { call: "openSync", path: /pg_wal\/xlogtemp/, code: "ENOSPC" },
    before: "select pg_switch_wal()",
    sync: "off",
  },
  {
    name: "the log can't be written",
    refusal: { call: "writeSync", path: /pg_wal\/0/, code: "EIO" },
    before: null,
    sync: "off",
  },
  {
    name: "the quota of the log is used up",
    refusal: { call: "writeSync", path: /pg_wal\/0/, code: "EDQUOT" },
    before: null,
    sync: "full",
  },
  {
    name: "the log can't be synced",
    refusal: { call: "fsyncSync", path: /pg_wal/, code: "EIO" },
    before: null,
    sync: "full",
  },
  {
    name: "a checkpoint can't be written",
    refusal: { call: "writeSync", path: /pg_control/, code: "ENOSPC" },
    before: "checkpoint",
    sync: "off",
  },
];

/** Time for two starts that fail. */
const FAILING_MS = 4_000;

describe.each(FAILURES)("the embedded database, where $name", ({ refusal, before, sync }) => {
  let opened: TestDatabase;
  let database: Database;
  let disk: FailingDisk;
  beforeEach(async () => {
    opened = await EMBEDDED.open();
    await opened.database.close();
    database = await openOrThrow({ kind: "embedded", dataDir: dataDirOf(opened), sync });
    disk = new FailingDisk();
  });
  afterEach(async () => {
    disk[Symbol.dispose]();
    await database.close();
    await opened[Symbol.asyncDispose]();
  });

  test("refuses all, acknowledges nothing, and heals by itself with all that was acknowledged", async () => {
    const { sql } = database.sqlHome;
    const create = (name: string) => database.organizations.create({ name, plan: "starter", createdAt: NOW });
    const acknowledged = new Set<string>();
    const attempt = async (name: string): Promise<boolean> => {
      try {
        await create(name);
        acknowledged.add(name);
        return true;
      } catch (error) {
        expect([name, isDatabaseUnavailable(error)]).toEqual([name, true]);
        return false;
      }
    };
    await sql.run("create table pairs (at int primary key, count int not null)");
    await sql.run("insert into pairs values (1, 0), (2, 0)");
    const add = () => sql.run("update pairs set count = count + 1");
    await add();
    expect(await attempt("before")).toBe(true);
    const files = openFiles();
    const { exitCode } = process;

    disk.refuse(refusal);
    if (before !== null) await sql.run(before).catch(() => undefined);
    await expect(add()).rejects.toSatisfy(isDatabaseUnavailable);
    for (const name of ["first", "second", "third"]) expect(await attempt(name)).toBe(false);
    await expect(sql.run("select 1")).rejects.toSatisfy(isDatabaseUnavailable);
    const inTransaction = database.transaction(({ organizations }) => organizations.list());
    await expect(inTransaction).rejects.toSatisfy(isDatabaseUnavailable);
    expect([await database.ping(), await database.canWrite(), await database.knock()]).toEqual([false, false, false]);
    // Meanwhile starts fail, which are no end of the process.
    await pause(FAILING_MS);
    expect([await database.ping(), process.exitCode]).toEqual([false, exitCode]);

    disk.work();
    const since = process.cpuUsage();
    await vi.waitFor(async () => expect(await database.ping()).toBe(true), { timeout: 300_000, interval: 50 });
    const { user, system } = process.cpuUsage(since);
    expect((user + system) / 1e6).toBeLessThan(10);
    expect(await attempt("after")).toBe(true);
    await database.transaction(({ organizations }) => organizations.list());
    // What was refused was done as a whole or not at all.
    const { rows } = await sql.run("select min(count) = max(count) as is_whole from pairs");
    expect(rows).toEqual([{ is_whole: true }]);
    // The files of the engine that has ended are closed.
    expect(openFiles()).toBeLessThan(files + 20);

    await database.close();
    database = await openOrThrow({ kind: "embedded", dataDir: dataDirOf(opened), sync: "off" });
    const names = (await database.organizations.list()).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining([...acknowledged]));
  });
});

test("a folder that is gone is not made anew, and is opened again once it is back", async () => {
  await using opened = await EMBEDDED.open();
  const { database } = opened;
  await database.organizations.create({ name: "山田商事", plan: "starter", createdAt: NOW });
  const [folder, away] = [join(dataDirOf(opened), "database"), join(dataDirOf(opened), "away")];
  await database.sqlHome.sql.run("select pg_switch_wal()");
  await rename(folder, away);
  const write = () => database.organizations.create({ name: "佐藤工業", plan: "starter", createdAt: NOW });
  await vi.waitFor(async () => {
    await expect(write()).rejects.toSatisfy(isDatabaseUnavailable);
    expect(await database.knock()).toBe(false);
  });
  await pause(FAILING_MS);
  expect([await database.ping(), readdirSync(dataDirOf(opened)).includes("database")]).toEqual([false, false]);
  await rename(away, folder);
  await vi.waitFor(async () => expect(await database.ping()).toBe(true), { timeout: 300_000, interval: 50 });
  expect((await database.organizations.list()).map(({ name }) => name)).toContain("山田商事");
});

test("a read that fails is refused by itself, and the database goes on", async () => {
  await using opened = await EMBEDDED.open();
  const { database } = opened;
  await database.sqlHome.sql.run(
    "create table large as select repeat('x', 1000) as bytes from generate_series(1, 40000)",
  );
  using disk = new FailingDisk();
  const read = () => database.sqlHome.sql.run("select sum(length(bytes))::int as length from large");
  disk.refuse({ call: "readSync", path: /\/base\//, code: "EIO" });
  await expect(read()).rejects.toSatisfy(isDatabaseUnavailable);
  expect(await database.knock()).toBe(true);
  disk.work();
  expect((await read()).rows).toEqual([{ length: 40_000_000 }]);
});

test("a disk that hangs holds the database's thread alone, whose callers are refused until it goes on", async () => {
  await using opened = await EMBEDDED.open();
  const { database } = opened;
  await database.sqlHome.sql.run("create table counts (count int)");
  await database.sqlHome.sql.run("insert into counts values (0)");
  using disk = new FailingDisk();
  disk.refuse({ call: "writeSync", path: /pg_wal\/0/, code: "hangs" });
  const add = () => database.sqlHome.sql.run("update counts set count = count + 1");
  const create = () => database.organizations.create({ name: "山田商事", plan: "starter", createdAt: NOW });
  const inTransaction = () => database.transaction(({ organizations }) => organizations.list());
  const refused = Promise.allSettled([add(), create(), inTransaction()]);
  // This thread goes on meanwhile, and so does whatever needs no database.
  await pause(100);
  for (const result of await refused) {
    expect(result).toMatchObject({ status: "rejected" });
    if (result.status === "rejected") expect(isDatabaseUnavailable(result.reason)).toBe(true);
  }
  // Refused at once now. A restart could help: the folder takes what other threads write.
  await expect(add()).rejects.toSatisfy(isDatabaseUnavailable);
  expect([await database.ping(), await database.canWrite(), await database.knock()]).toEqual([false, false, true]);
  // However often: the query builder and the ORM add to the error that they meet.
  const lengths: number[] = [];
  for (let refusal = 0; refusal < 20; refusal += 1) {
    const error: unknown = await create().catch((thrown: unknown) => thrown);
    lengths.push(error instanceof Error ? `${error.stack} ${error.message}`.length : 0);
  }
  expect(lengths.at(-1)).toBe(lengths[0]);

  disk.work();
  await vi.waitFor(async () => expect(await database.ping()).toBe(true), { timeout: 60_000, interval: 50 });
  await inTransaction();
  await add();
  // What was under way when the disk hung was done once, or not at all.
  const { rows } = await database.sqlHome.sql.run("select count from counts");
  expect([[{ count: 1 }], [{ count: 2 }]]).toContainEqual(rows);
});

test("a database whose disk hangs can be closed, and no other process may open its folder meanwhile", async () => {
  await using opened = await EMBEDDED.open();
  const { database } = opened;
  using disk = new FailingDisk();
  disk.refuse({ call: "writeSync", path: /pg_wal\/0/, code: "hangs" });
  const write = database.organizations.create({ name: "山田商事", plan: "starter", createdAt: NOW });
  const isRefused = expect(write).rejects.toSatisfy(isDatabaseUnavailable);
  await pause(500);
  await database.close();
  await isRefused;
  expect(await openDatabase(opened.location)).toMatchObject({ ok: false });
});

test("a process that lost its folder while it was frozen writes and acknowledges nothing", async () => {
  await using opened = await EMBEDDED.open();
  const { database } = opened;
  const { sql } = database.sqlHome;
  await sql.run("create table counts (count int)");
  const folder = join(dataDirOf(opened), "database");
  await takeOver(folder);
  const files = contentsOf(join(folder, "cluster"));
  const write = () => sql.run("insert into counts values (1)");
  await expect(write()).rejects.toSatisfy(isDatabaseUnavailable);
  await expect(database.transaction(({ organizations }) => organizations.list())).rejects.toSatisfy(
    isDatabaseUnavailable,
  );
  await pause(FAILING_MS);
  await expect(write()).rejects.toSatisfy(isDatabaseUnavailable);
  expect(await database.ping()).toBe(false);
  expect(contentsOf(join(folder, "cluster"))).toEqual(files);
});

test("a process that lost its folder closes its database without a write", async () => {
  await using opened = await EMBEDDED.open();
  const folder = join(dataDirOf(opened), "database");
  await opened.database.sqlHome.sql.run("create table counts (count int)");
  await takeOver(folder);
  const files = contentsOf(join(folder, "cluster"));
  await opened.database.close();
  expect(contentsOf(join(folder, "cluster"))).toEqual(files);
});

test("before its time is limited, a statement takes as long as its disk", async () => {
  await using opened = await EMBEDDED.open();
  await opened.database.close();
  using disk = new FailingDisk();
  const opening = await openEmbedded({ dataDir: dataDirOf(opened), sync: "off" }, () => undefined);
  if (!opening.ok) throw new Error(opening.sentence);
  const { connection } = opening;
  disk.refuse({ call: "writeSync", path: /pg_wal\/0/, code: "hangs" });
  const migrating = connection.statements("create table counts (count int)", []);
  // Longer than the silence after which callers are refused.
  await pause(18_000);
  disk.work();
  expect(await migrating).toEqual([]);
  await connection.close();
});

test("a process whose disk hangs can end", async () => {
  await using folder = await temporaryFolder("hanging");
  await prepareDataFolder(folder.path);
  // Status 3 would be its own word for its end; the system ends it, since its thread can't.
  const ended = await runCommand(process.execPath, ["--import", FAILING_DISK, ENDING, folder.path]);
  expect(ended).toMatchObject({ stdout: "hangs\n", exitCode: null, signal: "SIGKILL" });
});

test("statements compute in the database's thread, not in the one that serves requests", async () => {
  await using opened = await EMBEDDED.open();
  const { sql } = opened.database.sqlHome;
  const [ofAll, ofThis] = [process.cpuUsage(), process.threadCpuUsage()];
  await sql.run("create table lines as select repeat('x', 900) || i as line from generate_series(1, 40000) as i");
  await sql.run("select count(distinct md5(line)) from lines");
  const [all, mine] = [process.cpuUsage(ofAll), process.threadCpuUsage(ofThis)];
  expect(mine.user + mine.system).toBeLessThan((all.user + all.system) / 5);
});

test("a database that is being opened again can be closed, and its folder is free then", async () => {
  await using opened = await EMBEDDED.open();
  using disk = new FailingDisk();
  disk.refuse({ call: "writeSync", path: /pg_wal\/0/, code: "EIO" });
  const { database } = opened;
  const refused = database.organizations.create({ name: "山田商事", plan: "starter", createdAt: NOW });
  await expect(refused).rejects.toSatisfy(isDatabaseUnavailable);
  await database.close();
  disk.work();
  const again = await openDatabase(opened.location);
  expect(again.ok).toBe(true);
  if (again.ok) await again.database.close();
});

function dataDirOf({ location }: TestDatabase): string {
  if (location.kind !== "embedded") throw new Error("this database has no folder");
  return location.dataDir;
}

/** Does what a process on another host does that found the lock silent for long. */
async function takeOver(folder: string): Promise<void> {
  const number = Math.max(...readdirSync(folder).flatMap((name) => Number(/^lock\.(\d+)$/.exec(name)?.[1] ?? 0)));
  const note = { pid: 1, host: "another", startedAt: null, released: false };
  await writeFile(join(folder, `lock.${number + 1}`), JSON.stringify(note));
  // Until the process looks again.
  await pause(1_100);
}

/** All files of a folder, each with its hash. */
function contentsOf(folder: string): Readonly<Record<string, string>> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(paths.map((path) => [path, createHash("sha256").update(readFileSync(path)).digest("hex")]));
}

function openFiles(): number {
  return readdirSync("/proc/self/fd").length;
}
