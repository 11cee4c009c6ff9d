// The `cmap` table: code points → glyphs (formats 4 and 12), and variation sequences → glyphs (format 14).
import { viewOf } from "./sfnt.ts";

const CODE_POINTS = 0x110000;
const PAGE = 256;

/** Code points to glyphs in pages of 256, so that a whole font's map is small and a look-up is two array reads. */
export interface CharacterMap {
  glyphOf(codePoint: number): number;
  /** The glyph of base + variation selector, 0 where the font does not know the sequence. */
  variationGlyphOf(codePoint: number, selector: number): number;
  /** Calls for every mapped code point, ascending. */
  forEach(visit: (codePoint: number, glyph: number) => void): void;
  /** Calls for every variation sequence that has a glyph of its own. */
  forEachVariation(visit: (codePoint: number, selector: number, glyph: number) => void): void;
}

/** Later entries are preferred: full Unicode over the basic plane, Windows over Unicode platform. */
const PREFERRED_ENCODINGS: readonly (readonly [platform: number, encoding: number])[] = [
  [0, 3],
  [3, 1],
  [0, 4],
  [0, 6],
  [3, 10],
];

/** Reads a `cmap` table; null where it has no Unicode subtable that is understood. */
export function readCharacterMap(table: Uint8Array, glyphCount: number): CharacterMap | null {
  const view = viewOf(table);
  const count = view.getUint16(2);
  let best = -1;
  let bestOffset = 0;
  let variationOffset = 0;
  for (let index = 0; index < count; index += 1) {
    const record = 4 + 8 * index;
    const platform = view.getUint16(record);
    const encoding = view.getUint16(record + 2);
    const offset = view.getUint32(record + 4);
    if (platform === 0 && encoding === 5) variationOffset = offset;
    const rank = PREFERRED_ENCODINGS.findIndex(([p, e]) => p === platform && e === encoding);
    if (rank > best) {
      best = rank;
      bestOffset = offset;
    }
  }
  if (best < 0) return null;
  const pages = new Pages(glyphCount);
  const format = view.getUint16(bestOffset);
  if (format === 4) readFormat4(view, bestOffset, pages);
  else if (format === 12) readFormat12(view, bestOffset, pages);
  else return null;
  const variations = new Map<number, VariationSelector>();
  if (variationOffset !== 0 && view.getUint16(variationOffset) === 14) readFormat14(view, variationOffset, variations);
  return characterMap(pages, variations);
}

class Pages {
  readonly index = new Uint16Array(CODE_POINTS / PAGE);
  data = new Uint16Array(PAGE * 64);
  used = 1;
  readonly glyphCount: number;

  constructor(glyphCount: number) {
    this.glyphCount = glyphCount;
  }

  set(codePoint: number, glyph: number): void {
    if (codePoint >= CODE_POINTS || glyph === 0 || glyph >= this.glyphCount) return;
    let page = this.index[codePoint >> 8] ?? 0;
    if (page === 0) {
      page = this.used;
      this.used += 1;
      this.index[codePoint >> 8] = page;
      if (this.used * PAGE > this.data.length) {
        const larger = new Uint16Array(this.data.length * 2);
        larger.set(this.data);
        this.data = larger;
      }
    }
    this.data[page * PAGE + (codePoint & 0xff)] = glyph;
  }
}

function characterMap(pages: Pages, variations: ReadonlyMap<number, VariationSelector>): CharacterMap {
  const index = pages.index;
  const data = pages.data.slice(0, pages.used * PAGE);
  const glyphOf = (codePoint: number): number => data[(index[codePoint >> 8] ?? 0) * PAGE + (codePoint & 0xff)] ?? 0;
  return {
    glyphOf,
    variationGlyphOf(codePoint, selector) {
      const entry = variations.get(selector);
      if (entry === undefined) return 0;
      const own = entry.glyphs.get(codePoint);
      if (own !== undefined) return own;
      return entry.defaults.some(([first, last]) => first <= codePoint && codePoint <= last) ? glyphOf(codePoint) : 0;
    },
    forEach(visit) {
      for (let page = 0; page < index.length; page += 1) {
        const start = (index[page] ?? 0) * PAGE;
        if (start === 0) continue;
        for (let low = 0; low < PAGE; low += 1) {
          const glyph = data[start + low] ?? 0;
          if (glyph !== 0) visit(page * PAGE + low, glyph);
        }
      }
    },
    forEachVariation(visit) {
      for (const [selector, entry] of variations) {
        for (const [codePoint, glyph] of entry.glyphs) visit(codePoint, selector, glyph);
      }
    },
  };
}

/** Segments of code points with a delta or an array of glyphs, the basic plane only. */
function readFormat4(view: DataView, offset: number, pages: Pages): void {
  const segments = view.getUint16(offset + 6) / 2;
  const ends = offset + 14;
  const starts = ends + 2 * segments + 2;
  const deltas = starts + 2 * segments;
  const ranges = deltas + 2 * segments;
  for (let segment = 0; segment < segments; segment += 1) {
    const first = view.getUint16(starts + 2 * segment);
    const last = view.getUint16(ends + 2 * segment);
    const delta = view.getUint16(deltas + 2 * segment);
    const rangeAt = ranges + 2 * segment;
    const range = view.getUint16(rangeAt);
    for (let codePoint = first; codePoint <= last && codePoint !== 0xffff; codePoint += 1) {
      if (range === 0) {
        pages.set(codePoint, (codePoint + delta) & 0xffff);
        continue;
      }
      const glyph = view.getUint16(rangeAt + range + 2 * (codePoint - first));
      if (glyph !== 0) pages.set(codePoint, (glyph + delta) & 0xffff);
    }
  }
}

/** Groups of consecutive code points and glyphs, all planes. */
function readFormat12(view: DataView, offset: number, pages: Pages): void {
  const groups = view.getUint32(offset + 12);
  for (let group = 0; group < groups; group += 1) {
    const at = offset + 16 + 12 * group;
    const first = view.getUint32(at);
    const last = Math.min(view.getUint32(at + 4), CODE_POINTS - 1);
    const glyph = view.getUint32(at + 8);
    for (let codePoint = first; codePoint <= last; codePoint += 1) pages.set(codePoint, glyph + codePoint - first);
  }
}

interface VariationSelector {
  readonly glyphs: ReadonlyMap<number, number>;
  readonly defaults: readonly (readonly [first: number, last: number])[];
}

/** Per selector: ranges that keep the base's own glyph, and bases with another glyph. */
function readFormat14(view: DataView, offset: number, variations: Map<number, VariationSelector>): void {
  const uint24 = (at: number): number => view.getUint8(at) * 0x10000 + view.getUint16(at + 1);
  const count = view.getUint32(offset + 6);
  for (let index = 0; index < count; index += 1) {
    const record = offset + 10 + 11 * index;
    const defaults: [number, number][] = [];
    const glyphs = new Map<number, number>();
    const defaultsAt = view.getUint32(record + 3);
    if (defaultsAt !== 0) {
      const ranges = view.getUint32(offset + defaultsAt);
      for (let range = 0; range < ranges; range += 1) {
        const at = offset + defaultsAt + 4 + 4 * range;
        const first = uint24(at);
        defaults.push([first, first + view.getUint8(at + 3)]);
      }
    }
    const glyphsAt = view.getUint32(record + 7);
    if (glyphsAt !== 0) {
      const mappings = view.getUint32(offset + glyphsAt);
      for (let mapping = 0; mapping < mappings; mapping += 1) {
        const at = offset + glyphsAt + 4 + 5 * mapping;
        glyphs.set(uint24(at), view.getUint16(at + 3));
      }
    }
    variations.set(uint24(record), { glyphs, defaults });
  }
}
