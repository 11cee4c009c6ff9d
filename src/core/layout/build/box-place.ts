// Where a box that is narrower than its container stands in it (`place`).
import type { Box, CanvasElement, Emu } from "../../canvas/index.ts";
import { type Block, isSeen, type RowChild } from "../blocks/index.ts";
import type { Frame } from "../page/index.ts";

/** From the container's left edge to that of the block. */
export function placeIn(element: CanvasElement, block: Block, containerEmu: Emu): Emu {
  if (!("box" in element) || element.box.place === "left") return 0;
  const free = containerEmu - seenWidth(block);
  return element.box.place === "right" ? free : Math.floor(free / 2);
}

/** A block in a row, in its part of the row's width. */
export function childInRow(element: CanvasElement, block: Block, xEmu: Emu, shareEmu: Emu): RowChild {
  const child = { xEmu: xEmu + placeInShare(element, block, shareEmu), yEmu: 0, block };
  return "box" in element && element.box.down !== undefined ? { ...child, down: element.box.down } : child;
}

/** The same as `placeIn` among blocks that share a width: most of them fill their part of it. */
function placeInShare(element: CanvasElement, block: Block, shareEmu: Emu): Emu {
  return Math.max(0, placeIn(element, block, shareEmu));
}

/** A table without a frame of its own is seen as wide as its columns are. */
function seenWidth(block: Block): Emu {
  const { frame, widthEmu } = block;
  if (block.kind !== "table" || isSeen(frame)) return widthEmu;
  const around = frame.margin[1] + frame.margin[3] + frame.padding[1] + frame.padding[3];
  return Math.min(widthEmu, (block.edgesEmu.at(-1) ?? 0) + around);
}

/** The width of a grid that stands elsewhere than left, of columns that are narrower than its box. */
export function placedWidth(box: Box, frame: Frame, { boxEmu, columnsEmu }: GridWidths): Emu {
  if (box.place === "left" || isSeen(frame)) return boxEmu;
  return Math.min(boxEmu, columnsEmu + box.padding[1] + box.padding[3]);
}

interface GridWidths {
  readonly boxEmu: Emu;
  /** With the gaps between the columns. */
  readonly columnsEmu: Emu;
}
