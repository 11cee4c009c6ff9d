import type { BenchCase } from "../case.ts";
import { judgedSession } from "../judged.ts";

/** As `w1`, of invoices of the same few words: caches of texts and fonts answer for most of a file. */
export const benchCase: BenchCase = {
  name: "w1-alike",
  group: "judged",
  warmUpMs: 4_000,
  setup: () => judgedSession(1, "rendering", "alike"),
};
