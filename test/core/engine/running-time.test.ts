import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { countRunningTime } from "../../../src/core/engine/running-time.ts";

/** This thread stands still, as a paused process does: no timer of it goes off. */
function standStill(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

const STEP_MS = 20;

test("ends after as much time as was asked for", async () => {
  const startedMs = performance.now();
  await new Promise<void>((ended) => countRunningTime(100, ended, STEP_MS));
  expect(performance.now() - startedMs).toBeGreaterThanOrEqual(95);
});

test("a pause of the process costs one step", async () => {
  let isOver = false;
  const time = countRunningTime(
    400,
    () => {
      isOver = true;
    },
    STEP_MS,
  );
  await sleep(5);
  standStill(600);
  // Everything that is due by the clock is done by then.
  await sleep(STEP_MS);
  expect(isOver).toBe(false);
  expect(time.stop()).toBeLessThan(400);
});

test("what is stopped ends no more, and its count stays", async () => {
  let isOver = false;
  const time = countRunningTime(
    50,
    () => {
      isOver = true;
    },
    STEP_MS,
  );
  const counted = time.stop();
  await sleep(100);
  expect([isOver, time.stop()]).toEqual([false, counted]);
});
