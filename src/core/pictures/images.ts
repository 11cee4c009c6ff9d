// Images: bytes → pixels with their size, or a drawing; or the reason why not. No pixel is drawn here.

import type { ImageResource } from "./image-resource.ts";
import { isJpeg, readJpegHeader } from "./jpeg-header.ts";
import { shadesOfJpeg } from "./jpeg-shades.ts";
import type { PictureShades } from "./picture-shades.ts";
import { isPng, readPngHeader } from "./png-header.ts";
import { type OpaqueParts, WHOLLY_OPAQUE } from "./png-opacity.ts";
import { readPixels } from "./png-pixels.ts";
import { shadesOfPng } from "./png-shades.ts";
import { isSvg, readSvg, type VectorDrawing } from "./svg-drawing.ts";

/** 4 MiB decoded from base64, the limit of the `image` type. */
export const IMAGE_BYTES_MAX = 4 * 1024 * 1024;
/** A few hundred bytes of a PNG may unpack to gigabytes: 40 megapixels hold A3 at 600 dpi in part, photos in whole. */
export const IMAGE_PIXELS_MAX = 40_000_000;

export type ImageReading =
  | { readonly ok: true; readonly image: ImageResource; readonly drawing?: undefined }
  | { readonly ok: true; readonly drawing: VectorDrawing; readonly image?: undefined }
  /** Continues the sentence "the image …". Passing is what may go another way when it is tried again. */
  | { readonly ok: false; readonly reason: string; readonly isPassing?: boolean };

/** Images that were read. */
const OPAQUE_PARTS = new WeakMap<ImageResource, OpaqueParts | null>();

/** Where an image hides what lies under it; null: nowhere. JPEG knows no transparency. */
export function opaqueParts(image: ImageResource): OpaqueParts | null {
  const known = OPAQUE_PARTS.get(image);
  if (known !== undefined) return known;
  const parts = image.format === "jpeg" ? WHOLLY_OPAQUE : readPixels(image.bytes).opaque;
  OPAQUE_PARTS.set(image, parts);
  return parts;
}

/** Images that were asked whether they have a pixel that is seen. */
const NOTHING_SHOWN = new WeakMap<ImageResource, boolean>();

/** Whether all pixels of an image are clear. JPEG knows no transparency. */
export function showsNothing(image: ImageResource): boolean {
  const known = NOTHING_SHOWN.get(image);
  if (known !== undefined) return known;
  const shows = image.format === "jpeg" || readPixels(image.bytes).isSeen;
  NOTHING_SHOWN.set(image, !shows);
  return !shows;
}

/** Images that were asked what they show. */
const SHADES = new WeakMap<ImageResource, PictureShades | null>();

/** What an image shows, unpacked when it is first asked for; null where that can't be told: a JPEG in inks. */
export function shadesOf(image: ImageResource): PictureShades | null {
  const known = SHADES.get(image);
  if (known !== undefined) return known;
  const shades = image.format === "jpeg" ? shadesOfJpeg(image.bytes) : shadesOfPng(image.bytes);
  SHADES.set(image, shades);
  return shades;
}

/** Reads what a data URI or bare base64 holds. */
export function readImageText(text: string): ImageReading {
  const comma = text.startsWith("data:") ? text.indexOf(",") : -1;
  if (text.startsWith("data:") && !text.slice(0, Math.max(0, comma)).endsWith(";base64")) {
    return { ok: false, reason: "is a data URI without base64" };
  }
  const bytes = decodeBase64(text, comma + 1);
  if (bytes === null) return { ok: false, reason: "is not base64" };
  return readImage(bytes);
}

/** Reads what PNG, JPEG or SVG bytes hold. */
export function readImage(bytes: Uint8Array): ImageReading {
  if (bytes.length > IMAGE_BYTES_MAX)
    return { ok: false, reason: `has ${bytes.length} bytes, more than ${IMAGE_BYTES_MAX}` };
  const format = isPng(bytes) ? "png" : isJpeg(bytes) ? "jpeg" : null;
  if (format === null) {
    return isSvg(bytes) ? readSvg(bytes) : { ok: false, reason: "is neither a PNG, a JPEG nor an SVG" };
  }
  const reading = format === "png" ? readPngHeader(bytes) : readJpegHeader(bytes);
  if (!reading.ok) return reading;
  const { widthPx, heightPx } = reading;
  if (widthPx === 0 || heightPx === 0) return { ok: false, reason: "has no pixels" };
  if (widthPx * heightPx > IMAGE_PIXELS_MAX) {
    return { ok: false, reason: `has ${widthPx} × ${heightPx} pixels, more than ${IMAGE_PIXELS_MAX}` };
  }
  const image: ImageResource = { format, widthPx, heightPx, bytes };
  if (format === "png") {
    const { mistake, opaque, isSeen } = readPixels(bytes);
    if (mistake !== null) return { ok: false, reason: `is a broken PNG: ${mistake}` };
    OPAQUE_PARTS.set(image, opaque);
    NOTHING_SHOWN.set(image, !isSeen);
  }
  return { ok: true, image };
}

const BASE64_VALUES = (() => {
  const values = new Int8Array(128).fill(-1);
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (let value = 0; value < letters.length; value++) values[letters.charCodeAt(value)] = value;
  return values;
})();

/** Base64 of RFC 4648 §4 from `start`; line breaks inside are passed over, as encoders wrap. */
function decodeBase64(text: string, start: number): Uint8Array | null {
  const bytes = new Uint8Array(Math.floor(((text.length - start) * 3) / 4));
  let written = 0;
  let bits = 0;
  let held = 0;
  let at = start;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x3d) break;
    if (code === 0x0a || code === 0x0d || code === 0x20) continue;
    const value = code < 128 ? (BASE64_VALUES[code] ?? -1) : -1;
    if (value < 0) return null;
    held = ((held << 6) | value) & 0xfff_fff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes[written++] = (held >> bits) & 0xff;
    }
  }
  if (/[^=\s]/u.test(text.slice(at))) return null;
  return written === 0 ? null : bytes.subarray(0, written);
}
