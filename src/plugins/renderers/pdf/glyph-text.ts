// A shaped run → the operator that shows it. A run without spacing of its own gives the same bytes in every document
// and size, so they are made once per run and kept with it; the shaper interns runs, so the same text is the same run.
import { type GlyphRun, type GlyphRunItem, readableText } from "../../../core/sdk/index.ts";
import { ByteArena, divideRounded } from "./byte-arena.ts";
import { outlineOf } from "./fonts/glyf-subset.ts";
import { i16, trueTypeProgram } from "./fonts/sfnt.ts";
import { utf16Hex } from "./fonts/to-unicode.ts";

/** What a run's glyphs cover beyond its advance, in font units (y upwards). */
export interface RunInk {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export interface RunContent {
  /** The whole show operator of the run as it was shaped; null where glyphs stand off the line one by one. */
  readonly show: Uint8Array | null;
  /** Whether a reader that maps the glyphs one by one gets the run's own text. */
  readonly copiesRight: boolean;
  /** Per glyph, font units to the right and up beyond where the writing mode puts it; null where all are zero. */
  readonly shifts: Int32Array | null;
  readonly ink: RunInk;
}

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

/** How an item draws its run. */
export interface RunSpacing {
  readonly sizeEmu: number;
  readonly scaleThousandths: number;
  readonly adjustmentsEmu: readonly number[] | null;
}

const contents = new WeakMap<GlyphRun, RunContent>();
const scratch = new ByteArena(1024);

/** TJ numbers are in thousandths of an em; one decimal keeps a glyph within 0.5 µm at 10 pt. */
const TJ_DECIMALS = 1;
const TENTHS_PER_EM = 10_000;

const OPEN = 0x28;
const CLOSE = 0x29;
const BACKSLASH = 0x5c;
const CARRIAGE_RETURN = 0x0d;

/** The cached content of a run. A pure function of the run, so the cache can't change any byte. */
export function runContent(run: GlyphRun): RunContent {
  const known = contents.get(run);
  if (known !== undefined) return known;
  const shifts = shiftsOf(run);
  scratch.truncate(0);
  if (shifts === null) writeShow(scratch, run, null);
  const content: RunContent = {
    show: shifts === null ? scratch.toBytes() : null,
    shifts,
    copiesRight: copiesAs(run) === readableText(run),
    ink: measureInk(run),
  };
  contents.set(run, content);
  return content;
}

/** Where the vertical writing mode puts a glyph's origin below the top of its cell, in thousandths of an em (`DW2`). */
const VERTICAL_ORIGIN = 880;

/**
 * A vertical run's offsets lead from the top centre of a cell to the glyph's own origin; the writing mode already goes
 * half the glyph's width to the left and 880/1000 em down, and only what is left is written.
 */
function shiftsOf(run: GlyphRun): Int32Array | null {
  const { font, glyphs, offsets } = run;
  if (offsets === null || run.direction === "horizontal") return offsets;
  const shifts = new Int32Array(offsets.length);
  for (let index = 0; index < glyphs.length; index++) {
    const doubled = 2 * (offsets[index * 2] as number) + font.advanceOf(glyphs[index] as number);
    // Half a unit is the rounding of an odd width.
    shifts[index * 2] = Math.abs(doubled) <= 1 ? 0 : divideRounded(doubled, 2);
    shifts[index * 2 + 1] = (offsets[index * 2 + 1] as number) + divideRounded(VERTICAL_ORIGIN * font.unitsPerEm, 1000);
  }
  return shifts.every((shift) => shift === 0) ? null : shifts;
}

/** What a reader gets when it maps the run's glyphs one by one. */
function copiesAs(run: GlyphRun): string {
  let text = "";
  for (const glyph of run.glyphs) text += run.font.textOf(glyph);
  return text;
}

/** Readers take a gap of about a tenth of an em for a space between words, or for the end of a column. */
const WORD_GAP_DIVISOR = 10;

/**
 * Whether the run must say its own text (ISO 32000-1 §14.9.4): its glyphs would be copied as another, or they stand so
 * wide apart (均等割付) that a reader would put spaces between them.
 */
export function needsActualText(item: GlyphRunItem): boolean {
  if (!runContent(item.run).copiesRight) return true;
  const last = item.run.glyphs.length - 1;
  if (last < 1) return false;
  const gap = Math.floor(item.sizeEmu / WORD_GAP_DIVISOR) - item.letterSpacingEmu;
  if (item.adjustmentsEmu === null) return gap < 0;
  return item.adjustmentsEmu.some((adjustment, index) => index < last && adjustment > gap);
}

/** Opens the marked content that carries a run's own text; `EMC` closes it. */
export function writeActualText(arena: ByteArena, text: string): void {
  arena.ascii(`/Span<</ActualText<FEFF${utf16Hex(text)}>>>BDC\n`);
}

/**
 * Writes `(…) Tj` or `[(…) n (…)] TJ`. The numbers make up for kerning and, with `spacing`, for the item's own
 * adjustments; they are rounded from running sums, so that no error adds up along the line.
 */
export function writeShow(arena: ByteArena, run: GlyphRun, spacing: RunSpacing | null): void {
  const numbers = new MovementNumbers(run, spacing);
  const count = run.glyphs.length;
  const start = arena.length;
  let isArray = false;
  arena.ascii("[(");
  for (let index = 0; index < count; index++) {
    writeCode(arena, run.glyphs[index] as number);
    const number = index + 1 < count ? numbers.after(index) : 0;
    if (number === 0) continue;
    isArray = true;
    arena.byte(CLOSE);
    arena.decimal(number, TJ_DECIMALS);
    arena.byte(OPEN);
  }
  if (isArray) {
    arena.ascii(")]TJ\n");
    return;
  }
  // Nothing moved: the shorter operator takes the string alone.
  const string = arena.toBytes(start + 1);
  arena.truncate(start);
  arena.append(string);
  arena.ascii(")Tj\n");
}

/** Writes `(…) Tj` for one glyph alone. */
export function writeGlyph(arena: ByteArena, glyph: number): void {
  arena.byte(OPEN);
  writeCode(arena, glyph);
  arena.ascii(")Tj\n");
}

/** The TJ number after each glyph, asked in order: tenths of a thousandth of an em, positive against the line. */
class MovementNumbers {
  readonly #run: GlyphRun;
  readonly #spacing: RunSpacing | null;
  readonly #isHorizontal: boolean;
  #units = 0;
  #emu = 0;
  #written = 0;

  constructor(run: GlyphRun, spacing: RunSpacing | null) {
    this.#run = run;
    this.#spacing = spacing;
    this.#isHorizontal = run.direction === "horizontal";
  }

  after(index: number): number {
    const { font, glyphs, advances } = this.#run;
    const natural = this.#isHorizontal ? font.advanceOf(glyphs[index] as number) : font.unitsPerEm;
    this.#units += (advances[index] as number) - natural;
    let total = tenths(this.#units, font.unitsPerEm);
    const spacing = this.#spacing;
    if (spacing !== null && spacing.adjustmentsEmu !== null) {
      this.#emu += spacing.adjustmentsEmu[index] ?? 0;
      // Scaling along the line stretches TJ movements too, so they are divided by it beforehand.
      total += divideRounded(this.#emu * TENTHS_PER_EM * 1000, spacing.sizeEmu * spacing.scaleThousandths);
    }
    const step = total - this.#written;
    this.#written = total;
    // A TJ number moves left in a horizontal line and, as y grows upwards, down in a vertical one.
    return this.#isHorizontal ? 0 - step : step;
  }
}

function tenths(units: number, unitsPerEm: number): number {
  return divideRounded(units * TENTHS_PER_EM, unitsPerEm);
}

/** A two-byte code in a literal string: half the bytes of a hexadecimal one before compression. */
function writeCode(arena: ByteArena, glyph: number): void {
  writeStringByte(arena, glyph >> 8);
  writeStringByte(arena, glyph & 0xff);
}

function writeStringByte(arena: ByteArena, value: number): void {
  if (value === OPEN || value === CLOSE || value === BACKSLASH) arena.byte(BACKSLASH);
  // A bare carriage return in a literal string would be read as a line feed (ISO 32000-1 §7.3.4.2).
  if (value === CARRIAGE_RETURN) arena.ascii("\\r");
  else arena.byte(value);
}

function measureInk(run: GlyphRun): RunInk {
  const { font, glyphs, advances, offsets } = run;
  if (font.outlines === "cff") return boundingInk(run);
  const program = trueTypeProgram(font);
  let left = 0;
  let right = 0;
  let top = 0;
  let bottom = 0;
  for (let index = 0; index < glyphs.length; index++) {
    const outline = outlineOf(program, glyphs[index] as number);
    if (outline.length < 10) continue;
    left = Math.max(left, -i16(outline, 2));
    right = Math.max(right, i16(outline, 6) - (advances[index] as number));
    top = Math.max(top, i16(outline, 8));
    bottom = Math.max(bottom, -i16(outline, 4));
  }
  const reach = offsets === null ? 0 : offsets.reduce((most, offset) => Math.max(most, Math.abs(offset)), 0);
  return { left: left + reach, right: right + reach, top: top + reach, bottom: bottom + reach };
}

/** CFF outlines say their extent only when they are drawn; no glyph leaves the font's own box. */
function boundingInk({ font, advances, offsets }: GlyphRun): RunInk {
  const [xMin, yMin, xMax, yMax] = font.boundingBox;
  const reach = offsets === null ? 0 : offsets.reduce((most, offset) => Math.max(most, Math.abs(offset)), 0);
  const narrowest = advances.reduce((least, advance) => Math.min(least, advance), xMax);
  return {
    left: Math.max(0, -xMin) + reach,
    right: Math.max(0, xMax - narrowest) + reach,
    top: Math.max(0, yMax) + reach,
    bottom: Math.max(0, -yMin) + reach,
  };
}
