// SVG pictures → shapes that every renderer draws. What paths cannot show is noted, what runs or fetches is refused.
import { parseXml, type XmlElement } from "@rgrove/parse-xml";
import type { Color } from "../canvas/index.ts";
import { noteEffects, overlap } from "./svg-effects.ts";
import { type ServedPaint, servedPaint, type VectorGradient } from "./svg-gradient.ts";
import {
  type Bounds,
  boundsOf,
  combined,
  growthOf,
  IDENTITY,
  intersection,
  type Matrix,
  matrixOf,
  pathDataOf,
  type Segment,
  segmentsOf,
  tightBoundsOf,
} from "./svg-shapes.ts";
import { isDashed, type StrokeLook, strokeLookOf } from "./svg-strokes.ts";
import { readPaint, readSvgLength, type StyleRule, type SvgStyle, share, styleOfElement } from "./svg-style.ts";
import {
  childrenOf,
  ELEMENTS_MAX,
  localName,
  quotedOf,
  Refusal,
  referenceOf,
  type Survey,
  survey,
  UNDRAWN,
} from "./svg-survey.ts";
import { lengthOf, viewBoxOf, viewportMatrix } from "./svg-viewport.ts";
import { workOf } from "./svg-work.ts";

/** A drawing in the units of its view box, whose corner is the origin. */
export interface VectorDrawing {
  readonly width: number;
  readonly height: number;
  /** The size that it asks for, in pixels of 1/96 inch. */
  readonly widthPx: number;
  readonly heightPx: number;
  readonly shapes: readonly VectorShape[];
  /** The corner of its view box, which `source` measures from. */
  readonly x: number;
  readonly y: number;
  /** What it holds and nobody draws: `foreignObject`; each once. */
  readonly left: readonly string[];
  /** What takes a library to become shapes: `text`; none once it did. */
  readonly inOutlines: readonly string[];
  /** What only pixels show: `filter`. */
  readonly inPixels: readonly string[];
  /** What it says to who cannot see it; empty where it says nothing. */
  readonly words: string;
  /** What a library is given. */
  readonly source: SvgSource;
  /** How often a library touches each pixel at the most; 0 where it is not needed. */
  readonly work: number;
}

export interface SvgSource {
  readonly root: XmlElement;
  readonly survey: Survey;
}

export interface VectorShape {
  readonly segments: readonly Segment[];
  readonly fill: Color | null;
  /** What is filled in place of one colour. */
  readonly gradient: VectorGradient | null;
  readonly isEvenOdd: boolean;
  readonly stroke: VectorStroke | null;
  readonly clip: Bounds | null;
  readonly clipPaths: readonly VectorClip[];
}

export interface VectorStroke extends StrokeLook {
  readonly color: Color;
  /** What it is drawn with in place of one colour; its opacities are one. */
  readonly gradient: VectorGradient | null;
}

/** What lies outside of it is not seen. */
export interface VectorClip {
  readonly segments: readonly Segment[];
  readonly isEvenOdd: boolean;
}

export type SvgReading =
  | { readonly ok: true; readonly drawing: VectorDrawing }
  /** Continues the sentence "the image …". */
  | { readonly ok: false; readonly reason: string };

/** A logo has a few kilobytes; maps and scans as SVG belong into pixels. */
export const SVG_BYTES_MAX = 1024 * 1024;
const SEGMENTS_MAX = 100_000;
const DEPTH_MAX = 64;

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
  return readText(new TextDecoder().decode(bytes).replace(/^\uFEFF/u, ""));
}

/** An SVG of a library: outlines take more characters than the letters that they show. */
export function readSimplified(text: string): SvgReading {
  return text.length > 4 * SVG_BYTES_MAX ? { ok: false, reason: "is an SVG of very much text" } : readText(text);
}

function readText(text: string): SvgReading {
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

interface Drawing {
  readonly shapes: VectorShape[];
  readonly left: Set<string>;
  readonly inOutlines: Set<string>;
  readonly inPixels: Set<string>;
  readonly rules: readonly StyleRule[];
  readonly strange: ReadonlySet<XmlElement>;
  readonly byId: ReadonlyMap<string, XmlElement>;
  readonly budget: { elements: number; segments: number };
  /** What percentages are of. */
  readonly view: { readonly width: number; readonly height: number };
}

/** Where an element stands. */
interface Around {
  readonly matrix: Matrix;
  readonly style: SvgStyle;
  readonly opacity: number;
  readonly clip: Bounds | null;
  readonly clipPaths: readonly VectorClip[];
  /** Uses within uses. */
  readonly uses: number;
}

function draw(root: XmlElement): VectorDrawing {
  const [widthPx, heightPx] = [readSvgLength(root.attributes["width"]), readSvgLength(root.attributes["height"])];
  const [x, y, width, height] = viewBoxOf(root) ?? [0, 0, widthPx ?? 0, heightPx ?? 0];
  if (width <= 0 || height <= 0) throw new Refusal("is an SVG without a size: give it a viewBox");
  const found = survey(root);
  const drawing: Drawing = {
    shapes: [],
    left: new Set(found.undrawn),
    inOutlines: new Set(found.hasOtherSelectors ? ["styles by other selectors than names"] : []),
    inPixels: new Set(),
    rules: found.rules,
    strange: found.strange,
    byId: found.byId,
    budget: { elements: ELEMENTS_MAX, segments: SEGMENTS_MAX },
    view: { width, height },
  };
  const page = { left: 0, top: 0, right: width, bottom: height };
  const matrix: Matrix = [1, 0, 0, 1, 0 - x, 0 - y];
  const around: Around = { matrix, style: new Map(), opacity: 1, clip: page, clipPaths: [], uses: 0 };
  const style = styleOfElement(root, around.style, drawing.rules);
  for (const child of childrenOf(root)) drawElement(drawing, child, { ...around, style });
  const [inOutlines, inPixels] = [[...drawing.inOutlines], [...drawing.inPixels]];
  return {
    ...{ x, y, width, height },
    widthPx: widthPx ?? width,
    heightPx: heightPx ?? (widthPx === null ? height : (widthPx * height) / width),
    shapes: drawing.shapes,
    left: [...drawing.left],
    ...{ inOutlines, inPixels },
    words: found.words,
    source: { root, survey: found },
    work: inOutlines.length + inPixels.length === 0 ? 0 : workOf(root, found, Math.max(width, height)),
  };
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
  "pattern",
  "mask",
  "filter",
  "marker",
  "namedview",
]);

function drawElement(drawing: Drawing, element: XmlElement, around: Around): void {
  const name = localName(element);
  if (SILENT.has(name) || UNDRAWN.has(name) || (element.name !== name && !element.name.startsWith("svg:"))) return;
  if (--drawing.budget.elements < 0) throw new Refusal(`is an SVG of more than ${ELEMENTS_MAX} elements`);
  const style = styleOfElement(element, around.style, drawing.rules);
  if (style.get("display") === "none") return;
  noteEffects(drawing, name, style);
  const matrix = combined(around.matrix, matrixOf(element.attributes["transform"]));
  const here: Around = {
    ...around,
    matrix,
    style,
    opacity: around.opacity * share(style.get("opacity")),
    ...clipOf(drawing, element, style, matrix, around),
  };
  const before = drawing.shapes.length;
  drawKind(drawing, element, name, here);
  if (share(style.get("opacity")) < 1 && overlap(drawing.shapes.slice(before))) {
    drawing.inPixels.add("opacity of parts that lie over one another");
  }
}

function drawKind(drawing: Drawing, element: XmlElement, name: string, here: Around): void {
  switch (name) {
    case "switch":
      drawing.inOutlines.add(name);
      return;
    case "g":
    case "a":
      for (const child of childrenOf(element)) drawElement(drawing, child, here);
      return;
    case "svg":
      drawViewport(drawing, element, element, here);
      return;
    case "use":
      drawUse(drawing, element, here);
      return;
    case "text":
      if (element.text.trim() !== "") drawing.inOutlines.add(name);
      return;
    case "image":
      if (referenceOf(element) !== "" && !drawing.strange.has(element)) drawing.inPixels.add("pictures in it");
      return;
    default:
      drawShape(drawing, element, here);
  }
}

function drawUse(drawing: Drawing, element: XmlElement, around: Around): void {
  const { attributes } = element;
  const target = drawing.byId.get(referenceOf(element).slice(1));
  if (target === undefined) return;
  if (around.uses >= DEPTH_MAX) throw new Refusal("is an SVG that uses itself");
  const [x, y] = [readSvgLength(attributes["x"]) ?? 0, readSvgLength(attributes["y"]) ?? 0];
  const inner: Around = { ...around, matrix: combined(around.matrix, [1, 0, 0, 1, x, y]), uses: around.uses + 1 };
  if (localName(target) !== "symbol") {
    drawElement(drawing, target, inner);
    return;
  }
  const style = styleOfElement(target, inner.style, drawing.rules);
  drawViewport(drawing, target, element, { ...inner, style, matrix: around.matrix });
}

/** A symbol or an svg, laid into the area that `placed` gives it; what reaches over it is cut. */
function drawViewport(drawing: Drawing, element: XmlElement, placed: XmlElement, around: Around): void {
  const { view } = drawing;
  const of = (name: string) => placed.attributes[name] ?? element.attributes[name];
  const [left, top] = [readSvgLength(placed.attributes["x"]) ?? 0, readSvgLength(placed.attributes["y"]) ?? 0];
  const [width, height] = [lengthOf(of("width"), view.width), lengthOf(of("height"), view.height)];
  if (width <= 0 || height <= 0) return;
  const area = { left, top, right: left + width, bottom: top + height };
  const inner: Around = {
    ...around,
    matrix: combined(around.matrix, viewportMatrix(element, area)),
    ...(viewBoxOf(element) === null ? {} : cutBy(around, segmentsOf(rectanglePath(area), around.matrix) ?? [], false)),
  };
  for (const child of childrenOf(element)) drawElement(drawing, child, inner);
}

function rectanglePath({ left, top, right, bottom }: Bounds): string {
  return `M${left} ${top}H${right}V${bottom}H${left}Z`;
}

type Clipping = Pick<Around, "clip" | "clipPaths">;

/** What is left of the clips around an element. */
function clipOf(drawing: Drawing, element: XmlElement, style: SvgStyle, matrix: Matrix, around: Around): Clipping {
  const id = /^url\(\s*['"]?#([^'")]+)/u.exec(style.get("clip-path") ?? "")?.[1];
  const path = id === undefined ? undefined : drawing.byId.get(id);
  const { clip, clipPaths } = around;
  if (path === undefined || localName(path) !== "clipPath") return { clip, clipPaths };
  const box = path.attributes["clipPathUnits"] === "objectBoundingBox" ? ownBounds(element) : null;
  const isInBox = path.attributes["clipPathUnits"] === "objectBoundingBox";
  const shapes = childrenOf(path).map((child) => clipShape(drawing, child));
  if ((isInBox && box === null) || shapes.includes(null) || path.attributes["clip-path"] !== undefined) {
    drawing.inOutlines.add("clipping by other things than shapes");
    return { clip, clipPaths };
  }
  const outer = combined(matrix, matrixOf(path.attributes["transform"]));
  const base =
    box === null ? outer : combined(outer, [box.right - box.left, 0, 0, box.bottom - box.top, box.left, box.top]);
  const segments = shapes.flatMap((shape) => {
    return shape === null ? [] : (segmentsOf(shape.data, combined(base, shape.matrix)) ?? []);
  });
  drawing.budget.segments -= segments.length;
  return cutBy(around, segments, shapes.length === 1 && shapes[0]?.isEvenOdd === true);
}

interface ClipShape {
  readonly data: string;
  readonly matrix: Matrix;
  readonly isEvenOdd: boolean;
}

/** A shape of a clip, or one that it uses; null for anything else. */
function clipShape(drawing: Drawing, element: XmlElement): ClipShape | null {
  const own = matrixOf(element.attributes["transform"]);
  if (localName(element) === "use") {
    const { attributes } = element;
    const target = drawing.byId.get(referenceOf(element).slice(1));
    const used = target === undefined || localName(target) === "use" ? null : clipShape(drawing, target);
    const [x, y] = [readSvgLength(attributes["x"]) ?? 0, readSvgLength(attributes["y"]) ?? 0];
    return used === null ? null : { ...used, matrix: combined(combined(own, [1, 0, 0, 1, x, y]), used.matrix) };
  }
  const data = pathDataOf(element);
  const rule = styleOfElement(element, new Map(), drawing.rules).get("clip-rule");
  return data === null ? null : { data, matrix: own, isEvenOdd: rule === "evenodd" };
}

/** The bounds of a shape in its own space. */
function ownBounds(element: XmlElement): Bounds | null {
  const data = pathDataOf(element);
  const segments = data === null ? null : segmentsOf(data, IDENTITY);
  return segments === null || segments.length === 0 ? null : tightBoundsOf(segments);
}

/** An upright rectangle cuts as one, which renderers like best; anything else as a path. */
function cutBy({ clip, clipPaths }: Clipping, segments: readonly Segment[], isEvenOdd: boolean): Clipping {
  const own: Bounds = segments.length === 0 ? { left: 0, top: 0, right: 0, bottom: 0 } : boundsOf(segments);
  if (!isUpright(segments)) {
    const inside = clip === null ? null : intersection(own, clip);
    const seen = inside === null || (inside.right > inside.left && inside.bottom > inside.top);
    return seen ? { clip, clipPaths: [...clipPaths, { segments, isEvenOdd }] } : { clip: inside, clipPaths };
  }
  return { clip: clip === null ? own : intersection(own, clip), clipPaths };
}

/** Four sides of one figure, each level or upright; nothing at all is as good as a rectangle without an area. */
function isUpright(segments: readonly Segment[]): boolean {
  const [first, second, third, fourth, end, ...more] = segments;
  if (first === undefined) return true;
  if (more.length > 0 || first.op !== "move" || end?.op !== "close") return false;
  if (second?.op !== "line" || third?.op !== "line" || fourth?.op !== "line") return false;
  const isLevel = second.y === first.y && third.x === second.x && fourth.y === third.y && fourth.x === first.x;
  return isLevel || (second.x === first.x && third.y === second.y && fourth.x === third.x && fourth.y === first.y);
}

function drawShape(drawing: Drawing, element: XmlElement, around: Around): void {
  const { style, matrix } = around;
  // Dashes of a circle begin where SVG begins it (SVG 2, 10.3).
  const data = pathDataOf(element, isDashed(style) ? "right" : "left");
  if (data === null) {
    drawing.left.add(localName(element));
    return;
  }
  if (style.get("visibility") === "hidden" || style.get("visibility") === "collapse" || data.trim() === "") return;
  const segments = segmentsOf(data, matrix);
  if (segments === null) throw new Refusal(`is an SVG with a broken path (${quotedOf(data)})`);
  drawing.budget.segments -= segments.length;
  if (drawing.budget.segments < 0) throw new Refusal(`is an SVG of more than ${SEGMENTS_MAX} lines and curves`);
  const paint = localName(element) === "line" ? null : paintOf(drawing, element, around, "fill", "black");
  const fill = paint?.color ?? null;
  const stroke = strokeOf(drawing, element, around);
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
    gradient: paint?.gradient ?? null,
    isEvenOdd: style.get("fill-rule") === "evenodd",
    stroke,
    clip: inside ? null : clip,
    clipPaths: around.clipPaths,
  });
}

/** What fills or strokes a shape; null where nothing does. */
function paintOf(
  drawing: Drawing,
  element: XmlElement,
  { style, matrix, opacity }: Around,
  property: "fill" | "stroke",
  usual: string,
): ServedPaint | null {
  const paint = readPaint(style.get(property) ?? usual, style);
  const all = opacity * share(style.get(`${property}-opacity`));
  switch (paint.kind) {
    case "none":
      return null;
    case "unknown":
      drawing.inOutlines.add("colours of an unknown kind");
      return null;
    case "color": {
      const alpha = Math.round(paint.alpha * all * 255);
      return alpha === 0 ? null : { color: [...paint.rgb, alpha], gradient: null, repeats: false };
    }
    case "server": {
      const painted = { style, matrix, bounds: ownBounds(element), view: drawing.view, opacity: all };
      const served = servedPaint(drawing, paint.id, painted);
      if (served === null && drawing.byId.has(paint.id)) drawing.inPixels.add("patterns");
      else if (served?.repeats === true) drawing.inPixels.add("gradients that repeat themselves often");
      return served;
    }
  }
}

function strokeOf(drawing: Drawing, element: XmlElement, around: Around): VectorStroke | null {
  const { style, matrix } = around;
  const paint = paintOf(drawing, element, around, "stroke", "none");
  const gradient = paint?.gradient ?? null;
  if (gradient !== null && new Set(gradient.stops.map(({ color }) => color[3])).size > 1) {
    drawing.inPixels.add("lines that fade away");
  }
  const color = paint?.color ?? null;
  const look = strokeLookOf(style, growthOf(matrix), drawing.view);
  return color === null || look.width <= 0 ? null : { ...look, color, gradient };
}
