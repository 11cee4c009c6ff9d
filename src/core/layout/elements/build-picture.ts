// Images → blocks: pixels as they are, drawings as paths, and what paths do not show as pixels.

import type { Emu, ImageElement, RectElement, SealElement } from "../../canvas/index.ts";
import { millimetres } from "../../diagnostics/index.ts";
import type { Scope } from "../../expression/index.ts";
import {
  IMAGE_BYTES_MAX,
  IMAGE_PIXELS_MAX,
  type ImageReading,
  type ImageResource,
  pixelPicture,
  type VectorDrawing,
} from "../../pictures/index.ts";
import {
  type Block,
  type BlockMeta,
  borderBoxWidth,
  type DrawingBlock,
  frameOf,
  type ImageBlock,
  metaOf,
  outerHeight,
  type PicturePlacing,
  type Room,
  rulesOf,
} from "../blocks/index.ts";
import type { Rectangle } from "../page/index.ts";
import { type Finding, imageOf, type LayoutInput, SEEN_MIN_EMU, unseen } from "../words/index.ts";
import { drawingPaths, drawingSize } from "./drawing-paths.ts";
import { letterFindings } from "./picture-letters.ts";
import { tellPromised } from "./promised.ts";
import { nothingInPixels, unseenOf } from "./seen-of-picture.ts";

/** 18 mm: what a company's square seal needs, for a seal that declares no size. */
export const SEAL_SIZE_EMU = 648_000;
/** What blocks of graphics have in common. */
export function common(input: LayoutInput, element: RectElement | ImageElement | SealElement, scope: Scope) {
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

/** Without a picture the frame of its place is drawn, where it has one of a size of its own; else nothing. */
export function buildImage(input: LayoutInput, element: ImageElement, scope: Scope, room: Room): Block | null {
  const value = input.evaluation.word(element.source, scope, "picture");
  if (value === "") tellPromised(input, element.source, scope, "promisedPicture", element.span);
  if (value === null || value === "") return emptyPlace(input, element, scope, room);
  const reading = imageOf(input, value);
  const path = input.evaluation.place(element.source, scope).path;
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
  return pictureBlock({ input, element, scope, room, placing: element, path }, reading);
}

/** The border and ground of a picture that stays away; null where it has neither, or no size without its picture. */
function emptyPlace(input: LayoutInput, element: ImageElement, scope: Scope, room: Room): Block | null {
  const { box } = element;
  const isSeen = [box.fill, box.borderTop, box.borderRight, box.borderBottom, box.borderLeft].some(
    (one) => one !== null,
  );
  if (!isSeen || box.width.kind === "auto" || box.heightEmu === null) return null;
  const block = common(input, element, scope);
  // An empty place has nothing to tell readers of the structure.
  const meta = { ...block.meta, alt: null };
  return {
    ...{ kind: "rect", ...block, meta },
    widthEmu: borderBoxWidth(box, room),
    heightEmu: outerHeight(box, 0),
    findings: [],
  };
}

/** An element that shows a picture: its place, how the picture lies in its box, and the data that it comes from. */
interface PictureSetting {
  readonly input: LayoutInput;
  readonly element: ImageElement | SealElement;
  readonly scope: Scope;
  readonly room: Room;
  readonly placing: PicturePlacing;
  readonly path: string | null;
}

/** A picture that could be read, with what is to be said of it. */
export function pictureBlock(setting: PictureSetting, reading: ImageReading & { ok: true }): Block {
  const { input, element, room, placing, path } = setting;
  const { drawing, image } = reading;
  const size = imageBox(element, room, drawing ?? image);
  const block =
    drawing === undefined
      ? imageBlock(setting, image)
      : drawing.inPixels.length > 0 && input.fonts.svg !== undefined
        ? pixelBlock(setting, drawing)
        : drawingBlock(setting, drawing);
  const found = unseenIn(element, size, path);
  const place = placeOf(element, block);
  const hidden = found.length > 0 ? found : hardlySeen(element, reading, block, { place, placing }, path);
  const told =
    hidden.length > 0 || drawing === undefined
      ? hidden
      : letterFindings(drawing, { span: element.span, path }, place, placing);
  return told.length === 0 ? block : { ...block, findings: [...block.findings, ...told] };
}

/** Of an element, what says how its picture lies in its box. */
function placingOf({ fit, align, valign }: PicturePlacing): PicturePlacing {
  return { fit, ...(align === undefined ? {} : { align }), ...(valign === undefined ? {} : { valign }) };
}

/** A picture whose neighbours leave it no room is not seen at all. */
function unseenIn(
  { box, span }: ImageElement | SealElement,
  size: { readonly widthEmu: Emu; readonly heightEmu: Emu },
  path: string | null,
): readonly Finding[] {
  const widthEmu = Math.max(0, size.widthEmu - box.padding[1] - box.padding[3]);
  const heightEmu = Math.max(0, size.heightEmu - box.padding[0] - box.padding[2]);
  if (widthEmu >= SEEN_MIN_EMU && heightEmu >= SEEN_MIN_EMU) return [];
  return [unseen("the picture", span, `${millimetres(widthEmu)} × ${millimetres(heightEmu)}`, path)];
}

/** Where a picture lies, from the corner of its own place. */
function placeOf({ box }: ImageElement | SealElement, { widthEmu, heightEmu }: Block): Rectangle {
  return {
    leftEmu: 0,
    topEmu: 0,
    rightEmu: widthEmu - box.margin[1] - box.margin[3] - box.padding[1] - box.padding[3],
    bottomEmu: heightEmu - box.margin[0] - box.margin[2] - box.padding[0] - box.padding[2],
  };
}

/** A picture that shows nothing, or is a line across its place. */
function hardlySeen(
  { box, span }: ImageElement | SealElement,
  reading: ImageReading & { ok: true },
  block: Block,
  { place, placing }: { readonly place: Rectangle; readonly placing: PicturePlacing },
  path: string | null,
): readonly Finding[] {
  const at = { place, isHigh: box.heightEmu !== null, placing: placingOf(placing) };
  const unseenHere = (block.kind === "image" ? nothingInPixels(block.image, at) : null) ?? unseenOf(reading, at);
  if (unseenHere === null) return [];
  const why = "the page looks as if there were no picture";
  const { message, repair } = unseenHere;
  return [{ code: "RPT4026", severity: "warning", span, message: `the picture ${message}`, path, why, repair }];
}

/** Masks, filters and the like, as pixels of the size that is printed. */
function pixelBlock({ input, element, scope, room, placing, path }: PictureSetting, drawing: VectorDrawing): Block {
  const { box } = element;
  const size = imageBox(element, room, drawing);
  const place = {
    leftEmu: 0,
    topEmu: 0,
    rightEmu: size.widthEmu - box.padding[1] - box.padding[3],
    bottomEmu: size.heightEmu - box.padding[0] - box.padding[2],
  };
  const picture = pixelPicture(drawing, input, drawingSize(drawing, place, placing.fit));
  const shared = {
    ...common(input, element, scope),
    ...saidBy(drawing, metaOf(input, box, scope)),
    widthEmu: size.widthEmu + box.margin[1] + box.margin[3],
    heightEmu: outerHeight(box, size.heightEmu - box.padding[0] - box.padding[2]),
  };
  if (!picture.ok) return { kind: "rect", ...shared, findings: [badImage(picture, element, path)] };
  const { image, dpi } = picture.value;
  const findings = [inPixels(element, drawing.inPixels, dpi, path), ...notDrawn(element, drawing.left, path)];
  return { kind: "image", image, placing: placingOf(placing), ...shared, findings };
}

/** What a drawing says of itself is its alternative text, unless the form gives one. */
function saidBy({ words }: VectorDrawing, meta: BlockMeta): { readonly meta: BlockMeta } {
  return { meta: meta.alt !== null || words === "" ? meta : { ...meta, alt: words } };
}

function inPixels(
  element: ImageElement | SealElement,
  why: readonly string[],
  dpi: number,
  path: string | null,
): Finding {
  return {
    code: "RPT4017",
    severity: "info",
    span: element.span,
    message: `the SVG is printed as pixels, at ${dpi} dpi: ${why.join(", ")}`,
    path,
    why: "a page has no vectors for it",
    repair: "flatten it in the program that the drawing was made with, where it has to be sharp at every size",
  };
}

/** A drawing's lines are sharp at every size; what cannot be drawn of it is told once. */
function drawingBlock(
  { input, element, scope, room, placing, path }: PictureSetting,
  drawing: VectorDrawing,
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
    paths: drawingPaths(drawing, inner, placing, box.radiusEmu),
    texts: [],
    structure: "Figure",
    told: true,
    ...common(input, element, scope),
    ...saidBy(drawing, metaOf(input, box, scope)),
    widthEmu: size.widthEmu + box.margin[1] + box.margin[3],
    heightEmu,
    findings: notDrawn(element, [...drawing.left, ...drawing.inOutlines, ...drawing.inPixels], path),
  };
}

function notDrawn(
  element: ImageElement | SealElement,
  left: readonly string[],
  path: string | null,
): readonly Finding[] {
  if (left.length === 0) return [];
  return [
    {
      code: "RPT4016",
      severity: "warning",
      span: element.span,
      message: `the SVG holds what is not drawn: ${left.join(", ")}`,
      path,
      why: "the rest of the picture is printed without it",
      repair: "save the drawing without it, or as a PNG",
    },
  ];
}

function imageBlock({ input, element, scope, room, placing, path }: PictureSetting, image: ImageResource): ImageBlock {
  const { box } = element;
  const size = imageBox(element, room, image);
  return {
    kind: "image",
    image,
    placing: placingOf(placing),
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
  // Of a box that is filled or covered, and as high as it says, the width is that of its place.
  const isFilled = element.kind === "image" && element.fit !== "contain" && box.heightEmu !== null;
  const isFree = box.width.kind === "auto" && !room.assigned && !isFilled;
  const declaredWidth = isFree ? null : borderBoxWidth(box, room);
  const square = element.kind === "seal";
  const ratio = (emu: Emu, over: number, under: number) => (square ? emu : Math.round((emu * over) / under));
  if (declaredWidth !== null) {
    return {
      widthEmu: declaredWidth,
      heightEmu: box.heightEmu ?? ratio(declaredWidth, image.heightPx, image.widthPx),
    };
  }
  // Data may bring a picture of any width: it stays in its container, unless it lies over others on purpose.
  const widthMostEmu = square || box.layer !== "normal" ? Number.MAX_SAFE_INTEGER : borderBoxWidth(box, room);
  if (box.heightEmu !== null) {
    const wanted = ratio(box.heightEmu, image.widthPx, image.heightPx);
    return { widthEmu: Math.min(wanted, widthMostEmu), heightEmu: box.heightEmu };
  }
  const natural = square ? SEAL_SIZE_EMU : image.widthPx * EMU_PER_PIXEL;
  const widthEmu = Math.min(natural, room.widthEmu, widthMostEmu);
  return { widthEmu, heightEmu: ratio(widthEmu, image.heightPx, image.widthPx) };
}

export function badImage(
  reading: { readonly reason: string },
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
