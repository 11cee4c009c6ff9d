// Blocks of a deflate stream (RFC 1951, section 3.2): tokens under codes that stand before them.
import {
  type BitWriter,
  distanceExtraBits,
  distanceSymbol,
  END_OF_BLOCK,
  lengthExtraBits,
  lengthSymbols,
} from "./bit-writer.ts";
import { type Codes, emptyCodes, setCodes } from "./codes.ts";
import { LENGTH_BITS, LENGTH_MASK } from "./tokens.ts";

/** The first three bits of a block (3.2.3). */
const LAST = 0b001;
const DYNAMIC = 0b100;

const LITERAL_SYMBOLS = 286;
const DISTANCE_SYMBOLS = 30;

/** The two codes of a block. */
export interface BlockCodes {
  readonly literals: Codes;
  readonly distances: Codes;
}

const FIXED = fixedCodes();
const literalCounts = new Int32Array(LITERAL_SYMBOLS);
const distanceCounts = new Int32Array(DISTANCE_SYMBOLS);
const own: BlockCodes = { literals: emptyCodes(LITERAL_SYMBOLS), distances: emptyCodes(DISTANCE_SYMBOLS) };

/** A block of the smallest of its three kinds; `raw` are the bytes that its tokens stand for. */
export function writeBlock(
  writer: BitWriter,
  tokens: Int32Array,
  count: number,
  raw: Uint8Array,
  isLast: boolean,
): void {
  literalCounts.fill(0);
  distanceCounts.fill(0);
  let extraBits = 0;
  for (let index = 0; index < count; index += 1) {
    const token = tokens[index] as number;
    const distance = token >> LENGTH_BITS;
    if (distance === 0) {
      literalCounts[token] = (literalCounts[token] as number) + 1;
      continue;
    }
    const length = token & LENGTH_MASK;
    const symbol = lengthSymbols[length] as number;
    const far = distanceSymbol(distance);
    literalCounts[symbol] = (literalCounts[symbol] as number) + 1;
    distanceCounts[far] = (distanceCounts[far] as number) + 1;
    extraBits += (lengthExtraBits[length] as number) + (distanceExtraBits[far] as number);
  }
  literalCounts[END_OF_BLOCK] = 1;
  setCodes(own.literals, literalCounts);
  setCodes(own.distances, distanceCounts);
  const header = headerOf(own);
  const dynamicBits = header.bits + bitsOf(own);
  const fixedBits = bitsOf(FIXED);
  if (
    Math.min(dynamicBits, fixedBits) + extraBits >
    raw.length * 8 + STORED_BITS * Math.max(1, Math.ceil(raw.length / STORED_MAX))
  ) {
    writeStored(writer, raw, isLast);
    return;
  }
  const isDynamic = dynamicBits < fixedBits;
  writer.bits((isLast ? LAST : 0) | (isDynamic ? DYNAMIC : 0b010), 3);
  if (isDynamic) writeHeader(writer, header);
  const { distances, literals } = isDynamic ? own : FIXED;
  writer.tokens(tokens, count, literals, distances);
  endBlock(writer, literals);
}

/** What such a block begins with where it is the last one; answers how many bits that takes. */
export function beginLastBlock(writer: BitWriter, codes: BlockCodes): number {
  writer.bits(LAST | DYNAMIC, 3);
  const header = headerOf(codes);
  writeHeader(writer, header);
  return 3 + header.bits;
}

export function endBlock(writer: BitWriter, literals: Codes): void {
  writer.code(literals.codes[END_OF_BLOCK] as number);
}

function bitsOf({ distances, literals }: BlockCodes): number {
  let bits = 0;
  for (let symbol = 0; symbol < LITERAL_SYMBOLS; symbol += 1) {
    bits += (literalCounts[symbol] as number) * (literals.lengths[symbol] as number);
  }
  for (let symbol = 0; symbol < DISTANCE_SYMBOLS; symbol += 1) {
    bits += (distanceCounts[symbol] as number) * (distances.lengths[symbol] as number);
  }
  return bits;
}

/** What a stored block holds at most, and what it takes beside its bytes. */
const STORED_MAX = 65_535;
const STORED_BITS = 42;

function writeStored(writer: BitWriter, raw: Uint8Array, isLast: boolean): void {
  let from = 0;
  do {
    const part = raw.subarray(from, from + STORED_MAX);
    from += part.length;
    writer.bits(isLast && from >= raw.length ? 1 : 0, 3);
    writer.align();
    writer.bits(part.length, 16);
    writer.bits(~part.length & 0xffff, 16);
    writer.append(part);
  } while (from < raw.length);
}

/** The order in which lengths of the code for code lengths are written. */
const LENGTH_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
/** Extra bits of the three symbols that repeat. */
const REPEAT_BITS = [2, 3, 7];
const LENGTH_CODE_LIMIT = 7;

interface Header {
  readonly literals: number;
  readonly distances: number;
  /** Of symbols of the code for code lengths, which are left in `headerSymbols`. */
  readonly count: number;
  readonly order: number;
  readonly bits: number;
}

const headerSymbols = new Uint8Array(LITERAL_SYMBOLS + DISTANCE_SYMBOLS);
const headerExtras = new Uint8Array(LITERAL_SYMBOLS + DISTANCE_SYMBOLS);
const lengthCodes = emptyCodes(LENGTH_ORDER.length);
const lengthCounts = new Int32Array(LENGTH_ORDER.length);

/** How the codes are written before a block; the code for their lengths is left in `lengthCodes`. */
function headerOf({ distances, literals }: BlockCodes): Header {
  const literalsUsed = Math.max(257, lastUsed(literals.lengths) + 1);
  const distancesUsed = Math.max(1, lastUsed(distances.lengths) + 1);
  let count = 0;
  const add = (symbol: number, extra: number): void => {
    headerSymbols[count] = symbol;
    headerExtras[count] = extra;
    count += 1;
  };
  const total = literalsUsed + distancesUsed;
  const lengthAt = (at: number): number =>
    (at < literalsUsed ? literals.lengths[at] : distances.lengths[at - literalsUsed]) as number;
  for (let at = 0; at < total; ) {
    const length = lengthAt(at);
    let run = 1;
    while (at + run < total && lengthAt(at + run) === length) run += 1;
    at += run;
    if (length === 0) {
      for (; run >= 11; run -= Math.min(run, 138)) add(18, Math.min(run, 138) - 11);
      for (; run >= 3; run -= Math.min(run, 10)) add(17, Math.min(run, 10) - 3);
    } else {
      add(length, 0);
      run -= 1;
      for (; run >= 3; run -= Math.min(run, 6)) add(16, Math.min(run, 6) - 3);
    }
    for (; run > 0; run -= 1) add(length, 0);
  }
  lengthCounts.fill(0);
  for (let at = 0; at < count; at += 1) {
    const symbol = headerSymbols[at] as number;
    lengthCounts[symbol] = (lengthCounts[symbol] as number) + 1;
  }
  setCodes(lengthCodes, lengthCounts, LENGTH_CODE_LIMIT);
  let order = LENGTH_ORDER.length;
  while (order > 4 && lengthCodes.lengths[LENGTH_ORDER[order - 1] as number] === 0) order -= 1;
  let bits = 14 + order * 3;
  for (let symbol = 0; symbol < LENGTH_ORDER.length; symbol += 1) {
    const each = (lengthCodes.lengths[symbol] as number) + (symbol < 16 ? 0 : (REPEAT_BITS[symbol - 16] as number));
    bits += (lengthCounts[symbol] as number) * each;
  }
  return { literals: literalsUsed, distances: distancesUsed, count, order, bits };
}

function writeHeader(writer: BitWriter, header: Header): void {
  writer.bits(header.literals - 257, 5);
  writer.bits(header.distances - 1, 5);
  writer.bits(header.order - 4, 4);
  for (let at = 0; at < header.order; at += 1)
    writer.bits(lengthCodes.lengths[LENGTH_ORDER[at] as number] as number, 3);
  for (let at = 0; at < header.count; at += 1) {
    const symbol = headerSymbols[at] as number;
    writer.code(lengthCodes.codes[symbol] as number);
    if (symbol >= 16) writer.bits(headerExtras[at] as number, REPEAT_BITS[symbol - 16] as number);
  }
}

function lastUsed(lengths: Uint8Array): number {
  let last = lengths.length - 1;
  while (last >= 0 && lengths[last] === 0) last -= 1;
  return last;
}

/** RFC 1951, section 3.2.6, by counts that come to these lengths. */
function fixedCodes(): BlockCodes {
  const literals = emptyCodes(288);
  const distances = emptyCodes(32);
  const lengthOf = (symbol: number): number => (symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8);
  setCodes(
    literals,
    Array.from({ length: 288 }, (_, symbol) => 1 << (15 - lengthOf(symbol))),
  );
  setCodes(
    distances,
    Array.from({ length: 32 }, () => 1),
  );
  return { literals, distances };
}
