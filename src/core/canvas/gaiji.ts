// Drawings of private characters (外字): an SVG picture → contours in the em box. Filled paths are all that a letter has.
import { parseXml, type XmlElement } from "@rgrove/parse-xml";
import { withArticle } from "../diagnostics/index.ts";
import { combined, IDENTITY, matrixOf, pathSteps } from "../geometry/index.ts";
import {
  colourOf,
  type DrawingRule,
  type DrawingStyle,
  drawingRules,
  drawingStyle,
  hasLine,
  isFilled,
  isLeftOut,
  opacityOf,
  otherShapeOf,
} from "./gaiji-looks.ts";

type Contour = readonly (readonly [x: number, y: number, isOnCurve: 0 | 1])[];

/**
 * Contours and what the drawing says of its looks without effect (`fill="red"`), or what is wrong with it, which
 * continues the sentence "the drawing …".
 */
export type DrawingReading =
  | { readonly contours: readonly Contour[]; readonly unheeded: readonly string[] }
  | { readonly problem: string };

/** The problem of a drawing that would cover its neighbours. */
export const BEYOND_VIEW_BOX = "reaches beyond its viewBox, over the letters beside it";

/** The problem of a drawing whose paths are all hidden. */
export const NOTHING_SEEN = "has no filled path that is seen: its style hides them all";
/** Begins the problem of a drawing in which one colour covers another. */
export const SEVERAL_COLOURS = "has several colours";

/** A letter of more points is a picture. */
const POINTS_MAX = 10_000;
const UNITS = 1000;
/** How many quadratic curves stand for a cubic one. */
const CURVE_PARTS = 4;
/** What draws nothing by itself. */
const SILENT = new Set(["title", "desc", "metadata", "defs", "style"]);

/** Reads a drawing; its view box becomes the em box, as high as it and centred in it. */
export function readDrawing(svg: string): DrawingReading {
  let root: XmlElement | null;
  try {
    root = parseXml(svg).root;
  } catch {
    return { problem: "is not well-formed XML" };
  }
  if (root === null || root.name !== "svg") return { problem: "is no SVG picture" };
  const box = viewBoxOf(root);
  if (box === null) return { problem: "has no viewBox" };
  const rules = drawingRules(root);
  if (rules === null) return { problem: "has a style sheet with more than names, classes and ids" };
  const drawing: Drawing = { box, rules, paths: [], colours: new Set(), opacities: new Set(), hidesPaths: false };
  const problem = collect(drawing, root, [], drawingStyle(root, new Map(), rules)) ?? problemOfPaths(drawing);
  if (problem !== null) return { problem };
  const contours = drawing.paths.length === 1 ? drawing.paths.flat() : drawing.paths.flatMap(clockwise);
  return { contours, unheeded: [...[...drawing.colours].flatMap((each) => each ?? []), ...drawing.opacities] };
}

function problemOfPaths({ paths, colours, hidesPaths }: Drawing): string | null {
  const contours = paths.flat();
  const points = contours.reduce((sum, contour) => sum + contour.length, 0);
  if (points === 0) return hidesPaths ? NOTHING_SEEN : "has no filled path";
  if (points > POINTS_MAX) return `has more than ${POINTS_MAX} points`;
  if (!contours.some(isSeen) || !isLong(contours.flat())) return "has no path with an area within its viewBox";
  if (contours.some(reachesOut)) return BEYOND_VIEW_BOX;
  const named = [...colours].map((colour) => colour ?? 'fill="black"').join(", ");
  return colours.size > 1 ? `${SEVERAL_COLOURS} (${named}), and a letter has one` : null;
}

/** The least height and width of a path that is seen in print, and the least length of a letter. */
const SEEN_UNITS = 3;
const SEEN_LENGTH_UNITS = 30;
/** So far letters of fonts reach beyond their em box as well. */
const BEYOND_UNITS = 50;

/** Whether a contour has an area that is seen, and reaches into the em box. */
function isSeen(contour: Contour): boolean {
  return ([0, 1] as const).every((axis) => {
    const [least, most] = extentOf(contour, axis);
    return most - least >= SEEN_UNITS && least < UNITS && most > 0;
  });
}

function isLong(all: Contour): boolean {
  return ([0, 1] as const).some((axis) => {
    const [least, most] = extentOf(all, axis);
    return most - least >= SEEN_LENGTH_UNITS;
  });
}

function reachesOut(contour: Contour): boolean {
  return ([0, 1] as const).some((axis) => {
    const [least, most] = extentOf(contour, axis);
    return least < -BEYOND_UNITS || most > UNITS + BEYOND_UNITS;
  });
}

/** From where to where a contour reaches. A curve goes half as far as its control point. */
function extentOf(contour: Contour, axis: 0 | 1): readonly [least: number, most: number] {
  const places = contour.map((point, at) => {
    if (point[2] === 1) return point[axis];
    const [before, after] = [contour.at(at - 1) ?? point, contour[(at + 1) % contour.length] ?? point];
    return (before[axis] + 2 * point[axis] + after[axis]) / 4;
  });
  return [Math.min(...places), Math.max(...places)];
}

interface ViewBox {
  readonly scale: number;
  readonly left: number;
  readonly top: number;
}

function viewBoxOf({ attributes }: XmlElement): ViewBox | null {
  const given = (attributes["viewBox"] ?? `0 0 ${attributes["width"] ?? ""} ${attributes["height"] ?? ""}`).trim();
  const [x = 0, y = 0, width = 0, height = 0] = given.split(/[\s,]+/u).map(Number.parseFloat);
  const longest = Math.max(width, height);
  if (![x, y, width, height].every(Number.isFinite) || longest <= 0) return null;
  const scale = UNITS / longest;
  return { scale, left: (UNITS - width * scale) / 2 - x * scale, top: (UNITS - height * scale) / 2 - y * scale };
}

/** What is gathered from a drawing, path by path. */
interface Drawing {
  readonly box: ViewBox;
  readonly rules: readonly DrawingRule[];
  readonly paths: (readonly Contour[])[];
  /** What the filled paths say of their colours; null: black, or the colour of the text. */
  readonly colours: Set<string | null>;
  readonly opacities: Set<string>;
  hidesPaths: boolean;
}

/** Gathers what stands in an element; answers what is wrong with it, null where nothing is. */
function collect(
  drawing: Drawing,
  element: XmlElement,
  transforms: readonly string[],
  style: DrawingStyle,
): string | null {
  if (isLeftOut(style)) {
    drawing.hidesPaths = true;
    return null;
  }
  const problem = otherShapeOf(style);
  if (problem !== null) return problem;
  if (element.name === "path") return addPath(drawing, element, transforms, style);
  for (const child of element.children) {
    if (!("name" in child) || SILENT.has(String(child.name))) continue;
    const inner = child as XmlElement;
    if (inner.name !== "g" && inner.name !== "path") {
      return `has ${withArticle(inner.name)}, and only filled paths make a letter`;
    }
    const own = inner.attributes["transform"];
    const around = own === undefined ? transforms : [own, ...transforms];
    const found = collect(drawing, inner, around, drawingStyle(inner, style, drawing.rules));
    if (found !== null) return found;
  }
  return null;
}

function addPath(
  drawing: Drawing,
  path: XmlElement,
  transforms: readonly string[],
  style: DrawingStyle,
): string | null {
  if (hasLine(style)) return "has lines (stroke), and only filled paths make a letter";
  if (!isFilled(style)) {
    drawing.hidesPaths = true;
    return null;
  }
  const found = contoursOf(path, transforms, drawing.box);
  if (found === null) return "has a path that cannot be read";
  drawing.paths.push(style.get("fill-rule") === "evenodd" ? oriented(found) : found);
  const colour = colourOf(style);
  drawing.colours.add(colour === null ? null : `fill="${colour}"`);
  const opacity = opacityOf(style);
  if (opacity !== null) drawing.opacities.add(opacity);
  return null;
}

function contoursOf(element: XmlElement, transforms: readonly string[], box: ViewBox): readonly Contour[] | null {
  const matrix = transforms.reduce((inner, transform) => combined(matrixOf(transform), inner), IDENTITY);
  const boxed = combined([box.scale, 0, 0, box.scale, box.left, box.top], matrix);
  const steps = pathSteps(element.attributes["d"] ?? "", boxed);
  if (steps === null) return null;
  const contours: [number, number, 0 | 1][][] = [];
  const add = (x: number, y: number, on: 0 | 1): void => {
    contours.at(-1)?.push([Math.round(x), Math.round(y), on]);
  };
  /** Where the last step ended; after one that closes a figure, a step moves or starts at the figure's own start. */
  let [startX, startY, x, y] = [0, 0, 0, 0];
  for (const step of steps) {
    if (step.op === "close") {
      [x, y] = [startX, startY];
      continue;
    }
    if (step.op === "move") {
      contours.push([]);
      [startX, startY] = [step.x, step.y];
    }
    if (step.op === "curve") addCubic([x, y, step.x1, step.y1, step.x2, step.y2, step.x, step.y], add);
    else {
      if (step.op === "quadratic") add(step.x1, step.y1, 0);
      add(step.x, step.y, 1);
    }
    [x, y] = [step.x, step.y];
  }
  return contours.map(withoutRepeatedEnd).filter((contour) => contour.length > 2);
}

/** Each part of a cubic curve as the quadratic one that meets it at both ends and in the middle. */
function addCubic(points: readonly number[], add: (x: number, y: number, on: 0 | 1) => void): void {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0, x2 = 0, y2 = 0, x3 = 0, y3 = 0] = points;
  const at = (t: number, a: number, b: number, c: number, d: number): number => {
    const rest = 1 - t;
    return rest * rest * rest * a + 3 * rest * rest * t * b + 3 * rest * t * t * c + t * t * t * d;
  };
  for (let part = 0; part < CURVE_PARTS; part += 1) {
    const [from, to] = [part / CURVE_PARTS, (part + 1) / CURVE_PARTS];
    const control = (a: number, b: number, c: number, d: number): number =>
      2 * at((from + to) / 2, a, b, c, d) - (at(from, a, b, c, d) + at(to, a, b, c, d)) / 2;
    add(control(x0, x1, x2, x3), control(y0, y1, y2, y3), 0);
    add(at(to, x0, x1, x2, x3), at(to, y0, y1, y2, y3), 1);
  }
}

/** A contour closes by itself. */
function withoutRepeatedEnd(contour: readonly [number, number, 0 | 1][]): Contour {
  const [first, last] = [contour[0], contour.at(-1)];
  const isRepeated = contour.length > 1 && first?.[0] === last?.[0] && first?.[1] === last?.[1] && last?.[2] === 1;
  return isRepeated ? contour.slice(0, -1) : contour;
}

/** Fonts fill by winding: a path that runs the other way would cut holes into those that it lies on. */
function clockwise(contours: readonly Contour[]): readonly Contour[] {
  const area = contours.reduce((sum, contour) => sum + areaOf(contour), 0);
  return area < 0 ? contours.map((contour) => contour.toReversed()) : contours;
}

/** Fonts fill by winding: what lies inside an odd number of others must run the other way. */
function oriented(contours: readonly Contour[]): readonly Contour[] {
  return contours.map((contour, index) => {
    const [x = 0, y = 0] = contour[0] ?? [];
    const depth = contours.filter((other, at) => at !== index && isInside(x, y, other)).length;
    const isClockwise = areaOf(contour) > 0;
    return isClockwise === (depth % 2 === 0) ? contour : contour.toReversed();
  });
}

function areaOf(contour: Contour): number {
  return contour.reduce((sum, [x, y], index) => {
    const [nextX = 0, nextY = 0] = contour[(index + 1) % contour.length] ?? [];
    return sum + x * nextY - nextX * y;
  }, 0);
}

function isInside(x: number, y: number, contour: Contour): boolean {
  let inside = false;
  contour.forEach(([x1, y1], index) => {
    const [x2 = 0, y2 = 0] = contour[(index + 1) % contour.length] ?? [];
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside;
  });
  return inside;
}
