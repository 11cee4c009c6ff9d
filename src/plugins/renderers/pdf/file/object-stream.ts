// Many small objects → one compressed stream (ISO 32000-1 §7.5.7).
import { ByteArena } from "../byte-arena.ts";
import { deflate } from "../deflate.ts";
import type { PdfDictionary } from "./syntax.ts";

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

  finish(): FinishedStream {
    const columns = this.#columns;
    const whole = new ByteArena(this.#body.length + this.ids.length * (columns ?? 12));
    this.ids.forEach((id, index) => {
      const offset = this.#offsets[index] ?? 0;
      if (columns === null) whole.ascii(`${id} ${offset} `);
      else whole.ascii(`${id}`.padStart(9) + `${offset}`.padStart(9).padEnd(columns - 9));
    });
    const first = whole.length;
    whole.append(this.#body.toBytes());
    const bytes = whole.toBytes();
    return {
      data: {
        Type: "ObjStm",
        N: this.ids.length,
        First: first,
        Filter: "FlateDecode",
        ...(columns === null ? {} : { DecodeParms: { Predictor: 12, Columns: columns } }),
      },
      bytes: deflate(columns === null ? bytes : filteredUp(bytes, columns)),
    };
  }
}

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
