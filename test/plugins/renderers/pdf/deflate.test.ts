import { createHash } from "node:crypto";
import { deflateSync, inflateSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { deflate, deflateQuickly } from "../../../../src/plugins/renderers/pdf/deflate.ts";

/** Bytes that look random, the same at every run. */
function noise(length: number, seed = 1): Uint8Array {
  let state = seed;
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state >>> 24;
  });
}

/** Numbers, operators and glyph ids, as in content streams. */
function prose(length: number): Uint8Array {
  const [numbers, glyphs] = [noise(length), noise(length, 2)];
  let text = "";
  for (let at = 0; text.length < length; at += 3) {
    const shown = Array.from(glyphs.subarray(at, at + 3), (glyph) => String.fromCharCode(0, 16 + (glyph & 15))).join(
      "",
    );
    text += `${(numbers[at] ?? 0) >> 3}.${(numbers[at + 1] ?? 0) >> 2} 0 Td\n(${shown})Tj\n`;
  }
  return new TextEncoder().encode(text.slice(0, length));
}

const INPUTS: readonly { readonly name: string; readonly bytes: Uint8Array }[] = [
  { name: "nothing", bytes: new Uint8Array(0) },
  { name: "a byte", bytes: Uint8Array.of(7) },
  { name: "one byte a thousand times", bytes: new Uint8Array(1_000).fill(7) },
  { name: "zeros beyond the window", bytes: new Uint8Array(200_000) },
  { name: "noise, which is stored", bytes: noise(70_000) },
  { name: "noise of few values, in blocks", bytes: noise(120_000).map((byte) => byte & 31) },
  { name: "content", bytes: prose(300_000) },
  { name: "the same noise farther away than the window", bytes: Uint8Array.from([...noise(40_000), ...noise(40_000)]) },
  { name: "all bytes", bytes: Uint8Array.from({ length: 256 }, (_, byte) => byte) },
];

describe("deflate", () => {
  test.for(INPUTS)("$name comes back as it was", ({ bytes }) => {
    for (const level of [6, 9] as const) expect(inflateSync(deflate(bytes, level))).toEqual(Buffer.from(bytes));
    expect(inflateSync(deflateQuickly(bytes))).toEqual(Buffer.from(bytes));
  });

  test("a stream of any bytes comes back as it was", () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 400 }),
      fc.array(fc.constantFrom(0, 1, 40, 41, 255), { maxLength: 3_000 }).map((values) => Uint8Array.from(values)),
    );
    fc.assert(
      fc.property(bytes, (given) => {
        expect(inflateSync(deflate(given))).toEqual(Buffer.from(given));
        expect(inflateSync(deflateQuickly(given))).toEqual(Buffer.from(given));
      }),
    );
  });

  test("what was compressed before decides no byte", () => {
    const before = [deflate(prose(5_000)), deflateQuickly(prose(5_000))];
    for (const { bytes } of INPUTS) {
      deflate(bytes, 9);
      deflateQuickly(bytes);
    }
    expect([deflate(prose(5_000)), deflateQuickly(prose(5_000))]).toEqual(before);
  });

  test("what does not get smaller grows by a few bytes only", () => {
    expect(deflate(noise(70_000)).length).toBeLessThanOrEqual(70_000 + 6 + 3 * 5);
    expect(deflate(new Uint8Array(0)).length).toBe(8);
  });

  test("content is as small as zlib makes it, within three per cent, and quickly within eight", () => {
    const bytes = prose(300_000);
    expect(deflate(bytes).length).toBeLessThan(deflateSync(bytes, { level: 6 }).length * 1.03);
    expect(deflateQuickly(bytes).length).toBeLessThan(deflateSync(bytes, { level: 1 }).length * 1.08);
  });

  test("the bytes are the same on every machine", () => {
    const all = createHash("sha256");
    for (const { bytes } of INPUTS) all.update(deflate(bytes)).update(deflate(bytes, 9)).update(deflateQuickly(bytes));
    expect(all.digest("hex")).toBe("13680e708c6b5932fd6765def5f3a520435ae395c5debed568c67a67ebec10a9");
  });
});
