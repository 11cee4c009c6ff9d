import type { BenchCase } from "../case.ts";
import { batchSession, THREADS_WARM_UP_MS } from "../threads.ts";

/** Two threads share them: the ratio is the share of one thread's time that is left. */
export const benchCase: BenchCase = {
  name: "2",
  group: "batch",
  warmUpMs: THREADS_WARM_UP_MS,
  setup: () => batchSession(2, 200),
};
