// Labels without a gutter share their edges: a frame along one is drawn once, on the edge, not twice beside it.
import type { CanvasSheet, Emu } from "../../canvas/index.ts";
import type { Page, PlacedItem, Rectangle, StrokeItem } from "./pages.ts";

/** The edges of a label that another place of its sheet has too; null where none does. */
export interface SharedEdges {
  readonly left: Emu | null;
  readonly top: Emu | null;
  readonly right: Emu | null;
  readonly bottom: Emu | null;
}

/** The edges of the place `at` that it shares; null where labels do not touch. */
export function sharedEdges(sheet: CanvasSheet, page: Page, at: number): SharedEdges | null {
  const [column, row] = [at % sheet.columns, Math.floor(at / sheet.columns)];
  const isBeside = Math.abs(sheet.stepXEmu - page.widthEmu) <= 1;
  const isBelow = Math.abs(sheet.stepYEmu - page.heightEmu) <= 1;
  const x = (edge: number): Emu | null =>
    isBeside && edge > 0 && edge < sheet.columns ? sheet.leftEmu + edge * sheet.stepXEmu : null;
  const y = (edge: number): Emu | null =>
    isBelow && edge > 0 && edge < sheet.rows ? sheet.topEmu + edge * sheet.stepYEmu : null;
  const edges = { left: x(column), right: x(column + 1), top: y(row), bottom: y(row + 1) };
  return Object.values(edges).every((edge) => edge === null) ? null : edges;
}

/** Lines on shared edges, each once, by where they lie and how they look. They lie over the fills of all labels. */
export type EdgeLines = Map<string, PlacedItem>;

/** What of an item stands in its label; what of it lies on a shared edge is added to the lines of the sheet. */
export function offSharedEdges(item: PlacedItem, edges: SharedEdges, lines: EdgeLines): readonly PlacedItem[] {
  if (item.kind !== "stroke" || item.gradient !== undefined || item.clip !== undefined) return [item];
  const { shape } = item;
  if (shape.kind === "rectangle") {
    return shape.radiusEmu > 0 ? [item] : frameOnEdges(item, shape.rectangle, edges, lines);
  }
  const [from, to, more] = shape.commands;
  if (from?.op !== "move" || to?.op !== "line" || more !== undefined) return [item];
  const line = { leftEmu: from.xEmu, topEmu: from.yEmu, rightEmu: to.xEmu, bottomEmu: to.yEmu };
  const isAcross = line.topEmu === line.bottomEmu;
  if (!isAcross && line.leftEmu !== line.rightEmu) return [item];
  const moved = isAcross ? acrossOn(line, item.widthEmu, edges) : downOn(line, item.widthEmu, edges);
  if (moved === null) return [item];
  addOnce(item, moved, lines);
  return [];
}

/** Where a line's ink is no farther from an edge than half its width, it is meant to lie there. */
function onEdge(axis: Emu, edge: Emu | null, widthEmu: Emu): Emu | null {
  return edge !== null && Math.abs(axis - edge) <= widthEmu ? edge : null;
}

function acrossOn(line: Rectangle, widthEmu: Emu, { top, bottom }: SharedEdges): Rectangle | null {
  const y = onEdge(line.topEmu, top, widthEmu) ?? onEdge(line.topEmu, bottom, widthEmu);
  return y === null ? null : { ...line, topEmu: y, bottomEmu: y };
}

function downOn(line: Rectangle, widthEmu: Emu, { left, right }: SharedEdges): Rectangle | null {
  const x = onEdge(line.leftEmu, left, widthEmu) ?? onEdge(line.leftEmu, right, widthEmu);
  return x === null ? null : { ...line, leftEmu: x, rightEmu: x };
}

/** A frame of which one side at least lies on a shared edge: four lines, each from the left or from the top. */
function frameOnEdges(item: StrokeItem, frame: Rectangle, edges: SharedEdges, lines: EdgeLines): readonly PlacedItem[] {
  const { widthEmu } = item;
  const [left, top] = [onEdge(frame.leftEmu, edges.left, widthEmu), onEdge(frame.topEmu, edges.top, widthEmu)];
  const right = onEdge(frame.rightEmu, edges.right, widthEmu);
  const bottom = onEdge(frame.bottomEmu, edges.bottom, widthEmu);
  if (left === null && top === null && right === null && bottom === null) return [item];
  const leftEmu = left ?? frame.leftEmu;
  const topEmu = top ?? frame.topEmu;
  const rightEmu = right ?? frame.rightEmu;
  const bottomEmu = bottom ?? frame.bottomEmu;
  // Solid lines close the corners.
  const over = item.dashEmu.length === 0 ? Math.floor(widthEmu / 2) : 0;
  const [fromX, toX, fromY, toY] = [leftEmu - over, rightEmu + over, topEmu - over, bottomEmu + over];
  const sides: readonly (readonly [edge: Emu | null, line: Rectangle])[] = [
    [top, { leftEmu: fromX, topEmu, rightEmu: toX, bottomEmu: topEmu }],
    [bottom, { leftEmu: fromX, topEmu: bottomEmu, rightEmu: toX, bottomEmu }],
    [left, { leftEmu, topEmu: fromY, rightEmu: leftEmu, bottomEmu: toY }],
    [right, { leftEmu: rightEmu, topEmu: fromY, rightEmu, bottomEmu: toY }],
  ];
  for (const [edge, line] of sides) if (edge !== null) addOnce(item, line, lines);
  return sides.flatMap(([edge, line]) => (edge === null ? [asLine(item, line)] : []));
}

function addOnce(item: StrokeItem, line: Rectangle, lines: EdgeLines): void {
  const { leftEmu, topEmu, rightEmu, bottomEmu } = line;
  const key = [leftEmu, topEmu, rightEmu, bottomEmu, item.widthEmu, ...item.color, "", ...item.dashEmu].join();
  if (!lines.has(key)) lines.set(key, asLine(item, line));
}

function asLine(item: StrokeItem, { leftEmu, topEmu, rightEmu, bottomEmu }: Rectangle): StrokeItem {
  const commands = [
    { op: "move", xEmu: leftEmu, yEmu: topEmu },
    { op: "line", xEmu: rightEmu, yEmu: bottomEmu },
  ] as const;
  return { ...item, shape: { kind: "path", commands } };
}
