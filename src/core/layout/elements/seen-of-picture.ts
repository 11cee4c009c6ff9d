// RPT4026: pictures of which nothing, or hardly anything, is seen where they are printed. A file that holds no mark is
// read without a mistake, so nothing else would tell of it.

import type { Color, Emu } from "../../canvas/index.ts";
import { millimetres } from "../../diagnostics/index.ts";
import {
  type Bounds,
  boundsOf,
  type ImageReading,
  type ImageResource,
  intersection,
  SEEN_ALPHA_MIN,
  SHADE_BYTES,
  shadesOf,
  showsNothing,
  tightBoundsOf,
  type VectorDrawing,
  type VectorGradient,
  type VectorShape,
} from "../../pictures/index.ts";
import type { PicturePlacing } from "../blocks/index.ts";
import type { Rectangle } from "../page/index.ts";
import { SEEN_MIN_EMU } from "../words/index.ts";
import { drawingSize, shareBefore } from "./drawing-paths.ts";

/** What is wrong, as the rest of a finding's sentence, and what mends it. */
export interface Unseen {
  readonly message: string;
  readonly repair: string;
}

/** The place of a picture, and which of its sides the form says: one that it leaves open follows the picture. */
export interface PicturePlace {
  readonly place: Rectangle;
  readonly isHigh: boolean;
  readonly placing: PicturePlacing;
}

/** Null where the picture is seen. */
export function unseenOf(reading: ImageReading & { readonly ok: true }, place: PicturePlace): Unseen | null {
  const { drawing, image } = reading;
  if (drawing !== undefined) return nothingDrawn(drawing, place) ?? hardlyAnything(drawing, place);
  return nothingInPixels(image, place) ?? hardlyAnything(image, place);
}

const SEND_NONE = "send a picture with a visible mark, or none where there is nothing to show";

/** Pictures whose pixels all are clear, or all are white, as pads for signatures send them. */
export function nothingInPixels(image: ImageResource, place: PicturePlace): Unseen | null {
  if (showsNothing(image)) return { message: "shows nothing: all of its pixels are transparent", repair: SEND_NONE };
  if (isWhite(image)) return { message: "shows nothing: all of its pixels are white", repair: SEND_NONE };
  const blank = blankInCrop(image, partShown(image, place));
  return blank === null ? null : { message: `shows nothing: ${PART_SHOWN} is ${blank}`, repair: SHOW_ANOTHER_PART };
}

export const PART_SHOWN = "the part of it that fit=cover leaves";
export const SHOW_ANOTHER_PART =
  "write fit=contain, show another part by align= and valign=, or send the picture cut to its mark";

/** The part of a picture that its place shows, in parts of its width and height; null for all of it. */
export function partShown(picture: Pick<ImageResource, "widthPx" | "heightPx">, at: PicturePlace): Bounds | null {
  if (at.placing.fit !== "cover") return null;
  const [width, height] = [at.place.rightEmu - at.place.leftEmu, at.place.bottomEmu - at.place.topEmu];
  const scales = [width / picture.widthPx, height / picture.heightPx] as const;
  const most = Math.max(...scales);
  if (!(most > 0)) return null;
  const [across, down] = [scales[0] / most, scales[1] / most];
  const left = (1 - across) * shareBefore(at.placing.align);
  const top = (1 - down) * shareBefore(at.placing.valign);
  return { left, top, right: left + across, bottom: top + down };
}

/**
 * Bytes that a pixel of a picture may take at most, about: where a file has more than its hidden pixels take, the part
 * that is shown holds some of them, and is not unpacked to be looked at.
 */
const BYTES_PER_PIXEL = { png: 2, jpeg: 0.5 } as const satisfies Record<ImageResource["format"], number>;

/** What all pixels of a part of a picture are; null where something is seen of it, or nobody looked. */
function blankInCrop(image: ImageResource, part: Bounds | null): "white" | "transparent" | null {
  if (part === null) return null;
  const hidden = 1 - (part.right - part.left) * (part.bottom - part.top);
  const bytesMost = FILE_BYTES + image.widthPx * image.heightPx * hidden * BYTES_PER_PIXEL[image.format];
  const shades = hidden > 0 && image.bytes.length <= bytesMost ? shadesOf(image) : null;
  if (shades === null) return null;
  const { columns, rows, cells } = shades;
  // Cells at the edge of what is shown hold some of what is not.
  const [from, to] = [Math.ceil(part.left * columns), Math.floor(part.right * columns)];
  const [first, last] = [Math.ceil(part.top * rows), Math.floor(part.bottom * rows)];
  let [isWhiteAll, isClearAll] = [from < to && first < last, from < to && first < last];
  for (let row = first; row < last; row += 1) {
    for (let column = from; column < to; column += 1) {
      const at = (row * columns + column) * SHADE_BYTES;
      isClearAll &&= (cells[at + 3] ?? 0) < SEEN_ALPHA_MIN;
      for (let channel = 0; channel < SHADE_BYTES; channel += 1) isWhiteAll &&= (cells[at + channel] ?? 0) >= WHITE_MIN;
    }
  }
  return isWhiteAll ? "white" : isClearAll ? "transparent" : null;
}

/** Pictures that were asked whether they are white. */
const WHITE = new WeakMap<ImageResource, boolean>();
/** A header and palettes of files that hold hardly a pixel. */
const FILE_BYTES = 2_048;
/** A picture that is packed less has something in it: one colour all over is packed by more than twice as much. */
const PIXELS_PER_BYTE = 24;
/** Each channel of white, as JPEG may round it, and an alpha that hides what is below. */
const WHITE_MIN = 254;

/** Only a file that is small for its pixels is unpacked for this. */
function isWhite(image: ImageResource): boolean {
  const known = WHITE.get(image);
  if (known !== undefined) return known;
  const mayBe = image.bytes.length <= FILE_BYTES + (image.widthPx * image.heightPx) / PIXELS_PER_BYTE;
  const cells = mayBe ? (shadesOf(image)?.cells ?? null) : null;
  const white = cells?.every((value) => value >= WHITE_MIN) === true;
  WHITE.set(image, white);
  return white;
}

function nothingDrawn(drawing: VectorDrawing, at: PicturePlace): Unseen | null {
  // What is not drawn, or drawn by others, is told by them.
  if (drawing.left.length + drawing.inOutlines.length + drawing.inPixels.length > 0) return null;
  const { marks, isWhite: white } = seenOf(drawing);
  const hasPaint = drawing.shapes.some(({ fill, gradient, stroke }) => {
    return isSeen(fill, gradient) || (stroke !== null && isSeen(stroke.color, stroke.gradient));
  });
  if (!hasPaint) return { message: "shows nothing: it has no visible mark", repair: SEND_NONE };
  if (marks === null) {
    return {
      message: "shows nothing: all of its marks lie outside of its view box",
      repair: "send it with a viewBox around its marks, or no picture where there is nothing to show",
    };
  }
  if (white) return { message: "shows nothing: all of it is white", repair: SEND_NONE };
  const part = partShown(drawing, at);
  const shown = part === null ? null : seenWithin(drawing, partOf(drawing, part));
  if (shown !== null && (shown.marks === null || shown.isWhite)) {
    const what = shown.marks === null ? "holds none of its marks" : "is white";
    return { message: `shows nothing: ${PART_SHOWN} ${what}`, repair: SHOW_ANOTHER_PART };
  }
  const size = drawingSize(drawing, at.place, at.placing.fit);
  const widthEmu = ((marks.right - marks.left) * size.widthEmu) / drawing.width;
  const heightEmu = ((marks.bottom - marks.top) * size.heightEmu) / drawing.height;
  if (Math.max(widthEmu, heightEmu) >= SEEN_MIN_EMU) return null;
  return {
    message: `shows hardly anything: its marks are ${millimetres(Math.max(widthEmu, heightEmu))} large where it stands`,
    repair: "send it with a viewBox that is no larger than its marks, or enlarge w and h",
  };
}

/** Drawings that were looked at. */
const SEEN = new WeakMap<VectorDrawing, { readonly marks: Bounds | null; readonly isWhite: boolean }>();

/** Around the marks of a drawing that lie within its view box; null where none does. */
function seenOf(drawing: VectorDrawing) {
  const known = SEEN.get(drawing);
  if (known !== undefined) return known;
  const seen = seenWithin(drawing, { left: 0, top: 0, right: drawing.width, bottom: drawing.height });
  SEEN.set(drawing, seen);
  return seen;
}

/** Shares of a drawing's sides as lengths of it. */
/** The same part in the units of a drawing. */
export function partOf({ width, height }: VectorDrawing, { left, top, right, bottom }: Bounds): Bounds {
  return { left: left * width, top: top * height, right: right * width, bottom: bottom * height };
}

function seenWithin(drawing: VectorDrawing, view: Bounds) {
  let marks: Bounds | null = null;
  let isWhiteAll = true;
  let hasWhiteGround = false;
  for (const shape of drawing.shapes) {
    const seen = seenOfShape(shape, view);
    if (seen === null) continue;
    marks = marks === null ? seen : around(marks, seen);
    isWhiteAll &&= isWhiteShape(shape);
    hasWhiteGround ||=
      seen.left <= view.left && seen.top <= view.top && seen.right >= view.right && seen.bottom >= view.bottom;
  }
  return { marks, isWhite: isWhiteAll && hasWhiteGround };
}

/** What of a shape lies within the view and its clips, as far as rectangles tell; null for nothing. */
function seenOfShape(shape: VectorShape, view: Bounds): Bounds | null {
  const { segments, clip, clipPaths } = shape;
  const fill = isSeen(shape.fill, shape.gradient) ? shape.fill : null;
  const stroke = shape.stroke !== null && isSeen(shape.stroke.color, shape.stroke.gradient) ? shape.stroke : null;
  const reach = tightBoundsOf(segments);
  // An area without a width or a height has no ink, unless it has a line.
  if (stroke === null && (fill === null || reach.left >= reach.right || reach.top >= reach.bottom)) return null;
  const by = (stroke?.width ?? 0) / 2;
  const inked = { left: reach.left - by, top: reach.top - by, right: reach.right + by, bottom: reach.bottom + by };
  const cuts = [...(clip === null ? [] : [clip]), ...clipPaths.map((one) => boundsOf(one.segments))];
  const { left, top, right, bottom } = cuts.reduce(intersection, intersection(inked, view));
  return left < right && top < bottom ? { left, top, right, bottom } : null;
}

/** Whether a paint is seen on paper: of a gradient, any of its colours. */
function isSeen(color: Color | null, gradient: VectorGradient | null): boolean {
  if (color === null) return false;
  const colors = gradient === null ? [color] : gradient.stops.map((stop) => stop.color);
  return colors.some(([, , , alpha]) => alpha >= SEEN_ALPHA_MIN);
}

function around(one: Bounds, other: Bounds): Bounds {
  return {
    left: Math.min(one.left, other.left),
    top: Math.min(one.top, other.top),
    right: Math.max(one.right, other.right),
    bottom: Math.max(one.bottom, other.bottom),
  };
}

function isWhiteShape({ fill, stroke, gradient }: VectorShape): boolean {
  if (gradient !== null || (stroke?.gradient ?? null) !== null) return false;
  const colors = [...(fill === null ? [] : [fill]), ...(stroke === null ? [] : [stroke.color])];
  return colors.every(([red, green, blue]) => Math.min(red, green, blue) >= WHITE_MIN);
}

/** A millimetre: a picture that is lower is a line. */
const THIN_EMU = 36_000;
/** Of a picture that is cut to fill its place, less than this says nothing of it. */
const SHOWN_MIN = 0.1;

/** Pictures of other proportions than their place: a line across it, or a small part of the picture. */
function hardlyAnything(picture: Pick<VectorDrawing, "widthPx" | "heightPx">, at: PicturePlace): Unseen | null {
  const [width, height] = [at.place.rightEmu - at.place.leftEmu, at.place.bottomEmu - at.place.topEmu];
  const { widthPx, heightPx } = picture;
  const scales = [width / widthPx, height / heightPx] as const;
  const [least, most] = [Math.min(...scales), Math.max(...scales)];
  const sides = `${Math.round(widthPx)} × ${Math.round(heightPx)}`;
  if (at.placing.fit === "cover" && least / most < SHOWN_MIN) {
    const percent = Math.max(1, Math.round((least / most) * 100));
    const size = `${millimetres(width)} × ${millimetres(height)}`;
    return {
      message: `of ${sides} is cut to ${percent} % of it, for a place of ${size}`,
      repair: "write fit=contain, or send a picture of about the proportions of w and h",
    };
  }
  if (at.placing.fit !== "contain") return null;
  const drawn = { width: widthPx * least, height: heightPx * least };
  // A place that is as thin as the picture was asked for.
  const isThin = isThinIn(drawn.width, width, true) || isThinIn(drawn.height, height, at.isHigh);
  if (!isThin) return null;
  return {
    message: `of ${sides} is a line where it stands: ${millimetres(drawn.width)} × ${millimetres(drawn.height)}`,
    repair: "send a picture of about the proportions of w and h, or write fit=cover or fit=fill",
  };
}

function isThinIn(drawn: Emu, place: Emu, isAsked: boolean): boolean {
  return drawn < THIN_EMU && !(isAsked && place < THIN_EMU);
}
