// Items of a page → the rectangles that their ink covers.
import type { Emu } from "../../canvas/index.ts";
import { letterInks } from "./letter-ink.ts";
import type { GlyphRunItem, PathCommand, PlacedItem, Rectangle } from "./pages.ts";
import { runCells } from "./run-cells.ts";

/**
 * Where the letters of a run lie: their cells, and their outlines where these reach beyond the cells, as those of
 * slanted letters and of combining marks do.
 */
export function glyphInk(item: GlyphRunItem): Rectangle {
  return reachesOut(item) ? letterInks(item).reduce(around, runCells(item)) : runCells(item);
}

/** Whether letters of a run may reach beyond their cells. Marks stand where the font places them, off the line. */
export function reachesOut({ isSlanted, run }: GlyphRunItem): boolean {
  return isSlanted === true || (run.offsets !== null && hasMarks(run));
}

/** Glyphs that are moved off the line, and do not move the pen on. */
function hasMarks({ glyphs, advances, offsets }: GlyphRunItem["run"]): boolean {
  return glyphs.some((_, at) => advances[at] === 0 && (offsets?.[at * 2] !== 0 || offsets?.[at * 2 + 1] !== 0));
}

/** The least area that holds two. */
export function around(one: Rectangle, other: Rectangle): Rectangle {
  return {
    leftEmu: Math.min(one.leftEmu, other.leftEmu),
    topEmu: Math.min(one.topEmu, other.topEmu),
    rightEmu: Math.max(one.rightEmu, other.rightEmu),
    bottomEmu: Math.max(one.bottomEmu, other.bottomEmu),
  };
}

/** Null for what draws nothing of its own. Curves reach as far as they are drawn, and not to their control points. */
export function inkOf(item: PlacedItem): Rectangle | null {
  switch (item.kind) {
    case "glyphs":
      return item.run.text.trim() === "" ? null : glyphInk(item);
    case "image":
      return item.clip ?? item.rectangle;
    case "fill":
      return withinClips(shapeBounds(item.shape, 0), item);
    case "stroke":
      return withinClips(shapeBounds(item.shape, Math.floor(item.widthEmu / 2)), item);
    case "link":
      return null;
  }
}

/** The stripes of a hatched part of a chart run far beyond it: what lies outside of its outline is not drawn. */
function withinClips(
  bounds: Rectangle,
  { clip, clipPaths }: Pick<Extract<PlacedItem, { kind: "fill" }>, "clip" | "clipPaths">,
): Rectangle {
  const inner = clip === undefined ? bounds : common(bounds, clip);
  if (clipPaths === undefined) return inner;
  return clipPaths.reduce((left, { commands }) => common(left, pathBounds(commands, 0)), inner);
}

function common(bounds: Rectangle, clip: Rectangle): Rectangle {
  return {
    leftEmu: Math.max(bounds.leftEmu, clip.leftEmu),
    topEmu: Math.max(bounds.topEmu, clip.topEmu),
    rightEmu: Math.min(bounds.rightEmu, clip.rightEmu),
    bottomEmu: Math.min(bounds.bottomEmu, clip.bottomEmu),
  };
}

function shapeBounds(shape: Extract<PlacedItem, { kind: "fill" }>["shape"], by: number): Rectangle {
  if (shape.kind === "rectangle") {
    const { leftEmu, topEmu, rightEmu, bottomEmu } = shape.rectangle;
    return { leftEmu: leftEmu - by, topEmu: topEmu - by, rightEmu: rightEmu + by, bottomEmu: bottomEmu + by };
  }
  return pathBounds(shape.commands, by);
}

function pathBounds(commands: readonly PathCommand[], by: number): Rectangle {
  // A path may have more points than a call takes arguments. The bounds begin without end, so they are no object: V8
  // would keep the numbers of all rectangles as floats from then on.
  let [leftEmu, topEmu, rightEmu, bottomEmu] = [Infinity, Infinity, -Infinity, -Infinity];
  const add = (x: number, y: number): void => {
    leftEmu = Math.min(leftEmu, x - by);
    topEmu = Math.min(topEmu, y - by);
    rightEmu = Math.max(rightEmu, x + by);
    bottomEmu = Math.max(bottomEmu, y + by);
  };
  let [x, y] = [0, 0];
  for (const command of commands) {
    if (command.op === "close") continue;
    if (command.op === "curve") {
      const { x1Emu, y1Emu, x2Emu, y2Emu } = command;
      for (const turn of turnsOf(x, x1Emu, x2Emu, command.xEmu)) add(turn, command.yEmu);
      for (const turn of turnsOf(y, y1Emu, y2Emu, command.yEmu)) add(command.xEmu, turn);
    }
    [x, y] = [command.xEmu, command.yEmu];
    add(x, y);
  }
  return { leftEmu, topEmu, rightEmu, bottomEmu };
}

/** Where a cubic Bézier curve turns back along one axis; nowhere where its control points lie between its ends. */
function turnsOf(from: Emu, one: Emu, two: Emu, to: Emu): readonly Emu[] {
  const [least, most] = [Math.min(from, to), Math.max(from, to)];
  if (least <= Math.min(one, two) && Math.max(one, two) <= most) return NO_TURNS;
  // A third of the derivative is a·t² + b·t + c.
  const [a, b, c] = [to - from + 3 * (one - two), 2 * (from - 2 * one + two), one - from];
  const root = Math.sqrt(Math.max(0, b * b - 4 * a * c));
  const times = a === 0 ? [-c / b] : [(-b - root) / (2 * a), (-b + root) / (2 * a)];
  return times.flatMap((at) => {
    if (!(at > 0 && at < 1)) return NO_TURNS;
    const left = 1 - at;
    return [Math.round(left * left * left * from + 3 * left * at * (left * one + at * two) + at * at * at * to)];
  });
}

const NO_TURNS: readonly Emu[] = [];
