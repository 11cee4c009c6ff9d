// How wide the bars of one record are drawn: their time, or so much more that each is seen as a bar.
import type { Emu } from "../../canvas/index.ts";
import type { AxisBar } from "../blocks/index.ts";

/** Where a bar lies by its time, within the axis. */
export type BarTime = Pick<AxisBar, "lane" | "fromEmu" | "toEmu">;

/** A stretch of the axis. */
type Extent = readonly [from: Emu, to: Emu];

/** A bar is wider than any rule: a day of ten years would lie on a line of the grid and read as a part of it. */
export const BAR_MIN_EMU = 36_000;
/** Of bars that have less room than that together, none is narrower than a line that can be seen. */
const LINE_EMU = 6_350;
/** The arrow of a bar that lies wholly beyond the axis. */
const ARROW_EMU = 54_000;

/**
 * A narrow bar keeps its start, or its end where the axis ends or another bar of its lane begins: bars that lie beside
 * one another in time do not lie over one another on paper. Between two others it takes what it lacks of theirs.
 */
export function seenExtents(bars: readonly BarTime[], widthEmu: Emu): readonly Extent[] {
  const drawn = new Map<BarTime, Extent>();
  for (const lane of ["main", "progress"] as const) {
    const own = inOrder(bars.filter((bar) => bar.lane === lane));
    for (const [bar, extent] of extentsOfLane(own, widthEmu)) drawn.set(bar, extent);
  }
  return bars.map((bar) => drawn.get(bar) ?? [bar.fromEmu, bar.toEmu]);
}

/** Of the bars of one lane, in their order. */
function extentsOfLane(bars: readonly BarTime[], widthEmu: Emu): ReadonlyMap<BarTime, Extent> {
  const drawn = new Map<BarTime, Extent>();
  for (const bar of bars) {
    const { before, after } = neighboursOf(bar, bars);
    const room: Extent = [
      before.reduce((most, one) => Math.max(most, drawn.get(one)?.[1] ?? one.toEmu), 0),
      after.reduce((least, one) => Math.min(least, one.fromEmu), widthEmu),
    ];
    drawn.set(bar, seen(bar, room, widthEmu));
  }
  const isSeen = [...drawn.values()].every(([fromEmu, toEmu]) => toEmu - fromEmu >= BAR_MIN_EMU);
  return isSeen ? drawn : (widened(bars, drawn, widthEmu) ?? drawn);
}

/** Free between two bars that touch. */
const APART_EMU = 9_525;
/** No more of a bar than this is given for it. */
const APART_SHARE = 5;

/**
 * Bars of one look that end where the next one begins read as one long bar: each ends a little before. `laneOf` says in
 * which lane a bar is that nothing else tells from its neighbours, and null of any other.
 */
export function toldApart(drawn: readonly Extent[], laneOf: (at: number) => BarTime["lane"] | null): readonly Extent[] {
  return drawn.map(([fromEmu, toEmu], at) => {
    const lane = laneOf(at);
    if (lane === null) return [fromEmu, toEmu];
    const next = drawn.reduce((least, [from], other) => {
      const isBehind = other !== at && from >= toEmu && laneOf(other) === lane;
      return isBehind ? Math.min(least, from) : least;
    }, Number.POSITIVE_INFINITY);
    const least = toEmu - Math.floor((toEmu - fromEmu) / APART_SHARE);
    return [fromEmu, Math.max(least, Math.min(toEmu, next - APART_EMU))];
  });
}

function inOrder(bars: readonly BarTime[]): readonly BarTime[] {
  return bars.toSorted((one, other) => one.fromEmu - other.fromEmu || one.toEmu - other.toEmu);
}

/** The bars that end before one begins, and those that begin after it. */
function neighboursOf(bar: BarTime, bars: readonly BarTime[]) {
  return { before: bars.filter((one) => isBefore(one, bar)), after: bars.filter((one) => isBefore(bar, one)) };
}

/** Of two bars of one moment none comes first. */
function isBefore(one: BarTime, other: BarTime): boolean {
  return one.toEmu <= other.fromEmu && (one.fromEmu < other.fromEmu || one.toEmu < other.toEmu);
}

/**
 * Every bar at its full least width: from left to right each pushes those behind it, and from right to left each pushes
 * back what left the axis. Null where all of them together are wider than the axis.
 */
function widened(
  bars: readonly BarTime[],
  drawn: ReadonlyMap<BarTime, Extent>,
  widthEmu: Emu,
): ReadonlyMap<BarTime, Extent> | null {
  const pushed = new Map<BarTime, Extent>(drawn);
  const extentOf = (bar: BarTime): Extent => pushed.get(bar) ?? [bar.fromEmu, bar.toEmu];
  const inner = bars.filter((bar) => !isBeyond(bar, widthEmu));
  for (const bar of inner) {
    const { before } = neighboursOf(bar, inner);
    const [from, to] = extentOf(bar);
    const fromEmu = before.reduce((most, one) => Math.max(most, extentOf(one)[1]), from);
    pushed.set(bar, [fromEmu, Math.max(to, fromEmu + BAR_MIN_EMU)]);
  }
  for (const bar of inner.toReversed()) {
    const { after } = neighboursOf(bar, inner);
    const [from, to] = extentOf(bar);
    const toEmu = after.reduce((least, one) => Math.min(least, extentOf(one)[0]), Math.min(to, widthEmu));
    pushed.set(bar, [Math.min(from, toEmu - BAR_MIN_EMU), toEmu]);
  }
  return inner.every((bar) => extentOf(bar)[0] >= 0) ? pushed : null;
}

/** Nothing of it lies on the axis: it is an arrow at the axis's end, over whatever lies there. */
function isBeyond({ fromEmu, toEmu }: BarTime, widthEmu: Emu): boolean {
  return fromEmu === toEmu && (toEmu === 0 || fromEmu === widthEmu);
}

function seen(bar: BarTime, [first, last]: Extent, widthEmu: Emu): Extent {
  const { fromEmu, toEmu } = bar;
  if (isBeyond(bar, widthEmu)) return atLeast([fromEmu, toEmu], ARROW_EMU, widthEmu);
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
