// Lines, rectangles, images and seals → blocks.
import type {
  Color,
  Emu,
  ImageElement,
  LineElement,
  RectElement,
  SealElement,
  Stroke,
  TextStyle,
} from "../canvas/index.ts";
import type { Scope } from "../expression/index.ts";
import type { Block, DrawingBlock, ImageBlock, PlacedText, RuleBlock, SealBlock } from "./blocks.ts";
import { drawingPaths } from "./drawing-paths.ts";
import { borderBoxWidth, frameOf, metaOf, outerHeight, type Room, rulesOf } from "./element-box.ts";
import { type Finding, millimetres } from "./findings.ts";
import { resolveLine } from "./frames.ts";
import { IMAGE_BYTES_MAX, IMAGE_PIXELS_MAX, type ImageReading } from "./images.ts";
import { imageOf, type LayoutInput, resolveColor, styleOf } from "./layout-input.ts";
import type { ImageResource, Rectangle } from "./pages.ts";
import { type ShownText, showTemplate } from "./shown-text.ts";
import type { VectorDrawing } from "./svg-drawing.ts";
import { setTextBox, type TextBox } from "./text-box.ts";

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
    findings: [],
    node: null,
  };
}

function isNarrow(element: LineElement): boolean {
  const { width, heightEmu } = element.box;
  return width.kind === "length" && heightEmu !== null && width.emu < heightEmu;
}

export function buildRect(input: LayoutInput, element: RectElement, scope: Scope, room: Room): Block {
  const { box } = element;
  return {
    kind: "rect",
    ...common(input, element, scope),
    widthEmu: borderBoxWidth(box, room) + box.margin[1] + box.margin[3],
    heightEmu: outerHeight(box, 0),
    findings: [],
  };
}

function common(input: LayoutInput, element: RectElement | ImageElement | SealElement, scope: Scope) {
  return {
    span: element.span,
    frame: frameOf(input, element.box, scope),
    rules: rulesOf(element.box),
    meta: metaOf(input, element.box, scope),
    fixedHeight: true,
    breaksInside: false,
    varies: element.box.when !== null || element.kind === "image",
    node: null,
  } as const;
}

/** Points of a pixel at 96 dpi, for an image that declares neither width nor height: 914,400 EMU an inch. */
const EMU_PER_PIXEL = 9_525;

/** Null where the value is null: nothing is drawn. */
export function buildImage(input: LayoutInput, element: ImageElement, scope: Scope, room: Room): Block | null {
  const value = input.evaluation.value(element.source, scope);
  if (typeof value !== "string" || value === "") return null;
  const reading = imageOf(input, value);
  const path = input.evaluation.text(element.source, scope).path;
  if (!reading.ok) {
    const emptyHeight = outerHeight(element.box, 0);
    return {
      kind: "rect",
      ...common(input, element, scope),
      widthEmu: borderBoxWidth(element.box, room),
      heightEmu: emptyHeight,
      findings: [badImage(reading, element, path)],
    };
  }
  return pictureBlock(input, element, scope, room, reading, element.fit, path);
}

function pictureBlock(
  input: LayoutInput,
  element: ImageElement | SealElement,
  scope: Scope,
  room: Room,
  reading: ImageReading & { ok: true },
  fit: ImageElement["fit"],
  path: string | null,
): Block {
  return reading.drawing === undefined
    ? imageBlock(input, element, scope, room, reading.image, fit, path)
    : drawingBlock(input, element, scope, room, reading.drawing, fit, path);
}

/** A drawing's lines are sharp at every size; what cannot be drawn of it is told once. */
function drawingBlock(
  input: LayoutInput,
  element: ImageElement | SealElement,
  scope: Scope,
  room: Room,
  drawing: VectorDrawing,
  fit: ImageElement["fit"],
  path: string | null,
): DrawingBlock {
  const { box } = element;
  const size = imageBox(element, room, drawing);
  const heightEmu = outerHeight(box, size.heightEmu - box.padding[0] - box.padding[2]);
  const inner: Rectangle = {
    leftEmu: box.padding[3],
    topEmu: box.padding[0],
    rightEmu: size.widthEmu - box.padding[1],
    bottomEmu: heightEmu - box.margin[0] - box.margin[2] - box.padding[2],
  };
  return {
    kind: "drawing",
    shapes: [],
    paths: drawingPaths(drawing, inner, fit),
    texts: [],
    structure: "Figure",
    told: true,
    ...common(input, element, scope),
    widthEmu: size.widthEmu + box.margin[1] + box.margin[3],
    heightEmu,
    findings: drawing.left.length === 0 ? [] : [notDrawn(element, drawing.left, path)],
  };
}

function notDrawn(element: ImageElement | SealElement, left: readonly string[], path: string | null): Finding {
  return {
    code: "RPT4016",
    severity: "warning",
    span: element.span,
    message: `the SVG holds more than shapes: ${left.join(", ")}`,
    path,
    why: "only shapes, their fills and their lines are drawn",
    repair: "save the drawing with its texts as paths and its effects flattened, or as a PNG",
  };
}

function imageBlock(
  input: LayoutInput,
  element: ImageElement | SealElement,
  scope: Scope,
  room: Room,
  image: ImageResource,
  fit: ImageElement["fit"],
  path: string | null,
): ImageBlock {
  const { box } = element;
  const size = imageBox(element, room, image);
  return {
    kind: "image",
    image,
    fit,
    ...common(input, element, scope),
    widthEmu: size.widthEmu + box.margin[1] + box.margin[3],
    heightEmu: outerHeight(box, size.heightEmu - box.padding[0] - box.padding[2]),
    findings: coarseImage(element, image, path, size),
  };
}

const EMU_PER_INCH = 914_400;
/** Below 100 dpi the steps of the pixels are seen at reading distance. */
const DPI_MIN = 100;

function coarseImage(
  element: ImageElement | SealElement,
  image: ImageResource,
  path: string | null,
  { widthEmu, heightEmu }: { readonly widthEmu: Emu; readonly heightEmu: Emu },
): readonly Finding[] {
  if (widthEmu <= 0 || heightEmu <= 0) return [];
  const dpi = Math.floor(
    Math.max((image.widthPx * EMU_PER_INCH) / widthEmu, (image.heightPx * EMU_PER_INCH) / heightEmu),
  );
  if (dpi >= DPI_MIN) return [];
  const size = `${millimetres(widthEmu)} × ${millimetres(heightEmu)}`;
  return [
    {
      code: "RPT4008",
      severity: "warning",
      span: element.span,
      message: `the image has ${image.widthPx} × ${image.heightPx} pixels, ${dpi} dpi at a size of ${size}`,
      path,
      why: `below ${DPI_MIN} dpi the steps of its pixels are seen in print`,
      repair: "give a larger image, or make its box smaller",
    },
  ];
}

/** The undeclared side follows the image's proportions; a seal is square. */
function imageBox(element: ImageElement | SealElement, room: Room, image: Pick<ImageResource, "widthPx" | "heightPx">) {
  const { box } = element;
  const declaredWidth = box.width.kind === "auto" && !room.assigned ? null : borderBoxWidth(box, room);
  const square = element.kind === "seal";
  const ratio = (emu: Emu, over: number, under: number) => (square ? emu : Math.round((emu * over) / under));
  if (declaredWidth !== null) {
    return {
      widthEmu: declaredWidth,
      heightEmu: box.heightEmu ?? ratio(declaredWidth, image.heightPx, image.widthPx),
    };
  }
  if (box.heightEmu !== null) {
    return { widthEmu: ratio(box.heightEmu, image.widthPx, image.heightPx), heightEmu: box.heightEmu };
  }
  const natural = square ? SEAL_SIZE_EMU : image.widthPx * EMU_PER_PIXEL;
  const widthEmu = Math.min(natural, room.widthEmu);
  return { widthEmu, heightEmu: ratio(widthEmu, image.heightPx, image.widthPx) };
}

function badImage(
  reading: ImageReading & { ok: false },
  element: ImageElement | SealElement,
  path: string | null,
): Finding {
  return {
    code: "RPT4009",
    severity: "error",
    span: element.span,
    message: `the image ${reading.reason}`,
    path,
    why: "nothing would be printed in its place",
    repair: `give a PNG, JPEG or SVG in base64, at most ${IMAGE_BYTES_MAX} bytes and ${IMAGE_PIXELS_MAX} pixels`,
  };
}

/** 18 mm: what a company's square seal needs, for a seal that declares no size. */
const SEAL_SIZE_EMU = 648_000;
/** Vermilion, the colour of seal ink. */
const SEAL_INK: Color = [0xc8, 0x32, 0x2b, 255];
/** A name of more characters is no seal's inscription but an image's text. */
const SEAL_NAME_MAX = 16;

/**
 * An image or a name where the value is one; else frame and label. A text of more than
 * `SEAL_NAME_MAX` characters is taken for image data.
 */
export function buildSeal(input: LayoutInput, element: SealElement, scope: Scope, room: Room): Block {
  const value = element.source === null ? null : input.evaluation.value(element.source, scope);
  if (typeof value !== "string" || value === "" || element.source === null)
    return emptySeal(input, element, scope, room, []);
  if (!isPicture(value) && [...value].length <= SEAL_NAME_MAX) {
    const isCompany = COMPANY_NAME.test(value);
    return isCompany ? squareSeal(input, element, scope, room, value) : nameSeal(input, element, scope, room, value);
  }
  const reading = imageOf(input, value);
  const path = input.evaluation.text(element.source, scope).path;
  if (reading.ok) return pictureBlock(input, withoutBorders(element), scope, room, reading, "contain", path);
  return emptySeal(input, element, scope, room, [badImage(reading, element, path)]);
}

/** A data URI, or the name of a file that is published with the template; other short texts are names of people. */
function isPicture(value: string): boolean {
  return value.startsWith("data:") || value.startsWith("asset:");
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
  if (box.borderTop !== null || box.borderRight !== null || box.borderBottom !== null || box.borderLeft !== null) {
    return element;
  }
  const line: Stroke = { widthEmu: EMPTY_FRAME_EMU, paint: style.color, dash: "solid" };
  return { ...element, box: { ...box, borderTop: line, borderRight: line, borderBottom: line, borderLeft: line } };
}

function sealSide(element: SealElement, room: Room): { readonly widthEmu: Emu; readonly heightEmu: Emu } {
  const { box } = element;
  const widthEmu =
    box.width.kind === "auto" && !room.assigned ? (box.heightEmu ?? SEAL_SIZE_EMU) : borderBoxWidth(box, room);
  return { widthEmu, heightEmu: box.heightEmu ?? widthEmu };
}

/** Frame and label, as an empty place for a hand's seal. */
function emptySeal(
  input: LayoutInput,
  element: SealElement,
  scope: Scope,
  room: Room,
  findings: readonly Finding[],
): SealBlock {
  const { widthEmu, heightEmu } = sealSide(element, room);
  const texts: PlacedText[] = [];
  const style = styleOf(input.canvas, element.style);
  if (element.label !== null) {
    const shown = showTemplate(element.label, input.evaluation, scope, null);
    const text = centredText(input, shown, element, scope, widthEmu, heightEmu);
    texts.push({ xEmu: 0, yEmu: 0, widthEmu, heightEmu, text });
  }
  return {
    kind: "seal",
    ring: false,
    color: resolveColor(input, style.color, scope),
    texts,
    ...common(input, withFrame(element, style), scope),
    widthEmu: widthEmu + element.box.margin[1] + element.box.margin[3],
    heightEmu: heightEmu + element.box.margin[0] + element.box.margin[2],
    findings,
  };
}

/** The ring's inner square holds the name: half the diagonal is the radius. */
const RING_INNER_THOUSANDTHS = 720;

/** Names of companies are longer than those of people, and their seals end in the word for seal. */
const COMPANY_NAME = /^(?:\S{7,}|\S{4,}印)$/u;
/** What of a square seal its letters fill. */
const SQUARE_INNER_THOUSANDTHS = 860;

/** A company's seal (角印): letters fill a square, column by column from the right. */
function squareSeal(input: LayoutInput, element: SealElement, scope: Scope, room: Room, name: string): SealBlock {
  const { widthEmu, heightEmu } = sealSide(element, room);
  const letters = [...name];
  const rows = Math.ceil(Math.sqrt(letters.length));
  const count = Math.ceil(letters.length / rows);
  const side = Math.floor((Math.min(widthEmu, heightEmu) * SQUARE_INNER_THOUSANDTHS) / 1000);
  const path = element.source === null ? null : input.evaluation.text(element.source, scope).path;
  const cellWidth = Math.floor(side / count);
  const [left, top] = [Math.floor((widthEmu - cellWidth * count) / 2), Math.floor((heightEmu - side) / 2)];
  const cell = Math.min(cellWidth, Math.floor(side / rows));
  const styled = sealLetters(input, element, cell);
  const texts: PlacedText[] = [];
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
      const text = centredText(styled, shown, element, scope, cellWidth, tall, SEAL_INK);
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
    widthEmu: widthEmu + element.box.margin[1] + element.box.margin[3],
    heightEmu: heightEmu + element.box.margin[0] + element.box.margin[2],
    findings: [],
  };
}

/** A name in a ring: written downwards, columns from the right, as on a seal of wood. */
function nameSeal(input: LayoutInput, element: SealElement, scope: Scope, room: Room, name: string): SealBlock {
  const { widthEmu, heightEmu } = sealSide(element, room);
  const columns = sealColumns(name);
  const rows = Math.max(...columns.map((column) => column.length));
  const side = Math.floor((Math.min(widthEmu, heightEmu) * RING_INNER_THOUSANDTHS) / 1000);
  const cell = Math.floor(side / Math.max(columns.length, rows));
  const left = Math.floor((widthEmu - cell * columns.length) / 2);
  const path = element.source === null ? null : input.evaluation.text(element.source, scope).path;
  const texts = columns.flatMap((letters, column) => {
    const top = Math.floor((heightEmu - cell * letters.length) / 2);
    return letters.map((letter, row): PlacedText => {
      const sources = [{ start: 0, end: letter.length, path, role: element.box.role }];
      const shown: ShownText = { text: letter, sources, isStatic: false, path };
      return {
        xEmu: left + (columns.length - 1 - column) * cell,
        yEmu: top + row * cell,
        widthEmu: cell,
        heightEmu: cell,
        text: centredText(sealLetters(input, element, cell), shown, element, scope, cell, cell, SEAL_INK),
      };
    });
  });
  return {
    kind: "seal",
    ring: true,
    color: SEAL_INK,
    texts,
    ...common(input, withoutBorders(element), scope),
    widthEmu: widthEmu + element.box.margin[1] + element.box.margin[3],
    heightEmu: heightEmu + element.box.margin[0] + element.box.margin[2],
    findings: [],
  };
}

/** The columns of a name from right to left: its parts, where spaces part it, else as square as it gets. */
function sealColumns(name: string): readonly (readonly string[])[] {
  const parts = name.split(/[\s\u3000]+/u).filter((part) => part !== "");
  if (parts.length > 1) return parts.map((part) => [...part]);
  const letters = [...(parts[0] ?? name)];
  const columns = letters.length <= 3 ? 1 : Math.ceil(Math.sqrt(letters.length));
  const rows = Math.ceil(letters.length / columns);
  return Array.from({ length: Math.ceil(letters.length / rows) }, (_, at) => letters.slice(at * rows, (at + 1) * rows));
}

/** The share of a seal letter's cell that the letter fills. */
const SEAL_LETTER_THOUSANDTHS = 920;

/** The input with the seal's style at the size of its cells, which follows from the name: they hold no fixed number. */
function sealLetters(input: LayoutInput, element: SealElement, cellEmu: Emu): LayoutInput {
  const style = styleOf(input.canvas, element.style);
  const sizeEmu = Math.floor((cellEmu * SEAL_LETTER_THOUSANDTHS) / 1000);
  const textStyles = [...input.canvas.textStyles];
  textStyles[element.style] = {
    ...style,
    sizeEmu,
    sizeMinEmu: Math.min(style.sizeMinEmu, sizeEmu),
    letterSpacingEmu: 0,
  };
  return { ...input, canvas: { ...input.canvas, textStyles }, rooms: null };
}

function centredText(
  input: LayoutInput,
  shown: ShownText,
  element: SealElement,
  scope: Scope,
  widthEmu: Emu,
  heightEmu: Emu,
  color?: Color,
): TextBox {
  const style = { ...styleOf(input.canvas, element.style), align: "center", valign: "middle" } as const;
  const textStyles = [...input.canvas.textStyles];
  textStyles[element.style] = style;
  const centred = { ...input, canvas: { ...input.canvas, textStyles } };
  const set = setTextBox(centred, shown, element.style, scope, { widthEmu, heightEmu, inCell: false }, element.span);
  return color === undefined ? set.box : { ...set.box, color };
}
