// JPEG (ITU-T T.81): its size as it is looked at, and whether all of it arrived. No pixel is decoded here.
import { noTables, readTables, scanProblem } from "./jpeg-tables.ts";
import type { PixelReading } from "./png-header.ts";

const START_OF_IMAGE = 0xd8;
const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;
const EXIF_SEGMENT = 0xe1;
const ORIENTATION_TAG = 0x0112;
/** Orientations that lay the stored rows upright: width and height change places (CIPA DC-008, 4.6.4). */
const TURNED_FROM = 5;

export function isJpeg(bytes: Uint8Array): boolean {
  return bytes[0] === 0xff && bytes[1] === START_OF_IMAGE;
}

/** Walks the segments up to the pixels, and looks for their end. */
export function readJpegHeader(bytes: Uint8Array): PixelReading {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let frame: { readonly widthPx: number; readonly heightPx: number } | null = null;
  let orientation = 1;
  const tables = noTables();
  for (let at = 2; at + 4 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return { ok: false, reason: "is a broken JPEG: its segments do not follow one another" };
    const marker = bytes[at + 1] ?? 0;
    // Any number of fill bytes may stand before a marker.
    if (marker === 0xff) {
      at++;
      continue;
    }
    const length = view.getUint16(at + 2);
    const body = bytes.subarray(at + 4, at + 2 + length);
    if (marker === START_OF_SCAN) {
      const whole = ended(bytes, at, frame, orientation);
      const problem = whole.ok ? scanProblem(tables, body) : null;
      return problem === null ? whole : { ok: false, reason: problem };
    }
    if (length < 2 || at + 2 + length > bytes.length) break;
    const problem = readTables(tables, marker, body, isStartOfFrame(marker) && frame === null);
    if (problem !== null && !isStartOfFrame(marker)) return { ok: false, reason: problem };
    if (isStartOfFrame(marker)) {
      const kind = frameProblem(bytes, marker, at, length) ?? problem;
      if (kind !== null) return { ok: false, reason: kind };
      frame = { widthPx: view.getUint16(at + 7), heightPx: view.getUint16(at + 5) };
    } else if (marker === EXIF_SEGMENT) orientation = orientationOf(bytes, at + 4, at + 2 + length) ?? orientation;
    at += 2 + length;
  }
  return { ok: false, reason: "is a broken JPEG: its pixels are missing" };
}

function ended(
  bytes: Uint8Array,
  scan: number,
  frame: { readonly widthPx: number; readonly heightPx: number } | null,
  orientation: number,
): PixelReading {
  if (frame === null) return { ok: false, reason: "is a broken JPEG: its size is missing" };
  let end = bytes.length - 2;
  while (end > scan && !(bytes[end] === 0xff && bytes[end + 1] === END_OF_IMAGE)) end--;
  if (end <= scan) return { ok: false, reason: "is a broken JPEG: its end is missing" };
  const { widthPx, heightPx } = frame;
  if (orientation < TURNED_FROM) return { ok: true, widthPx, heightPx };
  return { ok: true, widthPx: heightPx, heightPx: widthPx };
}

/** C0–CF are frames, but for the tables and conditions DHT (C4), JPG (C8) and DAC (CC). */
export function isStartOfFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

/** What PDF's DCTDecode takes: baseline, extended and progressive frames of 8 bits (ISO 32000-1, 7.4.8). */
function frameProblem(bytes: Uint8Array, marker: number, at: number, length: number): string | null {
  const [precision, components] = [bytes[at + 4], bytes[at + 9] ?? 0];
  if (length < 8 || marker > 0xc2) return "is a JPEG of a kind that viewers do not decode: save it as a baseline JPEG";
  if (precision !== 8) return "is a JPEG of more than 8 bits: save it as a baseline JPEG";
  return [1, 3, 4].includes(components) ? null : `is a JPEG of ${components} colours`;
}

const EXIF = [0x45, 0x78, 0x69, 0x66, 0, 0];

/** The orientation of the first image directory; null where the segment has none that is valid. */
export function orientationOf(bytes: Uint8Array, from: number, to: number): number | null {
  if (EXIF.some((byte, index) => bytes[from + index] !== byte)) return null;
  const tiff = from + EXIF.length;
  if (tiff + 8 > to) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset + tiff, to - tiff);
  const isLittle = view.getUint8(0) === 0x49;
  const directory = view.getUint32(4, isLittle);
  if (directory + 2 > view.byteLength) return null;
  const entries = view.getUint16(directory, isLittle);
  for (let entry = 0; entry < entries; entry++) {
    const at = directory + 2 + entry * 12;
    if (at + 12 > view.byteLength) return null;
    if (view.getUint16(at, isLittle) !== ORIENTATION_TAG) continue;
    const value = view.getUint16(at + 8, isLittle);
    return value >= 1 && value <= 8 ? value : null;
  }
  return null;
}
