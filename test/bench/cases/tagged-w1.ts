import type { BenchCase } from "../case.ts";
import { invoiceWork, tagged, wholeSession } from "../layouts.ts";

/** One tagged page with ten lines. */
export const benchCase: BenchCase = {
  name: "w1",
  group: "tagged-page",
  setup: async () => wholeSession(tagged(await invoiceWork())),
};
