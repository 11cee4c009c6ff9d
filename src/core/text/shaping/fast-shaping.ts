// The exact fast path: where no lookup that looks at neighbours can start, a run is its characters' glyphs one by one,
// with pair kerning. Each character and each pair is asked of HarfBuzz once and remembered (performance, design 2).
import { codePointIn } from "../../unicode/index.ts";
import {
  coverageOf,
  type Font,
  forEachLigature,
  forEachSingle,
  inputCoverageAt,
  type LayoutTable,
  readLayoutTable,
} from "../files/index.ts";
import { graphemeClasses, graphemeClassOf, hasTrait, scriptOf, scripts, traits } from "../unicode/index.ts";
import { AsciiRuns, oneToOneClusters } from "./ascii-runs.ts";
import type { HarfBuzzShaper, ShapedGlyphs } from "./harfbuzz.ts";

/** Features that HarfBuzz turns on by itself for text of the scripts handled here. */
const COMMON_FEATURES = [
  ...["rvrn", "rand", "Harf", "HARF", "Buzz", "BUZZ", "abvm", "blwm", "ccmp", "locl", "mark", "mkmk", "rlig"],
] as const;
/** What comes to them in lines of either direction. */
const DIRECTION_FEATURES = {
  horizontal: ["ltra", "ltrm", "calt", "clig", "curs", "dist", "liga", "rclt"],
  vertical: ["vert"],
} as const;

/** The features of ligatures that are there for their looks. */
export const LIGATURES: readonly string[] = ["liga", "clig"];

function isLigature(tag: string): boolean {
  return LIGATURES.includes(tag);
}

/** FRACTION SLASH makes HarfBuzz turn on fraction features around it. */
const FRACTION_SLASH = 0x2044;

const FAST_SCRIPTS: ReadonlySet<number> = new Set([
  scripts.Common,
  scripts.Latin,
  scripts.Han,
  scripts.Hiragana,
  scripts.Katakana,
]);

const GSUB_SINGLE = 1;
const GSUB_LIGATURE = 4;
/**
 * Lookup flags that let a lookup pass over base glyphs or ligatures (OpenType IGNORE_BASE_GLYPHS, IGNORE_LIGATURES):
 * then the next glyph is not the one that follows. Marks are never simple, whatever a flag says of them.
 */
const PASSES_OVER_BASES = 0x0006;
const GPOS_SINGLE = 1;
const GPOS_PAIR = 2;
/** GPOS value format bits: only an advance along the line is remembered as kerning. */
const VALUE_X_ADVANCE = 0x0004;

/** How often a chain of single substitutions is followed; one that is longer is left to HarfBuzz. */
const SUBSTITUTION_CHAIN_MAX = 8;

export interface FastShaper {
  /** The shaped text, or null where only HarfBuzz knows. */
  shape(text: string): ShapedGlyphs | null;
  /** The same of printable ASCII on a level line; null in vertical lines. */
  readonly ascii: AsciiRuns | null;
}

/**
 * A character that comes out as this glyph, advance and offset wherever no ligature starts; null where it must go to
 * HarfBuzz.
 */
type SimpleGlyph = {
  readonly glyph: number;
  readonly advance: number;
  /** To the right and up; zero in a horizontal line. */
  readonly offset: readonly [number, number];
  /** A ligature may start with it, and one may go on with it: where the two meet, HarfBuzz decides. */
  readonly startsLigature: boolean;
  readonly joinsLigature: boolean;
} | null;

const NO_OFFSET = [0, 0] as const;

/** Digits and Latin letters are looked up without hashing. */
const ASCII_COUNT = 0x80;

/** What is on or off beside HarfBuzz's own choice of features. */
export interface ChosenFeatures {
  readonly tabular: boolean;
  readonly kerning: boolean;
  /** Off: no ligature that is there for its looks. */
  readonly ligatures: boolean;
}

export function createFastShaper(
  font: Font,
  shaper: HarfBuzzShaper,
  direction: "horizontal" | "vertical",
  { tabular, kerning, ligatures }: ChosenFeatures,
): FastShaper | null {
  const directed: readonly string[] = DIRECTION_FEATURES[direction];
  const own = ligatures ? directed : directed.filter((tag) => !isLigature(tag));
  const active = [...COMMON_FEATURES, ...own, ...(tabular ? ["tnum"] : []), ...(kerning ? ["kern"] : [])];
  const plan = planOf(font, active);
  if (plan === null || (kerning && !plan.hasKerning && font.table("kern") !== null)) return null;
  const simple = new Map<number, SimpleGlyph>();
  const ascii = new Array<SimpleGlyph | undefined>(ASCII_COUNT).fill(undefined);
  const pairs = new Map<number, number | null>();
  const glyphFor = (codePoint: number): SimpleGlyph => {
    let known = codePoint < ASCII_COUNT ? ascii[codePoint] : simple.get(codePoint);
    if (known === undefined) {
      known = simpleGlyph(font, shaper, direction, plan, codePoint);
      if (codePoint < ASCII_COUNT) ascii[codePoint] = known;
      else simple.set(codePoint, known);
    }
    return known;
  };
  if (direction === "vertical") {
    return { shape: (text) => shapeVertically(text, glyphFor), ascii: null };
  }
  const kernOf: KernOf = (before, glyph, text, from, to) => {
    const pair = before * 0x10000 + glyph;
    let kern = pairs.get(pair);
    if (kern === undefined) {
      kern = askPair(shaper, glyphFor, text.slice(from, to));
      pairs.set(pair, kern);
    }
    return kern;
  };
  const asciiRuns = new AsciiRuns({
    font,
    glyphFor(unit) {
      const found = glyphFor(unit);
      return found === null ? null : { ...found, startsKerning: plan.kerned[found.glyph] === 1 };
    },
    kernOf(before, unit) {
      const [first, second] = [glyphFor(before), glyphFor(unit)];
      if (first === null || second === null) return null;
      return kernOf(first.glyph, second.glyph, String.fromCharCode(before, unit), 0, 2);
    },
  });
  return { shape: (text) => shapeSimply(text, glyphFor, plan, kernOf), ascii: asciiRuns };
}

/** The kerning between two glyphs, which stand for `text` from `from` to `to`; null where only HarfBuzz knows. */
type KernOf = (before: number, glyph: number, text: string, from: number, to: number) => number | null;

interface Plan {
  /** Per glyph, 1 where a lookup that looks at more than one glyph may start, ligatures left out. */
  readonly complex: Uint8Array;
  /** Per glyph, 1 where it is the first of a ligature's components, and where it is the second. */
  readonly ligatureFirsts: Uint8Array;
  readonly ligatureSeconds: Uint8Array;
  /** Per glyph, 1 where pair kerning may start. */
  readonly kerned: Uint8Array;
  readonly hasKerning: boolean;
  /** Single substitutions of active features. */
  readonly substitutes: ReadonlyMap<number, readonly number[]>;
}

/** What the active features' lookups may touch; null where the font shapes by other tables or is not understood. */
function planOf(font: Font, features: readonly string[]): Plan | null {
  if (["morx", "mort", "kerx", "fvar"].some((tag) => font.table(tag) !== null)) return null;
  try {
    const substitution = readLayoutTable("GSUB", font.table("GSUB"));
    const positioning = readLayoutTable("GPOS", font.table("GPOS"));
    const perGlyph = () => new Uint8Array(font.glyphCount);
    const complex = perGlyph();
    const kerned = perGlyph();
    const found = { complex, ligatureFirsts: perGlyph(), ligatureSeconds: perGlyph(), substitutes: new Map() };
    if (substitution !== null && !readSubstitutions(substitution, features, found)) return null;
    if (positioning !== null && !readPositioning(positioning, features, complex, kerned)) return null;
    return { ...found, kerned, hasKerning: positioning?.lookupsOfFeature.has("kern") ?? false };
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Indexes of the lookups of these features in any script and language: more than apply, never fewer. */
function activeLookups(table: LayoutTable, features: readonly string[]): ReadonlySet<number> {
  const active = new Set(table.requiredLookups);
  for (const tag of features) for (const lookup of table.lookupsOfFeature.get(tag) ?? []) active.add(lookup);
  return active;
}

/** What substitutions may do to each glyph. */
interface Substitutions extends Pick<Plan, "complex" | "ligatureFirsts" | "ligatureSeconds"> {
  readonly substitutes: Map<number, number[]>;
}

function readSubstitutions(table: LayoutTable, features: readonly string[], found: Substitutions): boolean {
  const { complex, substitutes } = found;
  for (const index of activeLookups(table, features)) {
    const lookup = table.lookups[index];
    if (lookup === undefined) return false;
    for (const subtable of lookup.subtables) {
      if (lookup.type === GSUB_SINGLE) {
        forEachSingle(subtable, (from, to) => {
          const known = substitutes.get(from);
          if (known === undefined) substitutes.set(from, [to]);
          else known.push(to);
        });
      } else if (lookup.type === GSUB_LIGATURE && (lookup.flag & PASSES_OVER_BASES) === 0) {
        forEachLigature(subtable, ([first = 0, second]) => {
          // Nearly all kana start a ligature with a combining mark, which hardly any text has.
          found.ligatureFirsts[first] = 1;
          if (second === undefined) complex[first] = 1;
          else found.ligatureSeconds[second] = 1;
        });
      } else if (!markCoverage(table.kind, lookup.type, subtable, complex)) return false;
    }
  }
  return true;
}

function readPositioning(
  table: LayoutTable,
  features: readonly string[],
  complex: Uint8Array,
  kerned: Uint8Array,
): boolean {
  for (const index of activeLookups(table, features)) {
    const lookup = table.lookups[index];
    if (lookup === undefined) return false;
    for (const subtable of lookup.subtables) {
      if (lookup.type === GPOS_SINGLE) continue;
      const isPair = lookup.type === GPOS_PAIR;
      // A second value would move the start of the next pair; other values than an advance would move glyphs.
      const isKerning = isPair && (subtable.getUint16(4) & ~VALUE_X_ADVANCE) === 0 && subtable.getUint16(6) === 0;
      if (!markCoverage(table.kind, lookup.type, subtable, isKerning ? kerned : complex)) return false;
    }
  }
  return true;
}

function markCoverage(kind: "GSUB" | "GPOS", type: number, subtable: DataView, marked: Uint8Array): boolean {
  const offset = inputCoverageAt(kind, type, subtable);
  if (offset === null) return false;
  for (const glyph of coverageOf(subtable, offset)) marked[glyph] = 1;
  return true;
}

/** Whether Unicode itself lets a character stand alone: no mark, joiner, selector, jamo or fraction. */
function standsAlone(codePoint: number): boolean {
  return (
    codePoint !== FRACTION_SLASH &&
    !hasTrait(codePoint, traits.mark | traits.defaultIgnorable | traits.unassigned) &&
    isLoneCluster(graphemeClassOf(codePoint)) &&
    FAST_SCRIPTS.has(scriptOf(codePoint))
  );
}

function isLoneCluster(graphemeClass: number): boolean {
  return graphemeClass === graphemeClasses.Other || graphemeClass === graphemeClasses.Pictographic;
}

function simpleGlyph(
  font: Font,
  shaper: HarfBuzzShaper,
  direction: "horizontal" | "vertical",
  plan: Plan,
  codePoint: number,
): SimpleGlyph {
  const mapped = font.glyphOf(codePoint);
  if (mapped === 0 || !standsAlone(codePoint)) return null;
  const reached = reachedGlyphs(plan, mapped);
  if (reached === null || reached.some((glyph) => plan.complex[glyph] === 1)) return null;
  const shaped = shaper.shape(String.fromCodePoint(codePoint));
  const glyph = shaped.glyphs[0] ?? 0;
  if (shaped.glyphs.length !== 1 || plan.complex[glyph] === 1) return null;
  if (direction === "horizontal" && shaped.offsets !== null) return null;
  const offset = shaped.offsets === null ? NO_OFFSET : ([shaped.offsets[0] ?? 0, shaped.offsets[1] ?? 0] as const);
  const startsLigature = [glyph, ...reached].some((one) => plan.ligatureFirsts[one] === 1);
  const joinsLigature = [glyph, ...reached].some((one) => plan.ligatureSeconds[one] === 1);
  return { glyph, advance: shaped.advances[0] ?? 0, offset, startsLigature, joinsLigature };
}

/** A glyph with all that single substitutions may make of it; null where there is no end to them. */
function reachedGlyphs(plan: Plan, start: number): readonly number[] | null {
  const all: number[] = [];
  let reached: readonly number[] = [start];
  for (let step = 0; step < SUBSTITUTION_CHAIN_MAX; step += 1) {
    all.push(...reached);
    reached = reached.flatMap((glyph) => plan.substitutes.get(glyph) ?? []);
    if (reached.length === 0) return all;
  }
  return null;
}

function shapeSimply(
  text: string,
  glyphFor: (codePoint: number) => SimpleGlyph,
  plan: Plan,
  kernOf: KernOf,
): ShapedGlyphs | null {
  const { length } = text;
  const glyphs = new Array<number>(length);
  const advances = new Array<number>(length);
  let clusters: Uint32Array | null = null;
  let unsafe: Uint8Array | null = null;
  let count = 0;
  let previousOffset = 0;
  let startsLigature = false;
  for (let offset = 0; offset < length; ) {
    const codePoint = codePointIn(text, offset);
    const next = offset + (codePoint > 0xffff ? 2 : 1);
    const found = glyphFor(codePoint);
    if (found === null || (startsLigature && found.joinsLigature)) return null;
    startsLigature = found.startsLigature;
    glyphs[count] = found.glyph;
    advances[count] = found.advance;
    if (clusters === null && offset !== count) {
      clusters = new Uint32Array(length);
      clusters.set(oneToOneClusters(count));
    }
    if (clusters !== null) clusters[count] = offset;
    const before = glyphs[count - 1] ?? 0;
    if (count > 0 && plan.kerned[before] === 1) {
      const kern = kernOf(before, found.glyph, text, previousOffset, next);
      if (kern === null) return null;
      if (kern !== 0) {
        advances[count - 1] = (advances[count - 1] ?? 0) + kern;
        unsafe ??= new Uint8Array(length);
        unsafe[count] = 1;
      }
    }
    previousOffset = offset;
    offset = next;
    count += 1;
  }
  const isExact = count === length;
  return {
    glyphs: isExact ? glyphs : glyphs.slice(0, count),
    advances: isExact ? advances : advances.slice(0, count),
    offsets: null,
    clusters: clusters?.slice(0, count) ?? oneToOneClusters(count),
    unsafeToBreak: unsafe === null || isExact ? unsafe : unsafe.slice(0, count),
  };
}

/** A vertical line has no kerning: each character stands in its own cell, hung from the cell's top centre. */
function shapeVertically(text: string, glyphFor: (codePoint: number) => SimpleGlyph): ShapedGlyphs | null {
  const found: NonNullable<SimpleGlyph>[] = [];
  const clusters: number[] = [];
  for (let at = 0; at < text.length; ) {
    const codePoint = codePointIn(text, at);
    const glyph = glyphFor(codePoint);
    if (glyph === null || (found.at(-1)?.startsLigature === true && glyph.joinsLigature)) return null;
    found.push(glyph);
    clusters.push(at);
    at += codePoint > 0xffff ? 2 : 1;
  }
  const offsets = Int32Array.from(found.flatMap(({ offset }) => offset));
  return {
    glyphs: found.map(({ glyph }) => glyph),
    advances: found.map(({ advance }) => advance),
    offsets: offsets.some((value) => value !== 0) ? offsets : null,
    clusters: Uint32Array.from(clusters),
    unsafeToBreak: null,
  };
}

/** A pair's kerning in font units; null where the pair does more than move its second glyph. */
function askPair(shaper: HarfBuzzShaper, glyphFor: (codePoint: number) => SimpleGlyph, pair: string): number | null {
  const shaped = shaper.shape(pair);
  const [first, second] = [...pair].map((character) => glyphFor(codePointIn(character, 0)));
  if (shaped.glyphs.length !== 2 || shaped.offsets !== null || first === undefined || second === undefined) return null;
  if (first === null || second === null || shaped.glyphs[0] !== first.glyph || shaped.glyphs[1] !== second.glyph) {
    return null;
  }
  const kern = (shaped.advances[0] ?? 0) - first.advance;
  const isUnsafe = shaped.unsafeToBreak?.[1] === 1;
  return shaped.advances[1] === second.advance && isUnsafe === (kern !== 0) ? kern : null;
}
