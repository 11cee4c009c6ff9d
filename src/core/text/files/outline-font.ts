// Drawn characters (外字) → a TrueType font of their own, so that they are set, turned and embedded like any other.
// https://learn.microsoft.com/typography/opentype/spec/otff
import type { Font } from "./font.ts";
import { parseFont } from "./parse-font.ts";
import { viewOf, writeTables } from "./sfnt.ts";

/** A point of an outline in thousandths of the em, from the em box's top left, y downwards. */
export type OutlinePoint = readonly [x: number, y: number, isOnCurve: 0 | 1];

/** A character of the private areas and its contours of quadratic curves, as TrueType has them. */
export interface DrawnCharacter {
  readonly codePoint: number;
  /** What it is read and copied as; absent: itself. */
  readonly text?: string;
  readonly contours: readonly (readonly OutlinePoint[])[];
}

const FAMILY = "Gaiji";
const UNITS_PER_EM = 1000;
/** The em box's part above the baseline. */
const ASCENT = 880;

/**
 * One face that stands for both weights. The same characters give the same font.
 * @param sha256 hex digits of the characters' hash: what the font is known by.
 */
export function drawnFont(characters: readonly DrawnCharacter[], sha256: string): Font {
  const sorted = [...characters].sort((one, other) => one.codePoint - other.codePoint);
  const glyphs = [new Uint8Array(0), ...sorted.map(({ contours }) => glyphOf(contours))];
  const bytes = writeTables(tablesOf(sorted, glyphs));
  const parsed = parseFont({ bytes, family: FAMILY, weight: "normal", sha256 });
  if ("problem" in parsed) throw new Error(`A font of drawn characters can't be read: ${parsed.problem}`);
  const { font } = parsed;
  const readAs = new Map(sorted.flatMap(({ codePoint, text }) => readingOf(String.fromCodePoint(codePoint), text)));
  if (readAs.size === 0) return font;
  const textOf = (glyph: number): string => readAs.get(font.textOf(glyph)) ?? font.textOf(glyph);
  return { ...font, textOf, readAs };
}

function readingOf(character: string, text: string | undefined): readonly (readonly [string, string])[] {
  return text === undefined ? [] : [[character, text]];
}

/** Big-endian values one after another. */
class Writer {
  readonly #bytes: number[] = [];

  u8(...values: readonly number[]): this {
    for (const value of values) this.#bytes.push(value & 0xff);
    return this;
  }
  u16(...values: readonly number[]): this {
    for (const value of values) this.u8(value >> 8, value);
    return this;
  }
  u32(...values: readonly number[]): this {
    for (const value of values) this.u16(Math.floor(value / 0x10000), value);
    return this;
  }
  done(): Uint8Array {
    return Uint8Array.from(this.#bytes);
  }
}

/** Flags of a point: on the curve, with both coordinates as 16-bit steps from the point before. */
function glyphOf(contours: readonly (readonly OutlinePoint[])[]): Uint8Array {
  const points = contours.flat().map(([x, y, on]) => [x, ASCENT - y, on] as const);
  if (points.length === 0) return new Uint8Array(0);
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const writer = new Writer().u16(contours.length, Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys));
  let end = -1;
  for (const contour of contours) {
    end += contour.length;
    writer.u16(end);
  }
  writer.u16(0).u8(...points.map(([, , on]) => on));
  for (const values of [xs, ys]) {
    values.forEach((value, index) => {
      writer.u16(value - (index === 0 ? 0 : (values[index - 1] ?? 0)));
    });
  }
  const bytes = writer.done();
  return bytes.length % 2 === 0 ? bytes : Uint8Array.from([...bytes, 0]);
}

function tablesOf(
  characters: readonly DrawnCharacter[],
  glyphs: readonly Uint8Array[],
): readonly (readonly [string, Uint8Array])[] {
  const offsets = new Writer().u32(0);
  let size = 0;
  for (const glyph of glyphs) {
    size += glyph.length;
    offsets.u32(size);
  }
  const glyf = new Uint8Array(size);
  let at = 0;
  for (const glyph of glyphs) {
    glyf.set(glyph, at);
    at += glyph.length;
  }
  const all = characters.flatMap(({ contours }) => contours.flat());
  const xs = [0, UNITS_PER_EM, ...all.map(([x]) => x)];
  const ys = [ASCENT - UNITS_PER_EM, ASCENT, ...all.map(([, y]) => ASCENT - y)];
  const box = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  const pointsMax = Math.max(0, ...characters.map(({ contours }) => contours.flat().length));
  const contoursMax = Math.max(0, ...characters.map(({ contours }) => contours.length));
  return [
    ["head", headOf(box)],
    ["hhea", metricsHeader(glyphs.length)],
    [
      "maxp",
      new Writer()
        .u32(0x10000)
        .u16(glyphs.length, pointsMax, contoursMax, 0, 0, 1, ...Array(8).fill(0))
        .done(),
    ],
    ["hmtx", new Writer().u16(...glyphs.flatMap((glyph) => [UNITS_PER_EM, leftOf(glyph)])).done()],
    ["cmap", characterMap(characters)],
    ["loca", offsets.done()],
    ["glyf", glyf],
    ["name", nameTable()],
    ["post", new Writer().u32(0x30000, ...Array(7).fill(0)).done()],
  ];
}

/** Where a glyph's outline begins (`xMin`), as its left side bearing. */
function leftOf(glyph: Uint8Array): number {
  return glyph.length === 0 ? 0 : viewOf(glyph).getInt16(2);
}

function headOf(box: readonly number[]): Uint8Array {
  const writer = new Writer().u32(0x10000, 0x10000, 0, 0x5f0f3cf5).u16(0, UNITS_PER_EM).u32(0, 0, 0, 0);
  return writer
    .u16(...box)
    .u16(0, 8, 2, 1, 0)
    .done();
}

function metricsHeader(glyphCount: number): Uint8Array {
  const writer = new Writer().u32(0x10000).u16(ASCENT, ASCENT - UNITS_PER_EM, 0, UNITS_PER_EM);
  return writer.u16(...Array(11).fill(0), glyphCount).done();
}

/** Format 12 alone, which holds all planes. */
function characterMap(characters: readonly DrawnCharacter[]): Uint8Array {
  const writer = new Writer().u16(0, 1, 3, 10).u32(12);
  writer.u16(12, 0).u32(16 + 12 * characters.length, 0, characters.length);
  characters.forEach(({ codePoint }, index) => {
    writer.u32(codePoint, codePoint, index + 1);
  });
  return writer.done();
}

/** The PostScript name alone (name id 6, in Windows' UTF-16). */
function nameTable(): Uint8Array {
  const writer = new Writer().u16(0, 1, 18, 3, 1, 0x0409, 6, 2 * FAMILY.length, 0);
  return writer.u16(...[...FAMILY].map((letter) => letter.charCodeAt(0))).done();
}
