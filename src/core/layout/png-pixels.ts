// The pixels of a PNG (W3C PNG, third edition), unpacked to be counted and forgotten: whether the data that renderers
// hand on as they came are all there, and no more than they claim to be.
import { Unzlib } from "fflate";

/** The library holds all that one piece unpacks to: 32 MiB of this one. */
const PIECE_BYTES = 32 * 1024;

/** Samples of a pixel by colour type (table 11.1). */
const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

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
interface Rows {
  readonly count: number;
  readonly bytes: number;
}

/** What is wrong with the pixels of a PNG whose chunks are whole, as the rest of a sentence; null where nothing is. */
export function pixelMistake(png: Uint8Array): string | null {
  const { rows, data } = partsOf(png);
  const expectedBytes = rows.reduce((sum, { count, bytes }) => sum + count * bytes, 0);
  const counter = new RowCounter(rows);
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

/** Counts unpacked bytes as they come, and looks at the first one of each row. */
class RowCounter {
  length = 0;
  isDamaged = false;
  readonly #rows: readonly Rows[];
  #pass = 0;
  #row = 0;
  #next = 0;

  constructor(rows: readonly Rows[]) {
    this.#rows = rows;
  }

  add(part: Uint8Array): void {
    for (let rows = this.#rows[this.#pass]; rows !== undefined; rows = this.#rows[this.#pass]) {
      if (this.#next >= this.length + part.length) break;
      if ((part[this.#next - this.length] ?? 0) > FILTER_MAX) this.isDamaged = true;
      this.#next += rows.bytes;
      this.#row += 1;
      if (this.#row < rows.count) continue;
      this.#row = 0;
      this.#pass += 1;
    }
    this.length += part.length;
  }
}

/** The rows that the header promises, and the bodies of the `IDAT` chunks. */
function partsOf(png: Uint8Array): { readonly rows: readonly Rows[]; readonly data: readonly Uint8Array[] } {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const data: Uint8Array[] = [];
  let rows: readonly Rows[] = [];
  for (let at = 8; at + 12 <= png.length; at += 12 + view.getUint32(at)) {
    const type = String.fromCharCode(...png.subarray(at + 4, at + 8));
    const body = png.subarray(at + 8, at + 8 + view.getUint32(at));
    if (type === "IHDR") rows = rowsOf(body);
    else if (type === "IDAT") data.push(body);
    else if (type === "IEND") break;
  }
  return { rows, data };
}

function rowsOf(header: Uint8Array): readonly Rows[] {
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength);
  const [width, height] = [view.getUint32(0), view.getUint32(4)];
  const bits = view.getUint8(8) * (SAMPLES[view.getUint8(9)] ?? 1);
  return (view.getUint8(12) === 1 ? ADAM7 : WHOLE).flatMap(([x, y, stepX, stepY]) => {
    const columns = Math.max(0, Math.ceil((width - x) / stepX));
    const count = Math.max(0, Math.ceil((height - y) / stepY));
    return columns === 0 || count === 0 ? [] : [{ count, bytes: 1 + Math.ceil((columns * bits) / 8) }];
  });
}
