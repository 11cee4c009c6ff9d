// Which names of a time axis stand where not all have room: the same ones in every day or month, never in the next.
import type { Emu, GanttAxis } from "../../canvas/index.ts";
import { dateAt } from "./time-scale.ts";

interface Named {
  readonly fromMin: number;
  readonly fromEmu: Emu;
}

export interface Thinning {
  /** What each name takes. */
  readonly needs: readonly Emu[];
  /** How many steps share the room of one name. */
  readonly skip: number;
  /** Of the steps that are named; null for larger steps than the axis has. */
  readonly unit: GanttAxis["unit"] | null;
  /** Where the axis ends. */
  readonly endEmu: Emu;
}

/** The room of each name that is shown, by its index. */
export function roomsOfThinned(names: readonly Named[], thinning: Thinning): ReadonlyMap<number, Emu> {
  const anchored = anchoredRooms(names, thinning);
  return anchored.size > 0 ? anchored : countedRooms(names, thinning);
}

/** Every so many, from the first. */
function countedRooms(names: readonly Named[], { skip, endEmu }: Thinning): ReadonlyMap<number, Emu> {
  return new Map(
    names.flatMap(({ fromEmu }, at) =>
      at % skip === 0 ? [[at, (names[at + skip]?.fromEmu ?? endEmu) - fromEmu] as const] : [],
    ),
  );
}

/** From the right: a name has room as far as the next one that is shown, and no further than its month. */
function anchoredRooms(names: readonly Named[], { needs, skip, unit, endEmu }: Thinning): ReadonlyMap<number, Emu> {
  const rooms = new Map<number, Emu>();
  let nextEmu = endEmu;
  for (let at = names.length - 1; at >= 0; at--) {
    const { fromMin = 0, fromEmu = 0 } = names[at] ?? {};
    const anchor = unit === null ? null : anchorOf(fromMin, unit, skip);
    if (anchor === null) continue;
    const roomEmu = nextEmu - fromEmu;
    const shows = (anchor !== "none" || at === 0) && (needs[at] ?? 0) <= roomEmu;
    if (shows) rooms.set(at, roomEmu);
    if (shows || anchor === "first") nextEmu = fromEmu;
  }
  return rooms;
}

/** How a step lies in its day or month: the first of it, or one of every so many from there. */
type Anchor = "first" | "later" | "none";

const DAYS_PER_MONTH = 30;
const WEEKS_PER_MONTH = 4;

/** Null where names are counted from the first of the axis. */
function anchorOf(minute: number, unit: GanttAxis["unit"], skip: number): Anchor | null {
  const date = dateAt(minute);
  if (date === null) return null;
  const months = date.year * 12 + date.month - 1;
  switch (unit) {
    case "hour":
      return inGroup(((Math.floor(minute / 60) % 24) + 24) % 24, skip);
    case "day":
      return inMonths(date.day - 1, months, skip, DAYS_PER_MONTH);
    case "week":
      return inMonths(Math.floor((date.day - 1) / 7), months, skip, WEEKS_PER_MONTH);
    case "month":
      return null;
  }
}

/** Names that take more than a month stand at the first step of every so many. */
function inMonths(at: number, months: number, skip: number, perMonth: number): Anchor {
  if (skip <= perMonth) return inGroup(at, skip);
  return at === 0 && months % Math.ceil(skip / perMonth) === 0 ? "first" : "none";
}

function inGroup(at: number, skip: number): Anchor {
  if (at === 0) return "first";
  return at % skip === 0 ? "later" : "none";
}
