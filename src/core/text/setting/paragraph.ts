// Sets one paragraph: text, fonts and a width → lines of placed runs, and by how much it does not fit.

import { BETWEEN, breakRank, brokenAt, isReluctantStart } from "../breaking/index.ts";
import {
  isHyphenated,
  type MissingRange,
  type PreparedShaper,
  RunSeries,
  type Shaper,
  type TextRange,
} from "../shaping/index.ts";
import { lineBoxes, textHeightEmu } from "./line-box.ts";
import { type LineRoom, lineEnd } from "./line-cutting.ts";
import { type LinePlace, type ParagraphLine, placeLine } from "./line-placing.ts";
import { isPlain, missingOf, type Part, partsOf, plainOptions, richPartsOf, settingOf } from "./paragraph-parts.ts";
import type { LineSpec, ParagraphSpec, RichParagraphSpec, ShrinkRoom } from "./paragraph-spec.ts";
import { placeRubyLine } from "./ruby.ts";
import {
  isShortSetting,
  type LoneRun,
  loneParagraph,
  placeAsciiRun,
  placeShortLine,
  placeSizedRun,
} from "./short-line.ts";
import { type Setting, type Strip, stripWidthEmu, tighteningEmu } from "./strip.ts";

export interface Paragraph {
  /** At least one; a line of an empty text has no pieces. */
  readonly lines: readonly ParagraphLine[];
  /** The size used: smaller than asked only after shrinking. */
  readonly sizeEmu: number;
  readonly scaleThousandths: number;
  readonly letterSpacingEmu: number;
  /** Width of the widest line as set, spaces at its end left out. */
  readonly widthEmu: number;
  /** By how much the widest line is wider than the box; 0 where all fit. */
  readonly overflowEmu: number;
  /** Lines beyond `linesMax`, which are not among `lines`. */
  readonly linesOver: number;
  /** Parts of the text for which no font has a glyph. */
  readonly missing: readonly MissingRange[];
}

/** The shrink ladder's steps. */
const TIGHTEST_THOUSANDTHS = 50;
const TIGHT_STEP_THOUSANDTHS = 10;
const CONDENSE_STEP_THOUSANDTHS = 10;
const SIZE_STEP_EMU = 3175;
/** Of the size at which a text fits, for lines that do not begin with ー: much smaller letters would be worse. */
const SIZE_KEPT = 0.9;

/** A line that comes out too wide after its cut, because kerning across the cut is gone, is cut again this often. */
const RECUTS_MAX = 3;
/** Pairs of letters are moved by less, in type sizes. */
const KERNING_MOST = 0.25;
/** A hyphen is narrower, in type sizes. */
const HYPHEN_MOST = 0.75;

/**
 * Sets text into a width: in vertical writing into a height, since `widthEmu` is the length of a line.
 * Lines are cut first fit; with `fit=shrink` the ladder is climbed until the text fits or its end is reached.
 */
export function setParagraph(spec: ParagraphSpec, widthEmu: number, shaper: Shaper): Paragraph {
  return prepareParagraphs(spec, widthEmu, shaper).set(spec.text);
}

/** Sets texts that differ in nothing but their characters. */
export interface ParagraphSetter {
  set(text: string): Paragraph;
  /** Whether a text is one run of ASCII with all glyphs that fits on one line: then it may be set when it is drawn. */
  maySetLater(text: string): boolean;
  /** What `set` answers for such a text, made anew each time: nobody waits for it, and nobody keeps it. */
  setLater(text: string): LoneRun;
}

/** What a column of a table sets its cells with: all that its texts share is settled once. */
export function prepareParagraphs(
  spec: Omit<ParagraphSpec, "text">,
  widthEmu: number,
  shaper: Shaper,
): ParagraphSetter {
  const setting = settingOf(spec);
  const isLow = spec.shrinkRoom !== undefined && spec.sizeEmu > spec.shrinkRoom.acrossEmu;
  const isShort = spec.writing !== "vertical" && spec.linesMax !== 0 && !isLow && isShortSetting(setting, spec.align);
  const prepared = isShort ? shaper.prepare(spec.fonts, plainOptions(spec)) : null;
  const series = new RunSeries();
  return {
    maySetLater(text) {
      const lineEmu = prepared?.asciiWidthEmu(text, spec.sizeEmu) ?? null;
      // A line of spaces alone shows nothing, and has rules of its own.
      return lineEmu !== null && lineEmu > 0 && lineEmu <= widthEmu;
    },
    setLater(text) {
      if (prepared === null) throw new Error("the text may not be set later");
      const run = prepared.shapeMeasured(text, spec.sizeEmu, series);
      return placeSizedRun(run, series, spec.sizeEmu, spec.align, widthEmu);
    },
    set(text) {
      const short = prepared === null ? null : setShort(prepared, text, spec, setting, widthEmu);
      if (short !== null) return short;
      const whole = { ...spec, text };
      return setParts(whole, partsOf(whole, shaper), widthEmu);
    },
  };
}

/** What most cells are, without the way through parts: one line that fits; null for anything else. */
function setShort(
  shaper: PreparedShaper,
  text: string,
  spec: LineSpec & Pick<ParagraphSpec, "own">,
  setting: Setting,
  widthEmu: number,
): Paragraph | null {
  const { align, sizeEmu } = spec;
  const ascii = shaper.shapeAscii(text);
  if (ascii !== null && !ascii.glyphs.includes(0)) return placeAsciiRun(ascii, sizeEmu, align, widthEmu);
  if (!isPlain(text)) return null;
  const pieces = shaper.shape(text);
  const line = placeShortLine(text, pieces, 0, setting, align, widthEmu);
  if (line === null) return null;
  return loneParagraph(line, missingOf(pieces, 0, spec.own));
}

/** Sets spans onto shared lines, with their ruby; offsets of lines and pieces count in the text of all spans. */
export function setRichParagraph(spec: RichParagraphSpec, widthEmu: number, shaper: Shaper): Paragraph {
  return setParts(spec, richPartsOf(spec, spec.spans, shaper), widthEmu);
}

function setParts(spec: LineSpec, parts: readonly Part[], widthEmu: number): Paragraph {
  const wraps = spec.wrap !== "none" && (spec.fit !== "shrink" || (spec.linesMax ?? 0) > parts.length);
  const first = startOfLadder(spec, parts.length);
  let attempt = setLines(spec, parts, first, widthEmu, wraps);
  if (spec.fit !== "shrink") return finish(attempt, spec, parts, widthEmu);
  // Words rather become smaller than that a line's end parts them, and a little smaller than that one begins with ー.
  let parting: Attempt | null = null;
  let reluctant: Attempt | null = null;
  const settings = shrinkSettings(spec, first);
  for (;;) {
    if (fits(attempt, spec, parts)) {
      if (!attempt.breaksWord && !attempt.startsBadly) return finish(attempt, spec, parts, widthEmu);
      if (attempt.breaksWord) parting ??= attempt;
      else reluctant ??= attempt;
    }
    const next = settings.next();
    const leastEmu = reluctant === null ? 0 : reluctant.setting.sizeEmu * SIZE_KEPT;
    if (next.done === true || next.value.sizeEmu < leastEmu) {
      return finish(reluctant ?? parting ?? attempt, spec, parts, widthEmu);
    }
    attempt = setLines(spec, parts, next.value, widthEmu, wraps);
  }
}

/** The width of the text with only its forced lines (max-content). */
export function naturalWidthEmu(spec: ParagraphSpec, shaper: Shaper): number {
  return widestEmu(partsOf(spec, shaper), settingOf(spec));
}

/** The same of spans. */
export function naturalRichWidthEmu(spec: RichParagraphSpec, shaper: Shaper): number {
  return widestEmu(richPartsOf(spec, spec.spans, shaper), settingOf(spec));
}

/** So few letters stand in any column: words of them need no measuring. */
const SHORT_WORD = 3;

/** The width of the widest word of spans, which a narrower line would break inside (min-content). */
export function wordRichWidthEmu(spec: RichParagraphSpec, shaper: Shaper): number {
  const setting = settingOf(spec);
  let widest = 0;
  for (const part of richPartsOf(spec, spec.spans, shaper)) {
    const ranks = part.ranks([]);
    let start = 0;
    for (let offset = 1; offset <= part.text.length; offset += 1) {
      if ((ranks[offset] ?? 0) < BETWEEN[spec.wrap]) continue;
      if (offset - start > SHORT_WORD) widest = Math.max(widest, stripWidthEmu(part.strip(start, offset, setting)));
      start = offset;
    }
  }
  return widest;
}

function widestEmu(parts: readonly Part[], setting: Setting): number {
  let widest = 0;
  for (const part of parts) widest = Math.max(widest, stripWidthEmu(part.strip(0, part.text.length, setting)));
  return widest;
}

/**
 * What the ladder begins with: the largest size whose forced lines stand in the room across them. Narrower letters
 * would not make them lower.
 */
function startOfLadder(spec: LineSpec, lines: number): Setting {
  const setting = settingOf(spec);
  const { shrinkRoom, sizeEmu, sizeMinEmu } = spec;
  if (shrinkRoom === undefined) return setting;
  const { acrossEmu, lineHeightThousandths } = shrinkRoom;
  let size = sizeEmu;
  while (size - SIZE_STEP_EMU >= sizeMinEmu && textHeightEmu(lines, size, lineHeightThousandths) > acrossEmu) {
    size -= SIZE_STEP_EMU;
  }
  return size === sizeEmu ? setting : { ...setting, sizeEmu: size };
}

/** The settings of the ladder after the first, each keeping what the steps before it did. */
function* shrinkSettings(spec: LineSpec, first: Setting): Generator<Setting> {
  let setting: Setting = { ...first, isCompressed: true };
  const step = (change: Partial<Setting>): Setting => {
    const changed = { ...setting, ...change };
    return { ...changed, letterSpacingEmu: Math.min(spec.letterSpacingEmu, 0) - tighteningEmu(changed) };
  };
  yield setting;
  for (let tight = TIGHT_STEP_THOUSANDTHS; tight <= TIGHTEST_THOUSANDTHS; tight += TIGHT_STEP_THOUSANDTHS) {
    setting = step({ tightThousandths: tight });
    yield setting;
  }
  for (
    let scale = 1000 - CONDENSE_STEP_THOUSANDTHS;
    scale > spec.condenseThousandths;
    scale -= CONDENSE_STEP_THOUSANDTHS
  ) {
    setting = step({ scaleThousandths: scale });
    yield setting;
  }
  if (spec.condenseThousandths < 1000) {
    setting = step({ scaleThousandths: spec.condenseThousandths });
    yield setting;
  }
  for (let size = first.sizeEmu - SIZE_STEP_EMU; size >= spec.sizeMinEmu; size -= SIZE_STEP_EMU) {
    yield step({ sizeEmu: size });
  }
}

interface Attempt {
  readonly setting: Setting;
  readonly lines: readonly ParagraphLine[];
  readonly widthEmu: number;
  readonly overflowEmu: number;
  /** Whether a line ends inside a word, where lines are to end between words. */
  readonly breaksWord: boolean;
  /** Whether a line begins with ー, a small kana or the like, where lines had better not. */
  readonly startsBadly: boolean;
}

function setLines(spec: LineSpec, parts: readonly Part[], setting: Setting, widthEmu: number, wraps: boolean): Attempt {
  const lines: ParagraphLine[] = [];
  const isShort = isShortSetting(setting, spec.align);
  const { align } = spec;
  let breaksWord = false;
  let startsBadly = false;
  for (const part of parts) {
    const { pieces, start, strip, text } = part;
    const short = isShort && pieces !== null ? placeShortLine(text, pieces, start, setting, align, widthEmu) : null;
    if (short !== null) {
      lines.push(short.line);
      continue;
    }
    const whole = strip(0, text.length, setting);
    if (!wraps || stripWidthEmu(whole) <= widthEmu) {
      lines.push(place(whole, { start, widthEmu, align, isLast: true, ranks: null }, setting, spec));
    } else {
      const cut = cutWell(spec, part, whole, setting, widthEmu);
      for (const line of cut.lines) lines.push(line);
      breaksWord ||= cut.breaksWord;
      startsBadly ||= spec.fit === "shrink" && keepsStarts(spec) && hasBadStart(part, cut);
    }
  }
  let widest = 0;
  for (const line of lines) widest = Math.max(widest, line.widthEmu);
  return { setting, lines, widthEmu: widest, overflowEmu: Math.max(0, widest - widthEmu), breaksWord, startsBadly };
}

function place(strip: Strip, at: LinePlace, setting: Setting, spec: LineSpec): ParagraphLine {
  if (strip.rubies.length === 0) return placeLine(strip, at, setting);
  return placeRubyLine(strip, at, setting, spec.writing === "vertical");
}

/**
 * The ranks of a part's line ends on lines of a width. A ruby group that is longer than such a line is parted as its
 * text is, with its reading shared out.
 */
function ranksIn(part: Part, whole: Strip, setting: Setting, widthEmu: number): Uint8Array {
  const parted = whole.rubies.flatMap((ruby) => {
    const { end, first } = ruby;
    let baseEmu = 0;
    for (let glyph = first; glyph < end; glyph += 1) {
      baseEmu += (whole.advancesEmu[glyph] ?? 0) + (whole.gapsEmu[glyph] ?? 0);
    }
    if (end - first < 2 || Math.max(baseEmu, ruby.widthEmu) <= widthEmu) return [];
    // At a line's edges brackets are narrower: what seems too long is measured as a line of its own.
    const [from, to] = [offsetOf(whole, part, first), offsetOf(whole, part, end)];
    return stripWidthEmu(part.strip(from, to, setting)) > widthEmu ? [from] : [];
  });
  return part.ranks(parted);
}

/** A part that is cut, with the ranks of its line ends. */
interface CutPart extends Pick<Part, "text" | "start" | "strip"> {
  readonly ranks: Uint8Array;
}

/** The lines of one part. */
interface CutLines {
  readonly lines: readonly ParagraphLine[];
  /** Whether one of them ends inside a word. */
  readonly breaksWord: boolean;
}

/** Headings, names and sentences of a form have no more lines; longer texts are cut once, unless they are shrunk. */
const SHORT_TEXT_LINES_MOST = 6;

/** Vertical text is cut as pages ask for its lines, so there its level alone decides what may begin one. */
function keepsStarts({ kinsoku, wrap, writing }: LineSpec): boolean {
  return wrap === "kinsoku" && kinsoku !== "none" && writing !== "vertical";
}

function hasBadStart({ start, text }: Pick<Part, "start" | "text">, { lines }: CutLines): boolean {
  return lines.some((line) => isReluctantStart(text, line.start - start));
}

/**
 * Cuts one part into lines. Of a few lines, or of those of a shrunk text, none begins with ー, 々, ・, a small kana or the
 * like where that takes no further line: the letter before it comes along.
 */
function cutWell(spec: LineSpec, part: Part, strip: Strip, setting: Setting, widthEmu: number): CutLines {
  const { text, start } = part;
  const ranks = ranksIn(part, strip, setting, widthEmu);
  const first = cutLines(spec, { text, start, strip: part.strip, ranks }, strip, setting, widthEmu);
  const linesMost = spec.fit === "shrink" ? (spec.linesMax ?? SHORT_TEXT_LINES_MOST) : SHORT_TEXT_LINES_MOST;
  if (!keepsStarts(spec) || first.lines.length > Math.max(linesMost, SHORT_TEXT_LINES_MOST)) return first;
  if (!hasBadStart(part, first)) return first;
  const closed = ranks.map((rank, offset) =>
    isReluctantStart(text, offset) ? Math.min(rank, breakRank.lastResort) : rank,
  );
  const other = cutLines(spec, { text, start, strip: part.strip, ranks: closed }, strip, setting, widthEmu);
  const isAsGood = other.lines.length === first.lines.length && other.breaksWord === first.breaksWord;
  return isAsGood ? other : first;
}

/** Cuts one part into lines where its ranks say. */
function cutLines(spec: LineSpec, part: CutPart, strip: Strip, setting: Setting, widthEmu: number): CutLines {
  const lines: ParagraphLine[] = [];
  let breaksWord = false;
  for (let glyph = 0; glyph < strip.count; ) {
    const { line, end } = cutLine(spec, part, strip, setting, widthEmu, glyph);
    lines.push(line);
    glyph = end;
    breaksWord ||= end < strip.count && (part.ranks[offsetOf(strip, part, end)] ?? 0) < BETWEEN[spec.wrap];
  }
  return { lines, breaksWord };
}

/** A line, and the glyph behind its last. */
interface CutLine {
  readonly line: ParagraphLine;
  readonly end: number;
}

/** Cuts one line, which is shaped as what it is, so that nothing of it depends on its neighbours. */
function cutLine(
  spec: LineSpec,
  part: CutPart,
  strip: Strip,
  setting: Setting,
  widthEmu: number,
  glyph: number,
): CutLine {
  const { ranks } = part;
  const { align } = spec;
  const room: LineRoom = {
    widthEmu,
    edge: align === "justify" ? "justified" : "ragged",
    isHanging: spec.hang === true,
    setting,
  };
  let limitEmu = widthEmu;
  for (let cut = 0; ; cut += 1) {
    const end = lineEnd(strip, ranks, glyph, { ...room, widthEmu: limitEmu });
    const [from, to] = [offsetOf(strip, part, glyph), offsetOf(strip, part, end)];
    const isLast = end === strip.count;
    const start = part.start + from;
    const isHanging = room.isHanging;
    const at = { start, widthEmu, align, isLast, ranks: ranks.subarray(from, to + 1), isHanging };
    const line = place(part.strip(from, to, setting), at, setting, spec);
    const overEmu = line.widthEmu - widthEmu;
    if (overEmu <= 0 || cut === RECUTS_MAX) return { line, end };
    // The whole text has a letter closer to the next one, which now begins another line, by more than the line is over.
    // A soft hyphen takes no room before a line ends at it.
    const most = isHyphenated(part.text, to) ? [KERNING_MOST, HYPHEN_MOST] : [KERNING_MOST];
    const limits = [0, ...most].map((sizes) => limitEmu - overEmu - Math.ceil(setting.sizeEmu * sizes));
    const shorter = limits.find((each) => lineEnd(strip, ranks, glyph, { ...room, widthEmu: each }) < end);
    if (shorter === undefined) return { line, end };
    limitEmu = shorter;
  }
}

function offsetOf(strip: Strip, part: Pick<Part, "text">, glyph: number): number {
  return glyph === strip.count ? part.text.length : (strip.offsets[glyph] ?? 0);
}

/** Where a line begins: a part between forced ends, and a glyph of it. */
export interface LineStart {
  readonly part: number;
  readonly glyph: number;
}

/** One line of a text that is cut as it is asked for. */
export interface FedLine {
  readonly line: ParagraphLine;
  /** Where the next line begins; null behind the last. */
  readonly next: LineStart | null;
  /** The line ends where its text says so, not where its room does. */
  readonly endsPart: boolean;
  /** The word that the line's end falls into, where lines are to end between words. */
  readonly brokenWord: TextRange | null;
}

/** Answers the line of a length that begins at a place: of a long text, each page asks for its own. */
export type LineFeed = (start: LineStart, widthEmu: number) => FedLine;

/** The lines of a text that is not shrunk, one by one; the same lines as `setParagraph` cuts in one length. */
export function feedLines(spec: ParagraphSpec, shaper: Shaper): LineFeed {
  return feedParts(spec, partsOf(spec, shaper));
}

/** The same of spans. */
export function feedRichLines(spec: RichParagraphSpec, shaper: Shaper): LineFeed {
  return feedParts(spec, richPartsOf(spec, spec.spans, shaper));
}

function feedParts(spec: LineSpec, parts: readonly Part[]): LineFeed {
  const setting = settingOf(spec);
  const strips: Strip[] = [];
  return ({ part: index, glyph }, widthEmu) => {
    const part = parts[index];
    if (part === undefined) throw new Error("a line begins in one of the text's parts");
    const { text, start } = part;
    strips[index] ??= part.strip(0, text.length, setting);
    const strip = strips[index];
    const nextPart = index + 1 < parts.length ? { part: index + 1, glyph: 0 } : null;
    if (glyph === 0 && (spec.wrap === "none" || stripWidthEmu(strip) <= widthEmu)) {
      const at = { start, widthEmu, align: spec.align, isLast: true, ranks: null };
      return { line: place(strip, at, setting, spec), next: nextPart, endsPart: true, brokenWord: null };
    }
    const ranks = ranksIn(part, strip, setting, widthEmu);
    const { line, end } = cutLine(spec, { ...part, ranks }, strip, setting, widthEmu, glyph);
    if (end >= strip.count) return { line, next: nextPart, endsPart: true, brokenWord: null };
    const broken = brokenAt(ranks, offsetOf(strip, part, end), spec.wrap);
    const brokenWord = broken === null ? null : { start: start + broken.start, end: start + broken.end };
    return { line, next: { part: index, glyph: end }, endsPart: false, brokenWord };
  };
}

/** The most lines that may be drawn; forced lines are always allowed for when shrinking. */
function linesAllowed(spec: LineSpec, parts: readonly Part[]): number {
  if (spec.linesMax !== null) return spec.linesMax;
  return spec.fit === "shrink" ? parts.length : Number.POSITIVE_INFINITY;
}

function fits(attempt: Attempt, spec: LineSpec, parts: readonly Part[]): boolean {
  if (attempt.overflowEmu > 0 || attempt.lines.length > linesAllowed(spec, parts)) return false;
  const { shrinkRoom } = spec;
  return shrinkRoom === undefined || neededAcrossEmu(attempt, spec, shrinkRoom) <= shrinkRoom.acrossEmu;
}

/** What the lines take across them, by each way that they are measured by once they are set. */
function neededAcrossEmu({ lines, setting }: Attempt, spec: LineSpec, { lineHeightThousandths }: ShrinkRoom): number {
  const plainEmu = textHeightEmu(lines.length, setting.sizeEmu, lineHeightThousandths);
  return Math.max(plainEmu, lineBoxes(lines, lineHeightThousandths, spec.writing ?? "horizontal").neededEmu);
}

function finish(attempt: Attempt, spec: LineSpec, parts: readonly Part[], widthEmu: number): Paragraph {
  const { setting } = attempt;
  const allowed = linesAllowed(spec, parts);
  const lines = attempt.lines.length > allowed ? attempt.lines.slice(0, allowed) : attempt.lines;
  return {
    lines,
    sizeEmu: setting.sizeEmu,
    scaleThousandths: setting.scaleThousandths,
    letterSpacingEmu: setting.letterSpacingEmu,
    widthEmu: attempt.widthEmu,
    overflowEmu: Math.max(0, attempt.widthEmu - widthEmu),
    linesOver: attempt.lines.length - lines.length,
    missing: parts.flatMap((part) => part.missing()),
  };
}
