// Bits → bytes, the lowest bit first (RFC 1951, section 3.1.1).
import type { Codes } from "./codes.ts";
import { LENGTH_BITS, LENGTH_MASK } from "./tokens.ts";

/** The symbol, the bits after it, and their value, of each length of a reference and each distance (3.2.5). */
export const lengthSymbols = new Uint16Array(259);
export const lengthExtraBits = new Uint8Array(259);
const lengthExtras = new Uint8Array(259);
const nearSymbols = new Uint8Array(257);
const farSymbols = new Uint8Array(256);
export const distanceExtraBits = new Uint8Array(30);

/** The same in one number each: the symbol, above 9 bits how many bits follow, above 16 their value. */
const lengthParts = new Uint32Array(259);
/** Where the distances of a symbol start, above 16 bits how many bits follow. */
const distanceParts = new Uint32Array(30);
const SYMBOL_MASK = 511;

export const END_OF_BLOCK = 256;
const LONGEST = 285;

fillTables();

function fillTables(): void {
  let length = 3;
  for (let symbol = 257; symbol < LONGEST; symbol += 1) {
    const extra = symbol < 265 ? 0 : (symbol - 261) >> 2;
    for (let value = 0; value < 1 << extra; value += 1, length += 1) {
      lengthSymbols[length] = symbol;
      lengthExtraBits[length] = extra;
      lengthExtras[length] = value;
    }
  }
  lengthSymbols[258] = LONGEST;
  lengthExtraBits[258] = 0;
  lengthExtras[258] = 0;
  for (let size = 3; size < lengthParts.length; size += 1) {
    const bits = (lengthExtraBits[size] as number) << 9;
    lengthParts[size] = (lengthSymbols[size] as number) | bits | ((lengthExtras[size] as number) << 16);
  }
  let distance = 1;
  for (let symbol = 0; symbol < 30; symbol += 1) {
    const extra = symbol < 4 ? 0 : (symbol - 2) >> 1;
    distanceParts[symbol] = distance | (extra << 16);
    distanceExtraBits[symbol] = extra;
    for (let value = 0; value < 1 << extra; value += 1, distance += 1) {
      if (distance <= 256) nearSymbols[distance] = symbol;
      else farSymbols[(distance - 1) >> 7] = symbol;
    }
  }
}

/** The symbol of a distance from 1 to 32,768. */
export function distanceSymbol(distance: number): number {
  return (distance <= 256 ? nearSymbols[distance] : farSymbols[(distance - 1) >> 7]) as number;
}

/** A growing stream of bits. */
export class BitWriter {
  #bytes: Uint8Array<ArrayBuffer>;
  #length = 0;
  #bits = 0;
  /** Fewer than 16 between calls. */
  #count = 0;

  constructor(capacity = 65_536) {
    this.#bytes = new Uint8Array(capacity);
  }

  /** Whole bytes so far. */
  get length(): number {
    return this.#length;
  }

  clear(): void {
    this.#length = 0;
    this.#bits = 0;
    this.#count = 0;
  }

  /** At most 16 bits of a value that has no others. */
  bits(value: number, count: number): void {
    this.#reserve(4);
    this.#bits |= value << this.#count;
    this.#count += count;
    if (this.#count < 16) return;
    this.#bytes[this.#length++] = this.#bits;
    this.#bytes[this.#length++] = this.#bits >>> 8;
    this.#bits >>>= 16;
    this.#count -= 16;
  }

  /** A code of `codes.ts`. */
  code(code: number): void {
    this.bits(code & 0xffff, code >>> 16);
  }

  /** Fills the byte that is begun with zeros. */
  align(): void {
    this.#reserve(2);
    while (this.#count > 0) {
      this.#bytes[this.#length++] = this.#bits;
      this.#bits >>>= 8;
      this.#count -= 8;
    }
    this.#bits = 0;
    this.#count = 0;
  }

  /** Whole bytes; the stream must be aligned. */
  append(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** Tokens in their codes. */
  tokens(tokens: Int32Array, count: number, literals: Codes, distances: Codes): void {
    // A reference takes at most 15 + 5 + 15 + 13 bits.
    this.#reserve(count * 6 + 8);
    const bytes = this.#bytes;
    let length = this.#length;
    let bits = this.#bits;
    let held = this.#count;
    const { codes: literalCodes } = literals;
    const { codes: distanceCodes } = distances;
    for (let index = 0; index < count; index += 1) {
      const token = tokens[index] as number;
      const distance = token >> LENGTH_BITS;
      if (distance === 0) {
        const code = literalCodes[token] as number;
        bits |= (code & 0xffff) << held;
        held += code >>> 16;
      } else {
        const size = lengthParts[token & LENGTH_MASK] as number;
        const sizeCode = literalCodes[size & SYMBOL_MASK] as number;
        bits |= (sizeCode & 0xffff) << held;
        held += sizeCode >>> 16;
        if (held >= 16) {
          bytes[length++] = bits;
          bytes[length++] = bits >>> 8;
          bits >>>= 16;
          held -= 16;
        }
        bits |= (size >>> 16) << held;
        held += (size >>> 9) & 7;
        if (held >= 16) {
          bytes[length++] = bits;
          bytes[length++] = bits >>> 8;
          bits >>>= 16;
          held -= 16;
        }
        const far = distanceSymbol(distance);
        const farCode = distanceCodes[far] as number;
        bits |= (farCode & 0xffff) << held;
        held += farCode >>> 16;
        if (held >= 16) {
          bytes[length++] = bits;
          bytes[length++] = bits >>> 8;
          bits >>>= 16;
          held -= 16;
        }
        const start = distanceParts[far] as number;
        bits |= (distance - (start & 0xffff)) << held;
        held += start >>> 16;
      }
      if (held >= 16) {
        bytes[length++] = bits;
        bytes[length++] = bits >>> 8;
        bits >>>= 16;
        held -= 16;
      }
    }
    this.#length = length;
    this.#bits = bits;
    this.#count = held;
  }

  /** A copy of what was written, whole bytes. */
  toBytes(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#length);
  }

  #reserve(bytes: number): void {
    const needed = this.#length + bytes;
    if (needed <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(needed, this.#bytes.length * 2));
    grown.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = grown;
  }
}
