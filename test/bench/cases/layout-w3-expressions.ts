import type { BenchCase } from "../case.ts";
import { expressionSession, ledgerWork } from "../layouts.ts";

/** The expressions of 2,000 rows by themselves. */
export const benchCase: BenchCase = {
  name: "expressions",
  group: "layout-w3",
  setup: () => expressionSession(ledgerWork(2_000)),
};
