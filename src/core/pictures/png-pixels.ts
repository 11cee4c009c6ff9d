// The pixels of a PNG (W3C PNG, third edition), unpacked to be counted and forgotten: whether the data that renderers
// hand on as they came are all there, and no more than they claim to be, and where they are opaque.
import { Unzlib } from "fflate";
import {
  mayBeClear,
  OpacityReader,
  type OpaqueParts,
  type PngKind,
  type RowReader,
  SAMPLES,
  WHOLLY_OPAQUE,
} from "./png-opacity.ts";
import type { PngPass } from "./png-rows.ts";

/** The library holds all that one piece unpacks to: 32 MiB of this one. */
const PIECE_BYTES = 32 * 1024;

/** Interlacing: where each pass begins, and how far apart its pixels are (8.2). */
const WHOLE = [[0, 0, 1, 1]] as const;
const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** A row begins with the number of its filter (9.2). */
const FILTER_MAX = 4;

/** Rows of one length, the filter's byte among them. */
interface Rows extends PngPass {
  readonly count: number;
  readonly bytes: number;
}

export interface PixelsRead {
  /** What is wrong with the pixels, as the rest of a sentence; null where nothing is. */
  readonly mistake: string | null;
  /** Where they hide what lies under them; null: nowhere. */
  readonly opaque: OpaqueParts | null;
  /** Whether any of them is seen. */
  readonly isSeen: boolean;
}

/** Looks at the pixels of a PNG whose chunks are whole. */
export function readPixels(png: Uint8Array): PixelsRead {
  const parts = partsOf(png);
  const opacity = mayBeClear(parts.kind) ? new OpacityReader(parts.kind) : null;
  const mistake = unpack(parts, opacity);
  return {
    mistake,
    opaque: opacity?.parts() ?? (opacity === null ? WHOLLY_OPAQUE : null),
    isSeen: opacity?.isSeen ?? true,
  };
}

/** Hands the rows of a PNG whose pixels are whole to the reader that is made for its kind. */
export function readRows<Reader extends RowReader>(png: Uint8Array, readerOf: (kind: PngKind) => Reader): Reader {
  const parts = partsOf(png);
  const reader = readerOf(parts.kind);
  unpack(parts, reader);
  return reader;
}

/** Unpacks the pixels; what is wrong with them, or null. */
function unpack({ rows, data }: PngParts, reader: RowReader | null): string | null {
  const expectedBytes = rows.reduce((sum, { count, bytes }) => sum + count * bytes, 0);
  const counter = new RowCounter(rows, reader);
  const stream = new Unzlib((part) => counter.add(part));
  // A little more than expected is passed over by whoever reads it; a decompression bomb is not.
  const bytesMax = 2 * expectedBytes + PIECE_BYTES;
  try {
    for (const part of data) {
      for (let at = 0; at < part.length && counter.length <= bytesMax; at += PIECE_BYTES) {
        stream.push(part.subarray(at, at + PIECE_BYTES));
      }
    }
  } catch {
    // The library throws on damaged data: what comes before is all that there is.
  }
  if (counter.length > bytesMax) return "its data unpack to more than its pixels";
  return counter.length < expectedBytes || counter.isDamaged ? "its pixels are damaged" : null;
}

/** Counts unpacked bytes as they come, looks at the first one of each row, and hands rows on to whoever reads them. */
class RowCounter {
  length = 0;
  isDamaged = false;
  readonly #rows: readonly Rows[];
  readonly #reader: RowReader | null;
  readonly #held: Uint8Array;
  #pass = 0;
  #row = 0;
  /** Where the current row begins. */
  #start = 0;

  constructor(rows: readonly Rows[], reader: RowReader | null) {
    this.#rows = rows;
    this.#reader = reader;
    this.#held = new Uint8Array(reader === null ? 0 : Math.max(0, ...rows.map(({ bytes }) => bytes)));
  }

  add(part: Uint8Array): void {
    const end = this.length + part.length;
    for (let rows = this.#rows[this.#pass]; rows !== undefined; rows = this.#rows[this.#pass]) {
      if (this.#start >= end) break;
      const from = this.#start - this.length;
      if (from >= 0 && (part[from] ?? 0) > FILTER_MAX) this.isDamaged = true;
      if (this.#reader !== null) this.#hold(part, from, rows.bytes);
      if (this.#start + rows.bytes > end) break;
      if (this.#reader !== null) this.#reader.row(rows, this.#held[0] ?? 0, this.#held.subarray(1, rows.bytes));
      this.#start += rows.bytes;
      this.#row += 1;
      if (this.#row < rows.count) continue;
      this.#row = 0;
      this.#pass += 1;
    }
    this.length = end;
  }

  /** Keeps what a part has of a row that begins at `from`, before the part where it is negative. */
  #hold(part: Uint8Array, from: number, bytes: number): void {
    this.#held.set(part.subarray(Math.max(0, from), from + bytes), Math.max(0, -from));
  }
}

/** The kind of the picture, the rows that its header promises, and the bodies of the `IDAT` chunks. */
interface PngParts {
  readonly kind: PngKind;
  readonly rows: readonly Rows[];
  readonly data: readonly Uint8Array[];
}

function partsOf(png: Uint8Array): PngParts {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const data: Uint8Array[] = [];
  let kind: PngKind = { widthPx: 0, heightPx: 0, bits: 8, colorType: 0, palette: null, transparency: null };
  let rows: readonly Rows[] = [];
  for (let at = 8; at + 12 <= png.length; at += 12 + view.getUint32(at)) {
    const type = String.fromCharCode(...png.subarray(at + 4, at + 8));
    const body = png.subarray(at + 8, at + 8 + view.getUint32(at));
    if (type === "IHDR") {
      kind = kindOf(body);
      rows = rowsOf(kind, body[12] === 1);
    } else if (type === "PLTE") kind = { ...kind, palette: body };
    else if (type === "tRNS") kind = { ...kind, transparency: body };
    else if (type === "IDAT") data.push(body);
    else if (type === "IEND") break;
  }
  return { kind, rows, data };
}

function kindOf(header: Uint8Array): PngKind {
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength);
  const [widthPx, heightPx] = [view.getUint32(0), view.getUint32(4)];
  const [bits, colorType] = [view.getUint8(8), view.getUint8(9)];
  return { widthPx, heightPx, bits, colorType, palette: null, transparency: null };
}

function rowsOf({ widthPx, heightPx, bits, colorType }: PngKind, isInterlaced: boolean): readonly Rows[] {
  const pixelBits = bits * (SAMPLES[colorType] ?? 1);
  return (isInterlaced ? ADAM7 : WHOLE).flatMap(([x, y, stepX, stepY]) => {
    const columns = Math.max(0, Math.ceil((widthPx - x) / stepX));
    const count = Math.max(0, Math.ceil((heightPx - y) / stepY));
    return columns === 0 || count === 0
      ? []
      : [{ x, y, stepX, stepY, count, bytes: 1 + Math.ceil((columns * pixelBits) / 8) }];
  });
}
