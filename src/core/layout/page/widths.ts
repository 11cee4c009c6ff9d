// Widths: what a row of columns asks for → what each gets, in whole EMU.
import type { Emu, Width } from "../../canvas/index.ts";

/**
 * Shares `totalEmu` by weights without losing or inventing an EMU: each gets its floor, and the largest remainders
 * get one more, earlier ones first among equals.
 */
export function shareByLargestRemainder(totalEmu: Emu, weights: readonly number[]): Emu[] {
  const sum = weights.reduce((left, right) => left + right, 0);
  if (sum === 0 || totalEmu <= 0) return weights.map(() => 0);
  const shares = weights.map((weight) => Math.floor((totalEmu * weight) / sum) | 0);
  let missing = totalEmu - shares.reduce((left, right) => left + right, 0);
  const byRemainder = weights
    .map((weight, index) => ({ index, remainder: totalEmu * weight - (shares[index] ?? 0) * sum }))
    .sort((left, right) => right.remainder - left.remainder || left.index - right.index);
  for (const { index } of byRemainder) {
    if (missing === 0) break;
    shares[index] = (shares[index] ?? 0) + 1;
    missing--;
  }
  return shares;
}

export interface ResolvedWidths {
  readonly widths: readonly Emu[];
  /** What the fixed widths need beyond the container; 0 where they fit. */
  readonly excessEmu: Emu;
}

const PARTS_PER_MILLION = 1_000_000;

/**
 * Lengths and percentages first, then `auto` columns (their content's width, clamped to what remains), then the
 * shares of the rest. `contentWidth` is asked for `auto` columns only: it shapes all of a column's texts.
 */
export function resolveWidths(
  wanted: readonly Width[],
  containerEmu: Emu,
  contentWidth: (index: number) => Emu,
): ResolvedWidths {
  const widths: Emu[] = wanted.map(() => 0);
  let rest = containerEmu;
  wanted.forEach((width, index) => {
    if (width.kind === "length") widths[index] = width.emu;
    if (width.kind === "percent")
      widths[index] = Math.round((containerEmu * width.partsPerMillion) / PARTS_PER_MILLION) | 0;
    rest -= widths[index] ?? 0;
  });
  const excessEmu = Math.max(0, -rest);
  wanted.forEach((width, index) => {
    if (width.kind !== "auto") return;
    widths[index] = Math.max(0, Math.min(contentWidth(index), rest));
    rest -= widths[index] ?? 0;
  });
  const weights = wanted.map((width) => (width.kind === "share" ? width.thousandths : 0));
  shareByLargestRemainder(Math.max(0, rest), weights).forEach((share, index) => {
    if (wanted[index]?.kind === "share") widths[index] = share;
  });
  return { widths, excessEmu };
}
