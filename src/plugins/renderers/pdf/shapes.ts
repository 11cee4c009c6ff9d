// Rectangles and paths → path construction operators (ISO 32000-1 §8.5.2), in hundredths of a point with y upwards.
import type { PathCommand, Rectangle, Shape, StrokeItem } from "../../../core/sdk/index.ts";
import { type ByteArena, decimalText, divideRounded, hundredths, thousandths } from "./byte-arena.ts";

/** The control points of a quarter circle by one Bézier curve lie this far out, in ten-thousandths of the radius. */
const KAPPA = 5523;

/** Edges in hundredths of a point, y upwards from the page's bottom. */
interface Edges {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
}

/** `heightHundredths` is the page's height: layout's y runs down from the top. */
export function writeShape(arena: ByteArena, shape: Shape, heightHundredths: number): void {
  if (shape.kind === "path") {
    for (const command of shape.commands) writeCommand(arena, command, heightHundredths);
    return;
  }
  const edges = edgesOf(shape.rectangle, heightHundredths);
  const shortest = Math.min(edges.right - edges.left, edges.top - edges.bottom);
  const radius = Math.min(hundredths(shape.radiusEmu), Math.floor(shortest / 2));
  if (radius > 0) writeRoundedRectangle(arena, edges, radius);
  else writeRectangle(arena, shape.rectangle, heightHundredths);
}

/** Each edge is rounded by itself, so neighbours that share an edge share it on the page too. */
export function writeRectangle(arena: ByteArena, rectangle: Rectangle, heightHundredths: number): void {
  const { left, bottom, right, top } = edgesOf(rectangle, heightHundredths);
  arena.coordinate(left);
  arena.coordinate(bottom);
  arena.coordinate(right - left);
  arena.coordinate(top - bottom);
  arena.ascii("re\n");
}

export function edgesOf(rectangle: Rectangle, heightHundredths: number): Edges {
  return {
    left: hundredths(rectangle.leftEmu),
    bottom: heightHundredths - hundredths(rectangle.bottomEmu),
    right: hundredths(rectangle.rightEmu),
    top: heightHundredths - hundredths(rectangle.topEmu),
  };
}

function writeCommand(arena: ByteArena, command: PathCommand, height: number): void {
  switch (command.op) {
    case "move":
    case "line":
      writePoint(arena, hundredths(command.xEmu), height - hundredths(command.yEmu));
      arena.ascii(command.op === "move" ? "m\n" : "l\n");
      return;
    case "curve":
      writePoint(arena, hundredths(command.x1Emu), height - hundredths(command.y1Emu));
      writePoint(arena, hundredths(command.x2Emu), height - hundredths(command.y2Emu));
      writePoint(arena, hundredths(command.xEmu), height - hundredths(command.yEmu));
      arena.ascii("c\n");
      return;
    case "close":
      arena.ascii("h\n");
      return;
    default:
      command satisfies never;
  }
}

function writeRoundedRectangle(arena: ByteArena, edges: Edges, radius: number): void {
  const { left, bottom, right, top } = edges;
  const inset = radius - divideRounded(radius * KAPPA, 10_000);
  const curve = (x1: number, y1: number, x2: number, y2: number, x: number, y: number): void => {
    writePoint(arena, x1, y1);
    writePoint(arena, x2, y2);
    writePoint(arena, x, y);
    arena.ascii("c\n");
  };
  const line = (x: number, y: number): void => {
    writePoint(arena, x, y);
    arena.ascii("l\n");
  };
  writePoint(arena, left + radius, bottom);
  arena.ascii("m\n");
  line(right - radius, bottom);
  curve(right - inset, bottom, right, bottom + inset, right, bottom + radius);
  line(right, top - radius);
  curve(right, top - inset, right - inset, top, right - radius, top);
  line(left + radius, top);
  curve(left + inset, top, left, top - inset, left, top - radius);
  line(left, bottom + radius);
  curve(left, bottom + inset, left + inset, bottom, left + radius, bottom);
  arena.ascii("h\n");
}

function writePoint(arena: ByteArena, x: number, y: number): void {
  arena.coordinate(x);
  arena.coordinate(y);
}

/** The dashes of a line and where in them it begins, as the operator `d` takes them; empty for a solid line. */
export function dashText({ dashEmu, dashOffsetEmu = 0 }: StrokeItem): string {
  if (dashEmu.length === 0) return "";
  const points = (emu: number) => decimalText(thousandths(emu), 3);
  return `[${dashEmu.map(points).join(" ")}]${points(dashOffsetEmu)}`;
}
