// Glyphs of a run → where each of them stands, for whoever asks what runs through which letter.
import type { Emu } from "../../canvas/index.ts";
import { glyphAdvanceEmu } from "../../text/index.ts";
import { codePointIn } from "../../unicode/index.ts";
import type { GlyphRunItem, Rectangle } from "./pages.ts";
import { ontoPage } from "./run-axes.ts";
import { cellsBetween } from "./run-cells.ts";

export interface LetterCell {
  /** The character that the glyph begins with. */
  readonly letter: string;
  /** Along the line of the run, from its start. */
  readonly fromEmu: Emu;
  readonly toEmu: Emu;
  /** As wide as the glyph's advance, as high as the run's cells. */
  readonly edges: Rectangle;
}

export function letterCells(item: GlyphRunItem): readonly LetterCell[] {
  const { run, sizeEmu, scaleThousandths, letterSpacingEmu, adjustmentsEmu } = item;
  let penEmu = 0;
  return run.glyphs.map((_, index) => {
    const fromEmu = penEmu;
    const toEmu = fromEmu + Math.abs(glyphAdvanceEmu(run, index, sizeEmu, scaleThousandths));
    penEmu = toEmu + letterSpacingEmu + (adjustmentsEmu?.[index] ?? 0);
    const code = codePointIn(run.text, run.clusters[index] ?? 0);
    const edges = ontoPage(item, cellsBetween(item, [fromEmu, toEmu]));
    return { letter: String.fromCodePoint(code), fromEmu, toEmu, edges };
  });
}
