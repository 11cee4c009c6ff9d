// What stands above a time axis where the source says nothing: a line of larger steps over one of its own.
import type { GanttAxis } from "./canvas-elements.ts";

/** Patterns of dates, by the step of the axis. */
export const TIERS_OF_UNIT: Readonly<Record<GanttAxis["unit"], readonly [top: string, bottom: string]>> = {
  hour: ["M月d日（aaa）", "H"],
  day: ["yyyy年M月", "d"],
  week: ["yyyy年M月", "d"],
  month: ["yyyy年", "M月"],
};
