import type { BenchCase } from "../case.ts";
import { threadsSession } from "../threads.ts";

/** Two threads: the ratio is the share of one thread's time that is left. */
export const benchCase: BenchCase = {
  name: "2",
  group: "threads",
  setup: () => threadsSession(2),
};
