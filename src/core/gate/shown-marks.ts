// Whether anything of a picture is seen where it stands: points of all its marks are asked for the colour that lies on
// top there, and for the colour of the page below the picture.
import type { Color, Emu } from "../canvas/index.ts";
import {
  type FillItem,
  type ImageItem,
  inkOf,
  over,
  type PathCommand,
  type Rectangle,
  type StrokeItem,
} from "../layout/index.ts";
import { bezier, covers, isWithinClips } from "./covers.ts";
import { type Ground, meet } from "./grounds.ts";
import { colorOfPicture, colorUnder } from "./picture-contrast.ts";

/** What a drawing consists of. */
export type DrawnMark = FillItem | StrokeItem;

/** Colours whose channels all differ less look like one on paper. */
const SEEN_DIFFERENCE = 5;
/** Pieces of outlines that points of one picture are compared with: some tens of milliseconds. */
const WORK_MOST = 4_000_000;
/** Levels at which a mark is looked at, beside those between the ends of others. */
const LEVELS = 8;
/** Ends of other marks that levels are laid between. */
const ENDS_MOST = 24;
const OPAQUE = 255;

/** Whether two colours are told apart. */
export function areTold(one: Color, other: Color): boolean {
  return [0, 1, 2].some((channel) => Math.abs((one[channel] ?? 0) - (other[channel] ?? 0)) >= SEEN_DIFFERENCE);
}

/** Whether marks show something on what was painted before them. True as well where that can't be told. */
export function showAnything(marks: readonly DrawnMark[], under: readonly Ground[]): boolean {
  const drawn = marks.flatMap((mark): readonly Drawn[] => {
    const ink = inkOf(mark);
    return ink === null ? [] : [{ mark, ink, lines: linesOf(mark) }];
  });
  const around = drawn.reduce((all, { ink }) => (all === null ? ink : hull(all, ink)), null as Rectangle | null);
  if (around === null) return false;
  const below = meeting(under, around);
  const pieces = drawn.reduce((sum, { lines }) => sum + lines.length, 0);
  const budget: Budget = { pieces, left: WORK_MOST };
  for (const one of drawn.toReversed()) {
    for (const [x, y] of pointsOf(one, drawn, budget)) {
      budget.left -= pieces + below.length;
      if (budget.left < 0) return true;
      const ground = colorUnder(below, x, y);
      if (ground === null || isSeenAt(drawn, ground, x, y)) return true;
    }
    if (budget.left < 0) return true;
  }
  return false;
}

interface Budget {
  /** Of all outlines. */
  readonly pieces: number;
  left: number;
}

/** Points along each side of pixels: those that their shades have. */
const SIDE = 192;
/** A header and palettes of files that hold hardly a pixel. */
const FILE_BYTES = 2_048;
/** What hides all that lies under it and is packed less has something in it, and is not unpacked for this. */
const PIXELS_PER_BYTE = 24;

/** Whether pixels show something on what was painted before them. True as well where that can't be told. */
export function showsOn(image: ImageItem, under: readonly Ground[]): boolean {
  const { leftEmu, topEmu, rightEmu, bottomEmu } = image.clip ?? image.rectangle;
  const { picture, opaque } = image;
  if (picture === undefined) return true;
  const bytesMost = FILE_BYTES + (picture.widthPx * picture.heightPx) / PIXELS_PER_BYTE;
  if (opaque?.cells.every((cell) => cell === 1) === true && picture.bytes.length > bytesMost) return true;
  const below = meeting(under, image.clip ?? image.rectangle);
  for (let at = 0; at < SIDE * SIDE; at += 1) {
    const x = leftEmu + ((rightEmu - leftEmu) * ((at % SIDE) + 0.5)) / SIDE;
    const y = topEmu + ((bottomEmu - topEmu) * (Math.floor(at / SIDE) + 0.5)) / SIDE;
    const own = colorOfPicture(image, x, y);
    if (own === null || own[3] === 0) continue;
    const ground = colorUnder(below, x, y);
    if (ground === null || areTold(own[3] === OPAQUE ? own : over(own, ground), ground)) return true;
  }
  return false;
}

function meeting(under: readonly Ground[], around: Rectangle): readonly Ground[] {
  return under.filter((ground) => {
    const ink = ground.kind === "image" ? (ground.clip ?? ground.rectangle) : inkOf(ground);
    return ink !== null && meet(ink, around);
  });
}

interface Drawn {
  readonly mark: DrawnMark;
  readonly ink: Rectangle;
  readonly lines: readonly Line[];
}

/** A straight piece of an outline. */
type Line = readonly [fromX: Emu, fromY: Emu, toX: Emu, toY: Emu];

function hull(one: Rectangle, other: Rectangle): Rectangle {
  return {
    leftEmu: Math.min(one.leftEmu, other.leftEmu),
    topEmu: Math.min(one.topEmu, other.topEmu),
    rightEmu: Math.max(one.rightEmu, other.rightEmu),
    bottomEmu: Math.max(one.bottomEmu, other.bottomEmu),
  };
}

/** Whether what lies on top at a point is another colour than the ground; of a gradient, one of its colours. */
function isSeenAt(drawn: readonly Drawn[], ground: Color, x: Emu, y: Emu): boolean {
  let isSeen = false;
  let color = ground;
  for (const { mark, ink, lines } of drawn) {
    if (x < ink.leftEmu || x > ink.rightEmu || y < ink.topEmu || y > ink.bottomEmu) continue;
    if (!(mark.kind === "fill" ? covers(mark, x, y) : isOnLine(mark, lines, x, y))) continue;
    const paints = mark.gradient === undefined ? [mark.color] : mark.gradient.stops.map((stop) => stop.color);
    const isOpaque = paints.every(([, , , alpha]) => alpha === OPAQUE) && !isDashed(mark);
    const laid = paints.map((paint) => (paint[3] === OPAQUE ? paint : over(paint, color)));
    isSeen = laid.some((one) => areTold(one, ground)) || (isSeen && !isOpaque);
    color = laid.find((one) => areTold(one, ground)) ?? laid[0] ?? color;
  }
  return isSeen;
}

function isDashed(mark: DrawnMark): boolean {
  return mark.kind === "stroke" && mark.dashEmu.length > 0;
}

function isOnLine(mark: StrokeItem, lines: readonly Line[], x: Emu, y: Emu): boolean {
  if (!isWithinClips(mark, x, y)) return false;
  const reach = (mark.widthEmu * mark.widthEmu) / 4;
  return lines.some((line) => squareDistance(line, x, y) <= reach);
}

function squareDistance([fromX, fromY, toX, toY]: Line, x: Emu, y: Emu): number {
  const [dx, dy] = [toX - fromX, toY - fromY];
  const square = dx * dx + dy * dy;
  const along = square === 0 ? 0 : Math.min(1, Math.max(0, ((x - fromX) * dx + (y - fromY) * dy) / square));
  const [besideX, besideY] = [fromX + dx * along - x, fromY + dy * along - y];
  return besideX * besideX + besideY * besideY;
}

type Point = readonly [Emu, Emu];

function* pointsOf(one: Drawn, drawn: readonly Drawn[], budget: Budget): Generator<Point> {
  const { mark, ink, lines } = one;
  if (mark.kind === "stroke") {
    yield* pointsOfLine(mark, lines);
    return;
  }
  for (const y of levelsOf(ink, drawn)) {
    budget.left -= budget.pieces;
    if (budget.left < 0) return;
    yield* pointsOfLevel(mark, y, drawn);
  }
}

/** Parts of a piece of a line at which it is looked at. */
const ALONG = [0.06, 0.28, 0.5, 0.72, 0.94];
const MIDDLE = [0.5];
/** Parts of half a line's width to the sides of its middle. */
const ACROSS = [0, 0.9, -0.9];

function* pointsOfLine(mark: StrokeItem, lines: readonly Line[]): Generator<Point> {
  for (const [fromX, fromY, toX, toY] of lines) {
    const [dx, dy] = [toX - fromX, toY - fromY];
    const length = Math.sqrt(dx * dx + dy * dy);
    if (length === 0) continue;
    for (const along of length < mark.widthEmu ? MIDDLE : ALONG) {
      for (const across of ACROSS) {
        const by = (across * mark.widthEmu) / 2 / length;
        const [x, y] = [fromX + dx * along - dy * by, fromY + dy * along + dx * by];
        if (isWithinClips(mark, x, y)) yield [x, y];
      }
    }
  }
}

/** On a level through an area: a point between each two outlines that it crosses, those of other marks too. */
function* pointsOfLevel(mark: FillItem, y: Emu, drawn: readonly Drawn[]): Generator<Point> {
  const crossings = drawn.flatMap((other) => crossingsOf(other, y)).sort((left, right) => left - right);
  for (const [at, x] of crossings.entries()) {
    const next = crossings[at + 1];
    if (next === undefined || next === x) continue;
    const middle = (x + next) / 2;
    if (covers(mark, middle, y)) yield [middle, y];
  }
}

function levelsOf({ topEmu, bottomEmu }: Rectangle, drawn: readonly Drawn[]): readonly Emu[] {
  const even = Array.from({ length: LEVELS }, (_, at) => topEmu + ((bottomEmu - topEmu) * (at + 0.5)) / LEVELS);
  const ends = drawn.flatMap(({ ink }) => [ink.topEmu, ink.bottomEmu]);
  const within = [...new Set([topEmu, ...ends.filter((end) => end > topEmu && end < bottomEmu), bottomEmu])];
  const sorted = within.sort((one, other) => one - other).slice(0, ENDS_MOST);
  const between = sorted.slice(1).map((end, at) => ((sorted[at] ?? end) + end) / 2);
  return [...even, ...between];
}

/** Where a level meets the outline of a mark, its clip or the edges of its line. */
function crossingsOf({ mark, ink, lines }: Drawn, y: Emu): readonly Emu[] {
  if (y < ink.topEmu || y > ink.bottomEmu) return [];
  const by = mark.kind === "stroke" ? mark.widthEmu / 2 : 0;
  const cuts = mark.clip === undefined ? [] : [mark.clip.leftEmu, mark.clip.rightEmu];
  const clipped = (mark.clipPaths ?? []).flatMap(({ commands }) => crossed(flattened(commands), y));
  const own = crossed(lines, y).flatMap((x) => (by === 0 ? [x] : [x - by, x + by]));
  return [...cuts, ...clipped, ...own];
}

function crossed(lines: readonly Line[], y: Emu): readonly Emu[] {
  return lines.flatMap(([fromX, fromY, toX, toY]) => {
    if (fromY <= y === toY <= y) return [];
    return [fromX + ((y - fromY) / (toY - fromY)) * (toX - fromX)];
  });
}

function linesOf({ shape }: DrawnMark): readonly Line[] {
  if (shape.kind === "path") return flattened(shape.commands);
  const { leftEmu, topEmu, rightEmu, bottomEmu } = shape.rectangle;
  return [
    [leftEmu, topEmu, rightEmu, topEmu],
    [rightEmu, topEmu, rightEmu, bottomEmu],
    [rightEmu, bottomEmu, leftEmu, bottomEmu],
    [leftEmu, bottomEmu, leftEmu, topEmu],
  ];
}

/** Straight pieces of a curve. */
const PIECES = 6;

function flattened(commands: readonly PathCommand[]): readonly Line[] {
  const lines: Line[] = [];
  let [startX, startY, x, y] = [0, 0, 0, 0];
  const to = (toX: Emu, toY: Emu) => {
    lines.push([x, y, toX, toY]);
    [x, y] = [toX, toY];
  };
  for (const command of commands) {
    if (command.op === "close") to(startX, startY);
    else if (command.op === "line") to(command.xEmu, command.yEmu);
    else if (command.op === "move") [startX, startY, x, y] = [command.xEmu, command.yEmu, command.xEmu, command.yEmu];
    else {
      const [fromX, fromY] = [x, y];
      for (let piece = 1; piece <= PIECES; piece += 1) {
        const at = piece / PIECES;
        to(
          bezier(at, fromX, command.x1Emu, command.x2Emu, command.xEmu),
          bezier(at, fromY, command.y1Emu, command.y2Emu, command.yEmu),
        );
      }
    }
  }
  return lines;
}
