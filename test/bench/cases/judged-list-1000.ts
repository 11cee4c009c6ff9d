import type { BenchCase } from "../case.ts";
import { judgedSession } from "../judged.ts";

/** 1,000 invoices in one file with the profile that it declares, judged in the thread that renders. */
export const benchCase: BenchCase = {
  name: "list-1000",
  group: "judged",
  warmUpMs: 4_000,
  setup: () => judgedSession(1000, "rendering"),
};
