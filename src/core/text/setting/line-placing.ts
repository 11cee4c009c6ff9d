// Places one line: what of its inner space goes at the edges, how spare room is shared, where each run stands.
import { codePointIn } from "../../unicode/index.ts";
import { breakRank } from "../breaking/index.ts";
import { type GlyphRun, glyphAdvanceEmu } from "../shaping/index.ts";
import { isEastAsianWide } from "../unicode/index.ts";
import { spacingClass, wordBeside } from "./spacing.ts";
import { SQUEEZE_STAGES, squeezeEmu } from "./squeeze.ts";
import { hangs, type PieceLook, type Setting, type Strip, visibleEnd } from "./strip.ts";

/**
 * A line: from left to right, or, in vertical writing, a column from top to bottom. Lengths along the line are called
 * `x` and widths, whichever way it runs.
 */
export interface ParagraphLine {
  /** The line's characters in the paragraph's text; a newline that ends it is outside. */
  readonly start: number;
  readonly end: number;
  /** From where the box's lines start to the first pen position; negative where an opening bracket stands flush. */
  readonly xEmu: number;
  /** As set, from ink edge to ink edge of full-width brackets, spaces at the end and a hanging mark left out. */
  readonly widthEmu: number;
  /** From the first pen position to where the line is set from: the space of a flush bracket; negative for its ruby. */
  readonly leadEmu: number;
  /** How far a hanging mark reaches beyond `widthEmu`; 0 without one. */
  readonly hungEmu: number;
  /** The largest size on the line: its line box is this high, in vertical writing this wide. */
  readonly sizeEmu: number;
  readonly pieces: readonly LinePiece[];
  /** Ruby of the line's text, beside it; drawn like pieces. */
  readonly rubies: readonly RubyPiece[];
}

/** One run of a line, as it is drawn. */
export interface LinePiece {
  readonly run: GlyphRun;
  /** Where the run's text starts in the paragraph's text. */
  readonly start: number;
  /** Index of the span that the run belongs to; 0 where the paragraph has none. */
  readonly span: number;
  /** Along the line, from its start at the box's edge to the pen position of the first glyph. */
  readonly xEmu: number;
  /**
   * Across the line, to the pen position: below the baseline of a horizontal line (ruby: negative), to the right of
   * the middle of a vertical one.
   */
  readonly acrossEmu: number;
  /** Degrees clockwise that the run is turned about its pen position: Latin text in a vertical line lies on its side */
  readonly rotation: 0 | 90;
  readonly sizeEmu: number;
  /** Along the run, in thousandths. */
  readonly scaleThousandths: number;
  /** Movement after every glyph beyond its advance. */
  readonly letterSpacingEmu: number;
  /** Movement after each glyph beyond advance and letter-spacing; null where there is none. */
  readonly adjustmentsEmu: readonly number[] | null;
  /** Glyph advances, letter-spacing and adjustments summed. */
  readonly advanceEmu: number;
}

/** A run of ruby. Its text is not the paragraph's: `start` counts from the beginning of the ruby's own text. */
export interface RubyPiece extends LinePiece {
  /** Where the base starts in the paragraph's text. */
  readonly baseStart: number;
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
  /** Whether a 。 or 、 at the end may stand beyond the line where it does not fit. */
  readonly isHanging?: boolean;
}

/** By how much justification widens a word space and a Japanese–Latin gap, and other gaps, before all grow alike. */
const SPACE_GROWTH_THOUSANDTHS = 250;
const GAP_GROWTH_THOUSANDTHS = 250;

const NO_RUBIES: readonly RubyPiece[] = [];

/**
 * Places a strip as one line of a box.
 * @param pensEmu where given, is filled with each glyph's pen position along the line.
 */
export function placeLine(strip: Strip, place: LinePlace, setting: Setting, pensEmu?: Int32Array): ParagraphLine {
  const empty = {
    xEmu: 0,
    widthEmu: 0,
    leadEmu: 0,
    hungEmu: 0,
    sizeEmu: setting.sizeEmu,
    pieces: [],
    rubies: NO_RUBIES,
  };
  if (strip.count === 0) return { start: place.start, end: place.start, ...empty };
  const whole = visibleEnd(strip, 0, strip.count);
  const line = measureLine(strip, whole, place);
  const last = whole - 1;
  const isHung = place.isHanging === true && whole > 1 && line.widthEmu > place.widthEmu && hangs(strip, last);
  const assembled = assemble(strip, isHung ? last : whole, place, setting, pensEmu);
  if (!isHung) return assembled;
  return { ...assembled, hungEmu: Math.max(0, line.widthEmu - measureLine(strip, last, place).widthEmu) };
}

/** A line's extent from its first glyph to before `end`, with what goes at its edges. */
function measureLine(strip: Strip, end: number, place: LinePlace): { leadEmu: number; widthEmu: number } {
  const leadEmu = end === 0 ? 0 : (strip.leadsEmu[0] ?? 0);
  const trailEmu = end === 0 ? 0 : (strip.trailsEmu[end - 1] ?? 0);
  let naturalEmu = 0 - leadEmu;
  for (let index = 0; index < end; index += 1) {
    naturalEmu += strip.advancesEmu[index] ?? 0;
    if (index + 1 < end) naturalEmu += strip.gapsEmu[index] ?? 0;
  }
  // The half em at a line's end goes only if needed, but where the edge is flush or both sides are to be alike.
  const isRagged = place.align === "left" || place.align === "justify";
  const isTrimmed = !isRagged || trailEmu < 0 || naturalEmu > place.widthEmu;
  return { leadEmu, widthEmu: isTrimmed ? naturalEmu - trailEmu : naturalEmu };
}

function assemble(
  strip: Strip,
  end: number,
  place: LinePlace,
  setting: Setting,
  pensEmu: Int32Array | undefined,
): ParagraphLine {
  const { leadEmu, widthEmu: trimmedEmu } = measureLine(strip, end, place);
  const spareEmu = place.widthEmu - trimmedEmu;
  const growth =
    spareEmu > 0 ? growthOf(strip, end, place, setting, spareEmu) : squeezeOf(strip, end, place, setting, 0 - spareEmu);
  const widthEmu = growth === null ? trimmedEmu : place.widthEmu;
  const xEmu = edgeOf(place.align, place.widthEmu - widthEmu) - leadEmu;
  let sizeEmu = strip.looks === null ? setting.sizeEmu : 0;
  for (const look of strip.looks ?? []) sizeEmu = Math.max(sizeEmu, look.sizeEmu);
  return {
    start: place.start,
    end: place.start + strip.text.length,
    xEmu,
    widthEmu,
    leadEmu,
    hungEmu: 0,
    sizeEmu,
    pieces: piecesOf(strip, place.start, xEmu, growth, setting, pensEmu),
    rubies: NO_RUBIES,
  };
}

/** Per glyph, by how much the gap after it shrinks so that a justified line fits, as negative growth; null for no. */
function squeezeOf(strip: Strip, end: number, place: LinePlace, setting: Setting, overEmu: number): Int32Array | null {
  if (place.align !== "justify" || overEmu === 0) return null;
  const growth = new Int32Array(strip.count);
  let restEmu = overEmu;
  for (let stage = 0; stage < SQUEEZE_STAGES && restEmu > 0; stage += 1) {
    let most = 0;
    for (let index = 0; index + 1 < end; index += 1) most += squeezeEmu(strip, index, stage, setting);
    if (most === 0) continue;
    const part = Math.min(restEmu, most);
    let [sum, taken] = [0, 0];
    for (let index = 0; index + 1 < end; index += 1) {
      sum += squeezeEmu(strip, index, stage, setting);
      const upTo = Math.floor((part * sum) / most);
      growth[index] = (growth[index] ?? 0) - (upTo - taken);
      taken = upTo;
    }
    restEmu -= part;
  }
  return restEmu === 0 ? growth : null;
}

/** Where a line starts that leaves room free; text wider than its box starts at the edge it is aligned to. */
function edgeOf(align: LinePlace["align"], freeEmu: number): number {
  if (align === "right") return freeEmu;
  return align === "center" || align === "distribute" ? Math.floor(freeEmu / 2) : 0;
}

/** Per glyph, what the gap after it grows by so that the line fills its box; null where the line stays as it is. */
function growthOf(strip: Strip, end: number, place: LinePlace, setting: Setting, spareEmu: number): Int32Array | null {
  if (place.align === "distribute") {
    const gaps = gapsWhere(strip, end, (index) => !holdsBracket(strip, index));
    if (gaps.length === 0) return null;
    const growth = new Int32Array(strip.count);
    share(gaps, spareEmu, growth);
    return growth;
  }
  const { ranks } = place;
  if (place.align !== "justify" || place.isLast || ranks === null) return null;
  const indent = indentEnd(strip, end);
  const all = gapsWhere(
    strip,
    end,
    (index) =>
      index >= indent && (ranks[strip.offsets[index + 1] ?? 0] ?? 0) >= breakRank.number && !isWithinWord(strip, index),
  );
  if (all.length === 0) return null;
  // An ideographic space is a letter of its own.
  const isSpace = (index: number): boolean =>
    strip.classes[index] === spacingClass.space && !isIdeographicSpace(strip, index);
  // Figures that touch Japanese text keep to it until letters have given their room.
  const isMixed = (index: number): boolean => {
    const word = wordBeside(strip.classes[index] ?? 0, strip.classes[index + 1] ?? 0);
    return word === spacingClass.latin || (word !== null && setting.figureGapThousandths > 0);
  };
  // Brackets, stops and other signs keep to their neighbours as long as letters have room to give (JLREQ 3.1.11).
  const isLetter = (index: number): boolean => strip.classes[index] === spacingClass.japanese;
  const stages: readonly (readonly [gaps: readonly number[], growthThousandths: number])[] = [
    [all.filter(isSpace), SPACE_GROWTH_THOUSANDTHS],
    [all.filter(isMixed), SPACE_GROWTH_THOUSANDTHS],
    [all.filter((index) => isLetter(index) && isLetter(index + 1)), GAP_GROWTH_THOUSANDTHS],
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

/**
 * Whether a gap lies within what is written without blanks, such as an address on the web, which may be parted after
 * its slashes: room in it would read as a blank.
 */
function isWithinWord(strip: Strip, index: number): boolean {
  return isNarrow(strip, index) && isNarrow(strip, index + 1);
}

function isNarrow(strip: Strip, index: number): boolean {
  const value = strip.classes[index];
  if (value === spacingClass.latin || value === spacingClass.figure) return true;
  return value === spacingClass.other && !isEastAsianWide(codePointIn(strip.text, strip.offsets[index] ?? 0));
}

/** Whether a gap lies between a bracket and what it holds: no string is spread there (字取り, JLREQ 3.6.3). */
function holdsBracket(strip: Strip, index: number): boolean {
  const after = strip.classes[index + 1];
  const isClosed = after === spacingClass.closing || after === spacingClass.fullStop;
  return isClosed || strip.classes[index] === spacingClass.opening;
}

const IDEOGRAPHIC_SPACE = 0x3000;

function isIdeographicSpace(strip: Strip, index: number): boolean {
  return strip.text.charCodeAt(strip.offsets[index] ?? 0) === IDEOGRAPHIC_SPACE;
}

/** Where the ideographic spaces that indent a line (字下げ) end: they stay as wide as they are. */
function indentEnd(strip: Strip, end: number): number {
  let index = 0;
  while (index < end && isIdeographicSpace(strip, index)) index += 1;
  return index;
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
  pensEmu: Int32Array | undefined,
): readonly LinePiece[] {
  const pieces: LinePiece[] = [];
  let xEmu = lineXEmu;
  let first = 0;
  strip.pieces.forEach((piece, number) => {
    const count = piece.run.glyphs.length;
    const isSpaced = isOneToOne(strip, first, count);
    const letterSpacingEmu = isSpaced ? setting.letterSpacingEmu : 0;
    let adjustments: number[] | null = null;
    let advanceEmu = 0;
    for (let glyph = 0; glyph < count; glyph += 1) {
      const index = first + glyph;
      if (pensEmu !== undefined) pensEmu[index] = xEmu + advanceEmu;
      advanceEmu += (strip.advancesEmu[index] ?? 0) + letterSpacingEmu;
      if (glyph + 1 === count) break;
      const adjustment = (strip.gapsEmu[index] ?? 0) + (growth?.[index] ?? 0) - letterSpacingEmu;
      if (adjustment === 0) continue;
      adjustments ??= new Array<number>(count).fill(0);
      adjustments[glyph] = adjustment;
      advanceEmu += adjustment;
    }
    const look = strip.looks?.[number];
    const placed = {
      run: piece.run,
      start: start + piece.start,
      span: look?.span ?? 0,
      xEmu,
      acrossEmu: 0,
      rotation: 0,
      sizeEmu: look?.sizeEmu ?? setting.sizeEmu,
      scaleThousandths: setting.scaleThousandths,
      letterSpacingEmu,
      adjustmentsEmu: adjustments,
      advanceEmu,
    } as const;
    pieces.push(look === undefined ? placed : standing(placed, look));
    const last = first + count - 1;
    xEmu += advanceEmu - letterSpacingEmu + (strip.gapsEmu[last] ?? 0) + (growth?.[last] ?? 0);
    first += count;
  });
  return pieces;
}

/** The em box's part above the baseline, and what of it is above the box's middle. */
const ASCENT_THOUSANDTHS = 880;
const MIDDLE_THOUSANDTHS = 380;

/** Turns or squeezes a piece as its stance in a vertical line asks. */
function standing(piece: LinePiece, { stance, sizeEmu }: PieceLook): LinePiece {
  const share = (thousandths: number): number => Math.floor((sizeEmu * thousandths) / 1000 + 0.5);
  if (stance === "sideways") return { ...piece, rotation: 90, acrossEmu: -share(MIDDLE_THOUSANDTHS) };
  return stance === "combined" ? combined(piece) : piece;
}

/** Digits side by side in one cell: as wide as they are up to one em, and as flat as the line's other characters. */
function combined(piece: LinePiece): LinePiece {
  const { run, scaleThousandths: flatThousandths } = piece;
  const sizeEmu = Math.floor((piece.sizeEmu * flatThousandths) / 1000 + 0.5);
  let units = 0;
  for (const advance of run.advances) units += advance;
  // Flattening is a smaller size that is as wide as before.
  const fitting = Math.floor((1000 * run.font.unitsPerEm) / Math.max(1, units));
  const scaleThousandths = Math.floor((Math.min(1000, fitting) * 1000) / flatThousandths);
  let advanceEmu = 0;
  for (let glyph = 0; glyph < run.glyphs.length; glyph += 1) {
    advanceEmu += glyphAdvanceEmu(run, glyph, sizeEmu, scaleThousandths);
  }
  return {
    ...piece,
    xEmu: piece.xEmu + Math.floor((sizeEmu * ASCENT_THOUSANDTHS) / 1000 + 0.5),
    acrossEmu: 0 - Math.floor(advanceEmu / 2),
    sizeEmu,
    scaleThousandths,
    letterSpacingEmu: 0,
    adjustmentsEmu: null,
    advanceEmu,
  };
}

/** Whether every glyph is a cluster of its own; else letter-spacing goes into the adjustments, once per cluster. */
function isOneToOne(strip: Strip, first: number, count: number): boolean {
  for (let index = first + 1; index < first + count; index += 1) {
    if (strip.offsets[index] === strip.offsets[index - 1]) return false;
  }
  return true;
}
