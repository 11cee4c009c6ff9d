// A disk of its own for the database, small enough to be filled.
import { spawnSync } from "node:child_process";
import { chmod, mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** A disk that can be filled. */
export interface SmallDisk extends AsyncDisposable {
  readonly folder: string;
  fill(): Promise<void>;
  free(): Promise<void>;
}

const SIZE = "300m";
const CHUNK = Buffer.alloc(1 << 20);

/** Null where this user may mount nothing. */
export async function smallDisk(): Promise<SmallDisk | null> {
  const place = await temporaryFolder("disk");
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${SIZE}`, "tmpfs", place.path]);
  if (mounted.status !== 0) {
    await place.remove();
    return null;
  }
  const folder = join(place.path, "database");
  const filler = join(place.path, "filler");
  await mkdir(folder);
  await chmod(place.path, 0o755);
  return {
    folder,
    async fill() {
      const file = await open(filler, "w");
      try {
        for (;;) await file.write(CHUNK);
      } catch (error) {
        if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error;
      } finally {
        await file.close();
      }
    },
    free: () => rm(filler, { force: true }),
    async [Symbol.asyncDispose]() {
      spawnSync("umount", [place.path]);
      await place.remove();
    },
  };
}
