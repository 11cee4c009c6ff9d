import fc from "fast-check";
import svgpath from "svgpath";
import { describe, expect, test } from "vitest";
import {
  combined,
  IDENTITY,
  type Matrix,
  matrixOf,
  type PathStep,
  pathSteps,
} from "../../../src/core/geometry/index.ts";

/** Points along the steps of path data, closely. */
function pointsOf(steps: readonly PathStep[]): readonly (readonly [number, number])[] {
  const points: (readonly [number, number])[] = [];
  for (const step of steps) {
    const [x0, y0] = points.at(-1) ?? [0, 0];
    if (step.op === "curve") {
      for (let part = 1; part <= 16; part += 1) {
        const at = (a: number, b: number, c: number, d: number): number => {
          const [t, rest] = [part / 16, 1 - part / 16];
          return rest * rest * rest * a + 3 * rest * rest * t * b + 3 * rest * t * t * c + t * t * t * d;
        };
        points.push([at(x0, step.x1, step.x2, step.x), at(y0, step.y1, step.y2, step.y)]);
      }
    } else if (step.op === "move" || step.op === "line") points.push([step.x, step.y]);
  }
  return points;
}

/** What svgpath makes of the same data, by the sines of the engine. */
function bySvgpath(data: string, transform: string): readonly PathStep[] {
  const steps: PathStep[] = [];
  svgpath(data)
    .abs()
    .unarc()
    .transform(transform)
    .iterate((segment) => {
      const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = segment.slice(1).map(Number);
      if (segment[0] === "C") steps.push({ op: "curve", x1: a, y1: b, x2: c, y2: d, x: e, y: f });
      else steps.push({ op: segment[0] === "M" ? "move" : "line", x: a, y: b });
    });
  return steps;
}

/** How far the points of one line are from those of another at most, as they lie. */
function gap(ones: readonly (readonly [number, number])[], others: readonly (readonly [number, number])[]): number {
  const nearest = ([x, y]: readonly [number, number]) =>
    Math.min(...others.map(([otherX, otherY]) => Math.hypot(x - otherX, y - otherY)));
  return Math.max(...ones.map(nearest));
}

const number = fc.integer({ min: -500, max: 500 }).map((value) => value / 10);
const radius = fc.integer({ min: 1, max: 800 }).map((value) => value / 10);
const flag = fc.constantFrom(0, 1);
const arcs = fc
  .tuple(number, number, radius, radius, number, flag, flag, number, number)
  .filter(([x, y, , , , , , toX, toY]) => Math.hypot(x - toX, y - toY) > 0.5);

describe("arcs", () => {
  test("lead where svgpath's lead, which asks the engine for sines", () => {
    fc.assert(
      fc.property(arcs, ([x, y, rx, ry, turn, large, sweep, toX, toY]) => {
        const data = `M${x} ${y}A${rx} ${ry} ${turn} ${large} ${sweep} ${toX} ${toY}`;
        const ours = pointsOf(pathSteps(data, IDENTITY) ?? []);
        const theirs = pointsOf(bySvgpath(data, ""));
        const size = Math.max(...theirs.map(([px, py]) => Math.hypot(px - x, py - y)));
        // Both are sampled: their points are no further from one another than those of one line.
        expect(gap(ours, theirs)).toBeLessThan(size / 8);
        expect(gap(theirs, ours)).toBeLessThan(size / 8);
        expect(ours.at(-1)).toEqual([toX, toY]);
      }),
    );
  });

  test("lie on their ellipse", () => {
    fc.assert(
      fc.property(radius, radius, fc.integer({ min: 1, max: 359 }), (rx, ry, degrees) => {
        const angle = (degrees * Math.PI) / 180;
        const [toX, toY] = [rx * Math.cos(angle), ry * Math.sin(angle)];
        fc.pre(degrees !== 180);
        const data = `M${rx} 0A${rx} ${ry} 0 ${degrees > 180 ? 1 : 0} 1 ${toX} ${toY}`;
        for (const [x, y] of pointsOf(pathSteps(data, IDENTITY) ?? [])) {
          expect(Math.abs(Math.hypot(x / rx, y / ry) - 1)).toBeLessThan(0.0004);
        }
      }),
    );
  });

  test.each([
    ["a circle in two halves", "M0 0a5 5 0 1 1 10 0a5 5 0 1 1 -10 0Z", 4],
    ["a quarter", "M0 0a5 5 0 0 1 5 5", 1],
    ["three quarters", "M0 0a5 5 0 1 1 5 5", 4],
    ["radii that are too small", "M0 0a1 1 0 0 1 10 0", 2],
    ["a tiny way of a large circle", "M0 0a9000 9000 0 0 1 0.001 0", 1],
    ["nearly all of a circle", "M0 0a5 5 0 1 1 0 0.001", 4],
  ])("%s takes as few curves as it can", (_, data, curves) => {
    const steps = pathSteps(data, IDENTITY) ?? [];
    expect(steps.filter(({ op }) => op === "curve")).toHaveLength(curves);
  });

  test.each(["M0 0A0 5 0 0 1 9 9", "M0 0A5 0 0 0 1 9 9"])("%s is a straight line", (data) => {
    expect(pathSteps(data, IDENTITY)).toEqual([
      { op: "move", x: 0, y: 0 },
      { op: "line", x: 9, y: 9 },
    ]);
  });
});

describe("transforms", () => {
  test.each([
    "translate(3)",
    "translate(3, 4)",
    "scale(2)",
    "scale(2 -3)",
    "rotate(30)",
    "rotate(-120, 5, 6)",
    "skewX(20)",
    "skewY(-10)",
    "matrix(1 2 3 4 5 6)",
    "translate(10 20) rotate(15) scale(.5), skewX(3)",
    "rotate(1 2)",
    "scale()",
    "turn(5)",
    "",
  ])("%s is what svgpath makes of it", (transform) => {
    const theirs = pointsOf(bySvgpath("M0 0L1 0L0 1", transform));
    const ours = pointsOf(pathSteps("M0 0L1 0L0 1", matrixOf(transform)) ?? []);
    ours.flat().forEach((value, index) => {
      expect(value).toBeCloseTo(theirs.flat()[index] as number, 12);
    });
  });

  test("of numbers that no page has are none", () => {
    expect(matrixOf("scale(1e400)")).toBe(IDENTITY);
    expect(matrixOf(undefined)).toBe(IDENTITY);
  });

  test("the inner one comes first", () => {
    const move: Matrix = [1, 0, 0, 1, 10, 0];
    expect(combined([2, 0, 0, 2, 0, 0], move)).toEqual([2, 0, 0, 2, 20, 0]);
  });
});

test("short commands say what they stand for", () => {
  expect(pathSteps("m1 1h2v3q1 1 2 0t2 0s1 1 2 2z", IDENTITY)).toEqual([
    { op: "move", x: 1, y: 1 },
    { op: "line", x: 3, y: 1 },
    { op: "line", x: 3, y: 4 },
    { op: "quadratic", x1: 4, y1: 5, x: 5, y: 4 },
    { op: "quadratic", x1: 6, y1: 3, x: 7, y: 4 },
    { op: "curve", x1: 7, y1: 4, x2: 8, y2: 5, x: 9, y: 6 },
    { op: "close" },
  ]);
});

test.each(["M0 0L", "L5 5", "M0 0A5 5 0 0 2 9 9", "M1e999 0L1 1"])("'%s' is broken", (data) => {
  expect(pathSteps(data, IDENTITY)).toBeNull();
});
