// Paragraphs of more than one look, part by part: spans in several sizes and fonts on one line, vertical lines, ruby.
// A part's text is shaped span by span; each line is shaped as what it is, with what its whole text decides kept.

import type { Font } from "../files/index.ts";
import { CONTROLS, lineText, type ShapeOptions, type Shaper, type TextRange } from "../shaping/index.ts";
import { clusterStarts } from "../unicode/index.ts";
import { type ComposedPiece, measureComposed } from "./composed-strip.ts";
import { partOfReading, type RubyOnStrip, rubySizeEmu, withRubies } from "./ruby.ts";
import type { Setting, Strip } from "./strip.ts";
import { insideCombined, type StandingPiece, shapeStanding, stancesOf } from "./vertical-text.ts";

/** Text of one look. */
export interface TextSpan {
  readonly text: string;
  /** Fallback order; at least one. */
  readonly fonts: readonly Font[];
  /** Of those, the ones that were asked for. */
  readonly own?: readonly Font[];
  readonly sizeEmu: number;
  /** Digits of equal width. */
  readonly tabular: boolean;
  /**
   * Small text beside the span (`ruby`): one string for the span as a group, or one for each of its characters or
   * words. A list of another length is joined to one. A group is parted only where it is longer than a line.
   */
  readonly ruby: string | readonly string[] | null;
}

/** What all spans of a paragraph share. */
export interface CompositionOptions {
  readonly isVertical: boolean;
  readonly lang: string;
  readonly kerning: boolean;
  /** In vertical lines, the most digits that stand side by side in one cell. */
  readonly combineMax: number;
  /** The size that the shrink ladder counts from; spans keep their proportion to it. */
  readonly sizeEmu: number;
}

/** A stretch of a part's text in one span. */
interface Stretch {
  readonly span: number;
  readonly start: number;
  readonly end: number;
  readonly stances: Uint8Array | null;
}

interface RubyUnit {
  readonly span: number;
  readonly own: TextSpan;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A part of a paragraph, ready to be measured. */
export interface Composition {
  /** The strip of a slice of the part. */
  readonly strip: (from: number, to: number, setting: Setting) => Strip;
  /** Offsets inside combined digits, where no line may end. */
  readonly closed: readonly number[];
  /** The bases of ruby groups, which are parted only where they are longer than a line. */
  readonly groups: readonly TextRange[];
}

interface Composed {
  readonly text: string;
  readonly spans: readonly TextSpan[];
  readonly stretches: readonly Stretch[];
  readonly units: readonly RubyUnit[];
  readonly options: CompositionOptions;
  readonly shaper: Shaper;
}

/** Where each span ends in the text of all spans. */
export function spanEnds(spans: readonly TextSpan[]): readonly number[] {
  let end = 0;
  return spans.map((span) => {
    end += span.text.length;
    return end;
  });
}

/**
 * @param text the part's text, control characters already replaced.
 * @param start where the part starts in the text of all spans.
 * @param ends what `spanEnds` answers.
 */
export function compose(
  text: string,
  start: number,
  spans: readonly TextSpan[],
  ends: readonly number[],
  options: CompositionOptions,
  shaper: Shaper,
): Composition {
  const stretches: Stretch[] = [];
  const units: RubyUnit[] = [];
  const closed: number[] = [];
  const first = firstAfter(ends.length, (index) => ends[index] ?? 0, start);
  for (let index = first; index < spans.length; index += 1) {
    const span = spans[index];
    const spanStart = (ends[index - 1] ?? 0) - start;
    if (span === undefined || spanStart >= text.length) break;
    const [from, to] = [Math.max(0, spanStart), Math.min(text.length, spanStart + span.text.length)];
    if (from >= to) continue;
    const own = text.slice(from, to);
    const asked = shapeOptionsOf(span, options);
    const stances = options.isVertical ? stancesOf(own, span.fonts, asked, options.combineMax, shaper) : null;
    const inside = stances === null ? [] : insideCombined(stances);
    for (const offset of inside) closed.push(from + offset);
    stretches.push({ span: index, start: from, end: to, stances });
    // A forced line end inside a span leaves its ruby with the first line.
    if (spanStart >= 0) units.push(...rubyUnits(own, span, index, from, inside));
  }
  const composed = { text, spans, stretches, units, options, shaper };
  return { closed, groups: units, strip: (from, to, setting) => stripOf(composed, from, to, setting) };
}

/** The first of `count` ascending ends that is beyond an offset, by halves. */
export function firstAfter(count: number, endOf: (index: number) => number, offset: number): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (endOf(middle) > offset) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** @param inside offsets inside digits that share a cell: they are one character. */
function rubyUnits(
  text: string,
  span: TextSpan,
  index: number,
  from: number,
  inside: readonly number[],
): readonly RubyUnit[] {
  const { ruby } = span;
  if (ruby === null) return [];
  const whole = { span: index, own: span, start: from, end: from + text.length };
  if (typeof ruby === "string") return ruby === "" ? [] : [{ ...whole, text: ruby }];
  const starts = clusterStarts(text);
  for (const offset of inside) starts[offset] = 0;
  const offsets = [...starts.keys()].filter((offset) => starts[offset] === 1);
  const bases = basesOf(text, offsets, ruby.length);
  if (bases === null) return [{ ...whole, text: ruby.join("") }];
  return bases.flatMap(([start, end], n) => {
    const small = ruby[n] ?? "";
    return small === "" ? [] : [{ ...whole, start: from + start, end: from + end, text: small }];
  });
}

/**
 * What so many readings stand over: each letter its own, or each word. No reading stands over the blank between a
 * name's two parts. Null where there are neither so many letters nor so many words.
 */
function basesOf(text: string, offsets: readonly number[], count: number): readonly Extent[] | null {
  const characters = offsets.map((offset, n): Extent => [offset, offsets[n + 1] ?? text.length]);
  const letters = characters.filter(([start, end]) => text.slice(start, end).trim() !== "");
  if (letters.length === count) return letters;
  const words = [...text.matchAll(/\S+/gu)].map(({ 0: word, index }): Extent => [index, index + word.length]);
  return words.length === count ? words : null;
}

/** Offsets in a text. */
type Extent = readonly [start: number, end: number];

function shapeOptionsOf(span: TextSpan, options: CompositionOptions): ShapeOptions {
  const { kerning, lang } = options;
  return { direction: "horizontal", lang, tabular: span.tabular, kerning };
}

/** A span's size at a step of the shrink ladder. */
function sizeAt(span: TextSpan, options: CompositionOptions, setting: Setting): number {
  if (setting.sizeEmu === options.sizeEmu) return span.sizeEmu;
  return Math.floor((span.sizeEmu * setting.sizeEmu) / options.sizeEmu + 0.5);
}

function stripOf(composed: Composed, from: number, to: number, setting: Setting): Strip {
  const { options, shaper, spans, stretches, text, units } = composed;
  const pieces: ComposedPiece[] = [];
  const line = lineText(text, from, to);
  const first = firstAfter(stretches.length, (index) => stretches[index]?.end ?? 0, from);
  for (let index = first; index < stretches.length; index += 1) {
    const stretch = stretches[index];
    const span = spans[stretch?.span ?? 0];
    if (stretch === undefined || span === undefined || stretch.start >= to) break;
    const [start, end] = [Math.max(from, stretch.start), Math.min(to, stretch.end)];
    const stances = stretch.stances?.subarray(start - stretch.start, end - stretch.start) ?? null;
    const sizeEmu = sizeAt(span, options, setting);
    for (const piece of shapeSpan(line.slice(start - from, end - from), stances, span, options, shaper)) {
      pieces.push({ ...piece, start: piece.start + start - from, span: stretch.span, sizeEmu });
    }
  }
  const strip = measureComposed(line, pieces, setting);
  if (units.length === 0) return strip;
  const rubies: RubyOnStrip[] = [];
  for (let index = firstAfter(units.length, (n) => units[n]?.end ?? 0, from); index < units.length; index += 1) {
    const unit = units[index];
    if (unit === undefined || unit.start >= to) break;
    const part = unitWithin(unit, text, from, to);
    if (part.text !== "") rubies.push(rubyOf(composed, part, from, setting));
  }
  return withRubies(strip, rubies);
}

function shapeSpan(
  text: string,
  stances: Uint8Array | null,
  span: TextSpan,
  options: CompositionOptions,
  shaper: Shaper,
): readonly StandingPiece[] {
  const asked = shapeOptionsOf(span, options);
  if (stances !== null) return shapeStanding(text, stances, span.fonts, asked, shaper);
  return shaper.shape(text, span.fonts, asked).map(({ run, start }) => ({ run, start, stance: "level" }));
}

/** What of a ruby group stands in a slice of the text: each line has the part of the reading that is of its letters. */
function unitWithin(unit: RubyUnit, text: string, from: number, to: number): RubyUnit {
  if (unit.start >= from && unit.end <= to) return unit;
  const [start, end] = [Math.max(from, unit.start), Math.min(to, unit.end)];
  const base = text.slice(unit.start, unit.end);
  return { ...unit, start, end, text: partOfReading(unit.text, base, start - unit.start, end - unit.start) };
}

function rubyOf(composed: Composed, unit: RubyUnit, from: number, setting: Setting): RubyOnStrip {
  const { options, shaper } = composed;
  const { own: span } = unit;
  const baseSizeEmu = sizeAt(span, options, setting);
  const sizeEmu = rubySizeEmu(baseSizeEmu);
  const small: Setting = {
    ...setting,
    sizeEmu,
    letterSpacingEmu: 0,
    tightThousandths: 0,
    latinGapThousandths: 0,
    figureGapThousandths: 0,
  };
  const asked = shapeOptionsOf(span, options);
  const text = unit.text.replace(CONTROLS, " ");
  const stances = options.isVertical ? stancesOf(text, span.fonts, asked, 0, shaper) : null;
  const shaped = shapeSpan(text, stances, span, options, shaper);
  const pieces = shaped.map((piece) => ({ ...piece, span: unit.span, sizeEmu }));
  return {
    span: unit.span,
    start: unit.start - from,
    end: unit.end - from,
    baseSizeEmu,
    strip: measureComposed(text, pieces, small),
    setting: small,
    controls: unit.text.match(CONTROLS)?.join("") ?? "",
  };
}
