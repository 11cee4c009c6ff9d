// What of an SVG is seen through what cuts it: clipping paths, and the areas of pictures within it (SVG 2, 3.10;
// CSS Masking 1, chapter 5).

import type { XmlElement } from "@rgrove/parse-xml";
import { combined, IDENTITY, type Matrix, matrixOf } from "../geometry/index.ts";
import type { StyleRule } from "./svg-cascade.ts";
import { overlap } from "./svg-effects.ts";
import type { SvgStyle } from "./svg-paint.ts";
import {
  type Bounds,
  boundsOf,
  hasOtherLengths,
  intersection,
  pathDataOf,
  type Segment,
  segmentsOf,
  tightBoundsOf,
  transformOf,
} from "./svg-shapes.ts";
import { readShareOrLength, type SvgView, styleInPlace, styleOfElement } from "./svg-style.ts";
import { childrenOf, localName, referenceOf } from "./svg-survey.ts";

/** What lies outside of it is not seen. */
export interface VectorClip {
  readonly segments: readonly Segment[];
  readonly isEvenOdd: boolean;
}

/** An upright rectangle, null where there is none, and paths that cut as well. */
export interface Clipping {
  readonly clip: Bounds | null;
  readonly clipPaths: readonly VectorClip[];
}

/** What is asked of a drawing, and noted there. */
export interface Clipped {
  readonly inOutlines: Set<string>;
  readonly rules: readonly StyleRule[];
  readonly byId: ReadonlyMap<string, XmlElement>;
  readonly budget: { segments: number };
  readonly view: SvgView;
}

const UNIT: SvgView = { width: 1, height: 1 };

export function rectanglePath({ left, top, right, bottom }: Bounds): string {
  return `M${left} ${top}H${right}V${bottom}H${left}Z`;
}

/** What is left of the clips around an element. */
export function clipOf(
  drawing: Clipped,
  element: XmlElement,
  style: SvgStyle,
  matrix: Matrix,
  outside: Clipping,
): Clipping {
  const id = /^url\(\s*['"]?#([^'")]+)/u.exec(style.get("clip-path") ?? "")?.[1];
  const path = id === undefined ? undefined : drawing.byId.get(id);
  const { clip, clipPaths } = outside;
  if (path === undefined || localName(path) !== "clipPath") return { clip, clipPaths };
  const box = path.attributes["clipPathUnits"] === "objectBoundingBox" ? ownBounds(element, drawing.view) : null;
  const isInBox = path.attributes["clipPathUnits"] === "objectBoundingBox";
  // Shares of a box are none of the view.
  const view = isInBox ? UNIT : drawing.view;
  const around = styleInPlace(path, drawing.rules);
  const shapes = childrenOf(path).flatMap((child) => clipShape({ ...drawing, view }, child, around));
  if ((isInBox && box === null) || shapes.includes(null) || around.get("clip-path") !== undefined) {
    drawing.inOutlines.add("clipping by other things than shapes");
    return { clip, clipPaths };
  }
  const outer = combined(matrix, matrixOf(path.attributes["transform"]));
  const base =
    box === null ? outer : combined(outer, [box.right - box.left, 0, 0, box.bottom - box.top, box.left, box.top]);
  const parts = shapes.flatMap((shape): readonly VectorClip[] => {
    const segments = shape === null ? null : segmentsOf(shape.data, combined(base, shape.matrix));
    return shape === null || segments === null ? [] : [{ segments, isEvenOdd: shape.isEvenOdd }];
  });
  if (!isUnion(parts)) drawing.inOutlines.add("clipping by parts that lie over one another");
  const segments = parts.flatMap((part) => part.segments);
  drawing.budget.segments -= segments.length;
  return cutBy(outside, segments, parts.length === 1 && parts[0]?.isEvenOdd === true);
}

/** Whether parts that are filled as one path fill what each of them fills. */
function isUnion(parts: readonly VectorClip[]): boolean {
  if (parts.length < 2) return true;
  const figures = (segments: readonly Segment[]) => segments.filter(({ op }) => op === "move").length;
  if (parts.some(({ segments, isEvenOdd }) => isEvenOdd && figures(segments) > 1)) return false;
  const turns = new Set(parts.map(({ segments }) => Math.sign(turnOf(segments))));
  return turns.size < 2 || !overlap(parts.map(({ segments }) => ({ segments, fill: null, stroke: null })));
}

/** Twice the area within a path's corners, negative where it runs the other way round. */
function turnOf(segments: readonly Segment[]): number {
  let [turn, x, y] = [0, 0, 0];
  for (const segment of segments) {
    if (segment.op === "close") continue;
    turn += x * segment.y - y * segment.x;
    [x, y] = [segment.x, segment.y];
  }
  return turn;
}

interface ClipShape {
  readonly data: string;
  readonly matrix: Matrix;
  readonly isEvenOdd: boolean;
}

/** A shape of a clip, or one that it uses; null for anything else, and nothing for what is not seen. */
function clipShape(drawing: Clipped, element: XmlElement, around: SvgStyle): readonly (ClipShape | null)[] {
  const style = styleOfElement(element, around, drawing.rules);
  const own = transformOf(element, style);
  if (style.get("display") === "none" || /^(?:hidden|collapse)$/u.test(style.get("visibility") ?? "")) return [];
  if (own === null || style.get("clip-path") !== undefined || hasOtherLengths(element)) return [null];
  if (localName(element) === "use") {
    const { attributes } = element;
    const target = drawing.byId.get(referenceOf(element).slice(1));
    const { width, height } = drawing.view;
    const [x, y] = [readShareOrLength(attributes["x"], width) ?? 0, readShareOrLength(attributes["y"], height) ?? 0];
    const used = target === undefined || localName(target) === "use" ? [null] : clipShape(drawing, target, style);
    return used.map((one) => {
      return one === null ? null : { ...one, matrix: combined(combined(own, [1, 0, 0, 1, x, y]), one.matrix) };
    });
  }
  const data = pathDataOf(element, drawing.view);
  return [data === null ? null : { data, matrix: own, isEvenOdd: style.get("clip-rule") === "evenodd" }];
}

/** The bounds of a shape in its own space. */
export function ownBounds(element: XmlElement, view: SvgView): Bounds | null {
  const data = pathDataOf(element, view);
  const segments = data === null ? null : segmentsOf(data, IDENTITY);
  return segments === null || segments.length === 0 ? null : tightBoundsOf(segments);
}

/** An upright rectangle cuts as one, which renderers like best; anything else as a path. */
export function cutBy({ clip, clipPaths }: Clipping, segments: readonly Segment[], isEvenOdd: boolean): Clipping {
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
