// Letters that something opaque cuts: a tail of a comma, the foot of an E. Half of a letter need not be hidden for it
// to be read as another one.
import type { Emu } from "../canvas/index.ts";
import { around, type GlyphRunItem, letterInks, type Rectangle } from "../layout/index.ts";
import { COVERED_SHARE, common, crosses, nearTo } from "./struck-letters.ts";

/** So many points across and down what a cover shares with a letter are looked at, at most. */
const POINTS_MOST = 24;

/** Something opaque. */
export interface Opaque {
  readonly bounds: Rectangle;
  /** Whether it hides a point of its bounds; absent where it hides all of them. */
  readonly hidesAt?: (xEmu: Emu, yEmu: Emu) => boolean;
}

/**
 * Where something opaque that is painted after letters hides parts of them that a reader misses: as wide and as high
 * as half of a stroke, by the outlines of the font. Null where it leaves all letters whole.
 */
export function cutOf({ bounds, hidesAt }: Opaque, letters: GlyphRunItem, ink: Rectangle): Rectangle | null {
  if (!crosses(bounds, nearTo(ink))) return null;
  const leastEmu = letters.sizeEmu * COVERED_SHARE;
  let cut: Rectangle | null = null;
  for (const letter of letterInks(letters)) {
    const shared = common(bounds, letter);
    const [width, height] = [shared.rightEmu - shared.leftEmu, shared.bottomEmu - shared.topEmu];
    if (width <= leastEmu || height <= leastEmu) continue;
    if (hidesAt === undefined || hidesPatch(shared, hidesAt, leastEmu))
      cut = cut === null ? shared : around(cut, shared);
  }
  return cut;
}

/** Whether neighbouring points are hidden, so far apart that a reader misses what lies between them. */
function hidesPatch(
  { leftEmu, topEmu, rightEmu, bottomEmu }: Rectangle,
  hidesAt: (xEmu: Emu, yEmu: Emu) => boolean,
  leastEmu: Emu,
): boolean {
  const columns = Math.min(POINTS_MOST, Math.max(1, Math.floor((rightEmu - leftEmu) / leastEmu)));
  const rows = Math.min(POINTS_MOST, Math.max(1, Math.floor((bottomEmu - topEmu) / leastEmu)));
  let above: readonly boolean[] = [];
  for (let row = 0; row <= rows; row += 1) {
    const y = topEmu + ((bottomEmu - topEmu) * row) / rows;
    const hidden = Array.from({ length: columns + 1 }, (_, column) =>
      hidesAt(leftEmu + ((rightEmu - leftEmu) * column) / columns, y),
    );
    const isPatch = (column: number): boolean => hidden[column] === true && above[column] === true;
    if (hidden.some((_, column) => isPatch(column) && isPatch(column + 1))) return true;
    above = hidden;
  }
  return false;
}
