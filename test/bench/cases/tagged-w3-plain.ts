import type { BenchCase } from "../case.ts";
import { ledgerWork, wholeSession } from "../layouts.ts";

/** The same table untagged. */
export const benchCase: BenchCase = {
  name: "w3-plain",
  group: "tagged",
  baseline: true,
  setup: () => wholeSession(ledgerWork(2_000)),
};
