import { open, rm } from "node:fs/promises";
import { join } from "node:path";

/** Two files of the log: the start of a database that failed for want of room writes one, and its work the next. */
const BYTES = 32 * 1024 * 1024;
const CHUNK = Buffer.alloc(1 << 20);

const pathIn = (folder: string): string => join(folder, "room");

/** Whether so much can be written into a folder, whatever limits it: the disk, a quota, a read-only mount. */
export async function hasRoom(folder: string): Promise<boolean> {
  const path = pathIn(folder);
  try {
    const file = await open(path, "w", 0o600);
    try {
      for (let written = 0; written < BYTES; ) written += (await file.write(CHUNK)).bytesWritten;
      return true;
    } finally {
      await file.close();
    }
  } catch {
    return false;
  } finally {
    await giveBackRoom(folder);
  }
}

/** Removes what a look leaves whose process was killed. */
export async function giveBackRoom(folder: string): Promise<void> {
  await rm(pathIn(folder), { force: true }).catch(() => undefined);
}
