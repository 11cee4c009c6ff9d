// How wide the bars of one record are drawn: their time, or so much more that each is seen as a bar.
import type { Emu } from "../canvas/index.ts";
import type { AxisBar } from "./blocks.ts";

/** Where a bar lies by its time, within the axis. */
export type BarTime = Pick<AxisBar, "lane" | "fromEmu" | "toEmu">;

/** A stretch of the axis. */
type Extent = readonly [from: Emu, to: Emu];

/** A bar is wider than any rule: a day of ten years would lie on a line of the grid and read as a part of it. */
const BAR_MIN_EMU = 36_000;
/** Between two others a bar has what they leave, and so much: no line that can be seen is narrower. */
const LINE_EMU = 6_350;
/** The arrow of a bar that lies wholly beyond the axis. */
const ARROW_EMU = 54_000;

/**
 * A narrow bar keeps its start, or its end where the axis ends or another bar of its lane begins: bars that lie beside
 * one another in time do not lie over one another on paper.
 */
export function seenExtents(bars: readonly BarTime[], widthEmu: Emu): readonly Extent[] {
  const drawn = new Map<BarTime, Extent>();
  for (const bar of bars.toSorted((one, other) => one.fromEmu - other.fromEmu || one.toEmu - other.toEmu)) {
    const others = bars.filter(({ lane }) => lane === bar.lane);
    const before = others.filter((one) => one.toEmu <= bar.fromEmu && one.fromEmu < bar.fromEmu);
    const after = others.filter((one) => one.fromEmu >= bar.toEmu && one.toEmu > bar.toEmu);
    const room: Extent = [
      before.reduce((most, one) => Math.max(most, drawn.get(one)?.[1] ?? one.toEmu), 0),
      after.reduce((least, one) => Math.min(least, one.fromEmu), widthEmu),
    ];
    drawn.set(bar, seen(bar, room, widthEmu));
  }
  return bars.map((bar) => drawn.get(bar) ?? [bar.fromEmu, bar.toEmu]);
}

function seen({ fromEmu, toEmu }: BarTime, [first, last]: Extent, widthEmu: Emu): Extent {
  const isBeyond = fromEmu === toEmu && (toEmu === 0 || fromEmu === widthEmu);
  if (isBeyond) return atLeast([fromEmu, toEmu], ARROW_EMU, widthEmu);
  if (toEmu - fromEmu >= BAR_MIN_EMU) return [fromEmu, toEmu];
  if (fromEmu + BAR_MIN_EMU <= last) return [fromEmu, fromEmu + BAR_MIN_EMU];
  if (toEmu - BAR_MIN_EMU >= first) return [toEmu - BAR_MIN_EMU, toEmu];
  const right = Math.max(toEmu, last);
  const left = Math.min(fromEmu, Math.max(first, right - BAR_MIN_EMU));
  return atLeast([left, right], LINE_EMU, widthEmu);
}

/** Within the axis: also what lies wholly beyond it, at its end. */
function atLeast([fromEmu, toEmu]: Extent, leastEmu: Emu, widthEmu: Emu): Extent {
  if (toEmu - fromEmu >= leastEmu) return [fromEmu, toEmu];
  const left = Math.max(0, Math.min(fromEmu, widthEmu - leastEmu));
  return [left, Math.min(left + leastEmu, widthEmu)];
}
