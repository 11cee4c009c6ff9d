import type { BenchCase } from "../case.ts";
import { ledgerWork, wholeSession } from "../layouts.ts";

/** The whole engine on the same rows. */
export const benchCase: BenchCase = {
  name: "whole",
  group: "layout-w3",
  baseline: true,
  setup: () => wholeSession(ledgerWork(2_000)),
};
