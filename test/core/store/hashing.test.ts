import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { digestOf, sha256Of } from "../../../src/core/store/pdf-store.ts";

test.each([0, 1, 1024 * 1024, 1024 * 1024 + 1, 3_000_000])(
  "the hash of %d bytes is that of all of them",
  async (size) => {
    const bytes = Buffer.alloc(size, "page");
    expect(await sha256Of(bytes)).toBe(createHash("sha256").update(bytes).digest("hex"));
  },
);

test("the hash of parts is that of all their bytes in a row", async () => {
  const parts = [Buffer.from("options"), Buffer.alloc(0), Buffer.alloc(100_000, "page")];
  expect(await digestOf("sha256", ...parts)).toEqual(createHash("sha256").update(Buffer.concat(parts)).digest());
});

test("the event loop turns while a large file is hashed", async () => {
  let turns = 0;
  const turn = setInterval(() => (turns += 1), 0);
  await sha256Of(Buffer.alloc(256 * 1024 * 1024));
  clearInterval(turn);
  expect(turns).toBeGreaterThan(1);
});
