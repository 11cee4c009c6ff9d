import { afterEach, expect, test } from "vitest";
import { awaitingWork, countAwaitedWork } from "../../../../src/core/engine/threads/awaited-work.ts";

const COMPUTED_US = 100_000;

afterEach(() => countAwaitedWork(() => undefined));

test("what the process computes while a thread waits counts for the thread, and sleeping does not", () => {
  let countedUs = 0;
  countAwaitedWork((us) => {
    countedUs += us;
  });
  const before = process.cpuUsage();
  awaitingWork(() => {
    for (;;) {
      const { user, system } = process.cpuUsage(before);
      if (user + system > COMPUTED_US) return;
    }
  });
  expect(countedUs).toBeGreaterThan(COMPUTED_US * 0.9);
  countedUs = 0;
  awaitingWork(() => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000));
  expect(countedUs).toBeLessThan(1_000_000);
});
