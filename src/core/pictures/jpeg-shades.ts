// What a JPEG shows (ITU-T T.81): the mean of each of its blocks, which stands in the file as the first of the block's
// 64 numbers. The others are passed over.
import { JpegBits } from "./jpeg-bits.ts";
import { isStartOfFrame, orientationOf } from "./jpeg-header.ts";
import { type PictureShades, SHADES_MOST, ShadeSums } from "./picture-shades.ts";

const END_OF_IMAGE = 0xd9;
const START_OF_SCAN = 0xda;
const HUFFMAN = 0xc4;
const QUANTIZATION = 0xdb;
const RESTART_INTERVAL = 0xdd;
const EXIF = 0xe1;
const ADOBE = 0xee;
const PROGRESSIVE = 0xc2;
/** Pixels along a side of a block. */
const BLOCK = 8;

/** A component and the means of its blocks, row by row. */
interface Plane {
  readonly across: number;
  readonly down: number;
  readonly quantization: number;
  /** Blocks that hold pixels, and blocks along a row with those that only fill it up. */
  readonly columns: number;
  readonly rows: number;
  readonly stride: number;
  readonly means: Int16Array;
}

interface Frame {
  readonly isProgressive: boolean;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly mostAcross: number;
  readonly mostDown: number;
  /** By the component's name, in the order of the file. */
  readonly planes: ReadonlyMap<number, Plane>;
}

/** What the segments have said so far. */
interface Reading {
  frame: Frame | null;
  /** The first number of each quantization table. */
  readonly steps: Map<number, number>;
  /** Class (0 for DC, 16 for AC) and place → 16 bits to length and symbol. */
  readonly huffman: Map<number, Uint16Array>;
  restartUnits: number;
  orientation: number;
  /** Colours are written as they are, and not as lightness and tint. */
  isRgb: boolean;
}

/** The mean colours of a JPEG whose segments are whole; null where its colours are inks, or can't be read. */
export function shadesOfJpeg(bytes: Uint8Array): PictureShades | null {
  const reading: Reading = {
    ...{ frame: null, steps: new Map(), huffman: new Map(), restartUnits: 0, orientation: 1, isRgb: false },
  };
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 2; at + 4 <= bytes.length; ) {
    const marker = bytes[at + 1] ?? 0;
    // Small pictures for cameras may follow the end.
    if (bytes[at] === 0xff && marker === END_OF_IMAGE) break;
    if (bytes[at] !== 0xff || marker === 0xff || marker < 0xc0 || (marker >= 0xd0 && marker <= 0xd9)) {
      at += 1;
      continue;
    }
    const length = view.getUint16(at + 2);
    const body = bytes.subarray(at + 4, at + 2 + length);
    if (marker === EXIF) reading.orientation = orientationOf(bytes, at + 4, at + 2 + length) ?? reading.orientation;
    else readSegment(reading, marker, body);
    at += 2 + length;
    if (marker !== START_OF_SCAN) continue;
    const end = readScan(reading, body, bytes, at);
    if (end === null) return null;
    at = end;
  }
  return reading.frame === null ? null : shadesOf(reading.frame, reading);
}

function readSegment(reading: Reading, marker: number, body: Uint8Array): void {
  if (marker === QUANTIZATION) readSteps(reading.steps, body);
  else if (marker === HUFFMAN) readCodes(reading.huffman, body);
  else if (marker === RESTART_INTERVAL) reading.restartUnits = ((body[0] ?? 0) << 8) | (body[1] ?? 0);
  else if (marker === ADOBE) reading.isRgb = String.fromCharCode(...body.subarray(0, 5)) === "Adobe" && body[11] === 0;
  else if (isStartOfFrame(marker)) reading.frame ??= frameOf(marker, body);
}

/** B.2.4.1: the first number of each table. */
function readSteps(steps: Map<number, number>, body: Uint8Array): void {
  for (let at = 0; at < body.length; ) {
    const head = body[at] ?? 0;
    const isWide = head >> 4 === 1;
    steps.set(head & 15, isWide ? ((body[at + 1] ?? 0) << 8) | (body[at + 2] ?? 0) : (body[at + 1] ?? 0));
    at += 1 + (isWide ? 128 : 64);
  }
}

/** B.2.4.2 and C.2: a code's length and symbol by each 16 bits that begin with it; 0 where none does. */
function readCodes(huffman: Map<number, Uint16Array>, body: Uint8Array): void {
  for (let at = 0; at < body.length; ) {
    const codes = new Uint16Array(1 << 16);
    const symbols = at + 17;
    let [code, index] = [0, 0];
    for (let length = 1; length <= 16; length += 1) {
      for (let count = body[at + length] ?? 0; count > 0; count -= 1) {
        const first = code << (16 - length);
        codes.fill((length << 8) | (body[symbols + index] ?? 0), first, first + (1 << (16 - length)));
        [code, index] = [code + 1, index + 1];
      }
      code <<= 1;
    }
    huffman.set(body[at] ?? 0, codes);
    at = symbols + index;
  }
}

/** B.2.2 and A.1.1: each component has as many blocks as its share of the pixels fills. */
function frameOf(marker: number, body: Uint8Array): Frame {
  const [heightPx, widthPx] = [((body[1] ?? 0) << 8) | (body[2] ?? 0), ((body[3] ?? 0) << 8) | (body[4] ?? 0)];
  const parts = Array.from({ length: body[5] ?? 0 }, (_, index) => body.subarray(6 + index * 3, 9 + index * 3));
  const mostAcross = Math.max(1, ...parts.map((part) => (part[1] ?? 0) >> 4));
  const mostDown = Math.max(1, ...parts.map((part) => (part[1] ?? 0) & 15));
  const [unitsAcross, unitsDown] = [Math.ceil(widthPx / mostAcross / BLOCK), Math.ceil(heightPx / mostDown / BLOCK)];
  const planes = new Map<number, Plane>();
  for (const [name = 0, sampling = 0, quantization = 0] of parts) {
    const [across, down] = [sampling >> 4, sampling & 15];
    const stride = unitsAcross * across;
    planes.set(name, {
      ...{ across, down, quantization, stride },
      columns: Math.ceil(Math.ceil((widthPx * across) / mostAcross) / BLOCK),
      rows: Math.ceil(Math.ceil((heightPx * down) / mostDown) / BLOCK),
      means: new Int16Array(stride * unitsDown * down),
    });
  }
  return { isProgressive: marker === PROGRESSIVE, widthPx, heightPx, mostAcross, mostDown, planes };
}

/** A component with the tables that a scan reads it by, and the last mean, which the next is the difference to. */
interface Scanned {
  readonly plane: Plane;
  readonly means: Uint16Array | undefined;
  readonly others: Uint16Array | undefined;
  last: number;
}

/** Reads the means that a scan holds; where the next segment may begin. Null where its codes make no sense. */
function readScan(reading: Reading, body: Uint8Array, bytes: Uint8Array, from: number): number | null {
  const { frame, huffman } = reading;
  const count = body[0] ?? 0;
  const [firstNumber, bits] = [body[1 + count * 2] ?? 0, body[3 + count * 2] ?? 0];
  // Scans of a progressive picture that refine the means, or bring what is passed over.
  if (frame === null || (frame.isProgressive && (firstNumber > 0 || bits >> 4 > 0))) return from;
  const scanned: Scanned[] = [];
  for (let at = 1; at < 1 + count * 2; at += 2) {
    const plane = frame.planes.get(body[at] ?? 0);
    const tables = body[at + 1] ?? 0;
    if (plane === undefined) return null;
    const others = frame.isProgressive ? undefined : huffman.get(16 + (tables & 15));
    if (others === undefined && !frame.isProgressive) return null;
    scanned.push({ plane, means: huffman.get(tables >> 4), others, last: 0 });
  }
  const source = new JpegBits(bytes, from);
  const isRead = readUnits(source, scanned, frame, { restartUnits: reading.restartUnits, shift: bits & 15 });
  return isRead ? source.at : null;
}

/** A.2: a scan of one component goes block by block, one of several by units that hold blocks of each. */
function readUnits(
  source: JpegBits,
  scanned: Scanned[],
  { planes, widthPx, heightPx, mostAcross, mostDown }: Frame,
  { restartUnits, shift }: { readonly restartUnits: number; readonly shift: number },
): boolean {
  const single = scanned.length === 1 ? scanned[0]?.plane : undefined;
  const columns = single?.columns ?? Math.ceil(widthPx / mostAcross / BLOCK);
  const units = columns * (single?.rows ?? Math.ceil(heightPx / mostDown / BLOCK));
  if (planes.size === 0) return false;
  for (let unit = 0; unit < units; unit += 1) {
    if (restartUnits > 0 && unit > 0 && unit % restartUnits === 0) {
      source.restart();
      for (const each of scanned) each.last = 0;
    }
    for (const each of scanned) {
      const { stride, means, ...plane } = each.plane;
      const [across, down] = single === undefined ? [plane.across, plane.down] : [1, 1];
      const first = Math.floor(unit / columns) * down * stride + (unit % columns) * across;
      for (let block = 0; block < across * down; block += 1) {
        if (!source.block(each)) return false;
        means[first + Math.floor(block / across) * stride + (block % across)] = each.last << shift;
      }
    }
  }
  return true;
}

/** Points along a cell: blocks of a small picture are larger than a cell. */
const POINTS = 2;

function shadesOf(frame: Frame, { steps, orientation, isRgb }: Reading): PictureShades | null {
  const planes = [...frame.planes.values()];
  if (planes.length !== 1 && planes.length !== 3) return null;
  const isTurned = orientation >= 5;
  const [width, height] = isTurned ? [frame.heightPx, frame.widthPx] : [frame.widthPx, frame.heightPx];
  const [columns, rows] = [Math.min(SHADES_MOST, width) * POINTS, Math.min(SHADES_MOST, height) * POINTS];
  const sums = new ShadeSums(columns, rows);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const [u, v] = stored(orientation, (column + 0.5) / columns, (row + 0.5) / rows);
      const samples = planes.map((plane) => {
        const x = Math.floor((u * frame.widthPx * plane.across) / frame.mostAcross / BLOCK);
        const y = Math.floor((v * frame.heightPx * plane.down) / frame.mostDown / BLOCK);
        const mean = plane.means[y * plane.stride + x] ?? 0;
        return (mean * (steps.get(plane.quantization) ?? 1)) / BLOCK + 128;
      });
      const [red, green, blue] = colorOf(samples, isRgb);
      sums.add(sums.cellAt(column, row), clamped(red), clamped(green), clamped(blue), 255);
    }
  }
  return sums.shades();
}

/** JFIF: lightness and two tints, unless Adobe's segment says that the colours are written themselves. */
function colorOf([first = 0, second, third]: readonly number[], isRgb: boolean): readonly [number, number, number] {
  if (second === undefined || third === undefined) return [first, first, first];
  if (isRgb) return [first, second, third];
  const [blueTint, redTint] = [second - 128, third - 128];
  return [first + 1.402 * redTint, first - 0.344136 * blueTint - 0.714136 * redTint, first + 1.772 * blueTint];
}

function clamped(value: number): number {
  return Math.min(255, Math.max(0, value));
}

/** Where a point of the picture that is looked at stands in its file (CIPA DC-008, 4.6.4). */
function stored(orientation: number, u: number, v: number): readonly [number, number] {
  switch (orientation) {
    case 2:
      return [1 - u, v];
    case 3:
      return [1 - u, 1 - v];
    case 4:
      return [u, 1 - v];
    case 5:
      return [v, u];
    case 6:
      return [v, 1 - u];
    case 7:
      return [1 - v, 1 - u];
    case 8:
      return [1 - v, u];
    default:
      return [u, v];
  }
}
