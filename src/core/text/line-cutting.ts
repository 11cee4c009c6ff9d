// Cuts a strip into lines, first fit: each line takes what fits and ends at the last best place.
import { breakRank } from "./line-break.ts";
import { spacingClass } from "./spacing.ts";
import type { Strip } from "./strip.ts";

/** How full a line must be for a group to move to the next line whole; justified lines would show wide gaps earlier. */
const FILLED_THOUSANDTHS = { ragged: 500, justified: 750 } as const;

/**
 * The glyph before which the line that starts at `start` ends: `strip.count` where the rest fits. A line takes at
 * least one cluster, so that text always moves on. Spaces at a line's end take no room. A group that reads as one, such
 * as a date, is parted only where keeping it whole would leave the line too empty.
 */
export function lineEnd(
  strip: Strip,
  ranks: Uint8Array,
  start: number,
  widthEmu: number,
  edge: "ragged" | "justified",
): number {
  const { advancesEmu, classes, count, gapsEmu, offsets, trailsEmu } = strip;
  const filledEmu = Math.floor((widthEmu * FILLED_THOUSANDTHS[edge]) / 1000);
  const best = [0, 0, 0, 0];
  let isFilled = false;
  let x = -(strip.leadsEmu[start] ?? 0);
  let first = 0;
  for (let index = start; index < count; index += 1) {
    x += advancesEmu[index] ?? 0;
    const isSpace = classes[index] === spacingClass.space;
    if (!isSpace && x - (trailsEmu[index] ?? 0) > widthEmu) {
      const [, , group = 0, whole = 0] = best;
      return (
        (isFilled ? whole : Math.max(group, whole)) || best[breakRank.lastResort] || first || endOfCluster(strip, index)
      );
    }
    const isClusterEnd = index + 1 === count || offsets[index + 1] !== offsets[index];
    if (isClusterEnd) {
      first ||= index + 1;
      const rank = index + 1 === count ? breakRank.allowed : (ranks[offsets[index + 1] ?? 0] ?? 0);
      if (rank > breakRank.never && rank < breakRank.mandatory) {
        best[rank] = index + 1;
        if (rank === breakRank.allowed) isFilled = x >= filledEmu;
      }
    }
    x += gapsEmu[index] ?? 0;
  }
  return count;
}

function endOfCluster(strip: Strip, index: number): number {
  let end = index + 1;
  while (end < strip.count && strip.offsets[end] === strip.offsets[index]) end += 1;
  return end;
}
