// What an axis keeps free at its ends, so that marks on its first and its last day are whole and at their true place.
import type { GanttMilestone } from "../../canvas/index.ts";
import type { Scope } from "../../expression/index.ts";
import type { AxisPlace } from "./axis-place.ts";
import { scopesOf } from "./gantt-entries.ts";
import { halfOfMark } from "./mark-sizes.ts";
import { placeOf, stretchOn, type TimeScale } from "./time-scale.ts";

/** Margins never take more than this share of the axis. */
const MARGIN_SHARE = 4;

/** Nothing where every mark is whole: then days are as wide at the ends as elsewhere. */
export function marginsOf(place: AxisPlace, records: readonly Scope[]): TimeScale["marginsEmu"] {
  const { axis, scale, widthEmu } = place;
  const most = Math.floor(widthEmu / MARGIN_SHARE);
  let [left, right] = [0, 0];
  for (const mark of axis.milestones) {
    const half = Math.min(halfOfMark(mark.shape), most);
    // As near to the end as it may come: a margin at the other end draws everything together.
    const atStart = { ...scale, marginsEmu: [0, most] } as const;
    const atEnd = { ...scale, marginsEmu: [most, 0] } as const;
    for (const scope of records.flatMap((record) => scopesOf(place.input.evaluation, mark, record))) {
      const middle = middleOf(place, mark, scope);
      if (middle === null || middle < scale.fromMin || middle > scale.toMin) continue;
      if (placeOf(middle, atStart, widthEmu) < half) left = Math.max(left, half);
      if (placeOf(middle, atEnd, widthEmu) > widthEmu - half) right = Math.max(right, half);
    }
  }
  return [left, right];
}

/** The minute that a mark stands at; null for one without a date. */
function middleOf({ input, scale }: AxisPlace, { at }: GanttMilestone, scope: Scope): number | null {
  const day = stretchOn(scale, input.evaluation.value(at, scope));
  return day === null ? null : Math.floor((day.fromMin + day.toMin) / 2);
}
