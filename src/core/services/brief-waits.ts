// Work after a failure, for which a caller waits briefly: a database or store that answers nothing has kept the caller
// waiting already. The work goes on by itself; where its process ends first, leases and sweeps do the rest.
import type { ServiceDependencies } from "./dependencies.ts";
import { unreferenced } from "./leases.ts";

const BRIEF_MS = 1_000;

/** Answers when the work is done, or null when it takes longer than a second. Rejects as the work does until then. */
export function briefly<Value>(
  { pause = unreferenced }: Pick<ServiceDependencies, "pause">,
  work: Promise<Value>,
): Promise<Value | null> {
  return Promise.race([work, pause(BRIEF_MS).then(() => null)]);
}
