// A text in its box: characters, style and room → set lines, their height, and findings where they do not fit.
import type { Color, Emu, TextStyle } from "../canvas/index.ts";
import type { SourceSpan } from "../diagnostics/index.ts";
import type { Scope } from "../expression/index.ts";
import {
  baselineEmu,
  breakOpportunities,
  breakRank,
  linesHeightEmu,
  naturalWidthEmu,
  type Paragraph,
  type ParagraphSpec,
  setParagraph,
  type TextRange,
  textHeightEmu,
} from "../text/index.ts";
import { type Finding, millimetres, millimetresEnough, points } from "./findings.ts";
import { type LayoutInput, resolveColor, styleOf } from "./layout-input.ts";
import { memoFor, type ParagraphMemo, REMEMBERED_LENGTH_MAX, type SetParagraph } from "./paragraph-memo.ts";
import type { ShownText } from "./shown-text.ts";

/** A set text, ready to be painted into any box of its width. */
export interface TextBox {
  readonly shown: ShownText;
  readonly style: TextStyle;
  readonly color: Color;
  readonly colorIsStatic: boolean;
  readonly paragraph: Paragraph;
  /** The size by which lines stand: a single shrunk line keeps the baseline of its full size. */
  readonly lineSizeEmu: Emu;
  /** n line boxes. */
  readonly heightEmu: Emu;
  /** From the top of the lines to the last em box's foot: what must fit. */
  readonly inkHeightEmu: Emu;
}

/** The room that a text has, padding taken off. */
export interface TextRoom {
  readonly widthEmu: Emu;
  /** Null where the box grows with its text. */
  readonly heightEmu: Emu | null;
  /** In cells Japanese and Latin text touch, and narrow ones break lines more freely (rulings, language 5). */
  readonly inCell: boolean;
}

export interface SetText {
  readonly box: TextBox;
  readonly findings: readonly Finding[];
}

const NO_FINDINGS: readonly Finding[] = [];
/** A quarter em between Japanese and Latin text outside of cells (rulings, language 5). */
const LATIN_GAP_THOUSANDTHS = 250;
/** Cells under this many em break one level looser (rulings, language 5). */
const NARROW_CELL_EM = 8;
const LOOSER = { strict: "normal", normal: "loose", loose: "none", none: "none" } as const;

/** What is the same for all texts of one style in boxes of one size: of a table's column, above all. */
export interface TextSetter {
  readonly input: LayoutInput;
  readonly styleIndex: number;
  readonly style: TextStyle;
  readonly room: TextRoom;
  readonly memo: ParagraphMemo;
}

export function prepareSetter(input: LayoutInput, styleIndex: number, room: TextRoom): TextSetter {
  const style = styleOf(input.canvas, styleIndex);
  const { widthEmu, inCell } = room;
  const memo = memoFor(input.fonts, style, { widthEmu, inCell, linesMax: linesAllowed(style, room) });
  return { input, styleIndex, style, room, memo };
}

/** Sets one text by the style with index `styleIndex`. */
export function setTextBox(
  input: LayoutInput,
  shown: ShownText,
  styleIndex: number,
  scope: Scope,
  room: TextRoom,
  span: SourceSpan,
): SetText {
  return setWith(prepareSetter(input, styleIndex, room), shown, scope, span);
}

export function setWith(setter: TextSetter, shown: ShownText, scope: Scope, span: SourceSpan): SetText {
  const { input, style, room } = setter;
  const { paragraph, brokenWord } = paragraphOf(setter, shown.text);
  const lines = paragraph.lines.length;
  const keepsBaseline = lines === 1 && (room.heightEmu === null || style.sizeEmu <= room.heightEmu);
  const lineSizeEmu = keepsBaseline ? style.sizeEmu : paragraph.sizeEmu;
  const box: TextBox = {
    shown,
    style,
    color: resolveColor(input, style.color, scope),
    colorIsStatic: style.color.kind === "fixed",
    paragraph,
    lineSizeEmu,
    heightEmu: linesHeightEmu(lines, lineSizeEmu, style.lineHeightThousandths),
    inkHeightEmu: textHeightEmu(lines, lineSizeEmu, style.lineHeightThousandths),
  };
  const fits =
    paragraph.overflowEmu === 0 &&
    brokenWord === null &&
    paragraph.linesOver === 0 &&
    paragraph.missing.length === 0 &&
    (style.fit === "shrink" || style.linesMax === null || lines <= style.linesMax) &&
    (room.heightEmu === null || box.inkHeightEmu <= room.heightEmu);
  return { box, findings: fits ? NO_FINDINGS : fitFindings(box, setter, brokenWord, span) };
}

function paragraphOf(setter: TextSetter, text: string): SetParagraph {
  if (text.length > REMEMBERED_LENGTH_MAX) return setFresh(setter, text);
  const known = setter.memo.get(text);
  if (known !== undefined) return known;
  const paragraph = setFresh(setter, text);
  setter.memo.set(text, paragraph);
  return paragraph;
}

function setFresh({ input, styleIndex, style, room }: TextSetter, text: string): SetParagraph {
  const spec = paragraphSpec(input, text, styleIndex, style, room);
  const paragraph = setParagraph(spec, room.widthEmu, input.fonts.shaper);
  if (style.fit === "clip" && paragraph.overflowEmu > 0) {
    // A line that breaks anywhere holds exactly the characters that fit, and the rest is beyond the last line.
    const clipped = setParagraph({ ...spec, wrap: "char" }, room.widthEmu, input.fonts.shaper);
    return { paragraph: clipped, brokenWord: null };
  }
  const wraps = style.fit === "wrap" && style.wrap === "kinsoku" && paragraph.lines.length > 1;
  return { paragraph, brokenWord: wraps ? findBrokenWord(spec, paragraph) : null };
}

/** Characters that force a line's end (UAX #14 BK, LF, NL); such an end breaks no word. */
const FORCED_ENDS = "\n\v\f\u0085\u2028\u2029";

/** The first word that a line's end falls into. */
function findBrokenWord(spec: ParagraphSpec, paragraph: Paragraph): TextRange | null {
  const { text } = spec;
  const ranks = breakOpportunities(text, { wrap: spec.wrap, kinsoku: spec.kinsoku });
  const endsWord = (offset: number) =>
    offset <= 0 || offset >= text.length || (ranks[offset] ?? 0) >= breakRank.reluctant;
  for (const { end } of paragraph.lines) {
    if (endsWord(end) || FORCED_ENDS.includes(text.charAt(end))) continue;
    let [from, to] = [end, end];
    while (!endsWord(from)) from--;
    while (!endsWord(to)) to++;
    return { start: from, end: to };
  }
  return null;
}

/** From the top of the lines to the first baseline. */
export function firstBaselineEmu(box: TextBox): Emu {
  return baselineEmu(box.lineSizeEmu, box.style.lineHeightThousandths);
}

/** The width that the text would like: all of it on one line, its padding not counted. */
export function naturalTextWidth(input: LayoutInput, text: string, styleIndex: number, inCell: boolean): Emu {
  const style = styleOf(input.canvas, styleIndex);
  const room = { widthEmu: Number.MAX_SAFE_INTEGER, heightEmu: null, inCell };
  return naturalWidthEmu(paragraphSpec(input, text, styleIndex, style, room), input.fonts.shaper);
}

function paragraphSpec(
  input: LayoutInput,
  text: string,
  styleIndex: number,
  style: TextStyle,
  room: TextRoom,
): ParagraphSpec {
  const narrow = room.inCell && room.widthEmu < NARROW_CELL_EM * style.sizeEmu;
  return {
    text,
    fonts: input.facesOfStyle[styleIndex] ?? [],
    lang: style.lang,
    sizeEmu: style.sizeEmu,
    letterSpacingEmu: style.letterSpacingEmu,
    align: style.align,
    wrap: style.wrap,
    kinsoku: narrow ? LOOSER[style.kinsoku] : style.kinsoku,
    fit: style.fit,
    sizeMinEmu: style.sizeMinEmu,
    condenseThousandths: style.condenseThousandths,
    linesMax: linesAllowed(style, room),
    tabular: style.tabular,
    latinGapThousandths: room.inCell ? 0 : LATIN_GAP_THOUSANDTHS,
  };
}

/** Wrapped text is never cut short, even where it does not fit: the finding tells, and nothing is lost. */
function linesAllowed(style: TextStyle, room: TextRoom): number | null {
  if (style.fit === "wrap") return null;
  if (style.fit === "clip" && style.wrap === "none") return style.linesMax ?? 1;
  if (style.fit === "shrink" || room.heightEmu === null) return style.linesMax;
  const lineHeight = linesHeightEmu(1, style.sizeEmu, style.lineHeightThousandths);
  const fitting = 1 + Math.max(0, Math.floor((room.heightEmu - style.sizeEmu) / Math.max(1, lineHeight)));
  return style.linesMax === null ? fitting : Math.min(fitting, style.linesMax);
}

function fitFindings(
  box: TextBox,
  setter: TextSetter,
  brokenWord: TextRange | null,
  span: SourceSpan,
): readonly Finding[] {
  const { paragraph, style, shown } = box;
  const { room } = setter;
  const findings: Finding[] = [];
  const tell = (finding: Omit<Finding, "span" | "path">) => findings.push({ ...finding, span, path: shown.path });
  for (const range of paragraph.missing) {
    const character = shown.text.slice(range.start, range.end);
    const path = shown.sources.find((source) => source.end > range.start)?.path ?? null;
    findings.push({ ...missingGlyph(character), span, path });
  }
  if (style.fit === "shrink") {
    const high = room.heightEmu !== null && box.inkHeightEmu > room.heightEmu;
    if (paragraph.overflowEmu > 0 || paragraph.linesOver > 0 || high) tell(notEvenSmall(box, room));
    return findings;
  }
  if (style.fit === "clip") {
    const clipped = clippedCharacters(box);
    if (clipped > 0) tell(clippedText(clipped));
    return findings;
  }
  if (brokenWord !== null || paragraph.overflowEmu > 0) tell(wideWord(box, setter, brokenWord));
  const lines = paragraph.lines.length;
  if (room.heightEmu !== null && box.inkHeightEmu > room.heightEmu) tell(tooHigh(box.inkHeightEmu, room.heightEmu));
  else if (style.linesMax !== null && lines > style.linesMax) tell(tooManyLines(lines, style.linesMax));
  return findings;
}

type Worded = Omit<Finding, "span" | "path">;

function missingGlyph(character: string): Worded {
  const codes = [...character].map(
    (one) => `U+${(one.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`,
  );
  return {
    code: "RPT4005",
    severity: "error",
    message: `no font has a glyph for "${character}" (${codes.join(" ")})`,
    why: "the character would print as an empty box or not at all",
    repair: "name another font= for the text, or a further family in fonts as a fallback",
  };
}

function notEvenSmall(box: TextBox, room: TextRoom): Worded {
  const size = points(box.paragraph.sizeEmu);
  const wanted = room.widthEmu + box.paragraph.overflowEmu;
  const high = room.heightEmu !== null && box.inkHeightEmu > room.heightEmu;
  const needs = high
    ? `needs ${millimetresEnough(box.inkHeightEmu)} of height, has ${millimetres(room.heightEmu ?? 0)}`
    : `needs ${millimetresEnough(wanted)} of width, has ${millimetres(room.widthEmu)}`;
  return {
    code: "RPT4002",
    severity: "error",
    message: `text does not fit even at ${size}: it ${needs}`,
    why: "the text would leave its box",
    repair: "widen w, allow more lines=, or lower min-size",
  };
}

function clippedText(characters: number): Worded {
  return {
    code: "RPT4003",
    severity: "warning",
    message: `${characters} ${characters === 1 ? "character is" : "characters are"} clipped`,
    why: "the reader does not see the whole text",
    repair: "use fit=shrink or widen the box",
  };
}

function wideWord(box: TextBox, setter: TextSetter, brokenWord: TextRange | null): Worded {
  const { input, styleIndex, room } = setter;
  const { start, end } = brokenWord ?? widestLine(box);
  const word = box.shown.text.slice(start, end).trim();
  const width = naturalTextWidth(input, word, styleIndex, room.inCell);
  return {
    code: "RPT4004",
    severity: "error",
    message: `"${shortened(word)}" is ${millimetresEnough(width)} wide, its column ${millimetres(room.widthEmu)}`,
    why: "a word that no line can hold is broken inside or leaves its column",
    repair: "widen the column, use fit=shrink, or allow breaks anywhere with wrap=char",
  };
}

function tooHigh(neededEmu: Emu, heightEmu: Emu): Worded {
  return {
    code: "RPT4001",
    severity: "error",
    message: `text needs ${millimetresEnough(neededEmu)}, its box has ${millimetres(heightEmu)}`,
    why: "the text would run over what lies below",
    repair: `enlarge h to at least ${millimetresEnough(neededEmu)}, or use fit=shrink`,
  };
}

function tooManyLines(lines: number, linesMax: number): Worded {
  return {
    code: "RPT4001",
    severity: "error",
    message: `text needs ${lines} lines, lines=${linesMax} allows fewer`,
    why: "the text would take more room than its form plans",
    repair: `allow lines=${lines}, widen the box, or use fit=shrink`,
  };
}

function widestLine(box: TextBox): TextRange {
  const empty = { start: 0, end: 0, widthEmu: -1 };
  return box.paragraph.lines.reduce((widest, line) => (line.widthEmu > widest.widthEmu ? line : widest), empty);
}

const WORD_SHOWN_MAX = 24;

/** What a finding quotes of a long word. */
function shortened(word: string): string {
  const letters = [...word];
  return letters.length <= WORD_SHOWN_MAX ? word : `${letters.slice(0, WORD_SHOWN_MAX).join("")}…`;
}

/** Characters beyond the last line that shows. */
function clippedCharacters(box: TextBox): number {
  const end = box.paragraph.lines.at(-1)?.end ?? 0;
  return [...box.shown.text.slice(end).trimStart()].length;
}
