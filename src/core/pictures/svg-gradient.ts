// Gradients of SVG → colours between points (SVG 2, chapter 14).

import type { XmlElement } from "@rgrove/parse-xml";
import type { Color } from "../canvas/index.ts";
import { combined, lengthOf, type Matrix, matrixOf } from "../geometry/index.ts";
import type { StyleRule } from "./svg-cascade.ts";
import { readPaint, type SvgStyle, share } from "./svg-paint.ts";
import type { Bounds } from "./svg-shapes.ts";
import { readSvgLength, styleInPlace, styleOfElement } from "./svg-style.ts";

export interface GradientStop {
  /** 0 to 1000. */
  readonly atThousandths: number;
  readonly color: Color;
}

/** A gradient in the units of the drawing: see `Gradient` for what its matrix and focus mean. */
export interface VectorGradient {
  readonly kind: "linear" | "radial";
  readonly matrix: Matrix;
  readonly focus: readonly [number, number];
  readonly stops: readonly GradientStop[];
}

export interface PaintServers {
  readonly byId: ReadonlyMap<string, XmlElement>;
  readonly rules: readonly StyleRule[];
}

/** What a gradient is laid over. */
export interface Painted {
  readonly matrix: Matrix;
  /** Of the shape in its own space; null where it has none. */
  readonly bounds: Bounds | null;
  /** What percentages are of. */
  readonly view: { readonly width: number; readonly height: number };
  readonly opacity: number;
}

export interface ServedPaint {
  /** The colour, or the middle of the gradient's colours. */
  readonly color: Color;
  readonly gradient: VectorGradient | null;
  /** It goes on by repeating itself so often, or about a focus, that no list of stops says so. */
  readonly repeats: boolean;
}

/** References of gradients to one another that are followed. */
const LINKS_MAX = 64;

/** Null for what is no gradient. */
export function servedPaint(servers: PaintServers, id: string, painted: Painted): ServedPaint | null {
  const chain = chainOf(servers, id);
  const kind = chain[0]?.name.endsWith("linearGradient") ? "linear" : "radial";
  const stops = stopsOf(servers, chain, painted);
  const last = stops.at(-1);
  if (last === undefined) return null;
  const attribute = (name: string): string | undefined => {
    return chain.find((one) => one.attributes[name] !== undefined)?.attributes[name];
  };
  const spread = attribute("spreadMethod") ?? "pad";
  const unit = kind === "linear" ? linearUnit(attribute, painted) : radialUnit(attribute, painted);
  const isFlat = stops.every(({ color }) => String(color) === String(last.color));
  if (unit === null || isFlat) return { color: last.color, gradient: null, repeats: false };
  const box = attribute("gradientUnits") === "userSpaceOnUse" ? null : painted.bounds;
  const own = matrixOf(attribute("gradientTransform"));
  const inBox: Matrix = box === null ? own : combined(boxMatrix(box), own);
  const matrix = combined(painted.matrix, combined(inBox, unit.matrix));
  const gradient: VectorGradient = { kind, matrix, focus: unit.focus, stops };
  const color = meanOf(stops);
  if (spread !== "repeat" && spread !== "reflect") return { color, gradient, repeats: false };
  const spun = repeated(gradient, spread, combined(inBox, unit.matrix), painted.bounds);
  return { color, gradient: spun ?? gradient, repeats: spun === null };
}

/** More of them are too fine for stops in thousandths. */
const PERIODS_MAX = 24;

/** The gradient once, as long as what is seen of its repetitions; null where that is too long or runs from a focus. */
function repeated(
  gradient: VectorGradient,
  spread: "repeat" | "reflect",
  toShape: Matrix,
  bounds: Bounds | null,
): VectorGradient | null {
  const isLinear = gradient.kind === "linear";
  const inverse = inverted(toShape);
  if (bounds === null || inverse === null) return null;
  if (!isLinear && (gradient.focus[0] !== 0 || gradient.focus[1] !== 0)) return null;
  // A line reaches over its shape: what is seen is taken for twice as wide and high.
  const [across, down] = [(bounds.right - bounds.left) / 2, (bounds.bottom - bounds.top) / 2];
  const by = Math.max(across, down);
  const corners = [bounds.left - by, bounds.right + by].flatMap((x) =>
    [bounds.top - by, bounds.bottom + by].map((y) => {
      const [a, b, c, d, e, f] = inverse;
      const [u, v] = [a * x + c * y + e, b * x + d * y + f];
      return isLinear ? u : lengthOf(u, v);
    }),
  );
  const from = isLinear ? Math.floor(Math.min(...corners)) : 0;
  const periods = Math.ceil(Math.max(...corners)) - from;
  if (!(periods <= PERIODS_MAX)) return null;
  const stops = Array.from({ length: periods }, (_, index) => {
    const isBack = spread === "reflect" && (index + from) % 2 !== 0;
    const own = isBack
      ? gradient.stops.map((stop) => ({ ...stop, atThousandths: 1000 - stop.atThousandths })).toReversed()
      : gradient.stops;
    return own.map(({ atThousandths, color }) => {
      return { atThousandths: Math.round((index * 1000 + atThousandths) / periods), color };
    });
  }).flat();
  const unit: Matrix = isLinear ? [periods, 0, 0, 1, from, 0] : [periods, 0, 0, periods, 0, 0];
  return { ...gradient, matrix: combined(gradient.matrix, unit), stops };
}

function inverted([a, b, c, d, e, f]: Matrix): Matrix | null {
  const area = a * d - b * c;
  if (area === 0 || !Number.isFinite(area)) return null;
  return [d / area, -b / area, -c / area, a / area, (c * f - d * e) / area, (b * e - a * f) / area];
}

function boxMatrix({ left, top, right, bottom }: Bounds): Matrix {
  return [right - left, 0, 0, bottom - top, left, top];
}

/** The gradient and those that it takes from. */
function chainOf({ byId }: PaintServers, id: string): readonly XmlElement[] {
  const chain: XmlElement[] = [];
  let next: string | undefined = id;
  while (next !== undefined && chain.length < LINKS_MAX) {
    const element = byId.get(next);
    if (element === undefined || !/(?:linear|radial)Gradient$/u.test(element.name)) break;
    chain.push(element);
    next = (element.attributes["href"] ?? element.attributes["xlink:href"])?.slice(1);
  }
  return chain;
}

type Attribute = (name: string) => string | undefined;

interface UnitSpace {
  readonly matrix: Matrix;
  readonly focus: readonly [number, number];
}

/** A coordinate: of the shape's box as a share of it, else in user units, where percentages are of the view. */
function coordinate(attribute: Attribute, name: string, usual: string, whole: number): number {
  const text = (attribute(name) ?? usual).trim();
  const isShare = attribute("gradientUnits") !== "userSpaceOnUse";
  if (text.endsWith("%")) return (Number.parseFloat(text) / 100) * (isShare ? 1 : whole);
  return readSvgLength(text) ?? 0;
}

/** Null where both ends are one point: then the last colour is all there is. */
function linearUnit(attribute: Attribute, { view }: Painted): UnitSpace | null {
  const x1 = coordinate(attribute, "x1", "0%", view.width);
  const y1 = coordinate(attribute, "y1", "0%", view.height);
  const dx = coordinate(attribute, "x2", "100%", view.width) - x1;
  const dy = coordinate(attribute, "y2", "0%", view.height) - y1;
  return dx === 0 && dy === 0 ? null : { matrix: [dx, dy, -dy, dx, x1, y1], focus: [0, 0] };
}

/** A focus on the circle or beyond it would leave half the plane without a colour. */
const FOCUS_MOST = 0.99;

function radialUnit(attribute: Attribute, { view }: Painted): UnitSpace | null {
  const diagonal = Math.sqrt((view.width * view.width + view.height * view.height) / 2);
  const radius = coordinate(attribute, "r", "50%", diagonal);
  if (radius <= 0) return null;
  const cx = coordinate(attribute, "cx", "50%", view.width);
  const cy = coordinate(attribute, "cy", "50%", view.height);
  const fx = attribute("fx") === undefined ? 0 : (coordinate(attribute, "fx", "50%", view.width) - cx) / radius;
  const fy = attribute("fy") === undefined ? 0 : (coordinate(attribute, "fy", "50%", view.height) - cy) / radius;
  const shrink = Math.min(1, FOCUS_MOST / Math.max(FOCUS_MOST, lengthOf(fx, fy)));
  const focus = [Math.round(fx * shrink * 1000), Math.round(fy * shrink * 1000)] as const;
  return { matrix: [radius, 0, 0, radius, cx, cy], focus };
}

/** From 0 to 1000, with one at each end; none where there are none. */
function stopsOf(servers: PaintServers, chain: readonly XmlElement[], painted: Painted): readonly GradientStop[] {
  const elements = chain.map(stopElements).find((stops) => stops.length > 0) ?? [];
  let from = 0;
  const stops = elements.flatMap((element): GradientStop[] => {
    const own = styleOfStop(servers, element);
    const paint = readPaint(own.get("stop-color") ?? "black", styleInPlace(element, servers.rules));
    if (paint.kind !== "color") return [];
    from = Math.max(from, Math.round(share(element.attributes["offset"] ?? "0") * 1000));
    const alpha = Math.round(paint.alpha * share(own.get("stop-opacity")) * painted.opacity * 255);
    return [{ atThousandths: from, color: [...paint.rgb, alpha] }];
  });
  const [first, last] = [stops[0], stops.at(-1)];
  if (first === undefined || last === undefined) return [];
  return [
    ...(first.atThousandths > 0 ? [{ ...first, atThousandths: 0 }] : []),
    ...stops,
    ...(last.atThousandths < 1000 ? [{ ...last, atThousandths: 1000 }] : []),
  ];
}

function stopElements({ children }: XmlElement): readonly XmlElement[] {
  const elements = children.filter((child): child is XmlElement => child.type === "element");
  return elements.filter(({ name }) => /(?:^|:)stop$/u.test(name));
}

function styleOfStop({ rules }: PaintServers, stop: XmlElement): SvgStyle {
  const style = new Map<string, string>();
  for (const name of ["stop-color", "stop-opacity"]) {
    const value = stop.attributes[name];
    if (value !== undefined) style.set(name, value);
  }
  for (const [name, value] of styleOfElement(stop, new Map(), rules)) style.set(name, value);
  return style;
}

function meanOf(stops: readonly GradientStop[]): Color {
  const mean = (channel: 0 | 1 | 2 | 3) =>
    Math.round(stops.reduce((sum, { color }) => sum + color[channel], 0) / stops.length);
  return [mean(0), mean(1), mean(2), mean(3)];
}
