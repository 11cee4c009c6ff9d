// Sets one paragraph: text, fonts and a width → lines of placed runs, and by how much it does not fit.
import type { Font } from "./font.ts";
import { missingClusters, type TextRange } from "./glyph-run.ts";
import { breakOpportunities } from "./line-break.ts";
import { lineEnd } from "./line-cutting.ts";
import { type ParagraphLine, placeLine } from "./line-placing.ts";
import type { ShapedPiece, ShapeOptions, Shaper } from "./shaper.ts";
import { isShortSetting, placeShortLine } from "./short-line.ts";
import { measure, type Setting, type Strip, stripWidthEmu } from "./strip.ts";

/** What is set. Lengths are integers in EMU. */
export interface ParagraphSpec {
  /** Fixed and computed parts joined; U+000A forces a line. */
  readonly text: string;
  /** Fallback order, all of the wanted weight; at least one. */
  readonly fonts: readonly Font[];
  /** BCP 47, for shaping. */
  readonly lang: string;
  readonly sizeEmu: number;
  readonly letterSpacingEmu: number;
  readonly align: "left" | "center" | "right" | "justify" | "distribute";
  readonly wrap: "kinsoku" | "char" | "none";
  readonly kinsoku: "strict" | "normal" | "loose" | "none";
  readonly fit: "wrap" | "shrink" | "clip";
  readonly sizeMinEmu: number;
  /** Smallest horizontal scale (長体) that shrinking may use, in thousandths. */
  readonly condenseThousandths: number;
  /** At most this many lines; null for no bound (no wrapping where `fit` is `shrink`). */
  readonly linesMax: number | null;
  /** Digits of equal width. */
  readonly tabular: boolean;
  /** Space between Japanese and Latin text in thousandths of the size: 0 in cells, 250 elsewhere. */
  readonly latinGapThousandths: number;
}

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
  readonly missing: readonly TextRange[];
}

/** The shrink ladder's steps (rulings, language 6). */
const TIGHTEST_SPACING_PERCENT = 5;
const CONDENSE_STEP_THOUSANDTHS = 10;
const SIZE_STEP_EMU = 3175;

/** A line that comes out too wide after its cut, because kerning across the cut is gone, is cut again this often. */
const RECUTS_MAX = 3;

/** Forced line ends (UAX #14 BK, CR, LF, NL). */
const FORCED_END = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/gu;
/** Other control characters have no glyph; a tab is set as a space. */
const CONTROLS = /[\u0000-\u001f\u007f]/gu;

/** Whether a text has no control character and no forced end, as nearly all have: one look at each unit. */
function isPlain(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 0x20 || unit === 0x7f || unit === 0x85 || unit === 0x2028 || unit === 0x2029) return false;
  }
  return true;
}

/** A stretch of text between forced line ends. */
interface Part {
  readonly text: string;
  /** Where it starts in the paragraph's text. */
  readonly start: number;
  readonly pieces: readonly ShapedPiece[];
  /** Ranks of line ends; asked for only when the part does not fit on one line. */
  readonly ranks: () => Uint8Array;
}

/**
 * Sets text into a width.
 * Lines are cut first fit; with `fit=shrink` the ladder is climbed until the text fits or its end is reached.
 */
export function setParagraph(spec: ParagraphSpec, widthEmu: number, shaper: Shaper): Paragraph {
  const parts = partsOf(spec, shaper);
  const wraps = spec.wrap !== "none" && (spec.fit !== "shrink" || (spec.linesMax ?? 0) > parts.length);
  let attempt = setLines(spec, parts, settingOf(spec), widthEmu, wraps, shaper);
  if (spec.fit !== "shrink" || fits(attempt, spec, parts)) return finish(attempt, spec, parts, widthEmu);
  for (const setting of shrinkSettings(spec)) {
    attempt = setLines(spec, parts, setting, widthEmu, wraps, shaper);
    if (fits(attempt, spec, parts)) break;
  }
  return finish(attempt, spec, parts, widthEmu);
}

/** The width of the text with only its forced lines (max-content). */
export function naturalWidthEmu(spec: ParagraphSpec, shaper: Shaper): number {
  const setting = settingOf(spec);
  let widest = 0;
  for (const part of partsOf(spec, shaper)) {
    widest = Math.max(widest, stripWidthEmu(measure(part.text, part.pieces, setting)));
  }
  return widest;
}

function settingOf(spec: ParagraphSpec): Setting {
  return {
    sizeEmu: spec.sizeEmu,
    scaleThousandths: 1000,
    letterSpacingEmu: spec.letterSpacingEmu,
    isCompressed: false,
    latinGapThousandths: spec.latinGapThousandths,
  };
}

/** The settings of the ladder after the first, each keeping what the steps before it did. */
function* shrinkSettings(spec: ParagraphSpec): Generator<Setting> {
  let setting: Setting = { ...settingOf(spec), isCompressed: true };
  yield setting;
  const spaced = (percent: number, sizeEmu: number): number =>
    Math.min(spec.letterSpacingEmu, 0) - Math.floor((sizeEmu * percent) / 100);
  for (let percent = 1; percent <= TIGHTEST_SPACING_PERCENT; percent += 1) {
    setting = { ...setting, letterSpacingEmu: spaced(percent, spec.sizeEmu) };
    yield setting;
  }
  for (
    let scale = 1000 - CONDENSE_STEP_THOUSANDTHS;
    scale > spec.condenseThousandths;
    scale -= CONDENSE_STEP_THOUSANDTHS
  ) {
    setting = { ...setting, scaleThousandths: scale };
    yield setting;
  }
  if (spec.condenseThousandths < 1000) {
    setting = { ...setting, scaleThousandths: spec.condenseThousandths };
    yield setting;
  }
  for (let size = spec.sizeEmu - SIZE_STEP_EMU; size >= spec.sizeMinEmu; size -= SIZE_STEP_EMU) {
    yield { ...setting, sizeEmu: size, letterSpacingEmu: spaced(TIGHTEST_SPACING_PERCENT, size) };
  }
}

/** Letter-spacing and even distribution turn kerning off (rulings, layout 8). */
function shapeOptions(spec: ParagraphSpec): ShapeOptions {
  return {
    direction: "horizontal",
    lang: spec.lang,
    tabular: spec.tabular,
    kerning: spec.letterSpacingEmu === 0 && spec.align !== "distribute",
  };
}

function partsOf(spec: ParagraphSpec, shaper: Shaper): readonly Part[] {
  const options = shapeOptions(spec);
  if (isPlain(spec.text)) return [partOf(spec, spec.text, 0, options, shaper)];
  const parts: Part[] = [];
  const add = (start: number, end: number): void => {
    parts.push(partOf(spec, spec.text.slice(start, end).replace(CONTROLS, " "), start, options, shaper));
  };
  let start = 0;
  for (const match of spec.text.matchAll(FORCED_END)) {
    add(start, match.index);
    start = match.index + match[0].length;
  }
  add(start, spec.text.length);
  return parts;
}

function partOf(spec: ParagraphSpec, text: string, start: number, options: ShapeOptions, shaper: Shaper): Part {
  let ranks: Uint8Array | null = null;
  return {
    text,
    start,
    pieces: shaper.shape(text, spec.fonts, options),
    ranks: () => {
      ranks ??= breakOpportunities(text, { wrap: spec.wrap, kinsoku: spec.kinsoku });
      return ranks;
    },
  };
}

interface Attempt {
  readonly setting: Setting;
  readonly lines: readonly ParagraphLine[];
  readonly widthEmu: number;
  readonly overflowEmu: number;
}

function setLines(
  spec: ParagraphSpec,
  parts: readonly Part[],
  setting: Setting,
  widthEmu: number,
  wraps: boolean,
  shaper: Shaper,
): Attempt {
  const lines: ParagraphLine[] = [];
  const isShort = isShortSetting(setting, spec.align);
  for (const part of parts) {
    const { align } = spec;
    const short = isShort ? placeShortLine(part.text, part.pieces, part.start, setting, align, widthEmu) : null;
    if (short !== null) {
      lines.push(short);
      continue;
    }
    const strip = measure(part.text, part.pieces, setting);
    if (!wraps || stripWidthEmu(strip) <= widthEmu) {
      lines.push(placeLine(strip, { start: part.start, widthEmu, align, isLast: true, ranks: null }, setting));
    } else cutLines(spec, part, strip, setting, widthEmu, shaper, lines);
  }
  let widest = 0;
  for (const line of lines) widest = Math.max(widest, line.widthEmu);
  return { setting, lines, widthEmu: widest, overflowEmu: Math.max(0, widest - widthEmu) };
}

/** Cuts one part; each line is shaped as what it is, so that nothing of a line depends on its neighbours. */
function cutLines(
  spec: ParagraphSpec,
  part: Part,
  strip: Strip,
  setting: Setting,
  widthEmu: number,
  shaper: Shaper,
  lines: ParagraphLine[],
): void {
  const ranks = part.ranks();
  const options = shapeOptions(spec);
  const edge = spec.align === "justify" ? "justified" : "ragged";
  const offsetOf = (glyph: number): number => (glyph === strip.count ? part.text.length : (strip.offsets[glyph] ?? 0));
  for (let glyph = 0; glyph < strip.count; ) {
    let limitEmu = widthEmu;
    for (let cut = 0; ; cut += 1) {
      const end = lineEnd(strip, ranks, glyph, limitEmu, edge);
      const [from, to] = [offsetOf(glyph), offsetOf(end)];
      const text = part.text.slice(from, to);
      const lineStrip = measure(text, shaper.shape(text, spec.fonts, options), setting);
      const isLast = end === strip.count;
      const place = {
        start: part.start + from,
        widthEmu,
        align: spec.align,
        isLast,
        ranks: ranks.subarray(from, to + 1),
      };
      const line = placeLine(lineStrip, place, setting);
      if (line.widthEmu > widthEmu && cut < RECUTS_MAX && lineEnd(strip, ranks, glyph, limitEmu - 1, edge) < end) {
        limitEmu -= line.widthEmu - widthEmu;
        continue;
      }
      lines.push(line);
      glyph = end;
      break;
    }
  }
}

/** The most lines that may be drawn; forced lines are always allowed for when shrinking. */
function linesAllowed(spec: ParagraphSpec, parts: readonly Part[]): number {
  if (spec.linesMax !== null) return spec.linesMax;
  return spec.fit === "shrink" ? parts.length : Number.POSITIVE_INFINITY;
}

function fits(attempt: Attempt, spec: ParagraphSpec, parts: readonly Part[]): boolean {
  return attempt.overflowEmu === 0 && attempt.lines.length <= linesAllowed(spec, parts);
}

function finish(attempt: Attempt, spec: ParagraphSpec, parts: readonly Part[], widthEmu: number): Paragraph {
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
    missing: parts.some(hasMissing) ? parts.flatMap(missingOf) : [],
  };
}

/** Most text has all its glyphs: this is looked at first. */
function hasMissing({ pieces }: Part): boolean {
  return pieces.some(({ run }) => run.glyphs.includes(0));
}

function missingOf(part: Part): readonly TextRange[] {
  return part.pieces.flatMap(({ run, start }) =>
    missingClusters(run).map((range) => ({
      start: part.start + start + range.start,
      end: part.start + start + range.end,
    })),
  );
}
