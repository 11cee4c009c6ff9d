import type { BenchCase } from "../case.ts";
import { checkSession } from "../sources.ts";

/** The upper end of the slope; items are lines. */
export const benchCase: BenchCase = {
  name: "5000-lines",
  group: "check",
  setup: () => checkSession(5000),
};
