// What the bars and marks of a time axis are placed by.
import { type Emu, type GanttAxis, isAxis, type TableElement } from "../../canvas/index.ts";
import type { Scope } from "../../expression/index.ts";
import type { LayoutInput } from "../words/index.ts";
import { readScale, type TimeScale } from "./time-scale.ts";

export interface AxisPlace {
  readonly input: LayoutInput;
  readonly axis: GanttAxis;
  /** Its table, of which it is a column. */
  readonly table: TableElement;
  /** Around the table. */
  readonly scope: Scope;
  readonly scale: TimeScale;
  /** The axis's left edge in its table. */
  readonly leftEmu: Emu;
  readonly widthEmu: Emu;
}

/** How an axis becomes wider: it has the width of its scale, or what the columns beside it leave of the page. */
export function widerAxis({ table }: Pick<AxisPlace, "table">): string {
  if (table.columns.find(isAxis)?.width.kind === "length") return "give the scale a larger w";
  return table.columns.length > 1
    ? "widen the axis by narrower columns or a wider page"
    : "widen the axis by a wider page";
}

/** The same stretch in steps of another unit; null where there are too many of them. */
export function scaleIn({ input, axis, scope, scale }: AxisPlace, unit: GanttAxis["unit"]): TimeScale | null {
  const [from, to] = [input.evaluation.value(axis.from, scope), input.evaluation.value(axis.to, scope)];
  const reading = readScale(from, to, unit, scale.offsetMinutes);
  return reading.ok ? { ...reading.scale, marginsEmu: scale.marginsEmu } : null;
}
