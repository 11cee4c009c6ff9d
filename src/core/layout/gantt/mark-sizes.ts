// How large the marks of a time axis are.
import type { Emu } from "../../canvas/index.ts";
import type { AxisMilestone } from "../blocks/index.ts";

/** Marks stand in the lower part of the row, so that their points show under the bars; as high as this share of it. */
const MARK_THOUSANDTHS = 420;
const MARK_MAX_EMU = 108_000;
/** A mark that is a line has an eighth of the size of the others, and is no narrower than this. */
const LINE_SHARE = 8;
const LINE_MIN_EMU = 6_350;

/** The width and the height of a mark in a row. */
export function sizeOfMark(rowHeightEmu: Emu): Emu {
  return Math.min(MARK_MAX_EMU, Math.round((rowHeightEmu * MARK_THOUSANDTHS) / 1000));
}

/** A mark that has a part of its row for itself takes this share of its height. */
const TIER_THOUSANDTHS = 800;

/** The same of a mark in its own part of a row. */
export function sizeInTier(heightEmu: Emu): Emu {
  return Math.min(MARK_MAX_EMU, Math.round((heightEmu * TIER_THOUSANDTHS) / 1000));
}

/** The width of a mark that is a line, beside others of a size. */
export function widthOfLine(sizeEmu: Emu): Emu {
  return Math.max(LINE_MIN_EMU, Math.round(sizeEmu / LINE_SHARE));
}

/** What the largest mark of a shape takes on either side of its place. */
export function halfOfMark(shape: AxisMilestone["shape"]): Emu {
  const [left, right] = reachOfMark(shape);
  return Math.max(left, right);
}

/** What the largest mark of a shape takes left and right of its place, in whatever row: an arrow lies on one side. */
export function reachOfMark(shape: AxisMilestone["shape"]): readonly [left: Emu, right: Emu] {
  const half = Math.ceil(MARK_MAX_EMU / 2);
  const line = Math.ceil(widthOfLine(MARK_MAX_EMU) / 2);
  switch (shape) {
    case "triangle":
    case "diamond":
      return [half, half];
    case "line":
      return [line, line];
    case "before":
      return [0, MARK_MAX_EMU];
    case "after":
      return [MARK_MAX_EMU, 0];
  }
}
