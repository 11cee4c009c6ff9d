import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  ByteArena,
  decimalText,
  divideRounded,
  hundredths,
  thousandths,
} from "../../../../src/plugins/renderers/pdf/byte-arena.ts";

describe("the number writer", () => {
  test.each([
    [0, 2, "0"],
    [-0, 2, "0"],
    [1, 2, ".01"],
    [10, 2, ".1"],
    [-1, 2, "-.01"],
    [100, 2, "1"],
    [-100, 2, "-1"],
    [59528, 2, "595.28"],
    [84190, 2, "841.9"],
    [10500, 3, "10.5"],
    [7, 0, "7"],
    [1000, 0, "1000"],
    [-123456, 3, "-123.456"],
    [9_007_199_254_740_991, 2, "90071992547409.91"],
  ])("writes %d with %d decimals as %s", (value, decimals, expected) => {
    expect(decimalText(value, decimals)).toBe(expected);
  });

  test("writes any integer as the shortest decimal of the same value", () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 1e12 }), fc.integer({ min: 0, max: 4 }), (value, decimals) => {
        const text = decimalText(value, decimals);
        expect(text).toMatch(/^-?(\d+|\d*\.\d*[1-9])$/);
        const [whole = "", fraction = ""] = text.replace("-", "").split(".");
        const digits = BigInt(whole + fraction.padEnd(decimals, "0"));
        expect(text.startsWith("-") ? -digits : digits).toBe(BigInt(value));
      }),
    );
  });
});

describe("lengths", () => {
  test.each([
    [12_700, 100],
    [63, 0],
    [64, 1],
    [-63, 0],
    [-64, -1],
    [7_560_000, 59_528],
    [10_692_000, 84_189],
  ])("%d EMU are %d hundredths of a point", (emu, expected) => {
    expect(hundredths(emu) + 0).toBe(expected + 0);
  });

  test("a type size of 10.5 pt is exact in thousandths", () => {
    expect(thousandths(133_350)).toBe(10_500);
  });

  test("division rounds half away from zero on both sides", () => {
    expect([5, -5, 4, -4].map((value) => divideRounded(value, 10))).toEqual([1, -1, 0, -0]);
  });
});

describe("the arena", () => {
  test("keeps what was written while it grows, and forgets what was cut", () => {
    const arena = new ByteArena(4);
    for (let index = 0; index < 1000; index++) arena.decimal(index, 0);
    expect(new TextDecoder().decode(arena.toBytes())).toBe(Array.from({ length: 1000 }, (_, index) => index).join(""));
    arena.truncate(3);
    arena.ascii("ab");
    arena.append(Uint8Array.of(0x63));
    expect(new TextDecoder().decode(arena.toBytes())).toBe("012abc");
    expect(new TextDecoder().decode(arena.toBytes(3))).toBe("abc");
  });
});
