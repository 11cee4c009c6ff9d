// The gaps between the blocks of a flow, as the canvas declares them.
import type { CanvasElement, Emu } from "../canvas/index.ts";

/** An element with a box, and the gap to the one before it; null for the first of its flow. */
export interface Standing {
  readonly element: CanvasElement;
  readonly aboveEmu: Emu | null;
}

/** The elements with a box, in their order. As in layout, a `space` replaces the gaps on both of its sides. */
export function standingIn(gapEmu: Emu, children: readonly CanvasElement[]): readonly Standing[] {
  const standing: Standing[] = [];
  let spaceEmu: Emu | null = null;
  for (const element of children) {
    if (element.kind === "space") spaceEmu = (spaceEmu ?? 0) + element.heightEmu;
    if (!("box" in element)) continue;
    const before = standing.at(-1)?.element;
    const below = before !== undefined && "box" in before ? before.box.margin[2] : 0;
    const aboveEmu = before === undefined ? null : (spaceEmu ?? gapEmu) + below + element.box.margin[0];
    standing.push({ element, aboveEmu });
    spaceEmu = null;
  }
  return standing;
}
