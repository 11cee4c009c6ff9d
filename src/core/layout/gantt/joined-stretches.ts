// Stretches that lie over one another, as one.
import type { Emu } from "../../canvas/index.ts";

type Stretch = readonly [from: Emu, to: Emu];

/** In order; stretches that only touch stay apart, since between them is a place. */
export function joined(stretches: readonly Stretch[]): readonly Stretch[] {
  const found: [from: Emu, to: Emu][] = [];
  for (const [from, to] of stretches.toSorted(([one], [other]) => one - other)) {
    const last = found.at(-1);
    if (last !== undefined && from < last[1]) last[1] = Math.max(last[1], to);
    else found.push([from, to]);
  }
  return found;
}
