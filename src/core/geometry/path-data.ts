// Path data of SVG → its steps (SVG 2, section 9.3): absolute, no command short for another one, arcs as curves.
// svgpath reads the data; its arcs and turns are not used: they ask for sines that each engine rounds in its own way.
import svgpath from "svgpath";
import { arcCurves } from "./arcs.ts";
import type { Matrix } from "./matrix.ts";

export type PathStep =
  | { readonly op: "move" | "line"; readonly x: number; readonly y: number }
  | { readonly op: "quadratic"; readonly x1: number; readonly y1: number; readonly x: number; readonly y: number }
  | {
      readonly op: "curve";
      readonly x1: number;
      readonly y1: number;
      readonly x2: number;
      readonly y2: number;
      readonly x: number;
      readonly y: number;
    }
  | { readonly op: "close" };

/** The steps of path data under a matrix; null where the data is broken. */
export function pathSteps(data: string, matrix: Matrix): readonly PathStep[] | null {
  const path = svgpath.from(data);
  if ("err" in path && path.err !== "") return null;
  const [a, b, c, d, e, f] = matrix;
  const steps: PathStep[] = [];
  let isWhole = true;
  const placed = (x: number, y: number): readonly [number, number] => {
    const point = [a * x + c * y + e, b * x + d * y + f] as const;
    if (!point.every(Number.isFinite)) isWhole = false;
    return point;
  };
  const to = (op: "move" | "line", toX: number, toY: number): void => {
    const [x, y] = placed(toX, toY);
    steps.push({ op, x, y });
  };
  const curve = (points: readonly number[]): void => {
    const [c1x = 0, c1y = 0, c2x = 0, c2y = 0, toX = 0, toY = 0] = points;
    const [[x1, y1], [x2, y2], [x, y]] = [placed(c1x, c1y), placed(c2x, c2y), placed(toX, toY)];
    steps.push({ op: "curve", x1, y1, x2, y2, x, y });
  };
  path
    .abs()
    .unshort()
    .iterate((segment, _, x, y) => {
      switch (segment[0]) {
        case "M":
          return to("move", segment[1], segment[2]);
        case "L":
          return to("line", segment[1], segment[2]);
        case "H":
          return to("line", segment[1], y);
        case "V":
          return to("line", x, segment[1]);
        case "C":
          return curve(segment.slice(1).map(Number));
        case "Q": {
          const [[x1, y1], [toX, toY]] = [placed(segment[1], segment[2]), placed(segment[3], segment[4])];
          steps.push({ op: "quadratic", x1, y1, x: toX, y: toY });
          return;
        }
        case "A": {
          const [, rx, ry, degrees, large, sweep, x2, y2] = segment;
          const flags = { isLarge: Number(large) === 1, isClockwise: Number(sweep) === 1 };
          const curves = arcCurves({ x1: x, y1: y, x2, y2, rx, ry, degrees, ...flags });
          if (curves.length === 0) to("line", x2, y2);
          for (const part of curves) curve(part);
          return;
        }
        default:
          steps.push({ op: "close" });
      }
    });
  return isWhole ? steps : null;
}
