// What drawing asks of every glyph that it writes, looked up once per font and kept in a table: a call for each takes
// three times as long as the rest of writing it.
import type { Font } from "../../../../core/sdk/index.ts";
import { i16, trueTypeProgram } from "./sfnt.ts";

/** Stands where a glyph is not read as one UTF-16 unit; no character is coded by it. */
export const NO_LETTER = 0xffff;

export class GlyphFacts {
  /** By glyph: its advance in font units, and below 16 bits the letter that it is read as; 0 where nobody asked yet. */
  readonly entries: Uint32Array;
  readonly #font: Font;

  constructor(font: Font) {
    this.#font = font;
    this.entries = new Uint32Array(font.glyphCount);
  }

  /** The entry of a glyph; it stands in `entries` from now on. */
  lookUp(glyph: number): number {
    const text = this.#font.textOf(glyph);
    const letter = text.length === 1 ? text.charCodeAt(0) : NO_LETTER;
    this.entries[glyph] = (this.#font.advanceOf(glyph) << 16) | letter;
    return this.entries[glyph] ?? 0;
  }
}

const factsOfFonts = new WeakMap<Font, GlyphFacts>();

export function glyphFacts(font: Font): GlyphFacts {
  let facts = factsOfFonts.get(font);
  if (facts === undefined) {
    facts = new GlyphFacts(font);
    factsOfFonts.set(font, facts);
  }
  return facts;
}

/** The box in the header of a glyph's outline: number of contours, then left, bottom, right, top. */
const OUTLINE_HEADER_BYTES = 10;

/** How far TrueType glyphs reach, in font units. */
export class GlyphInk {
  /**
   * Four for each glyph that was looked up: to the left, right, up and down of its origin; zeros for a blank one.
   * An edge of -32,768 lies 32,768 off, which is more than 16 bits hold.
   */
  readonly boxes: Int32Array;
  /** Of all glyphs: up and down, at least 0. */
  readonly highest: number;
  readonly lowest: number;
  readonly #isKnown: Uint8Array;
  readonly #font: Font;

  constructor(font: Font) {
    this.#font = font;
    this.boxes = new Int32Array(font.glyphCount * 4);
    this.#isKnown = new Uint8Array(font.glyphCount);
    const { glyf, offsets } = trueTypeProgram(font);
    let [highest, lowest] = [0, 0];
    for (let glyph = 0; glyph < font.glyphCount; glyph += 1) {
      const at = offsets[glyph] as number;
      if ((offsets[glyph + 1] as number) - at < OUTLINE_HEADER_BYTES) continue;
      highest = Math.max(highest, i16(glyf, at + 8));
      lowest = Math.max(lowest, -i16(glyf, at + 4));
    }
    this.highest = highest;
    this.lowest = lowest;
  }

  lookUp(glyph: number): void {
    if (this.#isKnown[glyph] === 1) return;
    this.#isKnown[glyph] = 1;
    const { glyf, offsets } = trueTypeProgram(this.#font);
    const at = offsets[glyph] ?? 0;
    if ((offsets[glyph + 1] ?? 0) - at < OUTLINE_HEADER_BYTES) return;
    this.boxes.set([-i16(glyf, at + 2), i16(glyf, at + 6), i16(glyf, at + 8), -i16(glyf, at + 4)], glyph * 4);
  }
}

const inkOfFonts = new WeakMap<Font, GlyphInk>();

export function glyphInk(font: Font): GlyphInk {
  let ink = inkOfFonts.get(font);
  if (ink === undefined) {
    ink = new GlyphInk(font);
    inkOfFonts.set(font, ink);
  }
  return ink;
}
