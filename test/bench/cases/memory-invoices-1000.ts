import { readFile } from "node:fs/promises";
import type { BenchCase } from "../case.ts";
import { INVOICE } from "../invoices.ts";
import { memorySession } from "../memories.ts";

/** What a process of the built product holds after a thousand invoices. */
export const benchCase: BenchCase = {
  name: "1000",
  group: "memory-invoices",
  setup: async () => memorySession(await readFile(INVOICE, "utf8"), "invoices", 1_000),
};
