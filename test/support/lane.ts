/**
 * Which lane of checks runs: `fast` is what a developer runs at every change (`npm test`), `full` raises the counts of
 * fuzz, fault and soak tests (`npm run test:full`). `vitest.config.ts` repeats in the full lane only the test files
 * that import this module or fast-check, because only they behave differently there.
 */
export type Lane = "fast" | "full";

function laneFrom(value: string | undefined): Lane {
  if (value === undefined || value === "" || value === "fast") return "fast";
  if (value === "full") return "full";
  throw new Error(`PLATEN_TEST_LANE is "${value}"; it takes "fast" or "full".`);
}

export const lane: Lane = laneFrom(process.env["PLATEN_TEST_LANE"]);

/** Picks the value of the running lane: `numRuns: inLane({ fast: 200, full: 20_000 })`. */
export function inLane<Value>(choices: Readonly<Record<Lane, Value>>): Value {
  return choices[lane];
}
