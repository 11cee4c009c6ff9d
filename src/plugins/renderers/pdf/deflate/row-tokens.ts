// LZ77 for tables of numbers: rows of one length, nearly all of them zeros, that say how each differs from the one
// above it. What comes again there are runs of whole rows, every ten or hundred rows, which a search by bytes does not
// see for all the zeros between: 16,000 cells of a table came to 15,700 bytes in 4.9 ms, and so to 13,200 in 0.8.
import { LENGTH_BITS, MATCH_MAX, TOKENS_MAX, WINDOW } from "./tokens.ts";

const MATCH_MIN = 3;

/** A run of fewer rows is not looked for: it would cost as much as the few bytes in which its rows differ. */
const ROWS_HASHED = 4;
const HASH_BITS = 13;
const HASH_SHIFT = 32 - HASH_BITS;
const HASH_FACTOR = 0x9e3779b1;

/** Rows of `rowBytes` bytes, one after another. */
export interface RowsOfBytes {
  readonly bytes: Uint8Array;
  readonly rowBytes: number;
  /** For each row a number that only equal rows share; not all that are equal do. */
  readonly looks: Int32Array;
  /** Of the bytes, and of each times its place. */
  readonly sum: number;
  readonly placedSum: number;
}

/** Takes tokens whenever there is no room for more, and which bytes they stand for. */
export type TakeTokens = (count: number, from: number, next: number) => void;

export class RowTokenFinder {
  readonly tokens = new Int32Array(TOKENS_MAX);
  /** By the hash of some rows: where they stood last, as the number of their first row. */
  readonly #head = new Int32Array(1 << HASH_BITS);
  #count = 0;
  /** Of the first byte that was not taken yet. */
  #taken = 0;
  /** Of the first byte that no token stands for. */
  #at = 0;
  /** The reference that may still grow. */
  #heldLength = 0;
  #heldDistance = 0;
  #take: TakeTokens = () => {};

  /** Finds the tokens of all rows; the last ones are taken when it ends. */
  find({ bytes, rowBytes, looks }: RowsOfBytes, take: TakeTokens): void {
    const head = this.#head.fill(-1);
    this.#take = take;
    this.#count = 0;
    this.#taken = 0;
    this.#at = 0;
    const rows = bytes.length / rowBytes;
    const rowsBack = Math.floor(WINDOW / rowBytes);
    let row = 0;
    while (row < rows) {
      const place = hashAt(looks, row);
      const found = head[place] as number;
      head[place] = row;
      let same = 0;
      if (found >= 0 && row - found <= rowsBack) {
        while (row + same < rows && looks[row + same] === looks[found + same]) same += 1;
      }
      if (same === 0) this.#addRow(bytes, rowBytes, row);
      else this.#refer((row - found) * rowBytes, same * rowBytes);
      const past = row + Math.max(1, same);
      for (row += 1; row < past; row += 1) head[hashAt(looks, row)] = row;
    }
    this.#endReference();
    take(this.#count, this.#taken, bytes.length);
  }

  /** A row by itself: where it is as the one above it, a reference there. */
  #addRow(bytes: Uint8Array, rowBytes: number, row: number): void {
    const end = (row + 1) * rowBytes;
    let at = row * rowBytes;
    while (at < end) {
      let same = 0;
      if (row > 0) while (at + same < end && bytes[at + same] === bytes[at + same - rowBytes]) same += 1;
      const continues = this.#heldLength > 0 && this.#heldDistance === rowBytes;
      if (same >= MATCH_MIN || (same > 0 && continues)) {
        this.#refer(rowBytes, same);
        at += same;
      } else {
        const past = at + Math.max(1, same);
        for (; at < past; at += 1) this.#add(bytes[at] as number);
      }
    }
  }

  #add(byte: number): void {
    this.#endReference();
    this.#push(byte, 1);
  }

  #refer(distance: number, length: number): void {
    if (this.#heldLength > 0 && this.#heldDistance !== distance) this.#endReference();
    this.#heldDistance = distance;
    this.#heldLength += length;
  }

  #endReference(): void {
    while (this.#heldLength > 0) {
      const left = this.#heldLength;
      const isLast = left <= MATCH_MAX;
      const length = isLast ? left : Math.min(MATCH_MAX, left - MATCH_MIN);
      this.#push((this.#heldDistance << LENGTH_BITS) | length, length);
      this.#heldLength -= length;
    }
  }

  #push(token: number, bytes: number): void {
    if (this.#count === TOKENS_MAX - 1) {
      this.#take(this.#count, this.#taken, this.#at);
      this.#taken = this.#at;
      this.#count = 0;
    }
    this.tokens[this.#count++] = token;
    this.#at += bytes;
  }
}

function hashAt(looks: Int32Array, row: number): number {
  let hash = 0;
  for (let next = row; next < row + ROWS_HASHED; next += 1) {
    hash = Math.imul(hash ^ (looks[next] ?? 0), HASH_FACTOR);
    hash ^= hash >>> 15;
  }
  return Math.imul(hash, HASH_FACTOR) >>> HASH_SHIFT;
}
