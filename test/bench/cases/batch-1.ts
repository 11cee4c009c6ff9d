import type { BenchCase } from "../case.ts";
import { batchSession } from "../threads.ts";

/** One thread draws all records of a batch. */
export const benchCase: BenchCase = {
  name: "1",
  group: "batch",
  baseline: true,
  setup: () => batchSession(1, 200),
};
