// Placed items moved or turned as a whole: for pages on sheets and for turned boxes.
import type { Emu } from "../../canvas/index.ts";
import { isMadeLater, pathMadeLater } from "./later-paths.ts";
import type {
  ClipPath,
  FillItem,
  GlyphRunItem,
  Gradient,
  ImageItem,
  PathCommand,
  PlacedItem,
  Rectangle,
  Shape,
  StrokeItem,
  Turn,
} from "./pages.ts";

/** Turned clockwise about the origin, then moved. */
export interface Movement {
  readonly turn: 0 | Turn;
  readonly xEmu: Emu;
  readonly yEmu: Emu;
}

/** A moved item is drawn where its canvas alone does not say, so it is static no more. */
export function moveItem(item: PlacedItem, movement: Movement): PlacedItem {
  switch (item.kind) {
    case "glyphs":
      return moveRun(item, movement);
    case "fill":
      return {
        ...item,
        ...movedShape(item, movement),
        ...movedGradient(item, movement),
        ...(item.quiet === undefined ? {} : { quiet: moveRectangle(item.quiet, movement) }),
      };
    case "stroke":
      return { ...item, ...movedShape(item, movement), ...movedGradient(item, movement) };
    case "image":
      return moveImage(item, movement);
    case "link":
      return { ...item, isStatic: false, rectangle: moveRectangle(item.rectangle, movement) };
  }
}

function movedShape({ shape, clip, clipPaths }: FillItem | StrokeItem, movement: Movement) {
  return {
    isStatic: false,
    shape: moveShape(shape, movement),
    ...(clip === undefined ? {} : { clip: moveRectangle(clip, movement) }),
    ...(clipPaths === undefined ? {} : { clipPaths: clipPaths.map((one) => moveClip(one, movement)) }),
  };
}

function moveClip(clip: ClipPath, movement: Movement): ClipPath {
  return { ...clip, commands: clip.commands.map((command) => moveCommand(command, movement)) };
}

function movedGradient({ gradient }: FillItem | StrokeItem, movement: Movement): { readonly gradient?: Gradient } {
  if (gradient === undefined) return {};
  const [a, b, c, d, e, f] = gradient.matrix;
  const straight = { ...movement, xEmu: 0, yEmu: 0 };
  const matrix = [...movePoint(a, b, straight), ...movePoint(c, d, straight), ...movePoint(e, f, movement)] as const;
  return { gradient: { ...gradient, matrix } };
}

/** Where a point comes to lie. */
export function movePoint(x: Emu, y: Emu, { turn, xEmu, yEmu }: Movement): readonly [Emu, Emu] {
  switch (turn) {
    case 0:
      return [xEmu + x, yEmu + y];
    case 90:
      return [xEmu - y, yEmu + x];
    case 180:
      return [xEmu - x, yEmu - y];
    case 270:
      return [xEmu + y, yEmu - x];
  }
}

function turned(before: 0 | Turn | undefined, turn: 0 | Turn): 0 | Turn {
  return (((before ?? 0) + turn) % 360) as 0 | Turn;
}

function moveRun(item: GlyphRunItem, movement: Movement): PlacedItem {
  const [xEmu, yEmu] = movePoint(item.xEmu, item.yEmu, movement);
  return { ...item, isStatic: false, xEmu, yEmu, rotation: turned(item.rotation, movement.turn) };
}

function moveImage(item: ImageItem, movement: Movement): PlacedItem {
  const rectangle = moveRectangle(item.rectangle, movement);
  const clip = item.clip === null ? null : moveRectangle(item.clip, movement);
  const clipPaths = item.clipPaths?.map((one) => moveClip(one, movement));
  const moved = { ...item, isStatic: false, rectangle, clip, rotation: turned(item.rotation, movement.turn) };
  return clipPaths === undefined ? moved : { ...moved, clipPaths };
}

function moveRectangle(rectangle: Rectangle, movement: Movement): Rectangle {
  const [x1, y1] = movePoint(rectangle.leftEmu, rectangle.topEmu, movement);
  const [x2, y2] = movePoint(rectangle.rightEmu, rectangle.bottomEmu, movement);
  return {
    leftEmu: Math.min(x1, x2),
    topEmu: Math.min(y1, y2),
    rightEmu: Math.max(x1, x2),
    bottomEmu: Math.max(y1, y2),
  };
}

function moveShape(shape: Shape, movement: Movement): Shape {
  if (shape.kind === "rectangle") return { ...shape, rectangle: moveRectangle(shape.rectangle, movement) };
  const move = () => shape.commands.map((command) => moveCommand(command, movement));
  return isMadeLater(shape) ? pathMadeLater(move) : { kind: "path", commands: move() };
}

function moveCommand(command: PathCommand, movement: Movement): PathCommand {
  if (command.op === "close") return command;
  const [xEmu, yEmu] = movePoint(command.xEmu, command.yEmu, movement);
  if (command.op !== "curve") return { op: command.op, xEmu, yEmu };
  const [x1Emu, y1Emu] = movePoint(command.x1Emu, command.y1Emu, movement);
  const [x2Emu, y2Emu] = movePoint(command.x2Emu, command.y2Emu, movement);
  return { op: "curve", x1Emu, y1Emu, x2Emu, y2Emu, xEmu, yEmu };
}
