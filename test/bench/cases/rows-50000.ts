import type { BenchCase } from "../case.ts";
import { ledger, stagesSession } from "../stages.ts";

/** A table of 50000 rows; items are rows. */
export const benchCase: BenchCase = {
  name: "50000",
  group: "rows",
  setup: () => stagesSession(ledger(50_000)),
};
