// A vector drawing in its box → paths in EMU, in proportion or not, cut where it would reach over.
import type { Emu, ImageElement } from "../../canvas/index.ts";
import type {
  Bounds,
  Segment,
  VectorClip,
  VectorDrawing,
  VectorGradient,
  VectorShape,
  VectorStroke,
} from "../../pictures/index.ts";
import type { PicturePlacing } from "../blocks/index.ts";
import {
  type ClipPath,
  type DrawnPath,
  type Gradient,
  MITER_LIMIT_DEFAULT_THOUSANDTHS,
  type PathCommand,
  type PathStroke,
  type Rectangle,
  roundedRectangle,
} from "../page/index.ts";

/** Where the drawing's units lie: EMU of a unit across and down, and of its corner. */
interface Placement {
  readonly across: number;
  readonly down: number;
  readonly left: number;
  readonly top: number;
}

export function drawingPaths(
  drawing: VectorDrawing,
  box: Rectangle,
  placing: PicturePlacing,
  radiusEmu: Emu,
): readonly DrawnPath[] {
  const place = placementOf(drawing, box, placing);
  const cut = placing.fit === "cover" ? box : null;
  const rounding = radiusEmu > 0 ? roundedRectangle(cut ?? drawnIn(drawing, place), radiusEmu) : null;
  return drawing.shapes.flatMap((shape) => {
    const path = pathOf(shape, place, cut);
    if (path === null) return [];
    return [rounding === null ? path : { ...path, clipPaths: [...(path.clipPaths ?? []), { commands: rounding }] }];
  });
}

/** Where the whole drawing lies. */
function drawnIn({ width, height }: VectorDrawing, { across, down, left, top }: Placement): Rectangle {
  const [leftEmu, topEmu] = [emuOf(left), emuOf(top)];
  return { leftEmu, topEmu, rightEmu: emuOf(left + width * across), bottomEmu: emuOf(top + height * down) };
}

function placementOf(drawing: VectorDrawing, box: Rectangle, placing: PicturePlacing): Placement {
  const { fit } = placing;
  const [width, height] = [box.rightEmu - box.leftEmu, box.bottomEmu - box.topEmu];
  const [across, down] = [width / drawing.width, height / drawing.height];
  const even = fit === "contain" ? Math.min(across, down) : Math.max(across, down);
  const [x, y] = fit === "fill" ? [across, down] : [even, even];
  return {
    across: x,
    down: y,
    left: box.leftEmu + (width - drawing.width * x) * shareBefore(placing.align),
    top: box.topEmu + (height - drawing.height * y) * shareBefore(placing.valign),
  };
}

/** The share of what a box has more than its picture that lies before the picture. */
export function shareBefore(side: "left" | "right" | "top" | "bottom" | undefined): number {
  return side === undefined ? 0.5 : side === "left" || side === "top" ? 0 : 1;
}

/** How large the whole drawing is that lies in a box, also what of it is cut off. */
export function drawingSize(drawing: VectorDrawing, box: Rectangle, fit: ImageElement["fit"]) {
  const { across, down } = placementOf(drawing, box, { fit });
  const size = (units: number, scale: number) => Math.max(1, Math.round(units * scale));
  return { widthEmu: size(drawing.width, across), heightEmu: size(drawing.height, down) };
}

/** Null where the clip leaves nothing. */
function pathOf(shape: VectorShape, place: Placement, cut: Rectangle | null): DrawnPath | null {
  const own = shape.clip === null ? null : clipOf(shape.clip, place);
  const clip = own !== null && cut !== null ? common(own, cut) : (own ?? cut);
  if (clip !== null && (clip.rightEmu <= clip.leftEmu || clip.bottomEmu <= clip.topEmu)) return null;
  const { stroke } = shape;
  return {
    commands: shape.segments.map((segment) => commandOf(segment, place)),
    fill: shape.fill,
    ...(shape.isEvenOdd ? { rule: "evenodd" } : {}),
    stroke: stroke === null ? null : strokeOf(stroke, shape.segments.length, place),
    ...(shape.gradient === null ? {} : { gradient: gradientOf(shape.gradient, place) }),
    ...(clip === null ? {} : { clip }),
    ...(shape.clipPaths.length === 0 ? {} : { clipPaths: shape.clipPaths.map((one) => clipPathOf(one, place)) }),
    ...(shape.words === undefined ? {} : { words: shape.words }),
  };
}

/** Lengths of the drawing as lengths on the page: in the mean of both directions where it is not in proportion. */
function strokeOf(stroke: VectorStroke, segments: number, place: Placement): PathStroke {
  const growth = Math.sqrt(place.across * place.down);
  const dashEmu = dashesOf(stroke.dashes, growth);
  const dashOffsetEmu = withinDashes(dashEmu, emuOf(stroke.dashOffset * growth));
  const limit = Math.round(stroke.miterLimit * 1000);
  const hasCorners = segments > 2 && stroke.join === null;
  return {
    widthEmu: Math.max(1, emuOf(stroke.width * growth)),
    color: stroke.color,
    dashEmu,
    ...(dashOffsetEmu === 0 ? {} : { dashOffsetEmu }),
    ...(stroke.gradient === null ? {} : { gradient: gradientOf(stroke.gradient, place) }),
    ...(stroke.cap === null ? {} : { cap: stroke.cap }),
    ...(stroke.join === null ? {} : { join: stroke.join }),
    ...(hasCorners && limit !== MITER_LIMIT_DEFAULT_THOUSANDTHS ? { miterLimitThousandths: limit } : {}),
  };
}

/** The same place in the dashes, counted from their first beginning; an odd number of lengths comes round twice. */
function withinDashes(dashEmu: readonly Emu[], offsetEmu: Emu): Emu {
  const roundEmu = dashEmu.reduce((sum, length) => sum + length, 0) * (dashEmu.length % 2 === 0 ? 1 : 2);
  return roundEmu === 0 ? 0 : ((offsetEmu % roundEmu) + roundEmu) % roundEmu;
}

/** A tenth of a point: dashes that come again within it can't be told from a line. */
const DASHES_EMU_MIN = 1_270;

function dashesOf(lengths: readonly number[], growth: number): readonly Emu[] {
  const dashes = lengths.map((length) => emuOf(length * growth));
  return dashes.reduce((sum, length) => sum + length, 0) < DASHES_EMU_MIN ? [] : dashes;
}

/** Eleven metres: nothing further off is on paper, and readers of PDF need not follow there (ISO 32000-1, C.2). */
const FAR_EMU = 400_000_000;

/** A place or length in EMU, held within what a file can say. */
function emuOf(value: number): Emu {
  return Math.round(Math.min(FAR_EMU, Math.max(-FAR_EMU, value))) || 0;
}

function clipPathOf({ segments, isEvenOdd }: VectorClip, place: Placement): ClipPath {
  const commands = segments.map((segment) => commandOf(segment, place));
  return isEvenOdd ? { commands, rule: "evenodd" } : { commands };
}

function gradientOf({ kind, matrix, focus, stops }: VectorGradient, place: Placement): Gradient {
  const { across, down, left, top } = place;
  const [a, b, c, d, e, f] = matrix;
  const placed = [a * across, b * down, c * across, d * down, left + e * across, top + f * down].map(emuOf);
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0, x = 0, y = 0] = placed;
  return { kind, matrix: [x1, y1, x2, y2, x, y], focusThousandths: focus, stops };
}

function clipOf(bounds: Bounds, { across, down, left, top }: Placement): Rectangle {
  return {
    leftEmu: emuOf(left + bounds.left * across),
    topEmu: emuOf(top + bounds.top * down),
    rightEmu: emuOf(left + bounds.right * across),
    bottomEmu: emuOf(top + bounds.bottom * down),
  };
}

function common(one: Rectangle, other: Rectangle): Rectangle {
  return {
    leftEmu: Math.max(one.leftEmu, other.leftEmu),
    topEmu: Math.max(one.topEmu, other.topEmu),
    rightEmu: Math.min(one.rightEmu, other.rightEmu),
    bottomEmu: Math.min(one.bottomEmu, other.bottomEmu),
  };
}

function commandOf(segment: Segment, { across, down, left, top }: Placement): PathCommand {
  const x = (value: number) => emuOf(left + value * across);
  const y = (value: number) => emuOf(top + value * down);
  switch (segment.op) {
    case "close":
      return segment;
    case "move":
    case "line":
      return { op: segment.op, xEmu: x(segment.x), yEmu: y(segment.y) };
    case "curve":
      return {
        op: "curve",
        x1Emu: x(segment.x1),
        y1Emu: y(segment.y1),
        x2Emu: x(segment.x2),
        y2Emu: y(segment.y2),
        xEmu: x(segment.x),
        yEmu: y(segment.y),
      };
  }
}
