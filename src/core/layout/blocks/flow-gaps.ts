// The gaps of a flow: between neighbours, but not beside a space, and none for what has no place of its own.
import type { Emu } from "../../canvas/index.ts";
import type { Block, FlowChild } from "./blocks.ts";

/** `space` replaces the gap on both sides; a bookmark takes none. */
export function gapBetween(previous: Block | null, next: Block, gapEmu: Emu): Emu {
  if (previous === null || next.kind === "bookmark") return 0;
  return previous.kind === "space" || next.kind === "space" ? 0 : gapEmu;
}

/** A space, bookmark or line: it lies between the blocks of a flow, and is no part of what they say. */
export function liesBetween({ kind }: Block): boolean {
  return kind === "space" || kind === "bookmark" || kind === "rule";
}

/** The unbroken height of a flow's content. */
export function flowHeight(children: readonly FlowChild[], gapEmu: Emu): Emu {
  let height = 0;
  let previous: Block | null = null;
  for (const { block } of children) {
    height += gapBetween(previous, block, gapEmu) + block.heightEmu;
    if (block.kind !== "bookmark") previous = block;
  }
  return height;
}
