/** A text leaves at least two lines on each side of a cut (widows and orphans). */
export const LINES_TOGETHER_MIN = 2;

/**
 * How many of a text's lines stand before the cut. At least `linesMin` lines stand on each side of it; the answer is 0
 * where too few lines fit, or the text has too few lines.
 *
 * @param fitting how many lines have room before the cut
 * @param rest how many lines there are
 */
export function linesBeforeCut(fitting: number, rest: number, linesMin: number = LINES_TOGETHER_MIN): number {
  if (fitting >= rest) return rest;
  const before = Math.min(fitting, rest - linesMin);
  return before < linesMin ? 0 : before;
}
