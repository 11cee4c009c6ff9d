import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type LockAttempt, lockFolder } from "../folder-lock.ts";
import { type Connection, type ConnectionOpening, ORM_OPTIONS } from "./connection.ts";
import { EmbeddedClient, type EmbeddedPlace } from "./embedded-client.ts";
import { quickenLiterals } from "./quick-literals.ts";

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
  // The other driver is not loaded: a start is to be quick.
  const [client, { MikroORM }] = await Promise.all([
    EmbeddedClient.open({ folder, cluster, sync, lock, lockPlace: lock.place, noteFailure }),
    import("@mikro-orm/pglite"),
  ]);
  const driverOptions = { pglite: () => client.forBuilder };
  const orm = await MikroORM.init({ ...ORM_OPTIONS, dbName: cluster, driverOptions });
  quickenLiterals(orm.em.getPlatform());
  return {
    description: `embedded database in ${folder}`,
    isShared: false,
    sqlHome: { kind: "embedded", sql: client.sql },
    statements: client.statements,
    fork: () => orm.em.fork(),
    executedMigrations: async () => (await orm.migrator.getExecuted()).map(({ name }) => name),
    migrate: async () => (await orm.migrator.up()).map(({ name }) => name),
    limit: () => client.watch(),
    knock: () => client.knock(),
    async close() {
      await orm.close(true);
      if (await client.close()) await lock.release();
    },
  };
}

function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split("\n")[0] ?? "unknown";
}
