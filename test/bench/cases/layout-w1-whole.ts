import type { BenchCase } from "../case.ts";
import { invoiceWork, wholeSession } from "../layouts.ts";

/** The whole engine on the same invoice. */
export const benchCase: BenchCase = {
  name: "whole",
  group: "layout-w1",
  baseline: true,
  setup: async () => wholeSession(await invoiceWork()),
};
