// Glyphs of a run → where each of them stands, for whoever asks what runs through which letter.
import { glyphAdvanceEmu } from "../text/index.ts";
import { codePointIn } from "../unicode/index.ts";
import { glyphInk } from "./ink.ts";
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
function along({ run, rotation, xEmu, yEmu }: GlyphRunItem, ink: Rectangle, from: number, to: number): Rectangle {
  if (run.direction === "vertical" || rotation === 90) {
    return { ...ink, topEmu: yEmu + from, bottomEmu: yEmu + to };
  }
  switch (rotation) {
    case 180:
      return { ...ink, leftEmu: xEmu - to, rightEmu: xEmu - from };
    case 270:
      return { ...ink, topEmu: yEmu - to, bottomEmu: yEmu - from };
    default:
      return { ...ink, leftEmu: xEmu + from, rightEmu: xEmu + to };
  }
}
