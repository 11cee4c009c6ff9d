// The pixels of a PNG (W3C PNG, third edition), unpacked to be counted and forgotten: whether the data that renderers
// hand on as they came are all there, and no more than they claim to be, and where they are opaque.
import { Unzlib } from "fflate";
import {
  mayBeClear,
  OpacityReader,
  type OpaqueParts,
  type PngKind,
  type PngPass,
  SAMPLES,
  WHOLLY_OPAQUE,
} from "./png-opacity.ts";

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
}

/** Looks at the pixels of a PNG whose chunks are whole. */
export function readPixels(png: Uint8Array): PixelsRead {
  const { kind, rows, data } = partsOf(png);
  const expectedBytes = rows.reduce((sum, { count, bytes }) => sum + count * bytes, 0);
  const opacity = mayBeClear(kind) ? new OpacityReader(kind) : null;
  const counter = new RowCounter(rows, opacity);
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
  const opaque = opacity === null ? WHOLLY_OPAQUE : opacity.parts();
  if (counter.length > bytesMax) return { mistake: "its data unpack to more than its pixels", opaque };
  const isBroken = counter.length < expectedBytes || counter.isDamaged;
  return { mistake: isBroken ? "its pixels are damaged" : null, opaque };
}

/** Counts unpacked bytes as they come, looks at the first one of each row, and hands rows on to whoever reads them. */
class RowCounter {
  length = 0;
  isDamaged = false;
  readonly #rows: readonly Rows[];
  readonly #opacity: OpacityReader | null;
  readonly #held: Uint8Array;
  #pass = 0;
  #row = 0;
  /** Where the current row begins. */
  #start = 0;

  constructor(rows: readonly Rows[], opacity: OpacityReader | null) {
    this.#rows = rows;
    this.#opacity = opacity;
    this.#held = new Uint8Array(opacity === null ? 0 : Math.max(0, ...rows.map(({ bytes }) => bytes)));
  }

  add(part: Uint8Array): void {
    const end = this.length + part.length;
    for (let rows = this.#rows[this.#pass]; rows !== undefined; rows = this.#rows[this.#pass]) {
      if (this.#start >= end) break;
      const from = this.#start - this.length;
      if (from >= 0 && (part[from] ?? 0) > FILTER_MAX) this.isDamaged = true;
      if (this.#opacity !== null) this.#hold(part, from, rows.bytes);
      if (this.#start + rows.bytes > end) break;
      if (this.#opacity !== null) this.#opacity.row(rows, this.#held[0] ?? 0, this.#held.subarray(1, rows.bytes));
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
function partsOf(png: Uint8Array): {
  readonly kind: PngKind;
  readonly rows: readonly Rows[];
  readonly data: readonly Uint8Array[];
} {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const data: Uint8Array[] = [];
  let kind: PngKind = { widthPx: 0, heightPx: 0, bits: 8, colorType: 0, transparency: null };
  let rows: readonly Rows[] = [];
  for (let at = 8; at + 12 <= png.length; at += 12 + view.getUint32(at)) {
    const type = String.fromCharCode(...png.subarray(at + 4, at + 8));
    const body = png.subarray(at + 8, at + 8 + view.getUint32(at));
    if (type === "IHDR") {
      kind = kindOf(body);
      rows = rowsOf(kind, body[12] === 1);
    } else if (type === "tRNS") kind = { ...kind, transparency: body };
    else if (type === "IDAT") data.push(body);
    else if (type === "IEND") break;
  }
  return { kind, rows, data };
}

function kindOf(header: Uint8Array): PngKind {
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength);
  const [widthPx, heightPx] = [view.getUint32(0), view.getUint32(4)];
  return { widthPx, heightPx, bits: view.getUint8(8), colorType: view.getUint8(9), transparency: null };
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
