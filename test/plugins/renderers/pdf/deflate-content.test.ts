import { inflateSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { deflateQuickly } from "../../../../src/plugins/renderers/pdf/deflate.ts";
import { deflateContent } from "../../../../src/plugins/renderers/pdf/deflate-content.ts";

/** So many cells of a table: a move, and glyphs of two bytes each. */
function cells(count: number): Uint8Array {
  const random = noise(count * 8);
  const lines = Array.from({ length: count }, (_, cell) => {
    const [x = 0, tenths = 0, y = 0, ...digits] = random.subarray(cell * 8, cell * 8 + 8);
    const glyphs = digits.map((digit) => String.fromCharCode(0, 17 + (digit % 10)));
    return `${x}.${tenths % 100} ${y > 99 ? 0 : -y} Td\n(${glyphs.join("")})Tj\n`;
  });
  return new TextEncoder().encode(lines.join(""));
}

function noise(length: number): Uint8Array {
  let state = 1;
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state >>> 24;
  });
}

describe("the content of a page", () => {
  test.each([0, 1, 20, 80, 100, 200, 280, 300, 400, 2_000])("of %i cells comes back as it was", (count) => {
    const content = cells(count);
    expect(inflateSync(deflateContent(content))).toEqual(Buffer.from(content));
  });

  test("of any bytes comes back as it was, whatever its length", () => {
    const bytes = fc.oneof(
      fc.uint8Array({ minLength: 2_000, maxLength: 2_100 }),
      fc
        .array(fc.constantFrom(0, 17, 40, 41, 48, 255), { minLength: 2_000, maxLength: 8_300 })
        .map((values) => Uint8Array.from(values)),
    );
    fc.assert(
      fc.property(bytes, (given) => {
        expect(inflateSync(deflateContent(given))).toEqual(Buffer.from(given));
      }),
    );
  });

  test("has every symbol of the usual codes: all bytes, all lengths, far and near", () => {
    const parts: Uint8Array[] = [];
    for (let length = 4; length <= 258; length += 6)
      parts.push(
        Uint8Array.from({ length: 2 }, (_, at) => at),
        cells(3),
      );
    const content = Buffer.concat([noise(256), ...parts, cells(60)]).subarray(0, 8_192);
    expect(inflateSync(deflateContent(content))).toEqual(content);
  });

  test("of the usual kind is at most an eighth larger than with codes of its own", () => {
    const content = cells(160);
    expect(deflateContent(content).length).not.toBe(deflateQuickly(content).length);
    expect(deflateContent(content).length).toBeLessThan(deflateQuickly(content).length * 1.125);
  });

  test("has codes of its own where the usual ones do not suit it", () => {
    const content = noise(4_000);
    expect(deflateContent(content)).toEqual(deflateQuickly(content));
  });

  test("has the same bytes whatever was compressed before", () => {
    const content = cells(150);
    const before = deflateContent(content);
    for (const count of [3, 90, 160, 2_000]) deflateContent(cells(count));
    expect(deflateContent(content)).toEqual(before);
  });
});
