import type { BenchCase } from "../case.ts";
import { invoiceWork, wholeSession } from "../layouts.ts";

/** The same page untagged. */
export const benchCase: BenchCase = {
  name: "w1-plain",
  group: "tagged-page",
  baseline: true,
  setup: async () => wholeSession(await invoiceWork()),
};
