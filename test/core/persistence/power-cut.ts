// A power cut without a power switch: what a folder holds on the disk is what was synced, and chance decides about the
// rest. A file is known by inode and time of birth: a rename keeps both, and a new file may get an old inode.
import fs, {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { dirname, join, relative } from "node:path";
import { getEnvironmentData, isMainThread, setEnvironmentData } from "node:worker_threads";

/** Disks write whole sectors; the database's pages and those of the system's cache are of several. */
const SECTOR_BYTES = 4_096;

const KEY = "power cut";

/** The folder that is followed, and one beside it for what the disk holds of it. */
interface Followed {
  readonly root: string;
  readonly shadow: string;
}

/**
 * Follows what threads that start from now on sync below a folder, until it is disposed of. What is there at first
 * counts as synced. This module has to be loaded before anything else (`--import`).
 */
export class PowerCut implements Disposable {
  readonly #root: string;
  readonly #disk: SyncedDisk;

  constructor(root: string) {
    const followed: Followed = { root, shadow: `${root}.disk` };
    mkdirSync(followed.shadow);
    this.#root = root;
    this.#disk = new SyncedDisk(followed.shadow);
    for (const path of filesIn(root)) this.#disk.keepFile(path);
    setEnvironmentData(KEY, followed);
  }

  /**
   * Writes to another folder what the disk holds.
   * @param reached Whether a sector reached the disk that was written and not synced.
   */
  leave(target: string, reached: () => boolean): void {
    for (const folder of foldersIn(this.#root))
      mkdirSync(join(target, relative(this.#root, folder)), { recursive: true });
    for (const [path, file] of Object.entries(this.#disk.names())) {
      const synced = this.#disk.contentOf(file);
      const now = nameOf(path) === file ? readFileSync(path) : synced;
      const copy = join(target, relative(this.#root, path));
      mkdirSync(dirname(copy), { recursive: true });
      writeFileSync(copy, mixed(synced, now, reached));
    }
  }

  [Symbol.dispose](): void {
    setEnvironmentData(KEY, undefined);
  }
}

/** What the disk holds, in a folder that threads share: the files by their names, and which names are synced. */
class SyncedDisk {
  readonly #shadow: string;
  readonly #namesPath: string;

  constructor(shadow: string) {
    this.#shadow = shadow;
    this.#namesPath = join(shadow, "names.json");
  }

  names(): Record<string, string> {
    return existsSync(this.#namesPath) ? JSON.parse(readFileSync(this.#namesPath, "utf8")) : {};
  }

  /** A file whose name is synced and whose content is not has nothing in it. */
  contentOf(file: string): Buffer {
    const path = join(this.#shadow, file);
    return existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
  }

  keepFile(path: string): void {
    const file = nameOf(path);
    if (file === null) return;
    this.#keepNames({ ...this.names(), [path]: file });
    copyFileSync(path, join(this.#shadow, file));
  }

  /** A synced folder has the names that it has now. What is in a file is not synced by that. */
  keepFolder(folder: string): void {
    const names = Object.fromEntries(Object.entries(this.names()).filter(([path]) => dirname(path) !== folder));
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      const file = entry.isFile() ? nameOf(path) : null;
      if (file !== null) names[path] = file;
    }
    this.#keepNames(names);
  }

  #keepNames(names: Readonly<Record<string, string>>): void {
    writeFileSync(this.#namesPath, JSON.stringify(names));
  }
}

/** Within a thread: keeps what it syncs. */
function followSyncs({ root, shadow }: Followed): void {
  const disk = new SyncedDisk(shadow);
  const { fsyncSync } = fs;
  fs.fsyncSync = (fd) => {
    fsyncSync(fd);
    const path = readlinkSync(`/proc/self/fd/${fd}`);
    if (!path.startsWith(join(root, "/"))) return;
    if (statSync(path).isDirectory()) disk.keepFolder(path);
    else disk.keepFile(path);
  };
  syncBuiltinESMExports();
}

const given = getEnvironmentData(KEY);
if (!isMainThread && isFollowed(given)) followSyncs(given);

function isFollowed(value: unknown): value is Followed {
  return typeof value === "object" && value !== null && "root" in value && "shadow" in value;
}

/** The synced content, with those sectors of the one in memory that reached the disk. */
function mixed(synced: Buffer, now: Buffer, reached: () => boolean): Buffer {
  if (synced.equals(now)) return synced;
  const left = Buffer.alloc(reached() ? now.length : synced.length);
  synced.copy(left);
  for (let at = 0; at < left.length; at += SECTOR_BYTES) {
    const sector = now.subarray(at, at + SECTOR_BYTES);
    if (reached()) sector.copy(left, at);
  }
  return left;
}

function nameOf(path: string): string | null {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? null : `${stat.ino}:${stat.birthtimeNs}`;
}

function filesIn(root: string): readonly string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

function foldersIn(root: string): readonly string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name));
}
