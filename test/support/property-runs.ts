import { readFileSync } from "node:fs";
import { expect } from "vitest";
import { inLane } from "./lane.ts";

// Loaded before every test file: what property tests of a file get that name no number of runs or seed themselves.

/** Four hundred in the merge lane, as `inLane` puts it between the two. */
const RUNS = inLane({ fast: 40, full: 4_000 });

/** One commit gets one verdict: what other seeds find is looked for on purpose, and not in somebody's way. */
const SEED = 20_261_122;

/** `PLATEN_TEST_SEED`: a number, or `random` for another one in each run. A failure tells the one it had. */
function seedFrom(value: string | undefined): number | null {
  if (value === undefined || value === "") return SEED;
  if (value === "random") return null;
  const seed = Number(value);
  if (!Number.isInteger(seed)) throw new Error(`PLATEN_TEST_SEED is "${value}"; it takes a whole number or "random".`);
  return seed;
}

// Most test files know no properties, and need not wait for the library.
const { testPath } = expect.getState();
if (testPath !== undefined && readFileSync(testPath, "utf8").includes('"fast-check"')) {
  const { configureGlobal } = await import("fast-check");
  const seed = seedFrom(process.env["PLATEN_TEST_SEED"]);
  configureGlobal({ numRuns: RUNS, ...(seed === null ? {} : { seed }) });
}
