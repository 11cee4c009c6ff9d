// Set lines and their box → glyph runs on baselines.
import type { Color, Emu, TextStyle } from "../../canvas/index.ts";
import type { SourceSpan } from "../../diagnostics/index.ts";
import { baselineEmu, type GlyphRun, type LoneLine, LoneRun, linesHeightEmu, textHeightEmu } from "../../text/index.ts";
import type { GlyphRunItem, PlacedItem, TextSource } from "../page/index.ts";
import {
  FixedWords,
  isLone,
  itemSources,
  NO_SOURCES,
  type PaintedText,
  type ShownText,
  type TextBox,
  type TextPlace,
} from "../words/index.ts";
import { extentOf } from "./decorated-extents.ts";
import { paintComposed } from "./paint-composed.ts";
import { paintLine } from "./paint-lines.ts";
import type { Painting, Sheet } from "./painting.ts";
import { tellStruck } from "./struck-lines.ts";

/** The design's own width. */
const LEVEL_THOUSANDTHS = 1000;

/** What all runs of a text share. */
interface Ink {
  readonly span: SourceSpan;
  readonly node: number;
  readonly isStatic: boolean;
  readonly color: Color;
  readonly isItalic: boolean;
  readonly isNaming: boolean;
  readonly part: number | undefined;
}

/** Places a run as its style leans it. Items are written as one literal: spreading takes twice the time and memory. */
function pushRun(
  sheet: Sheet,
  { span, node, isStatic, color, isItalic, isNaming, part }: Ink,
  run: GlyphRun,
  xEmu: Emu,
  yEmu: Emu,
  sizeEmu: Emu,
  scaleThousandths: number,
  letterSpacingEmu: Emu,
  adjustmentsEmu: readonly Emu[] | null,
  advanceEmu: Emu,
  sources: readonly TextSource[],
): void {
  const item: GlyphRunItem = {
    kind: "glyphs",
    span,
    node,
    isStatic,
    run,
    xEmu,
    yEmu,
    sizeEmu,
    scaleThousandths,
    letterSpacingEmu,
    adjustmentsEmu,
    advanceEmu,
    color,
    sources,
  };
  const isPlain = !isItalic && !isNaming && part === undefined;
  sheet.items.push(isPlain ? item : { ...item, ...marksOf(isItalic, isNaming, part) });
}

/** What few runs have. */
function marksOf(isItalic: boolean, isNaming: boolean, part: number | undefined): Partial<GlyphRunItem> {
  return {
    ...(isItalic ? { isSlanted: true } : {}),
    ...(isNaming ? { isNaming: true } : {}),
    ...(part === undefined ? {} : { part }),
  };
}

/** Paints the lines `from` to `to` (exclusive) into the box, as the style's `valign` says. */
export function paintTextLines(
  painting: Painting,
  span: SourceSpan,
  box: TextBox,
  from: number,
  to: number,
  place: TextPlace,
): void {
  if (box.composed !== null) {
    paintComposed(painting, span, box, box.composed, from, to, place);
    return;
  }
  const { sheet } = painting;
  if (!(box.shown instanceof FixedWords)) return paintLines(painting, span, box, from, to, place);
  const { painted } = box;
  if (painted !== null && isPaintedAt(painted, sheet, span, from, to, place)) {
    for (const item of painted.items) sheet.items.push(item);
    return;
  }
  const { items, keepsSources } = sheet;
  const first = items.length;
  paintLines(painting, span, box, from, to, place);
  box.painted = { place, span, from, to, keepsSources, items: items.slice(first) };
}

function isPaintedAt(
  painted: PaintedText,
  sheet: Sheet,
  span: SourceSpan,
  from: number,
  to: number,
  place: TextPlace,
): boolean {
  const { place: known } = painted;
  return (
    known.xEmu === place.xEmu &&
    known.yEmu === place.yEmu &&
    known.heightEmu === place.heightEmu &&
    known.node === place.node &&
    known.still === place.still &&
    known.isNaming === place.isNaming &&
    known.part === place.part &&
    painted.span === span &&
    painted.from === from &&
    painted.to === to &&
    painted.keepsSources === sheet.keepsSources
  );
}

function paintLines(
  painting: Painting,
  span: SourceSpan,
  box: TextBox,
  from: number,
  to: number,
  place: TextPlace,
): void {
  const { sheet } = painting;
  const { paragraph, style, lineSizeEmu } = box;
  const lineHeight = style.lineHeightThousandths;
  const top =
    place.yEmu + linesTop(style, lineSizeEmu, to - from, place.heightEmu) + baselineEmu(lineSizeEmu, lineHeight);
  const isStatic = place.still && box.shown.isStatic && box.colorIsStatic;
  if (isLone(paragraph)) {
    if (from !== 0 || to === 0) return;
    const { xEmu, node, isNaming, part } = place;
    paintLone(sheet, span, style, box.color, box.shown, paragraph, xEmu, top, node, isStatic, isNaming, part);
    return;
  }
  const { sizeEmu, scaleThousandths: scale } = paragraph;
  const { node, isNaming = false, part } = place;
  const ink = { span, node, isStatic, color: box.color, isItalic: style.italic, isNaming, part };
  const decorated: (readonly PlacedItem[])[] = [];
  const mayStrike = style.decoration !== "none" && to - from > 1 && lineHeight < DECORATED_MOST_THOUSANDTHS;
  for (let index = from; index < to; index++) {
    const line = paragraph.lines[index];
    if (line === undefined) break;
    const first = sheet.items.length;
    const yEmu = top + linesHeightEmu(index - from, lineSizeEmu, lineHeight);
    for (const piece of line.pieces) {
      const { run, start, letterSpacingEmu, adjustmentsEmu, advanceEmu } = piece;
      const xEmu = place.xEmu + piece.xEmu;
      const sources = itemSources(sheet, box.shown, start, start + run.text.length);
      pushRun(sheet, ink, run, xEmu, yEmu, sizeEmu, scale, letterSpacingEmu, adjustmentsEmu, advanceEmu, sources);
    }
    if (style.decoration !== "none" && line.pieces.length > 0) {
      const look = { decoration: style.decoration, color: box.color, sizeEmu };
      const { fromEmu, toEmu } = extentOf(line);
      paintDecoration(sheet, span, look, place.xEmu + fromEmu, yEmu, toEmu - fromEmu, isStatic);
    }
    if (mayStrike) decorated.push(sheet.items.slice(first));
  }
  if (mayStrike) tellStruck(painting, span, box, decorated);
}

/** Lines so far apart: no letter of usual fonts reaches to the decoration of the line above. */
const DECORATED_MOST_THOUSANDTHS = 1_500;

/** The same for one line that is kept flat, without it and its pieces being made; `shown` is null where nobody asks. */
export function paintLone(
  sheet: Sheet,
  span: SourceSpan,
  style: TextStyle,
  color: Color,
  shown: ShownText | null,
  lone: LoneRun | LoneLine,
  leftEmu: Emu,
  yEmu: Emu,
  node: number,
  isStatic: boolean,
  isNaming = false,
  part?: number,
): void {
  const { sizeEmu } = lone;
  const ink = { span, node, isStatic, color, isItalic: style.italic, isNaming, part };
  if (lone instanceof LoneRun) {
    const { run, adjustmentsEmu, advanceEmu } = lone;
    const sources = shown === null ? NO_SOURCES : itemSources(sheet, shown, 0, run.text.length);
    const xEmu = leftEmu + lone.xEmu;
    pushRun(sheet, ink, run, xEmu, yEmu, sizeEmu, LEVEL_THOUSANDTHS, 0, adjustmentsEmu, advanceEmu, sources);
  } else paintPieces(sheet, ink, shown, lone.line, leftEmu, yEmu);
  const { decoration } = style;
  if (decoration === "none") return;
  const line = lone instanceof LoneRun ? lone : lone.line;
  const xEmu = leftEmu + line.xEmu + line.leadEmu;
  paintDecoration(sheet, span, { decoration, color, sizeEmu }, xEmu, yEmu, lone.widthEmu, isStatic);
}

function paintPieces(
  sheet: Sheet,
  ink: Ink,
  shown: ShownText | null,
  line: LoneLine["line"],
  leftEmu: Emu,
  yEmu: Emu,
): void {
  const { sizeEmu } = line;
  for (let index = 0; index < line.shaped.length; index += 1) {
    const piece = line.shaped[index];
    if (piece === undefined) break;
    const { run, start } = piece;
    const xEmu = leftEmu + line.runXEmu(index);
    const sources = shown === null ? NO_SOURCES : itemSources(sheet, shown, start, start + run.text.length);
    const adjustmentsEmu = line.adjustmentsEmu(index);
    const advanceEmu = line.advanceEmu(index);
    pushRun(sheet, ink, run, xEmu, yEmu, sizeEmu, LEVEL_THOUSANDTHS, 0, adjustmentsEmu, advanceEmu, sources);
  }
}

/** From the top of a box of this height to the baseline of a lone line in it. */
export function firstLineEmu(style: TextStyle, heightEmu: Emu): Emu {
  return linesTop(style, style.sizeEmu, 1, heightEmu) + baselineEmu(style.sizeEmu, style.lineHeightThousandths);
}

/**
 * From the box's top to the first line box. Where the line boxes are higher than the box but the em boxes fit, what
 * is free is halved above and below, so that a tight box still holds its text in the middle.
 */
function linesTop(style: TextStyle, lineSizeEmu: Emu, lines: number, heightEmu: Emu): Emu {
  const total = linesHeightEmu(lines, lineSizeEmu, style.lineHeightThousandths);
  if (total <= heightEmu) {
    if (style.valign === "middle") return Math.floor((heightEmu - total) / 2);
    return style.valign === "bottom" ? heightEmu - total : 0;
  }
  const leading = Math.floor((linesHeightEmu(1, lineSizeEmu, style.lineHeightThousandths) - lineSizeEmu) / 2);
  const free = heightEmu - textHeightEmu(lines, lineSizeEmu, style.lineHeightThousandths);
  return Math.max(0, Math.floor(free / 2)) - leading;
}

/** Shares of the size: as thick as a regular stroke, below the descenders or through the middle of the em box. */
const DECORATION_WIDTH_THOUSANDTHS = 50;
const UNDERLINE_BELOW_THOUSANDTHS = 150;
const STRIKE_ABOVE_THOUSANDTHS = 380;

interface DecorationLook {
  readonly decoration: TextStyle["decoration"];
  readonly color: Color;
  readonly sizeEmu: Emu;
}

function paintDecoration(
  sheet: Sheet,
  span: SourceSpan,
  look: DecorationLook,
  xEmu: Emu,
  baseline: Emu,
  widthEmu: Emu,
  isStatic: boolean,
): void {
  const size = look.sizeEmu;
  const share = (thousandths: number) => Math.round((size * thousandths) / 1000);
  const y =
    look.decoration === "underline"
      ? baseline + share(UNDERLINE_BELOW_THOUSANDTHS)
      : baseline - share(STRIKE_ABOVE_THOUSANDTHS);
  const line = { widthEmu: share(DECORATION_WIDTH_THOUSANDTHS), color: look.color, dash: "solid" } as const;
  paintLine(sheet, span, line, xEmu, y, xEmu + widthEmu, y, isStatic);
}
