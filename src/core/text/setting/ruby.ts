// Ruby (振り仮名): small text beside its base. How much room it needs, how far it may reach over its neighbours, and where
// it stands (JLREQ 3.3, the simple case: jukugo ruby is set as group ruby).
import { codePointIn } from "../../unicode/index.ts";
import { clusterStarts, scriptOf, scripts } from "../unicode/index.ts";
import { type LinePlace, type ParagraphLine, placeLine, type RubyPiece } from "./line-placing.ts";
import { spaceAfter, spaceBefore, spacingClass } from "./spacing.ts";
import { type Setting, type Strip, type StripRuby, stripWidthEmu } from "./strip.ts";

/** Ruby is half as large as its base. */
const RUBY_DIVISOR = 2;

/** The size of a base's ruby. */
export function rubySizeEmu(baseSizeEmu: number): number {
  return Math.floor(baseSizeEmu / RUBY_DIVISOR);
}

/** Small kana and the mark of a long vowel are read with the letter before them. */
const READ_WITH_BEFORE = "ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮー";

/**
 * The part of a reading that belongs to a part of its base: what one letter of the base takes is not known, so the
 * reading is shared out in proportion. The parts of all lines make up the whole.
 * @param from offset in the base where the part begins; `to` is where it ends.
 */
export function partOfReading(reading: string, base: string, from: number, to: number): string {
  const [letters, small] = [offsetsOf(base), offsetsOf(reading)];
  const at = (offset: number): number => {
    if (offset >= base.length) return reading.length;
    const before = letters.filter((start) => start < offset).length;
    let count = Math.floor((small.length * before) / letters.length + 0.5);
    while (count > 0 && READ_WITH_BEFORE.includes(reading.charAt(small[count] ?? reading.length) || " ")) count += 1;
    return small[count] ?? reading.length;
  };
  return reading.slice(at(from), at(to));
}

function offsetsOf(text: string): readonly number[] {
  return [...clusterStarts(text).entries()].filter(([, starts]) => starts === 1).map(([offset]) => offset);
}

/** A measured ruby and the characters that it stands beside. */
export interface RubyOnStrip {
  readonly span: number;
  /** The base's characters in the strip's text. */
  readonly start: number;
  readonly end: number;
  readonly baseSizeEmu: number;
  readonly strip: Strip;
  readonly setting: Setting;
  /** The control characters that blanks stand for. */
  readonly controls: string;
}

/**
 * Makes room for ruby that is wider than its base: the base's characters part, and at its edges the ruby reaches over
 * kana, dashes, brackets and stops by one of its own characters at most (JLREQ 3.3.8). Never over ideographs, a line's
 * edge or other ruby.
 */
export function withRubies(strip: Strip, rubies: readonly RubyOnStrip[]): Strip {
  const isBase = new Uint8Array(strip.count);
  const placed: StripRuby[] = [];
  const ranges: (readonly [first: number, end: number])[] = [];
  let first = 0;
  for (const ruby of rubies) {
    while (first < strip.count && (strip.offsets[first] ?? 0) < ruby.start) first += 1;
    let end = first;
    while (end < strip.count && (strip.offsets[end] ?? 0) < ruby.end) end += 1;
    isBase.fill(1, first, end);
    ranges.push([first, end]);
  }
  rubies.forEach((ruby, index) => {
    const [from, to] = ranges[index] ?? [0, 0];
    if (from < to) placed.push(fitRuby(strip, ruby, from, to, isBase, placed.at(-1)));
  });
  return { ...strip, rubies: placed };
}

function fitRuby(
  strip: Strip,
  ruby: RubyOnStrip,
  first: number,
  end: number,
  isBase: Uint8Array,
  previous: StripRuby | undefined,
): StripRuby {
  const widthEmu = stripWidthEmu(ruby.strip);
  const over = widthEmu - extentEmu(strip, first, end);
  const most = ruby.setting.sizeEmu;
  const roomBefore =
    first === 0 ? 0 : Math.min(most, roomOver(strip, first - 1, isBase)) - usedBefore(strip, first, previous);
  const roomAfter = end === strip.count ? 0 : Math.min(most, roomOver(strip, end, isBase));
  const reach = partBase(strip, first, end, Math.max(0, over), roomBefore, roomAfter);
  if (over > 0) {
    strip.leadsEmu[first] = -reach.beforeEmu;
    strip.trailsEmu[end - 1] = -reach.afterEmu;
  }
  const { baseSizeEmu, span, strip: own, setting, controls } = ruby;
  const isSpread = clusters(strip, first, end) > 1 && own.classes.some((value) => value === spacingClass.japanese);
  return { span, first, end, baseSizeEmu, strip: own, setting, controls, widthEmu, ...reach, isSpread };
}

/**
 * The one letter between two bases is reached over from the first; the second has what that leaves. Punctuation has a
 * half for each.
 */
function usedBefore(strip: Strip, first: number, previous: StripRuby | undefined): number {
  if (previous?.end !== first - 1) return 0;
  return strip.classes[first - 1] === spacingClass.japanese ? previous.reachAfterEmu : 0;
}

/** From the first base glyph's pen position to the end of the last one's advance. */
function extentEmu(strip: Strip, first: number, end: number): number {
  let sum = 0;
  for (let index = first; index < end; index += 1) {
    sum += strip.advancesEmu[index] ?? 0;
    if (index + 1 < end) sum += strip.gapsEmu[index] ?? 0;
  }
  return sum;
}

function clusters(strip: Strip, first: number, end: number): number {
  let count = 1;
  for (let index = first + 1; index < end; index += 1)
    if (strip.offsets[index] !== strip.offsets[index - 1]) count += 1;
  return count;
}

const LONG_VOWEL = 0x30fc;

/** Dashes and leaders (cl-08). */
const INSEPARABLE = "―—…‥〳〴〵";

/**
 * How far ruby may reach over a neighbour of its base: over kana, dashes and leaders, over the ink of a bracket or stop
 * that stands at the base and over its empty half where that does.
 */
function roomOver(strip: Strip, index: number, isBase: Uint8Array): number {
  if (isBase[index] === 1) return 0;
  const advanceEmu = strip.advancesEmu[index] ?? 0;
  const codePoint = codePointIn(strip.text, strip.offsets[index] ?? 0);
  const script = scriptOf(codePoint);
  const isKana = script === scripts.Hiragana || script === scripts.Katakana || codePoint === LONG_VOWEL;
  if (isKana || INSEPARABLE.includes(String.fromCodePoint(codePoint))) return advanceEmu;
  const value = strip.classes[index] ?? 0;
  return spaceAfter(value) + spaceBefore(value) > 0 ? Math.floor(advanceEmu / 2) : 0;
}

/** How far ruby reaches beyond its base. */
type Reach = Pick<StripRuby, "beforeEmu" | "afterEmu" | "reachAfterEmu">;

/**
 * Shares what ruby is wider over its base: one part at its edges, two between its characters (1:2:1). At the edges it
 * reaches over the neighbours as far as they have room; what they lack parts them from the base.
 */
function partBase(
  strip: Strip,
  first: number,
  end: number,
  overEmu: number,
  roomBeforeEmu: number,
  roomAfterEmu: number,
): Reach {
  const parts = 2 * clusters(strip, first, end);
  const upTo = (part: number): number => Math.floor((overEmu * part) / parts);
  const beforeEmu = upTo(1);
  const afterEmu = overEmu - upTo(parts - 1);
  let part = 1;
  for (let index = first; index + 1 < end; index += 1) {
    if (strip.offsets[index] === strip.offsets[index + 1]) continue;
    strip.gapsEmu[index] = (strip.gapsEmu[index] ?? 0) + upTo(part + 2) - upTo(part);
    part += 2;
  }
  const reachAfterEmu = Math.min(afterEmu, roomAfterEmu);
  const lackBefore = beforeEmu - Math.min(beforeEmu, roomBeforeEmu);
  if (first > 0) strip.gapsEmu[first - 1] = (strip.gapsEmu[first - 1] ?? 0) + lackBefore;
  if (end < strip.count) strip.gapsEmu[end - 1] = (strip.gapsEmu[end - 1] ?? 0) + afterEmu - reachAfterEmu;
  return { beforeEmu, afterEmu, reachAfterEmu };
}

/** Places a strip and the ruby beside it. */
export function placeRubyLine(strip: Strip, place: LinePlace, setting: Setting, isVertical: boolean): ParagraphLine {
  if (strip.rubies.length === 0) return placeLine(strip, place, setting);
  const pens = new Int32Array(strip.count);
  const line = placeLine(strip, place, setting, pens);
  const rubies = strip.rubies.flatMap((ruby) => placeRuby(strip, ruby, pens, place.start, isVertical));
  return { ...line, rubies };
}

function placeRuby(
  strip: Strip,
  ruby: StripRuby,
  pens: Int32Array,
  lineStart: number,
  isVertical: boolean,
): readonly RubyPiece[] {
  const last = ruby.end - 1;
  const fromEmu = pens[ruby.first] ?? 0;
  const baseEmu = (pens[last] ?? 0) + (strip.advancesEmu[last] ?? 0) - fromEmu;
  const freeEmu = baseEmu - ruby.widthEmu;
  const { sizeEmu } = ruby.setting;
  let [xEmu, widthEmu] = [fromEmu + Math.floor(freeEmu / 2), ruby.widthEmu];
  const reach = ruby.beforeEmu + ruby.afterEmu;
  if (freeEmu < 0 && reach > 0) xEmu = fromEmu + Math.floor((freeEmu * ruby.beforeEmu) / reach);
  if (freeEmu > 0 && ruby.isSpread) {
    const edgeEmu = Math.min(sizeEmu, Math.floor(freeEmu / (2 * clusters(ruby.strip, 0, ruby.strip.count))));
    [xEmu, widthEmu] = [fromEmu + edgeEmu, baseEmu - 2 * edgeEmu];
  }
  const place: LinePlace = { start: 0, widthEmu, align: "distribute", isLast: true, ranks: null };
  const aside = besideEmu(ruby.baseSizeEmu, sizeEmu, isVertical);
  const baseStart = lineStart + (strip.offsets[ruby.first] ?? 0);
  return placeLine(ruby.strip, place, ruby.setting).pieces.map((piece) => ({
    ...piece,
    span: ruby.span,
    xEmu: piece.xEmu + xEmu,
    acrossEmu: piece.acrossEmu + aside,
    baseStart,
  }));
}

/** Em boxes stand 880 above and 120 below the baseline; the ruby's touches its base's. */
const ASCENT_THOUSANDTHS = 880;

/** From the base's baseline to the ruby's, downwards; in vertical lines from middle to middle, to the right. */
function besideEmu(baseEmu: number, rubyEmu: number, isVertical: boolean): number {
  if (isVertical) return Math.floor((baseEmu + rubyEmu) / 2);
  const belowRuby = rubyEmu - Math.floor((rubyEmu * ASCENT_THOUSANDTHS) / 1000 + 0.5);
  return -Math.floor((baseEmu * ASCENT_THOUSANDTHS) / 1000 + 0.5) - belowRuby;
}
