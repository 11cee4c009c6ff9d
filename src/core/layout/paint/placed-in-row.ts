// A child of a row → where it is painted: as high as the row, or where the row's `valign` says.
import { type Block, isSeen, type RowBlock, type RowChild } from "../blocks/index.ts";
import type { Place } from "./painting.ts";

/** The share of the height that is free that lies above a child. */
const SHARE_ABOVE = { top: 0, middle: 0.5, bottom: 1 } as const;

interface PlacedInRow {
  readonly block: Block;
  readonly place: Place;
  /** The frame of a child that is lower than its row: as high as the row, around the child's place. */
  readonly around?: Place;
}

export function placedInRow(row: RowBlock, child: RowChild, content: Place): PlacedInRow {
  const { block, down } = child;
  const { parent } = content;
  const [xEmu, yEmu] = [content.xEmu + child.xEmu, content.yEmu + child.yEmu];
  const freeEmu = Math.max(0, content.heightEmu - child.yEmu - block.heightEmu);
  const highEmu = block.heightEmu + freeEmu;
  if (down === undefined || fillsRow(block)) {
    const heightEmu = block.fixedHeight ? block.heightEmu : highEmu;
    return { block, place: { xEmu, yEmu, heightEmu, parent, still: content.still } };
  }
  if (block.kind === "flow" && !block.fixedHeight) {
    const placing = { ...block, valign: down === "top" ? undefined : down };
    return { block: placing, place: { xEmu, yEmu, heightEmu: highEmu, parent, still: content.still } };
  }
  const still = content.still && !row.varies && !block.varies;
  const top = yEmu + Math.floor(freeEmu * SHARE_ABOVE[down]);
  const place = { xEmu, yEmu: top, heightEmu: block.heightEmu, parent, still };
  if (block.fixedHeight || freeEmu === 0 || !isSeen(block.frame)) return { block, place };
  const bare = { ...block, frame: { ...block.frame, fill: null, top: null, right: null, bottom: null, left: null } };
  return { block: bare, place, around: { xEmu, yEmu, heightEmu: highEmu, parent, still: content.still } };
}

/** Texts place their lines themselves, and a rect without a height is as high as its row. */
function fillsRow({ kind, fixedHeight }: Block): boolean {
  return !fixedHeight && (kind === "text" || kind === "deferred" || kind === "rect");
}
