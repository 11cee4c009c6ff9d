import type { BenchCase } from "../case.ts";
import { invoiceWork, unevaluatedSession } from "../layouts.ts";

/** Layout of one invoice whose expressions are answered already. */
export const benchCase: BenchCase = {
  name: "without expressions",
  group: "layout-w1",
  setup: async () => unevaluatedSession(await invoiceWork()),
};
