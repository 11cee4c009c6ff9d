import type { BenchCase } from "../case.ts";
import { batchSession } from "../threads.ts";

/** 5,000 pages in one file, for its memory: the file is about 12 MB. */
export const benchCase: BenchCase = {
  name: "5000",
  group: "long file",
  setup: () => batchSession(1, 5_000),
};
