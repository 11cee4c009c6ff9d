// Paths of drawings, measured from a corner → fills and strokes at their place on the page.
import type { Emu } from "../../canvas/index.ts";
import type { SourceSpan } from "../../diagnostics/index.ts";
import {
  type ClipPath,
  type DrawnPath,
  type Gradient,
  type PathCommand,
  pathMadeLater,
  type Rectangle,
  type Shape,
} from "../page/index.ts";
import type { Sheet } from "./painting.ts";

/** `node` names what the paths show. */
export function paintPaths(
  sheet: Sheet,
  span: SourceSpan,
  paths: readonly DrawnPath[],
  [xEmu, yEmu]: readonly [Emu, Emu],
  node: number,
): void {
  for (const path of paths) {
    const { fill, rule, stroke, gradient, clip, clipPaths, quiet, isMark, words } = path;
    const shape = shapeAt(path, xEmu, yEmu);
    const base = {
      ...{ span, node, isStatic: false, shape },
      ...(clip === undefined ? {} : { clip: movedRectangle(clip, xEmu, yEmu) }),
      ...(clipPaths === undefined ? {} : { clipPaths: clipPaths.map((one) => movedClip(one, xEmu, yEmu)) }),
      ...(words === undefined ? {} : { words }),
    } as const;
    const mark = isMark === true ? { isMark } : {};
    if (fill !== null && fill[3] > 0) {
      const colors = gradient === undefined ? {} : { gradient: movedGradient(gradient, xEmu, yEmu) };
      const free = quiet === undefined ? {} : { quiet: movedRectangle(quiet, xEmu, yEmu) };
      const winding = rule === undefined ? {} : { rule };
      sheet.items.push({ kind: "fill", ...base, color: fill, ...colors, ...winding, ...free, ...mark });
    }
    if (stroke !== null && stroke.color[3] > 0) {
      const colors = stroke.gradient === undefined ? {} : { gradient: movedGradient(stroke.gradient, xEmu, yEmu) };
      sheet.items.push({ kind: "stroke", ...base, ...stroke, ...colors, ...(fill === null ? mark : {}) });
    }
  }
}

function shapeAt({ commands, commandsAt, isLarge }: DrawnPath, xEmu: Emu, yEmu: Emu): Shape {
  if (commandsAt === undefined) return { kind: "path", commands: commands.map((one) => moved(one, xEmu, yEmu)) };
  return isLarge === true
    ? pathMadeLater(() => commandsAt(xEmu, yEmu))
    : { kind: "path", commands: commandsAt(xEmu, yEmu) };
}

function moved(command: PathCommand, xEmu: Emu, yEmu: Emu): PathCommand {
  switch (command.op) {
    case "close":
      return command;
    case "move":
    case "line":
      return { op: command.op, xEmu: command.xEmu + xEmu, yEmu: command.yEmu + yEmu };
    case "curve":
      return {
        op: "curve",
        x1Emu: command.x1Emu + xEmu,
        y1Emu: command.y1Emu + yEmu,
        x2Emu: command.x2Emu + xEmu,
        y2Emu: command.y2Emu + yEmu,
        xEmu: command.xEmu + xEmu,
        yEmu: command.yEmu + yEmu,
      };
  }
}

function movedClip(clip: ClipPath, xEmu: Emu, yEmu: Emu): ClipPath {
  return { ...clip, commands: clip.commands.map((command) => moved(command, xEmu, yEmu)) };
}

function movedGradient(gradient: Gradient, xEmu: Emu, yEmu: Emu): Gradient {
  const [a, b, c, d, e, f] = gradient.matrix;
  return { ...gradient, matrix: [a, b, c, d, e + xEmu, f + yEmu] };
}

function movedRectangle(rectangle: Rectangle, xEmu: Emu, yEmu: Emu): Rectangle {
  return {
    leftEmu: rectangle.leftEmu + xEmu,
    topEmu: rectangle.topEmu + yEmu,
    rightEmu: rectangle.rightEmu + xEmu,
    bottomEmu: rectangle.bottomEmu + yEmu,
  };
}
