// Whether letters can be told from their ground, and whether something was painted over them.
import { holds } from "./areas.ts";
import { type Area, common, type SeenPage, type SeenPaint, type SeenRun, sizeOf } from "./seen.ts";

/** Below this a person sees nothing, whatever the light (WCAG 2 counts 1 for the same colour). */
const FAINT_CONTRAST = 1.25;
/** What is more transparent than this lets letters shine through. */
const OPAQUE = 0.85;
export const PAPER = "#ffffff";

/** The colour that lies under a letter; null where it is a picture, a pattern, half-transparent or of any shape. */
export function groundOf({ paints }: SeenPage, run: SeenRun, ink: Area): string | null {
  const under = paints.findLast((paint) => {
    return paint.order < run.order && paint.kind !== "stroke" && (covers(paint, ink) || mayCover(paint, ink));
  });
  if (under === undefined) return PAPER;
  return under.alpha < OPAQUE || !covers(under, ink) ? null : under.color;
}

/** Curves may lie under what their box holds. */
function mayCover({ parts }: SeenPaint, ink: Area): boolean {
  return parts.some(({ area, isRectangle }) => !isRectangle && sizeOf(common(area, ink)) > 0);
}

export function isFaint({ color, alpha }: SeenRun, ground: string | null): boolean {
  if (alpha < 0.05) return true;
  if (color === null || ground === null) return false;
  return contrast(mixed(channels(color), channels(ground), alpha), channels(ground)) < FAINT_CONTRAST;
}

/** Whether letters are so light on paper that what lies on them can be read (WCAG 2 asks 3:1 of large text). */
export function isLight({ color, alpha }: SeenRun): boolean {
  if (color === null) return false;
  const paper = channels(PAPER);
  return contrast(mixed(channels(color), paper, alpha), paper) < 3;
}

/**
 * What was painted afterwards over the middle of a letter, or of a kanji over one of its sides: its foot, say. `ink` is
 * what of the letter's em box is surely ink.
 */
export function hiddenBy({ paints }: SeenPage, run: SeenRun, letter: string, ink: Area): SeenPaint | null {
  const strips = FULL.test(letter) ? stripsOf(ink) : [];
  return (
    paints.find((paint) => {
      if (paint.order <= run.order || paint.kind === "stroke" || paint.alpha < OPAQUE) return false;
      return covers(paint, ink) || strips.some((ends) => ends.every((end) => covers(paint, end)));
    }) ?? null
  );
}

/** A line thinner than this, in points, is no ground: one millimetre. */
const LINE_PT = 2.84;
/** Lines that reach so far to both sides of a letter's middle run through it, in parts of its ink. */
const THROUGH = 0.35;
/** A line runs through the middle of letters, and not along their foot or head, in parts of their ink. */
const MIDDLE = 0.25;
/** What of an em is surely ink, in sizes, and how exact that is. */
const EM_INK = 0.7;
const EM_SLACK = 0.03;
/** The space behind a letter may belong to its line. */
const DECORATION_SLACK_PT = 1.5;
/** Letters that have ink wherever a line runs through their middle. */
const INKED = /[\p{Lu}\p{Nd}]|(?![一二三十丁工上下土七八人入小卜川])\p{Script=Han}/u;

/**
 * A level or upright line that runs through a letter, painted before or after it, however thin it is. One that ends
 * within `reach`, where the letters of the text do, is a decoration of theirs.
 */
export function struckBy(
  { paints }: SeenPage,
  {
    run,
    letter,
    ink,
    reach,
  }: { readonly run: SeenRun; readonly letter: string; readonly ink: Area; readonly reach: Area },
): SeenPaint | null {
  if (!INKED.test(letter)) return null;
  const [width, height] = [ink.right - ink.left, ink.bottom - ink.top];
  const [x, y] = [(ink.left + ink.right) / 2, (ink.top + ink.bottom) / 2];
  const crosses = (line: Area, clip: Area): boolean => {
    const isLevel = line.bottom - line.top < line.right - line.left;
    const [along, across] = isLevel ? [width, height] : [height, width];
    const [from, to, at, least, most] = isLevel
      ? [
          Math.max(line.left, clip.left),
          Math.min(line.right, clip.right),
          (line.top + line.bottom) / 2,
          clip.top,
          clip.bottom,
        ]
      : [
          Math.max(line.top, clip.top),
          Math.min(line.bottom, clip.bottom),
          (line.left + line.right) / 2,
          clip.left,
          clip.right,
        ];
    const [middle, centre] = isLevel ? [x, y] : [y, x];
    // A letter may seem wider than it is, by the space behind it, but for its em.
    if (Math.abs(across - EM_INK * run.sizePt) > EM_SLACK * run.sizePt) return false;
    return (
      at > least &&
      at < most &&
      from < middle - along * THROUGH &&
      to > middle + along * THROUGH &&
      Math.abs(at - centre) < across * MIDDLE
    );
  };
  return (
    paints.find((paint) => {
      if (paint.kind === "picture" || paint.color === null || paint.alpha < OPAQUE) return false;
      const isUnder = paint.order < run.order;
      if (isUnder && contrast(channels(paint.color), channels(PAPER)) < 4.5) return false;
      const isOwn = (line: Area): boolean => paint.color === run.color && holds(reach, line, DECORATION_SLACK_PT);
      const isThrough = (line: Area): boolean => crosses(line, paint.clip) && !isOwn(line);
      if (!paint.parts.some((part) => linesOf(paint, part).some(isThrough))) return false;
      // What was laid between the two covers the line.
      const isCovered = (over: SeenPaint): boolean =>
        over.order > paint.order && over.order < run.order && over.kind !== "stroke" && mayHide(over, ink);
      return !isUnder || !paints.some(isCovered);
    }) ?? null
  );
}

function mayHide({ parts }: SeenPaint, ink: Area): boolean {
  return parts.some(({ area }) => sizeOf(common(area, ink)) > 0);
}

/** The lines that a part of a path is seen as: itself, or the sides of a frame. Curves and slanted lines are none. */
function linesOf({ kind }: SeenPaint, { area, isRectangle }: SeenPaint["parts"][number]): readonly Area[] {
  const { left, top, right, bottom } = area;
  if (Math.min(right - left, bottom - top) < LINE_PT) return isRectangle ? [area] : [];
  if (kind !== "stroke" || !isRectangle) return [];
  return [
    { left, top, right, bottom: top },
    { left, top: bottom, right, bottom },
    { left, top, right: left, bottom },
    { left: right, top, right, bottom },
  ];
}

/** Kanji whose strokes reach all sides of their em box. */
const FULL = /(?![一二三十丁工上下土七八人入小卜])\p{Script=Han}/u;

/** The two ends of each side of an area. */
function stripsOf({ left, top, right, bottom }: Area): readonly (readonly [Area, Area])[] {
  const at = (x: number, y: number): Area => ({ left: x, top: y, right: x, bottom: y });
  const corners = [at(left, top), at(right, top), at(right, bottom), at(left, bottom)] as const;
  return corners.map((corner, index) => [corner, corners[(index + 1) % 4] ?? corner]);
}

/** The middle of an area lies within a part of the paint that is surely painted. */
function covers({ parts, clip }: SeenPaint, { left, top, right, bottom }: Area): boolean {
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  const isIn = (area: Area): boolean => x > area.left && x < area.right && y > area.top && y < area.bottom;
  return isIn(clip) && parts.some(({ area, isRectangle }) => isRectangle && isIn(area));
}

type Channels = readonly [red: number, green: number, blue: number];

function channels(color: string): Channels {
  const at = (start: number): number => Number.parseInt(color.slice(start, start + 2), 16);
  return [at(1), at(3), at(5)];
}

function mixed(over: Channels, under: Channels, alpha: number): Channels {
  const mix = (index: 0 | 1 | 2): number => over[index] * alpha + under[index] * (1 - alpha);
  return [mix(0), mix(1), mix(2)];
}

function contrast(one: Channels, other: Channels): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((left, right) => right - left);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: Channels): number {
  const [red = 0, green = 0, blue = 0] = color.map((channel) => {
    const value = channel / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
