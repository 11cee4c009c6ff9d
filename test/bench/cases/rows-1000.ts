import type { BenchCase } from "../case.ts";
import { ledger, stagesSession } from "../stages.ts";

/** The lower end of the slope: the time of a row here is that of a row at 50,000 as long as time is linear. */
export const benchCase: BenchCase = {
  name: "1000",
  group: "rows",
  baseline: true,
  setup: () => stagesSession(ledger(1000)),
};
