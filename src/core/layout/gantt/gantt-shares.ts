// Progress that was sent as shares of one where a percentage is drawn.
import type { GanttBar, TableElement } from "../../canvas/index.ts";
import { Decimal, type Scope } from "../../expression/index.ts";
import type { Finding } from "../words/index.ts";
import type { AxisPlace } from "./axis-place.ts";
import { scopesOf } from "./gantt-entries.ts";

const ONE = Decimal.ofInteger(1);

/** RPT4020: each number that a bar is given lies from 0 to 1, as shares do, and is drawn as at most one percent. */
export function tellShares(place: AxisPlace, element: TableElement, findings: Finding[]): void {
  const { axis, input, scope } = place;
  const bars = axis.bars.filter((bar) => bar.progress !== null);
  if (bars.length === 0) return;
  const records = input.evaluation.records(element.over, scope);
  for (const bar of bars) {
    const finding = sharesOf(place, bar, records);
    if (finding !== null) findings.push(finding);
  }
}

/** Whether a field holds whole numbers above 1: a share of one is none of those, and 1 is one percent. */
function isCounted({ canvas }: AxisPlace["input"], dataPath: string): boolean {
  const path = dataPath.replaceAll(/\[\d+\]/g, "[]");
  const field = canvas.fields.find((one) => one.path === path);
  return field?.type.kind === "int" && field.max !== null && Number(field.max) > 1;
}

function sharesOf({ input }: AxisPlace, bar: GanttBar, records: readonly Scope[]): Finding | null {
  const { progress, span } = bar;
  if (progress === null) return null;
  const { evaluation } = input;
  let share: { readonly text: string; readonly path: string | null } | null = null;
  for (const scope of records.flatMap((record) => scopesOf(evaluation, bar, record))) {
    const value = evaluation.number(progress, scope);
    if (value === null || value.sign() === 0) continue;
    if (value.sign() < 0 || value.compare(ONE) > 0) return null;
    const { path } = evaluation.place(progress, scope);
    if (path !== null && isCounted(input, path)) return null;
    share ??= { text: value.toFixed(), path };
  }
  if (share === null) return null;
  return {
    code: "RPT4020",
    severity: "warning",
    span,
    message: `a progress of ${share.text} is drawn as ${share.text} %, and no other is more than 1`,
    path: share.path,
    why: "progress counts percents, 0 to 100: shares of one are drawn as next to nothing",
    repair: "send percents, or multiply by a hundred: progress=(.… * 100)",
  };
}
