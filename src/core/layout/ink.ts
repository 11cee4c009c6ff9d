// Items of a page → the rectangles that their ink covers.
import type { Emu } from "../canvas/index.ts";
import { outerSpaceOf } from "../text/index.ts";
import type { GlyphRunItem, PathCommand, PlacedItem, Rectangle } from "./pages.ts";

/**
 * How far ink reaches above and below the baseline, in thousandths of the size: han and kana, not the em box, which is
 * a little larger on every side, so that tight lines do not count as overlapping.
 */
export const INK_ABOVE_THOUSANDTHS = 800;
export const INK_BELOW_THOUSANDTHS = 60;
/** To either side of the middle of a vertical line. */
const VERTICAL_HALF_THOUSANDTHS = 460;

/** Where the letters of a run lie, without the space within brackets, commas and stops at its two ends. */
export function glyphInk(item: GlyphRunItem): Rectangle {
  const share = (thousandths: number) => Math.round((item.sizeEmu * thousandths) / 1000);
  const [fromEmu, toEmu] = inkAlong(item);
  const half = share(VERTICAL_HALF_THOUSANDTHS);
  return item.run.direction === "vertical"
    ? ontoPage(item, [-half, -toEmu, half, -fromEmu])
    : ontoPage(item, [fromEmu, -share(INK_BELOW_THOUSANDTHS), toEmu, share(INK_ABOVE_THOUSANDTHS)]);
}

/** From the axes of a run, x to the right and y up from its origin, to the page, as the run is turned. */
export function ontoPage(
  { xEmu, yEmu, rotation = 0 }: Pick<GlyphRunItem, "xEmu" | "yEmu" | "rotation">,
  [left, low, right, high]: readonly [left: Emu, low: Emu, right: Emu, high: Emu],
): Rectangle {
  switch (rotation) {
    case 0:
      return { leftEmu: xEmu + left, topEmu: yEmu - high, rightEmu: xEmu + right, bottomEmu: yEmu - low };
    case 90:
      return { leftEmu: xEmu + low, topEmu: yEmu + left, rightEmu: xEmu + high, bottomEmu: yEmu + right };
    case 180:
      return { leftEmu: xEmu - right, topEmu: yEmu + low, rightEmu: xEmu - left, bottomEmu: yEmu + high };
    case 270:
      return { leftEmu: xEmu - high, topEmu: yEmu - right, rightEmu: xEmu - low, bottomEmu: yEmu - left };
  }
}

/** Whether the line of a run leads down or up the page, and not across: vertical letters, or level ones that lie. */
export function leadsDown({ run, rotation = 0 }: Pick<GlyphRunItem, "run" | "rotation">): boolean {
  return (run.direction === "vertical") === (rotation % 180 === 0);
}

/** From where to where along its line a run has ink. */
function inkAlong(item: GlyphRunItem): readonly [fromEmu: Emu, toEmu: Emu] {
  const { run, sizeEmu, scaleThousandths, letterSpacingEmu, adjustmentsEmu, advanceEmu } = item;
  const { text } = run;
  const { before, after } = outerSpaceOf(run);
  const emu = (thousandths: number) => Math.floor((sizeEmu * scaleThousandths * thousandths) / 1_000_000);
  const blanksBefore = text.length - text.trimStart().length;
  const blanksAfter = text.length - text.trimEnd().length;
  const fromEmu = blanksBefore === 0 ? emu(before) : blanksEmu(item, 0, blanksBefore);
  // What a comma was set closer to the next letter is no longer a part of the run's advance.
  const setOff = Math.min(0, adjustmentsEmu?.at(-1) ?? 0);
  const blankEmu = blanksAfter === 0 ? Math.max(0, emu(after) + setOff) : blanksAtEndEmu(item, blanksAfter);
  // The advance of the last letter has its spacing behind it, which nothing stands in.
  const toEmu = advanceEmu - blankEmu - Math.max(0, letterSpacingEmu);
  // Letter spacing below zero may leave less than that.
  return fromEmu < toEmu ? [fromEmu, toEmu] : [0, advanceEmu];
}

/** How wide the last blanks of a run are, with what was added to each of them. No font joins blanks into one glyph. */
export function blanksAtEndEmu(item: GlyphRunItem, count: number): Emu {
  const { length } = item.run.advances;
  return blanksEmu(item, Math.max(0, length - count), length);
}

function blanksEmu(item: GlyphRunItem, from: number, to: number): Emu {
  const { run, sizeEmu, scaleThousandths, letterSpacingEmu, adjustmentsEmu } = item;
  let wide = 0;
  for (let at = from; at < to; at += 1) {
    const advance = ((run.advances[at] ?? 0) * sizeEmu * scaleThousandths) / 1000 / run.font.unitsPerEm;
    wide += advance + letterSpacingEmu + (adjustmentsEmu?.[at] ?? 0);
  }
  return Math.max(0, Math.floor(wide));
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
