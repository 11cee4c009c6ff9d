// Rules, fills and borders → items. Lines lie on whole EMU; what they decorate is told elsewhere, so all are artifacts.
import type { Emu } from "../../canvas/index.ts";
import type { SourceSpan } from "../../diagnostics/index.ts";
import { type Frame, type Line, type Rectangle, roundedSide, sameLine, thirdOf } from "../page/index.ts";
import { fillShape, type Sheet, strokeShape } from "./painting.ts";

const SOLID: readonly Emu[] = [];
/** Dashes of a hairline would melt into one another: they are measured as if the line were at least this wide. */
const DASH_UNIT_MIN_EMU = 9_525;

/** Dash 3 and gap 2 widths; dots as long as wide with gaps of two. */
export function dashOf(line: Line): readonly Emu[] {
  const unit = Math.max(line.widthEmu, DASH_UNIT_MIN_EMU);
  if (line.dash === "dash") return [3 * unit, 2 * unit];
  if (line.dash === "dot") return [line.widthEmu, 2 * unit];
  return SOLID;
}

/** The strokes of a line around a shape, and how far each lies within its edge: one, or two of a third each. */
export function strokesOf(line: Line): readonly { readonly line: Line; readonly insetEmu: Emu }[] {
  if (line.dash !== "double") return [{ line, insetEmu: 0 }];
  const third = thirdOf(line);
  const single: Line = { ...line, widthEmu: third, dash: "solid" };
  return [-third, third].map((insetEmu) => ({ line: single, insetEmu }));
}

/** A straight line along its axis; a double one is two of a third each. */
export function paintLine(
  sheet: Sheet,
  span: SourceSpan,
  line: Line,
  fromX: Emu,
  fromY: Emu,
  toX: Emu,
  toY: Emu,
  isStatic: boolean,
): void {
  if (line.dash !== "double") {
    strokeSegment(sheet, span, line, dashOf(line), fromX, fromY, toX, toY, isStatic);
    return;
  }
  const third = thirdOf(line);
  const single = { ...line, widthEmu: third };
  const [dx, dy] = Math.abs(toX - fromX) >= Math.abs(toY - fromY) ? [0, third] : [third, 0];
  strokeSegment(sheet, span, single, SOLID, fromX - dx, fromY - dy, toX - dx, toY - dy, isStatic);
  strokeSegment(sheet, span, single, SOLID, fromX + dx, fromY + dy, toX + dx, toY + dy, isStatic);
}

function strokeSegment(
  sheet: Sheet,
  span: SourceSpan,
  line: Line,
  dashEmu: readonly Emu[],
  fromX: Emu,
  fromY: Emu,
  toX: Emu,
  toY: Emu,
  isStatic: boolean,
): void {
  const commands = [
    { op: "move", xEmu: fromX, yEmu: fromY },
    { op: "line", xEmu: toX, yEmu: toY },
  ] as const;
  strokeShape(sheet, span, { kind: "path", commands }, line, dashEmu, isStatic);
}

export function paintFill(sheet: Sheet, span: SourceSpan, frame: Frame, edges: Rectangle, still: boolean): void {
  if (frame.fill === null) return;
  const shape = { kind: "rectangle", rectangle: edges, radiusEmu: frame.radiusEmu } as const;
  fillShape(sheet, span, shape, frame.fill, still && frame.isStatic);
}

/**
 * Borders of a box. They lie inside the box's edge and never enlarge it; in a grid without gaps they are centred on
 * the edge instead, so that neighbours share one line. A container's come after its children, whose fills reach to
 * the same edge.
 */
export function paintBorders(
  sheet: Sheet,
  span: SourceSpan,
  frame: Frame,
  edges: Rectangle,
  still: boolean,
  centred: boolean,
): void {
  const { top, right, bottom, left } = frame;
  if (top === null && right === null && bottom === null && left === null) return;
  const isStatic = still && frame.isStatic;
  const alike = top !== null && sameLine(top, right) && sameLine(top, bottom) && sameLine(top, left);
  for (const ring of RINGS) {
    if (alike) paintRing(sheet, span, { frame, line: top, edges, ring }, isStatic, centred);
    else if (frame.radiusEmu > 0) paintRoundSides(sheet, span, { frame, edges, ring }, isStatic, centred);
    else paintSides(sheet, span, { frame, edges, ring }, isStatic, centred);
  }
}

/** Double lines have an outer and an inner stroke, all others are drawn with the outer ones. */
const RINGS = ["outer", "inner"] as const;
type Ring = (typeof RINGS)[number];

/** One of the strokes about a box. */
interface RingOfBox {
  readonly frame: Frame;
  readonly edges: Rectangle;
  readonly ring: Ring;
}

/** A stroke of a side: how far its middle lies within the box's edge. */
interface SideStroke {
  readonly line: Line;
  readonly dashEmu: readonly Emu[];
  readonly insetEmu: Emu;
}

/** Null where the side has no such stroke. */
function strokeOf(line: Line | null, ring: Ring, centred: boolean): SideStroke | null {
  if (line === null) return null;
  const middle = centred ? 0 : Math.floor(line.widthEmu / 2);
  if (line.dash !== "double") return ring === "inner" ? null : { line, dashEmu: dashOf(line), insetEmu: middle };
  const third = thirdOf(line);
  const half = Math.floor(line.widthEmu / 2);
  const double = { widthEmu: line.widthEmu, insetEmu: ring === "inner" ? half + third : half - third };
  const single: Line = { ...line, widthEmu: third, dash: "solid", double };
  return { line: single, dashEmu: SOLID, insetEmu: ring === "inner" ? middle + third : middle - third };
}

/** Four sides alike: one line, with the corners of the box. */
function paintRing(
  sheet: Sheet,
  span: SourceSpan,
  { frame, line, edges, ring }: RingOfBox & { readonly line: Line },
  isStatic: boolean,
  centred: boolean,
): void {
  const stroke = strokeOf(line, ring, centred);
  if (stroke === null) return;
  const { insetEmu, dashEmu } = stroke;
  const radiusEmu = frame.radiusEmu === 0 ? 0 : Math.max(0, frame.radiusEmu - insetEmu);
  const shape = { kind: "rectangle", rectangle: shrink(edges, insetEmu), radiusEmu } as const;
  strokeShape(sheet, span, shape, stroke.line, dashEmu, isStatic);
}

/** Sides that differ about round corners: each has its half of the corners where it meets another. */
function paintRoundSides(
  sheet: Sheet,
  span: SourceSpan,
  { frame, edges, ring }: RingOfBox,
  isStatic: boolean,
  centred: boolean,
): void {
  for (const [at, side] of SIDES.entries()) {
    const stroke = strokeOf(frame[side], ring, centred);
    if (stroke === null) continue;
    const { insetEmu, line, dashEmu } = stroke;
    const isMet = (step: number): boolean => frame[SIDES[(at + step) % SIDES.length] ?? side] !== null;
    const commands = roundedSide(shrink(edges, insetEmu), {
      side,
      radiusEmu: Math.max(0, frame.radiusEmu - insetEmu),
      meets: [isMet(SIDES.length - 1), isMet(1)],
      beyondEmu: insetEmu,
    });
    strokeShape(sheet, span, { kind: "path", commands }, line, dashEmu, isStatic);
  }
}

const SIDES = ["top", "right", "bottom", "left"] as const;

/** Sides that differ about square corners: each stroke reaches to the outer edge of the one that it meets. */
function paintSides(
  sheet: Sheet,
  span: SourceSpan,
  { frame, edges, ring }: RingOfBox,
  isStatic: boolean,
  centred: boolean,
): void {
  const at = (side: (typeof SIDES)[number]) => strokeOf(frame[side], ring, centred);
  const [top, right, bottom, left] = [at("top"), at("right"), at("bottom"), at("left")];
  const cornerAt = (stroke: SideStroke | null, side: (typeof SIDES)[number]): Emu => {
    const met = stroke ?? strokeOf(frame[side], "outer", centred);
    return met === null ? 0 : met.insetEmu - Math.floor(met.line.widthEmu / 2);
  };
  const fromX = edges.leftEmu + cornerAt(left, "left");
  const toX = edges.rightEmu - cornerAt(right, "right");
  const fromY = edges.topEmu + cornerAt(top, "top");
  const toY = edges.bottomEmu - cornerAt(bottom, "bottom");
  const across = (stroke: SideStroke | null, y: Emu) => {
    if (stroke !== null) strokeSegment(sheet, span, stroke.line, stroke.dashEmu, fromX, y, toX, y, isStatic);
  };
  const down = (stroke: SideStroke | null, x: Emu) => {
    if (stroke !== null) strokeSegment(sheet, span, stroke.line, stroke.dashEmu, x, fromY, x, toY, isStatic);
  };
  across(top, edges.topEmu + (top?.insetEmu ?? 0));
  across(bottom, edges.bottomEmu - (bottom?.insetEmu ?? 0));
  down(left, edges.leftEmu + (left?.insetEmu ?? 0));
  down(right, edges.rightEmu - (right?.insetEmu ?? 0));
}

/** A rectangle that is smaller by so much on each side. */
export function shrink(edges: Rectangle, by: Emu): Rectangle {
  return {
    leftEmu: edges.leftEmu + by,
    topEmu: edges.topEmu + by,
    rightEmu: edges.rightEmu - by,
    bottomEmu: edges.bottomEmu - by,
  };
}
