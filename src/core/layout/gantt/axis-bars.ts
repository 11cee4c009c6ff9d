// The bars of one row of a schedule: where each lies, so that none hides another, and its shape.

import type { Emu } from "../../canvas/index.ts";
import { millimetres, millimetresAtMost, millimetresEnough } from "../../diagnostics/index.ts";
import type { AxisBar, AxisRecord, BarEnd } from "../blocks/index.ts";
import { type PathCommand, polygon, type Rectangle, type Shape } from "../page/index.ts";
import type { Finding } from "../words/index.ts";

/** A bar with its edges on the page. */
export interface PlacedBar {
  readonly bar: AxisBar;
  readonly topEmu: Emu;
  readonly bottomEmu: Emu;
}

/** Where a lane lies in its row, in thousandths of its height: the bar that says no height, and what all may take. */
interface Lane {
  readonly usual: readonly [top: number, height: number];
  readonly room: readonly [top: number, bottom: number];
  /** What bars side by side share that say no height. */
  readonly shared: readonly [top: number, bottom: number];
}

const ALONE: Lane = { usual: [240, 520], room: [0, 1000], shared: [80, 920] };
const MAIN: Lane = { usual: [140, 460], room: [0, 660], shared: [60, 640] };
const PROGRESS: Lane = { usual: [680, 200], room: [660, 1000], shared: [670, 970] };

interface Row {
  readonly topEmu: Emu;
  readonly heightEmu: Emu;
}

/**
 * Each bar in its lane, in the order of the source. Bars of one lane that would hide one another lie one below another,
 * as plan and actual do on paper; a narrower one that lies on a wider one hides nothing.
 */
export function placeBars(marks: AxisRecord["marks"], row: Row, findings: Finding[]): readonly PlacedBar[] {
  const bars = marks.filter((mark) => mark.kind === "bar");
  const hasProgress = bars.some((bar) => bar.lane === "progress");
  const found = new Map<AxisBar, PlacedBar>();
  for (const lane of ["main", "progress"] as const) {
    const own = bars.filter((bar) => bar.lane === lane);
    const look = lane === "progress" ? PROGRESS : hasProgress ? MAIN : ALONE;
    for (const placed of placeLane(own, look, row, findings)) found.set(placed.bar, placed);
  }
  return bars.flatMap((bar) => found.get(bar) ?? []);
}

function placeLane(bars: readonly AxisBar[], lane: Lane, row: Row, findings: Finding[]): readonly PlacedBar[] {
  const alone = bars.map((bar) => placeAlone(bar, lane, row));
  const isHiding = alone.some((one, at) => alone.slice(at + 1).some((later) => hides(later, one)));
  const placed = isHiding ? placeBelow(bars, lane, row) : alone;
  for (const { bar, topEmu, bottomEmu } of placed) {
    const heightEmu = bottomEmu - topEmu;
    if (bar.heightEmu !== null && bar.heightEmu > heightEmu) findings.push(tooHigh(bar, heightEmu, isHiding));
    else if (isHiding && heightEmu < BAR_LOW_EMU) findings.push(tooLow(bar, heightEmu));
  }
  return placed;
}

function at(row: Row, thousandths: number): Emu {
  return row.topEmu + Math.round((row.heightEmu * thousandths) / 1000);
}

/** About the middle of its lane, within what the lane may take. */
function placeAlone(bar: AxisBar, { usual: [top, height], room }: Lane, row: Row): PlacedBar {
  const [first, last] = [at(row, room[0]), at(row, room[1])];
  const usual = Math.round((row.heightEmu * height) / 1000);
  const heightEmu = Math.min(bar.heightEmu ?? usual, last - first);
  const middle = row.topEmu + Math.round((row.heightEmu * (2 * top + height)) / 2000);
  const topEmu = Math.min(Math.max(first, middle - Math.floor(heightEmu / 2)), last - heightEmu);
  return { bar, topEmu, bottomEmu: topEmu + heightEmu };
}

/** What of a bar is seen above and below a later one: less than this is taken for a line about it. */
const SEEN_EMU = 25_400;
/** A lower bar is taken for a line. */
const BAR_LOW_EMU = 12_700;
/** Bars that touch may share so much, because none is narrower than a line. */
const TOUCH_EMU = 6_350;

/** Whether the later bar leaves nothing of the earlier one where both are. */
function hides(later: PlacedBar, earlier: PlacedBar): boolean {
  if (!areTogether(later.bar, earlier.bar)) return false;
  const covered = Math.min(later.bottomEmu, earlier.bottomEmu) - Math.max(later.topEmu, earlier.topEmu);
  return earlier.bottomEmu - earlier.topEmu - covered < SEEN_EMU;
}

function areTogether(one: AxisBar, other: AxisBar): boolean {
  const shared = Math.min(one.toEmu, other.toEmu) - Math.max(one.fromEmu, other.fromEmu);
  const narrower = Math.min(one.toEmu - one.fromEmu, other.toEmu - other.fromEmu);
  return shared > Math.min(TOUCH_EMU, Math.floor(narrower / 2));
}

/** One below another: each in the first track that is free where it lies. */
function placeBelow(bars: readonly AxisBar[], { shared, room }: Lane, row: Row): readonly PlacedBar[] {
  const tracks: AxisBar[][] = [];
  const trackOf = bars.map((bar) => {
    const free = tracks.findIndex((others) => others.every((other) => !areTogether(other, bar)));
    if (free >= 0) tracks[free]?.push(bar);
    else tracks.push([bar]);
    return free >= 0 ? free : tracks.length - 1;
  });
  const wanted = tracks.map((own) => own.reduce((most, { heightEmu }) => Math.max(most, heightEmu ?? 0), 0));
  const sum = wanted.reduce((total, one) => total + one, 0);
  const isTight = sum > at(row, shared[1]) - at(row, shared[0]);
  const [top, bottom] = isTight ? [at(row, room[0]), at(row, room[1])] : [at(row, shared[0]), at(row, shared[1])];
  // What declared heights leave is shared; where they leave nothing, all of it is.
  const spare = (bottom - top - sum) / tracks.length;
  const heights = wanted.map((one) => (spare >= 0 ? one + spare : (bottom - top) / tracks.length));
  return bars.map((bar, index) => {
    const track = trackOf[index] ?? 0;
    const above = heights.slice(0, track).reduce((total, one) => total + one, 0);
    const [from, to] = [top + Math.round(above), top + Math.round(above + (heights[track] ?? 0))];
    const heightEmu = Math.min(bar.heightEmu ?? Math.round((to - from) * TRACK_SHARE), to - from);
    const topEmu = from + Math.floor((to - from - heightEmu) / 2);
    return { bar, topEmu, bottomEmu: topEmu + heightEmu };
  });
}

/** What a bar takes of its track. */
const TRACK_SHARE = 0.86;

/** RPT4003: a bar that is drawn lower than it is declared. */
function tooHigh({ heightEmu, span, path }: AxisBar, hasEmu: Emu, sharesLane: boolean): Finding {
  return {
    code: "RPT4003",
    severity: "warning",
    span,
    message: `a bar of h=${millimetres(heightEmu ?? 0)} is drawn ${millimetres(hasEmu)} high`,
    path: path ?? null,
    why: sharesLane
      ? "bars of one lane that lie at the same time share its height, so that none hides another"
      : "its row, or its lane of the row, is no higher",
    repair: "give the gantt a larger row-h, or the bar a smaller h",
  };
}

/** RPT4003: bars of one lane in a row that is too low for all of them. */
function tooLow({ span, path }: AxisBar, hasEmu: Emu): Finding {
  return {
    code: "RPT4003",
    severity: "warning",
    span,
    message: `a bar is drawn ${millimetresAtMost(hasEmu)} high, less than ${millimetresEnough(BAR_LOW_EMU)}`,
    path: path ?? null,
    why: "bars of one lane that lie at the same time share its height, so that none hides another",
    repair: "give the gantt a larger row-h, or draw fewer bars in one row",
  };
}

/** An end beyond the axis is a point, as wide as half of the bar is high; one that nobody knows is torn. */
export function barShape(rectangle: Rectangle, start: BarEnd, end: BarEnd): Shape {
  if (start === "known" && end === "known") return { kind: "rectangle", rectangle, radiusEmu: 0 };
  const right = edgeOf(rectangle, end, rectangle.rightEmu, 1);
  const [first, ...left] = edgeOf(rectangle, start, rectangle.leftEmu, -1);
  const corners = [...(first === undefined ? [] : [first]), ...right, ...left.toReversed()];
  const commands: readonly PathCommand[] = polygon(corners);
  return { kind: "path", commands };
}

/** From the top down: `outward` is 1 for the right edge of a bar. */
function edgeOf(rectangle: Rectangle, end: BarEnd, xEmu: Emu, outward: 1 | -1): readonly (readonly [Emu, Emu])[] {
  const { topEmu, bottomEmu } = rectangle;
  const height = bottomEmu - topEmu;
  const inner = xEmu - outward * tipOf(rectangle);
  switch (end) {
    case "known":
      return [
        [xEmu, topEmu],
        [xEmu, bottomEmu],
      ];
    case "beyond":
      return [
        [inner, topEmu],
        [xEmu, Math.round((topEmu + bottomEmu) / 2)],
        [inner, bottomEmu],
      ];
    case "open":
      return TEETH.map((isOut, at) => [isOut ? xEmu : inner, topEmu + Math.round((height * at) / (TEETH.length - 1))]);
  }
}

/** The corners of a torn edge, out and in. */
const TEETH = [true, false, true, false, true] as const;

/** How long the point of a cut bar is: two fit a bar. */
export function tipOf({ leftEmu, topEmu, rightEmu, bottomEmu }: Rectangle): Emu {
  return Math.min(Math.round((bottomEmu - topEmu) / 2), Math.floor((rightEmu - leftEmu) / 2));
}
