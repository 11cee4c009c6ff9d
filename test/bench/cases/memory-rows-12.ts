import type { BenchCase } from "../case.ts";
import { LEDGER_SOURCE } from "../ledger.ts";
import { memorySession } from "../memories.ts";

/** What a process of the built product holds after twelve tables of 10,000 rows. */
export const benchCase: BenchCase = {
  name: "12",
  group: "memory-rows",
  setup: () => memorySession(LEDGER_SOURCE, "ledgers", 12),
};
