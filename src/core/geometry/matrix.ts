// Affine matrices, and what a `transform` of SVG says as one (SVG 2, section 8.5).
import { cosineOf, sineOf, tangentOf } from "./pinned-arithmetic.ts";

/** a, b, c, d, e, f: x' = a·x + c·y + e, y' = b·x + d·y + f. */
export type Matrix = readonly [number, number, number, number, number, number];

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** First `inner`, then `outer`. */
export function combined(outer: Matrix, inner: Matrix): Matrix {
  const [a, b, c, d, e, f] = outer;
  const [g, h, i, j, k, l] = inner;
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

const COMMAND = /(matrix|translate|scale|rotate|skewX|skewY)\s*\(\s*([^\s)][^)]*?)\s*\)/gu;

/** The matrix of a `transform`; {@link IDENTITY} where it says none that can be computed with. */
export function matrixOf(transform: string | undefined): Matrix {
  let whole = IDENTITY;
  for (const [, command = "", inside = ""] of (transform ?? "").matchAll(COMMAND)) {
    const numbers = inside.split(/[\s,]+/u).map((number) => Number(number) || 0);
    const one = commandMatrix(command, numbers);
    if (one !== null) whole = combined(whole, one);
  }
  return whole.every(Number.isFinite) ? whole : IDENTITY;
}

/** Null where a command has too few or too many numbers: it is left out, as browsers do with a part that is broken. */
function commandMatrix(command: string, numbers: readonly number[]): Matrix | null {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = numbers;
  const count = numbers.length;
  switch (command) {
    case "matrix":
      return count === 6 ? [a, b, c, d, e, f] : null;
    case "translate":
      return count <= 2 ? [1, 0, 0, 1, a, b] : null;
    case "scale":
      return count <= 2 ? [a, 0, 0, count === 1 ? a : b, 0, 0] : null;
    case "rotate":
      return count === 1 || count === 3 ? rotation(a, b, c) : null;
    case "skewX":
      return count === 1 ? [1, 0, tangentOf(radians(a)), 1, 0, 0] : null;
    default:
      return count === 1 ? [1, tangentOf(radians(a)), 0, 1, 0, 0] : null;
  }
}

/** About a point. */
function rotation(degrees: number, x: number, y: number): Matrix {
  const [sine, cosine] = [sineOf(radians(degrees)), cosineOf(radians(degrees))];
  return combined(combined([1, 0, 0, 1, x, y], [cosine, sine, -sine, cosine, 0, 0]), [1, 0, 0, 1, -x, -y]);
}

/** Whole turns are taken off first: what is left is as exact as it was written. */
export function radians(degrees: number): number {
  return ((degrees % 360) * Math.PI) / 180;
}
