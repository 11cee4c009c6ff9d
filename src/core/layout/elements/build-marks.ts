// Check boxes, combs and rows of seal boxes → drawings with texts in their places.
import type { Box, CheckElement, CombElement, Emu, SealElement, SealsElement, TextStyle } from "../../canvas/index.ts";
import { counted, millimetresEnough, type SourceSpan } from "../../diagnostics/index.ts";
import type { Scope } from "../../expression/index.ts";
import { linesHeightEmu, unsetScriptIn, withoutIgnorables } from "../../text/index.ts";
import {
  type Block,
  type BlockMeta,
  borderBoxWidth,
  type DrawingBlock,
  type DrawnShape,
  findOverfull,
  frameOf,
  metaOf,
  NO_META,
  NO_RULES,
  outerHeight,
  type PlacedChild,
  type PlacedText,
  type PlateBlock,
  type Room,
  rulesOf,
  type TextBlock,
} from "../blocks/index.ts";
import { type Line, NO_FRAME, resolveBorder, thirdOf } from "../page/index.ts";
import {
  aboutGlyphs,
  type Finding,
  type LayoutInput,
  naturalTextWidth,
  resolveColor,
  restyled,
  type ShownText,
  setTextBox,
  showTemplate,
  sliceSources,
  styleOf,
} from "../words/index.ts";
import { buildSeal } from "./build-graphics.ts";
import { celledRanges } from "./letters.ts";

/** As thin as a table's rules, for what declares no border. */
const THIN_EMU = 6_350;

/** Lines of an element whose template declares none: thin, in the colour of its text. */
function ownLine(input: LayoutInput, box: Box, style: number, scope: Scope): Line | null {
  if (box.isUnlined === true) return null;
  const stroke = box.borderLeft ?? box.borderTop;
  const { color } = styleOf(input.canvas, style);
  const drawn = stroke ?? { widthEmu: THIN_EMU, paint: color, dash: "solid" };
  return resolveBorder(drawn, (paint) => resolveColor(input, paint, scope));
}

function drawing(
  span: SourceSpan,
  widthEmu: Emu,
  heightEmu: Emu,
  shapes: readonly DrawnShape[],
  over: Partial<DrawingBlock> = {},
): DrawingBlock {
  return {
    kind: "drawing",
    shapes,
    texts: [],
    structure: "Figure",
    span,
    frame: NO_FRAME,
    rules: NO_RULES,
    meta: NO_META,
    widthEmu,
    heightEmu,
    fixedHeight: true,
    breaksInside: false,
    varies: true,
    findings: [],
    node: null,
    ...over,
  };
}

function segment(line: Line, points: readonly (readonly [Emu, Emu])[], closed = false): DrawnShape {
  return { points, closed, fill: null, line };
}

function label(
  input: LayoutInput,
  shown: ShownText,
  style: number,
  scope: Scope,
  widthEmu: Emu,
  span: SourceSpan,
): TextBlock {
  const findings: Finding[] = [];
  const room = { widthEmu, heightEmu: null, inCell: false };
  const text = setTextBox(input, { shown, style, scope, room, span }, findings);
  return {
    kind: "text",
    text,
    structure: "P",
    span,
    frame: NO_FRAME,
    rules: NO_RULES,
    meta: NO_META,
    widthEmu,
    heightEmu: text.heightEmu,
    fixedHeight: true,
    breaksInside: false,
    varies: !shown.isStatic,
    findings,
    node: null,
  };
}

/** The box and the gap beside it, in thousandths of the text's size. */
const BOX_THOUSANDTHS = 860;
const BOX_GAP_THOUSANDTHS = 400;
/** The words of a check begin so far behind the beginning of its box, in thousandths of their size. */
export const CHECK_WORDS_THOUSANDTHS = BOX_THOUSANDTHS + BOX_GAP_THOUSANDTHS;
/** Marks are bolder than the box, and lie inside it: points in thousandths of its side. */
const MARK_WIDTH_THOUSANDTHS = 110;
const TICK = [
  [200, 520],
  [420, 740],
  [820, 250],
] as const;
const CROSS = [
  [
    [230, 230],
    [770, 770],
  ],
  [
    [770, 230],
    [230, 770],
  ],
] as const;
const FILL = [
  [220, 220],
  [780, 220],
  [780, 780],
  [220, 780],
] as const;

function isTicked({ evaluation }: LayoutInput, { ticked }: CheckElement, scope: Scope): boolean {
  if (ticked === null) return false;
  const value = evaluation.value(ticked, scope);
  if (typeof value !== "boolean") evaluation.passOver(ticked, scope, value, "flag");
  return value === true;
}

/** Drawn as lines, so that no font decides how a box looks; what it says is told as its alternative text. */
export function buildCheck(input: LayoutInput, element: CheckElement, scope: Scope, room: Room): PlateBlock {
  const { box } = element;
  const style = styleOf(input.canvas, element.style);
  const share = (thousandths: number): Emu => Math.round((style.sizeEmu * thousandths) / 1000);
  const side = share(BOX_THOUSANDTHS);
  const offset = side + share(BOX_GAP_THOUSANDTHS);
  const lineHeight = linesHeightEmu(1, style.sizeEmu, style.lineHeightThousandths);
  const ticked = isTicked(input, element, scope);
  const width = borderBoxWidth(box, room);
  const inner = Math.max(0, width - box.padding[1] - box.padding[3]);
  const mark = drawing(element.span, side, side, checkShapes(input, element, scope, side, ticked), {
    meta: { ...NO_META, alt: ticked ? "☑" : "☐" },
  });
  const words = element.label === null ? null : showTemplate(element.label, input.evaluation, scope, box.role);
  const naturalEmu = words === null ? side : offset + naturalTextWidth(input, words.text, element.style, false);
  const left = startOf(style, Math.max(0, inner - naturalEmu));
  const children: PlacedChild[] = [{ xEmu: left, yEmu: Math.floor((lineHeight - side) / 2), block: mark }];
  let lowest = lineHeight;
  // Half of the leading may lie below the box.
  let inkEmu = Math.floor((lineHeight + side) / 2);
  if (words !== null) {
    // The words begin beside the box, whichever way both are aligned.
    const isMoved = style.align === "center" || style.align === "right";
    const beside = isMoved ? restyled(input, element.style, { align: "left" }) : input;
    const text = label(beside, words, element.style, scope, Math.max(0, inner - offset - left), element.span);
    children.push({ xEmu: left + offset, yEmu: 0, block: text });
    lowest = Math.max(lowest, text.heightEmu);
    inkEmu = Math.max(inkEmu, Math.floor((text.heightEmu + text.text.neededEmu) / 2));
  }
  const block = plate(input, element, scope, width, lowest, children);
  return { ...block, findings: findOverfull(element.span, box, inkEmu) };
}

/** Where the box with its words begins: they are aligned together, as a line is. */
function startOf({ align }: TextStyle, freeEmu: Emu): Emu {
  return align === "center" ? Math.floor(freeEmu / 2) : align === "right" ? freeEmu : 0;
}

function checkShapes(
  input: LayoutInput,
  element: CheckElement,
  scope: Scope,
  side: Emu,
  ticked: boolean,
): readonly DrawnShape[] {
  const color = resolveColor(input, styleOf(input.canvas, element.style).color, scope);
  const at = ([x, y]: readonly [number, number]): readonly [Emu, Emu] => [
    Math.round((side * x) / 1000),
    Math.round((side * y) / 1000),
  ];
  const frame: Line = { widthEmu: Math.max(THIN_EMU, Math.round(side / 16)), color, dash: "solid" };
  const bold: Line = { widthEmu: Math.round((side * MARK_WIDTH_THOUSANDTHS) / 1000), color, dash: "solid" };
  const corners: readonly (readonly [Emu, Emu])[] = [
    [0, 0],
    [side, 0],
    [side, side],
    [0, side],
  ];
  const shapes = [segment(frame, corners, true)];
  if (!ticked) return shapes;
  if (element.mark === "fill") return [...shapes, { points: FILL.map(at), closed: true, fill: color, line: null }];
  if (element.mark === "cross") return [...shapes, ...CROSS.map((stroke) => segment(bold, stroke.map(at)))];
  return [...shapes, segment(bold, TICK.map(at))];
}

function plate(
  input: LayoutInput,
  element: CheckElement | SealsElement,
  scope: Scope,
  widthEmu: Emu,
  contentEmu: Emu,
  children: readonly PlacedChild[],
): PlateBlock {
  const { box } = element;
  const meta: BlockMeta = metaOf(input, box, scope);
  const none = { borderTop: null, borderRight: null, borderBottom: null, borderLeft: null };
  return {
    kind: "plate",
    children,
    element: null,
    span: element.span,
    frame: frameOf(input, element.kind === "seals" ? { ...box, ...none } : box, scope),
    rules: rulesOf(box),
    meta,
    widthEmu: widthEmu + box.margin[1] + box.margin[3],
    heightEmu: outerHeight(box, contentEmu),
    fixedHeight: true,
    breaksInside: false,
    varies: true,
    findings: [],
    node: null,
  };
}

/** A comb without a height is so many text sizes high. */
const COMB_HEIGHT_THOUSANDTHS = 1_800;

/** Letters fill the cells from the left, or end in the last one where the text is aligned to the right. */
export function buildComb(input: LayoutInput, element: CombElement, scope: Scope, room: Room): DrawingBlock {
  const { box, cells } = element;
  const style = styleOf(input.canvas, element.style);
  const heightEmu = box.heightEmu ?? Math.round((style.sizeEmu * COMB_HEIGHT_THOUSANDTHS) / 1000);
  const free = box.width.kind === "auto" && !room.assigned;
  const widthEmu = free ? Math.min(cells * heightEmu, borderBoxWidth(box, room)) : borderBoxWidth(box, room);
  const shown = showTemplate(element.content, input.evaluation, scope, box.role);
  const letters = celledRanges(shown.text).filter(([start, end]) => hasCell(shown.text.slice(start, end)));
  const first = style.align === "right" ? Math.max(0, cells - letters.length) : 0;
  const edge = (cell: number): Emu => Math.round((widthEmu * cell) / cells);
  const centred = centredInput(input, element.style);
  const found: Finding[] = [...lineEndLost(element, shown)];
  const shownLetters = letters.slice(0, cells);
  let known: CombNeeds | null = null;
  // All letters that are too wide need the same width.
  const needs = (): CombNeeds => {
    known ??= needsOf(input, element, {
      texts: shownLetters.map(([start, end]) => shown.text.slice(start, end)),
      widthEmu,
    });
    return known;
  };
  const texts = shownLetters.map(([start, end], at): PlacedText => {
    const [left, right] = [edge(first + at), edge(first + at + 1)];
    const sources = sliceSources(shown.sources, start, end);
    const { isStatic, path } = shown;
    const letter: ShownText = { text: shown.text.slice(start, end), sources, isStatic, path };
    const cell = { widthEmu: right - left, heightEmu, inCell: true };
    const { span, style: index } = element;
    const ofLetter: Finding[] = [];
    const text = setTextBox(centred, { shown: letter, style: index, scope, room: cell, span }, ofLetter);
    found.push(...ofLetter.map((one) => (one.code === "RPT4004" ? widerThanCell(one, box, needs()) : one)));
    return { xEmu: left, yEmu: 0, widthEmu: right - left, heightEmu, text };
  });
  const line = ownLine(input, box, element.style, scope);
  const columnEdgesEmu = Array.from({ length: cells + 1 }, (_, cell) => edge(cell));
  const lines = latticeLines(line, { columnEdgesEmu, rowEdgesEmu: [0, heightEmu] });
  const margins = { x: box.margin[1] + box.margin[3], y: box.margin[0] + box.margin[2] };
  return drawing(element.span, widthEmu + margins.x, heightEmu + margins.y, lines, {
    texts,
    structure: "P",
    frame: { ...NO_FRAME, margin: box.margin, fill: frameOf(input, box, scope).fill },
    rules: rulesOf(box),
    meta: metaOf(input, box, scope),
    findings:
      letters.length > cells
        ? [...firstOfEach(found), tooManyLetters(input, element, { shown, letters, widthEmu, room })]
        : firstOfEach(found),
  });
}

/** The width that a comb needs for its letters, and whether they fit its present width with `fit=shrink`. */
interface CombNeeds {
  readonly neededEmu: Emu;
  readonly shrinks: boolean;
}

/** The comb is wide enough once each of its cells is as wide as the widest letter. */
function needsOf(
  input: LayoutInput,
  { cells, style: index }: CombElement,
  { texts, widthEmu }: { readonly texts: readonly string[]; readonly widthEmu: Emu },
): CombNeeds {
  const widths = [...new Set(texts)].map((text) => naturalTextWidth(input, text, index, true));
  const neededEmu = cells * Math.ceil(Math.max(0, ...widths));
  const { fit, sizeEmu, sizeMinEmu, condenseThousandths } = styleOf(input.canvas, index);
  const smallest = (Math.min(1, sizeMinEmu / sizeEmu) * condenseThousandths) / 1000;
  return { neededEmu, shrinks: fit !== "shrink" && neededEmu * smallest <= widthEmu };
}

/** RPT4004 of a comb: a wider comb or smaller letters help, and line breaks do not. */
function widerThanCell(finding: Finding, { rotate }: Box, { neededEmu, shrinks }: CombNeeds): Finding {
  const { change: _, ...told } = finding;
  const side = rotate === 90 || rotate === 270 ? "h" : "w";
  const shrink = shrinks ? "use fit=shrink, " : "";
  return {
    ...told,
    message: finding.message
      .replace("its column", "its cell")
      .replace("it runs out of it", "it runs into the next one"),
    why: "a letter that runs out of its cell lies over what stands beside it",
    repair: `write ${side}=${millimetresEnough(neededEmu)} or more, ${shrink}or use a smaller size`,
  };
}

/**
 * Line ends have no cell, nor have characters that draw nothing and take no width. Those that turn the order of letters
 * keep theirs: they are refused.
 */
function hasCell(letter: string): boolean {
  return !LINE_ENDS.test(withoutIgnorables(letter)) || unsetScriptIn(letter) !== null;
}

const LINE_ENDS = /^[\n\v\f\r\u0085\u2028\u2029]*$/u;

/** The cells of a comb are one line: what stood on lines of its own reads as one word there. */
function lineEndLost({ span }: CombElement, { text, path }: ShownText): readonly Finding[] {
  const [end] = /[\n\v\f\r\u0085\u2028\u2029]/u.exec(text.trim()) ?? [];
  if (end === undefined) return [];
  const code = end.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
  return [
    {
      code: "RPT4022",
      severity: "warning",
      span,
      message: `the control character U+${code} is not printed: the cells of a comb are one line`,
      path,
      why: "what stood on lines of its own reads as one text, so the printed text is another one than the data's",
      repair: "take the line end out of the text before it is sent, or declare the field as string, which has none",
    },
  ];
}

/** All letters have the same cell: what one of them lacks is told once, but each letter without a glyph. */
function firstOfEach(found: readonly Finding[]): readonly Finding[] {
  const aboutGlyphsAlone = new Set(aboutGlyphs(found));
  const codes = new Set<string>();
  return found.filter((each) => {
    if (aboutGlyphsAlone.has(each)) return true;
    const isFirst = !codes.has(each.code);
    codes.add(each.code);
    return isFirst;
  });
}

/** Lines at the edges of columns and rows, and around all of them. */
interface Lattice {
  /** The edges of all columns, and those of all rows: from 0 on. */
  readonly columnEdgesEmu: readonly Emu[];
  readonly rowEdgesEmu: readonly Emu[];
}

/**
 * The lines of a lattice. Of double ones, the inner stroke goes around each cell by itself, so that strokes end where
 * they meet.
 */
function latticeLines(line: Line | null, { columnEdgesEmu, rowEdgesEmu }: Lattice): readonly DrawnShape[] {
  if (line === null) return [];
  const [right, bottom] = [columnEdgesEmu.at(-1) ?? 0, rowEdgesEmu.at(-1) ?? 0];
  if (line.dash === "double") {
    const third = thirdOf(line);
    const single: Line = { ...line, widthEmu: third, dash: "solid" };
    const cells = rowEdgesEmu.slice(1).flatMap((foot, row) =>
      columnEdgesEmu.slice(1).flatMap((end, column) => {
        const [left, top] = [columnEdgesEmu[column] ?? 0, rowEdgesEmu[row] ?? 0];
        if (Math.min(end - left, foot - top) <= 2 * third) return [];
        return segment(single, cornersOf([left + third, top + third, end - third, foot - third]), true);
      }),
    );
    return [...cells, segment(single, cornersOf([-third, -third, right + third, bottom + third]), true)];
  }
  const across = rowEdgesEmu.slice(1, -1).map((y) =>
    segment(line, [
      [0, y],
      [right, y],
    ]),
  );
  const down = columnEdgesEmu.slice(1, -1).map((x) =>
    segment(line, [
      [x, 0],
      [x, bottom],
    ]),
  );
  return [...across, ...down, segment(line, cornersOf([0, 0, right, bottom]), true)];
}

type Corners = readonly [left: Emu, top: Emu, right: Emu, bottom: Emu];

function cornersOf([left, top, right, bottom]: Corners): readonly (readonly [Emu, Emu])[] {
  return [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ];
}

/** What a comb is given to set, and the room that it has for it. */
interface CombFilling {
  readonly shown: ShownText;
  readonly letters: ReturnType<typeof celledRanges>;
  readonly widthEmu: Emu;
  readonly room: Room;
}

function tooManyLetters(input: LayoutInput, element: CombElement, filling: CombFilling): Finding {
  return {
    code: "RPT4001",
    severity: "error",
    span: element.span,
    message: `text has ${filling.letters.length} letters, its comb ${element.cells} cells`,
    path: filling.shown.path,
    why: "the letters beyond the last cell are not printed",
    repair: [
      ...moreCells(input, element, filling),
      `declare the field so that it has at most ${counted(element.cells, "letter")}`,
    ].join(", or "),
  };
}

/** As many cells as letters, where the letters are not too wide for them then. */
function moreCells(input: LayoutInput, element: CombElement, filling: CombFilling): readonly string[] {
  const { shown, letters, widthEmu, room } = filling;
  const widths = letters.map(([start, end]) =>
    naturalTextWidth(input, shown.text.slice(start, end), element.style, true),
  );
  const neededEmu = letters.length * Math.max(...widths);
  if (neededEmu <= widthEmu) return [`set cells=${letters.length}`];
  if (neededEmu > room.widthEmu) return [];
  return [`set cells=${letters.length} and enlarge w by ${millimetresEnough(neededEmu - widthEmu)}`];
}

function centredInput(input: LayoutInput, index: number): LayoutInput {
  const textStyles = [...input.canvas.textStyles];
  textStyles[index] = { ...styleOf(input.canvas, index), align: "center", valign: "middle" };
  return { ...input, canvas: { ...input.canvas, textStyles } };
}

/** Free above and below a label, in thousandths of its size. */
const LABEL_PAD_THOUSANDTHS = 200;
/** What of its place a seal fills. */
const SEAL_THOUSANDTHS = 880;

/**
 * Labels above, places for seals below, lines between all; a place without a seal stays empty for a hand's. Boxes are
 * as large as if all were there: what `when` leaves out makes the row shorter.
 */
export function buildSeals(input: LayoutInput, element: SealsElement, scope: Scope, room: Room): PlateBlock {
  const { box, seals } = element;
  const shown = seals.filter((seal) => input.evaluation.condition(seal.box.when, scope));
  const columnsOfAll = Math.max(1, Math.min(element.columns, seals.length));
  const rowsOfAll = Math.max(1, Math.ceil(seals.length / columnsOfAll));
  const columns = Math.max(1, Math.min(columnsOfAll, shown.length));
  const rows = Math.max(1, Math.ceil(shown.length / columns));
  const wholeEmu = borderBoxWidth(box, room);
  const edge = (column: number): Emu => Math.round((wholeEmu * column) / columnsOfAll);
  const widthEmu = shown.length === 0 ? wholeEmu : edge(columns);
  const labelEmu = shown.reduce((height, seal, at) => {
    const column = at % columns;
    return Math.max(height, sealLabelEmu(input, seal, scope, edge(column + 1) - edge(column)));
  }, 0);
  const rowEmu = Math.floor((box.heightEmu ?? rowsOfAll * (labelEmu + edge(1))) / rowsOfAll);
  const children = shown.flatMap((seal, at) => {
    const column = at % columns;
    const left = edge(column);
    const place = { left, width: edge(column + 1) - left, top: Math.floor(at / columns) * rowEmu, labelEmu, rowEmu };
    return sealPlace(input, seal, scope, place);
  });
  const style = shown[0]?.style ?? 0;
  // Without a seal there is nothing to frame, and no text whose colour the frame could take.
  const line = shown.length === 0 ? null : ownLine(input, box, style, scope);
  if (line !== null) {
    const columnEdgesEmu = Array.from({ length: columns + 1 }, (_, column) => edge(column));
    const tops = Array.from({ length: rows }, (_, row) => row * rowEmu);
    const rowEdgesEmu = [...tops.flatMap((top) => (labelEmu > 0 ? [top, top + labelEmu] : [top])), rows * rowEmu];
    const lines = latticeLines(line, { columnEdgesEmu, rowEdgesEmu });
    const frame = drawing(element.span, widthEmu, rows * rowEmu, lines, { structure: "Div" });
    children.push({ xEmu: 0, yEmu: 0, block: frame });
  }
  const heightEmu = rows === rowsOfAll ? box.heightEmu : rows * rowEmu;
  const placed = { ...element, box: { ...box, heightEmu } };
  const block = plate(input, placed, scope, widthEmu, rows * rowEmu, children);
  return { ...block, findings: [...block.findings, ...findOverfull(element.span, box, rowsOfAll * labelEmu)] };
}

/** What a label needs above its place: labels of several lines push the seals down. */
function sealLabelEmu(input: LayoutInput, seal: SealElement, scope: Scope, widthEmu: Emu): Emu {
  if (seal.label === null) return 0;
  const style = styleOf(input.canvas, seal.style);
  const words = showTemplate(seal.label, input.evaluation, scope, null);
  const { heightEmu } = label(centredInput(input, seal.style), words, seal.style, scope, widthEmu, seal.span);
  const lineEmu = linesHeightEmu(1, style.sizeEmu, style.lineHeightThousandths);
  return Math.max(heightEmu, lineEmu) + Math.round((2 * style.sizeEmu * LABEL_PAD_THOUSANDTHS) / 1000);
}

interface SealPlace {
  readonly left: Emu;
  readonly width: Emu;
  readonly top: Emu;
  readonly labelEmu: Emu;
  readonly rowEmu: Emu;
}

function sealPlace(input: LayoutInput, seal: SealElement, scope: Scope, place: SealPlace): PlacedChild[] {
  const children: PlacedChild[] = [];
  if (seal.label !== null) {
    const words = showTemplate(seal.label, input.evaluation, scope, null);
    const centred = centredInput(input, seal.style);
    const text = label(centred, words, seal.style, scope, place.width, seal.span);
    const block = { ...text, heightEmu: place.labelEmu };
    children.push({ xEmu: place.left, yEmu: place.top, block });
  }
  const value = seal.source === null ? null : input.evaluation.word(seal.source, scope, "picture");
  if (value === null || value.trim() === "") return children;
  const height = place.rowEmu - place.labelEmu;
  const side = Math.floor((Math.min(place.width, height) * SEAL_THOUSANDTHS) / 1000);
  const own = { ...seal.box, width: { kind: "length", emu: side }, heightEmu: side } as const;
  const room: Room = { widthEmu: side, absolute: true, assigned: true };
  const block: Block = buildSeal(input, { ...seal, label: null, box: own }, scope, room);
  const yEmu = place.top + place.labelEmu + Math.floor((height - side) / 2);
  children.push({ xEmu: place.left + Math.floor((place.width - side) / 2), yEmu, block });
  return children;
}
