import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A folder of its own for one test or one process, gone when it is disposed of. */
export interface TemporaryFolder extends AsyncDisposable {
  readonly path: string;
  /** Removes the folder with all that is in it; a second call does nothing. */
  remove(): Promise<void>;
}

/**
 * Makes an empty folder under the system's temporary folder. `await using folder = await temporaryFolder("store")`
 * removes it at the end of the block, also when the test fails.
 */
export async function temporaryFolder(purpose: string): Promise<TemporaryFolder> {
  const path = await mkdtemp(join(tmpdir(), `platen-${purpose}-`));
  // A process that was just killed may still be closing files in the folder, so removal is tried a few times.
  const remove = (): Promise<void> => rm(path, { recursive: true, force: true, maxRetries: 5 });
  return { path, remove, [Symbol.asyncDispose]: remove };
}
