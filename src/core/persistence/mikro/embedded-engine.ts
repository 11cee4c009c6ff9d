import { PGlite } from "@electric-sql/pglite";
import type { SqlRunner } from "../database-ports.ts";
import { isHeldNow, type LockPlace } from "../folder-lock.ts";
import { checkpointByVolume } from "./checkpoints.ts";
import { ClusterFolder } from "./cluster-folder.ts";
import { sqlOf } from "./embedded-sql.ts";
import type { EngineThreadData } from "./engine-messages.ts";
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

/** PostgreSQL's types (`pg_type.oid`) whose values rows hand on as text, as the other driver does for the ORM. */
const KEPT_AS_TEXT = { date: 1082, timestamp: 1114, timestamptz: 1184, interval: 1186 } as const;

const PARSERS: PGlite["parsers"] = Object.fromEntries(Object.values(KEPT_AS_TEXT).map((oid) => [oid, (text) => text]));

/** The database's engine, within its thread. */
export interface Engine {
  readonly client: PGlite;
  readonly statements: Statements;
  readonly sql: SqlRunner;
  close(): Promise<void>;
}

/**
 * Starts the engine on a cluster that is there; what a crash left is repaired first.
 *
 * @param onEnd is called once where the engine ends by itself, from within the call that it ends in.
 */
export async function startEngine(data: EngineThreadData, onEnd: () => void): Promise<Engine> {
  const { cluster } = data;
  const { folder, startParams } = await folderOf(data, onEnd);
  const client = await PGlite.create({
    fs: folder,
    dataDir: cluster,
    relaxedDurability: false,
    startParams,
    parsers: PARSERS,
  });
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
  };
}

/** How old the knowledge may be that the folder is this process's. */
const KNOWN_MS = 1_000;

/**
 * Tells whether the folder is this process's. Another process on another host takes it over where this one was frozen
 * for long, and this one must not write a byte once it goes on.
 */
function ownership(place: LockPlace): () => boolean {
  let knownMs = Number.NEGATIVE_INFINITY;
  let isOwner = true;
  return () => {
    if (performance.now() - knownMs < KNOWN_MS) return isOwner;
    isOwner = isHeldNow(place);
    knownMs = performance.now();
    return isOwner;
  };
}

/** How the database is started. It comes with `-F`, which has it never ask for a sync. */
async function folderOf({ cluster, sync, lockPlace }: EngineThreadData, onEnd: () => void) {
  const guard = { onEnd, isOwner: ownership(lockPlace) };
  const startParams = [...PGlite.defaultStartParams, ...["-c", `shared_buffers=${SHARED_BUFFERS}`, ...LOG_SETTINGS]];
  switch (sync) {
    case "off":
      return { folder: new ClusterFolder(cluster, guard), startParams };
    case "full": {
      // What was written before may not have been synced.
      await syncTree(cluster);
      const synced = [...startParams.filter((param) => param !== "-F"), "-c", "wal_sync_method=fsync"];
      return { folder: new SyncedFolder(cluster, guard), startParams: synced };
    }
  }
}
