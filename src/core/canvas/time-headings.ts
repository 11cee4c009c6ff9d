// What stands above a time axis where the source says nothing: a line of larger steps over one of its own.
import type { GanttAxis } from "./canvas-elements.ts";

/** Patterns of dates, from the top. */
type Tiers = readonly [top: string, bottom: string];

const JAPANESE = {
  hour: ["M月d日（aaa）", "H"],
  day: ["yyyy年M月", "d"],
  week: ["yyyy年M月", "d"],
  month: ["yyyy年", "M月"],
} as const satisfies Record<GanttAxis["unit"], Tiers>;

const ENGLISH = {
  hour: ["ddd d MMM", "H"],
  day: ["MMM yyyy", "d"],
  week: ["MMM yyyy", "d"],
  month: ["yyyy", "MMM"],
} as const satisfies Record<GanttAxis["unit"], Tiers>;

/** Digits alone, which readers of every language know (ISO 8601). */
const OTHERS = {
  hour: ["yyyy-MM-dd", "H"],
  day: ["yyyy-MM", "d"],
  week: ["yyyy-MM", "d"],
  month: ["yyyy", "MM"],
} as const satisfies Record<GanttAxis["unit"], Tiers>;

/** Of an axis of times of day: it has no date to name. */
const CLOCK: Tiers = ["", "H"];

/**
 * The lines of names above an axis, in the language of its headings.
 * @param lang a language tag: `ja`, `en-GB` (BCP 47)
 */
export function usualTiers(unit: GanttAxis["unit"], lang: string, isClock = false): Tiers {
  if (isClock) return CLOCK;
  const [language] = lang.toLowerCase().split(/[-_]/u);
  if (language === "ja") return JAPANESE[unit];
  return language === "en" ? ENGLISH[unit] : OTHERS[unit];
}
