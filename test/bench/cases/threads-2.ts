import type { BenchCase } from "../case.ts";
import { THREADS_WARM_UP_MS, threadsSession } from "../threads.ts";

/** Two threads: the ratio is the share of one thread's time that is left. */
export const benchCase: BenchCase = {
  name: "2",
  group: "threads",
  warmUpMs: THREADS_WARM_UP_MS,
  setup: () => threadsSession(2),
};
