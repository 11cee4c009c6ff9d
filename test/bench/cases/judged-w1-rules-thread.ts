import type { BenchCase } from "../case.ts";
import { judgedSession } from "../judged.ts";

/** One invoice with the profile that it declares, judged in the thread of rules, as those of plugins are. */
export const benchCase: BenchCase = {
  name: "w1-rules-thread",
  group: "judged",
  warmUpMs: 4_000,
  setup: () => judgedSession(1, "rules"),
};
