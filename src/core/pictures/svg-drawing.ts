// SVG pictures → shapes that every renderer draws. What paths cannot show is noted, what runs or fetches is refused.

import { parseXml, type XmlElement } from "@rgrove/parse-xml";
import type { Color } from "../canvas/index.ts";
import { combined, IDENTITY, type Matrix } from "../geometry/index.ts";
import type { StyleRule } from "./svg-cascade.ts";
import { type Clipping, clipOf, cutBy, ownBounds, rectanglePath, type VectorClip } from "./svg-clip.ts";
import { noteEffects, overlap } from "./svg-effects.ts";
import { type ServedPaint, servedPaint, type VectorGradient } from "./svg-gradient.ts";
import { smallestLetters } from "./svg-letter-sizes.ts";
import { noteMissing, noteUnread } from "./svg-names.ts";
import { readPaint, type SvgStyle, share } from "./svg-paint.ts";
import {
  type Bounds,
  boundsOf,
  growthOf,
  hasOtherLengths,
  pathDataOf,
  type Segment,
  segmentsOf,
  stretchOf,
  transformOf,
} from "./svg-shapes.ts";
import { isDashed, type StrokeLook, strokeLookOf } from "./svg-strokes.ts";
import { readShareOrLength, readSvgLength, type SvgView, styleOfElement } from "./svg-style.ts";
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
import { viewBoxOf, viewportMatrix } from "./svg-viewport.ts";
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
  /** Its texts that a library turned into outlines, and where these lie. */
  readonly letters: readonly LetterFigures[];
  /** Its texts that are seen, with the size of their smallest letters in its units. */
  readonly letterSizes: readonly { readonly words: string; readonly size: number }[];
}

/** A text of a drawing that is seen, and where the outlines of its letters lie. */
export interface LetterFigures {
  readonly words: string;
  readonly figures: readonly Bounds[];
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
  /** The text that it is a part of the letters of; absent: of none. */
  readonly words?: string;
}

export interface VectorStroke extends StrokeLook {
  readonly color: Color;
  /** What it is drawn with in place of one colour; its opacities are one. */
  readonly gradient: VectorGradient | null;
}

export type SvgReading =
  | { readonly ok: true; readonly drawing: VectorDrawing }
  /** Continues the sentence "the image …". Passing is what may go another way when it is tried again. */
  | { readonly ok: false; readonly reason: string; readonly isPassing?: boolean };

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
  return readText(new TextDecoder().decode(bytes).replace(/^\uFEFF/u, ""), NO_TEXTS);
}

/** The words of texts by the ids of the groups that a library draws their letters in. */
export type TextIds = ReadonlyMap<string, string>;

const NO_TEXTS: TextIds = new Map();

/** An SVG of a library: outlines take more characters than the letters that they show. */
export function readSimplified(text: string, texts: TextIds): SvgReading {
  return text.length > 4 * SVG_BYTES_MAX ? { ok: false, reason: "is an SVG of very much text" } : readText(text, texts);
}

function readText(text: string, texts: TextIds): SvgReading {
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
    return { ok: true, drawing: draw(root, texts) };
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
  readonly view: SvgView;
  /** Units of the whole drawing that a pixel has, where it is shown in the size that it asks for. */
  readonly unitsPerPx: number;
  readonly texts: TextIds;
  readonly letterSizes: { readonly words: string; readonly size: number }[];
}

/** Where an element stands. */
interface Around extends Clipping {
  readonly matrix: Matrix;
  readonly style: SvgStyle;
  readonly opacity: number;
  /** Uses within uses. */
  readonly uses: number;
  /** The text whose letters are drawn; undefined: none. */
  readonly words?: string | undefined;
}

function draw(root: XmlElement, texts: TextIds): VectorDrawing {
  const [widthPx, heightPx] = [readSvgLength(root.attributes["width"]), readSvgLength(root.attributes["height"])];
  const [x, y, width, height] = viewBoxOf(root) ?? [0, 0, widthPx ?? 0, heightPx ?? 0];
  if (width <= 0 || height <= 0) throw new Refusal("is an SVG without a size: give it a viewBox");
  const found = survey(root);
  const drawing: Drawing = {
    shapes: [],
    left: new Set(found.undrawn),
    inOutlines: new Set(),
    inPixels: new Set(),
    rules: found.rules,
    strange: found.strange,
    byId: found.byId,
    budget: { elements: ELEMENTS_MAX, segments: SEGMENTS_MAX },
    view: { width, height },
    unitsPerPx: width / (widthPx ?? width),
    texts,
    letterSizes: [],
  };
  noteUnread(drawing, root, NO_STYLE, found.hasText);
  drawRoot(drawing, root, [1, 0, 0, 1, 0 - x, 0 - y]);
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
    work: inOutlines.length + inPixels.length === 0 ? 0 : workOf(root, found, drawing.view),
    letters: [],
    letterSizes: drawing.letterSizes,
  };
}

const NO_STYLE: SvgStyle = new Map();

function drawRoot(drawing: Drawing, root: XmlElement, matrix: Matrix): void {
  const style = styleOfElement(root, new Map(), drawing.rules);
  if (style.get("display") === "none") return;
  noteEffects(drawing, "svg", style);
  const { width, height } = drawing.view;
  const page = { clip: { left: 0, top: 0, right: width, bottom: height }, clipPaths: [] };
  const opacity = share(style.get("opacity"));
  const around: Around = { matrix, style, opacity, ...clipOf(drawing, root, style, matrix, page), uses: 0 };
  for (const child of childrenOf(root)) drawElement(drawing, child, around);
  noteOpacity(drawing, style, 0);
}

/** Opacity of what was drawn since the shape `first`, where it is not that of each shape. */
function noteOpacity(drawing: Drawing, style: SvgStyle, first: number): void {
  if (share(style.get("opacity")) < 1 && overlap(drawing.shapes.slice(first))) {
    drawing.inPixels.add("opacity of parts that lie over one another");
  }
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
  // Nobody here has an extension (SVG 2, §5.11).
  if ((element.attributes["requiredExtensions"] ?? "").trim() !== "") return;
  if (--drawing.budget.elements < 0) throw new Refusal(`is an SVG of more than ${ELEMENTS_MAX} elements`);
  const style = styleOfElement(element, around.style, drawing.rules);
  if (style.get("display") === "none") return;
  noteEffects(drawing, name, style);
  noteMissing(drawing, element, style);
  const own = transformOf(element, style);
  if (own === null) drawing.left.add("transformations by such styles");
  const matrix = combined(around.matrix, own ?? IDENTITY);
  const here: Around = {
    ...around,
    matrix,
    style,
    opacity: around.opacity * share(style.get("opacity")),
    ...clipOf(drawing, element, style, matrix, around),
    words: around.words ?? drawing.texts.get(element.attributes["id"] ?? ""),
  };
  const before = drawing.shapes.length;
  drawKind(drawing, element, name, here);
  noteOpacity(drawing, style, before);
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
      if (element.text.trim() === "") return;
      drawing.inOutlines.add(name);
      noteLetters(drawing, element, here);
      return;
    case "image":
      if (referenceOf(element) !== "" && !drawing.strange.has(element)) drawing.inPixels.add("pictures in it");
      return;
    default:
      drawShape(drawing, element, here);
  }
}

/** Letters that a picture hides on purpose have no size. */
function noteLetters(drawing: Drawing, text: XmlElement, { style, matrix, opacity }: Around): void {
  const isHidden = /^(?:hidden|collapse)$/u.test(style.get("visibility") ?? "") || opacity === 0;
  const isPainted = [style.get("fill") ?? "black", style.get("stroke") ?? "none"].some((paint) => paint !== "none");
  const size = isHidden || !isPainted ? null : smallestLetters(text, drawing.rules);
  const words = text.text.replace(/\s+/gu, " ").trim();
  if (size !== null) drawing.letterSizes.push({ words, size: size * growthOf(matrix) });
}

function drawUse(drawing: Drawing, element: XmlElement, around: Around): void {
  const { attributes } = element;
  const target = drawing.byId.get(referenceOf(element).slice(1));
  if (target === undefined) return;
  if (around.uses >= DEPTH_MAX) throw new Refusal("is an SVG that uses itself");
  const { width, height } = drawing.view;
  const [x, y] = [readShareOrLength(attributes["x"], width) ?? 0, readShareOrLength(attributes["y"], height) ?? 0];
  const inner: Around = { ...around, matrix: combined(around.matrix, [1, 0, 0, 1, x, y]), uses: around.uses + 1 };
  const isSized = attributes["width"] !== undefined || attributes["height"] !== undefined;
  if (isSized && localName(target) === "svg") drawing.inOutlines.add("uses in another size");
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
  const length = (name: string, whole: number) => {
    return readShareOrLength(placed.attributes[name] ?? element.attributes[name], whole) ?? whole;
  };
  const [left, top] = [
    readShareOrLength(placed.attributes["x"], view.width) ?? 0,
    readShareOrLength(placed.attributes["y"], view.height) ?? 0,
  ];
  const [width, height] = [length("width", view.width), length("height", view.height)];
  if (width <= 0 || height <= 0) return;
  const area = { left, top, right: left + width, bottom: top + height };
  const isOpen = /^(?:visible|auto)$/u.test(around.style.get("overflow") ?? "");
  const inner: Around = {
    ...around,
    matrix: combined(around.matrix, viewportMatrix(element, area)),
    ...(isOpen ? {} : cutBy(around, segmentsOf(rectanglePath(area), around.matrix) ?? [], false)),
  };
  const [, , viewWidth, viewHeight] = viewBoxOf(element) ?? [0, 0, width, height];
  const within: Drawing = { ...drawing, view: { width: viewWidth, height: viewHeight } };
  for (const child of childrenOf(element)) drawElement(within, child, inner);
}

function drawShape(drawing: Drawing, element: XmlElement, around: Around): void {
  const { style, matrix } = around;
  // Dashes of a circle begin where SVG begins it (SVG 2, 10.3).
  const data = pathDataOf(element, drawing.view, isDashed(style) ? "right" : "left");
  if (data === null) {
    drawing.left.add(localName(element));
    return;
  }
  if (hasOtherLengths(element)) drawing.inOutlines.add("lengths that hang on a font");
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
    ...(around.words === undefined ? {} : { words: around.words }),
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
  const asked = readPaint(style.get(property) ?? usual, style);
  const isMissing = asked.kind === "server" && !drawing.byId.has(asked.id);
  const paint = isMissing ? readPaint(asked.otherwise === "" ? "none" : asked.otherwise, style) : asked;
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
      const painted = { matrix, bounds: ownBounds(element, drawing.view), view: drawing.view, opacity: all };
      const served = servedPaint(drawing, paint.id, painted);
      if (served === null) drawing.inPixels.add("patterns");
      else if (served?.repeats === true) drawing.inPixels.add("gradients that repeat themselves often");
      return served;
    }
  }
}

/** Lines that are broader one way than the other are drawn evenly up to here: nobody sees it, and they stay sharp. */
const STRETCH_MAX = 2;

function strokeOf(drawing: Drawing, element: XmlElement, around: Around): VectorStroke | null {
  const { style, matrix } = around;
  const paint = paintOf(drawing, element, around, "stroke", "none");
  const gradient = paint?.gradient ?? null;
  if (gradient !== null && new Set(gradient.stops.map(({ color }) => color[3])).size > 1) {
    drawing.inPixels.add("lines that fade away");
  }
  const color = paint?.color ?? null;
  const isFixed = style.get("vector-effect") === "non-scaling-stroke";
  const look = strokeLookOf(style, isFixed ? drawing.unitsPerPx : growthOf(matrix), drawing.view);
  if (color === null || look.width <= 0) return null;
  if (!isFixed && stretchOf(matrix) > STRETCH_MAX) drawing.inPixels.add("lines that are broader in one direction");
  return { ...look, color, gradient };
}
