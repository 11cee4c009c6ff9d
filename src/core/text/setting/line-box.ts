// Where lines lie vertically. The em box is 880 above and 120 below the baseline in every font,
// never the font's own hhea, so that a fallback font moves nothing.
import type { ParagraphLine } from "./line-placing.ts";

/** The share of the em box above the baseline, in thousandths of the size. */
const ASCENT_THOUSANDTHS = 880;

/** The height of one line box: size × line-height, rounded once. */
function lineHeightEmu(sizeEmu: number, lineHeightThousandths: number): number {
  return Math.floor((sizeEmu * lineHeightThousandths) / 1000 + 0.5);
}

/** From the top of a line's box to its baseline: the em box stands in the middle of the line box. */
export function baselineEmu(sizeEmu: number, lineHeightThousandths: number): number {
  const half = Math.floor((lineHeightEmu(sizeEmu, lineHeightThousandths) - sizeEmu) / 2);
  return half + Math.floor((sizeEmu * ASCENT_THOUSANDTHS) / 1000 + 0.5);
}

/** An automatic height: n line boxes, rounded once over all of them (line `i` starts at `linesHeightEmu(i, …)`). */
export function linesHeightEmu(lines: number, sizeEmu: number, lineHeightThousandths: number): number {
  return Math.floor((lines * sizeEmu * lineHeightThousandths) / 1000 + 0.5);
}

/** What n lines need to fit a given height: (n − 1) line boxes and one em. */
export function textHeightEmu(lines: number, sizeEmu: number, lineHeightThousandths: number): number {
  return lines === 0 ? 0 : linesHeightEmu(lines - 1, sizeEmu, lineHeightThousandths) + sizeEmu;
}

/** Where the lines of a rich or vertical paragraph lie across their direction. */
export interface LineBoxes {
  /**
   * Per line, in horizontal writing from the box's top to the baseline; in vertical writing from the box's right edge
   * leftwards to the middle of the column.
   */
  readonly positionsEmu: readonly number[];
  /** All line boxes together: the automatic height, in vertical writing the width. */
  readonly extentEmu: number;
  /** What the lines need to fit a given room: the outer halves of the leading may go. */
  readonly neededEmu: number;
}

/**
 * Stacks lines whose sizes differ: each is as high as its largest size asks. Ruby lies in the leading before its line;
 * where that is too narrow all lines move apart alike, so that their pitch stays even, and the first line moves in as
 * far as its own ruby asks. Without ruby and in one size these are the places of `linesHeightEmu` and `baselineEmu`.
 */
export function lineBoxes(
  lines: readonly ParagraphLine[],
  lineHeightThousandths: number,
  writing: "horizontal" | "vertical",
): LineBoxes {
  const rubies = lines.map(({ rubies: all }) => all.reduce((most, { sizeEmu }) => Math.max(most, sizeEmu), 0));
  const widest = rubies.reduce((most, size) => Math.max(most, size), 0);
  const positionsEmu: number[] = [];
  let thousandths = 0;
  let extraEmu = 0;
  let lastLeading = 0;
  lines.forEach(({ sizeEmu }, index) => {
    const leading = lineHeightEmu(sizeEmu, lineHeightThousandths) - sizeEmu;
    const half = Math.floor(leading / 2);
    const [room, wanted] = index === 0 ? [half, rubies[0] ?? 0] : [half + lastLeading, widest];
    // Lines nearer than their letters are high leave less than none: only readings make room.
    if (wanted > 0) extraEmu += Math.max(0, wanted - room);
    lastLeading = leading - half;
    const top = Math.floor(thousandths / 1000 + 0.5) + extraEmu;
    const middle = half + Math.floor(sizeEmu / 2);
    positionsEmu.push(top + (writing === "vertical" ? middle : baselineEmu(sizeEmu, lineHeightThousandths)));
    thousandths += sizeEmu * lineHeightThousandths;
  });
  const extentEmu = Math.floor(thousandths / 1000 + 0.5) + extraEmu;
  const first = lines[0]?.sizeEmu ?? 0;
  const firstLeading = Math.max(0, Math.floor((lineHeightEmu(first, lineHeightThousandths) - first) / 2));
  const outer = rubies[0] === 0 ? firstLeading : 0;
  return { positionsEmu, extentEmu, neededEmu: Math.max(0, extentEmu - outer - Math.max(0, lastLeading)) };
}
