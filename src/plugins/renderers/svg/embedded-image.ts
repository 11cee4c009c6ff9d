// Images as data URIs, each once on a page, and how a viewer is kept from turning them by itself.
import type { ImageResource } from "../../../core/sdk/index.ts";
import { rgbPicture } from "./cmyk-image.ts";

/** The six numbers of an SVG matrix, in EMU. */
export type Matrix = readonly [number, number, number, number, number, number];

/** An image ready for a page. */
export interface EmbeddedImage {
  readonly uri: string;
  /** EXIF orientation, 1 to 8 (CIPA DC-008, tag 0x0112): viewers disagree about it, so it is applied by a matrix. */
  readonly orientation: number;
}

const known = new WeakMap<ImageResource, EmbeddedImage>();

/** A pure function of the image, kept for as long as the image is. */
export function embeddedImage(image: ImageResource): EmbeddedImage {
  const ready = known.get(image);
  if (ready !== undefined) return ready;
  const { bytes, orientation } = image.format === "jpeg" ? upright(image.bytes) : { ...image, orientation: 1 };
  const picture = image.format === "jpeg" ? rgbPicture(bytes) : null;
  const format = picture === null ? image.format : "png";
  const uri = `data:image/${format};base64,${Buffer.from(picture ?? bytes).toString("base64")}`;
  const embedded = { uri, orientation };
  known.set(image, embedded);
  return embedded;
}

/** Lays the image's unit square, whose first row is its upper edge, into a rectangle, its orientation righted. */
export function orientedMatrix(orientation: number, x: number, y: number, width: number, height: number): Matrix {
  switch (orientation) {
    case 2:
      return [-width, 0, 0, height, x + width, y];
    case 3:
      return [-width, 0, 0, -height, x + width, y + height];
    case 4:
      return [width, 0, 0, -height, x, y + height];
    case 5:
      return [0, height, width, 0, x, y];
    case 6:
      return [0, height, -width, 0, x + width, y];
    case 7:
      return [0, -height, -width, 0, x + width, y + height];
    case 8:
      return [0, -height, width, 0, x, y + height];
    default:
      return [width, 0, 0, height, x, y];
  }
}

const APP1 = 0xe1;
const START_OF_SCAN = 0xda;
const ORIENTATION_TAG = 0x0112;
const EXIF = "Exif\0\0";

/** The picture with its orientation entry set to 1, and what that entry said. */
function upright(bytes: Uint8Array): { readonly bytes: Uint8Array; readonly orientation: number } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff; ) {
    const marker = view.getUint8(at + 1);
    if (marker === START_OF_SCAN) break;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const end = at + 2 + view.getUint16(at + 2);
    if (marker === APP1 && asciiAt(bytes, at + 4, EXIF.length) === EXIF) {
      const entry = orientationEntry(view, at + 4 + EXIF.length, Math.min(end, bytes.length));
      if (entry === null) break;
      const copy = bytes.slice();
      new DataView(copy.buffer).setUint16(entry.at, 1, entry.isLittle);
      return { bytes: copy, orientation: entry.value };
    }
    at = end;
  }
  return { bytes, orientation: 1 };
}

/** Where the first directory of a TIFF block keeps the orientation; null where it has none that is valid. */
function orientationEntry(view: DataView, tiff: number, end: number) {
  if (tiff + 8 > end) return null;
  const isLittle = view.getUint8(tiff) === 0x49;
  const directory = tiff + view.getUint32(tiff + 4, isLittle);
  if (directory + 2 > end) return null;
  const entries = view.getUint16(directory, isLittle);
  for (let entry = 0; entry < entries; entry++) {
    const at = directory + 2 + entry * 12;
    if (at + 12 > end) return null;
    if (view.getUint16(at, isLittle) !== ORIENTATION_TAG) continue;
    const value = view.getUint16(at + 8, isLittle);
    return value >= 1 && value <= 8 ? { at: at + 8, isLittle, value } : null;
  }
  return null;
}

function asciiAt(bytes: Uint8Array, at: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + length));
}
