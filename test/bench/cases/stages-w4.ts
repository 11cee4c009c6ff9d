import type { BenchCase } from "../case.ts";
import { invoices, stagesSession } from "../stages.ts";

/** One invoice without a Japanese letter. */
export const benchCase: BenchCase = {
  name: "w4",
  group: "stages",
  setup: () => stagesSession(invoices(1, "en")),
};
