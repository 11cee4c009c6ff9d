// Lines, rectangles and seals → blocks.

import {
  type Color,
  type Emu,
  LEGIBLE_EMU,
  type LineElement,
  type RectElement,
  type SealElement,
  type Stroke,
  type TextStyle,
} from "../../canvas/index.ts";
import { millimetres } from "../../diagnostics/index.ts";
import type { Scope } from "../../expression/index.ts";
import {
  type Block,
  borderBoxWidth,
  frameOf,
  metaOf,
  outerHeight,
  type PlacedText,
  type Room,
  type RuleBlock,
  rulesOf,
  type SealBlock,
} from "../blocks/index.ts";
import { resolveLine } from "../page/index.ts";
import {
  aboutGlyphs,
  controlLost,
  type Finding,
  imageOf,
  type LayoutInput,
  naturalTextWidth,
  resolveColor,
  restyled,
  SEEN_MIN_EMU,
  type ShownText,
  setTextBox,
  showTemplate,
  styleOf,
  type TextBox,
  type TextToSet,
  unseen,
} from "../words/index.ts";
import { badImage, common, pictureBlock, SEAL_SIZE_EMU } from "./build-picture.ts";
import { lettersOf } from "./letters.ts";

/** A line lies along its box: horizontal, or vertical where only a height is declared; `x2 y2` make it slanted. */
export function buildLine(input: LayoutInput, element: LineElement, scope: Scope, room: Room): RuleBlock | null {
  const { box } = element;
  const line = resolveLine(element.stroke, (paint) => resolveColor(input, paint, scope));
  if (line === null) return null;
  const slanted = element.x2Emu !== null || element.y2Emu !== null;
  const vertical = !slanted && box.heightEmu !== null && (box.width.kind === "auto" || isNarrow(element));
  const width = vertical || slanted ? 0 : borderBoxWidth(box, room);
  const height = vertical ? (box.heightEmu ?? 0) : 0;
  // Every border's axis lies on its edge, so rules do too; only in flow does a rule need its own thickness.
  const thickness = box.xEmu === null && box.yEmu === null ? line.widthEmu : 0;
  const along = Math.floor(thickness / 2);
  const isSeen = slanted || vertical || width >= SEEN_MIN_EMU;
  return {
    kind: "rule",
    line,
    isStatic: element.stroke.paint.kind === "fixed",
    fromXEmu: vertical ? along : 0,
    fromYEmu: vertical || slanted ? 0 : along,
    toXEmu: slanted ? (element.x2Emu ?? 0) : width + (vertical ? along : 0),
    toYEmu: slanted ? (element.y2Emu ?? 0) : height + (vertical ? 0 : along),
    span: element.span,
    frame: frameOf(input, { ...box, padding: [0, 0, 0, 0] }, scope),
    rules: rulesOf(box),
    meta: metaOf(input, box, scope),
    widthEmu: width + box.margin[1] + box.margin[3],
    heightEmu: (vertical ? height : thickness) + box.margin[0] + box.margin[2],
    fixedHeight: true,
    breaksInside: false,
    varies: box.when !== null,
    findings: isSeen ? [] : [unseen("the line", element.span, `a length of ${millimetres(width)}`)],
    node: null,
  };
}

function isNarrow(element: LineElement): boolean {
  const { width, heightEmu } = element.box;
  return width.kind === "length" && heightEmu !== null && width.emu < heightEmu;
}

export function buildRect(input: LayoutInput, element: RectElement, scope: Scope, room: Room): Block {
  const { box } = element;
  const width = borderBoxWidth(box, room);
  const heightEmu = outerHeight(box, 0);
  const place = `${millimetres(width)} × ${millimetres(heightEmu - box.margin[0] - box.margin[2])}`;
  return {
    kind: "rect",
    ...common(input, element, scope),
    widthEmu: width + box.margin[1] + box.margin[3],
    heightEmu,
    findings: width > 0 ? [] : [unseen("the rectangle", element.span, place)],
  };
}

/** Vermilion, the colour of seal ink. */
const SEAL_INK: Color = [0xc8, 0x32, 0x2b, 255];
/** Names have no more characters, and the data of images has more: those of the smallest PNG are 67 bytes. */
const SEAL_NAME_MAX = 40;

/**
 * An image or a name where the value is one; else frame and label. A text of more than
 * `SEAL_NAME_MAX` characters is taken for image data.
 */
export function buildSeal(input: LayoutInput, element: SealElement, scope: Scope, room: Room): Block {
  const value = element.source === null ? null : input.evaluation.word(element.source, scope, "picture");
  const isBlank = value === null || value.trim() === "";
  if (isBlank || element.source === null) return emptySeal(input, element, scope, room, []);
  const { path } = input.evaluation.place(element.source, scope);
  if (!isPicture(value) && [...value].length <= SEAL_NAME_MAX) {
    const block = sealOf(input, element, scope, room, value);
    return { ...block, findings: [...block.findings, ...partedByControl(element, value, path)] };
  }
  const reading = imageOf(input, value);
  const isName = !isPicture(value) && !isBase64Like(value);
  if (!reading.ok && isName) return emptySeal(input, element, scope, room, [longName(element, value, path)]);
  if (reading.ok) {
    const setting = {
      input,
      element: withoutBorders(element),
      scope,
      room,
      placing: { fit: "contain" },
      path,
    } as const;
    return pictureBlock(setting, reading);
  }
  return emptySeal(input, element, scope, room, [badImage(reading, element, path)]);
}

function sealOf(input: LayoutInput, element: SealElement, scope: Scope, room: Room, name: string): SealBlock {
  if (LATIN_NAME.test(name)) return latinSeal(input, element, scope, room, name);
  return COMPANY_NAME.test(name)
    ? squareSeal(input, element, scope, room, name)
    : nameSeal(input, element, scope, room, name);
}

/** RPT4022: white space parts the words of a name, also that which no text prints as it is. */
function partedByControl({ span }: SealElement, name: string, path: string | null): readonly Finding[] {
  const [character] = /[\t\v\f]/u.exec(name.trim()) ?? [];
  return character === undefined ? [] : [{ ...controlLost(character), span, path }];
}

/** A data URI, or the name of a file that is published with the template; other short texts are names of people. */
function isPicture(value: string): boolean {
  return value.startsWith("data:") || value.startsWith("asset:");
}

/** Whether a text may be meant as the data of an image: letters of Base64 alone, and no word of a name. */
function isBase64Like(value: string): boolean {
  return /^[A-Za-z0-9+/=\s]+$/.test(value) && !/[a-z] [A-Za-z]/.test(value);
}

/** RPT4009 of a text that is a name, with more letters than any seal has. */
function longName({ span }: SealElement, value: string, path: string | null): Finding {
  return {
    code: "RPT4009",
    severity: "error",
    span,
    message: `the name has ${[...value].length} characters, and a seal shows at most ${SEAL_NAME_MAX}`,
    path,
    why: "a longer text is taken for an image, and this is none",
    repair: `give at most ${SEAL_NAME_MAX} characters, or bound the field's length to ${SEAL_NAME_MAX}`,
  };
}

/** A printed seal has its own rim: the frame is for the empty place. */
function withoutBorders(element: SealElement): SealElement {
  const none = { borderTop: null, borderRight: null, borderBottom: null, borderLeft: null };
  return { ...element, box: { ...element.box, ...none } };
}

/** The frame of an empty place whose template declares none: as thin as a table's rules. */
const EMPTY_FRAME_EMU = 6_350;

function withFrame(element: SealElement, style: TextStyle): SealElement {
  const { box } = element;
  if (box.isUnlined === true) return element;
  if (box.borderTop !== null || box.borderRight !== null || box.borderBottom !== null || box.borderLeft !== null) {
    return element;
  }
  const line: Stroke = { widthEmu: EMPTY_FRAME_EMU, paint: style.color, dash: "solid" };
  return { ...element, box: { ...box, borderTop: line, borderRight: line, borderBottom: line, borderLeft: line } };
}

/** The room of a seal's label or name within its padding, and what the block takes with its margins. */
interface SealRoom {
  readonly widthEmu: Emu;
  readonly heightEmu: Emu;
  /** From the corner of the border box. */
  readonly leftEmu: Emu;
  readonly topEmu: Emu;
  readonly outer: { readonly widthEmu: Emu; readonly heightEmu: Emu };
}

function sealRoom({ box }: SealElement, room: Room): SealRoom {
  const { margin, padding } = box;
  const widthEmu =
    box.width.kind === "auto" && !room.assigned ? (box.heightEmu ?? SEAL_SIZE_EMU) : borderBoxWidth(box, room);
  const heightEmu = box.heightEmu ?? widthEmu;
  return {
    widthEmu: Math.max(0, widthEmu - padding[1] - padding[3]),
    heightEmu: Math.max(0, heightEmu - padding[0] - padding[2]),
    leftEmu: padding[3],
    topEmu: padding[0],
    outer: { widthEmu: widthEmu + margin[1] + margin[3], heightEmu: heightEmu + margin[0] + margin[2] },
  };
}

/** Frame and label, as an empty place for a hand's seal. */
function emptySeal(
  input: LayoutInput,
  element: SealElement,
  scope: Scope,
  room: Room,
  findings: readonly Finding[],
): SealBlock {
  const { widthEmu, heightEmu, leftEmu, topEmu, outer } = sealRoom(element, room);
  const texts: PlacedText[] = [];
  const { span } = element;
  const found = [...findings];
  const style = styleOf(input.canvas, element.style);
  if (element.label !== null) {
    const shown = showTemplate(element.label, input.evaluation, scope, null);
    const room = { widthEmu, heightEmu, inCell: false };
    const text = setTextBox(centred(input, element, {}), { shown, style: element.style, scope, room, span }, found);
    texts.push({ xEmu: leftEmu, yEmu: topEmu, widthEmu, heightEmu, text });
  }
  return {
    kind: "seal",
    ring: false,
    isOpenPlace: true,
    color: resolveColor(input, style.color, scope),
    texts,
    ...common(input, withFrame(element, style), scope),
    ...outer,
    findings: found,
  };
}

/** The ring's inner square holds the name: half the diagonal is the radius. */
const RING_INNER_THOUSANDTHS = 720;

/** Names of companies are longer than those of people, and their seals end in the word for seal. */
const COMPANY_NAME = /^(?:\S{7,}|\S{4,}印)$/u;
/** Names in Latin letters, with their signs and spaces: they are not written downwards. */
const LATIN_NAME = /^(?=.*[A-Za-z\u00c0-\u024f\u1e00-\u1eff])[\s!-~\u00a0-\u024f\u1e00-\u1eff\u2019]*$/u;
/** What of a square seal its letters fill. */
const SQUARE_INNER_THOUSANDTHS = 860;

/** A company's seal (角印): letters fill a square, column by column from the right. */
function squareSeal(input: LayoutInput, element: SealElement, scope: Scope, room: Room, name: string): SealBlock {
  const { widthEmu, heightEmu, leftEmu, topEmu, outer } = sealRoom(element, room);
  const letters = lettersOf(name);
  const rows = Math.ceil(Math.sqrt(letters.length));
  const count = Math.ceil(letters.length / rows);
  const side = Math.floor((Math.min(widthEmu, heightEmu) * SQUARE_INNER_THOUSANDTHS) / 1000);
  const path = element.source === null ? null : input.evaluation.place(element.source, scope).path;
  const cellWidth = Math.floor(side / count);
  const left = leftEmu + Math.floor((widthEmu - cellWidth * count) / 2);
  const top = topEmu + Math.floor((heightEmu - side) / 2);
  const cell = Math.min(cellWidth, Math.floor(side / rows));
  const styled = sealLetters(input, element, cell);
  const texts: PlacedText[] = [];
  const findings: Finding[] = [];
  for (let column = 0; column < count; column++) {
    // The first columns have a letter more than the last where they cannot be even.
    const from = Math.ceil((letters.length * column) / count);
    const own = letters.slice(from, Math.ceil((letters.length * (column + 1)) / count));
    const tall = Math.floor(side / own.length);
    own.forEach((letter, row) => {
      const shown: ShownText = {
        text: letter,
        sources: [{ start: 0, end: letter.length, path, role: element.box.role }],
        isStatic: false,
        path,
      };
      const text = sealText(styled, element, { shown, scope, widthEmu: cellWidth, heightEmu: tall }, findings);
      const xEmu = left + (count - 1 - column) * cellWidth;
      texts.push({ xEmu, yEmu: top + row * tall, widthEmu: cellWidth, heightEmu: tall, text });
    });
  }
  return {
    kind: "seal",
    ring: true,
    square: true,
    color: SEAL_INK,
    texts,
    ...common(input, withoutBorders(element), scope),
    ...outer,
    findings,
  };
}

/** A name in a ring: written downwards, columns from the right, as on a seal of wood. */
function nameSeal(input: LayoutInput, element: SealElement, scope: Scope, room: Room, name: string): SealBlock {
  const own = sealRoom(element, room);
  const { widthEmu, heightEmu } = own;
  const side = Math.floor((Math.min(widthEmu, heightEmu) * RING_INNER_THOUSANDTHS) / 1000);
  const columns = sealColumns(name, side);
  const cell = Math.floor(side / longestSide(columns));
  if (!isLegible(cell)) return squareSeal(input, element, scope, room, partsOf(name).join(""));
  const left = own.leftEmu + Math.floor((widthEmu - cell * columns.length) / 2);
  const path = element.source === null ? null : input.evaluation.place(element.source, scope).path;
  const styled = sealLetters(input, element, cell);
  const findings: Finding[] = [];
  const texts = columns.flatMap((letters, column) => {
    const top = own.topEmu + Math.floor((heightEmu - cell * letters.length) / 2);
    return letters.map((letter, row): PlacedText => {
      const sources = [{ start: 0, end: letter.length, path, role: element.box.role }];
      const shown: ShownText = { text: letter, sources, isStatic: false, path };
      return {
        xEmu: left + (columns.length - 1 - column) * cell,
        yEmu: top + row * cell,
        widthEmu: cell,
        heightEmu: cell,
        text: sealText(styled, element, { shown, scope, widthEmu: cell, heightEmu: cell }, findings),
      };
    });
  });
  return { ...ringSeal(input, element, scope, own), texts, findings };
}

/**
 * A name in Latin letters in a ring: a word a line, in the size that the longest of them leaves. Where nobody could
 * read that, words go on in further lines.
 */
function latinSeal(input: LayoutInput, element: SealElement, scope: Scope, room: Room, name: string): SealBlock {
  const own = sealRoom(element, room);
  const { widthEmu, heightEmu } = own;
  const side = Math.floor((Math.min(widthEmu, heightEmu) * RING_INNER_THOUSANDTHS) / 1000);
  const largest = sealLetters(input, element, side);
  const widthOf = (word: string) => naturalTextWidth(largest, word, element.style, false);
  const { lines: words, cellEmu: cell } = sealLines(partsOf(name), side, widthOf);
  if (!isLegible(cell)) return squareSeal(input, element, scope, room, partsOf(name).join(""));
  const styled = sealLetters(input, element, cell);
  const top = own.topEmu + Math.floor((heightEmu - cell * words.length) / 2);
  const path = element.source === null ? null : input.evaluation.place(element.source, scope).path;
  const findings: Finding[] = [];
  const texts = words.map((word, row): PlacedText => {
    const sources = [{ start: 0, end: word.length, path, role: element.box.role }];
    const shown: ShownText = { text: word, sources, isStatic: false, path };
    const text = sealText(styled, element, { shown, scope, widthEmu, heightEmu: cell }, findings);
    return { xEmu: own.leftEmu, yEmu: top + row * cell, widthEmu, heightEmu: cell, text };
  });
  return { ...ringSeal(input, element, scope, own), texts, findings };
}

interface SealLines {
  readonly lines: readonly string[];
  readonly cellEmu: Emu;
}

/** Whole words where they can be read, or pieces of them that can be. */
function sealLines(words: readonly string[], side: Emu, widthOf: (word: string) => Emu): SealLines {
  const linesOf = (lines: readonly string[]): SealLines => {
    const widest = Math.max(1, side, ...lines.map(widthOf));
    return { lines, cellEmu: Math.min(Math.floor(side / lines.length), Math.floor(side * (side / widest))) };
  };
  let best = linesOf(words);
  const parts = words.map(lettersOf);
  for (let most = Math.max(...parts.map((part) => part.length)) - 1; most > 0; most -= 1) {
    if (isLegible(best.cellEmu)) return best;
    const tried = linesOf(parts.flatMap((part) => piecesOf(part, most)));
    if (tried.cellEmu > best.cellEmu) best = tried;
  }
  return best;
}

/** Even pieces of at most so many letters. */
function piecesOf(letters: readonly string[], most: number): readonly string[] {
  const count = Math.ceil(letters.length / most);
  const from = (at: number) => Math.ceil((letters.length * at) / count);
  return Array.from({ length: count }, (_, at) => letters.slice(from(at), from(at + 1)).join(""));
}

function ringSeal(
  input: LayoutInput,
  element: SealElement,
  scope: Scope,
  { outer }: SealRoom,
): Omit<SealBlock, "texts" | "findings"> {
  return {
    kind: "seal",
    ring: true,
    color: SEAL_INK,
    ...common(input, withoutBorders(element), scope),
    ...outer,
  };
}

/**
 * The columns of a name from right to left: its parts, where spaces part it and they can be read, else as square as it
 * gets. Columns that are wider together than they are high would be read as lines, and the name backwards: 山 田 is one.
 */
function sealColumns(name: string, side: Emu): readonly (readonly string[])[] {
  const parts = partsOf(name).map(lettersOf);
  const areColumns = Math.max(...parts.map((part) => part.length)) >= parts.length;
  if (parts.length > 1 && areColumns && isLegible(side / longestSide(parts))) return parts;
  const letters = parts.flat();
  const columns = letters.length <= 3 ? 1 : Math.ceil(Math.sqrt(letters.length));
  const rows = Math.ceil(letters.length / columns);
  return Array.from({ length: Math.ceil(letters.length / rows) }, (_, at) => letters.slice(at * rows, (at + 1) * rows));
}

/** Whether letters in cells of this size can be read. A ring that holds none such is a square, which has more room. */
function isLegible(cellEmu: number): boolean {
  return (cellEmu * SEAL_LETTER_THOUSANDTHS) / 1000 >= LEGIBLE_EMU;
}

function longestSide(columns: readonly (readonly string[])[]): number {
  return Math.max(columns.length, ...columns.map((column) => column.length));
}

/** What spaces part of a name. */
function partsOf(name: string): readonly string[] {
  return name.split(/\s+/u).filter((part) => part !== "");
}

/** The share of a seal letter's cell that the letter fills. */
const SEAL_LETTER_THOUSANDTHS = 920;

/** The input with the seal's style at the size of its cells, which follows from the name: they hold no fixed number. */
function sealLetters(input: LayoutInput, element: SealElement, cellEmu: Emu): LayoutInput {
  const style = styleOf(input.canvas, element.style);
  // A frame that is thicker than its seal leaves no room at all.
  const sizeEmu = Math.max(1, Math.floor((cellEmu * SEAL_LETTER_THOUSANDTHS) / 1000));
  const sizeMinEmu = Math.min(style.sizeMinEmu, sizeEmu);
  return { ...restyled(input, element.style, { sizeEmu, sizeMinEmu, letterSpacingEmu: 0 }), rooms: null };
}

/** A letter of a seal whose form in a column is another one: dashes, brackets, small kana. */
const COLUMN_MARK = /^[ー―—‐〜～…‥（）「」『』〈〉【】、。ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ]$/u;

/** A piece of a seal's name in its cell. Its size follows from the cell, so that only its glyphs are to be told of. */
function sealText(
  input: LayoutInput,
  element: SealElement,
  { shown, scope, ...size }: Pick<TextToSet, "shown" | "scope"> & { readonly widthEmu: Emu; readonly heightEmu: Emu },
  findings: Finding[],
): TextBox {
  const found: Finding[] = [];
  const over = COLUMN_MARK.test(shown.text) ? ({ writing: "vertical" } as const) : {};
  const { style, span } = element;
  const toSet = { shown, style, scope, room: { ...size, inCell: false }, span };
  const text = setTextBox(centred(input, element, over), toSet, found);
  findings.push(...aboutGlyphs(found));
  return { ...text, color: SEAL_INK };
}

/** The input with the element's style in the middle of its room. */
function centred(input: LayoutInput, element: SealElement, over: Partial<TextStyle>): LayoutInput {
  return restyled(input, element.style, { ...over, align: "center", valign: "middle" });
}
