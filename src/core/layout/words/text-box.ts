// A text in its box: characters, style and room → set lines, what they take, and findings where they do not fit.
import type { Color, Emu, TextStyle } from "../../canvas/index.ts";
import type { SourceSpan } from "../../diagnostics/index.ts";
import type { Scope } from "../../expression/index.ts";
import {
  baselineEmu,
  breakOpportunities,
  brokenAt,
  feedLines,
  type LineBoxes,
  type LineFeed,
  LoneLine,
  LoneRun,
  lineBoxes,
  linesHeightEmu,
  naturalWidthEmu,
  type Paragraph,
  type ParagraphSetter,
  type ParagraphSpec,
  prepareParagraphs,
  setParagraph,
  type TextRange,
  textHeightEmu,
} from "../../text/index.ts";
import type { Finding } from "./findings.ts";
import { fitFindings, type Setter } from "./fit-findings.ts";
import { type FontSet, facesIn, type LayoutInput, resolveColor, styleOf } from "./layout-input.ts";
import { mayStandByLetters } from "./letter-lines.ts";
import { ENDLESS_EMU, lineLength, lineSpec, type TextRoom } from "./line-spec.ts";
import {
  isSameRoom,
  type ParagraphMemo,
  REMEMBERED_LENGTH_MAX,
  type SetParagraph,
  settledFor,
} from "./paragraph-memo.ts";
import type { SetText, TextBox } from "./set-text.ts";
import { noteRoom } from "./shown-rooms.ts";
import { FixedWords, type ShownText } from "./shown-text.ts";

export type { SetText, TextBox } from "./set-text.ts";

const NO_FINDINGS: readonly Finding[] = [];

/** What is the same for all texts of one style in boxes of one size: of a table's column, above all. */
export interface TextSetter {
  readonly input: LayoutInput;
  readonly styleIndex: number;
  readonly style: TextStyle;
  readonly room: TextRoom;
  readonly memo: ParagraphMemo;
  /** Null where a text's own length decides how long its lines are. */
  readonly paragraphs: ParagraphSetter | null;
}

export function prepareSetter(input: LayoutInput, styleIndex: number, room: TextRoom): TextSetter {
  const style = styleOf(input.canvas, styleIndex);
  const { memo, paragraphs } = settledFor(input.fonts, style, room, () => {
    const lengthEmu = lineLength(style, room);
    if (lengthEmu === null) return null;
    return prepareParagraphs(paragraphSpec({ input, styleIndex, style, room }, ""), lengthEmu, input.fonts.shaper);
  });
  return { input, styleIndex, style, room, memo, paragraphs };
}

/** A text, and how and where it is to stand. */
export interface TextToSet {
  readonly shown: ShownText;
  /** The index of its style. */
  readonly style: number;
  readonly scope: Scope;
  readonly room: TextRoom;
  readonly span: SourceSpan;
}

/**
 * Sets one text. What does not fit and what no font has goes into `findings`, so that nobody can take the set text and
 * leave its findings behind.
 */
export function setTextBox(input: LayoutInput, text: TextToSet, findings: Finding[]): TextBox {
  const set = setOrKnown(input, text);
  findings.push(...set.findings);
  return set.box;
}

function setOrKnown(input: LayoutInput, { shown, style: styleIndex, scope, room, span }: TextToSet): SetText {
  const style = styleOf(input.canvas, styleIndex);
  // Who collects rooms wants to be told of each; lines of vertical writing keep their record's input.
  const isKept = shown instanceof FixedWords && style.color.kind === "fixed" && style.writing !== "vertical";
  if (!isKept || input.rooms !== null) return setWith(prepareSetter(input, styleIndex, room), shown, scope, span);
  const { fonts } = input;
  let sets = SETS.get(shown);
  if (sets === undefined) {
    sets = [];
    SETS.set(shown, sets);
  }
  for (const known of sets) {
    if (known.style === style && known.fonts === fonts && known.span === span && isSameRoom(known.room, room)) {
      return known.set;
    }
  }
  if (sets.length >= SETS_MAX) sets.length = 0;
  const set = setWith(prepareSetter(input, styleIndex, room), shown, scope, span);
  sets.push({ fonts, style, room, span, set });
  return set;
}

/** Fixed words as they were set, and what decided that. */
interface KnownSet {
  readonly fonts: FontSet;
  readonly style: TextStyle;
  readonly room: TextRoom;
  readonly span: SourceSpan;
  readonly set: SetText;
}

const SETS = new WeakMap<FixedWords, KnownSet[]>();

/** Words stand in one room, or in as many as columns are that their data makes wide. */
const SETS_MAX = 8;

export function setWith(setter: TextSetter, shown: ShownText, scope: Scope, span: SourceSpan): SetText {
  const { paragraph, brokenWords } = paragraphOf(setter, shown.text);
  const color = resolveColor(setter.input, setter.style.color, scope);
  return finishText(setter, plainTextOf(setter, shown, paragraph, color, span), brokenWords, span);
}

/** A text of one look before it is measured. */
function plainTextOf(
  { input, style, room, styleIndex }: TextSetter,
  shown: ShownText,
  paragraph: Paragraph,
  color: Color,
  span: SourceSpan,
): UnfinishedText {
  const colorIsStatic = style.color.kind === "fixed";
  if (style.writing !== "vertical") return { shown, color, colorIsStatic, paragraph, composed: null };
  const look = { color: null, colorIsStatic, decoration: style.decoration, link: null, ruby: null, span };
  const spec = paragraphSpec({ input, style, room, styleIndex }, shown.text);
  const composed = {
    looks: [look],
    isPlain: true as const,
    widthEmu: room.widthEmu,
    lengthEmu: lineLength(style, room) ?? paragraph.widthEmu,
    setAgain: (lengthEmu: Emu) => setParagraph(spec, lengthEmu, input.fonts.shaper),
  };
  return { shown, color, colorIsStatic, paragraph, composed };
}

type UnfinishedText = Pick<TextBox, "shown" | "color" | "colorIsStatic" | "paragraph" | "composed">;

/** Measures a set text, and tells where it does not fit its room. */
export function finishText(
  setter: Pick<TextSetter, "input" | "styleIndex" | "style" | "room"> & Pick<Setter, "rangeWidth">,
  text: UnfinishedText,
  brokenWords: readonly TextRange[],
  span: SourceSpan,
): SetText {
  const { input, styleIndex, style, room, rangeWidth } = setter;
  const naturalWidth = (word: string) => naturalTextWidth(input, word, styleIndex, room.inCell);
  if (input.rooms !== null) noteRoom(input.rooms, text.shown, span, style, room, naturalWidth);
  const box = measuredBox(style, room, text);
  if (fits(style, room, box, brokenWords)) return { box, findings: NO_FINDINGS };
  const measures = rangeWidth === undefined ? { naturalWidth } : { naturalWidth, rangeWidth };
  return { box, findings: fitFindings(box, { style, room, ...measures }, brokenWords, span) };
}

function measuredBox(style: TextStyle, room: TextRoom, text: UnfinishedText): TextBox {
  const { paragraph, composed } = text;
  const isVertical = style.writing === "vertical";
  const acrossEmu = isVertical ? room.widthEmu : room.heightEmu;
  const lines = lineCountOf(paragraph);
  const isBeside = room.standsAlone !== true && (acrossEmu === null || style.sizeEmu <= acrossEmu);
  const keepsBaseline = lines === 1 && isBeside;
  const lineSizeEmu = keepsBaseline ? style.sizeEmu : paragraph.sizeEmu;
  if (composed !== null) {
    const boxes = lineBoxesOf({ paragraph, style, lineSizeEmu }, 0, lines);
    const heightEmu = isVertical ? composed.lengthEmu : boxes.extentEmu;
    return { ...text, style, lineSizeEmu, heightEmu, neededEmu: boxes.neededEmu, painted: null };
  }
  return {
    shown: text.shown,
    style,
    color: text.color,
    colorIsStatic: text.colorIsStatic,
    paragraph,
    lineSizeEmu,
    heightEmu: linesHeightEmu(lines, lineSizeEmu, style.lineHeightThousandths),
    neededEmu: textHeightEmu(lines, lineSizeEmu, style.lineHeightThousandths),
    painted: null,
    composed: null,
  };
}

/** The lines of a text of one look, one by one. */
export function feedText(input: LayoutInput, shown: ShownText, styleIndex: number, room: TextRoom): LineFeed {
  const style = styleOf(input.canvas, styleIndex);
  return feedLines(paragraphSpec({ input, style, room, styleIndex }, shown.text), input.fonts.shaper);
}

/** The paragraph of a text of one level look; null where `setWith` would have something to tell about it. */
export function setFitting(setter: TextSetter, text: string): Paragraph | null {
  const { paragraph, brokenWords } = paragraphOf(setter, text);
  if (setter.style.writing === "vertical" || brokenWords.length > 0) return null;
  const fitsAlong = paragraph.overflowEmu === 0 && paragraph.linesOver === 0 && paragraph.missing.length === 0;
  return fitsAlong && mayHaveLines(setter.style, lineCountOf(paragraph)) ? paragraph : null;
}

/** The box of a paragraph that `setFitting` answered. */
export function fittingBox({ style, room }: TextSetter, shown: ShownText, paragraph: Paragraph, color: Color): TextBox {
  return measuredBox(style, room, { shown, color, colorIsStatic: true, paragraph, composed: null });
}

/** Asking a lone run or line for its lines would make one. */
export function lineCountOf(paragraph: Paragraph): number {
  return isLone(paragraph) ? 1 : paragraph.lines.length;
}

/** One line that fits, kept flat. */
export function isLone(paragraph: Paragraph | undefined): paragraph is LoneRun | LoneLine {
  return paragraph instanceof LoneRun || paragraph instanceof LoneLine;
}

function mayHaveLines(style: TextStyle, lines: number): boolean {
  return style.fit === "shrink" || style.linesMax === null || lines <= style.linesMax;
}

function fits(style: TextStyle, room: TextRoom, box: TextBox, brokenWords: readonly TextRange[]): boolean {
  const { paragraph, neededEmu } = box;
  const acrossEmu = style.writing === "vertical" ? room.widthEmu : room.heightEmu;
  return (
    paragraph.overflowEmu === 0 &&
    brokenWords.length === 0 &&
    paragraph.linesOver === 0 &&
    paragraph.missing.length === 0 &&
    !mayStandByLetters(style, room, lineCountOf(paragraph)) &&
    mayHaveLines(style, lineCountOf(paragraph)) &&
    // An empty text, or one of blanks, has nothing that a room without any height could cut.
    (acrossEmu === null || neededEmu <= acrossEmu || box.shown.text.trim() === "")
  );
}

/** Where the lines `from` to `to` (exclusive) lie across their direction. */
export function lineBoxesOf(
  { lineSizeEmu, paragraph, style }: Pick<TextBox, "lineSizeEmu" | "paragraph" | "style">,
  from: number,
  to: number,
): LineBoxes {
  const lines = paragraph.lines.slice(from, to);
  // A single shrunk line stands where it would at its full size.
  const sized = lines.map((line) =>
    lineSizeEmu === paragraph.sizeEmu
      ? line
      : { ...line, sizeEmu: Math.floor((line.sizeEmu * lineSizeEmu) / paragraph.sizeEmu + 0.5) },
  );
  return lineBoxes(sized, style.lineHeightThousandths, style.writing ?? "horizontal");
}

/** Into how many parts a page's end may cut a text: lines, but vertical ones stay together. */
export function cuttableLines({ paragraph, style }: TextBox): number {
  return style.writing === "vertical" ? 1 : lineCountOf(paragraph);
}

/** The height of the lines `from` to `to` (exclusive), counted as `cuttableLines` does. */
export function cutHeightEmu(box: TextBox, from: number, to: number): Emu {
  if (box.composed === null) return linesHeightEmu(to - from, box.lineSizeEmu, box.style.lineHeightThousandths);
  if (to <= from) return 0;
  return box.style.writing === "vertical" ? box.heightEmu : lineBoxesOf(box, from, to).extentEmu;
}

function paragraphOf(setter: TextSetter, text: string): SetParagraph {
  if (text.length > REMEMBERED_LENGTH_MAX) return setFresh(setter, text);
  const known = setter.memo.get(text);
  if (known !== null) return known;
  const paragraph = setFresh(setter, text);
  setter.memo.set(text, paragraph);
  return paragraph;
}

function setFresh(setter: TextSetter, text: string): SetParagraph {
  const { input, style, room, paragraphs } = setter;
  const { shaper } = input.fonts;
  const prepared = paragraphs?.set(text);
  // One line that fits has no end that parts a word.
  if (isLone(prepared) || (prepared?.overflowEmu === 0 && prepared.lines.length === 1)) {
    return { paragraph: prepared, brokenWords: [] };
  }
  const spec = paragraphSpec(setter, text);
  const lengthEmu = lineLength(style, room) ?? naturalWidthEmu(spec, shaper);
  const paragraph = prepared ?? setParagraph(spec, lengthEmu, shaper);
  if (style.fit === "clip" && paragraph.overflowEmu > 0) {
    // A line that breaks anywhere holds exactly the characters that fit, and the rest is beyond the last line.
    const cut = setParagraph({ ...spec, wrap: "anywhere", kinsoku: "none" }, lengthEmu, shaper);
    return { paragraph: cut, brokenWords: findBrokenWords(spec, text, cut) };
  }
  return { paragraph, brokenWords: findBrokenWords(spec, text, paragraph) };
}

/** Characters that force a line's end (UAX #14 BK, LF, NL); such an end breaks no word. */
const FORCED_ENDS = "\n\v\f\u0085\u2028\u2029";

/** The words that lines end within; numbers where lines may end inside of words. */
export function findBrokenWords(
  spec: Pick<ParagraphSpec, "fit" | "wrap" | "kinsoku">,
  text: string,
  paragraph: Paragraph,
): readonly TextRange[] {
  if (spec.wrap === "none" || spec.wrap === "anywhere" || paragraph.lines.length < 2) return [];
  const ranks = breakOpportunities(text, { wrap: spec.wrap, kinsoku: spec.kinsoku });
  // The last line of a clipped text ends at the cut, and RPT4003 reports the cut.
  const lines = spec.fit === "clip" ? paragraph.lines.slice(0, -1) : paragraph.lines;
  const words: TextRange[] = [];
  for (const { end } of lines) {
    if (FORCED_ENDS.includes(text.charAt(end))) continue;
    const broken = brokenAt(ranks, end, spec.wrap);
    if (broken !== null && broken.start !== words.at(-1)?.start) words.push(broken);
  }
  return words;
}

/** From the top of the lines to the first baseline. */
export function firstBaselineEmu(box: TextBox): Emu {
  if (box.composed !== null) return lineBoxesOf(box, 0, 1).positionsEmu[0] ?? 0;
  return baselineEmu(box.lineSizeEmu, box.style.lineHeightThousandths);
}

/** What a text is given that only its own length bounds. */
const ENDLESS: TextRoom = { widthEmu: ENDLESS_EMU, heightEmu: null, inCell: false };

/** The width that the text would like, padding not counted: of a line, or of all columns of a vertical text. */
export function naturalTextWidth(
  input: LayoutInput,
  text: string,
  styleIndex: number,
  inCell: boolean,
  heightEmu: Emu | null = null,
): Emu {
  const style = styleOf(input.canvas, styleIndex);
  const setter = { input, styleIndex, style, room: { ...ENDLESS, heightEmu, inCell } };
  const spec = paragraphSpec(setter, text);
  if (style.writing !== "vertical") return naturalWidthEmu(spec, input.fonts.shaper);
  const lengthEmu = heightEmu ?? naturalWidthEmu(spec, input.fonts.shaper);
  const { lines } = setParagraph(spec, lengthEmu, input.fonts.shaper);
  return lineBoxes(lines, style.lineHeightThousandths, "vertical").extentEmu;
}

/** How long the text would like its line to be: down the page, where it is set vertically. */
export function naturalTextLength(input: LayoutInput, text: string, styleIndex: number, inCell: boolean): Emu {
  const style = styleOf(input.canvas, styleIndex);
  const setter = { input, styleIndex, style, room: { ...ENDLESS, inCell } };
  return naturalWidthEmu(paragraphSpec(setter, text), input.fonts.shaper);
}

function paragraphSpec(setter: Omit<TextSetter, "memo" | "paragraphs">, text: string): ParagraphSpec {
  const { input, style, styleIndex } = setter;
  return { ...lineSpec(setter), text, ...facesIn(input, styleIndex), tabular: style.tabular };
}
