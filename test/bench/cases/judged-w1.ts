import type { BenchCase } from "../case.ts";
import { judgedSession } from "../judged.ts";

/** One invoice of words of its own with the profile that it declares, judged in the thread that renders. */
export const benchCase: BenchCase = {
  name: "w1",
  group: "judged",
  warmUpMs: 4_000,
  setup: () => judgedSession(1, "rendering"),
};
