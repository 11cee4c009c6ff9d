import type { BenchCase } from "../case.ts";
import { ledgerWork, unevaluatedSession } from "../layouts.ts";

/** Layout of 2,000 rows whose expressions are answered already. */
export const benchCase: BenchCase = {
  name: "without expressions",
  group: "layout-w3",
  setup: () => unevaluatedSession(ledgerWork(2_000)),
};
