import type { BenchCase } from "../case.ts";
import { ledgerWork, wholeSession } from "../layouts.ts";

/** The whole engine on 10,000 rows: budgeted at 2 s and 512 MiB. */
export const benchCase: BenchCase = {
  name: "10000-whole",
  group: "layout-rows",
  setup: () => wholeSession(ledgerWork(10_000)),
};
