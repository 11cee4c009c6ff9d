import fc from "fast-check";
import { expect, test } from "vitest";
import {
  cosineOf,
  decimalExponent,
  lengthOf,
  logarithmOf,
  sineOf,
  tangentOf,
  toPower24Tenths,
  wholePower,
} from "../../../src/core/geometry/pinned-arithmetic.ts";

const angles = fc.double({ min: -50, max: 50, noNaN: true });

test("sine, cosine and tangent are those of the engine but for its last digits", () => {
  fc.assert(
    fc.property(angles, (angle) => {
      expect(Math.abs(sineOf(angle) - Math.sin(angle))).toBeLessThan(1e-14);
      expect(Math.abs(cosineOf(angle) - Math.cos(angle))).toBeLessThan(1e-14);
    }),
  );
  fc.assert(
    fc.property(fc.double({ min: -1.5, max: 1.5, noNaN: true }), (angle) => {
      expect(Math.abs(tangentOf(angle) / Math.tan(angle) - 1 || 0)).toBeLessThan(1e-13);
    }),
  );
});

test("quarters of a turn are as exact as they can be named", () => {
  [0, 1, 0, -1, 0].forEach((sine, quarter) => {
    expect(sineOf((Math.PI / 2) * quarter)).toBeCloseTo(sine, 14);
  });
});

test("the digits of sines are pinned", () => {
  expect([0.1, 0.7, 1, 2, 3.3].map(sineOf)).toMatchInlineSnapshot(`
    [
      0.09983341664682815,
      0.644217687237691,
      0.8414709848078965,
      0.9092974268256817,
      -0.1577456941432482,
    ]
  `);
});

test("logarithms and whole powers are those of the engine but for its last digits", () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-300, max: 1e300, noNaN: true }), (value) => {
      expect(Math.abs(logarithmOf(value) - Math.log(value))).toBeLessThan(1e-12);
    }),
  );
  fc.assert(
    fc.property(fc.double({ min: -20, max: 20, noNaN: true }), fc.integer({ min: -40, max: 40 }), (base, exponent) => {
      const theirs = base ** exponent;
      fc.pre(Number.isFinite(theirs) && theirs !== 0);
      expect(Math.abs(wholePower(base, exponent) / theirs - 1)).toBeLessThan(1e-13);
    }),
  );
  expect([0, -1, Infinity].map(logarithmOf)).toEqual([-Infinity, NaN, Infinity]);
  expect(() => wholePower(2, 0.5)).toThrow("whole");
});

test("logarithms of whole powers are not below them, which rounding down hangs on", () => {
  for (let exponent = 0; exponent <= 40; exponent += 1) {
    expect(Math.trunc(logarithmOf(wholePower(2, exponent)) / logarithmOf(2))).toBe(exponent);
  }
});

test("lengths, powers and exponents are those of the engine but for its last digits", () => {
  expect(lengthOf(3, 4)).toBe(5);
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (value) => {
      expect(Math.abs(toPower24Tenths(value) - value ** 2.4)).toBeLessThan(1e-13);
    }),
  );
  fc.assert(
    fc.property(
      fc.integer({ min: -300, max: 300 }),
      fc.double({ min: 1.001, max: 9.999, noNaN: true }),
      (exponent, head) => {
        expect(decimalExponent(Number(`${head}e${exponent}`))).toBe(exponent);
      },
    ),
  );
  expect([1, 10, 1000, 0.1, 0.001].map(decimalExponent)).toEqual([0, 1, 3, -1, -3]);
});
