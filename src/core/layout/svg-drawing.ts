// SVG pictures → shapes that every renderer draws. What paths cannot show is noted, what runs or fetches is refused.
import { parseXml, type XmlElement } from "@rgrove/parse-xml";
import type { Color } from "../canvas/index.ts";
import { combined, growthOf, type Matrix, matrixOf, pathDataOf, type Segment, segmentsOf } from "./svg-shapes.ts";
import {
  readPaint,
  readStyleSheet,
  readSvgLength,
  type StyleRule,
  type SvgPaint,
  type SvgStyle,
  share,
  styleOfElement,
} from "./svg-style.ts";

/** A drawing in the units of its view box, whose corner is the origin. */
export interface VectorDrawing {
  readonly width: number;
  readonly height: number;
  /** The size that it asks for, in pixels of 1/96 inch. */
  readonly widthPx: number;
  readonly heightPx: number;
  readonly shapes: readonly VectorShape[];
  /** What it holds and is not drawn: `text`, `filter`; each once. */
  readonly left: readonly string[];
}

export interface VectorShape {
  readonly segments: readonly Segment[];
  readonly fill: Color | null;
  readonly isEvenOdd: boolean;
  readonly stroke: VectorStroke | null;
  readonly clip: Bounds | null;
}

export interface VectorStroke {
  readonly width: number;
  readonly color: Color;
  readonly dashes: readonly number[];
  readonly cap: "round" | "square" | null;
  readonly join: "round" | "bevel" | null;
}

export interface Bounds {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export type SvgReading =
  | { readonly ok: true; readonly drawing: VectorDrawing }
  /** Continues the sentence "the image …". */
  | { readonly ok: false; readonly reason: string };

/** A logo has a few kilobytes; maps and scans as SVG belong into pixels. */
export const SVG_BYTES_MAX = 1024 * 1024;
const ELEMENTS_MAX = 20_000;
const SEGMENTS_MAX = 100_000;
const DEPTH_MAX = 64;

/** Thrown inside of this file only, and answered as a reason. */
class Refusal extends Error {}

/** Whether bytes look like SVG at all: text that begins with markup and names an svg element. */
export function isSvg(bytes: Uint8Array): boolean {
  const start = new TextDecoder()
    .decode(bytes.subarray(0, 4096))
    .replace(/^\uFEFF/u, "")
    .trimStart();
  return start.startsWith("<") && /<svg[\s>]/u.test(start);
}

export function readSvg(bytes: Uint8Array): SvgReading {
  if (bytes.length > SVG_BYTES_MAX) return { ok: false, reason: `is an SVG of more than ${SVG_BYTES_MAX} bytes` };
  const text = new TextDecoder().decode(bytes).replace(/^\uFEFF/u, "");
  if (/<!ENTITY|<!DOCTYPE[^>[]*\[/iu.test(text)) return { ok: false, reason: "is an SVG that declares entities" };
  if (nestsTooDeeply(text)) return { ok: false, reason: `is an SVG of more than ${DEPTH_MAX} elements in one another` };
  let root: XmlElement | null;
  try {
    root = parseXml(text).root;
  } catch {
    return { ok: false, reason: "is an SVG that is not well-formed XML" };
  }
  if (root === null || localName(root) !== "svg") return { ok: false, reason: "is XML, but no SVG" };
  try {
    return { ok: true, drawing: draw(root) };
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, reason: error.message };
    throw error;
  }
}

/** The parser goes as deep as its text: an ill-meant one would end the stack. */
function nestsTooDeeply(text: string): boolean {
  let depth = 0;
  for (const [tag] of text.matchAll(/<\/?[A-Za-z][^>]*>/gu)) {
    if (tag.startsWith("</")) depth--;
    else if (!tag.endsWith("/>")) depth++;
    if (depth > DEPTH_MAX) return true;
  }
  return false;
}

/** `svg:path` is a path. */
function localName({ name }: XmlElement): string {
  return name.slice(name.indexOf(":") + 1);
}

function childrenOf(element: XmlElement): readonly XmlElement[] {
  return element.children.filter((child): child is XmlElement => child.type === "element");
}

interface Drawing {
  readonly shapes: VectorShape[];
  readonly left: Set<string>;
  readonly rules: StyleRule[];
  readonly byId: Map<string, XmlElement>;
  readonly budget: { elements: number; segments: number };
}

/** Where an element stands. */
interface Around {
  readonly matrix: Matrix;
  readonly style: SvgStyle;
  readonly opacity: number;
  readonly clip: Bounds | null;
  /** Uses within uses. */
  readonly uses: number;
}

function draw(root: XmlElement): VectorDrawing {
  const [widthPx, heightPx] = [readSvgLength(root.attributes["width"]), readSvgLength(root.attributes["height"])];
  const box = (root.attributes["viewBox"] ?? "")
    .trim()
    .split(/[\s,]+/u)
    .map(Number);
  const [x = 0, y = 0, boxWidth = 0, boxHeight = 0] = box.length === 4 && box.every(Number.isFinite) ? box : [];
  const hasBox = boxWidth > 0 && boxHeight > 0;
  const [width, height] = hasBox ? [boxWidth, boxHeight] : [widthPx ?? 0, heightPx ?? 0];
  if (width <= 0 || height <= 0) throw new Refusal("is an SVG without a size: give it a viewBox");
  const drawing: Drawing = {
    shapes: [],
    left: new Set(),
    rules: [],
    byId: new Map(),
    budget: { elements: ELEMENTS_MAX, segments: SEGMENTS_MAX },
  };
  survey(drawing, root);
  const page = { left: 0, top: 0, right: width, bottom: height };
  const matrix: Matrix = [1, 0, 0, 1, hasBox ? -x : 0, hasBox ? -y : 0];
  const around: Around = { matrix, style: new Map(), opacity: 1, clip: page, uses: 0 };
  const style = styleOfElement(root, around.style, drawing.rules);
  for (const child of childrenOf(root)) drawElement(drawing, child, { ...around, style });
  return {
    width,
    height,
    widthPx: widthPx ?? width,
    heightPx: heightPx ?? (widthPx === null ? height : (widthPx * height) / width),
    shapes: drawing.shapes,
    left: [...drawing.left],
  };
}

/** Notes ids and style sheets, counts, and refuses what must not be in a picture. */
function survey(drawing: Drawing, element: XmlElement): void {
  if (--drawing.budget.elements < 0) throw new Refusal(`is an SVG of more than ${ELEMENTS_MAX} elements`);
  const name = localName(element);
  if (name === "script") throw new Refusal("is an SVG with a script");
  for (const [key, value] of Object.entries(element.attributes)) {
    if (/^on/iu.test(key)) throw new Refusal(`is an SVG with a script (${key})`);
    const isLink = key === "href" || key.endsWith(":href");
    if (isLink && !value.startsWith("#") && !value.startsWith("data:") && name !== "a") {
      throw new Refusal(`is an SVG that refers to another file (${shortened(value)})`);
    }
    refuseAddresses(value);
  }
  const id = element.attributes["id"];
  if (id !== undefined && !drawing.byId.has(id)) drawing.byId.set(id, element);
  if (name === "style") {
    refuseAddresses(element.text);
    if (/@import/iu.test(element.text)) throw new Refusal("is an SVG that refers to another file (@import)");
    const { rules, isWhole } = readStyleSheet(element.text);
    drawing.rules.push(...rules);
    if (!isWhole) drawing.left.add("styles by other selectors than names");
  }
  for (const child of childrenOf(element)) survey(drawing, child);
}

function refuseAddresses(value: string): void {
  const address = /url\(\s*['"]?(?!#|data:)([^'")\s]+)/iu.exec(value)?.[1];
  if (address !== undefined) throw new Refusal(`is an SVG that refers to another file (${shortened(address)})`);
}

function shortened(text: string): string {
  return text.length <= 40 ? text : `${text.slice(0, 40)}…`;
}

/** What draws nothing where it stands. */
const SILENT: ReadonlySet<string> = new Set([
  "defs",
  "title",
  "desc",
  "metadata",
  "style",
  "symbol",
  "clipPath",
  "linearGradient",
  "radialGradient",
  "namedview",
]);

function drawElement(drawing: Drawing, element: XmlElement, around: Around): void {
  const name = localName(element);
  if (SILENT.has(name) || (element.name !== name && !element.name.startsWith("svg:"))) return;
  if (--drawing.budget.elements < 0) throw new Refusal(`is an SVG of more than ${ELEMENTS_MAX} elements`);
  const style = styleOfElement(element, around.style, drawing.rules);
  if (style.get("display") === "none") return;
  for (const effect of ["mask", "filter"]) {
    if ((style.get(effect) ?? "none") !== "none") drawing.left.add(effect);
  }
  const matrix = combined(around.matrix, matrixOf(element.attributes["transform"]));
  const here: Around = {
    ...around,
    matrix,
    style,
    opacity: around.opacity * share(style.get("opacity")),
    clip: clipOf(drawing, style, matrix, around.clip),
  };
  switch (name) {
    case "g":
    case "a":
    case "switch":
      for (const child of childrenOf(element)) drawElement(drawing, child, here);
      return;
    case "svg":
      drawing.left.add("an svg inside of another");
      return;
    case "use":
      drawUse(drawing, element, here);
      return;
    default:
      drawShape(drawing, element, here);
  }
}

function drawUse(drawing: Drawing, element: XmlElement, around: Around): void {
  const { attributes } = element;
  const id = (attributes["href"] ?? attributes["xlink:href"] ?? "").slice(1);
  const target = drawing.byId.get(id);
  if (target === undefined) return;
  if (around.uses >= DEPTH_MAX) throw new Refusal("is an SVG that uses itself");
  const [x, y] = [readSvgLength(attributes["x"]) ?? 0, readSvgLength(attributes["y"]) ?? 0];
  const inner: Around = { ...around, matrix: combined(around.matrix, [1, 0, 0, 1, x, y]), uses: around.uses + 1 };
  if (localName(target) !== "symbol") {
    drawElement(drawing, target, inner);
    return;
  }
  if (target.attributes["viewBox"] !== undefined) drawing.left.add("a symbol's viewBox");
  const style = styleOfElement(target, inner.style, drawing.rules);
  for (const child of childrenOf(target)) drawElement(drawing, child, { ...inner, style });
}

/** Rectangles only: what they leave of the clip around them. */
function clipOf(drawing: Drawing, style: SvgStyle, matrix: Matrix, around: Bounds | null): Bounds | null {
  const id = /^url\(\s*['"]?#([^'")]+)/u.exec(style.get("clip-path") ?? "")?.[1];
  if (id === undefined) return around;
  const path = drawing.byId.get(id);
  const [only, ...others] = path === undefined ? [] : childrenOf(path);
  const units = path?.attributes["clipPathUnits"] ?? "userSpaceOnUse";
  const data = only !== undefined && localName(only) === "rect" ? pathDataOf(only) : null;
  const inside = combined(matrix, matrixOf(only?.attributes["transform"]));
  const isUpright = inside[1] === 0 && inside[2] === 0;
  const segments = data === null || !isUpright ? null : segmentsOf(data, inside);
  if (segments === null || others.length > 0 || units !== "userSpaceOnUse") {
    drawing.left.add("clipping by other shapes than rectangles");
    return around;
  }
  const own = boundsOf(segments);
  return around === null ? own : intersection(own, around);
}

function intersection(one: Bounds, other: Bounds): Bounds {
  return {
    left: Math.max(one.left, other.left),
    top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right),
    bottom: Math.min(one.bottom, other.bottom),
  };
}

/** Around all points, those that control curves with them. */
export function boundsOf(segments: readonly Segment[]): Bounds {
  const bounds = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  const add = (x: number, y: number) => {
    bounds.left = Math.min(bounds.left, x);
    bounds.top = Math.min(bounds.top, y);
    bounds.right = Math.max(bounds.right, x);
    bounds.bottom = Math.max(bounds.bottom, y);
  };
  for (const segment of segments) {
    if (segment.op === "close") continue;
    add(segment.x, segment.y);
    if (segment.op !== "curve") continue;
    add(segment.x1, segment.y1);
    add(segment.x2, segment.y2);
  }
  return bounds;
}

function drawShape(drawing: Drawing, element: XmlElement, around: Around): void {
  const { style, matrix } = around;
  const data = pathDataOf(element);
  if (data === null) {
    drawing.left.add(localName(element));
    return;
  }
  if (style.get("visibility") === "hidden" || style.get("visibility") === "collapse" || data.trim() === "") return;
  const segments = segmentsOf(data, matrix);
  if (segments === null) throw new Refusal(`is an SVG with a broken path (${shortened(data)})`);
  drawing.budget.segments -= segments.length;
  if (drawing.budget.segments < 0) throw new Refusal(`is an SVG of more than ${SEGMENTS_MAX} lines and curves`);
  const fill = localName(element) === "line" ? null : colorOf(drawing, style, "fill", "black", around.opacity);
  const stroke = strokeOf(drawing, around);
  if (fill === null && stroke === null) return;
  const clip = around.clip;
  const reach = boundsOf(segments);
  const by = (stroke?.width ?? 0) / 2;
  const inside =
    clip === null ||
    (reach.left - by >= clip.left &&
      reach.top - by >= clip.top &&
      reach.right + by <= clip.right &&
      reach.bottom + by <= clip.bottom);
  drawing.shapes.push({
    segments,
    fill,
    isEvenOdd: style.get("fill-rule") === "evenodd",
    stroke,
    clip: inside ? null : clip,
  });
}

function colorOf(
  drawing: Drawing,
  style: SvgStyle,
  property: "fill" | "stroke",
  usual: string,
  opacity: number,
): Color | null {
  const paint = solid(drawing, readPaint(style.get(property) ?? usual, style), style);
  if (paint.kind !== "color") return null;
  const alpha = Math.round(paint.alpha * opacity * share(style.get(`${property}-opacity`)) * 255);
  return alpha === 0 ? null : [...paint.rgb, alpha];
}

/** A gradient is drawn in the middle of its colours; what is no colour at all is left out. */
function solid(drawing: Drawing, paint: SvgPaint, style: SvgStyle): SvgPaint {
  if (paint.kind === "unknown") drawing.left.add("colours of an unknown kind");
  if (paint.kind !== "server") return paint;
  const stops = stopsOf(drawing, paint.id, 0).flatMap((stop) => {
    const own = styleOfStop(drawing, stop);
    const color = readPaint(own.get("stop-color") ?? "black", style);
    return color.kind === "color" ? [{ rgb: color.rgb, alpha: color.alpha * share(own.get("stop-opacity")) }] : [];
  });
  if (stops.length === 0) {
    drawing.left.add("patterns");
    return { kind: "none" };
  }
  drawing.left.add("gradients, which are drawn in one colour");
  const mean = (channel: 0 | 1 | 2) => Math.round(stops.reduce((sum, { rgb }) => sum + rgb[channel], 0) / stops.length);
  const alpha = stops.reduce((sum, stop) => sum + stop.alpha, 0) / stops.length;
  return { kind: "color", rgb: [mean(0), mean(1), mean(2)], alpha };
}

function stopsOf(drawing: Drawing, id: string, depth: number): readonly XmlElement[] {
  const server = drawing.byId.get(id);
  if (server === undefined || depth > DEPTH_MAX) return [];
  const stops = childrenOf(server).filter((child) => localName(child) === "stop");
  const link = server.attributes["href"] ?? server.attributes["xlink:href"];
  return stops.length > 0 || link === undefined ? stops : stopsOf(drawing, link.slice(1), depth + 1);
}

function styleOfStop(drawing: Drawing, stop: XmlElement): SvgStyle {
  const style = new Map<string, string>();
  for (const name of ["stop-color", "stop-opacity"]) {
    const value = stop.attributes[name];
    if (value !== undefined) style.set(name, value);
  }
  for (const [name, value] of styleOfElement(stop, new Map(), drawing.rules)) style.set(name, value);
  return style;
}

function strokeOf(drawing: Drawing, { style, matrix, opacity }: Around): VectorStroke | null {
  const color = colorOf(drawing, style, "stroke", "none", opacity);
  const growth = growthOf(matrix);
  const width = (readSvgLength(style.get("stroke-width")) ?? 1) * growth;
  if (color === null || width <= 0) return null;
  const dashes = (style.get("stroke-dasharray") ?? "none")
    .split(/[\s,]+/u)
    .flatMap((part) => readSvgLength(part) ?? [])
    .map((length) => length * growth);
  const [cap, join] = [style.get("stroke-linecap"), style.get("stroke-linejoin")];
  return {
    width,
    color,
    dashes: dashes.some((length) => length > 0) ? dashes : [],
    cap: cap === "round" || cap === "square" ? cap : null,
    join: join === "round" || join === "bevel" ? join : null,
  };
}
