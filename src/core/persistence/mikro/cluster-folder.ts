import { closeSync } from "node:fs";
import { NodeFS } from "@electric-sql/pglite/nodefs";
import { guardEngine } from "./engine-guard.ts";

/** The part of a started engine that knows its open files (Emscripten, `FS`). */
interface OpenFiles {
  readonly FS: { readonly streams: readonly ({ readonly nfd?: number } | null | undefined)[] };
}

/** A database's folder, as an engine has it that ends at its first PANIC. */
export class ClusterFolder extends NodeFS {
  readonly #onEnd: () => void;

  /** @param onEnd is called once, from within the call that the engine ends in */
  constructor(cluster: string, onEnd: () => void) {
    super(cluster);
    this.#onEnd = onEnd;
  }

  /** The library calls it before the engine reads or writes anything. */
  override async initialSyncFs(): Promise<void> {
    await super.initialSyncFs();
    if (this.pg !== undefined) guardEngine(this.pg, this.#onEnd);
  }

  /** Closes the files that an engine left open which has ended: it can't do so itself any more. */
  abandon(): void {
    const module = this.pg?.Module as OpenFiles | undefined;
    const opened = new Set(module?.FS.streams.map((stream) => stream?.nfd));
    for (const nfd of opened) if (nfd !== undefined) closeQuietly(nfd);
  }
}

/** A disk that fails may say so once more, of what was written before; the file is closed all the same. */
function closeQuietly(nfd: number): void {
  try {
    closeSync(nfd);
  } catch {
    // What it lost is in the log, or was not acknowledged.
  }
}
