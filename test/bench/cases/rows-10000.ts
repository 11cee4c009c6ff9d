import type { BenchCase } from "../case.ts";
import { ledger, stagesSession } from "../stages.ts";

/** A table of 10000 rows; items are rows. */
export const benchCase: BenchCase = {
  name: "10000",
  group: "rows",
  setup: () => stagesSession(ledger(10_000)),
};
