// Files that the embedded database syncs are on the disk when it goes on. The library's own folder takes each request
// to sync for done, since the file system that it is built on does not know the operation.
import { closeSync, fsyncSync, openSync } from "node:fs";
import type { PGlite } from "@electric-sql/pglite";
import { ClusterFolder } from "./cluster-folder.ts";

/** What the library compiled: an open file of its, with the file of the system behind it; a folder has none open. */
interface Stream {
  readonly node: unknown;
  readonly nfd?: number;
}

/** The part of the file system that syncs (Emscripten, `fd_sync`). */
interface FolderFileSystem {
  readonly stream_ops: { fsync?: (stream: Stream) => number };
  readonly realPath: (node: unknown) => string;
  /** Has the system's errors reach the database as such; any other exception would end it without a word. */
  readonly tryFSOperation: (work: () => void) => void;
}

interface StartedModule {
  readonly FS: { readonly filesystems: { readonly NODEFS: FolderFileSystem } };
}

/**
 * A database's folder in which a sync is one. With it the database has to be started without `-F`, and with
 * `wal_sync_method=fsync`: of the ways to sync, it is the one that reaches the file system.
 */
export class SyncedFolder extends ClusterFolder {
  override async init(
    database: PGlite,
    options: Parameters<ClusterFolder["init"]>[1],
  ): ReturnType<ClusterFolder["init"]> {
    const { emscriptenOpts } = await super.init(database, options);
    const preRun = [emscriptenOpts.preRun ?? []].flat();
    const syncing = (module: unknown): void => {
      const { NODEFS } = (module as StartedModule).FS.filesystems;
      NODEFS.stream_ops.fsync = (stream) => {
        NODEFS.tryFSOperation(() => {
          if (stream.nfd === undefined) syncNamesIn(NODEFS.realPath(stream.node));
          else fsyncSync(stream.nfd);
        });
        return 0;
      };
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...preRun, syncing] } };
  }
}

/** Has the names of a folder's files on the disk, such as one that was renamed. */
function syncNamesIn(folder: string): void {
  const opened = openSync(folder, "r");
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}
