// Bar codes as a decoder reads them from what a page paints: nothing of how they were encoded is known here.
import { placedCodes } from "../decode-codes.ts";
import { type Area, common, type SeenPaint, sizeOf, united } from "./seen.ts";

export interface SeenCode {
  /** `EAN13`, `QRCode` …; null where the decoder reads nothing. */
  readonly format: string | null;
  readonly text: string;
  readonly area: Area;
}

/** So many bars or squares in one path are a code: nothing else on a page is drawn by so many rectangles at once. */
const BARS_MIN = 15;
/** Thinner bars are none that anybody could read. */
const BAR_MIN_PT = 0.05;
const DOTS_MAX = 1_600;
/**
 * Pictures that the decoder is shown, one after another until it reads the code: dots of the narrowest bar, and white
 * around the bars, in narrowest bars. It takes two codes that stand near one another for one, and stumbles over some
 * sizes of dots.
 */
const LOOKS = [
  { dots: 3, quiet: 10 },
  { dots: 3, quiet: 2 },
  { dots: 4, quiet: 5 },
] as const;

/** Every code of a page as it is seen there: with the grounds under it and about it, and what was painted over it. */
export async function seenCodes(paints: readonly SeenPaint[]): Promise<readonly SeenCode[]> {
  const codes: SeenCode[] = [];
  for (const paint of paints) {
    if (paint.kind !== "fill" || paint.parts.length < BARS_MIN) continue;
    const area = united(paint.parts.map((part) => part.area));
    if (area === null || !paint.parts.every(({ isRectangle }) => isRectangle)) continue;
    const bars: readonly number[] = paint.parts.flatMap(({ area: { left, right, top, bottom } }) => [
      right - left,
      bottom - top,
    ]);
    const bar = Math.min(...bars);
    const read = bar < BAR_MIN_PT ? "" : await readWithin(area, bar, paints);
    const space = read.indexOf(" ");
    codes.push({ format: space < 0 ? null : read.slice(0, space), text: read.slice(space + 1), area });
  }
  return codes;
}

/** What the decoder reads of the code itself: others may stand so near that they are in its picture. */
async function readWithin(area: Area, bar: number, paints: readonly SeenPaint[]): Promise<string> {
  for (const look of LOOKS) {
    const { scale, left, top, ...picture } = pictureOf(area, look.quiet * bar, look.dots / bar, paints);
    const read = await placedCodes(picture);
    const own = read.find(({ x, y }) => {
      const [across, down] = [left + x / scale, top + y / scale];
      return across >= area.left && across <= area.right && down >= area.top && down <= area.bottom;
    });
    if (own !== undefined) return own.words;
  }
  return "";
}

/** The paints about an area as dots, in their order; what is no plain colour is gray. */
function pictureOf(area: Area, quiet: number, scaleWanted: number, paints: readonly SeenPaint[]) {
  const around = {
    left: area.left - quiet,
    top: area.top - quiet,
    right: area.right + quiet,
    bottom: area.bottom + quiet,
  };
  const longest = Math.max(around.right - around.left, around.bottom - around.top);
  const scale = Math.min(scaleWanted, DOTS_MAX / longest);
  const width = Math.ceil((around.right - around.left) * scale);
  const height = Math.ceil((around.bottom - around.top) * scale);
  const data = new Uint8Array(width * height * 3).fill(255);
  for (const { kind, parts, clip, color, alpha } of paints) {
    if (kind === "stroke") continue;
    const channels = [1, 3, 5].map((at) => (color === null ? 128 : Number.parseInt(color.slice(at, at + 2), 16)));
    for (const part of parts) {
      const seen = common(common(part.area, clip), around);
      if (!part.isRectangle || sizeOf(seen) === 0) continue;
      const dot = (place: number, from: number): number => Math.round((place - from) * scale);
      for (let y = dot(seen.top, around.top); y < Math.min(height, dot(seen.bottom, around.top)); y++) {
        for (let x = dot(seen.left, around.left); x < Math.min(width, dot(seen.right, around.left)); x++) {
          for (const [at, channel] of channels.entries()) {
            const dotAt = (y * width + x) * 3 + at;
            data[dotAt] = Math.round(channel * alpha + (data[dotAt] ?? 255) * (1 - alpha));
          }
        }
      }
    }
  }
  return { width, height, data, scale, left: around.left, top: around.top };
}
