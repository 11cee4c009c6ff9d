// Words of bars and marks that tell a time of another clock than their axis: a datetime prints as it was sent, and lies
// where its moment is.
import type { GanttBar, GanttMilestone } from "../../canvas/index.ts";
import { printOffset, type Scope } from "../../expression/index.ts";
import { type Finding, showTemplate } from "../words/index.ts";
import type { AxisPlace } from "./axis-place.ts";
import { momentOf, offsetOf, stretchOf } from "./time-scale.ts";

/** RPT4030: for each moment whose own clock the words tell, where the axis counts in another offset. */
export function tellOtherClocks(
  place: AxisPlace,
  source: GanttBar | GanttMilestone,
  record: Scope,
): readonly Finding[] {
  const { input, scale } = place;
  const { offsetMinutes } = scale;
  if (source.label === null || offsetMinutes === null) return [];
  const zone = printOffset(offsetMinutes);
  const words = showTemplate(source.label, input.evaluation, record, source.role).text;
  const codes = "at" in source ? [source.at] : [source.start, source.end];
  return codes.flatMap((code): readonly Finding[] => {
    const value = input.evaluation.value(code, record);
    const own = offsetOf(value);
    const [sent, drawn] = [stretchOf(value, own), stretchOf(value, offsetMinutes)];
    if (own === null || own === offsetMinutes || sent === null || drawn === null) return [];
    const [time = ""] = /\d+:\d+$/.exec(momentOf(sent, scale)) ?? [];
    if (!tellsTime(words, time)) return [];
    const { path } = input.evaluation.place(code, record);
    return [
      {
        code: "RPT4030",
        severity: "warning",
        span: source.span,
        message: `its words tell ${time}, and it lies at ${momentOf(drawn, scale)} by the axis's clock (${zone})`,
        path,
        why: "a datetime prints as it is sent; on an axis it lies where its moment is",
        repair: `send the times of a schedule with one offset, such as ${zone}`,
      },
    ];
  });
}

/** `05:00` in 5:00, 05:00, 5時 and 午前5時00分. */
function tellsTime(words: string, time: string): boolean {
  const [hour = "", minute = ""] = time.split(":").map((part) => part.replace(/^0(?=\d)/, ""));
  return new RegExp(`(?<!\\d)0?${hour}(?:[:：]0?${minute}(?!\\d)|時)`).test(words);
}
