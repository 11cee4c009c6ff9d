// Whether letters can be told from their ground, and whether something was painted over them.
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
