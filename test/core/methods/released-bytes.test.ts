import { expect, it } from "vitest";
import { releaseBytes } from "../../../src/core/methods/index.ts";

const LARGE = 256 * 1024;

it("gives the memory of large bytes back", () => {
  const bytes = new Uint8Array(LARGE);
  releaseBytes(bytes);
  expect(bytes.length).toBe(0);
  expect(bytes.buffer.byteLength).toBe(0);
});

it.each([
  ["are small", new Uint8Array(100)],
  ["are part of others", new Uint8Array(2 * LARGE).subarray(0, LARGE)],
  ["lie in memory that threads share", new Uint8Array(new SharedArrayBuffer(LARGE))],
])("leaves bytes alone that %s", (_, bytes) => {
  const length = bytes.fill(7).length;
  releaseBytes(bytes);
  expect(bytes).toHaveLength(length);
  expect(bytes.at(-1)).toBe(7);
});
