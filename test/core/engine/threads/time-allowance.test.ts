import { describe, expect, test } from "vitest";
import { overdrawnWords, timeAllowance } from "../../../../src/core/engine/threads/time-allowance.ts";

/** What an allowance of a second says after each moment; each moment is the time that passed and that was computed. */
function saidAfter(moments: readonly (readonly [passedMs: number, computedMs: number])[]) {
  let [passedMs, computedMs] = [5_000, 700];
  const allowance = timeAllowance(1_000, { passedMs: () => passedMs, computedMs: () => computedMs });
  return moments.map(([passed, computed]) => {
    [passedMs, computedMs] = [5_000 + passed, 700 + computed];
    return allowance();
  });
}

describe("an allowance of time", () => {
  test("is used by a thread that computes all the while", () => {
    expect(
      saidAfter([
        [500, 490],
        [1_000, 980],
        [1_020, 990],
      ]),
    ).toEqual([null, null, "used"]);
  });

  test("is not used by the threads beside it before its time has passed", () => {
    expect(
      saidAfter([
        [500, 4_000],
        [1_000, 8_000],
        [1_001, 8_000],
      ]),
    ).toEqual([null, null, "used"]);
  });

  test("is left to a thread that a busy machine gives little time", () => {
    expect(
      saidAfter([
        [1_500, 100],
        [5_000, 700],
        [5_500, 760],
      ]),
    ).toEqual([null, null, "used"]);
  });

  test("ends for a thread that sleeps", () => {
    expect(
      saidAfter([
        [2_000, 0],
        [6_000, 10],
        [6_001, 10],
      ]),
    ).toEqual([null, null, "idle"]);
  });

  test("is told by the time that was waited", () => {
    expect(overdrawnWords(2_000, "used")).toBe("did not end within 2 s");
    expect(overdrawnWords(2_000, "idle")).toContain("within 12 s");
  });
});
