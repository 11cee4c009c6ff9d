import fc from "fast-check";
import { expect, test } from "vitest";
import { release, Segments } from "../../../../../src/plugins/renderers/pdf/file/segments.ts";

test("segments join to what was appended, whatever its pieces", () => {
  const pieces = fc.oneof(
    fc.array(fc.integer({ min: 0, max: 200_000 }), { maxLength: 20 }),
    // Some that need a second segment, and a third.
    fc.array(fc.integer({ min: 5_000_000, max: 40_000_000 }), { minLength: 1, maxLength: 3 }),
  );
  fc.assert(
    fc.property(pieces, (lengths) => {
      const segments = new Segments();
      const expected: Uint8Array[] = [];
      for (const [index, length] of lengths.entries()) {
        const piece = new Uint8Array(length).fill(index + 1);
        segments.append(piece);
        expected.push(piece);
      }
      const whole = Buffer.concat(expected);
      expect(segments.length).toBe(whole.length);
      expect(Buffer.compare(segments.join(), whole)).toBe(0);
    }),
    { numRuns: 12 },
  );
});

test("memory that is released is gone at once", () => {
  const bytes = new Uint8Array(100_000).fill(7);
  release(bytes);
  expect(bytes.length).toBe(0);
});

test.each([40_000, 3_000_000, 8_000_000])("a file of %i bytes is handed over in memory of its own size", (bytes) => {
  const segments = new Segments();
  segments.append(new Uint8Array(bytes).fill(7));
  segments.appendLatin1("%%EOF");
  const whole = segments.join();
  expect(whole.buffer.byteLength).toBe(bytes + 5);
  expect(whole.subarray(-5)).toEqual(Uint8Array.from(Buffer.from("%%EOF")));
});
