import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { Sha256 } from "../../clients/typescript/src/sha256.ts";

test("the sum of bytes in any pieces is that of Node's own", () => {
  const pieces = fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 8 });
  fc.assert(
    fc.property(pieces, (parts) => {
      const [own, nodes] = [new Sha256(), createHash("sha256")];
      for (const part of parts) {
        own.update(part);
        nodes.update(part);
      }
      expect(own.hex()).toBe(nodes.digest("hex"));
    }),
  );
});

test("a piece that is a view of a larger buffer counts by its own bytes", () => {
  const bytes = Uint8Array.from({ length: 300 }, (_, index) => index);
  const own = new Sha256();
  own.update(bytes.subarray(7, 290));
  expect(own.hex()).toBe(createHash("sha256").update(bytes.subarray(7, 290)).digest("hex"));
});
