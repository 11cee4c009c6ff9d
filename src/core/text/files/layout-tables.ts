// The GSUB and GPOS tables as far as two questions need them: which glyphs a feature's lookups may start at, and which
// glyph stands for which others.
import { tagText, viewOf } from "./sfnt.ts";

export interface LayoutTable {
  readonly kind: "GSUB" | "GPOS";
  readonly lookups: readonly Lookup[];
  /** Lookups by feature tag, over all scripts and languages together. */
  readonly lookupsOfFeature: ReadonlyMap<string, ReadonlySet<number>>;
  /** Lookups that some script requires whatever features are on. */
  readonly requiredLookups: ReadonlySet<number>;
}

export interface Lookup {
  /** The type behind an extension lookup. */
  readonly type: number;
  /** What glyphs it passes over (OpenType `lookupFlag`). */
  readonly flag: number;
  readonly subtables: readonly DataView[];
}

/** The lookup type that only points to another. */
const EXTENSION = { GSUB: 7, GPOS: 9 } as const;

/** Reads a GSUB or GPOS table; null where the font has none. Throws RangeError where it is damaged. */
export function readLayoutTable(kind: "GSUB" | "GPOS", bytes: Uint8Array | null): LayoutTable | null {
  if (bytes === null) return null;
  const view = viewOf(bytes);
  const featureList = view.getUint16(6);
  const features = readFeatures(view, featureList);
  const lookupsOfFeature = new Map<string, Set<number>>();
  for (const { tag, lookups } of features) {
    const known = lookupsOfFeature.get(tag) ?? new Set();
    for (const lookup of lookups) known.add(lookup);
    lookupsOfFeature.set(tag, known);
  }
  const requiredLookups = new Set<number>();
  for (const index of requiredFeatures(view, view.getUint16(4))) {
    for (const lookup of features[index]?.lookups ?? []) requiredLookups.add(lookup);
  }
  return { kind, lookups: readLookups(kind, view, view.getUint16(8)), lookupsOfFeature, requiredLookups };
}

interface Feature {
  readonly tag: string;
  readonly lookups: readonly number[];
}

function readFeatures(view: DataView, list: number): Feature[] {
  const features: Feature[] = [];
  for (let index = 0; index < view.getUint16(list); index += 1) {
    const record = list + 2 + 6 * index;
    const feature = list + view.getUint16(record + 4);
    const lookups: number[] = [];
    for (let n = 0; n < view.getUint16(feature + 2); n += 1) lookups.push(view.getUint16(feature + 4 + 2 * n));
    features.push({ tag: tagText(view.getUint32(record)), lookups });
  }
  return features;
}

/** Indexes of the required features of all scripts and languages. */
function requiredFeatures(view: DataView, list: number): number[] {
  const required: number[] = [];
  const read = (system: number): void => {
    const index = view.getUint16(system + 2);
    if (index !== 0xffff) required.push(index);
  };
  for (let index = 0; index < view.getUint16(list); index += 1) {
    const script = list + view.getUint16(list + 2 + 6 * index + 4);
    const defaultSystem = view.getUint16(script);
    if (defaultSystem !== 0) read(script + defaultSystem);
    for (let n = 0; n < view.getUint16(script + 2); n += 1) read(script + view.getUint16(script + 4 + 6 * n + 4));
  }
  return required;
}

function readLookups(kind: "GSUB" | "GPOS", view: DataView, list: number): Lookup[] {
  const lookups: Lookup[] = [];
  for (let index = 0; index < view.getUint16(list); index += 1) {
    const lookup = list + view.getUint16(list + 2 + 2 * index);
    let type = view.getUint16(lookup);
    const subtables: DataView[] = [];
    for (let n = 0; n < view.getUint16(lookup + 4); n += 1) {
      let at = lookup + view.getUint16(lookup + 6 + 2 * n);
      if (view.getUint16(lookup) === EXTENSION[kind]) {
        type = view.getUint16(at + 2);
        at += view.getUint32(at + 4);
      }
      subtables.push(new DataView(view.buffer, view.byteOffset + at, view.byteLength - at));
    }
    lookups.push({ type, flag: view.getUint16(lookup + 2), subtables });
  }
  return lookups;
}

/** The glyphs of a coverage table in coverage order. */
export function coverageOf(subtable: DataView, offset: number): number[] {
  const glyphs: number[] = [];
  const count = subtable.getUint16(offset + 2);
  if (subtable.getUint16(offset) === 1) {
    for (let index = 0; index < count; index += 1) glyphs.push(subtable.getUint16(offset + 4 + 2 * index));
    return glyphs;
  }
  for (let index = 0; index < count; index += 1) {
    const range = offset + 4 + 6 * index;
    const last = subtable.getUint16(range + 2);
    for (let glyph = subtable.getUint16(range); glyph <= last; glyph += 1) glyphs.push(glyph);
  }
  return glyphs;
}

/** Where a subtable's coverage of the glyph that a match starts at lies; null where the format is unknown. */
export function inputCoverageAt(kind: "GSUB" | "GPOS", type: number, subtable: DataView): number | null {
  const format = subtable.getUint16(0);
  const context = kind === "GSUB" ? 5 : 7;
  const chained = kind === "GSUB" ? 6 : 8;
  if (type === context && format === 3) return subtable.getUint16(6);
  if (type === chained && format === 3) {
    const backtrack = subtable.getUint16(2);
    return subtable.getUint16(4 + 2 * backtrack + 2);
  }
  const known = type >= 1 && type <= 8 && format >= 1 && format <= 3;
  return known ? subtable.getUint16(2) : null;
}

/** Glyph pairs of a GSUB single substitution, from → to. */
export function forEachSingle(subtable: DataView, visit: (from: number, to: number) => void): void {
  const covered = coverageOf(subtable, subtable.getUint16(2));
  const isDelta = subtable.getUint16(0) === 1;
  covered.forEach((glyph, index) => {
    const to = isDelta ? (glyph + subtable.getInt16(4)) & 0xffff : subtable.getUint16(6 + 2 * index);
    visit(glyph, to);
  });
}

/** Alternates of a GSUB alternate substitution, in order. */
export function forEachAlternate(subtable: DataView, visit: (from: number, to: number) => void): void {
  coverageOf(subtable, subtable.getUint16(2)).forEach((glyph, index) => {
    const set = subtable.getUint16(6 + 2 * index);
    for (let n = 0; n < subtable.getUint16(set); n += 1) visit(glyph, subtable.getUint16(set + 2 + 2 * n));
  });
}

/** Ligatures of a GSUB ligature substitution: components → ligature. */
export function forEachLigature(subtable: DataView, visit: (from: readonly number[], to: number) => void): void {
  coverageOf(subtable, subtable.getUint16(2)).forEach((glyph, index) => {
    const set = subtable.getUint16(6 + 2 * index);
    for (let n = 0; n < subtable.getUint16(set); n += 1) {
      const ligature = set + subtable.getUint16(set + 2 + 2 * n);
      const components = [glyph];
      for (let k = 1; k < subtable.getUint16(ligature + 2); k += 1) {
        components.push(subtable.getUint16(ligature + 4 + 2 * (k - 1)));
      }
      visit(components, subtable.getUint16(ligature));
    }
  });
}
