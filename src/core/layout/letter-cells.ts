// Glyphs of a run → where each of them stands, for whoever asks what runs through which letter.
import { glyphAdvanceEmu } from "../text/index.ts";
import { codePointIn } from "../unicode/index.ts";
import { glyphInk, leadsDown, ontoPage } from "./ink.ts";
import type { GlyphRunItem, Rectangle } from "./pages.ts";

export interface LetterCell {
  /** The character that the glyph begins with. */
  readonly letter: string;
  /** As wide as the glyph's advance, as high as the run's ink. */
  readonly edges: Rectangle;
}

export function letterCells(item: GlyphRunItem): readonly LetterCell[] {
  const { run, sizeEmu, scaleThousandths, letterSpacingEmu, adjustmentsEmu } = item;
  const ink = glyphInk(item);
  let penEmu = 0;
  return run.glyphs.map((_, index) => {
    const from = penEmu;
    const to = from + Math.abs(glyphAdvanceEmu(run, index, sizeEmu, scaleThousandths));
    penEmu = to + letterSpacingEmu + (adjustmentsEmu?.[index] ?? 0);
    const code = codePointIn(run.text, run.clusters[index] ?? 0);
    return { letter: String.fromCodePoint(code), edges: along(item, ink, from, to) };
  });
}

/** From one place of the pen to another, as wide across the line as the run's ink. */
function along(item: GlyphRunItem, ink: Rectangle, from: number, to: number): Rectangle {
  const isVertical = item.run.direction === "vertical";
  const { leftEmu, topEmu, rightEmu, bottomEmu } = ontoPage(item, isVertical ? [0, -to, 0, -from] : [from, 0, to, 0]);
  return leadsDown(item) ? { ...ink, topEmu, bottomEmu } : { ...ink, leftEmu, rightEmu };
}
