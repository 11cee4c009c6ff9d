// A paragraph's text → the parts between its forced line ends, each ready to be measured and cut.
import { codePointIn } from "../../unicode/index.ts";
import { breakOpportunities, breakRank } from "../breaking/index.ts";
import type { Font } from "../files/index.ts";
import {
  CONTROLS,
  type GlyphRun,
  lineText,
  type MissingRange,
  missingClusters,
  type ShapedPiece,
  type ShapeOptions,
  type Shaper,
  type TextRange,
  unitAt,
} from "../shaping/index.ts";
import { type CompositionOptions, compose, firstAfter, spanEnds, type TextSpan } from "./composition.ts";
import type { LineSpec, ParagraphSpec } from "./paragraph-spec.ts";
import { measure, type Setting, type Strip } from "./strip.ts";

/** Forced line ends (UAX #14 BK, CR, LF, NL). */
const FORCED_END = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/gu;
/** Controls among them that a text was hardly meant to end its line by; it is told that they do. */
const ODD_ENDS = /^[\v\f]$/u;

/** Whether a text has no control character and no forced end, as nearly all have: one look at each unit. */
export function isPlain(text: string): boolean {
  const { length } = text;
  for (let index = 0; index < length; index += 1) {
    const unit = unitAt(text, index);
    if (unit < 0x20 || unit === 0x7f || unit === 0x85 || unit === 0x2028 || unit === 0x2029) return false;
  }
  return true;
}

/** A stretch of text between forced line ends. */
export interface Part {
  readonly text: string;
  /** Where it starts in the paragraph's text. */
  readonly start: number;
  /** Its pieces where all of it has one look; null for rich and vertical text. */
  readonly pieces: readonly ShapedPiece[] | null;
  readonly strip: (from: number, to: number, setting: Setting) => Strip;
  /** What of it no font has a glyph for, by offsets of the paragraph's text. */
  readonly missing: () => readonly MissingRange[];
  /**
   * Ranks of line ends; asked for only when the part does not fit on one line.
   * @param parted where the ruby groups begin that are longer than a line: in those, lines end as their text allows.
   */
  readonly ranks: (parted: readonly number[]) => Uint8Array;
}

/** What a paragraph is measured with before anything is shrunk. */
export function settingOf(spec: LineSpec): Setting {
  return {
    sizeEmu: spec.sizeEmu,
    scaleThousandths: 1000,
    letterSpacingEmu: spec.letterSpacingEmu,
    tightThousandths: 0,
    isCompressed: false,
    latinGapThousandths: spec.latinGapThousandths,
    figureGapThousandths: spec.figureGapThousandths ?? spec.latinGapThousandths,
  };
}

/** Letter-spacing and even distribution turn kerning off. */
function isKerned(spec: LineSpec): boolean {
  return spec.letterSpacingEmu === 0 && spec.align !== "distribute";
}

/** How a horizontal text of one look is shaped. */
export function plainOptions(spec: Omit<ParagraphSpec, "text">): ShapeOptions {
  const { lang, tabular } = spec;
  return { direction: "horizontal", lang, tabular, kerning: isKerned(spec) };
}

/** The parts of a text of one look. */
export function partsOf(spec: ParagraphSpec, shaper: Shaper): readonly Part[] {
  const { fonts, text } = spec;
  if (spec.writing === "vertical") {
    return richPartsOf(spec, [{ ...spec, ruby: null }], shaper);
  }
  const options = plainOptions(spec);
  return splitParts(text, (own, start) => {
    const pieces = shaper.shape(own, fonts, options);
    const strip = (from: number, to: number, setting: Setting): Strip => {
      if (from === 0 && to === own.length) return measure(own, pieces, setting);
      const slice = lineText(own, from, to);
      return measure(slice, shaper.shape(slice, fonts, options), setting);
    };
    const missing = (): readonly MissingRange[] => missingOf(pieces, start, spec.own);
    return { text: own, start, pieces, strip, missing, ranks: ranksOf(own, spec, [], []) };
  });
}

/** The most digits that stand in one cell of a vertical line unless the specification says another number. */
const COMBINED_DIGITS = 2;

/** The parts of a text of spans. */
export function richPartsOf(spec: LineSpec, spans: readonly TextSpan[], shaper: Shaper): readonly Part[] {
  const options: CompositionOptions = {
    isVertical: spec.writing === "vertical",
    lang: spec.lang,
    kerning: isKerned(spec),
    combineMax: spec.combineMax ?? COMBINED_DIGITS,
    sizeEmu: spec.sizeEmu,
  };
  const ends = spanEnds(spans);
  const ownAt = (offset: number) => spans[firstAfter(ends.length, (span) => ends[span] ?? 0, offset)]?.own;
  return splitParts(spans.map(({ text }) => text).join(""), (text, start) => {
    const { closed, groups, strip } = compose(text, start, spans, ends, options, shaper);
    const missing = (): readonly MissingRange[] => missingOfStrip(strip(0, text.length, settingOf(spec)), start, ownAt);
    return { text, start, pieces: null, strip, missing, ranks: ranksOf(text, spec, closed, groups) };
  });
}

/** Cuts a text at its forced line ends. */
function splitParts(text: string, partOf: (text: string, start: number) => Part): readonly Part[] {
  if (isPlain(text)) return [partOf(text, 0)];
  const parts: Part[] = [];
  const add = (start: number, end: number, ending: string): void => {
    const own = text.slice(start, end);
    const part = partOf(own.replace(CONTROLS, " "), start);
    const lost = controlsOf(ODD_ENDS.test(ending) ? own + ending : own, start);
    parts.push(lost.length === 0 ? part : { ...part, missing: () => [...lost, ...part.missing()] });
  };
  let start = 0;
  for (const match of text.matchAll(FORCED_END)) {
    add(start, match.index, match[0]);
    start = match.index + match[0].length;
  }
  add(start, text.length, "");
  return parts;
}

/** The control characters of a part, each by itself. */
function controlsOf(text: string, start: number): readonly MissingRange[] {
  return [...text.matchAll(CONTROLS)].map(({ index }) => {
    return { start: start + index, end: start + index + 1, lost: "control" as const };
  });
}

/**
 * @param closed offsets where no line may end whatever the text says.
 * @param groups what is parted only where a line has no other place, unless it is asked for as parted.
 */
function ranksOf(text: string, spec: LineSpec, closed: readonly number[], groups: readonly TextRange[]): Part["ranks"] {
  let known: { readonly parted: readonly number[]; readonly ranks: Uint8Array } | null = null;
  return (parted) => {
    if (known !== null && isSame(known.parted, parted)) return known.ranks;
    const ranks = breakOpportunities(text, { wrap: spec.wrap, kinsoku: spec.kinsoku });
    const open = new Set(parted);
    for (const group of groups) {
      if (open.has(group.start)) continue;
      for (let offset = group.start + 1; offset < group.end; offset += 1) {
        ranks[offset] = Math.min(ranks[offset] ?? 0, breakRank.lastResort);
      }
    }
    for (const offset of closed) ranks[offset] = breakRank.never;
    known = { parted, ranks };
    return ranks;
  };
}

function isSame(some: readonly number[], others: readonly number[]): boolean {
  return some.length === others.length && some.every((each, at) => each === others[at]);
}

const NONE: readonly MissingRange[] = [];

/** The first code units of selectors that choose a shape of an ideograph; those of emoji choose none. */
const MAY_HOLD_VARIANT = /[\ufe00-\ufe0d]|\udb40/;
const VARIANT = /(.)([\ufe00-\ufe0d\u{e0100}-\u{e01ef}])/gsu;

/** Most text has all its glyphs: this is looked at first. */
function hasMissing(run: GlyphRun, own: OwnFonts): boolean {
  return run.glyphs.includes(0) || MAY_HOLD_VARIANT.test(run.text) || (own !== undefined && !own.includes(run.font));
}

/** The fonts that were asked for; undefined where it is all the same. */
type OwnFonts = readonly Font[] | undefined;

/** What of a text no font has a glyph for, or none that was asked for; `partStart` is added to all offsets. */
export function missingOf(pieces: readonly ShapedPiece[], partStart: number, own: OwnFonts): readonly MissingRange[] {
  if (!pieces.some(({ run }) => hasMissing(run, own))) return NONE;
  return pieces.flatMap(({ run, start }) => missingIn(run, partStart + start, own));
}

function missingIn(run: GlyphRun, start: number, own: OwnFonts): readonly MissingRange[] {
  if (!hasMissing(run, own)) return NONE;
  return [...missingClusters(run), ...variantsOf(run), ...lentIn(run, own)].map((range) => ({
    ...range,
    start: start + range.start,
    end: start + range.end,
  }));
}

/** A run of letters that another family lends. */
function lentIn({ font, text }: GlyphRun, own: OwnFonts): readonly MissingRange[] {
  const [first] = own ?? [];
  if (first === undefined || own?.includes(font) !== false || text.trim() === "") return [];
  return [{ start: 0, end: text.length, lost: "family", lent: { by: font.family, to: first.family } }];
}

/** Characters with a selector that the run's font has no shape for: a run is of a font that has it, if there is one. */
function variantsOf({ font, text }: GlyphRun): readonly MissingRange[] {
  return [...text.matchAll(VARIANT)].flatMap(({ 0: whole, 1: base = "", 2: selector = "", index }) => {
    const [character, variant] = [codePointIn(base, 0), codePointIn(selector, 0)];
    const isSet = font.glyphOf(character) === 0 || font.variationGlyphOf(character, variant) !== 0;
    return isSet ? [] : [{ start: index, end: index + whole.length, lost: "variant" as const }];
  });
}

/** The same of a strip: ruby that lacks a glyph is told with the letters below it. */
function missingOfStrip(strip: Strip, partStart: number, ownAt: (offset: number) => OwnFonts): readonly MissingRange[] {
  const missing = strip.pieces.flatMap(({ run, start }) => missingIn(run, partStart + start, ownAt(partStart + start)));
  for (const ruby of strip.rubies) {
    const lacking = missingOf(ruby.strip.pieces, 0, undefined).filter(({ lost }) => lost === undefined);
    const start = partStart + (strip.offsets[ruby.first] ?? 0);
    const end = partStart + (ruby.end === strip.count ? strip.text.length : (strip.offsets[ruby.end] ?? 0));
    if (ruby.controls !== "") missing.push({ start, end, ruby: ruby.controls, lost: "control" });
    if (lacking.length === 0) continue;
    const letters = lacking.map((each) => ruby.strip.text.slice(each.start, each.end)).join("");
    missing.push({ start, end, ruby: letters });
  }
  return missing;
}
