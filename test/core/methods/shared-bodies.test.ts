import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { joinedBytes } from "../../../src/core/methods/index.ts";

const MEBIBYTE = 1024 * 1024;

/** Together they are 1,920 MiB. */
const BODIES = 120;

test("bodies that nobody needs any more give their memory back, one after another", async () => {
  const chunk = Buffer.alloc(MEBIBYTE, "x");
  const before = process.memoryUsage.rss();
  let most = 0;
  for (let body = 0; body < BODIES; body += 1) {
    const { length } = await joinedBytes(Array<Uint8Array>(16).fill(chunk), 16 * MEBIBYTE);
    expect(length).toBe(16 * MEBIBYTE);
    await nextTurn();
    most = Math.max(most, process.memoryUsage.rss() - before);
  }
  // How much waits to be collected depends on what else runs; it is not all of them.
  expect(most / MEBIBYTE).toBeLessThan((16 * BODIES) / 2);
});
