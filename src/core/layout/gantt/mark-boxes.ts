// Where the marks of a time axis lie in their row, and whether words are read as those of one of them.
import type { Emu } from "../../canvas/index.ts";
import { lengthOf } from "../../geometry/index.ts";
import type { AxisMilestone } from "../blocks/index.ts";
import type { Rectangle } from "../page/index.ts";
import { sizeInTier, sizeOfMark, widthOfLine } from "./mark-sizes.ts";

/** A row, or the part of it that a mark has for itself. */
export interface Band {
  readonly topEmu: Emu;
  readonly heightEmu: Emu;
}

/** Where the foot of marks stands. */
export function footOfMarks({ topEmu, heightEmu }: Band): Emu {
  return topEmu + heightEmu - Math.round(heightEmu / 12);
}

/** The part of a row that one of several marks of a day has for itself. */
export function bandOf({ at, of }: NonNullable<AxisMilestone["tier"]>, { topEmu, heightEmu }: Band): Band {
  const edge = (index: number): Emu => topEmu + Math.round((heightEmu * index) / of);
  return { topEmu: edge(at), heightEmu: edge(at + 1) - edge(at) };
}

/** The box of a mark as it is drawn; `xEmu` is the axis's left edge. */
export function boxOfMark({ shape, tier, xEmu: at }: AxisMilestone, row: Band, xEmu: Emu): Rectangle {
  const band = tier === undefined ? row : bandOf(tier, row);
  const size = tier === undefined ? sizeOfMark(row.heightEmu) : sizeInTier(band.heightEmu);
  const x = xEmu + at;
  const half = Math.round(size / 2);
  const middle = band.topEmu + Math.round(band.heightEmu / 2);
  const about = { leftEmu: x - half, topEmu: middle - half, rightEmu: x + half, bottomEmu: middle + half };
  switch (shape) {
    case "triangle": {
      const low = tier === undefined ? footOfMarks(row) : middle + half;
      return { ...about, topEmu: low - size, bottomEmu: low };
    }
    case "diamond":
      return about;
    case "before":
      return { ...about, leftEmu: x, rightEmu: x + size };
    case "after":
      return { ...about, leftEmu: x - size, rightEmu: x };
    case "line": {
      const leftEmu = x - Math.floor(widthOfLine(size) / 2);
      const rightEmu = leftEmu + widthOfLine(size);
      return { leftEmu, topEmu: band.topEmu, rightEmu, bottomEmu: band.topEmu + band.heightEmu };
    }
  }
}

/** Letters fill this share of their size: nothing of them is seen above and below. */
const LETTERS_SHARE = 0.8;
/** Words stand on one line with a mark that lies beside this share of the height of their letters. */
const ON_LINE_SHARE = 0.3;

/**
 * Whether words are read as those of their own mark: it is nearer than any other, and no other stands beside them on
 * their line while it does not.
 * @param room where the words are drawn; their letters stand about its middle.
 */
export function readsAsOwn(room: Rectangle, sizeEmu: Emu, own: Rectangle, others: readonly Rectangle[]): boolean {
  const middle = Math.round((room.topEmu + room.bottomEmu) / 2);
  const half = Math.round((sizeEmu * LETTERS_SHARE) / 2);
  const letters = { ...room, topEmu: middle - half, bottomEmu: middle + half };
  const isOnLine = (mark: Rectangle): boolean => {
    const sharedEmu = Math.min(letters.bottomEmu, mark.bottomEmu) - Math.max(letters.topEmu, mark.topEmu);
    return sharedEmu >= half * 2 * ON_LINE_SHARE;
  };
  const away = distanceOf(letters, own);
  return others.every((other) => {
    if (distanceOf(letters, other) <= away) return false;
    return isOnLine(own) || !isOnLine(other) || gapAlong(letters, other) > away + sizeEmu;
  });
}

function gapAlong(one: Rectangle, other: Rectangle): Emu {
  return Math.max(0, one.leftEmu - other.rightEmu, other.leftEmu - one.rightEmu);
}

function distanceOf(one: Rectangle, other: Rectangle): number {
  const across = Math.max(0, one.topEmu - other.bottomEmu, other.topEmu - one.bottomEmu);
  return lengthOf(gapAlong(one, other), across);
}
