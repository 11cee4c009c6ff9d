import type { BenchCase } from "../case.ts";
import { invoiceWork, layoutSession } from "../layouts.ts";

/** Layout alone of one invoice, expressions included; its ratio is its share of the whole. */
export const benchCase: BenchCase = {
  name: "alone",
  group: "layout-w1",
  setup: async () => layoutSession(await invoiceWork()),
};
