// A power cut without a power switch: what a folder holds on the disk is what was synced, and chance decides about the
// rest. A file is known by inode and time of birth: a rename keeps both, and a new file may get an old inode.
import fs, { mkdirSync, readdirSync, readFileSync, readlinkSync, statSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { dirname, join, relative } from "node:path";

/** Disks write whole sectors; the database's pages and those of the system's cache are of several. */
const SECTOR_BYTES = 4_096;

/** Follows what is synced below a folder until it is disposed of. What is there at first counts as synced. */
export class PowerCut implements Disposable {
  readonly #root: string;
  readonly #contents = new Map<string, Buffer>();
  readonly #names = new Map<string, string>();
  readonly #fsyncSync = fs.fsyncSync;

  constructor(root: string) {
    this.#root = root;
    for (const path of filesIn(root)) this.#keepFile(path);
    fs.fsyncSync = (fd) => {
      this.#fsyncSync(fd);
      const path = readlinkSync(`/proc/self/fd/${fd}`);
      if (!path.startsWith(root)) return;
      if (statSync(path).isDirectory()) this.#keepNames(path);
      else this.#keepFile(path);
    };
    syncBuiltinESMExports();
  }

  /**
   * Writes to another folder what the disk holds.
   * @param reached Whether a sector reached the disk that was written and not synced.
   */
  leave(target: string, reached: () => boolean): void {
    for (const folder of foldersIn(this.#root))
      mkdirSync(join(target, relative(this.#root, folder)), { recursive: true });
    for (const [path, file] of this.#names) {
      const synced = this.#contents.get(file) ?? Buffer.alloc(0);
      const now = nameOf(path) === file ? readFileSync(path) : synced;
      const copy = join(target, relative(this.#root, path));
      mkdirSync(dirname(copy), { recursive: true });
      writeFileSync(copy, mixed(synced, now, reached));
    }
  }

  [Symbol.dispose](): void {
    fs.fsyncSync = this.#fsyncSync;
    syncBuiltinESMExports();
  }

  #keepFile(path: string): void {
    const file = nameOf(path);
    if (file === null) return;
    this.#names.set(path, file);
    this.#contents.set(file, readFileSync(path));
  }

  /** A synced folder has the names that it has now. What is in a file is not synced by that. */
  #keepNames(folder: string): void {
    for (const path of this.#names.keys()) if (dirname(path) === folder) this.#names.delete(path);
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      const file = entry.isFile() ? nameOf(path) : null;
      if (file !== null) this.#names.set(path, file);
    }
  }
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
