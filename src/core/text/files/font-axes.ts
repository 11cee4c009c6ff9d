// What a variable font can vary, by its `fvar` table.
// https://learn.microsoft.com/typography/opentype/spec/fvar
import { viewOf } from "./sfnt.ts";

/** What a variable font can vary, in the units of its axis (`wght`: 1 to 1000). */
export interface FontAxis {
  readonly tag: string;
  readonly min: number;
  readonly default: number;
  readonly max: number;
}

/** A variable font of more axes than this is damaged. */
const AXES_MAX = 64;
const AXIS_BYTES = 20;
const FIXED_ONE = 0x10000;

/** The axes by the `fvar` table; none where there is no table. */
export function readAxes(fvar: Uint8Array | undefined): readonly FontAxis[] {
  if (fvar === undefined) return [];
  const view = viewOf(fvar);
  const first = view.getUint16(4);
  const count = Math.min(AXES_MAX, view.getUint16(8));
  const size = Math.max(AXIS_BYTES, view.getUint16(10));
  return Array.from({ length: count }, (_, index) => {
    const at = first + index * size;
    const tag = String.fromCharCode(...fvar.subarray(at, at + 4));
    const value = (offset: number): number => view.getInt32(at + offset) / FIXED_ONE;
    return { tag, min: value(4), default: value(8), max: value(12) };
  });
}
