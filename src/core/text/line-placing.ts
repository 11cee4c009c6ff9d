// Places one line: what of its inner space goes at the edges, how spare room is shared, where each run stands.
import type { GlyphRun } from "./glyph-run.ts";
import { breakRank } from "./line-break.ts";
import { isLatinGap, spacingClass } from "./spacing.ts";
import { type Setting, type Strip, visibleEnd } from "./strip.ts";

export interface ParagraphLine {
  /** The line's characters in the paragraph's text; a newline that ends it is outside. */
  readonly start: number;
  readonly end: number;
  /** From the box's left edge to the line's first pen position; negative where an opening bracket stands flush. */
  readonly xEmu: number;
  /** As set, from ink edge to ink edge of full-width brackets, spaces at the end left out. */
  readonly widthEmu: number;
  readonly pieces: readonly LinePiece[];
}

/** One run of a line. All pieces of a paragraph share its size and scale. */
export interface LinePiece {
  readonly run: GlyphRun;
  /** Where the run's text starts in the paragraph's text. */
  readonly start: number;
  /** From the box's left edge to the pen position of the first glyph. */
  readonly xEmu: number;
  /** Movement after every glyph beyond its advance. */
  readonly letterSpacingEmu: number;
  /** Movement after each glyph beyond advance and letter-spacing; null where there is none. */
  readonly adjustmentsEmu: readonly number[] | null;
  /** Glyph advances, letter-spacing and adjustments summed. */
  readonly advanceEmu: number;
}

export interface LinePlace {
  /** Where the strip's text starts in the paragraph's. */
  readonly start: number;
  readonly widthEmu: number;
  readonly align: "left" | "center" | "right" | "justify" | "distribute";
  /** A forced line end or the text's end follows. */
  readonly isLast: boolean;
  /** Ranks of the line's own offsets; null where nothing asks for them. */
  readonly ranks: Uint8Array | null;
}

/** Widest that justification makes a word space and a Japanese–Latin gap, and other gaps, before all grow alike. */
const SPACE_GROWTH_THOUSANDTHS = 250;
const GAP_GROWTH_THOUSANDTHS = 250;

/** Places a strip as one line of a box. */
export function placeLine(strip: Strip, place: LinePlace, setting: Setting): ParagraphLine {
  const end = visibleEnd(strip, 0, strip.count);
  if (strip.count === 0) return { start: place.start, end: place.start, xEmu: 0, widthEmu: 0, pieces: [] };
  const leadEmu = end === 0 ? 0 : (strip.leadsEmu[0] ?? 0);
  const trailEmu = end === 0 ? 0 : (strip.trailsEmu[end - 1] ?? 0);
  let naturalEmu = -leadEmu;
  for (let index = 0; index < end; index += 1) {
    naturalEmu += strip.advancesEmu[index] ?? 0;
    if (index + 1 < end) naturalEmu += strip.gapsEmu[index] ?? 0;
  }
  // The half em at a line's end goes only if needed; where a line has two flush or two free edges, both sides are alike.
  const isTrimmed = naturalEmu > place.widthEmu || place.align === "center" || place.align === "distribute";
  const trimmedEmu = isTrimmed ? naturalEmu - trailEmu : naturalEmu;
  const spareEmu = place.widthEmu - trimmedEmu;
  const growth = spareEmu > 0 ? growthOf(strip, end, place, setting, spareEmu) : null;
  const widthEmu = growth === null ? trimmedEmu : place.widthEmu;
  const xEmu = edgeOf(place.align, place.widthEmu - widthEmu) - leadEmu;
  return {
    start: place.start,
    end: place.start + strip.length,
    xEmu,
    widthEmu,
    pieces: piecesOf(strip, place.start, xEmu, growth, setting),
  };
}

/** Where a line starts that leaves room free; text wider than its box starts at the edge it is aligned to. */
function edgeOf(align: LinePlace["align"], freeEmu: number): number {
  if (align === "right") return freeEmu;
  return align === "center" || align === "distribute" ? Math.floor(freeEmu / 2) : 0;
}

/** Per glyph, what the gap after it grows by so that the line fills its box; null where the line stays as it is. */
function growthOf(strip: Strip, end: number, place: LinePlace, setting: Setting, spareEmu: number): Int32Array | null {
  if (place.align === "distribute") {
    const gaps = gapsWhere(strip, end, () => true);
    if (gaps.length === 0) return null;
    const growth = new Int32Array(strip.count);
    share(gaps, spareEmu, growth);
    return growth;
  }
  const { ranks } = place;
  if (place.align !== "justify" || place.isLast || ranks === null) return null;
  const all = gapsWhere(strip, end, (index) => (ranks[strip.offsets[index + 1] ?? 0] ?? 0) >= breakRank.reluctant);
  if (all.length === 0) return null;
  const isSpace = (index: number): boolean => strip.classes[index] === spacingClass.space;
  const isMixed = (index: number): boolean => isLatinGap(strip.classes[index] ?? 0, strip.classes[index + 1] ?? 0);
  const stages: readonly (readonly [gaps: readonly number[], growthThousandths: number])[] = [
    [all.filter(isSpace), SPACE_GROWTH_THOUSANDTHS],
    [all.filter(isMixed), SPACE_GROWTH_THOUSANDTHS],
    [all.filter((index) => !isSpace(index) && !isMixed(index)), GAP_GROWTH_THOUSANDTHS],
  ];
  const growth = new Int32Array(strip.count);
  let restEmu = spareEmu;
  for (const [gaps, thousandths] of stages) {
    const most = gaps.length * Math.floor((setting.sizeEmu * thousandths) / 1000);
    const part = Math.min(restEmu, most);
    share(gaps, part, growth);
    restEmu -= part;
  }
  share(all, restEmu, growth);
  return growth;
}

/** Glyphs that end a cluster before the line's last visible one and meet a condition. */
function gapsWhere(strip: Strip, end: number, condition: (index: number) => boolean): readonly number[] {
  const gaps: number[] = [];
  for (let index = 0; index + 1 < end; index += 1) {
    if (strip.offsets[index] !== strip.offsets[index + 1] && condition(index)) gaps.push(index);
  }
  return gaps;
}

/** Shares a length over gaps so that the parts are integers and add up. */
function share(gaps: readonly number[], lengthEmu: number, growth: Int32Array): void {
  gaps.forEach((index, n) => {
    const from = Math.floor((lengthEmu * n) / gaps.length);
    const to = Math.floor((lengthEmu * (n + 1)) / gaps.length);
    growth[index] = (growth[index] ?? 0) + to - from;
  });
}

function piecesOf(
  strip: Strip,
  start: number,
  lineXEmu: number,
  growth: Int32Array | null,
  setting: Setting,
): readonly LinePiece[] {
  const pieces: LinePiece[] = [];
  let xEmu = lineXEmu;
  let first = 0;
  for (const piece of strip.pieces) {
    const count = piece.run.glyphs.length;
    const letterSpacingEmu = isOneToOne(strip, first, count) ? setting.letterSpacingEmu : 0;
    let adjustments: number[] | null = null;
    let advanceEmu = 0;
    for (let glyph = 0; glyph < count; glyph += 1) {
      const index = first + glyph;
      advanceEmu += (strip.advancesEmu[index] ?? 0) + letterSpacingEmu;
      if (glyph + 1 === count) break;
      const adjustment = (strip.gapsEmu[index] ?? 0) + (growth?.[index] ?? 0) - letterSpacingEmu;
      if (adjustment === 0) continue;
      adjustments ??= new Array<number>(count).fill(0);
      adjustments[glyph] = adjustment;
      advanceEmu += adjustment;
    }
    pieces.push({
      run: piece.run,
      start: start + piece.start,
      xEmu,
      letterSpacingEmu,
      adjustmentsEmu: adjustments,
      advanceEmu,
    });
    const last = first + count - 1;
    xEmu += advanceEmu - letterSpacingEmu + (strip.gapsEmu[last] ?? 0) + (growth?.[last] ?? 0);
    first += count;
  }
  return pieces;
}

/** Whether every glyph is a cluster of its own; else letter-spacing goes into the adjustments, once per cluster. */
function isOneToOne(strip: Strip, first: number, count: number): boolean {
  for (let index = first + 1; index < first + count; index += 1) {
    if (strip.offsets[index] === strip.offsets[index - 1]) return false;
  }
  return true;
}
