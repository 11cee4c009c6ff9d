// Strips of more than one size, font or stance: vertical lines and rich text. The numbers mean what they mean in a
// strip of one look; each glyph counts in its own size.
import { codePointIn } from "../../unicode/index.ts";
import { glyphAdvanceEmu } from "../shaping/index.ts";
import {
  classInWord,
  fullReduction,
  neighbourReduction,
  spaceAfter,
  spaceBefore,
  spacingClass,
  spacingClassOf,
  verticalClassOf,
  wordAt,
  wordGap,
} from "./spacing.ts";
import { type PieceLook, type Setting, type Strip, spacingAfter } from "./strip.ts";
import type { StandingPiece } from "./vertical-text.ts";

/** A standing piece with its span and its size. */
export interface ComposedPiece extends StandingPiece {
  readonly span: number;
  readonly sizeEmu: number;
}

/** A length in thousandths of a size, rounded once. */
function share(sizeEmu: number, thousandths: number): number {
  return Math.floor((sizeEmu * thousandths) / 1000 + 0.5);
}

/** Measures pieces of one text. Linear; every advance is rounded once per glyph. */
export function measureComposed(text: string, pieces: readonly ComposedPiece[], setting: Setting): Strip {
  let count = 0;
  for (const { run } of pieces) count += run.glyphs.length;
  const strip = {
    text,
    pieces,
    looks: pieces.map(({ stance, span, sizeEmu }): PieceLook => ({ stance, span, sizeEmu })),
    rubies: [],
    count,
    offsets: new Int32Array(count),
    advancesEmu: new Int32Array(count),
    gapsEmu: new Int32Array(count),
    leadsEmu: new Int32Array(count),
    trailsEmu: new Int32Array(count),
    classes: new Uint8Array(count),
    sizesEmu: new Int32Array(count),
  };
  let at = 0;
  let word: number = spacingClass.other;
  for (const piece of pieces) {
    word = measurePiece(strip, { first: at, word }, piece, setting);
    at += piece.run.glyphs.length;
  }
  fillSpace(strip, setting);
  return strip;
}

type SizedStrip = Strip & { readonly sizesEmu: Int32Array };

/** Where a piece begins: its first glyph, and the kind of the word that the glyph before it stands in. */
interface PieceStart {
  readonly first: number;
  readonly word: number;
}

/** Measures one piece, and answers the kind of the word that it ends in. */
function measurePiece(strip: SizedStrip, from: PieceStart, piece: ComposedPiece, setting: Setting): number {
  const { run, start, sizeEmu, stance } = piece;
  const alongEmu = share(sizeEmu, setting.scaleThousandths);
  let { word } = from;
  for (let glyph = 0; glyph < run.glyphs.length; glyph += 1) {
    const at = from.first + glyph;
    strip.sizesEmu[at] = alongEmu;
    if (stance === "combined") {
      // The group is one cluster in one cell, however wide its digits are: the last glyph carries the cell.
      strip.offsets[at] = start;
      strip.advancesEmu[at] = glyph + 1 === run.glyphs.length ? alongEmu : 0;
      strip.classes[at] = spacingClass.other;
      word = spacingClass.other;
      continue;
    }
    const offset = start + (run.clusters[glyph] ?? 0);
    strip.offsets[at] = offset;
    strip.advancesEmu[at] = glyphAdvanceEmu(run, glyph, sizeEmu, setting.scaleThousandths);
    const isFullWidth = run.advances[glyph] === run.font.unitsPerEm;
    const codePoint = codePointIn(strip.text, offset);
    const value = spacingClassOf(codePoint, isFullWidth);
    word = wordAt(word, value, codePoint);
    const inWord = classInWord(word, value);
    strip.classes[at] = stance === "upright" ? verticalClassOf(inWord, strip.text, offset) : inWord;
  }
  return word;
}

function fillSpace(strip: SizedStrip, setting: Setting): void {
  const { classes, count, offsets, sizesEmu } = strip;
  for (let index = 0; index < count; index += 1) {
    const before = classes[index] ?? 0;
    const size = sizesEmu[index] ?? 0;
    if (before === spacingClass.opening) strip.leadsEmu[index] = share(size, spaceBefore(before));
    else if (
      before === spacingClass.closing ||
      before === spacingClass.fullStop ||
      before === spacingClass.digitComma
    ) {
      strip.trailsEmu[index] = share(size, spaceAfter(before));
    }
    if (index + 1 === count || offsets[index + 1] === offsets[index]) continue;
    const after = classes[index + 1] ?? 0;
    const reduction = setting.isCompressed ? fullReduction(before, after) : neighbourReduction(before, after);
    // Where two sizes meet, no more space may go than the smaller character has.
    const smaller = Math.min(size, sizesEmu[index + 1] ?? 0);
    strip.gapsEmu[index] =
      spacingAfter(strip.advancesEmu[index] ?? 0, setting) +
      share(size, wordGap(before, after, setting)) -
      share(smaller, reduction);
  }
}
