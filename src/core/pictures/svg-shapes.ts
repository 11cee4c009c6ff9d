// SVG's basic shapes as path data, and path data as segments (SVG 2, chapters 9 and 10).
import type { XmlElement } from "@rgrove/parse-xml";
import { combined, IDENTITY, lengthOf, type Matrix, matrixOf, type PathStep, pathSteps } from "../geometry/index.ts";
import type { SvgStyle } from "./svg-paint.ts";
import { diagonalOf, readShareOrLength, type SvgView } from "./svg-style.ts";

export type Segment = Exclude<PathStep, { readonly op: "quadratic" }>;

/** The length that an attribute says; null where it says none that can be told. */
type Lengths = (key: string) => number | null;

function lengthsOf({ attributes }: XmlElement, view: SvgView): Lengths {
  return (key) => {
    const whole = ACROSS.has(key) ? view.width : DOWN.has(key) ? view.height : diagonalOf(view);
    return readShareOrLength(attributes[key], whole);
  };
}

const ACROSS: ReadonlySet<string> = new Set(["x", "x1", "x2", "cx", "rx", "width"]);
const DOWN: ReadonlySet<string> = new Set(["y", "y1", "y2", "cy", "ry", "height"]);

/** Whether a shape has a length that hangs on a font, such as `2em`. */
export function hasOtherLengths({ attributes }: XmlElement): boolean {
  return [...ACROSS, ...DOWN, "r"].some((key) => {
    const said = attributes[key];
    return said !== undefined && said.trim() !== "auto" && readShareOrLength(said, 1) === null;
  });
}

/** Null for an element that is no shape; empty data for a shape that draws nothing. */
export function pathDataOf(element: XmlElement, view: SvgView, begins: "left" | "right" = "left"): string | null {
  const { name, attributes } = element;
  const lengths = lengthsOf(element, view);
  const number = (key: string) => lengths(key) ?? 0;
  switch (name) {
    case "path":
      return attributes["d"] ?? "";
    case "rect":
      return rectangleData(lengths);
    case "circle":
      return ellipseData(number("cx"), number("cy"), number("r"), number("r"), begins);
    case "ellipse": {
      const [rx, ry] = [lengths("rx") ?? number("ry"), lengths("ry") ?? number("rx")];
      return ellipseData(number("cx"), number("cy"), rx, ry, begins);
    }
    case "line":
      return `M${number("x1")} ${number("y1")}L${number("x2")} ${number("y2")}`;
    case "polyline":
    case "polygon": {
      const points = (attributes["points"] ?? "").trim();
      return points === "" ? "" : `M${points}${name === "polygon" ? "Z" : ""}`;
    }
    default:
      return null;
  }
}

function rectangleData(number: Lengths): string {
  const [x, y] = [number("x") ?? 0, number("y") ?? 0];
  const [width, height] = [number("width") ?? 0, number("height") ?? 0];
  if (width <= 0 || height <= 0) return "";
  const rx = Math.min(number("rx") ?? number("ry") ?? 0, width / 2);
  const ry = Math.min(number("ry") ?? number("rx") ?? 0, height / 2);
  if (rx <= 0 || ry <= 0) return `M${x} ${y}h${width}v${height}h${-width}Z`;
  const arc = (dx: number, dy: number) => `a${rx} ${ry} 0 0 1 ${dx} ${dy}`;
  const [across, down] = [width - 2 * rx, height - 2 * ry];
  const upper = `h${across}${arc(rx, ry)}v${down}${arc(-rx, ry)}`;
  const lower = `h${-across}${arc(-rx, -ry)}v${-down}${arc(rx, -ry)}`;
  return `M${x + rx} ${y}${upper}${lower}Z`;
}

function ellipseData(cx: number, cy: number, rx: number, ry: number, begins: "left" | "right"): string {
  if (rx <= 0 || ry <= 0) return "";
  const across = begins === "left" ? 2 * rx : -2 * rx;
  return `M${cx - across / 2} ${cy}a${rx} ${ry} 0 1 1 ${across} 0a${rx} ${ry} 0 1 1 ${-across} 0Z`;
}

/** The segments of path data under a matrix, curves as cubic ones; null where the data is broken. */
export function segmentsOf(data: string, matrix: Matrix): readonly Segment[] | null {
  const steps = pathSteps(data, matrix);
  if (steps === null) return null;
  /** Where the figure at hand started, and where its last step ended. */
  let [startX, startY, x, y] = [0, 0, 0, 0];
  return steps.map((step) => {
    if (step.op === "close") {
      [x, y] = [startX, startY];
      return step;
    }
    const segment = step.op === "quadratic" ? cubic(x, y, step) : step;
    [x, y] = [step.x, step.y];
    if (step.op === "move") [startX, startY] = [x, y];
    return segment;
  });
}

function cubic(fromX: number, fromY: number, step: Extract<PathStep, { readonly op: "quadratic" }>): Segment {
  const third = (from: number, control: number) => from + ((control - from) * 2) / 3;
  const { x1, y1, x, y } = step;
  return { op: "curve", x1: third(fromX, x1), y1: third(fromY, y1), x2: third(x, x1), y2: third(y, y1), x, y };
}

/** Of styles, whose numbers have units: those that attributes have without them. */
const STYLED_TRANSFORM = /^(?:(?:matrix|translate|scale|rotate|skewX|skewY)\([\d\s,.e+-]*\)\s*)+$/u;

/** How an element is moved and turned; null for what only readers of CSS know. */
export function transformOf({ attributes }: XmlElement, style: SvgStyle): Matrix | null {
  const about = (style.get("transform-origin") ?? attributes["transform-origin"] ?? "0 0").replaceAll("px", "");
  const [x = 0, y = 0] = about.trim().split(/\s+/u).map(Number);
  const said = style.get("transform");
  const plain = said?.replace(/(?<=\d)(?:px|deg)/gu, "").trim();
  const isRead = plain === undefined || plain === "none" || STYLED_TRANSFORM.test(plain);
  const own = matrixOf(plain === undefined ? attributes["transform"] : plain);
  if (own === IDENTITY && isRead) return IDENTITY;
  if (!isRead || !Number.isFinite(x) || !Number.isFinite(y)) return null;
  return x === 0 && y === 0 ? own : combined(combined([1, 0, 0, 1, x, y], own), [1, 0, 0, 1, -x, -y]);
}

/** By how much a line grows: the square root of how much an area does. */
export function growthOf([a, b, c, d]: Matrix): number {
  return Math.sqrt(Math.abs(a * d - b * c));
}

/** How many times longer a length becomes in one direction than in another: the quotient of the singular values. */
export function stretchOf([a, b, c, d]: Matrix): number {
  const sum = a * a + b * b + c * c + d * d;
  const difference = lengthOf(a * a + b * b - c * c - d * d, 2 * (a * c + b * d));
  return Math.sqrt((sum + difference) / Math.max(Number.MIN_VALUE, sum - difference));
}

export interface Bounds {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export function intersection(one: Bounds, other: Bounds): Bounds {
  return {
    left: Math.max(one.left, other.left),
    top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right),
    bottom: Math.min(one.bottom, other.bottom),
  };
}

/** Around all points, those that control curves with them. */
export function boundsOf(segments: readonly Segment[]): Bounds {
  const around = new Extent();
  for (const segment of segments) {
    if (segment.op === "close") continue;
    around.add(segment.x, segment.y);
    if (segment.op !== "curve") continue;
    around.add(segment.x1, segment.y1);
    around.add(segment.x2, segment.y2);
  }
  return around.bounds();
}

/** Around what is drawn: a curve reaches no further than where it turns. */
export function tightBoundsOf(segments: readonly Segment[]): Bounds {
  const around = new Extent();
  let [x, y] = [0, 0];
  for (const segment of segments) {
    if (segment.op === "close") continue;
    if (segment.op === "curve") {
      for (const at of turnsOf(x, segment.x1, segment.x2, segment.x)) around.add(at, segment.y);
      for (const at of turnsOf(y, segment.y1, segment.y2, segment.y)) around.add(segment.x, at);
    }
    [x, y] = [segment.x, segment.y];
    around.add(x, y);
  }
  return around.bounds();
}

class Extent {
  #left = Infinity;
  #top = Infinity;
  #right = -Infinity;
  #bottom = -Infinity;

  add(x: number, y: number): void {
    this.#left = Math.min(this.#left, x);
    this.#top = Math.min(this.#top, y);
    this.#right = Math.max(this.#right, x);
    this.#bottom = Math.max(this.#bottom, y);
  }

  bounds(): Bounds {
    return { left: this.#left, top: this.#top, right: this.#right, bottom: this.#bottom };
  }
}

/** The values of a cubic curve where it turns within its ends: where its derivative is nothing. */
function turnsOf(p0: number, p1: number, p2: number, p3: number): readonly number[] {
  const a = p3 - 3 * p2 + 3 * p1 - p0;
  const b = 2 * (p2 - 2 * p1 + p0);
  const c = p1 - p0;
  const root = Math.sqrt(b * b - 4 * a * c);
  const times = Math.abs(a) < 1e-9 ? [-c / b] : [(-b + root) / (2 * a), (-b - root) / (2 * a)];
  return times
    .filter((t) => t > 0 && t < 1)
    .map((t) => {
      const rest = 1 - t;
      return rest * rest * rest * p0 + 3 * rest * rest * t * p1 + 3 * rest * t * t * p2 + t * t * t * p3;
    });
}
