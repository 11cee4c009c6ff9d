/**
 * Which lane of checks runs. `fast` is what a developer runs at every change (`npm test`). `merge` is what is run
 * before a large change is merged (`npm run test:merge`): all tests, with counts of fuzz, fault and soak tests
 * that two cores work off in half an hour. `full` raises these counts as far as a night allows (`npm run test:full`).
 * `vitest.config.ts` repeats in the lanes after `fast` only the test files that import this module or fast-check,
 * because only they behave differently there.
 */
export type Lane = "fast" | "merge" | "full";

const LANES: readonly string[] = ["fast", "merge", "full"] satisfies readonly Lane[];

function isLane(value: string): value is Lane {
  return LANES.includes(value);
}

function laneFrom(value: string | undefined): Lane {
  if (value === undefined || value === "") return "fast";
  if (isLane(value)) return value;
  throw new Error(`PLATEN_TEST_LANE is "${value}"; it takes "fast", "merge" or "full".`);
}

export const lane: Lane = laneFrom(process.env["PLATEN_TEST_LANE"]);

/** What a test takes in each lane. */
interface Choices<Value> {
  readonly fast: Value;
  /** Where it is not said, a number lies between the two others, and anything else is that of the full lane. */
  readonly merge?: Value;
  readonly full: Value;
}

/**
 * Picks the value of the running lane: `numRuns: inLane({ fast: 200, full: 20_000 })` is 2,000 in the merge lane, as
 * many times more than the fast lane's as the full lane's is more than that.
 */
export function inLane<Value>(choices: Choices<Value>): Value {
  if (lane !== "merge") return choices[lane];
  return choices.merge ?? between(choices.fast, choices.full);
}

/**
 * All cases of an exhaustive table; in the fast lane one of `oneOf`, evenly, from the one at `from` on. A table within
 * another one passes its own number as `from`, so that its rows meet different cases.
 */
export function sampled<Case>(cases: readonly Case[], oneOf: number, from = 0): readonly Case[] {
  return lane === "fast" ? cases.filter((_, at) => at % oneOf === from % oneOf) : cases;
}

/** The geometric mean of two counts, which is right for counts that grow and for steps that shrink. */
function between<Value>(fast: Value, full: Value): Value {
  if (typeof fast !== "number" || typeof full !== "number" || !Number.isFinite(full)) return full;
  return Math.round(Math.sqrt(fast * full)) as Value;
}
