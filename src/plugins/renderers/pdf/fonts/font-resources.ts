// The fonts of one file: which glyphs its parts show, and at the end the Type 0 fonts with their subsets (ISO
// 32000-1 §9.7). Codes hang on the font alone (`glyph-codes.ts`), so that the bytes of a content stream do not depend
// on which other glyphs the document has.
import type { Font } from "../../../../core/sdk/index.ts";
import { decimalText, divideRounded } from "../byte-arena.ts";
import type { PdfContainer } from "../container.ts";
import { deflate, deflateQuickly } from "../deflate.ts";
import { type PdfDictionary, type PdfReference, RawSyntax } from "../file/syntax.ts";
import { Generations } from "../generations.ts";
import { cffProgram } from "./cff-program.ts";
import { subsetCff } from "./cff-subset.ts";
import { type DerivedGlyph, subsetTrueType } from "./glyf-subset.ts";
import { glyphCodes } from "./glyph-codes.ts";
import { PLAIN, styled, styleName, styleOf } from "./glyph-styles.ts";
import { trueTypeProgram } from "./sfnt.ts";
import { toUnicodeMap } from "./to-unicode.ts";
import { DEFAULT_ORIGIN_THOUSANDTHS, verticalWidths } from "./vertical-metrics.ts";

type WritingMode = "horizontal" | "vertical";

/** A style of a font: one object per writing mode. */
interface StyleUse {
  /** 1 at every code that the file shows. */
  readonly used: Uint8Array;
  /** The same of what it shows in vertical writing mode; null where it has none. */
  vertical: Uint8Array | null;
  readonly references: Partial<Record<WritingMode, PdfReference>>;
}

/** A font of the file: its styles in the order of their first use. All share one subset. */
type FontUse = Map<string, StyleUse>;

/** A font's outlines in the file. */
interface FontProgram {
  readonly subtype: "CIDFontType0" | "CIDFontType2";
  readonly file: PdfDictionary;
}

interface DescendantParts {
  readonly program: FontProgram;
  readonly descriptor: PdfReference;
  readonly packed: PackedStyle;
  readonly vertical: Uint8Array | null;
}

/** ISO 32000-1 table 123: the glyphs are not all in the standard Latin set. */
const SYMBOLIC = 4;

/** Nothing in the font states its stem width; readers use it only to imitate a font that is missing. */
const STEM_V: Readonly<Record<Font["weight"], number>> = { normal: 80, bold: 140 };

const EM = 1000;

/** The em box that layout uses. */
const VERTICAL_DEFAULTS = new RawSyntax(`[${DEFAULT_ORIGIN_THOUSANDTHS} -1000]`);

export class FontResources {
  readonly #container: PdfContainer;
  readonly #conforming: boolean;
  readonly #uses = new Map<Font, FontUse>();

  /** `conforming`: the file promises more than its format does. */
  constructor(container: PdfContainer, conforming: boolean) {
    this.#container = container;
    this.#conforming = conforming;
  }

  /** The object of a font in a style, allocated at its first use in the file. */
  reference(font: Font, mode: WritingMode, style: string): PdfReference {
    const { references } = this.#use(font, style);
    references[mode] ??= this.#container.reference({});
    return references[mode];
  }

  /** Adds codes to those that the file shows. */
  show(font: Font, mode: WritingMode, style: string, codes: Iterable<number>): void {
    this.reference(font, mode, style);
    const use = this.#use(font, style);
    if (mode === "vertical") use.vertical ??= new Uint8Array(use.used.length);
    const vertical = mode === "vertical" ? use.vertical : null;
    for (const code of codes) {
      use.used[code] = 1;
      if (vertical !== null) vertical[code] = 1;
    }
  }

  #use(font: Font, style: string): StyleUse {
    let styles = this.#uses.get(font);
    if (styles === undefined) {
      styles = new Map();
      this.#uses.set(font, styles);
    }
    const known = styles.get(style);
    if (known !== undefined) return known;
    const use: StyleUse = { used: new Uint8Array(glyphCodes(font).count), vertical: null, references: {} };
    styles.set(style, use);
    return use;
  }

  /** Writes every font that was used. */
  finish(): void {
    const isLong = this.#container.writer.length > LONG_FILE_BYTES;
    for (const [font, styles] of this.#uses) this.#write(font, styles, isLong);
  }

  #write(font: Font, styles: FontUse, isLong: boolean): void {
    const shown = [...styles].map(([style, { used }]): ShownCodes => ({ style, codes: codesOf(used) }));
    const hash = shown.reduce((seed, { style, codes }) => hashOf(codes, hashOfName(style, seed)), 0);
    const baseFont = `${subsetTag(hash)}+${font.postScriptName}`;
    const subset = packedSubset(font, shown, hash, { baseFont, conforming: this.#conforming, isLong });
    const program = this.#program(subset);
    const descriptor = this.#descriptor(font, baseFont, program.file);
    const toUnicode = this.#stream({}, subset.toUnicode);
    [...styles.values()].forEach(({ references, vertical }, place) => {
      const packed = subset.styles[place];
      if (packed === undefined) return;
      const descendant = this.#descendant(font, baseFont, { program, descriptor, packed, vertical });
      for (const mode of ["horizontal", "vertical"] as const) {
        const reference = references[mode];
        if (reference === undefined) continue;
        reference.data = {
          Type: "Font",
          Subtype: "Type0",
          BaseFont: baseFont,
          Encoding: mode === "vertical" ? "Identity-V" : "Identity-H",
          DescendantFonts: [descendant],
          ToUnicode: toUnicode,
        };
        reference.end();
      }
    });
  }

  #descendant(font: Font, baseFont: string, { program, descriptor, packed, vertical }: DescendantParts): PdfReference {
    const verticals = vertical === null ? "" : verticalWidths(font, codesOf(vertical));
    const { defaultWidth, glyphMap: map, widths } = packed;
    return this.#container.object({
      Type: "Font",
      Subtype: program.subtype,
      BaseFont: baseFont,
      CIDSystemInfo: new RawSyntax("<</Registry (Adobe) /Ordering (Identity) /Supplement 0>>"),
      FontDescriptor: descriptor,
      DW: defaultWidth,
      ...(widths === "" ? {} : { W: new RawSyntax(`[${widths}]`) }),
      ...(vertical === null ? {} : { DW2: VERTICAL_DEFAULTS }),
      ...(verticals === "" ? {} : { W2: new RawSyntax(`[${verticals}]`) }),
      ...(map === null ? {} : { CIDToGIDMap: this.#glyphMap(map) }),
    });
  }

  /** A CFF program says itself which glyph a code has; a TrueType one needs a map beside it. */
  #program({ isCff, program, programBytes }: PackedSubset): FontProgram {
    if (isCff) {
      const file = { FontFile3: this.#stream({ Subtype: "CIDFontType0C" }, program) };
      return { subtype: "CIDFontType0", file };
    }
    return { subtype: "CIDFontType2", file: { FontFile2: this.#stream({ Length1: programBytes }, program) } };
  }

  #descriptor(font: Font, baseFont: string, file: PdfDictionary): PdfReference {
    const scaled = (units: number): number => divideRounded(units * EM, font.unitsPerEm);
    return this.#container.object({
      Type: "FontDescriptor",
      FontName: baseFont,
      Flags: SYMBOLIC,
      FontBBox: font.boundingBox.map(scaled),
      ItalicAngle: font.italicAngle,
      Ascent: scaled(font.ascent),
      Descent: scaled(font.descent),
      CapHeight: scaled(font.capHeight),
      StemV: STEM_V[font.weight],
      ...file,
    });
  }

  #glyphMap(packed: Uint8Array): PdfReference {
    if (this.#conforming) return this.#stream({}, packed);
    return this.#container.object({ Filter: ["FlateDecode", "RunLengthDecode"] }, packed);
  }

  #stream(data: Record<string, number | string>, packed: Uint8Array): PdfReference {
    return this.#container.object({ ...data, Filter: "FlateDecode" }, packed);
  }
}

/** Codes that a file shows in a style, ascending. */
interface ShownCodes {
  readonly style: string;
  readonly codes: readonly number[];
}

/** What a style of a font is in a file, compressed. */
interface PackedStyle {
  /** Null where the program itself tells glyphs by codes. */
  readonly glyphMap: Uint8Array | null;
  readonly defaultWidth: number;
  readonly widths: string;
}

/** What a set of glyphs is in a file, compressed. */
interface PackedSubset {
  readonly program: Uint8Array;
  /** Before it was compressed. */
  readonly programBytes: number;
  readonly isCff: boolean;
  /** Of all styles: a code is read alike in each of them. */
  readonly toUnicode: Uint8Array;
  /** In the order in which they were asked for. */
  readonly styles: readonly PackedStyle[];
}

interface Packing {
  readonly baseFont: string;
  readonly conforming: boolean;
  readonly isLong: boolean;
}

const OUTLINES_LEVEL = 4;

/**
 * A file that holds more than this before its fonts has its outlines packed quickly: it is a hundredth longer for that,
 * and takes two fifths less time for them. In a file of one page they are most of its bytes.
 */
const LONG_FILE_BYTES = 96 * 1024;

/** Some fifty subsets of Japanese text, 45 KB each. */
const SUBSETS_BYTES = 2_000_000;

/**
 * Subsets by font and glyphs: two fifths of a one-page file's time go into compressing outlines, and where data brings
 * digits and known words only, as on payslips, labels and what is drawn again, they are the ones of the file before.
 */
const SUBSETS = new Generations<PackedSubset>(SUBSETS_BYTES);
const FONT_NUMBERS = new WeakMap<Font, number>();
let fontCount = 0;

/**
 * The hash of each set of glyphs that was packed of late, at the place that it gives itself. A subset is kept only when
 * it is asked for again: names and addresses seldom are, and 20 KB of values of each invoice, beside its packed
 * outlines, grew old in vain, until a collection of all values took them out.
 */
const LATELY = new Int32Array(4096);

function packedSubset(font: Font, shown: readonly ShownCodes[], codesHash: number, packing: Packing): PackedSubset {
  const number = numberOf(font);
  const hash = codesHash ^ Math.imul(number, 0x01000193);
  const place = hash & (LATELY.length - 1);
  if (LATELY[place] !== hash) {
    LATELY[place] = hash;
    return packSubset(font, shown, packing);
  }
  let key = `${number} ${packing.conforming} ${packing.isLong}`;
  for (const { style, codes } of shown) {
    key += ` ${style} ${codes.length} `;
    for (const code of codes) key += String.fromCharCode(code);
  }
  const known = SUBSETS.get(key);
  if (known !== undefined) return known;
  const packed = packSubset(font, shown, packing);
  SUBSETS.set(key, packed, packed.program.length + packed.toUnicode.length + key.length * 2);
  return packed;
}

function numberOf(font: Font): number {
  let number = FONT_NUMBERS.get(font);
  if (number === undefined) {
    fontCount += 1;
    number = fontCount;
    FONT_NUMBERS.set(font, number);
  }
  return number;
}

function packSubset(font: Font, shown: readonly ShownCodes[], packing: Packing): PackedSubset {
  return font.outlines === "cff" ? packCff(font, shown, packing) : packTrueType(font, shown, packing);
}

/** A CFF font has one style, and a glyph of its own for each code. */
function packCff(font: Font, shown: readonly ShownCodes[], { baseFont, conforming }: Packing): PackedSubset {
  const codes = glyphCodes(font);
  const coded = new Map(shown.flatMap((each) => each.codes.map((code) => [code, codes.decode(code).glyph] as const)));
  const file = subsetCff(cffProgram(font), coded, baseFont);
  const styles = shown.map((each) => ({ ...widthsOf(font, each), glyphMap: null }));
  const toUnicode = packTexts(font, shown, conforming);
  return { program: deflate(file), programBytes: file.length, isCff: true, toUnicode, styles };
}

/** A TrueType font has a glyph for each way in which a glyph is shown, and a map for each style. */
function packTrueType(font: Font, shown: readonly ShownCodes[], { conforming, isLong }: Packing): PackedSubset {
  const codes = glyphCodes(font);
  const plain = new Set<number>();
  const derived = new Map<string, DerivedGlyph>();
  const keys = shown.map(({ style, codes: all }) =>
    all.map((code): string | number => {
      const { glyph, wider } = codes.decode(code);
      const own = styleOf(style);
      const whole = { ...own, wider: own.wider + wider };
      if (styleName(whole) === PLAIN) {
        plain.add(glyph);
        return glyph;
      }
      const key = `${glyph} ${styleName(whole)}`;
      if (!derived.has(key)) derived.set(key, { glyph, ...styled(font, glyph, whole) });
      return key;
    }),
  );
  const { file, glyphs } = subsetTrueType(trueTypeProgram(font), plain, [...derived.values()]);
  const places = new Map<string | number, number>(glyphs.map((glyph, place) => [glyph, place]));
  for (const [place, key] of [...derived.keys()].entries()) places.set(key, glyphs.length + place);
  const styles = shown.map((each, number) => {
    const entries = each.codes.map((code, at): MapEntry => [code, places.get(keys[number]?.[at] ?? 0) ?? 0]);
    // Judges of PDF/A read no run-length data, though ISO 19005 allows it.
    const map = deflate(conforming ? plainGlyphMap(entries) : glyphMap(entries));
    return { ...widthsOf(font, each), glyphMap: map };
  });
  const toUnicode = packTexts(font, shown, conforming);
  // Outlines share little: a longer search makes them smaller by less than a hundredth.
  const program = isLong ? deflateQuickly(file) : deflate(file, OUTLINES_LEVEL);
  return { program, programBytes: file.length, isCff: false, toUnicode, styles };
}

function packTexts(font: Font, shown: readonly ShownCodes[], conforming: boolean): Uint8Array {
  const coded = glyphCodes(font);
  const only = shown.length === 1 ? shown[0] : undefined;
  const codes = only?.codes ?? [...new Set(shown.flatMap((each) => each.codes))].sort((one, other) => one - other);
  const texts = codes.map((code) => coded.decode(code).text);
  return deflate(asciiBytes(toUnicodeMap(codes, texts, conforming)));
}

function widthsOf(font: Font, { style, codes }: ShownCodes): Pick<PackedStyle, "defaultWidth" | "widths"> {
  const coded = glyphCodes(font);
  const own = styleOf(style);
  const advances = codes.map((code) => {
    const { glyph, wider } = coded.decode(code);
    return styled(font, glyph, { ...own, wider: own.wider + wider }).advance;
  });
  return widthArray(codes, advances, font.unitsPerEm);
}

function codesOf(used: Uint8Array): number[] {
  const codes: number[] = [];
  for (let code = used.indexOf(1); code >= 0; code = used.indexOf(1, code + 1)) codes.push(code);
  return codes;
}

/** Six letters that differ for different sets of glyphs (ISO 32000-1 §9.6.4). */
function subsetTag(hash: number): string {
  let rest = hash >>> 0;
  let tag = "";
  for (let letter = 0; letter < 6; letter++) {
    tag += String.fromCharCode(0x41 + (rest % 26));
    rest = Math.floor(rest / 26);
  }
  return tag;
}

/** FNV-1a. */
function hashOf(codes: readonly number[], seed: number): number {
  let hash = 0x811c9dc5 ^ seed;
  for (const code of codes) {
    hash = Math.imul(hash ^ (code & 0xff), 0x01000193);
    hash = Math.imul(hash ^ (code >> 8), 0x01000193);
  }
  return hash;
}

/** Nothing for the plain style alone, which most files have. */
function hashOfName(style: string, seed: number): number {
  let hash = seed;
  for (let index = 0; index < style.length; index++) hash = Math.imul(hash ^ style.charCodeAt(index), 0x01000193);
  return hash;
}

/**
 * `/DW` is the most frequent width of a whole number of thousandths (the full width, in Japanese): it is an integer
 * (ISO 32000-1, table 117), and readers that meet another number take 1000 for it. `/W` lists the others in runs of
 * neighbours.
 */
export function widthArray(
  codes: readonly number[],
  advances: readonly number[],
  unitsPerEm: number,
): { defaultWidth: number; widths: string } {
  const inThousandths = (advance: number): number => (advance * EM) / unitsPerEm;
  const defaultWidth = mostFrequent(advances.map(inThousandths).filter(Number.isInteger));
  let widths = "";
  let previous = -2;
  codes.forEach((code, index) => {
    const advance = advances[index] ?? 0;
    if (inThousandths(advance) === defaultWidth) return;
    if (code === previous + 1) widths += " ";
    else widths += `${previous >= 0 ? "]" : ""}${code}[`;
    widths += widthText(advance, unitsPerEm);
    previous = code;
  });
  return { defaultWidth, widths: widths === "" ? "" : `${widths}]` };
}

/** Thousandths of an em, with three decimals where the font's units ask for them. */
function widthText(advance: number, unitsPerEm: number): string {
  return decimalText(divideRounded(advance * EM * 1000, unitsPerEm), 3);
}

/** The smallest of the most frequent values, so that the answer does not hang on the order. */
function mostFrequent(values: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  let best = EM;
  let bestCount = 0;
  for (const [value, count] of counts) {
    if (count > bestCount || (count === bestCount && value < best)) {
      best = value;
      bestCount = count;
    }
  }
  return best;
}

// RunLengthDecode (ISO 32000-1 §7.4.5): a length byte below 128 is followed by that many bytes and one more, a length
// byte above 128 by one byte to repeat 257 − length times; 128 ends the data.
const LONGEST_RUN = 128;
const END_OF_DATA = 128;

/** A code and the glyph of the subset that it shows. */
type MapEntry = readonly [code: number, glyph: number];

/**
 * Code → subset glyph, for `/RunLengthDecode`. The map has two bytes for each code up to the last used one, 34 KB of
 * nearly nothing but zeros: written as runs it is 20 times smaller, and deflating it takes 0.05 ms and not 0.9.
 */
export function glyphMap(entries: readonly MapEntry[]): Uint8Array {
  const encoded: number[] = [];
  let next = 0;
  let index = 0;
  while (index < entries.length) {
    const [code] = entries[index] as MapEntry;
    writeZeros(encoded, (code - next) * 2);
    // Neighbours stand as one run of literal bytes.
    let count = 1;
    while (count * 2 < LONGEST_RUN && entries[index + count]?.[0] === code + count) count += 1;
    encoded.push(count * 2 - 1);
    for (const [, glyph] of entries.slice(index, index + count)) encoded.push(glyph >> 8, glyph & 0xff);
    next = code + count;
    index += count;
  }
  encoded.push(END_OF_DATA);
  return Uint8Array.from(encoded);
}

/** Code → subset glyph, two bytes each. */
function plainGlyphMap(entries: readonly MapEntry[]): Uint8Array {
  const map = new Uint8Array(((entries.at(-1)?.[0] ?? 0) + 1) * 2);
  for (const [code, glyph] of entries) {
    map[code * 2] = glyph >> 8;
    map[code * 2 + 1] = glyph & 0xff;
  }
  return map;
}

function writeZeros(encoded: number[], count: number): void {
  for (let rest = count; rest > 0; rest -= LONGEST_RUN) encoded.push(257 - Math.min(LONGEST_RUN, rest), 0);
}

function asciiBytes(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index++) bytes[index] = text.charCodeAt(index);
  return bytes;
}
