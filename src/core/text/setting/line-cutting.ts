// Cuts a strip into lines, first fit: each line takes what fits and ends at the last best place.
import { breakRank } from "../breaking/index.ts";
import { spacingClass } from "./spacing.ts";
import { sizeAlongEmu, slackEmu } from "./squeeze.ts";
import { hangs, type Setting, type Strip } from "./strip.ts";

/** How full a line must be for a group to move to the next line whole; justified lines would show wide gaps earlier. */
const FILLED_THOUSANDTHS = { ragged: 500, justified: 750 } as const;

/**
 * A justified line rather gives up space than grows, unless that would move its text by so much more, in thousandths
 * of an em.
 */
const SQUEEZE_PREFERENCE_THOUSANDTHS = 500;

export interface LineRoom {
  readonly widthEmu: number;
  readonly edge: "ragged" | "justified";
  /** Whether 。 and 、 may stand beyond the line's end (ぶら下げ). */
  readonly isHanging: boolean;
  readonly setting: Setting;
}

/** The best ends of a line so far. */
interface Ends {
  /** By rank, the glyph after; 0 where there is none. */
  readonly best: [number, number, number, number, number, number];
  isFilled: boolean;
  /** Where the line would end at `best[breakRank.allowed]`; half an em after a bracket or stop counts where it fits. */
  wholeEmu: number;
  first: number;
}

/**
 * The glyph before which the line that starts at `start` ends: `strip.count` where the rest fits. A line takes at
 * least one cluster, so that text always moves on. Spaces at a line's end take no room. A group that reads as one, such
 * as a date, is parted only where keeping it whole would leave the line too empty. A number is parted from its unit
 * only where the line has no other place between words.
 */
export function lineEnd(strip: Strip, ranks: Uint8Array, start: number, room: LineRoom): number {
  const { advancesEmu, classes, count, gapsEmu, offsets, trailsEmu } = strip;
  const { widthEmu, edge, setting } = room;
  const filledEmu = Math.floor((widthEmu * FILLED_THOUSANDTHS[edge]) / 1000);
  const ends: Ends = { best: [0, 0, 0, 0, 0, 0], isFilled: false, wholeEmu: 0, first: 0 };
  let slack = 0;
  let x = 0 - (strip.leadsEmu[start] ?? 0);
  for (let index = start; index < count; index += 1) {
    x += advancesEmu[index] ?? 0;
    const isSpace = classes[index] === spacingClass.space;
    const inkEmu = x - (trailsEmu[index] ?? 0);
    if (!isSpace && inkEmu > widthEmu) {
      if (room.isHanging && mayHang(strip, ranks, index) && x - (advancesEmu[index] ?? 0) <= widthEmu) return index + 1;
      const end = bestEnd(ends) || endOfCluster(strip, index);
      const squeezed = edge === "justified" ? squeezedEnd(strip, ranks, index, x, slack, room, ends) : 0;
      return Math.max(end, squeezed);
    }
    const isClusterEnd = index + 1 === count || offsets[index + 1] !== offsets[index];
    if (isClusterEnd) {
      ends.first ||= index + 1;
      const rank = rankAfter(strip, ranks, index);
      if (rank > breakRank.never && rank < breakRank.mandatory) {
        ends.best[rank] = index + 1;
        if (rank === breakRank.allowed) {
          ends.isFilled = x >= filledEmu;
          ends.wholeEmu = isSpace ? ends.wholeEmu : x <= widthEmu ? x : inkEmu;
        }
      }
    }
    if (edge === "justified") slack += slackEmu(strip, index, setting);
    x += gapsEmu[index] ?? 0;
  }
  return count;
}

function bestEnd({ best, isFilled, first }: Ends): number {
  const [, lastResort, number, unit, group, whole] = best;
  return (isFilled ? whole : Math.max(group, whole)) || unit || Math.max(number, lastResort) || first;
}

/** How willingly a line ends after a glyph. */
function rankAfter(strip: Strip, ranks: Uint8Array, index: number): number {
  if (index + 1 === strip.count) return breakRank.allowed;
  return ranks[strip.offsets[index + 1] ?? 0] ?? 0;
}

function mayHang(strip: Strip, ranks: Uint8Array, index: number): boolean {
  return hangs(strip, index) && rankAfter(strip, ranks, index) >= breakRank.reluctant;
}

/**
 * Where a justified line would end if it gave up space: the first good place after the glyph that does not fit; 0 where
 * there is none, or where growing moves the text less. What a line can give up bounds how far is looked.
 */
function squeezedEnd(
  strip: Strip,
  ranks: Uint8Array,
  from: number,
  fromX: number,
  fromSlack: number,
  room: LineRoom,
  ends: Ends,
): number {
  const { widthEmu, setting } = room;
  const spare = ends.isFilled ? widthEmu - ends.wholeEmu : widthEmu;
  if (spare <= 0) return 0;
  const most = spare + Math.floor((sizeAlongEmu(strip, from, setting) * SQUEEZE_PREFERENCE_THOUSANDTHS) / 1000);
  let x = fromX;
  let slack = fromSlack;
  for (let index = from; index < strip.count; index += 1) {
    if (index > from) x += strip.advancesEmu[index] ?? 0;
    const over = x - (strip.trailsEmu[index] ?? 0) - widthEmu;
    const isSpace = strip.classes[index] === spacingClass.space;
    if (!isSpace && (over > slack || over > most)) return 0;
    const isClusterEnd = index + 1 === strip.count || strip.offsets[index + 1] !== strip.offsets[index];
    if (isClusterEnd && rankAfter(strip, ranks, index) === breakRank.allowed) return index + 1;
    slack += slackEmu(strip, index, setting);
    x += strip.gapsEmu[index] ?? 0;
  }
  return 0;
}

function endOfCluster(strip: Strip, index: number): number {
  let end = index + 1;
  while (end < strip.count && strip.offsets[end] === strip.offsets[index]) end += 1;
  return end;
}
