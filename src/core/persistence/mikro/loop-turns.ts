import type { PGlite } from "@electric-sql/pglite";
import { takeLoopTurn } from "../../event-loop/index.ts";

/** Has every statement of the client leave the event loop its turns: it computes in this thread. */
export function leaveLoopTurns(client: Pick<PGlite, "_runExclusiveQuery">): void {
  const runExclusiveQuery: PGlite["_runExclusiveQuery"] = client._runExclusiveQuery.bind(client);
  client._runExclusiveQuery = (work) =>
    runExclusiveQuery(async () => {
      await takeLoopTurn();
      return work();
    });
}
