// Many small objects → one compressed stream (ISO 32000-1 §7.5.7).
import { ByteArena } from "../byte-arena.ts";
import { deflate } from "../deflate.ts";
import type { PdfDictionary } from "./syntax.ts";

/** Room for a number of the header and a space. */
const HEADER_DIGITS = 9;

const HEADER_PAIR = 2 * HEADER_DIGITS;

/** A row holds at least one pair of the header. */
export const COLUMNS_MIN = HEADER_PAIR;

export interface FinishedStream {
  readonly data: PdfDictionary;
  readonly bytes: Uint8Array;
}

/** Objects in the order of their adding; their place in it is their index. */
export class ObjectStream {
  readonly ids: number[] = [];
  readonly #offsets: number[] = [];
  readonly #body = new ByteArena(4096);
  /** Width of each object and of each pair of the header; null where they are as long as they are. */
  readonly #columns: number | null;

  /**
   * With `columns` every object takes so many bytes, filled up with spaces: then PNG's "up" filter leaves of a long
   * table's cells, which differ from their neighbours in a digit or two, almost nothing.
   */
  constructor(columns: number | null = null) {
    this.#columns = columns;
  }

  /** Whether an object of this many characters fits the columns. */
  takes(length: number): boolean {
    return this.#columns === null || length < this.#columns;
  }

  add(id: number, syntax: string): void {
    this.ids.push(id);
    this.#offsets.push(this.#body.length);
    this.#body.ascii(this.#columns === null ? syntax : syntax.padEnd(this.#columns - 1));
    this.#body.newline();
  }

  /** An object with a long list: a row for each item, which must fit the columns, and whole rows for what is around. */
  addList(id: number, before: string, items: readonly string[], after: string): void {
    const columns = this.#columns ?? 1;
    const whole = (text: string): string => text.padEnd(Math.ceil(text.length / columns) * columns);
    this.ids.push(id);
    this.#offsets.push(this.#body.length);
    this.#body.ascii(whole(before));
    for (const item of items) this.#body.ascii(item.padStart(columns));
    this.#body.ascii(whole(after));
  }

  finish(): FinishedStream {
    const columns = this.#columns;
    const whole = new ByteArena(this.#body.length + this.ids.length * HEADER_PAIR + (columns ?? 0));
    this.#writeHeader(whole);
    const first = whole.length;
    whole.append(this.#body.written());
    const bytes = whole.written();
    return {
      data: {
        Type: "ObjStm",
        N: this.ids.length,
        First: first,
        Filter: "FlateDecode",
        ...(columns === null ? {} : { DecodeParms: { Predictor: 12, Columns: columns } }),
      },
      bytes: columns === null ? deflate(bytes) : deflate(filteredUp(bytes, columns), PADDED_LEVEL),
    };
  }

  /** Numbers and offsets of the objects; with columns as many pairs a row as there is room for. */
  #writeHeader(whole: ByteArena): void {
    const columns = this.#columns;
    const pairsPerRow = columns === null ? 0 : Math.floor(columns / HEADER_PAIR);
    for (const [index, id] of this.ids.entries()) {
      const offset = this.#offsets[index] ?? 0;
      if (columns === null) {
        whole.ascii(`${id} ${offset} `);
        continue;
      }
      whole.ascii(`${id}`.padStart(HEADER_DIGITS) + `${offset}`.padStart(HEADER_DIGITS));
      const endsRow = index % pairsPerRow === pairsPerRow - 1 || index === this.ids.length - 1;
      if (endsRow) whole.ascii(" ".repeat(columns - ((index % pairsPerRow) + 1) * HEADER_PAIR));
    }
  }
}

/** Rows of nearly nothing but zeros pay for a longer search. */
const PADDED_LEVEL = 6;

/** PNG's filter 2 (W3C PNG, §9.2): every row as its difference from the row above. */
export function filteredUp(bytes: Uint8Array, columns: number): Uint8Array {
  const rows = Math.ceil(bytes.length / columns);
  const filtered = new Uint8Array(rows * (columns + 1));
  for (let row = 0; row < rows; row++) {
    const target = row * (columns + 1);
    const source = row * columns;
    filtered[target] = 2;
    for (let column = 0; column < columns; column++) {
      const above = row === 0 ? 0 : (bytes[source - columns + column] ?? 0);
      filtered[target + 1 + column] = ((bytes[source + column] ?? 0) - above) & 0xff;
    }
  }
  return filtered;
}
