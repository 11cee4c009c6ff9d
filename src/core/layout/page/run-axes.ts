// The axes of a glyph run: how what is measured along its line lies on the page.
import type { Emu } from "../../canvas/index.ts";
import type { GlyphRunItem, Rectangle } from "./pages.ts";

/** From the axes of a run, x to the right and y up from its origin, to the page, as the run is turned. */
export function ontoPage(
  { xEmu, yEmu, rotation = 0 }: Pick<GlyphRunItem, "xEmu" | "yEmu" | "rotation">,
  [left, low, right, high]: readonly [left: Emu, low: Emu, right: Emu, high: Emu],
): Rectangle {
  switch (rotation) {
    case 0:
      return { leftEmu: xEmu + left, topEmu: yEmu - high, rightEmu: xEmu + right, bottomEmu: yEmu - low };
    case 90:
      return { leftEmu: xEmu + low, topEmu: yEmu + left, rightEmu: xEmu + high, bottomEmu: yEmu + right };
    case 180:
      return { leftEmu: xEmu - right, topEmu: yEmu + low, rightEmu: xEmu - left, bottomEmu: yEmu + high };
    case 270:
      return { leftEmu: xEmu - high, topEmu: yEmu - right, rightEmu: xEmu - low, bottomEmu: yEmu - left };
  }
}

/** Whether the line of a run leads down or up the page, and not across: vertical letters, or level ones that lie. */
export function leadsDown({ run, rotation = 0 }: Pick<GlyphRunItem, "run" | "rotation">): boolean {
  return (run.direction === "vertical") === (rotation % 180 === 0);
}
