// Frames: margins, padding, fills and borders of a box, with their paints resolved for one record.
import type { CellBox, Color, Edges, Emu, Paint, Stroke } from "../../canvas/index.ts";
import type { DoubleLine } from "./pages.ts";

/** A border or rule with its colour known. */
export interface Line {
  readonly widthEmu: Emu;
  readonly color: Color;
  readonly dash: Stroke["dash"];
  /** It is a side of a frame. */
  readonly isBorder?: true;
  /** Of one stroke of a double line: the line. */
  readonly double?: DoubleLine;
}

export interface Frame {
  readonly margin: Edges;
  readonly padding: Edges;
  readonly fill: Color | null;
  readonly top: Line | null;
  readonly right: Line | null;
  readonly bottom: Line | null;
  readonly left: Line | null;
  readonly radiusEmu: Emu;
  /** Whether every paint is fixed. */
  readonly isStatic: boolean;
}

const NO_EDGES: Edges = [0, 0, 0, 0];

/** What a box without decoration has. */
export const NO_FRAME: Frame = {
  margin: NO_EDGES,
  padding: NO_EDGES,
  fill: null,
  top: null,
  right: null,
  bottom: null,
  left: null,
  radiusEmu: 0,
  isStatic: true,
};

/** Resolves a paint: a fixed one is its colour, a computed one is asked of the record. */
export type ResolvePaint = (paint: Paint) => Color;

/** Lines have a colour in any case; a ground may have none. */
export interface ResolvePaints {
  readonly line: ResolvePaint;
  readonly fill: (paint: Paint) => Color | null;
}

/** The part of a box or cell that a frame is made of. */
export interface FrameSource extends CellBox {
  readonly margin?: Edges;
  readonly radiusEmu?: Emu;
}

/** Answers the shared empty frame where there is nothing to draw or keep free. */
export function resolveFrame(box: FrameSource, { line: resolve, fill }: ResolvePaints): Frame {
  const margin = box.margin ?? NO_EDGES;
  const undecorated =
    box.fill === null &&
    box.borderTop === null &&
    box.borderRight === null &&
    box.borderBottom === null &&
    box.borderLeft === null;
  const isPlain = undecorated && (box.radiusEmu ?? 0) === 0;
  if (isPlain && isZero(margin) && isZero(box.padding)) return NO_FRAME;
  const known = FIXED.get(box);
  if (known !== undefined) return known;
  const isStatic = hasFixedPaints(box);
  const frame: Frame = {
    margin,
    padding: box.padding,
    fill: box.fill === null ? null : fill(box.fill),
    top: resolveBorder(box.borderTop, resolve),
    right: resolveBorder(box.borderRight, resolve),
    bottom: resolveBorder(box.borderBottom, resolve),
    left: resolveBorder(box.borderLeft, resolve),
    radiusEmu: box.radiusEmu ?? 0,
    isStatic,
  };
  if (isStatic) FIXED.set(box, frame);
  return frame;
}

/** Frames that no data decides, by the box or cell of the canvas that says them. */
const FIXED = new WeakMap<FrameSource, Frame>();

/** Whether no expression decides how the box looks. */
export function hasFixedPaints(box: CellBox): boolean {
  const strokes = [box.borderTop, box.borderRight, box.borderBottom, box.borderLeft];
  return (
    (box.fill === null || box.fill.kind === "fixed") &&
    strokes.every((stroke) => stroke === null || stroke.paint.kind === "fixed")
  );
}

/** A line that no letters may lie under. */
export function resolveBorder(stroke: Stroke | null, resolve: ResolvePaint): Line | null {
  const line = resolveLine(stroke, resolve);
  return line === null ? null : { ...line, isBorder: true };
}

export function resolveLine(stroke: Stroke | null, resolve: ResolvePaint): Line | null {
  if (stroke === null || stroke.widthEmu <= 0) return null;
  return { widthEmu: stroke.widthEmu, color: resolve(stroke.paint), dash: stroke.dash };
}

/** Where two boxes share an edge, the wider line is drawn; of equal ones the first, so the answer never varies. */
export function widerLine(first: Line | null, second: Line | null): Line | null {
  if (first === null) return second;
  if (second === null) return first;
  return second.widthEmu > first.widthEmu ? second : first;
}

export function sameLine(first: Line | null, second: Line | null): boolean {
  if (first === second) return true;
  if (first === null || second === null) return false;
  return (
    first.widthEmu === second.widthEmu &&
    first.dash === second.dash &&
    first.color.every((channel, index) => channel === second.color[index])
  );
}

/** Margin and padding above and below the content. */
export function verticalInset(frame: Frame): Emu {
  return frame.margin[0] + frame.padding[0] + frame.padding[2] + frame.margin[2];
}

function isZero(edges: Edges): boolean {
  return edges[0] === 0 && edges[1] === 0 && edges[2] === 0 && edges[3] === 0;
}
