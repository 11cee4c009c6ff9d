// The short way for what most cells are: a text that fits on one line and whose gaps do not grow. One pass over the
// runs; the result equals what measuring and placing a strip give.
import { glyphAdvanceEmu } from "./glyph-run.ts";
import type { LinePiece, ParagraphLine, RubyPiece } from "./line-placing.ts";
import type { ShapedPiece } from "./shaper.ts";
import { isLatinGap, neighbourReduction, spaceAfter, spaceBefore, spacingClass, spacingClassOf } from "./spacing.ts";
import type { Setting } from "./strip.ts";

/** A placed piece whose position is not settled before the line's width is known. */
interface DraftPiece extends LinePiece {
  xEmu: number;
}

const NO_RUBIES: readonly RubyPiece[] = [];

/** Whether the short way may be tried: nothing is added between all glyphs alike. */
export function isShortSetting(setting: Setting, align: Alignment): boolean {
  return (
    setting.letterSpacingEmu === 0 &&
    setting.scaleThousandths === 1000 &&
    !setting.isCompressed &&
    align !== "distribute"
  );
}

/** What every piece of a plain horizontal line has. */
const UNTURNED = { span: 0, rotation: 0, scaleThousandths: 1000, letterSpacingEmu: 0 } as const;

type Alignment = "left" | "center" | "right" | "justify" | "distribute";

/**
 * Places a text as one line, or answers null where it does not fit with the half em at its end.
 * @param start where the text starts in the paragraph's.
 */
export function placeShortLine(
  text: string,
  shaped: readonly ShapedPiece[],
  start: number,
  setting: Setting,
  align: Alignment,
  widthEmu: number,
): ParagraphLine | null {
  const { sizeEmu, latinGapThousandths } = setting;
  const toEmu = (thousandths: number): number => Math.floor((sizeEmu * thousandths) / 1000 + 0.5);
  const pieces: DraftPiece[] = [];
  let xEmu = 0;
  let visibleEmu = 0;
  let visibleClass: number = spacingClass.other;
  let leadEmu = 0;
  let before = -1;
  let beforeOffset = -1;
  for (const piece of shaped) {
    const { run } = piece;
    const { advances, clusters, glyphs } = run;
    const unitsPerEm = run.font.unitsPerEm;
    let adjustments: number[] | null = null;
    let pieceXEmu = xEmu;
    for (let glyph = 0; glyph < glyphs.length; glyph += 1) {
      const units = advances[glyph] ?? 0;
      const offset = piece.start + (clusters[glyph] ?? 0);
      const current = spacingClassOf(text.codePointAt(offset) ?? 0, units === unitsPerEm);
      if (before === -1) leadEmu = toEmu(current === spacingClass.opening ? spaceBefore(current) : 0);
      else if (offset !== beforeOffset) {
        const gap = isLatinGap(before, current) ? latinGapThousandths : 0;
        const gapEmu = toEmu(gap) - toEmu(neighbourReduction(before, current));
        if (gapEmu !== 0) {
          xEmu += gapEmu;
          if (glyph === 0) pieceXEmu += gapEmu;
          else {
            adjustments ??= new Array<number>(glyphs.length).fill(0);
            adjustments[glyph - 1] = gapEmu;
          }
        }
      }
      xEmu += units === unitsPerEm ? sizeEmu : glyphAdvanceEmu(run, glyph, sizeEmu, 1000);
      if (current !== spacingClass.space) {
        visibleEmu = xEmu;
        visibleClass = current;
      }
      before = current;
      beforeOffset = offset;
    }
    const placed = { xEmu: pieceXEmu, acrossEmu: 0, advanceEmu: xEmu - pieceXEmu, adjustmentsEmu: adjustments };
    pieces.push({ run, start: start + piece.start, sizeEmu, ...UNTURNED, ...placed });
  }
  // A line of spaces alone keeps them, and shows nothing that could be flush.
  if (visibleEmu === 0) return null;
  let lineEmu = visibleEmu - leadEmu;
  if (lineEmu > widthEmu) return null;
  if (align === "center" && visibleClass !== spacingClass.middleDot) lineEmu -= toEmu(spaceAfter(visibleClass));
  const lineXEmu = freeShareEmu(align, widthEmu - lineEmu) - leadEmu;
  for (const piece of pieces) piece.xEmu += lineXEmu;
  return { start, end: start + text.length, xEmu: lineXEmu, widthEmu: lineEmu, sizeEmu, pieces, rubies: NO_RUBIES };
}

/** How much of the free space lies before the line. */
function freeShareEmu(align: Alignment, freeEmu: number): number {
  switch (align) {
    case "right":
      return freeEmu;
    case "center":
      return Math.floor(freeEmu / 2);
    case "left":
    case "justify":
    case "distribute":
      return 0;
  }
}
