// Printable ASCII of one font and one set of features, which the numbers and codes of long tables are made of: measured
// and set from tables that are indexed by its characters, without a look-up that hashes. What comes of it is what the
// fast path of shaping and adding up its advances give.
import type { Font } from "../files/index.ts";
import { type GlyphRun, unitsToEmu } from "./glyph-run.ts";
import { unitAt } from "./text-units.ts";

export const ASCII_FIRST = 0x20;
export const ASCII_LAST = 0x7e;
const COUNT = 0x80;
const SPACE = 0x20;

/** Entries of the tables before they are asked for, and where only HarfBuzz knows. */
const UNASKED = -1;
const UNKNOWN = -2;
/** The same of kerning, which may be any small number. */
const KERN_UNASKED = 0x7fffffff;
const KERN_UNKNOWN = 0x7ffffffe;

/** What a character may do to its neighbours. */
const STARTS_LIGATURE = 1;
const JOINS_LIGATURE = 2;
const STARTS_KERNING = 4;

/** A character that comes out as one glyph; null where only HarfBuzz knows. */
export type AsciiGlyph = {
  readonly glyph: number;
  readonly advance: number;
  readonly startsLigature: boolean;
  readonly joinsLigature: boolean;
  readonly startsKerning: boolean;
} | null;

/** What the tables are filled from. */
export interface AsciiSource {
  readonly font: Font;
  glyphFor(unit: number): AsciiGlyph;
  /** The kerning of a pair in font units; null where only HarfBuzz knows. */
  kernOf(before: number, unit: number): number | null;
}

/**
 * A type size, and the advances of characters that were rounded at it; `EMU_UNASKED` for those not asked for yet. What
 * comes out of an array of floats stays one in all that is added to it, which costs V8 a box for each.
 */
interface AsciiSize {
  readonly sizeEmu: number;
  readonly advancesEmu: Int32Array;
}

const EMU_UNASKED = -1;

/** Advances that texts of one length have in common, as numbers and codes do, since digits are of one width. */
interface Stride {
  readonly advances: readonly number[];
  readonly unsafeToBreak: Uint8Array | null;
  readonly advanceEmu: number;
}

/** Type sizes whose advances are remembered, 1 KB each. */
const SIZES_MAX = 64;
/** Longer texts than numbers and codes hardly have the advances of one before. */
const STRIDE_LENGTH_MAX = 32;

/** What a run takes at a type size, its advances rounded one by one. */
export interface RunExtent {
  /** Spaces at its end left out. */
  readonly visibleEmu: number;
  readonly advanceEmu: number;
}

/** What runs of one font, features and size have in common where one text after another is set, as in a column. */
export class RunSeries implements RunExtent {
  /** Of the run that was made last. */
  visibleEmu = 0;
  advanceEmu = 0;
  /** By the length of a text, the advances of the last one that had no spaces. */
  readonly strides = new Array<Stride | null>(STRIDE_LENGTH_MAX + 1).fill(null);
}

export class AsciiRuns {
  readonly #source: AsciiSource;
  readonly #glyphs = new Int32Array(COUNT).fill(UNASKED);
  readonly #advances = new Int32Array(COUNT);
  readonly #traits = new Uint8Array(COUNT);
  /** By a pair's two characters; made for the first pair that may be kerned. */
  #kerns: Int32Array | null = null;
  readonly #sizes = new Map<number, AsciiSize>();
  #size: AsciiSize | null = null;

  constructor(source: AsciiSource) {
    this.#source = source;
  }

  /**
   * How wide a text is on a level line, spaces at its end left out: what adding up the advances of its glyphs comes to,
   * each rounded, without making any. Null where it holds other characters, or only HarfBuzz knows.
   */
  widthEmu(text: string, sizeEmu: number): number | null {
    const size = this.#sizeOf(sizeEmu);
    let widthEmu = 0;
    let visibleEmu = 0;
    let before = -1;
    const { length } = text;
    for (let offset = 0; offset < length; offset += 1) {
      const unit = unitAt(text, offset);
      if (unit < ASCII_FIRST || unit > ASCII_LAST || !this.#isKnown(unit)) return null;
      if (before !== -1) {
        const kern = this.#kernBetween(before, unit);
        if (kern === KERN_UNKNOWN) return null;
        if (kern !== 0) {
          const movedEmu = this.#kernedEmu(before, kern, size) - this.#advanceEmu(before, size);
          if (visibleEmu === widthEmu) visibleEmu += movedEmu;
          widthEmu += movedEmu;
        }
      }
      widthEmu += this.#advanceEmu(unit, size);
      if (unit !== SPACE) visibleEmu = widthEmu;
      before = unit;
    }
    return visibleEmu;
  }

  /** The run of a text whose width was measured; the series, whose size this is, tells what it takes. */
  shape(text: string, sizeEmu: number, series: RunSeries): GlyphRun {
    const glyphs = new Array<number>(text.length);
    const stride = series.strides[text.length] ?? null;
    if (stride === null || !this.#strides(text, stride, glyphs)) {
      return this.#shapeAnew(text, this.#sizeOf(sizeEmu), glyphs, series);
    }
    series.visibleEmu = stride.advanceEmu;
    series.advanceEmu = stride.advanceEmu;
    return this.#runOf(text, glyphs, stride.advances, stride.unsafeToBreak);
  }

  /** Whether a text without spaces has these advances, kerned where they are; fills in its glyphs until then. */
  #strides(text: string, { advances, unsafeToBreak }: Stride, glyphs: number[]): boolean {
    const last = text.length - 1;
    for (let offset = 0; offset <= last; offset += 1) {
      const unit = unitAt(text, offset);
      if (unit === SPACE) return false;
      glyphs[offset] = this.#glyphs[unit] as number;
      let advance = this.#advances[unit] as number;
      if (offset < last && this.#traits[unit] !== 0) {
        const kern = this.#kernBetween(unit, unitAt(text, offset + 1));
        if ((kern !== 0) !== (unsafeToBreak !== null && unsafeToBreak[offset + 1] === 1)) return false;
        advance += kern;
      } else if (unsafeToBreak !== null && unsafeToBreak[offset + 1] === 1) return false;
      if (advance !== advances[offset]) return false;
    }
    return true;
  }

  #shapeAnew(text: string, size: AsciiSize, glyphs: number[], series: RunSeries): GlyphRun {
    const count = text.length;
    const advances = new Array<number>(count);
    let unsafeToBreak: Uint8Array | null = null;
    let advanceEmu = 0;
    let visibleEmu = 0;
    let hasSpaces = false;
    for (let offset = 0; offset < count; offset += 1) {
      const unit = unitAt(text, offset);
      const kern = offset + 1 === count ? 0 : this.#kernBetween(unit, unitAt(text, offset + 1));
      glyphs[offset] = this.#glyphs[unit] as number;
      advances[offset] = (this.#advances[unit] as number) + kern;
      if (kern === 0) advanceEmu += this.#advanceEmu(unit, size);
      else {
        advanceEmu += this.#kernedEmu(unit, kern, size);
        unsafeToBreak ??= new Uint8Array(count);
        unsafeToBreak[offset + 1] = 1;
      }
      if (unit === SPACE) hasSpaces = true;
      else visibleEmu = advanceEmu;
    }
    if (!hasSpaces && count <= STRIDE_LENGTH_MAX) series.strides[count] = { advances, unsafeToBreak, advanceEmu };
    series.visibleEmu = visibleEmu;
    series.advanceEmu = advanceEmu;
    return this.#runOf(text, glyphs, advances, unsafeToBreak);
  }

  #runOf(
    text: string,
    glyphs: readonly number[],
    advances: readonly number[],
    unsafeToBreak: Uint8Array | null,
  ): GlyphRun {
    const { font } = this.#source;
    const clusters = oneToOneClusters(text.length);
    return { font, text, direction: "horizontal", glyphs, advances, offsets: null, clusters, unsafeToBreak };
  }

  #isKnown(unit: number): boolean {
    const glyph = this.#glyphs[unit] as number;
    return glyph >= 0 || (glyph === UNASKED && this.#ask(unit));
  }

  #ask(unit: number): boolean {
    const found = this.#source.glyphFor(unit);
    this.#glyphs[unit] = found?.glyph ?? UNKNOWN;
    if (found === null) return false;
    this.#advances[unit] = found.advance;
    this.#traits[unit] =
      (found.startsLigature ? STARTS_LIGATURE : 0) |
      (found.joinsLigature ? JOINS_LIGATURE : 0) |
      (found.startsKerning ? STARTS_KERNING : 0);
    return true;
  }

  /** Of two characters that are known. */
  #kernBetween(before: number, unit: number): number {
    const traits = this.#traits[before] as number;
    if (traits === 0) return 0;
    if ((traits & STARTS_LIGATURE) !== 0 && ((this.#traits[unit] as number) & JOINS_LIGATURE) !== 0)
      return KERN_UNKNOWN;
    if ((traits & STARTS_KERNING) === 0) return 0;
    this.#kerns ??= new Int32Array(COUNT * COUNT).fill(KERN_UNASKED);
    const pair = before * COUNT + unit;
    const known = this.#kerns[pair] as number;
    if (known !== KERN_UNASKED) return known;
    const kern = this.#source.kernOf(before, unit) ?? KERN_UNKNOWN;
    this.#kerns[pair] = kern;
    return kern;
  }

  #advanceEmu(unit: number, { advancesEmu, sizeEmu }: AsciiSize): number {
    const known = advancesEmu[unit] as number;
    if (known !== EMU_UNASKED) return known;
    const advanceEmu = unitsToEmu(this.#advances[unit] as number, sizeEmu, this.#source.font.unitsPerEm);
    advancesEmu[unit] = advanceEmu;
    return advanceEmu;
  }

  #kernedEmu(unit: number, kern: number, { sizeEmu }: AsciiSize): number {
    return unitsToEmu((this.#advances[unit] as number) + kern, sizeEmu, this.#source.font.unitsPerEm);
  }

  #sizeOf(sizeEmu: number): AsciiSize {
    if (this.#size?.sizeEmu === sizeEmu) return this.#size;
    // Sizes come from templates, which may name any number of them.
    if (this.#sizes.size >= SIZES_MAX) this.#sizes.clear();
    const size = this.#sizes.get(sizeEmu) ?? { sizeEmu, advancesEmu: new Int32Array(COUNT).fill(EMU_UNASKED) };
    this.#sizes.set(sizeEmu, size);
    this.#size = size;
    return size;
  }
}

/** A typed array costs far more than what a short text puts into it: runs of one length share their clusters. */
const SHARED_LENGTH_MAX = 64;
const SHARED_CLUSTERS: Uint32Array[] = [];

/** Clusters of a text whose every unit is a character with one glyph. */
export function oneToOneClusters(length: number): Uint32Array {
  if (length > SHARED_LENGTH_MAX) return Uint32Array.from({ length }, (_, index) => index);
  SHARED_CLUSTERS[length] ??= Uint32Array.from({ length }, (_, index) => index);
  return SHARED_CLUSTERS[length];
}
