import type { BenchCase } from "../case.ts";
import { layoutSession, ledgerWork } from "../layouts.ts";

/** The lower end of the slope: a row here takes as long as one of 10,000 or 50,000 as long as layout is linear. */
export const benchCase: BenchCase = {
  name: "1000",
  group: "layout-rows",
  baseline: true,
  setup: () => layoutSession(ledgerWork(1_000)),
};
