import type { BenchCase } from "../case.ts";
import { invoices, stagesSession } from "../stages.ts";

/** One Japanese invoice. */
export const benchCase: BenchCase = {
  name: "w1",
  group: "stages",
  setup: () => stagesSession(invoices(1, "ja")),
};
