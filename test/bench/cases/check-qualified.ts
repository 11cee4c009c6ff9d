import type { BenchCase } from "../case.ts";
import { checkSession } from "../sources.ts";

/** Parse, names, types and compile of one form, from its text; no layout. Items are lines. */
export const benchCase: BenchCase = {
  name: "qualified",
  group: "check",
  baseline: true,
  setup: () => checkSession(null),
};
