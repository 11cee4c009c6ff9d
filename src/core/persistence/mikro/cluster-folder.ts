import { NodeFS } from "@electric-sql/pglite/nodefs";
import { type EngineGuard, guardEngine } from "./engine-guard.ts";

/** A database's folder, as an engine has it that ends at its first PANIC. */
export class ClusterFolder extends NodeFS {
  readonly #guard: EngineGuard;

  constructor(cluster: string, guard: EngineGuard) {
    super(cluster);
    this.#guard = guard;
  }

  /** The library calls it before the engine reads or writes anything. */
  override async initialSyncFs(): Promise<void> {
    await super.initialSyncFs();
    if (this.pg !== undefined) guardEngine(this.pg, this.#guard);
  }
}
