// Arcs of ellipses → cubic curves, by square roots alone but for the turn of the ellipse (SVG 2, appendix B.2): an arc
// is halved until each part is a quarter of a turn or less, so no angle is ever asked for.
import { radians } from "./matrix.ts";
import { cosineOf, lengthOf, sineOf } from "./pinned-arithmetic.ts";

/** An arc as path data says it, from one point to another. */
export interface Arc {
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
  readonly rx: number;
  readonly ry: number;
  /** By how much the ellipse is turned. */
  readonly degrees: number;
  /** Whether it is the longer way round. */
  readonly isLarge: boolean;
  /** Whether it goes clockwise, as y grows downwards. */
  readonly isClockwise: boolean;
}

/** Two control points and an end. */
export type Curve = readonly [number, number, number, number, number, number];

type Point = readonly [x: number, y: number];

/** Below it, a sum of two unit vectors is nothing: they stand opposite each other. */
const NEARLY_NOTHING = 1e-9;

/** The curves of an arc; none for one that is a straight line, which SVG draws where a radius is nothing. */
export function arcCurves(arc: Arc): readonly Curve[] {
  const [sine, cosine] = [sineOf(radians(arc.degrees)), cosineOf(radians(arc.degrees))];
  const { x1, x2, y1, y2 } = arc;
  // Half of the way back from the end, in the ellipse's own directions.
  const x = (cosine * (x1 - x2)) / 2 + (sine * (y1 - y2)) / 2;
  const y = (-sine * (x1 - x2)) / 2 + (cosine * (y1 - y2)) / 2;
  if ((x === 0 && y === 0) || arc.rx === 0 || arc.ry === 0) return [];
  const { rx, ry } = radiiOf(arc, x, y);
  const [centreX, centreY] = centreOf(arc, { x, y, rx, ry });
  const from = unit((x - centreX) / rx, (y - centreY) / ry);
  const to = unit((-x - centreX) / rx, (-y - centreY) / ry);
  const centre = [
    cosine * centreX - sine * centreY + (x1 + x2) / 2,
    sine * centreX + cosine * centreY + (y1 + y2) / 2,
  ] as const;
  const placed = ([unitX, unitY]: Point): Point => {
    const [across, down] = [unitX * rx, unitY * ry];
    return [cosine * across - sine * down + centre[0], sine * across + cosine * down + centre[1]];
  };
  const stops = stopsOf(from, to, arc);
  return stops.slice(1).map((stop, index): Curve => {
    const [one, other] = controlsOf(stops[index] as Point, stop, arc.isClockwise);
    return [...placed(one), ...placed(other), ...(index === stops.length - 2 ? ([x2, y2] as const) : placed(stop))];
  });
}

/** Radii that are too small to reach from end to end grow until they do. */
function radiiOf({ rx, ry }: Arc, x: number, y: number): { readonly rx: number; readonly ry: number } {
  const reach = (x * x) / (rx * rx) + (y * y) / (ry * ry);
  const growth = reach > 1 ? Math.sqrt(reach) : 1;
  return { rx: Math.abs(rx) * growth, ry: Math.abs(ry) * growth };
}

function centreOf(
  { isClockwise, isLarge }: Arc,
  { x, y, rx, ry }: { readonly x: number; readonly y: number; readonly rx: number; readonly ry: number },
): Point {
  const across = rx * rx * y * y + ry * ry * x * x;
  const root = Math.sqrt(Math.max(0, rx * rx * ry * ry - across) / across) * (isLarge === isClockwise ? -1 : 1);
  return [(root * rx * y) / ry, (-root * ry * x) / rx];
}

function unit(x: number, y: number): Point {
  const length = lengthOf(x, y);
  return [x / length, y / length];
}

/** Unit vectors along the arc, a quarter of a turn or less from each to the next. */
function stopsOf(from: Point, to: Point, { isClockwise, isLarge }: Arc): readonly Point[] {
  const isHalf = lengthOf(from[0] + to[0], from[1] + to[1]) < NEARLY_NOTHING;
  const isAcute = from[0] * to[0] + from[1] * to[1] > -NEARLY_NOTHING;
  if (isAcute && !isLarge) return [from, to];
  const isLonger = isLarge && !isHalf;
  const middle = middleOf(from, to, isLonger, isClockwise);
  if (!isLonger) return [from, middle, to];
  return [from, middleOf(from, middle, false, isClockwise), middle, middleOf(middle, to, false, isClockwise), to];
}

/** Half way along the arc: across the chord or along the sum, whichever is longer and so more exact. */
function middleOf(from: Point, to: Point, isLonger: boolean, isClockwise: boolean): Point {
  const [chordX, chordY] = [to[0] - from[0], to[1] - from[1]];
  const [sumX, sumY] = [from[0] + to[0], from[1] + to[1]];
  if (lengthOf(chordX, chordY) >= lengthOf(sumX, sumY)) {
    return isClockwise ? unit(chordY, -chordX) : unit(-chordY, chordX);
  }
  return isLonger ? unit(-sumX, -sumY) : unit(sumX, sumY);
}

/** The control points of a part: 4/3 of the tangent of a quarter of its angle along its tangents. */
function controlsOf(from: Point, to: Point, isClockwise: boolean): readonly [Point, Point] {
  const halfSine = lengthOf(to[0] - from[0], to[1] - from[1]) / 2;
  const halfCosine = lengthOf(from[0] + to[0], from[1] + to[1]) / 2;
  const reach = ((4 / 3) * halfSine * (isClockwise ? 1 : -1)) / (1 + halfCosine);
  return [
    [from[0] - from[1] * reach, from[1] + from[0] * reach],
    [to[0] + to[1] * reach, to[1] - to[0] * reach],
  ];
}
