import { PGlite, type PGliteOptions } from "@electric-sql/pglite";
import type { SqlRunner } from "../database-ports.ts";
import { checkpointByVolume } from "./checkpoints.ts";
import { ClusterFolder } from "./cluster-folder.ts";
import { sqlOf } from "./embedded-sql.ts";
import { leaveLoopTurns } from "./loop-turns.ts";
import { noteFailures } from "./noted-failures.ts";
import { preparedStatements } from "./prepared-statements.ts";
import type { Statements } from "./session.ts";
import { syncTree } from "./sync-tree.ts";
import { SyncedFolder } from "./synced-folder.ts";

/**
 * The embedded database's cache of pages. All of it is written with zeros at the start and so lies in the process's
 * memory ever after: 128 MB by default, where an opened database holds 11 MB of anything. What the cache does not hold
 * comes from the system's own cache of files. A thousand invoices over HTTP take no more instructions.
 */
const SHARED_BUFFERS = "16MB";

/** Files of the log that are kept to be written again lie between these. */
const LOG_SETTINGS = ["-c", "min_wal_size=32MB", "-c", "max_wal_size=64MB"];

/** What an engine works on. */
export interface EngineOptions {
  readonly cluster: string;
  readonly sync: "off" | "full";
  readonly parsers: PGlite["parsers"];
  /** Is told each failure of a statement. */
  readonly noteFailure: (failure: unknown) => void;
}

/** The database's engine, from a start to its end. */
export interface Engine {
  readonly client: PGlite;
  readonly statements: Statements;
  readonly sql: SqlRunner;
  close(): Promise<void>;
  /** Gives back what is left of an engine that has ended. */
  abandon(): void;
}

/**
 * Starts the engine on a cluster that is there; what a crash left is repaired first.
 *
 * @param onEnd is called once where the engine ends by itself, from within the call that it ends in.
 */
export async function startEngine(options: EngineOptions, onEnd: () => void): Promise<Engine> {
  const { cluster, sync, parsers, noteFailure } = options;
  const { folder, startParams } = await folderOf(cluster, sync, onEnd);
  const client = await create({ fs: folder, dataDir: cluster, relaxedDurability: false, startParams, parsers }, folder);
  leaveLoopTurns(client);
  noteFailures(client, noteFailure);
  const statements = preparedStatements(client);
  const checkpoints = checkpointByVolume(client, statements);
  return {
    client,
    statements,
    sql: sqlOf(client, statements),
    async close() {
      checkpoints.stop();
      await client.close();
    },
    abandon() {
      checkpoints.stop();
      folder.abandon();
    },
  };
}

/** How the database is started. It comes with `-F`, which has it never ask for a sync. */
async function folderOf(cluster: string, sync: EngineOptions["sync"], onEnd: () => void) {
  const startParams = [...PGlite.defaultStartParams, ...["-c", `shared_buffers=${SHARED_BUFFERS}`, ...LOG_SETTINGS]];
  switch (sync) {
    case "off":
      return { folder: new ClusterFolder(cluster, onEnd), startParams };
    case "full": {
      // What was written before may not have been synced.
      await syncTree(cluster);
      const synced = [...startParams.filter((param) => param !== "-F"), "-c", "wal_sync_method=fsync"];
      return { folder: new SyncedFolder(cluster, onEnd), startParams: synced };
    }
  }
}

async function create(options: PGliteOptions, folder: ClusterFolder): Promise<PGlite> {
  const { exitCode } = process;
  try {
    return await PGlite.create(options);
  } catch (error) {
    // An engine that ends by itself takes the process for its own.
    process.exitCode = exitCode;
    folder.abandon();
    throw error;
  }
}
