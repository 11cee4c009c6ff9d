// Rules, fills and borders → items. Lines lie on whole EMU; what they decorate is told elsewhere, so all are artifacts.
import type { Emu } from "../canvas/index.ts";
import type { SourceSpan } from "../diagnostics/index.ts";
import { type Frame, type Line, sameLine } from "./frames.ts";
import type { Rectangle } from "./pages.ts";
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
  const third = Math.max(1, Math.round(line.widthEmu / 3));
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
  if (alike && top.dash !== "double") {
    const inset = centred ? 0 : Math.floor(top.widthEmu / 2);
    const radiusEmu = Math.max(0, frame.radiusEmu - inset);
    const shape = { kind: "rectangle", rectangle: shrink(edges, inset), radiusEmu } as const;
    strokeShape(sheet, span, shape, top, dashOf(top), isStatic);
    return;
  }
  paintSides(sheet, span, frame, edges, isStatic, centred);
}

function paintSides(
  sheet: Sheet,
  span: SourceSpan,
  frame: Frame,
  edges: Rectangle,
  isStatic: boolean,
  centred: boolean,
): void {
  const { leftEmu, topEmu, rightEmu, bottomEmu } = edges;
  const half = (line: Line) => (centred ? 0 : Math.floor(line.widthEmu / 2));
  if (frame.top !== null) {
    const y = topEmu + half(frame.top);
    paintLine(sheet, span, frame.top, leftEmu, y, rightEmu, y, isStatic);
  }
  if (frame.bottom !== null) {
    const y = bottomEmu - half(frame.bottom);
    paintLine(sheet, span, frame.bottom, leftEmu, y, rightEmu, y, isStatic);
  }
  if (frame.left !== null) {
    const x = leftEmu + half(frame.left);
    paintLine(sheet, span, frame.left, x, topEmu, x, bottomEmu, isStatic);
  }
  if (frame.right !== null) {
    const x = rightEmu - half(frame.right);
    paintLine(sheet, span, frame.right, x, topEmu, x, bottomEmu, isStatic);
  }
}

function shrink(edges: Rectangle, by: Emu): Rectangle {
  return {
    leftEmu: edges.leftEmu + by,
    topEmu: edges.topEmu + by,
    rightEmu: edges.rightEmu - by,
    bottomEmu: edges.bottomEmu - by,
  };
}
