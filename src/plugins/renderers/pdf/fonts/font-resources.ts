// The fonts of one file: which glyphs its parts show, and at the end the Type 0 fonts with their subsets (ISO
// 32000-1 §9.7). CID = the font's own glyph id, so that the bytes of a content stream do not depend on which other
// glyphs the document has.
import type { Font } from "../../../../core/sdk/index.ts";
import { decimalText, divideRounded } from "../byte-arena.ts";
import type { PdfContainer } from "../container.ts";
import { deflate, deflateQuickly } from "../deflate.ts";
import { type PdfDictionary, type PdfReference, RawSyntax } from "../file/syntax.ts";
import { Generations } from "../generations.ts";
import { cffProgram } from "./cff-program.ts";
import { subsetCff } from "./cff-subset.ts";
import { subsetTrueType } from "./glyf-subset.ts";
import { trueTypeProgram } from "./sfnt.ts";
import { toUnicodeMap } from "./to-unicode.ts";
import { DEFAULT_ORIGIN_THOUSANDTHS, verticalWidths } from "./vertical-metrics.ts";

type WritingMode = "horizontal" | "vertical";

/** A font of the file: one object per writing mode, one subset. */
interface FontUse {
  /** 1 at every original glyph id that the file shows. */
  readonly used: Uint8Array;
  /** The same of what it shows in vertical lines; null where it has none. */
  vertical: Uint8Array | null;
  readonly references: Partial<Record<WritingMode, PdfReference>>;
}

/** A font's outlines in the file, and what tells glyphs by CIDs where they do not. */
interface FontProgram {
  readonly subtype: "CIDFontType0" | "CIDFontType2";
  readonly file: PdfDictionary;
  /** Asked for when the descriptor is written. */
  map(): PdfDictionary;
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

  /** The font's object, allocated at its first use in the file. */
  reference(font: Font, mode: WritingMode): PdfReference {
    const { references } = this.#use(font);
    references[mode] ??= this.#container.reference({});
    return references[mode];
  }

  /** Adds glyphs to those that the file shows. */
  show(font: Font, mode: WritingMode, glyphs: Iterable<number>): void {
    this.reference(font, mode);
    const use = this.#use(font);
    if (mode === "vertical") use.vertical ??= new Uint8Array(font.glyphCount);
    const vertical = mode === "vertical" ? use.vertical : null;
    for (const glyph of glyphs) {
      use.used[glyph] = 1;
      if (vertical !== null) vertical[glyph] = 1;
    }
  }

  #use(font: Font): FontUse {
    const known = this.#uses.get(font);
    if (known !== undefined) return known;
    const use: FontUse = { used: new Uint8Array(font.glyphCount), vertical: null, references: {} };
    this.#uses.set(font, use);
    return use;
  }

  /** Writes every font that was used. */
  finish(): void {
    const isLong = this.#container.writer.length > LONG_FILE_BYTES;
    for (const [font, use] of this.#uses) this.#write(font, use, isLong);
  }

  #write(font: Font, { used, vertical, references }: FontUse, isLong: boolean): void {
    const cids = glyphIds(used);
    const baseFont = `${subsetTag(cids)}+${font.postScriptName}`;
    const subset = packedSubset(font, cids, baseFont, this.#conforming, isLong);
    const toUnicode = this.#stream({}, subset.toUnicode);
    const descendant = this.#descendant(font, baseFont, subset, vertical);
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
  }

  #descendant(font: Font, baseFont: string, subset: PackedSubset, vertical: Uint8Array | null): PdfReference {
    const verticals = vertical === null ? "" : verticalWidths(font, glyphIds(vertical));
    const program = this.#program(subset);
    const { defaultWidth, widths } = subset;
    return this.#container.object({
      Type: "Font",
      Subtype: program.subtype,
      BaseFont: baseFont,
      CIDSystemInfo: new RawSyntax("<</Registry (Adobe) /Ordering (Identity) /Supplement 0>>"),
      FontDescriptor: this.#descriptor(font, baseFont, program.file),
      DW: new RawSyntax(defaultWidth),
      ...(widths === "" ? {} : { W: new RawSyntax(`[${widths}]`) }),
      ...(vertical === null ? {} : { DW2: VERTICAL_DEFAULTS }),
      ...(verticals === "" ? {} : { W2: new RawSyntax(`[${verticals}]`) }),
      ...program.map(),
    });
  }

  /** A CFF program says itself which CID a glyph has; a TrueType one needs a map beside it. */
  #program({ glyphMap: map, program, programBytes }: PackedSubset): FontProgram {
    if (map === null) {
      return {
        subtype: "CIDFontType0",
        file: { FontFile3: this.#stream({ Subtype: "CIDFontType0C" }, program) },
        map: () => ({}),
      };
    }
    return {
      subtype: "CIDFontType2",
      file: { FontFile2: this.#stream({ Length1: programBytes }, program) },
      map: () => ({ CIDToGIDMap: this.#glyphMap(map) }),
    };
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

/** What a set of glyphs is in a file, compressed. */
interface PackedSubset {
  readonly toUnicode: Uint8Array;
  readonly program: Uint8Array;
  /** Before it was compressed. */
  readonly programBytes: number;
  /** Null where the program itself tells glyphs by CIDs. */
  readonly glyphMap: Uint8Array | null;
  readonly defaultWidth: string;
  readonly widths: string;
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

function packedSubset(
  font: Font,
  cids: readonly number[],
  baseFont: string,
  conforming: boolean,
  isLong: boolean,
): PackedSubset {
  const number = numberOf(font);
  const hash = hashOf(cids, number);
  const place = hash & (LATELY.length - 1);
  if (LATELY[place] !== hash) {
    LATELY[place] = hash;
    return packSubset(font, cids, baseFont, conforming, isLong);
  }
  let key = `${number} ${conforming} ${isLong} `;
  for (const cid of cids) key += String.fromCharCode(cid);
  const known = SUBSETS.get(key);
  if (known !== undefined) return known;
  const packed = packSubset(font, cids, baseFont, conforming, isLong);
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

function packSubset(
  font: Font,
  cids: readonly number[],
  baseFont: string,
  conforming: boolean,
  isLong: boolean,
): PackedSubset {
  const toUnicode = deflate(asciiBytes(toUnicodeMap(font, cids, conforming)));
  const widths = widthArray(font, cids);
  if (font.outlines === "cff") {
    const file = subsetCff(cffProgram(font), cids, baseFont);
    return { toUnicode, program: deflate(file), programBytes: file.length, glyphMap: null, ...widths };
  }
  const { file, glyphs } = subsetTrueType(trueTypeProgram(font), cids);
  // Outlines share little: a longer search makes them smaller by less than a hundredth.
  // Judges of PDF/A read no run-length data, though ISO 19005 allows it.
  const map = deflate(conforming ? plainGlyphMap(glyphs) : glyphMap(glyphs));
  const program = isLong ? deflateQuickly(file) : deflate(file, OUTLINES_LEVEL);
  return { toUnicode, program, programBytes: file.length, glyphMap: map, ...widths };
}

function glyphIds(used: Uint8Array): number[] {
  const glyphs: number[] = [];
  for (let glyph = used.indexOf(1); glyph >= 0; glyph = used.indexOf(1, glyph + 1)) glyphs.push(glyph);
  return glyphs;
}

/** Six letters that differ for different glyph sets (ISO 32000-1 §9.6.4), from an FNV-1a hash of the glyph ids. */
export function subsetTag(glyphs: readonly number[]): string {
  let rest = hashOf(glyphs, 0) >>> 0;
  let tag = "";
  for (let letter = 0; letter < 6; letter++) {
    tag += String.fromCharCode(0x41 + (rest % 26));
    rest = Math.floor(rest / 26);
  }
  return tag;
}

function hashOf(glyphs: readonly number[], seed: number): number {
  let hash = 0x811c9dc5 ^ seed;
  for (const glyph of glyphs) {
    hash = Math.imul(hash ^ (glyph & 0xff), 0x01000193);
    hash = Math.imul(hash ^ (glyph >> 8), 0x01000193);
  }
  return hash;
}

/** `/DW` is the most frequent width (the full width, in Japanese); `/W` lists the others in runs of neighbours. */
export function widthArray(font: Font, cids: readonly number[]): { defaultWidth: string; widths: string } {
  const commonest = mostFrequent(cids.map((cid) => font.advanceOf(cid)));
  let widths = "";
  let previous = -2;
  for (const cid of cids) {
    const advance = font.advanceOf(cid);
    if (advance === commonest) continue;
    if (cid === previous + 1) widths += " ";
    else widths += `${previous >= 0 ? "]" : ""}${cid}[`;
    widths += widthText(font, advance);
    previous = cid;
  }
  return { defaultWidth: widthText(font, commonest), widths: widths === "" ? "" : `${widths}]` };
}

/** Thousandths of an em, with three decimals where the font's units ask for them. */
function widthText(font: Font, advance: number): string {
  return decimalText(divideRounded(advance * EM * 1000, font.unitsPerEm), 3);
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

/**
 * CID → subset glyph, for `/RunLengthDecode`. The map has two bytes for each of the font's glyphs up to the last used
 * one, 34 KB of nearly nothing but zeros: written as runs it is 20 times smaller, and deflating it takes 0.05 ms and
 * not 0.9.
 */
export function glyphMap(glyphs: readonly number[]): Uint8Array {
  const encoded: number[] = [];
  let next = 0;
  let index = 0;
  while (index < glyphs.length) {
    const glyph = glyphs[index] as number;
    writeZeros(encoded, (glyph - next) * 2);
    // Neighbours stand as one run of literal bytes.
    let count = 1;
    while (count * 2 < LONGEST_RUN && glyphs[index + count] === glyph + count) count += 1;
    encoded.push(count * 2 - 1);
    for (let id = index; id < index + count; id++) encoded.push(id >> 8, id & 0xff);
    next = glyph + count;
    index += count;
  }
  encoded.push(END_OF_DATA);
  return Uint8Array.from(encoded);
}

/** CID → subset glyph, two bytes each. */
function plainGlyphMap(glyphs: readonly number[]): Uint8Array {
  const map = new Uint8Array(((glyphs.at(-1) ?? 0) + 1) * 2);
  glyphs.forEach((glyph, id) => {
    map[glyph * 2] = id >> 8;
    map[glyph * 2 + 1] = id & 0xff;
  });
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
