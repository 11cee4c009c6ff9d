import type { BenchCase } from "../case.ts";
import { layoutSession, ledgerWork } from "../layouts.ts";

/** The upper end of the slope. */
export const benchCase: BenchCase = {
  name: "50000",
  group: "layout-rows",
  setup: () => layoutSession(ledgerWork(50_000)),
};
