// A strip: shaped text measured at a size, with the space between its glyphs. Lines are cut from strips.
import { codePointIn } from "../../unicode/index.ts";
import { glyphAdvanceEmu, type ShapedPiece } from "../shaping/index.ts";
import {
  classInWord,
  fullReduction,
  neighbourReduction,
  spaceAfter,
  spaceBefore,
  spacingClass,
  spacingClassOf,
  type WordGaps,
  wordAt,
  wordGap,
} from "./spacing.ts";
import type { Stance } from "./vertical-text.ts";

/** What a strip is measured with; the shrink ladder changes it. */
export interface Setting extends WordGaps {
  readonly sizeEmu: number;
  readonly scaleThousandths: number;
  /** The space after a letter that is as wide as it is high, tightening included. */
  readonly letterSpacingEmu: number;
  /** By how much of its advance, before it is made narrower, a letter that shrinks stands closer to the next one. */
  readonly tightThousandths: number;
  /** All punctuation without its inner space. */
  readonly isCompressed: boolean;
}

/** How a piece is drawn where a strip is not all of one size and stance. */
export interface PieceLook {
  readonly stance: Stance;
  /** Index of the span that the piece belongs to. */
  readonly span: number;
  readonly sizeEmu: number;
}

/** Small text beside a range of a strip's glyphs, measured. */
export interface StripRuby {
  readonly span: number;
  /** Glyphs of the base, `end` outside. */
  readonly first: number;
  readonly end: number;
  readonly baseSizeEmu: number;
  readonly strip: Strip;
  readonly setting: Setting;
  /** The control characters that blanks stand for. */
  readonly controls: string;
  readonly widthEmu: number;
  /** How far the ruby reaches before and after the base as it was measured. */
  readonly beforeEmu: number;
  readonly afterEmu: number;
  /** How much of that lies over the character that follows the base. */
  readonly reachAfterEmu: number;
  /** Whether its characters are spread over a wider base. */
  readonly isSpread: boolean;
}

export interface Strip {
  readonly text: string;
  readonly pieces: readonly ShapedPiece[];
  /** One per piece; null where all are level, of the first span and of the setting's size. */
  readonly looks: readonly PieceLook[] | null;
  readonly rubies: readonly StripRuby[];
  readonly count: number;
  /** Per glyph, the offset of its cluster in the text. */
  readonly offsets: Int32Array;
  readonly advancesEmu: Int32Array;
  /** Per glyph, movement to the next one beyond the advance, letter-spacing included. */
  readonly gapsEmu: Int32Array;
  /** Per glyph, inner space that goes where a line starts with it; negative where ruby needs room before it. */
  readonly leadsEmu: Int32Array;
  /** Per glyph, inner space that may go where a line ends with it; negative where ruby needs room after it. */
  readonly trailsEmu: Int32Array;
  /** Per glyph, a value of `spacingClass`. */
  readonly classes: Uint8Array;
  /** Per glyph, its size along the line; null where all have the setting's. */
  readonly sizesEmu: Int32Array | null;
}

const NO_RUBIES: readonly StripRuby[] = [];

/** Measures shaped pieces of one text. Linear; every advance is rounded once per glyph. */
export function measure(text: string, pieces: readonly ShapedPiece[], setting: Setting): Strip {
  let count = 0;
  for (const { run } of pieces) count += run.glyphs.length;
  const offsets = new Int32Array(count);
  const advancesEmu = new Int32Array(count);
  const classes = new Uint8Array(count);
  let at = 0;
  let word: number = spacingClass.other;
  for (const { run, start } of pieces) {
    const isDesignWidth = setting.scaleThousandths === 1000;
    const { advances, clusters, glyphs } = run;
    const unitsPerEm = run.font.unitsPerEm;
    for (let glyph = 0; glyph < glyphs.length; glyph += 1) {
      const units = advances[glyph] ?? 0;
      const offset = start + (clusters[glyph] ?? 0);
      offsets[at] = offset;
      const isWholeEm = isDesignWidth && units === unitsPerEm;
      advancesEmu[at] = isWholeEm
        ? setting.sizeEmu
        : glyphAdvanceEmu(run, glyph, setting.sizeEmu, setting.scaleThousandths);
      const codePoint = codePointIn(text, offset);
      const value = spacingClassOf(codePoint, units === unitsPerEm);
      word = wordAt(word, value, codePoint);
      classes[at] = classInWord(word, value);
      at += 1;
    }
  }
  return {
    text,
    pieces,
    looks: null,
    rubies: NO_RUBIES,
    count,
    offsets,
    advancesEmu,
    classes,
    sizesEmu: null,
    ...space({ offsets, classes, advancesEmu }, setting),
  };
}

/** How much closer letters of full width stand under a setting. */
export function tighteningEmu({ sizeEmu, tightThousandths }: Pick<Setting, "sizeEmu" | "tightThousandths">): number {
  return Math.floor((sizeEmu * tightThousandths) / 1000);
}

/**
 * The space after a letter. Tightening takes the same share of each advance: digits and Latin letters, whose sides have
 * half the room of a full-width letter's, would touch if they came as much closer as those do.
 */
export function spacingAfter(advanceEmu: number, setting: Setting): number {
  const { letterSpacingEmu, scaleThousandths, tightThousandths } = setting;
  if (tightThousandths === 0) return letterSpacingEmu;
  const sparedEmu = tighteningEmu(setting) - Math.floor((advanceEmu * tightThousandths) / scaleThousandths);
  // Advances are rounded: a letter of full width is spared nothing.
  return sparedEmu > 1 ? letterSpacingEmu + sparedEmu : letterSpacingEmu;
}

type Space = Pick<Strip, "gapsEmu" | "leadsEmu" | "trailsEmu">;

function space(
  { offsets, classes, advancesEmu }: Pick<Strip, "offsets" | "classes" | "advancesEmu">,
  setting: Setting,
): Space {
  const count = offsets.length;
  const gapsEmu = new Int32Array(count);
  const leadsEmu = new Int32Array(count);
  const trailsEmu = new Int32Array(count);
  const scaled = setting.sizeEmu * setting.scaleThousandths;
  const toEmu = (thousandths: number): number => Math.floor((scaled * thousandths) / 1_000_000 + 0.5);
  for (let index = 0; index < count; index += 1) {
    const before = classes[index] ?? 0;
    if (before >= spacingClass.opening && before <= spacingClass.middleDot) {
      if (before === spacingClass.opening) leadsEmu[index] = toEmu(spaceBefore(before));
      else if (before !== spacingClass.middleDot) trailsEmu[index] = toEmu(spaceAfter(before));
    }
    if (index + 1 === count || offsets[index + 1] === offsets[index]) continue;
    const after = classes[index + 1] ?? 0;
    const reduction = setting.isCompressed ? fullReduction(before, after) : neighbourReduction(before, after);
    gapsEmu[index] =
      spacingAfter(advancesEmu[index] ?? 0, setting) + toEmu(wordGap(before, after, setting)) - toEmu(reduction);
  }
  return { gapsEmu, leadsEmu, trailsEmu };
}

/** The last glyph of glyphs `start` to `end` that is no space, plus one: where the line's visible part ends. */
export function visibleEnd(strip: Strip, start: number, end: number): number {
  let last = end;
  while (last > start && strip.classes[last - 1] === spacingClass.space) last -= 1;
  return last;
}

/** Width of the whole strip as one line, an opening bracket flush, spaces at the end left out. */
export function stripWidthEmu(strip: Strip): number {
  const end = visibleEnd(strip, 0, strip.count);
  if (end === 0) return 0;
  let width = 0 - (strip.leadsEmu[0] ?? 0) - Math.min(0, strip.trailsEmu[end - 1] ?? 0);
  for (let index = 0; index < end; index += 1) {
    width += strip.advancesEmu[index] ?? 0;
    if (index + 1 < end) width += strip.gapsEmu[index] ?? 0;
  }
  return width;
}

/** Marks that may stand beyond a line's end (ぶら下げ, JLREQ 2.5.1). */
const HANGING_MARKS = "。、";

/** Whether a glyph may hang; the caller looks at where it stands. */
export function hangs(strip: Strip, index: number): boolean {
  return HANGING_MARKS.includes(strip.text.charAt(strip.offsets[index] ?? 0));
}
