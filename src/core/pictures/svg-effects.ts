// What of an SVG is seen otherwise than by its shapes one by one: masks, filters, markers, opacity of groups.

import type { SvgStyle } from "./svg-paint.ts";
import { intersection, type Segment, tightBoundsOf } from "./svg-shapes.ts";

/** Where is noted what takes a library. */
export interface Noted {
  readonly inOutlines: Set<string>;
  readonly inPixels: Set<string>;
}

/** What of a shape matters here. */
export interface Layered {
  readonly segments: readonly Segment[];
  readonly fill: object | null;
  readonly stroke: { readonly width: number } | null;
}

/** What is seen of an element beside its shape. */
export function noteEffects(drawing: Noted, name: string, style: SvgStyle): void {
  for (const effect of ["mask", "filter"]) {
    if ((style.get(effect) ?? "none") !== "none") drawing.inPixels.add(effect);
  }
  if ((style.get("mix-blend-mode") ?? "normal") !== "normal") drawing.inPixels.add("mix-blend-mode");
  const order = style.get("paint-order") ?? "normal";
  if (order !== "normal" && !order.startsWith("fill")) drawing.inOutlines.add("paint-order");
  if (!CORNERED.has(name)) return;
  const marks = ["marker-start", "marker-mid", "marker-end"];
  if (marks.some((mark) => (style.get(mark) ?? "none") !== "none")) drawing.inOutlines.add("markers");
}

/** What has corners that markers stand at. */
const CORNERED: ReadonlySet<string> = new Set(["path", "line", "polyline", "polygon"]);

/** Among more shapes, looking at each pair takes too long. */
const COMPARED_MAX = 200;

/** Whether any of it lies over another part: then each being faint is not the same as all of it being faint. */
export function overlap(shapes: readonly Layered[]): boolean {
  if (shapes.length > COMPARED_MAX) return true;
  const areas = shapes.map((shape) => {
    const { left, top, right, bottom } = tightBoundsOf(shape.segments);
    const by = (shape.stroke?.width ?? 0) / 2;
    return { left: left - by, top: top - by, right: right + by, bottom: bottom + by };
  });
  return shapes.some((shape, at) => {
    if (shape.fill !== null && shape.stroke !== null) return true;
    return areas.slice(at + 1).some((other) => {
      const common = intersection(areas[at] ?? other, other);
      return common.right > common.left && common.bottom > common.top;
    });
  });
}
