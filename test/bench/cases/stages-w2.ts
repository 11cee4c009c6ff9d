import type { BenchCase } from "../case.ts";
import { invoices, stagesSession } from "../stages.ts";

/** 100 invoices in one file; items are records. */
export const benchCase: BenchCase = {
  name: "w2",
  group: "stages",
  setup: () => stagesSession(invoices(100, "ja")),
};
