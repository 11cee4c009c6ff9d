import type { BenchCase } from "../case.ts";
import { threadsSession } from "../threads.ts";

/** One thread of the pool. */
export const benchCase: BenchCase = {
  name: "1",
  group: "threads",
  baseline: true,
  setup: () => threadsSession(1),
};
