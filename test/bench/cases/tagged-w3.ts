import type { BenchCase } from "../case.ts";
import { ledgerWork, tagged, wholeSession } from "../layouts.ts";

/**
 * A table of 2,000 rows that assistive technology can walk (PDF/UA-1): 18,000 elements. Beside the untagged one it may
 * take twice the time and half as many bytes more.
 */
export const benchCase: BenchCase = {
  name: "w3",
  group: "tagged",
  setup: () => wholeSession(tagged(ledgerWork(2_000))),
};
