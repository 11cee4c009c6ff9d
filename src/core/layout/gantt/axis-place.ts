// What the bars and marks of a time axis are placed by.
import type { Emu, GanttAxis, TableElement } from "../../canvas/index.ts";
import type { Scope } from "../../expression/index.ts";
import type { LayoutInput } from "../words/index.ts";
import { readScale, type TimeScale } from "./time-scale.ts";

export interface AxisPlace {
  readonly input: LayoutInput;
  readonly axis: GanttAxis;
  /** Its table, whose last column it is. */
  readonly table: TableElement;
  /** Around the table. */
  readonly scope: Scope;
  readonly scale: TimeScale;
  /** The axis's left edge in its table. */
  readonly leftEmu: Emu;
  readonly widthEmu: Emu;
}

/** The same stretch in steps of another unit; null where there are too many of them. */
export function scaleIn({ input, axis, scope, scale }: AxisPlace, unit: GanttAxis["unit"]): TimeScale | null {
  const [from, to] = [input.evaluation.value(axis.from, scope), input.evaluation.value(axis.to, scope)];
  const reading = readScale(from, to, unit, scale.offsetMinutes);
  return reading.ok ? { ...reading.scale, marginsEmu: scale.marginsEmu } : null;
}
