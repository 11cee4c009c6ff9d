// Combining marks that a font does not place (X̄ in fonts of Japanese, which know no Latin marks): each is set by the
// ink of its letter and of the marks before it. A font's own anchors stand over this.
import {
  coverageOf,
  type Font,
  type Ink,
  type InkOf,
  type LayoutTable,
  readLayoutTable,
  trueTypeInk,
} from "../files/index.ts";
import type { ShapedGlyphs } from "./harfbuzz.ts";
import { MARK_BLOCKS, type MarkPlace, markPlaceOf } from "./mark-places.ts";

/** Between a letter and its mark, in thousandths of the em. */
const GAP_THOUSANDTHS = 60;
/** The height of a letter without ink, such as a no-break space that carries a mark. */
const BLANK_THOUSANDTHS = 500;

const GPOS_MARK_TO_BASE = 4;
const GPOS_MARK_TO_MARK = 6;

export interface MarkPlacer {
  /** The same glyphs, with marks at their places. */
  place(shaped: ShapedGlyphs): ShapedGlyphs;
}

/** @param outlineInk what reads the ink of outlines that this room does not (CFF). */
export function createMarkPlacer(
  font: Font,
  direction: "horizontal" | "vertical",
  outlineInk: (glyph: number) => Ink | null,
): MarkPlacer {
  const inkOf = trueTypeInk(font) ?? outlineInk;
  let setting: Setting | null = null;
  return {
    place(shaped) {
      if (!hasClusters(shaped)) return shaped;
      setting ??= { font, direction, inkOf, anchored: anchorsOf(font), marks: marksOf(font) };
      return placed(setting, shaped);
    },
  };
}

/** Whether some character is made of several glyphs. */
function hasClusters({ clusters }: ShapedGlyphs): boolean {
  for (let at = 1; at < clusters.length; at += 1) if (clusters[at] === clusters[at - 1]) return true;
  return false;
}

interface Setting {
  readonly font: Font;
  readonly direction: "horizontal" | "vertical";
  readonly inkOf: InkOf;
  readonly anchored: (base: number, mark: number) => boolean;
  readonly marks: ReadonlyMap<number, MarkPlace>;
}

function placed(setting: Setting, shaped: ShapedGlyphs): ShapedGlyphs {
  const { glyphs, clusters } = shaped;
  const advances = [...shaped.advances];
  const offsets = shaped.offsets === null ? new Int32Array(2 * glyphs.length) : Int32Array.from(shaped.offsets);
  for (let base = 0; base < glyphs.length; ) {
    let end = base + 1;
    while (end < glyphs.length && clusters[end] === clusters[base]) end += 1;
    if (end > base + 1) placeCluster(setting, { glyphs, advances, offsets }, base, end);
    base = end;
  }
  return { ...shaped, advances, offsets: offsets.some((value) => value !== 0) ? offsets : null };
}

/** Marks by the glyphs that stand for them; what a font puts in their place, it also knows how to place. */
function marksOf(font: Font): ReadonlyMap<number, MarkPlace> {
  const marks = new Map<number, MarkPlace>();
  for (const [first, last] of MARK_BLOCKS) {
    for (let codePoint = first; codePoint <= last; codePoint += 1) {
      const place = markPlaceOf(codePoint);
      const glyph = place === null ? 0 : font.glyphOf(codePoint);
      if (place !== null && glyph !== 0) marks.set(glyph, place);
    }
  }
  return marks;
}

interface Glyphs {
  readonly glyphs: readonly number[];
  readonly advances: number[];
  readonly offsets: Int32Array;
}

/** What letter and marks take so far; the next mark stands clear of it. */
interface Reached {
  top: number;
  bottom: number;
}

function placeCluster(setting: Setting, { glyphs, advances, offsets }: Glyphs, base: number, end: number): void {
  const { font, direction, inkOf, anchored, marks } = setting;
  const letter = glyphs[base] ?? 0;
  if (marks.has(letter)) return;
  const advance = advances[base] ?? 0;
  const blank: Ink = [0, 0, font.advanceOf(letter), (font.unitsPerEm * BLANK_THOUSANDTHS) / 1000];
  const ink = inkOf(letter) ?? blank;
  const reached: Reached = { top: ink[3], bottom: ink[1] };
  let [before, penAlong] = [letter, advance];
  for (let at = base + 1; at < end; at += 1) {
    const glyph = glyphs[at] ?? 0;
    const place = marks.get(glyph);
    const own = inkOf(glyph);
    const [along, down] = direction === "horizontal" ? [penAlong, 0] : [0, penAlong];
    if (place !== undefined && own !== null) {
      // A second mark over a letter is placed by the first one, or it would lie on it.
      if (anchored(before, glyph)) {
        const y = (offsets[2 * at + 1] ?? 0) - (offsets[2 * base + 1] ?? 0) - down;
        reached.top = Math.max(reached.top, y + own[3]);
        reached.bottom = Math.min(reached.bottom, y + own[1]);
      } else {
        const [x, y] = originOf(place, font, ink, own, reached);
        offsets[2 * at] = Math.round((offsets[2 * base] ?? 0) + x - along);
        offsets[2 * at + 1] = Math.round((offsets[2 * base + 1] ?? 0) + y + down);
        advances[at] = 0;
      }
      before = glyph;
    }
    penAlong += advances[at] ?? 0;
  }
}

/** Where a mark's origin belongs, from its letter's origin. */
function originOf(
  place: MarkPlace,
  font: Font,
  [left, bottom, right, top]: Ink,
  [xMin, yMin, xMax, yMax]: Ink,
  reached: Reached,
): readonly [x: number, y: number] {
  const gap = Math.round((font.unitsPerEm * GAP_THOUSANDTHS) / 1000);
  const centred = (left + right - xMin - xMax) / 2;
  const above = () => {
    const y = reached.top + gap - yMin;
    reached.top = y + yMax;
    return y;
  };
  const below = (free: number) => {
    const y = Math.min(reached.bottom, 0) - free - yMax;
    reached.bottom = y + yMin;
    return y;
  };
  switch (place) {
    case "above":
      return [centred, above()];
    case "below":
      return [centred, below(gap)];
    case "attached":
      return [centred, below(0)];
    case "across":
    case "around":
      return [centred, (bottom + top - yMin - yMax) / 2];
    case "corner":
      // Voicing marks of kana: at the upper right, within the letter's own room.
      return [right - (xMin + xMax) / 2, top - yMax];
    case "tie":
      return [right - (xMin + xMax) / 2, above()];
    case "tieBelow":
      return [right - (xMin + xMax) / 2, below(gap)];
  }
}

/** Which marks the font itself places at which glyphs: letters, or marks before them. */
function anchorsOf(font: Font): (base: number, mark: number) => boolean {
  const pairs: { readonly bases: ReadonlySet<number>; readonly marks: ReadonlySet<number> }[] = [];
  const table = readPositions(font);
  for (const tag of ["mark", "mkmk"]) {
    for (const index of table?.lookupsOfFeature.get(tag) ?? []) {
      const lookup = table?.lookups[index];
      if (lookup?.type !== GPOS_MARK_TO_BASE && lookup?.type !== GPOS_MARK_TO_MARK) continue;
      for (const subtable of lookup.subtables) {
        const marks = new Set(coverageOf(subtable, subtable.getUint16(2)));
        pairs.push({ bases: new Set(coverageOf(subtable, subtable.getUint16(4))), marks });
      }
    }
  }
  return (base, mark) => pairs.some(({ bases, marks }) => bases.has(base) && marks.has(mark));
}

function readPositions(font: Font): LayoutTable | null {
  try {
    return readLayoutTable("GPOS", font.table("GPOS"));
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
