import type { BenchCase } from "../case.ts";
import { checkSession } from "../sources.ts";

/** The lower end of the slope: the time of a line here is that of a line at 5,000 as long as checking is linear. */
export const benchCase: BenchCase = {
  name: "1000-lines",
  group: "check",
  setup: () => checkSession(1000),
};
