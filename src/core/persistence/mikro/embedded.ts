import { mkdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { SqlRunner } from "../database-ports.ts";
import { type FolderLock, type LockAttempt, lockFolder } from "../folder-lock.ts";
import { type Connection, type ConnectionOpening, ORM_OPTIONS } from "./connection.ts";
import { leaveLoopTurns } from "./loop-turns.ts";
import { preparedStatements } from "./prepared-statements.ts";
import type { SqlValue, Statements } from "./session.ts";
import { syncTree } from "./sync-tree.ts";

/**
 * The embedded database's cache of pages. All of it is written with zeros at the start and so lies in the process's
 * memory ever after: 128 MB by default, where an opened database holds 11 MB of anything. What the cache does not hold
 * comes from the system's own cache of files. A thousand invoices over HTTP take no more instructions.
 */
const SHARED_BUFFERS = "16MB";

/** Where the embedded database is, and what its acknowledged writes outlive. */
export interface EmbeddedLocation {
  readonly dataDir: string;
  /**
   * `off`: a write is acknowledged once the system has it, and outlives the process however it ends. `full`: once the
   * disk has it, and outlives a power cut too.
   */
  readonly sync: "off" | "full";
}

/**
 * Opens the embedded database in `<dataDir>/database`, making it first where there is none. One process at a time: the
 * database does not lock its files itself, and two processes would destroy them.
 */
export async function openEmbedded({ dataDir, sync }: EmbeddedLocation): Promise<ConnectionOpening> {
  const folder = join(dataDir, "database");
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    return { ok: false, sentence: `The data folder ${dataDir} can't be made or written: ${reasonOf(error)}.` };
  }
  let attempt: LockAttempt;
  try {
    attempt = await lockFolder(folder);
  } catch (error) {
    return { ok: false, sentence: `Nothing can be written into the data folder ${dataDir}: ${reasonOf(error)}.` };
  }
  if (!attempt.ok) {
    const { pid, host } = attempt.holder;
    const sentence =
      `The embedded database in ${folder} is in use by process ${pid} on ${host}; ` +
      "stop that process, or choose another folder with PLATEN_DATA_DIR.";
    return { ok: false, sentence };
  }
  try {
    return { ok: true, connection: await connect(folder, sync, attempt.lock) };
  } catch (error) {
    await attempt.lock.release();
    const sentence = `The embedded database in ${folder} can't be opened (${reasonOf(error)}); is the folder damaged?`;
    return { ok: false, sentence };
  }
}

async function connect(folder: string, sync: EmbeddedLocation["sync"], lock: FolderLock): Promise<Connection> {
  const cluster = join(folder, "cluster");
  if (!(await exists(cluster))) {
    await makeCluster(cluster, sync);
  }
  // The other driver is not loaded: a start is to be quick.
  const [{ MikroORM }, driverOptions] = await Promise.all([import("@mikro-orm/pglite"), optionsOf(cluster, sync)]);
  const orm = await MikroORM.init({ ...ORM_OPTIONS, dbName: cluster, driverOptions });
  await orm.em.fork().execute("select 1");
  const client = await orm.em.getConnection().getNativeClient();
  leaveLoopTurns(client);
  const statements = preparedStatements(client);
  return {
    description: `embedded database in ${folder}`,
    isShared: false,
    sqlHome: { kind: "embedded", sql: sqlOf(client, statements) },
    statements,
    fork: () => orm.em.fork(),
    executedMigrations: async () => (await orm.migrator.getExecuted()).map(({ name }) => name),
    migrate: async () => (await orm.migrator.up()).map(({ name }) => name),
    // It has no way to be silent on.
    limit: () => undefined,
    knock: async () => true,
    async close() {
      await orm.close(true);
      await lock.release();
    },
  };
}

/** How the database is started. It comes with `-F`, which has it never ask for a sync. */
async function optionsOf(cluster: string, sync: EmbeddedLocation["sync"]) {
  const { PGlite } = await import("@electric-sql/pglite");
  const startParams = [...PGlite.defaultStartParams, "-c", `shared_buffers=${SHARED_BUFFERS}`];
  switch (sync) {
    case "off":
      return { relaxedDurability: false, startParams };
    case "full": {
      const { SyncedFolder } = await import("./synced-folder.ts");
      // What was written before may not have been synced.
      await syncTree(cluster);
      const synced = [...startParams.filter((param) => param !== "-F"), "-c", "wal_sync_method=fsync"];
      return { relaxedDurability: false, startParams: synced, fs: new SyncedFolder(cluster) };
    }
  }
}

/** What the database's own client offers: a text without values may hold several statements. */
interface NativeClient {
  query<Row>(text: string, values: unknown[]): Promise<{ readonly rows: Row[] }>;
  exec(text: string): Promise<readonly { readonly rows: { [column: string]: unknown }[] }[]>;
}

/** A library's texts that are prepared: those that it repeats are few. */
const PREPARED_MAX = 100;

/**
 * The client waits for open transactions by itself, the ORM's among them. A text with plain values is prepared when it
 * comes again, since a queue asks the same few questions for every job.
 */
function sqlOf(client: NativeClient, statements: Statements): SqlRunner {
  const seen = new Map<string, number>();
  const comesAgain = (text: string): boolean => {
    const times = (seen.get(text) ?? 0) + 1;
    if (times === 1 && seen.size >= PREPARED_MAX) return false;
    seen.set(text, times);
    return times > 1;
  };
  return {
    async run(text, values = []) {
      const plain = plainValues(values);
      // Without values a text may hold several statements, which no name can stand for.
      const isOne = values.length > 0 || !text.includes(";");
      if (plain !== null && isOne && comesAgain(text)) return { rows: [...(await statements(text, plain))] };
      if (values.length > 0) return client.query<object>(text, [...values]);
      return { rows: (await client.exec(text)).flatMap((result) => result.rows) };
    },
  };
}

/** The values as a prepared statement takes them; null where one has no text form that is sure. */
function plainValues(values: readonly unknown[]): readonly SqlValue[] | null {
  const plain: SqlValue[] = [];
  for (const value of values) {
    if (value === null || value === undefined) plain.push(null);
    else if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") plain.push(value);
    else if (Array.isArray(value) && value.every(isIdentifier)) plain.push(`{${value.join(",")}}`);
    else return null;
  }
  return plain;
}

/** Without a character that means something within the text form of an array (PostgreSQL, "Array Input"). */
function isIdentifier(value: unknown): boolean {
  return typeof value === "string" && /^[\w:-]+$/.test(value) && value.toLowerCase() !== "null";
}

/** Made under another name and renamed when complete, so that an interrupted first start leaves no half database. */
async function makeCluster(cluster: string, sync: EmbeddedLocation["sync"]): Promise<void> {
  const { PGlite } = await import("@electric-sql/pglite");
  const draft = `${cluster}.new`;
  await rm(draft, { recursive: true, force: true });
  const database = await PGlite.create({ dataDir: draft });
  await database.close();
  if (sync === "full") await syncTree(draft);
  await rename(draft, cluster);
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null)) !== null;
}

function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split("\n")[0] ?? "unknown";
}
