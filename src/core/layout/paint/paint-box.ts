// Where the box of a block lies, and its ground and borders.
import type { Block } from "../blocks/index.ts";
import type { Rectangle } from "../page/index.ts";
import { paintBorders, paintFill } from "./paint-lines.ts";
import type { Painting, Place } from "./painting.ts";
import { clipToCorners } from "./round-corners.ts";

/** The box of the borders: the place of a block without its margin, in EMU of the sheet. */
export function borderBox(block: Block, place: Place): Rectangle {
  const { margin } = block.frame;
  return {
    leftEmu: place.xEmu + margin[3],
    topEmu: place.yEmu + margin[0],
    rightEmu: place.xEmu + block.widthEmu - margin[1],
    bottomEmu: place.yEmu + place.heightEmu - margin[2],
  };
}

/** The content box as a place for what lies in it. */
export function contentPlace(block: Block, place: Place): Place {
  const { margin, padding } = block.frame;
  return {
    xEmu: place.xEmu + margin[3] + padding[3],
    yEmu: place.yEmu + margin[0] + padding[0],
    heightEmu: place.heightEmu - margin[0] - padding[0] - padding[2] - margin[2],
    parent: place.parent,
    still: place.still,
  };
}

/** The ground and the borders of a block that holds nothing else. */
export function paintBox(painting: Painting, block: Block, place: Place, centred: boolean): void {
  paintGround(painting, block, place);
  paintEdges(painting, block, place, centred);
}

/** Answers where the items of what lies in the block begin. */
export function paintGround(painting: Painting, block: Block, place: Place): number {
  const still = place.still && !block.varies;
  paintFill(painting.sheet, block.span, block.frame, borderBox(block, place), still);
  return painting.sheet.items.length;
}

/** @param inside where the items of what lies in the block begin: its round corners cut them. */
export function paintEdges(painting: Painting, block: Block, place: Place, centred: boolean, inside?: number): void {
  const { radiusEmu } = block.frame;
  if (inside !== undefined && radiusEmu > 0) {
    clipToCorners(painting.sheet.items, inside, borderBox(block, place), { span: block.span, radiusEmu });
  }
  const still = place.still && !block.varies;
  paintBorders(painting.sheet, block.span, block.frame, borderBox(block, place), still, centred);
}
