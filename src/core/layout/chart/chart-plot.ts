// The plot of a chart with axes: where a value lies in it, and whether it lies in it at all.
import type { Emu } from "../../canvas/index.ts";
import type { Decimal } from "../../expression/index.ts";
import type { Rectangle } from "../page/index.ts";
import { heightOf, type ValueScale } from "./chart-scale.ts";

/** The plot with its scale; the foot of the plot is the least value. */
export interface Plot {
  readonly edges: Rectangle;
  readonly scale: ValueScale;
  readonly bandEmu: number;
  /** Values marked by lines across the whole plot. */
  readonly lines: readonly number[];
  /** Where names of categories begin. */
  readonly namesTopEmu: Emu;
}

/** Between which values a bar lies: from its base to what it says. */
export type Ends = readonly [from: number, to: number];

/** Where a value lies on the page; values beyond the limits lie at the edge. */
export function levelOf({ edges, scale }: Plot, value: number): Emu {
  return edges.bottomEmu - heightOf(value, scale, edges.bottomEmu - edges.topEmu);
}

/** On which side of the limits a value lies; null within them. */
export function beyond(value: number, { min, max }: ValueScale): "above" | "below" | null {
  return value > max ? "above" : value < min ? "below" : null;
}

/** A bar of which the limits leave nothing. */
export function isHidden(plot: Plot, [from, to]: Ends): boolean {
  return beyond(to, plot.scale) !== null && levelOf(plot, from) === levelOf(plot, to);
}

/** Sums of so large numbers are still numbers, and no chart is read beyond. */
const NUMBER_MAX = 1e200;

/** Places need no more digits than a double has; names are written from the exact value. */
export function numberOf(value: Decimal): number {
  return Math.min(NUMBER_MAX, Math.max(-NUMBER_MAX, Number(value.toFixed())));
}
