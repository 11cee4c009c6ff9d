// A shaped run → the operator that shows it. Nothing is kept by run: writing a run's glyph ids takes less time than
// finding what was kept of it, and keeping that of each cell of a long table took a tenth of its time.
import { type GlyphRun, type GlyphRunItem, readableText } from "../../../core/sdk/index.ts";
import { type ByteArena, divideRounded } from "./byte-arena.ts";
import type { GlyphCodes } from "./fonts/glyph-codes.ts";
import { type GlyphFacts, NO_LETTER } from "./fonts/glyph-facts.ts";
import { utf16Hex } from "./fonts/to-unicode.ts";
import { type VerticalMetrics, verticalMetrics } from "./fonts/vertical-metrics.ts";

const substitutes = new WeakMap<GlyphRun, GlyphRun>();

/** What stands for a letter that the fonts lack: the geta mark of Japanese printers, or an empty box. */
const STAND_INS = [0x3013, 0x25a1, 0x3f];

/**
 * PDF/A and PDF/UA allow no reference to the glyph of missing letters (ISO 19005-2, 6.2.11.8): a mark takes its place,
 * and the run says its own text.
 */
export function withoutGaps(item: GlyphRunItem): GlyphRunItem {
  const { run } = item;
  if (!run.glyphs.includes(0)) return item;
  let substitute = substitutes.get(run);
  if (substitute === undefined) {
    const mark = STAND_INS.map((codePoint) => run.font.glyphOf(codePoint)).find((glyph) => glyph !== 0) ?? 0;
    substitute = { ...run, glyphs: run.glyphs.map((glyph) => (glyph === 0 ? mark : glyph)) };
    substitutes.set(run, substitute);
  }
  return { ...item, run: substitute };
}

/** Nothing moves the run's glyphs but their own widths; what comes after the last one moves none. */
const HAS_NATURAL_ADVANCES = 1;
/** Each glyph is read as the one letter of the text that stands at its place. */
export const READS_LETTER_BY_LETTER = 2;
/** Those letters are neither private ones nor halves of any. */
const HAS_NO_PRIVATE_LETTER = 4;
const PRIVATE_LETTERS_START = 0xd800;

/** By itself: found anew at each letter it takes four times as long, since texts are strings of many kinds. */
const { charCodeAt } = String.prototype;

/**
 * What a run shows by: the flags above in one walk over its glyphs, which are marked in `used`. Nine of ten runs have
 * both, and then nothing else is asked of them. Null: nothing is marked.
 */
export function lookAt(run: GlyphRun, facts: GlyphFacts, used: Uint8Array | null): number {
  const { advances, font, glyphs, text } = run;
  const { entries } = facts;
  const vertical = run.direction === "horizontal" ? null : verticalMetrics(font);
  const count = glyphs.length;
  let isNatural = true;
  let highest = 0;
  let isRead = font.readAs === undefined && count === text.length;
  for (let index = 0; index < count; index += 1) {
    const glyph = glyphs[index] as number;
    if (used !== null) used[glyph] = 1;
    let entry = entries[glyph] as number;
    if (entry === 0) entry = facts.lookUp(glyph);
    const letter = entry & 0xffff;
    if (letter > highest) highest = letter;
    if (isRead && (letter !== charCodeAt.call(text, index) || letter === NO_LETTER)) isRead = false;
    const natural = vertical === null ? entry >>> 16 : vertical.advanceOf(glyph);
    if (advances[index] !== natural && index + 1 < count) isNatural = false;
  }
  const natural = isNatural ? HAS_NATURAL_ADVANCES : 0;
  if (!isRead) return natural;
  return natural | READS_LETTER_BY_LETTER | (highest < PRIVATE_LETTERS_START ? HAS_NO_PRIVATE_LETTER : 0);
}

/** How an item draws its run. */
export interface RunSpacing {
  readonly sizeEmu: number;
  readonly scaleThousandths: number;
  readonly adjustmentsEmu: readonly number[] | null;
  /** The font's writing mode is vertical. */
  readonly isDownwards: boolean;
}

/** TJ numbers are in thousandths of an em; one decimal keeps a glyph within 0.5 µm at 10 pt. */
const TJ_DECIMALS = 1;
const TENTHS_PER_EM = 10_000;

const OPEN_LIST = 0x5b;

const shiftsOfRuns = new WeakMap<GlyphRun, Int32Array | "none">();

/**
 * Per glyph, font units to the right and up beyond where the writing mode puts it; null where all are zero. Such runs
 * are shown glyph by glyph.
 */
export function glyphShifts(run: GlyphRun): Int32Array | null {
  if (run.offsets === null) return null;
  let shifts = shiftsOfRuns.get(run);
  if (shifts === undefined) {
    shifts = shiftsOf(run) ?? "none";
    shiftsOfRuns.set(run, shifts);
  }
  return shifts === "none" ? null : shifts;
}

/**
 * A vertical run's offsets lead from the top centre of a cell to the glyph's own origin; the writing mode already goes
 * half the glyph's width to the left and down by what the file says of it, and only what is left is written.
 */
function shiftsOf(run: GlyphRun): Int32Array | null {
  const { font, glyphs, offsets } = run;
  if (offsets === null || run.direction === "horizontal") return offsets;
  const metrics = verticalMetrics(font);
  const shifts = new Int32Array(offsets.length);
  for (let index = 0; index < glyphs.length; index++) {
    const doubled = 2 * (offsets[index * 2] as number) + font.advanceOf(glyphs[index] as number);
    // Half a unit is the rounding of an odd width.
    shifts[index * 2] = Math.abs(doubled) <= 1 ? 0 : divideRounded(doubled, 2);
    shifts[index * 2 + 1] = (offsets[index * 2 + 1] as number) + metrics.originOf(glyphs[index] as number);
  }
  return shifts.every((shift) => shift === 0) ? null : shifts;
}

/**
 * The codes by which readers get the run's own text back, glyph by glyph; null where no codes do, such as where letters
 * are drawn in another order than they are read in.
 */
export function readableCodes({ clusters, font, glyphs, text }: GlyphRun, codes: GlyphCodes): readonly number[] | null {
  const readable: number[] = [];
  for (let index = 0; index < glyphs.length; ) {
    const start = clusters[index] ?? 0;
    let next = index + 1;
    while (next < glyphs.length && clusters[next] === start) next += 1;
    const end = next < glyphs.length ? (clusters[next] ?? 0) : text.length;
    if (end <= start || (index === 0 && start !== 0)) return null;
    const wanted = readAs(font, text.slice(start, end));
    const own = glyphs.slice(index, next);
    const first = own[0] ?? 0;
    if (own.map((glyph) => font.textOf(glyph)).join("") === wanted) readable.push(...own);
    else {
      const code = own.length === 1 ? codes.codeOfText(first, wanted) : null;
      if (code === null) return null;
      readable.push(code);
    }
    index = next;
  }
  return readable;
}

function readAs({ readAs: others }: GlyphRun["font"], text: string): string {
  if (others === undefined) return text;
  return [...text].map((character) => others.get(character) ?? character).join("");
}

const PRIVATE = /[\u{e000}-\u{f8ff}\u{f0000}-\u{ffffd}\u{100000}-\u{10fffd}]/gu;

/**
 * The text of a run that shows private characters which stand for no others; null for any other run. A file that
 * promises to be read back says a text in place of them (ISO 19005-2, 6.2.11.7.3): the geta mark of Japanese printers.
 * `look` is that of {@link lookAt}.
 */
export function textForPrivate(run: GlyphRun, look: number): string | null {
  if ((look & HAS_NO_PRIVATE_LETTER) !== 0) return null;
  const text = readableText(run);
  const spoken = text.replace(PRIVATE, "〓");
  return spoken === text ? null : spoken;
}

const LETTER = /[^\s]/u;
/** Letters with a blank between each and the next. */
const LETTERS_APART = /^(?:\S\s)+\S$/u;

/**
 * Whether poppler would lose a blank unless the run says its text: it takes the width of an ideographic space for the
 * gap between two columns, and blanks that divide all letters alike (`1 / 1`) for letter-spacing.
 */
export function hidesBlanks({ text }: GlyphRun): boolean {
  if (text.charCodeAt(1) === SPACE && LETTERS_APART.test(text)) return true;
  return text.includes("\u3000") && LETTER.test(text);
}

const SPACE = 0x20;

/**
 * Whether a glyph begins before the one that it follows, as marks over letters do: readers that put letters in the
 * order of their places would turn the two around.
 */
export function turnsBack({ advances, direction, offsets }: GlyphRun): boolean {
  if (direction === "vertical" || offsets === null) return false;
  let [pen, last] = [0, Number.NEGATIVE_INFINITY];
  for (let index = 0; index < advances.length; index += 1) {
    const origin = pen + (offsets[2 * index] as number);
    if (origin <= last) return true;
    last = origin;
    pen += advances[index] as number;
  }
  return false;
}

/** Opens the marked content that carries a run's own text; `EMC` closes it. */
export function writeActualText(arena: ByteArena, text: string): void {
  arena.ascii(`/Span<</ActualText<FEFF${utf16Hex(text)}>>>BDC\n`);
}

/**
 * Writes `(…) Tj` or `[(…) n (…)] TJ`; `look` is that of {@link lookAt}. The numbers make up for kerning and for the
 * item's own adjustments; they are rounded from running sums, so that no error adds up along the line.
 */
export function writeShow(
  arena: ByteArena,
  run: GlyphRun,
  codes: readonly number[],
  look: number,
  spacing: RunSpacing,
): void {
  const glyphs = codes;
  if (spacing.adjustmentsEmu === null && (look & HAS_NATURAL_ADVANCES) !== 0) {
    arena.glyphString(glyphs, 0, glyphs.length);
    arena.ascii("Tj\n");
    return;
  }
  const numbers = new MovementNumbers(run, spacing);
  const start = arena.length;
  let shown = 0;
  arena.byte(OPEN_LIST);
  for (let index = 0; index + 1 < glyphs.length; index++) {
    const number = numbers.after(index);
    if (number === 0) continue;
    arena.glyphString(glyphs, shown, index + 1);
    arena.decimal(number, TJ_DECIMALS);
    shown = index + 1;
  }
  // Nothing moved: the shorter operator takes the string alone.
  if (shown === 0) arena.truncate(start);
  arena.glyphString(glyphs, shown, glyphs.length);
  arena.ascii(shown === 0 ? "Tj\n" : "]TJ\n");
}

/** Writes `(…) Tj` for one code alone. */
export function writeCode(arena: ByteArena, code: number): void {
  arena.glyphString([code], 0, 1);
  arena.ascii("Tj\n");
}

/** Writes `[(…) n (…)] TJ`, or `(…) Tj` where nothing moves: codes, and the TJ number behind each. */
export function writeCodes(arena: ByteArena, codes: readonly number[], numbers: readonly number[]): void {
  const start = arena.length;
  const isMoved = numbers.some((number) => number !== 0);
  let shown = 0;
  if (isMoved) arena.byte(OPEN_LIST);
  for (const [index, number] of numbers.entries()) {
    if (number === 0) continue;
    arena.glyphString(codes, shown, index + 1);
    arena.decimal(number, TJ_DECIMALS);
    shown = index + 1;
  }
  if (shown < codes.length || arena.length === start) arena.glyphString(codes, shown, codes.length);
  arena.ascii(isMoved ? "]TJ\n" : "Tj\n");
}

/** The TJ number after each glyph, asked in order: tenths of a thousandth of an em, positive against the line. */
class MovementNumbers {
  readonly #run: GlyphRun;
  readonly #spacing: RunSpacing;
  /** Null in a horizontal line. */
  readonly #vertical: VerticalMetrics | null;
  #units = 0;
  #emu = 0;
  #written = 0;

  constructor(run: GlyphRun, spacing: RunSpacing) {
    this.#run = run;
    this.#spacing = spacing;
    this.#vertical = run.direction === "horizontal" ? null : verticalMetrics(run.font);
  }

  after(index: number): number {
    const { font, glyphs, advances } = this.#run;
    const natural = (this.#vertical ?? font).advanceOf(glyphs[index] as number);
    this.#units += (advances[index] as number) - natural;
    let total = tenths(this.#units, font.unitsPerEm);
    const spacing = this.#spacing;
    if (spacing.adjustmentsEmu !== null) {
      this.#emu += spacing.adjustmentsEmu[index] ?? 0;
      // Scaling along the line stretches TJ movements too, so they are divided by it beforehand.
      total += divideRounded(this.#emu * TENTHS_PER_EM * 1000, spacing.sizeEmu * spacing.scaleThousandths);
    }
    const step = total - this.#written;
    this.#written = total;
    // A TJ number moves left in a horizontal line and, as y grows upwards, down in vertical writing mode.
    return spacing.isDownwards ? step : 0 - step;
  }
}

function tenths(units: number, unitsPerEm: number): number {
  return divideRounded(units * TENTHS_PER_EM, unitsPerEm);
}
