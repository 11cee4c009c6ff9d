// Images: bytes → format and size read from the header, or the reason why not. No pixel is decoded here.
import type { ImageResource } from "./pages.ts";

/** 4 MiB decoded from base64, the limit of the `image` type. */
export const IMAGE_BYTES_MAX = 4 * 1024 * 1024;
/** A few hundred bytes of a PNG may unpack to gigabytes: 40 megapixels hold A3 at 600 dpi in part, photos in whole. */
export const IMAGE_PIXELS_MAX = 40_000_000;

export type ImageReading =
  | { readonly ok: true; readonly image: ImageResource }
  /** Continues the sentence "the image …". */
  | { readonly ok: false; readonly reason: string };

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

/** Reads the size and format of PNG or JPEG bytes. */
export function readImage(bytes: Uint8Array): ImageReading {
  if (bytes.length > IMAGE_BYTES_MAX)
    return { ok: false, reason: `has ${bytes.length} bytes, more than ${IMAGE_BYTES_MAX}` };
  const size = pngSize(bytes) ?? jpegSize(bytes);
  if (size === null) return { ok: false, reason: "is neither a PNG nor a JPEG" };
  if (size.widthPx === 0 || size.heightPx === 0) return { ok: false, reason: "has no pixels" };
  if (size.widthPx * size.heightPx > IMAGE_PIXELS_MAX) {
    return { ok: false, reason: `has ${size.widthPx} × ${size.heightPx} pixels, more than ${IMAGE_PIXELS_MAX}` };
  }
  return { ok: true, image: { ...size, bytes } };
}

interface ImageSize {
  readonly format: "png" | "jpeg";
  readonly widthPx: number;
  readonly heightPx: number;
}

const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const PNG_HEADER_BYTES = 33;

/** The size in the IHDR chunk, which ISO/IEC 15948 wants first. */
function pngSize(bytes: Uint8Array): ImageSize | null {
  if (bytes.length < PNG_HEADER_BYTES) return null;
  if (PNG_SIGNATURE.some((byte, index) => bytes[index] !== byte)) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(12) !== 0x49484452) return null;
  return { format: "png", widthPx: view.getUint32(16), heightPx: view.getUint32(20) };
}

/** The size in the first start-of-frame segment (ITU-T T.81, B.2.2). */
function jpegSize(bytes: Uint8Array): ImageSize | null {
  if (bytes.length < 4 || bytes[0] !== 0xff || bytes[1] !== 0xd8) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 2;
  while (at + 9 < bytes.length) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at++;
      continue;
    }
    if (isStartOfFrame(marker)) {
      return { format: "jpeg", widthPx: view.getUint16(at + 7), heightPx: view.getUint16(at + 5) };
    }
    at += 2 + view.getUint16(at + 2);
  }
  return null;
}

/** C0–CF are frames, but for the tables and conditions DHT (C4), JPG (C8) and DAC (CC). */
function isStartOfFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
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
