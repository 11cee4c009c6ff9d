import type { BenchCase } from "../case.ts";
import { THREADS_WARM_UP_MS, threadsSession } from "../threads.ts";

/** One thread of the pool. */
export const benchCase: BenchCase = {
  name: "1",
  group: "threads",
  baseline: true,
  warmUpMs: THREADS_WARM_UP_MS,
  setup: () => threadsSession(1),
};
