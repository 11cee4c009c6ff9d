import type { BenchCase } from "../case.ts";
import { batchSession } from "../threads.ts";

/** Two threads share them: the ratio is the share of one thread's time that is left. */
export const benchCase: BenchCase = {
  name: "2",
  group: "batch",
  setup: () => batchSession(2, 200),
};
