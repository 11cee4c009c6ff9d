import { setImmediate as nextTurn } from "node:timers/promises";
import type { PGlite } from "@electric-sql/pglite";

/**
 * For so long statements may run one after another before the event loop has its turn. The embedded database computes
 * in this thread, and its promises never leave it: a hundred requests at once would hold all others for a second.
 */
const HELD_MS_MAX = 10;

/** The turns of the event loop, which statements would keep it from. */
export interface LoopTurns {
  /** Lets the event loop have its turn where statements have kept it from one for long. */
  leave(): Promise<void>;
}

/** Has every statement of the client leave the event loop its turns. */
export function leaveLoopTurns(client: Pick<PGlite, "_runExclusiveQuery">): LoopTurns {
  let sinceMs: number | null = null;
  const turned = (): void => {
    sinceMs = null;
  };
  const leave = async (): Promise<void> => {
    if (sinceMs === null) {
      sinceMs = performance.now();
      setImmediate(turned);
    } else if (performance.now() - sinceMs > HELD_MS_MAX) await nextTurn();
  };
  const runExclusiveQuery: PGlite["_runExclusiveQuery"] = client._runExclusiveQuery.bind(client);
  client._runExclusiveQuery = (work) =>
    runExclusiveQuery(async () => {
      await leave();
      return work();
    });
  return { leave };
}
