// Runs whose letters stand apart (均等割付, 四分アキ, letter-spacing) → pieces of wider glyphs, between which no reader
// sees a blank.
import type { GlyphRunItem } from "../../../core/sdk/index.ts";
import { divideRounded } from "./byte-arena.ts";
import { type GlyphStyle, PLAIN, styleName } from "./fonts/glyph-styles.ts";
import { verticalMetrics } from "./fonts/vertical-metrics.ts";
import type { FontUse } from "./part-resources.ts";
import { BLANK_THOUSANDTHS, combinedStyles, isTurned, type TextPlace } from "./text-place.ts";

/** Codes of one style, and the TJ number behind each. */
export interface TextPiece {
  readonly style: string;
  readonly codes: number[];
  readonly numbers: number[];
}

const TURNED: GlyphStyle = { wider: 0, turned: "cell" };
const UPRIGHT: GlyphStyle = { wider: 0, turned: null };

/** The style that the item's letters have where nothing widens them; combined ones have one each. */
export function styleOfItem(item: GlyphRunItem): string {
  return isTurned(item) ? styleName(TURNED) : PLAIN;
}

/** Whether letters of the item stand so far apart that a reader would see blanks between them. */
export function isSpaced(item: GlyphRunItem, place: TextPlace): boolean {
  const { adjustmentsEmu, letterSpacingEmu, run, sizeEmu } = item;
  if (adjustmentsEmu === null && letterSpacingEmu === 0) return false;
  const last = run.glyphs.length - 1;
  if (last < 1) return false;
  const gapEmu = (sizeEmu * place.scaleThousandths * BLANK_THOUSANDTHS) / 1_000_000 - letterSpacingEmu;
  if (adjustmentsEmu === null) return gapEmu < 0;
  for (let index = 0; index < last; index += 1) if ((adjustmentsEmu[index] ?? 0) > gapEmu) return true;
  return false;
}

/** How much wider a glyph is that a gap follows; what is left is too little for a blank, forth or back. */
function widerBy(gap: number): number {
  if (gap < BLANK_THOUSANDTHS) return 0;
  if (gap <= 165) return 130;
  if (gap <= 330) return 250;
  return Math.min(WIDER_MOST, 250 + STEP * Math.ceil((gap - 330) / STEP));
}

const STEP = 160;
/** Widths have 16 bits in fonts of up to 4,096 units. */
const WIDER_MOST = 14_000;

const TENTHS_PER_EM = 10_000;

/**
 * The item's glyphs by their codes, divided where the style changes. `trailingEmu` follows the last one, and is not
 * moved over: the next item is placed by itself.
 */
export function piecesOf(
  item: GlyphRunItem,
  place: TextPlace,
  codes: readonly number[],
  use: FontUse,
  trailingEmu: number,
): readonly TextPiece[] {
  const { adjustmentsEmu, letterSpacingEmu, run, sizeEmu } = item;
  const { advances, font, glyphs } = run;
  const combined = item.isCombined === true && isTurned(item) ? combinedStyles(item) : null;
  const metrics = run.direction === "vertical" ? verticalMetrics(font) : font;
  const emEmu = sizeEmu * place.scaleThousandths;
  const last = glyphs.length - 1;
  const pieces: TextPiece[] = [];
  let [units, emu, written, before] = [0, 0, 0, 0];
  for (let index = 0; index <= last; index += 1) {
    const gapEmu = index === last ? trailingEmu : letterSpacingEmu + (adjustmentsEmu?.[index] ?? 0);
    const isLastOfSpread = index === last && gapEmu === 0 && pieces.length === 1 && isTurned(item) && combined === null;
    const wider = isLastOfSpread ? before : widerBy(divideRounded(gapEmu * 1_000_000, emEmu));
    before = wider;
    const own = combined?.[index] ?? (isTurned(item) ? TURNED : UPRIGHT);
    const code = codes[index] ?? 0;
    const inPlane = wider === 0 ? code : use.codes.widerCode(code, wider);
    const style = styleName(inPlane === null ? { ...own, wider } : own);
    let piece = pieces.at(-1);
    if (piece === undefined || piece.style !== style) {
      piece = { style, codes: [], numbers: [] };
      pieces.push(piece);
    }
    piece.codes.push(inPlane ?? code);
    if (combined === null && index < last) {
      const widerUnits = divideRounded(wider * font.unitsPerEm, 1000);
      units += (advances[index] ?? 0) - metrics.advanceOf(glyphs[index] ?? 0) - widerUnits;
      emu += gapEmu;
    }
    const moved = divideRounded(units * TENTHS_PER_EM, font.unitsPerEm);
    const total = moved + divideRounded(emu * TENTHS_PER_EM * 1000, emEmu);
    piece.numbers.push(written - total);
    written = total;
  }
  return pieces;
}
