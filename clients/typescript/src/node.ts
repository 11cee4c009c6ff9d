// What only Node.js, Deno and Bun can: files on disk.
import { randomBytes } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";
import type { PlatenFile } from "./file.ts";

/**
 * Writes a file to a path, piece by piece. Nothing stands under the path before the file is whole and right; then it
 * replaces what was there.
 */
export async function saveTo(file: PlatenFile<unknown>, path: string): Promise<void> {
  const draft = `${path}.${randomBytes(6).toString("hex")}.part`;
  try {
    const handle = await open(draft, "wx");
    try {
      for await (const part of file.stream()) await handle.writeFile(part);
    } finally {
      await handle.close();
    }
    await rename(draft, path);
  } catch (thrown) {
    await rm(draft, { force: true });
    throw thrown;
  }
}
