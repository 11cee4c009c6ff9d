import { afterEach, expect, test } from "vitest";
import { awaitingWork, countAwaitedWork } from "../../../../src/core/engine/threads/awaited-work.ts";

const COMPUTED_US = 100_000;

afterEach(() => countAwaitedWork(() => undefined));

test("what the process computes while a thread waits counts for the thread, and sleeping does not", () => {
  let countedUs = 0;
  countAwaitedWork((us) => {
    countedUs += us;
  });
  awaitingWork(() => {
    const begunMs = performance.now();
    const before = process.cpuUsage();
    // Other threads compute too, so the process may have computed for longer than the time that passed.
    for (;;) {
      const { user, system } = process.cpuUsage(before);
      if (Math.min(user + system, (performance.now() - begunMs) * 1_000) > COMPUTED_US) return;
    }
  });
  expect(countedUs).toBeGreaterThan(COMPUTED_US);
  countedUs = 0;
  awaitingWork(() => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000));
  expect(countedUs).toBeLessThan(1_000_000);
});
