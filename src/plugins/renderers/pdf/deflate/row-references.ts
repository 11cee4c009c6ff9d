// Rows of text that are alike → a stream in which each literal takes one byte and each reference two or three. By
// itself that saves little. But rows that differ from the ones above them in the same way come to the same bytes, so
// what is packed once more has found what a predictor finds, and needs none.
import {
  type BitWriter,
  distanceExtraBits,
  distanceSymbol,
  END_OF_BLOCK,
  lengthExtraBits,
  lengthSymbols,
} from "./bit-writer.ts";
import { type BlockCodes, beginLastBlock, endBlock } from "./blocks.ts";
import { codesOf } from "./codes.ts";
import type { RowsOfBytes } from "./row-tokens.ts";
import { LENGTH_BITS, MATCH_MAX, TOKENS_MAX } from "./tokens.ts";

const MATCH_MIN = 3;

/** What rows are written in: printable ASCII. */
const FIRST_LITERAL = 0x20;
const LAST_LITERAL = 0x7e;

const LITERAL_SYMBOLS = 286;
const DISTANCE_SYMBOLS = 30;
const CODE_BITS_MAX = 15;

/** All references lead to the row above. One up to 256 bytes away takes two bytes, one from further three. */
const NEAR_EXTRA_BITS_MAX = 6;

const known = new Map<number, BlockCodes>();

/** By the symbol of the one distance: literals of 8 bits, references of whole bytes. */
function codesFor(far: number): BlockCodes {
  const before = known.get(far);
  if (before !== undefined) return before;
  const farExtra = distanceExtraBits[far] as number;
  const isNear = farExtra <= NEAR_EXTRA_BITS_MAX;
  const distanceBits = isNear ? 1 : 4;
  const literals = new Array<number>(LITERAL_SYMBOLS).fill(0);
  literals.fill(8, FIRST_LITERAL, LAST_LITERAL + 1);
  literals[END_OF_BLOCK] = 9;
  for (let length = MATCH_MIN; length <= MATCH_MAX; length += 1) {
    const rest = (isNear ? 16 : 24) - distanceBits - farExtra;
    literals[lengthSymbols[length] as number] = rest - (lengthExtraBits[length] as number);
  }
  const distances = new Array<number>(DISTANCE_SYMBOLS).fill(0);
  distances[far] = distanceBits;
  const codes = { literals: codesOf(completed(literals)), distances: codesOf(completed(distances)) };
  known.set(far, codes);
  return codes;
}

/** Readers take a code only where no sequence of bits is without a meaning: unused symbols take what is left. */
function completed(lengths: number[]): string {
  const taken = lengths.reduce((sum, length) => sum + (length === 0 ? 0 : 1 << (CODE_BITS_MAX - length)), 0);
  let left = (1 << CODE_BITS_MAX) - taken;
  for (let length = 1; length <= CODE_BITS_MAX; length += 1) {
    const share = 1 << (CODE_BITS_MAX - length);
    if (left < share) continue;
    lengths[lengths.indexOf(0)] = length;
    left -= share;
  }
  return lengths.map((length) => length.toString(16)).join("");
}

export interface WrittenRows {
  /** Of the rows as they are. */
  readonly length: number;
  readonly sum: number;
  readonly placedSum: number;
}

/** Writes filtered rows as they are: each as what it shares with the one above it and what it does not. */
export class RowReferenceWriter {
  readonly #tokens = new Int32Array(TOKENS_MAX);
  #count = 0;
  #writer: BitWriter | null = null;
  #codes: BlockCodes | null = null;

  write(writer: BitWriter, { bytes, rowBytes }: RowsOfBytes): WrittenRows {
    const columns = rowBytes - 1;
    const codes = codesFor(distanceSymbol(columns));
    this.#writer = writer;
    this.#codes = codes;
    this.#count = 0;
    beginLastBlock(writer, codes);
    const row = new Uint8Array(columns);
    const words = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
    let [rowSum, rowPlacedSum, sum, placedSum] = [0, 0, 0, 0];
    /** Of the first byte that no token stands for, as the rows are without their filters. */
    let next = 0;
    let rowIndex = -1;
    let rowStart = 1 - rowBytes;
    for (let at = 0; at < bytes.length; at = pastZeros(bytes, words, at + 1)) {
      if (at === rowStart + columns) {
        sum += rowSum;
        placedSum += rowSum * rowIndex * columns + rowPlacedSum;
        rowIndex += 1;
        rowStart += rowBytes;
        continue;
      }
      const column = at - rowStart;
      const place = rowIndex * columns + column;
      if (place > next) this.#refer(row, column, place - next);
      next = place + 1;
      const before = row[column] as number;
      const after = (before + (bytes[at] as number)) & 0xff;
      row[column] = after;
      rowSum += after - before;
      rowPlacedSum += (after - before) * column;
      if (after < FIRST_LITERAL || after > LAST_LITERAL) throw new Error("rows hold printable characters alone");
      this.#push(after);
    }
    sum += rowSum;
    placedSum += rowSum * rowIndex * columns + rowPlacedSum;
    const length = (rowIndex + 1) * columns;
    if (length > next) this.#refer(row, columns, length - next);
    this.#flush();
    endBlock(writer, codes.literals);
    return { length, sum, placedSum };
  }

  /** So many bytes before a column of a row, which are as those of the row above. */
  #refer(row: Uint8Array, column: number, count: number): void {
    const columns = row.length;
    let left = count;
    while (left >= MATCH_MIN) {
      // What is left over must be long enough for a reference, or nothing.
      const length = left <= MATCH_MAX ? left : Math.min(MATCH_MAX, left - MATCH_MIN);
      this.#push((columns << LENGTH_BITS) | length);
      left -= length;
    }
    for (; left > 0; left -= 1) this.#push(row[(column - left + columns) % columns] as number);
  }

  #push(token: number): void {
    this.#tokens[this.#count++] = token;
    if (this.#count === TOKENS_MAX) this.#flush();
  }

  #flush(): void {
    if (this.#codes === null) return;
    this.#writer?.tokens(this.#tokens, this.#count, this.#codes.literals, this.#codes.distances);
    this.#count = 0;
  }
}

/** The place of the next byte that is not zero, or the end. `words` are the same bytes, four at a time. */
function pastZeros(bytes: Uint8Array, words: Int32Array, from: number): number {
  let at = from;
  for (; at & 3; at += 1) if (bytes[at] !== 0) return at;
  let word = at >> 2;
  while (word < words.length && words[word] === 0) word += 1;
  at = word << 2;
  while (at < bytes.length && bytes[at] === 0) at += 1;
  return at;
}
