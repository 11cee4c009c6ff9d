// Where lines lie vertically. The em box is 880 above and 120 below the baseline in every font (rulings, layout 3),
// never the font's own hhea, so that a fallback font moves nothing.

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

/** What n lines need to fit a given height: (n − 1) line boxes and one em (rulings, layout 3). */
export function textHeightEmu(lines: number, sizeEmu: number, lineHeightThousandths: number): number {
  return lines === 0 ? 0 : linesHeightEmu(lines - 1, sizeEmu, lineHeightThousandths) + sizeEmu;
}
