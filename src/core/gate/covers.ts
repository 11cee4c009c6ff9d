// Whether a filled area lies under a point: rectangles, and paths with their curves, within what cuts them.
import type { Emu } from "../canvas/index.ts";
import type { ClipPath, FillItem, ImageItem, PathCommand, Rectangle } from "../layout/index.ts";

export function covers(fill: FillItem, x: Emu, y: Emu): boolean {
  const { shape, rule, clip } = fill;
  if (clip !== undefined && !within(clip, x, y)) return false;
  if (shape.kind === "rectangle") {
    if (!within(shape.rectangle, x, y)) return false;
    if (shape.radiusEmu > 0 && beyondEdge(shape.rectangle, shape.radiusEmu, x, y) > 0) return false;
  } else if (!encloses(shape.commands, rule, x, y)) return false;
  return isWithinClips(fill, x, y);
}

/** Whether a point lies in all that cuts an item. */
export function isWithinClips(
  { clip, clipPaths = [] }: { readonly clip?: Rectangle; readonly clipPaths?: readonly ClipPath[] },
  x: Emu,
  y: Emu,
): boolean {
  if (clip !== undefined && !within(clip, x, y)) return false;
  return clipPaths.every((each) => encloses(each.commands, each.rule, x, y));
}

/** Whether the pixels of a picture hide a point within it. */
export function coversInPicture(picture: ImageItem, x: Emu, y: Emu): boolean {
  const { opaque } = picture;
  if (opaque === undefined) return false;
  const [across, down] = inPicture(picture, x, y);
  const column = Math.min(opaque.columns - 1, Math.floor(across * opaque.columns));
  const row = Math.min(opaque.rows - 1, Math.floor(down * opaque.rows));
  return opaque.cells[row * opaque.columns + column] === 1;
}

/** Where a point lies in what shows of a picture, in parts of its width and height; null: beside it. */
export function pointInPicture(picture: ImageItem, x: Emu, y: Emu): readonly [number, number] | null {
  const { rectangle, clip, clipPaths = [] } = picture;
  const shows = within(rectangle, x, y) && (clip === null || within(clip, x, y));
  if (!shows || !clipPaths.every((each) => encloses(each.commands, each.rule, x, y))) return null;
  return inPicture(picture, x, y);
}

function inPicture({ rectangle, rotation }: ImageItem, x: Emu, y: Emu): readonly [number, number] {
  const { leftEmu, topEmu, rightEmu, bottomEmu } = rectangle;
  return unturned(rotation ?? 0, (x - leftEmu) / (rightEmu - leftEmu), (y - topEmu) / (bottomEmu - topEmu));
}

/** Where a point of a picture that is turned clockwise lies in the picture, in parts of its width and height. */
function unturned(rotation: NonNullable<ImageItem["rotation"]>, u: number, v: number): readonly [number, number] {
  switch (rotation) {
    case 0:
      return [u, v];
    case 90:
      return [v, 1 - u];
    case 180:
      return [1 - u, 1 - v];
    case 270:
      return [1 - v, u];
  }
}

function within({ leftEmu, topEmu, rightEmu, bottomEmu }: Rectangle, x: Emu, y: Emu): boolean {
  return x >= leftEmu && x <= rightEmu && y >= topEmu && y <= bottomEmu;
}

/** How far a point lies beyond the edge of a rectangle with round corners; below zero within it. */
export function beyondEdge(
  { leftEmu, topEmu, rightEmu, bottomEmu }: Rectangle,
  radiusEmu: Emu,
  x: Emu,
  y: Emu,
): number {
  const [halfWidth, halfHeight] = [(rightEmu - leftEmu) / 2, (bottomEmu - topEmu) / 2];
  const radius = Math.min(radiusEmu, halfWidth, halfHeight);
  const across = Math.abs(x - (leftEmu + rightEmu) / 2) - halfWidth + radius;
  const down = Math.abs(y - (topEmu + bottomEmu) / 2) - halfHeight + radius;
  const outside = lengthOf(Math.max(across, 0), Math.max(down, 0));
  return outside + Math.min(Math.max(across, down), 0) - radius;
}

export function lengthOf(across: number, down: number): number {
  return Math.sqrt(across * across + down * down);
}

/** A curve as so many straight pieces: nearer to it than a letter is wide. */
const PIECES = 12;

/** By how often the path winds about the point: a ray to the right counts its edges up and down. */
function encloses(commands: readonly PathCommand[], rule: "evenodd" | undefined, x: Emu, y: Emu): boolean {
  if (!isNear(commands, x, y)) return false;
  let [winding, crossings] = [0, 0];
  let [startX, startY, lastX, lastY] = [0, 0, 0, 0];
  const edge = (toX: number, toY: number) => {
    const [up, down] = [lastY <= y && toY > y, lastY > y && toY <= y];
    if ((up || down) && lastX + ((y - lastY) / (toY - lastY)) * (toX - lastX) > x) {
      winding += up ? 1 : -1;
      crossings += 1;
    }
    [lastX, lastY] = [toX, toY];
  };
  for (const command of commands) {
    if (command.op === "close") edge(startX, startY);
    else if (command.op === "line") edge(command.xEmu, command.yEmu);
    else if (command.op === "curve") {
      const [fromX, fromY] = [lastX, lastY];
      for (let piece = 1; piece <= PIECES; piece++) {
        const at = piece / PIECES;
        edge(
          bezier(at, fromX, command.x1Emu, command.x2Emu, command.xEmu),
          bezier(at, fromY, command.y1Emu, command.y2Emu, command.yEmu),
        );
      }
    } else {
      // An open path is filled as if it were closed.
      edge(startX, startY);
      [startX, startY, lastX, lastY] = [command.xEmu, command.yEmu, command.xEmu, command.yEmu];
    }
  }
  edge(startX, startY);
  return rule === "evenodd" ? crossings % 2 === 1 : winding !== 0;
}

/** One coordinate of a cubic Bézier curve, `at` from 0 to 1. */
export function bezier(at: number, from: number, one: number, two: number, to: number): number {
  const rest = 1 - at;
  return rest * rest * rest * from + 3 * rest * rest * at * one + 3 * rest * at * at * two + at * at * at * to;
}

/** Most paths lie elsewhere, which their corners tell: a curve lies within its control points. */
function isNear(commands: readonly PathCommand[], x: Emu, y: Emu): boolean {
  const { leftEmu, topEmu, rightEmu, bottomEmu } = cornersOf(commands);
  return x >= leftEmu && x <= rightEmu && y >= topEmu && y <= bottomEmu;
}

/** A path of a chart lies under many points. Its corners were read anew for each: an eighth of a chart's check. */
const cornersRead = new WeakMap<readonly PathCommand[], Rectangle>();

function cornersOf(commands: readonly PathCommand[]): Rectangle {
  const known = cornersRead.get(commands);
  if (known !== undefined) return known;
  let [leftEmu, topEmu, rightEmu, bottomEmu] = [Infinity, Infinity, -Infinity, -Infinity];
  const add = (x: Emu, y: Emu): void => {
    leftEmu = Math.min(leftEmu, x);
    topEmu = Math.min(topEmu, y);
    rightEmu = Math.max(rightEmu, x);
    bottomEmu = Math.max(bottomEmu, y);
  };
  for (const command of commands) {
    if (command.op === "close") continue;
    add(command.xEmu, command.yEmu);
    if (command.op !== "curve") continue;
    add(command.x1Emu, command.y1Emu);
    add(command.x2Emu, command.y2Emu);
  }
  const corners = { leftEmu, topEmu, rightEmu, bottomEmu };
  cornersRead.set(commands, corners);
  return corners;
}
