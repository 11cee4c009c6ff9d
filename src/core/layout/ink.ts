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
  if (item.run.direction === "vertical") {
    const half = share(VERTICAL_HALF_THOUSANDTHS);
    return {
      leftEmu: item.xEmu - half,
      topEmu: item.yEmu + fromEmu,
      rightEmu: item.xEmu + half,
      bottomEmu: item.yEmu + toEmu,
    };
  }
  if (item.rotation === 180) {
    return {
      leftEmu: item.xEmu - toEmu,
      topEmu: item.yEmu - share(INK_BELOW_THOUSANDTHS),
      rightEmu: item.xEmu - fromEmu,
      bottomEmu: item.yEmu + share(INK_ABOVE_THOUSANDTHS),
    };
  }
  if (item.rotation === 270) {
    return {
      leftEmu: item.xEmu - share(INK_ABOVE_THOUSANDTHS),
      topEmu: item.yEmu - toEmu,
      rightEmu: item.xEmu + share(INK_BELOW_THOUSANDTHS),
      bottomEmu: item.yEmu - fromEmu,
    };
  }
  if (item.rotation === 90) {
    return {
      leftEmu: item.xEmu - share(INK_BELOW_THOUSANDTHS),
      topEmu: item.yEmu + fromEmu,
      rightEmu: item.xEmu + share(INK_ABOVE_THOUSANDTHS),
      bottomEmu: item.yEmu + toEmu,
    };
  }
  return {
    leftEmu: item.xEmu + fromEmu,
    topEmu: item.yEmu - share(INK_ABOVE_THOUSANDTHS),
    rightEmu: item.xEmu + toEmu,
    bottomEmu: item.yEmu + share(INK_BELOW_THOUSANDTHS),
  };
}

/** From where to where along its line a run has ink. */
function inkAlong(item: GlyphRunItem): readonly [fromEmu: Emu, toEmu: Emu] {
  const { run, sizeEmu, scaleThousandths, adjustmentsEmu, advanceEmu } = item;
  const { text } = run;
  const { before, after } = outerSpaceOf(run);
  const emu = (thousandths: number) => Math.floor((sizeEmu * scaleThousandths * thousandths) / 1_000_000);
  const blanksBefore = text.length - text.trimStart().length;
  const blanksAfter = text.length - text.trimEnd().length;
  const fromEmu = blanksBefore === 0 ? emu(before) : blanksEmu(item, 0, blanksBefore);
  // What a comma was set closer to the next letter is no longer a part of the run's advance.
  const setOff = Math.min(0, adjustmentsEmu?.at(-1) ?? 0);
  const blankEmu = blanksAfter === 0 ? Math.max(0, emu(after) + setOff) : blanksAtEndEmu(item, blanksAfter);
  const toEmu = advanceEmu - blankEmu;
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

/** Null for what draws nothing of its own. */
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
  let [fromX, fromY] = [0, 0];
  for (const command of commands) {
    if (command.op === "close") continue;
    const { xEmu, yEmu } = command;
    add(xEmu, yEmu);
    if (command.op === "curve") {
      for (const x of turnsOf(fromX, command.x1Emu, command.x2Emu, xEmu)) add(x, yEmu);
      for (const y of turnsOf(fromY, command.y1Emu, command.y2Emu, yEmu)) add(xEmu, y);
    }
    [fromX, fromY] = [xEmu, yEmu];
  }
  return { leftEmu, topEmu, rightEmu, bottomEmu };
}

/**
 * Where a cubic Bézier curve turns back in one direction: its extremes beside its two ends. Its control points lie
 * further out than the curve ever comes, a circle's by as much as a fiftieth of its radius.
 */
function turnsOf(from: number, one: number, other: number, to: number): readonly number[] {
  const [low, high] = from < to ? [from, to] : [to, from];
  if (one >= low && one <= high && other >= low && other <= high) return [];
  // A third of the curve's derivative: a·t² + b·t + c.
  const a = to - 3 * other + 3 * one - from;
  const b = 2 * (from - 2 * one + other);
  const c = one - from;
  const root = Math.sqrt(Math.max(0, b * b - 4 * a * c));
  const places = a === 0 ? [-c / b] : [(-b - root) / (2 * a), (-b + root) / (2 * a)];
  return places.flatMap((t) => {
    if (!(t > 0 && t < 1)) return [];
    const s = 1 - t;
    return [Math.round(s * s * s * from + 3 * s * s * t * one + 3 * s * t * t * other + t * t * t * to)];
  });
}
