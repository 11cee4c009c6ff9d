// The codes of a font in content streams. They hang on the font alone, so that a page has the same bytes wherever it
// stands: first each glyph by its id, then the same glyphs wider by what usually stands between letters of two scripts,
// then those that are drawn for more characters than one.
import type { Font } from "../../../../core/sdk/index.ts";

const CODES_MAX = 0x10000;

/** Codes that are kept free for other texts; fonts have some hundreds of them. */
const TEXTS_KEPT = 4096;

/** Thousandths of an em that the glyphs of each plane of codes are wider than those of the first. */
const PLANES: readonly number[] = [0, 250, 130];

/** What a code stands for. */
export interface Coded {
  readonly glyph: number;
  /** Thousandths of an em. */
  readonly wider: number;
  readonly text: string;
}

export class GlyphCodes {
  /** One more than the highest code that may occur. */
  readonly count: number;
  readonly #font: Font;
  readonly #planes: number;
  #codes: ReadonlyMap<string, number> | null = null;

  constructor(font: Font) {
    this.#font = font;
    // Outlines in CFF have their widths in them.
    const fitting = Math.floor((CODES_MAX - TEXTS_KEPT) / Math.max(1, font.glyphCount));
    this.#planes = font.outlines === "cff" ? 1 : Math.max(1, Math.min(PLANES.length, fitting));
    this.count = Math.min(CODES_MAX, this.#planes * font.glyphCount + TEXTS_KEPT);
  }

  /** The code of a glyph that is read as another text than its usual one; null where the font is not drawn for it. */
  codeOfText(glyph: number, text: string): number | null {
    this.#codes ??= this.#textCodes();
    return this.#codes.get(`${glyph} ${text}`) ?? null;
  }

  /** The code of the same glyph, wider; null where it has none. */
  widerCode(code: number, wider: number): number | null {
    const plane = PLANES.indexOf(wider);
    const isKnown = code < this.#font.glyphCount && plane >= 0 && plane < this.#planes;
    return isKnown ? code + plane * this.#font.glyphCount : null;
  }

  decode(code: number): Coded {
    const { glyphCount } = this.#font;
    const plane = Math.floor(code / glyphCount);
    if (plane < this.#planes) {
      const glyph = code - plane * glyphCount;
      return { glyph, wider: PLANES[plane] ?? 0, text: this.#font.textOf(glyph) };
    }
    const other = this.#font.otherTexts()[code - this.#planes * glyphCount];
    return { glyph: other?.glyph ?? 0, wider: 0, text: other?.text ?? "" };
  }

  #textCodes(): ReadonlyMap<string, number> {
    const first = this.#planes * this.#font.glyphCount;
    const codes = new Map<string, number>();
    for (const [place, { glyph, text }] of this.#font.otherTexts().entries()) {
      if (first + place < this.count) codes.set(`${glyph} ${text}`, first + place);
    }
    return codes;
  }
}

const codesOfFonts = new WeakMap<Font, GlyphCodes>();

export function glyphCodes(font: Font): GlyphCodes {
  let codes = codesOfFonts.get(font);
  if (codes === undefined) {
    codes = new GlyphCodes(font);
    codesOfFonts.set(font, codes);
  }
  return codes;
}
