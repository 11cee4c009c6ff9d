import type { BenchCase } from "../case.ts";
import { ledger, stagesSession } from "../stages.ts";

/** W3: a table of 2,000 rows on 50 pages; items are rows. */
export const benchCase: BenchCase = {
  name: "2000",
  group: "rows",
  setup: () => stagesSession(ledger(2000)),
};
