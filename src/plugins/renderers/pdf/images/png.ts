// PNG (W3C PNG, third edition) → what a PDF image needs. Pixels are decoded only where they must change: an image
// without transparency goes in as its own compressed data, because PDF knows PNG's row filters.
import { unzlibSync } from "fflate";
import { u32 } from "../fonts/sfnt.ts";

export interface PngHeader {
  readonly width: number;
  readonly height: number;
  readonly bitDepth: 1 | 2 | 4 | 8 | 16;
  /** 0 gray, 2 RGB, 3 palette, 4 gray and alpha, 6 RGB and alpha. */
  readonly colorType: 0 | 2 | 3 | 4 | 6;
  readonly interlaced: boolean;
}

export interface Png {
  readonly header: PngHeader;
  /** RGB triples; empty where the image has no palette. */
  readonly palette: Uint8Array;
  /** The `tRNS` chunk: alpha per palette entry, or the one transparent colour in 16-bit components; null without. */
  readonly transparency: Uint8Array | null;
  /** The `iCCP` chunk: a name and a compressed colour profile; null without. */
  readonly profileChunk: Uint8Array | null;
  /** The zlib stream of all `IDAT` chunks. */
  readonly data: Uint8Array;
}

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

const COMPONENTS: Readonly<Record<PngHeader["colorType"], number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** Adam7: where each pass starts and how far apart its pixels are. */
const PASSES = [
  { x: 0, y: 0, stepX: 8, stepY: 8 },
  { x: 4, y: 0, stepX: 8, stepY: 8 },
  { x: 0, y: 4, stepX: 4, stepY: 8 },
  { x: 2, y: 0, stepX: 4, stepY: 4 },
  { x: 0, y: 2, stepX: 2, stepY: 4 },
  { x: 1, y: 0, stepX: 2, stepY: 2 },
  { x: 0, y: 1, stepX: 1, stepY: 2 },
] as const;

const ONE_PASS = [{ x: 0, y: 0, stepX: 1, stepY: 1 }] as const;

/** Decoded pixels may take this much memory; layout refuses larger images, this is the renderer's own guard. */
const LARGEST_PIXEL_BYTES = 512 * 1024 * 1024;

/** Colour components per pixel, the palette's index counting as one. */
export function componentsOf(header: PngHeader): number {
  return COMPONENTS[header.colorType];
}

/** The image's chunks, or null where the bytes are no readable PNG. */
export function readPng(bytes: Uint8Array): Png | null {
  if (SIGNATURE.some((byte, index) => bytes[index] !== byte)) return null;
  let header: PngHeader | null = null;
  let palette: Uint8Array = new Uint8Array(0);
  let transparency: Uint8Array | null = null;
  let profileChunk: Uint8Array | null = null;
  const data: Uint8Array[] = [];
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = u32(bytes, at);
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    const body = bytes.subarray(at + 8, at + 8 + length);
    if (body.length < length || type === "IEND") break;
    if (type === "IHDR") header = readHeader(body);
    else if (type === "PLTE") palette = body;
    else if (type === "tRNS") transparency = body;
    else if (type === "iCCP") profileChunk = body;
    else if (type === "IDAT") data.push(body);
    at += 12 + length;
  }
  if (header === null || data.length === 0) return null;
  if (header.colorType === 3 && (palette.length < 3 || palette.length % 3 !== 0)) return null;
  return { header, palette, transparency, profileChunk, data: joined(data) };
}

function readHeader(body: Uint8Array): PngHeader | null {
  const [width, height] = [u32(body, 0), u32(body, 4)];
  const [bitDepth, colorType] = [body[8], body[9]];
  if (width === 0 || height === 0 || width > 0x7fffffff || height > 0x7fffffff) return null;
  if (bitDepth !== 1 && bitDepth !== 2 && bitDepth !== 4 && bitDepth !== 8 && bitDepth !== 16) return null;
  if (colorType !== 0 && colorType !== 2 && colorType !== 3 && colorType !== 4 && colorType !== 6) return null;
  if (colorType !== 0 && colorType !== 3 && bitDepth < 8) return null;
  if (colorType === 3 && bitDepth === 16) return null;
  return { width, height, bitDepth, colorType, interlaced: body[12] === 1 };
}

/**
 * All samples, row by row, one byte each: 16-bit ones are cut to their upper byte, smaller ones stay as they are (0–1,
 * 0–3, 0–15). Null where the data is damaged.
 */
export function decodeSamples(png: Png): Uint8Array | null {
  const { header } = png;
  const components = componentsOf(header);
  const size = header.width * header.height * components;
  if (size * (header.bitDepth === 16 ? 2 : 1) > LARGEST_PIXEL_BYTES) return null;
  const passes = header.interlaced ? PASSES : ONE_PASS;
  const filtered = inflate(png.data, filteredLength(header, passes));
  if (filtered === null) return null;
  const samples = new Uint8Array(size);
  let offset = 0;
  for (const pass of passes) {
    const { columns, rows, rowBytes } = passSize(header, pass);
    if (columns === 0 || rows === 0) continue;
    let previous: Uint8Array = new Uint8Array(rowBytes);
    for (let row = 0; row < rows; row++) {
      const current = filtered.subarray(offset + 1, offset + 1 + rowBytes);
      if (!unfilter(filtered[offset] as number, current, previous, Math.max(1, (components * header.bitDepth) >> 3))) {
        return null;
      }
      const target = (pass.y + row * pass.stepY) * header.width;
      for (let column = 0; column < columns; column++) {
        const pixel = (target + pass.x + column * pass.stepX) * components;
        for (let component = 0; component < components; component++) {
          samples[pixel + component] = sampleAt(current, column * components + component, header.bitDepth);
        }
      }
      previous = current;
      offset += rowBytes + 1;
    }
  }
  return samples;
}

type Pass = (typeof PASSES)[number] | (typeof ONE_PASS)[number];

function passSize(header: PngHeader, pass: Pass): { columns: number; rows: number; rowBytes: number } {
  const columns = Math.max(0, Math.ceil((header.width - pass.x) / pass.stepX));
  const rows = Math.max(0, Math.ceil((header.height - pass.y) / pass.stepY));
  return { columns, rows, rowBytes: Math.ceil((columns * componentsOf(header) * header.bitDepth) / 8) };
}

function filteredLength(header: PngHeader, passes: readonly Pass[]): number {
  let length = 0;
  for (const pass of passes) {
    const { columns, rows, rowBytes } = passSize(header, pass);
    if (columns > 0) length += rows * (rowBytes + 1);
  }
  return length;
}

/** Exactly `length` bytes, or null: data that unpacks to more or less is damaged or a bomb. */
function inflate(data: Uint8Array, length: number): Uint8Array | null {
  try {
    const out = unzlibSync(data, { out: new Uint8Array(length) });
    return out.length === length ? out : null;
  } catch {
    // fflate throws on damaged data; the image is left out.
    return null;
  }
}

function sampleAt(row: Uint8Array, index: number, bitDepth: PngHeader["bitDepth"]): number {
  if (bitDepth === 8) return row[index] as number;
  if (bitDepth === 16) return row[index * 2] as number;
  const bit = index * bitDepth;
  return ((row[bit >> 3] as number) >> (8 - bitDepth - (bit & 7))) & ((1 << bitDepth) - 1);
}

/** Undoes a row's filter in place; answers whether the filter is one of the five. */
function unfilter(filter: number, row: Uint8Array, above: Uint8Array, distance: number): boolean {
  if (filter > 4) return false;
  if (filter === 0) return true;
  for (let index = 0; index < row.length; index++) {
    const left = index >= distance ? (row[index - distance] as number) : 0;
    const up = above[index] as number;
    const upLeft = index >= distance ? (above[index - distance] as number) : 0;
    row[index] = ((row[index] as number) + predicted(filter, left, up, upLeft)) & 0xff;
  }
  return true;
}

function predicted(filter: number, left: number, up: number, upLeft: number): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  const estimate = left + up - upLeft;
  const [toLeft, toUp, toUpLeft] = [Math.abs(estimate - left), Math.abs(estimate - up), Math.abs(estimate - upLeft)];
  if (toLeft <= toUp && toLeft <= toUpLeft) return left;
  return toUp <= toUpLeft ? up : upLeft;
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
