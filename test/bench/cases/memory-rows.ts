import type { BenchCase } from "../case.ts";
import { LEDGER_SOURCE } from "../ledger.ts";
import { memorySession } from "../memories.ts";

/** What a process of the built product holds after one table of 10,000 rows. */
export const benchCase: BenchCase = {
  name: "1",
  group: "memory-rows",
  baseline: true,
  setup: () => memorySession(LEDGER_SOURCE, "ledgers", 1),
};
