// Lines of several looks, with ruby, and vertical lines → glyph runs, the lines beside them, and links.

import type { Emu } from "../../canvas/index.ts";
import type { SourceSpan } from "../../diagnostics/index.ts";
import type { LineBoxes, LinePiece, Paragraph, ParagraphLine, RubyPiece } from "../../text/index.ts";
import {
  ARTIFACT,
  around,
  type PlacedItem,
  type Rectangle,
  SLANT_THOUSANDTHS,
  type StructureType,
  type TextSource,
} from "../page/index.ts";
import {
  type ComposedText,
  itemSources,
  lineBoxesOf,
  markPath,
  type SpanLook,
  type TextBox,
  type TextPlace,
  unfollowedFinding,
} from "../words/index.ts";
import { type Extent, extentsOfPieces, type PieceExtent } from "./decorated-extents.ts";
import { noteLink } from "./linked-places.ts";
import { paintLine } from "./paint-lines.ts";
import { addNode, type Painting } from "./painting.ts";
import { tellStruck } from "./struck-lines.ts";

/** What painting one composed text keeps at hand. */
interface Composing {
  readonly painting: Painting;
  readonly box: TextBox;
  readonly span: SourceSpan;
  readonly place: TextPlace;
  readonly isVertical: boolean;
  /** All of it has one look. */
  readonly isPlain: boolean;
  readonly looks: readonly SpanLook[];
  /** Nodes of spans, by their index; all are the text's own where no span is more than its letters. */
  readonly nodes: Map<number, SpanNodes>;
  readonly hasNodes: boolean;
}

interface SpanNodes {
  readonly base: number;
  readonly ruby: number;
}

/** Paints the lines `from` to `to` (exclusive); vertical ones are never parted. */
export function paintComposed(
  painting: Painting,
  span: SourceSpan,
  box: TextBox,
  composed: ComposedText,
  from: number,
  to: number,
  place: TextPlace,
): void {
  const isVertical = box.style.writing === "vertical";
  const paragraph = isVertical ? inBox(box, composed, place.heightEmu) : box.paragraph;
  const set = { ...box, paragraph };
  const [first, end] = isVertical ? [0, to > from ? paragraph.lines.length : 0] : [from, to];
  const boxes = lineBoxesOf(set, first, end);
  const hasNodes = place.node !== ARTIFACT && composed.looks.some(({ link, ruby }) => link !== null || ruby !== null);
  const { looks } = composed;
  const isPlain = composed.isPlain === true;
  const within = { painting, box: set, span, place };
  const composing: Composing = { ...within, isVertical, isPlain, looks, nodes: new Map(), hasNodes };
  const start = acrossStart(set, boxes, isVertical ? composed.widthEmu : place.heightEmu);
  const along = isVertical ? alongShift(box, composed, place.heightEmu) : 0;
  const { items } = painting.sheet;
  const painted: (readonly PlacedItem[])[] = [];
  const isDecorated = looks.some(({ decoration }) => decoration !== "none");
  paragraph.lines.slice(first, end).forEach((line, index) => {
    const position = boxes.positionsEmu[index] ?? 0;
    const origin = isVertical
      ? { xEmu: place.xEmu + composed.widthEmu - start - position, yEmu: place.yEmu + along }
      : { xEmu: place.xEmu, yEmu: place.yEmu + start + position };
    const before = items.length;
    paintComposedLine(composing, line, origin);
    if (isDecorated) painted.push(items.slice(before));
  });
  if (isDecorated) tellStruck(painting, span, box, painted);
}

/** Text that is spread over its line takes the length of the box that it comes to stand in. */
function inBox({ paragraph, style }: TextBox, { lengthEmu, setAgain }: ComposedText, heightEmu: Emu): Paragraph {
  const isSpread = style.align === "distribute" || style.align === "justify";
  return isSpread && heightEmu > lengthEmu ? setAgain(heightEmu) : paragraph;
}

/** How far down vertical lines begin in a box that is longer than they were set for. */
function alongShift({ style }: TextBox, { lengthEmu }: ComposedText, heightEmu: Emu): Emu {
  const freeEmu = Math.max(0, heightEmu - lengthEmu);
  if (style.align === "right") return freeEmu;
  return style.align === "center" ? Math.floor(freeEmu / 2) : 0;
}

/** From the box's left edge to the middle of the first of its vertical lines. */
export function firstLineEmu(box: TextBox): Emu {
  const boxes = lineBoxesOf(box, 0, box.paragraph.lines.length);
  const widthEmu = box.composed?.widthEmu ?? 0;
  return widthEmu - acrossStart(box, boxes, widthEmu) - (boxes.positionsEmu[0] ?? 0);
}

/** From the box's edge to the first line box, as `valign` says: from the top, in vertical writing from the right. */
function acrossStart({ paragraph, style }: TextBox, boxes: LineBoxes, roomEmu: Emu): Emu {
  const { extentEmu, neededEmu, positionsEmu } = boxes;
  if (extentEmu <= roomEmu) {
    if (style.valign === "middle") return Math.floor((roomEmu - extentEmu) / 2);
    return style.valign === "bottom" ? roomEmu - extentEmu : 0;
  }
  // Where only the em boxes fit, the outer halves of the leading hang out alike.
  const [line] = paragraph.lines;
  const emEmu =
    line === undefined ? 0 : style.writing === "vertical" ? Math.floor(line.sizeEmu / 2) : ascent(line.sizeEmu);
  const leadingEmu = line?.rubies.length === 0 ? Math.max(0, (positionsEmu[0] ?? 0) - emEmu) : 0;
  return Math.max(0, Math.floor((roomEmu - neededEmu) / 2)) - leadingEmu;
}

/** The em box's part above the baseline. */
const ASCENT_THOUSANDTHS = 880;

function ascent(sizeEmu: Emu): Emu {
  return Math.floor((sizeEmu * ASCENT_THOUSANDTHS) / 1000 + 0.5);
}

/** From the baseline to the middle of the em box. */
function besideMiddle(sizeEmu: Emu): Emu {
  return ascent(sizeEmu) - Math.floor(sizeEmu / 2);
}

interface Point {
  readonly xEmu: Emu;
  readonly yEmu: Emu;
}

function paintComposedLine(composing: Composing, line: ParagraphLine, origin: Point): void {
  for (const piece of line.pieces) paintPiece(composing, piece, origin, "base");
  for (const stretch of stretchesOf(composing, line, origin)) paintBeside(composing, stretch);
  for (const piece of line.rubies) {
    const mark = composing.looks[piece.span]?.emphasis;
    if (mark === undefined) paintPiece(composing, piece, origin, "ruby");
    else paintMarks(composing, piece, origin, mark);
  }
}

/** Nothing of the text: an ornament, in the colour of its letters. */
function paintMarks(composing: Composing, piece: RubyPiece, origin: Point, mark: string): void {
  const { box, isVertical, looks, painting, place } = composing;
  const look = looks[piece.span];
  const xEmu = origin.xEmu + (isVertical ? piece.acrossEmu : piece.xEmu);
  const yEmu = origin.yEmu + (isVertical ? piece.xEmu : piece.acrossEmu);
  painting.sheet.items.push({
    kind: "fill",
    span: look?.span ?? composing.span,
    node: ARTIFACT,
    isStatic: place.still && box.shown.isStatic && (look?.colorIsStatic ?? true),
    shape: { kind: "path", commands: markPath(mark, piece, { xEmu, yEmu, isVertical }) },
    color: look?.color ?? box.color,
    rule: "evenodd",
  });
}

function paintPiece(composing: Composing, piece: LinePiece | RubyPiece, origin: Point, part: keyof SpanNodes): void {
  const { box, isVertical, looks, painting, place } = composing;
  const look = looks[piece.span];
  const isStatic = place.still && box.shown.isStatic && (look?.colorIsStatic ?? true);
  const isSlanted = look?.isSlanted ?? box.style.italic;
  const alongEmu = piece.xEmu + (isSlanted && isVertical ? leanOfStart(piece) : 0);
  painting.sheet.items.push({
    kind: "glyphs",
    span: look?.span ?? composing.span,
    node: nodeOfPiece(composing, piece.span, part),
    isStatic,
    run: piece.run,
    xEmu: origin.xEmu + (isVertical ? piece.acrossEmu : alongEmu),
    yEmu: origin.yEmu + (isVertical ? alongEmu : piece.acrossEmu),
    ...(piece.rotation === 0 ? {} : { rotation: piece.rotation }),
    sizeEmu: piece.sizeEmu,
    scaleThousandths: piece.scaleThousandths,
    letterSpacingEmu: piece.letterSpacingEmu,
    adjustmentsEmu: piece.adjustmentsEmu,
    advanceEmu: piece.advanceEmu,
    color: look?.color ?? box.color,
    sources: part === "base" ? baseSources(painting, box, piece) : rubySources(painting, piece, look),
    ...(part === "ruby" ? { isRuby: true } : {}),
    ...(isVertical && isCell(piece) ? { isCombined: true } : {}),
    ...(isSlanted ? { isSlanted: true } : {}),
    ...(place.isNaming === true ? { isNaming: true } : {}),
    ...(place.part === undefined ? {} : { part: place.part }),
  });
}

/** Level letters in a cell of a vertical line (縦中横). */
function isCell({ rotation, run }: LinePiece): boolean {
  return rotation === 0 && run.direction === "horizontal";
}

/**
 * How far the start of a slanted piece moves along its vertical line. Letters lean about their start, all letters of
 * one line about its middle.
 */
function leanOfStart(piece: LinePiece): Emu {
  const acrossEmu = isCell(piece) ? -piece.advanceEmu / 2 : piece.rotation === 90 ? -besideMiddle(piece.sizeEmu) : 0;
  return Math.round((acrossEmu * SLANT_THOUSANDTHS) / 1000);
}

function baseSources({ sheet }: Painting, box: TextBox, piece: LinePiece): readonly TextSource[] {
  return itemSources(sheet, box.shown, piece.start, piece.start + piece.run.text.length);
}

function rubySources({ sheet }: Painting, { run }: LinePiece, look: SpanLook | undefined): readonly TextSource[] {
  if (!sheet.keepsSources) return [];
  return [{ start: 0, end: run.text.length, path: look?.ruby?.path ?? null, role: look?.ruby?.role ?? null }];
}

/** Ruby and its base are told as such (ISO 32000-1, 14.8.4.4), links by what leads there. */
function nodeOfPiece(composing: Composing, span: number, part: keyof SpanNodes): number {
  const { hasNodes, looks, nodes, painting, place } = composing;
  if (!hasNodes) return place.node;
  const known = nodes.get(span) ?? spanNodes(painting, looks[span], place.node);
  nodes.set(span, known);
  return known[part];
}

function spanNodes(painting: Painting, look: SpanLook | undefined, parent: number): SpanNodes {
  if (look === undefined) return { base: parent, ruby: parent };
  const add = (type: StructureType, under: number): number => addNode(painting, type, under, look.span, null);
  if (look.ruby !== null) {
    const ruby = add("Ruby", parent);
    return { base: add("RB", ruby), ruby: add("RT", ruby) };
  }
  const base = add(look.link === null ? "Span" : "Link", parent);
  return { base, ruby: base };
}

/** Where a piece lies on the page: its em boxes, as far as what goes along them reaches. */
function areaOf(piece: LinePiece, { fromEmu, toEmu }: Extent, origin: Point, isVertical: boolean): Rectangle {
  const { sizeEmu } = piece;
  if (!isVertical) {
    const topEmu = origin.yEmu + piece.acrossEmu - ascent(sizeEmu);
    return {
      leftEmu: origin.xEmu + fromEmu,
      topEmu,
      rightEmu: origin.xEmu + toEmu,
      bottomEmu: topEmu + sizeEmu,
    };
  }
  const leftEmu = origin.xEmu - Math.floor(sizeEmu / 2);
  return { leftEmu, topEmu: origin.yEmu + fromEmu, rightEmu: leftEmu + sizeEmu, bottomEmu: origin.yEmu + toEmu };
}

/** A cell of level letters in a vertical line is as long as they are high. */
function emBoxesIn(isVertical: boolean): PieceExtent {
  return (piece) => {
    const inCell = isVertical && isCell(piece);
    const fromEmu = piece.xEmu - (inCell ? ascent(piece.sizeEmu) : 0);
    return { fromEmu, toEmu: fromEmu + (inCell ? piece.sizeEmu : piece.advanceEmu) };
  };
}

/** What of a line is in one span: what goes beside it, and leads somewhere, is one piece. */
interface Stretch {
  readonly span: number;
  readonly sizeEmu: Emu;
  readonly area: Rectangle;
  /** It holds blanks alone. */
  readonly isBlank: boolean;
}

function stretchesOf(composing: Composing, line: ParagraphLine, origin: Point): readonly Stretch[] {
  const { isPlain, isVertical } = composing;
  const stretches: Stretch[] = [];
  const extents = extentsOfPieces(line, emBoxesIn(isVertical), !isPlain && endsItself(composing, line));
  for (const [at, piece] of line.pieces.entries()) {
    const { run, sizeEmu, span } = piece;
    const extent = extents[at];
    if (extent === undefined) continue;
    const area = areaOf(piece, extent, origin, isVertical);
    const isBlank = run.text.trim() === "";
    const before = stretches.at(-1);
    if (before?.span !== span) stretches.push({ span, sizeEmu, area, isBlank });
    else {
      const both = { area: around(before.area, area), isBlank: before.isBlank && isBlank };
      stretches[stretches.length - 1] = { ...before, ...both };
    }
  }
  return stretches;
}

/** Whether a line ends where its text says so: the blank at which a longer line was parted is none of its letters. */
function endsItself({ box: { shown } }: Composing, { end }: ParagraphLine): boolean {
  return end >= shown.text.length || OWN_END.test(shown.text.charAt(end));
}

/** As lines are cut at (UAX #14 BK, CR, LF, NL). */
const OWN_END = /[\n\r\v\f\u0085\u2028\u2029]/u;

/** Shares of the size: as thick as a regular stroke, below the descenders or through the middle of the em box. */
const LINE_WIDTH_THOUSANDTHS = 50;
const BESIDE_THOUSANDTHS = 30;

/** The underline, which stands on the right of vertical text (傍線), the line through it, and the link's area. */
function paintBeside(composing: Composing, { area, isBlank, sizeEmu, span }: Stretch): void {
  const { box, isVertical, looks, painting, place } = composing;
  const look = looks[span];
  if (look === undefined) return;
  const { sheet } = painting;
  const share = (thousandths: number): Emu => Math.round((sizeEmu * thousandths) / 1000);
  // A line through blanks alone strikes nothing, and reads as a dash. One under them is written on.
  if (look.decoration !== "none" && !(isBlank && look.decoration === "strike")) {
    const isStatic = place.still && box.shown.isStatic && look.colorIsStatic;
    const line = { widthEmu: share(LINE_WIDTH_THOUSANDTHS), color: look.color ?? box.color, dash: "solid" } as const;
    const { leftEmu, topEmu, rightEmu, bottomEmu } = area;
    const isUnder = look.decoration === "underline";
    if (isVertical) {
      const x = isUnder ? rightEmu + share(BESIDE_THOUSANDTHS) : Math.floor((leftEmu + rightEmu) / 2);
      paintLine(sheet, look.span, line, x, topEmu, x, bottomEmu, isStatic);
    } else {
      const y = isUnder ? bottomEmu + share(BESIDE_THOUSANDTHS) : Math.floor((topEmu + bottomEmu) / 2);
      paintLine(sheet, look.span, line, leftEmu, y, rightEmu, y, isStatic);
    }
  }
  const at = { xEmu: area.leftEmu, yEmu: area.topEmu };
  if (look.unfollowed !== undefined) {
    painting.findings.add(unfollowedFinding(look.unfollowed, look.span), sheet.number, at);
  }
  const { link, linkPath = null } = look;
  if (link === null) return;
  const node = nodeOfPiece(composing, span, "base");
  sheet.items.push({
    kind: "link",
    span: look.span,
    node,
    isStatic: false,
    rectangle: area,
    target: noteLink(painting, { link, linkPath }, look.span, at),
  });
}
