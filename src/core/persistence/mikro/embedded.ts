import { mkdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { type LockAttempt, lockFolder } from "../folder-lock.ts";
import { type Connection, type ConnectionOpening, ORM_OPTIONS } from "./connection.ts";
import type { EmbeddedPlace } from "./embedded-client.ts";
import { syncTree } from "./sync-tree.ts";

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
 *
 * @param noteFailure receives each error of a failed statement.
 */
export async function openEmbedded(
  { dataDir, sync }: EmbeddedLocation,
  noteFailure: (failure: unknown) => void,
): Promise<ConnectionOpening> {
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
    return { ok: true, connection: await connect({ folder, sync, lock: attempt.lock, noteFailure }) };
  } catch (error) {
    await attempt.lock.release();
    const sentence = `The embedded database in ${folder} can't be opened (${reasonOf(error)}); is the folder damaged?`;
    return { ok: false, sentence };
  }
}

type Connecting = Pick<EmbeddedPlace, "folder" | "sync" | "lock" | "noteFailure">;

async function connect({ folder, sync, lock, noteFailure }: Connecting): Promise<Connection> {
  const cluster = join(folder, "cluster");
  if (!(await exists(cluster))) {
    await makeCluster(cluster, sync);
  }
  // The other driver is not loaded: a start is to be quick.
  const [{ MikroORM, PglitePlatform, createPostgreSqlTypeParsers }, { EmbeddedClient }] = await Promise.all([
    import("@mikro-orm/pglite"),
    import("./embedded-client.ts"),
  ]);
  const platform = new PglitePlatform();
  const parsers = createPostgreSqlTypeParsers((text) => platform.unmarshallArray(text));
  const client = await EmbeddedClient.open({ folder, cluster, sync, parsers, lock, noteFailure });
  const driverOptions = { pglite: () => client.forBuilder };
  const orm = await MikroORM.init({ ...ORM_OPTIONS, dbName: cluster, driverOptions });
  return {
    description: `embedded database in ${folder}`,
    isShared: false,
    sqlHome: { kind: "embedded", sql: client.sql },
    statements: client.statements,
    fork: () => orm.em.fork(),
    executedMigrations: async () => (await orm.migrator.getExecuted()).map(({ name }) => name),
    migrate: async () => (await orm.migrator.up()).map(({ name }) => name),
    // It has no way to be silent on.
    limit: () => undefined,
    // While it is opened again, a restart of the process does nothing more.
    knock: async () => client.isOpen,
    async close() {
      await orm.close(true);
      await client.close();
      await lock.release();
    },
  };
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
