import { NodeFS } from "@electric-sql/pglite/nodefs";
import { guardEngine } from "./engine-guard.ts";

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
}
