import fc from "fast-check";
import { expect, test } from "vitest";
import { medianOf, shown, slopeOf, verdictOn } from "./spread.ts";

test.for([
  [[3, 1, 2], 2],
  [[4, 1, 3, 2], 2.5],
  [[7], 7],
] as const)("the median of %o is %d", ([values, expected]) => {
  expect(medianOf(values).value).toBe(expected);
});

test("a median of many equal rounds moves little for one in which the machine was busy", () => {
  const quiet = Array.from({ length: 40 }, (_, at) => 1 + at / 1000);
  const { value, low, high } = medianOf([...quiet, 500]);
  expect(value).toBeCloseTo(1.02, 2);
  expect(low).toBeGreaterThan(1);
  expect(high).toBeLessThan(1.04);
});

test("the slope of a straight line is its own, wherever one point lies", () => {
  fc.assert(
    fc.property(fc.integer({ min: -50, max: 50 }), fc.integer({ min: 0, max: 29 }), (slope, odd) => {
      const points = Array.from({ length: 30 }, (_, x) => ({ x, y: slope * x + (x === odd ? 10_000 : 0) }));
      expect(slopeOf(points).value).toBe(slope);
    }),
  );
});

test("the interval of a slope encloses it", () => {
  const points = Array.from({ length: 40 }, (_, x) => ({ x, y: 2 * x + 30 * Math.sin(x * 12.9898) }));
  const { value, low, high } = slopeOf(points);
  expect(low).toBeLessThan(value);
  expect(high).toBeGreaterThan(value);
  expect(low).toBeGreaterThan(0);
});

test.for([
  [{ value: 1, low: 0.5, high: 2 }, 3, "holds"],
  [{ value: 3, low: 2, high: 4 }, 3, "is not shown"],
  [{ value: 5, low: 4, high: 6 }, 3, "is passed"],
] as const)("of %o the limit %d %s", ([estimate, limit, verdict]) => {
  expect(verdictOn(estimate, limit)).toBe(verdict);
});

test("an estimate is shown with its interval", () => {
  expect(shown({ value: 1.234, low: 1, high: 2 }, 2)).toBe("1.23 (1.00 to 2.00)");
});
