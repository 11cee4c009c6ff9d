import type { BenchCase } from "../case.ts";
import { layoutSession, ledgerWork } from "../layouts.ts";

/** The middle of the slope. */
export const benchCase: BenchCase = {
  name: "10000",
  group: "layout-rows",
  setup: () => layoutSession(ledgerWork(10_000)),
};
