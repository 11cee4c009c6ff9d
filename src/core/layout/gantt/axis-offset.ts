// The one offset that a time axis counts in: datetimes are moments, whatever offset the data write them with.
import type { GanttAxis, TableElement } from "../../canvas/index.ts";
import type { Evaluation, Scope } from "../../expression/index.ts";
import { scopesOf } from "./gantt-entries.ts";
import { offsetOf } from "./time-scale.ts";

/** That of the axis's own beginning, else of its end, else of the first datetime of its records; null without any. */
export function offsetOfAxis(
  evaluation: Evaluation,
  element: TableElement,
  axis: GanttAxis,
  scope: Scope,
): number | null {
  for (const end of [axis.from, axis.to]) {
    const offset = offsetOf(evaluation.value(end, scope));
    if (offset !== null) return offset;
  }
  return offsetOfRecords(evaluation, element, axis, scope) ?? offsetOfToday(evaluation, axis, scope);
}

function offsetOfRecords(evaluation: Evaluation, element: TableElement, axis: GanttAxis, scope: Scope): number | null {
  const times = [
    ...axis.bars.flatMap((source) => [source.start, source.end].map((code) => ({ source, code }))),
    ...axis.milestones.map((source) => ({ source, code: source.at })),
  ];
  // An expression has one type: what yields a day once never yields a moment, and is not asked again.
  const open = new Set(times);
  for (const record of evaluation.records(element.over, scope)) {
    for (const time of open) {
      for (const scope of scopesOf(evaluation, time.source, record)) {
        const value = evaluation.value(time.code, scope);
        const offset = offsetOf(value);
        if (offset !== null) return offset;
        if (value !== null) open.delete(time);
      }
    }
    if (open.size === 0) return null;
  }
  return null;
}

function offsetOfToday(evaluation: Evaluation, { today }: GanttAxis, scope: Scope): number | null {
  return today === null ? null : offsetOf(evaluation.value(today.at, scope));
}
