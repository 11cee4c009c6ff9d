import type { BenchCase } from "../case.ts";
import { layoutSession, ledgerWork } from "../layouts.ts";

/** Layout alone of 2,000 rows, expressions included; its ratio is its share of the whole. Items are rows, 43 a page. */
export const benchCase: BenchCase = {
  name: "alone",
  group: "layout-w3",
  setup: () => layoutSession(ledgerWork(2_000)),
};
