import type { BenchCase } from "../case.ts";
import { batchSession, THREADS_WARM_UP_MS } from "../threads.ts";

/** One thread draws all records of a batch. */
export const benchCase: BenchCase = {
  name: "1",
  group: "batch",
  baseline: true,
  warmUpMs: THREADS_WARM_UP_MS,
  setup: () => batchSession(1, 200),
};
