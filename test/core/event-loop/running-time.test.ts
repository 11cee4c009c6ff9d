import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { countRunningTime } from "../../../src/core/event-loop/index.ts";

/** This thread stands still, as a paused process does: no timer of it goes off. */
function standStill(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

const STEP_MS = 20;

/** Counts so much time, and tells whether it has ended. */
function counting(ms: number) {
  let isOver = false;
  const end = (): void => {
    isOver = true;
  };
  return { time: countRunningTime(ms, end, STEP_MS), isOver: () => isOver };
}

test("ends after as much time as was asked for", async () => {
  const startedMs = performance.now();
  await new Promise<void>((ended) => countRunningTime(100, ended, STEP_MS));
  expect(performance.now() - startedMs).toBeGreaterThanOrEqual(95);
});

test("a pause of the process costs one step", async () => {
  const { time, isOver } = counting(400);
  await sleep(5);
  standStill(600);
  // Everything that is due by the clock is done by then.
  await sleep(STEP_MS);
  expect(isOver()).toBe(false);
  expect(time.stop()).toBeLessThan(400);
});

test("what is stopped ends no more, and its count stays", async () => {
  const { time, isOver } = counting(50);
  const counted = time.stop();
  await sleep(100);
  expect([isOver(), time.stop()]).toEqual([false, counted]);
});
