// Huffman codes of limited length (RFC 1951, section 3.2): how often symbols occur → their lengths and codes. The
// lengths come from integers alone, so they are the same everywhere.

/**
 * Codes of an alphabet, bits reversed as they go into the stream, each with its length above 16 bits; a length of 0 is
 * a symbol that has none.
 */
export interface Codes {
  readonly lengths: Uint8Array;
  readonly codes: Uint32Array;
}

const LENGTH_LIMIT = 15;
/** Counts stay below this, so that count and symbol fit into one sortable number. */
const SYMBOL_BITS = 9;
const SYMBOL_MASK = (1 << SYMBOL_BITS) - 1;

/** Tokens of a block are fewer than 2^16, so a count and its symbol fit into 32 bits. */
const keys = new Uint32Array(1 << SYMBOL_BITS);
const sortedKeys = new Uint32Array(1 << SYMBOL_BITS);
const digitStarts = new Int32Array(256);
const weights = new Uint32Array(1 << SYMBOL_BITS);
const perLength = new Int32Array(64);

export function emptyCodes(symbols: number): Codes {
  return { lengths: new Uint8Array(symbols), codes: new Uint32Array(symbols) };
}

/** The codes whose lengths are these, one hexadecimal digit a symbol. */
export function codesOf(lengths: string): Codes {
  const codes = emptyCodes(lengths.length);
  for (let symbol = 0; symbol < lengths.length; symbol += 1) {
    codes.lengths[symbol] = Number.parseInt(lengths.charAt(symbol), 16);
  }
  assignCodes(codes);
  return codes;
}

/** Fills `into` with the codes of symbols that occur this often. */
export function setCodes(into: Codes, counts: ArrayLike<number>, limit: number = LENGTH_LIMIT): void {
  const { lengths } = into;
  lengths.fill(0);
  let used = 0;
  let all = 0;
  for (let symbol = 0; symbol < lengths.length; symbol += 1) {
    const count = counts[symbol] as number;
    if (count === 0) continue;
    keys[used++] = (count << SYMBOL_BITS) | symbol;
    all |= count;
  }
  if (used === 1) lengths[(keys[0] as number) & SYMBOL_MASK] = 1;
  if (used > 1) {
    const sorted = sortByCount(used, all);
    for (let index = 0; index < used; index += 1) weights[index] = (sorted[index] as number) >>> SYMBOL_BITS;
    toCodeLengths(weights, used);
    limitLengths(used, limit);
    // The rarest symbols take the longest codes.
    let index = 0;
    for (let length = limit; length > 0; length -= 1) {
      for (let left = perLength[length] as number; left > 0; left -= 1) {
        lengths[(sorted[index++] as number) & SYMBOL_MASK] = length;
      }
    }
  }
  assignCodes(into);
}

/**
 * The keys in ascending order, by their digits of 256: they stand in the order of symbols, and most counts have one
 * digit. `all` has every bit that a count has. The runtime's own sort took a tenth of a page's compression.
 */
function sortByCount(used: number, all: number): Uint32Array {
  let from = keys;
  let to = sortedKeys;
  for (let shift = SYMBOL_BITS; all >>> (shift - SYMBOL_BITS) > 0; shift += 8) {
    digitStarts.fill(0);
    for (let index = 0; index < used; index += 1) {
      const digit = ((from[index] as number) >>> shift) & 0xff;
      digitStarts[digit] = (digitStarts[digit] as number) + 1;
    }
    let start = 0;
    for (let digit = 0; digit < 256; digit += 1) {
      const count = digitStarts[digit] as number;
      digitStarts[digit] = start;
      start += count;
    }
    for (let index = 0; index < used; index += 1) {
      const key = from[index] as number;
      const digit = (key >>> shift) & 0xff;
      const place = digitStarts[digit] as number;
      digitStarts[digit] = place + 1;
      to[place] = key;
    }
    [from, to] = [to, from];
  }
  return from;
}

/**
 * Weights in ascending order → code lengths in their place, without a tree: Moffat and Katajainen, "In-place
 * calculation of minimum-redundancy codes" (1995).
 */
function toCodeLengths(values: Uint32Array, count: number): void {
  const value = (index: number): number => values[index] as number;
  values[0] = value(0) + value(1);
  let root = 0;
  let leaf = 2;
  for (let next = 1; next < count - 1; next += 1) {
    if (leaf >= count || value(root) < value(leaf)) {
      values[next] = value(root);
      values[root++] = next;
    } else values[next] = value(leaf++);
    if (leaf >= count || (root < next && value(root) < value(leaf))) {
      values[next] = value(next) + value(root);
      values[root++] = next;
    } else values[next] = value(next) + value(leaf++);
  }
  values[count - 2] = 0;
  for (let next = count - 3; next >= 0; next -= 1) values[next] = value(value(next)) + 1;
  let available = 1;
  let taken = 0;
  let depth = 0;
  root = count - 2;
  let next = count - 1;
  while (available > 0) {
    while (root >= 0 && value(root) === depth) {
      taken += 1;
      root -= 1;
    }
    while (available > taken) {
      values[next--] = depth;
      available -= 1;
    }
    available = 2 * taken;
    depth += 1;
    taken = 0;
  }
}

/** Counts codes per length in `perLength`; too long ones are shortened, and others lengthened until all fit. */
function limitLengths(count: number, limit: number): void {
  perLength.fill(0);
  for (let index = 0; index < count; index += 1) {
    const length = Math.min(weights[index] as number, limit);
    perLength[length] = (perLength[length] as number) + 1;
  }
  let total = 0;
  for (let length = limit; length > 0; length -= 1) total += (perLength[length] as number) * (1 << (limit - length));
  for (; total > 1 << limit; total -= 1) {
    perLength[limit] = (perLength[limit] as number) - 1;
    for (let length = limit - 1; length > 0; length -= 1) {
      if ((perLength[length] as number) === 0) continue;
      perLength[length] = (perLength[length] as number) - 1;
      perLength[length + 1] = (perLength[length + 1] as number) + 2;
      break;
    }
  }
}

const nextCodes = new Int32Array(LENGTH_LIMIT + 2);

/** Codes in the order of lengths and symbols (RFC 1951, 3.2.2). */
function assignCodes({ codes, lengths }: Codes): void {
  nextCodes.fill(0);
  for (const length of lengths) nextCodes[length + 1] = (nextCodes[length + 1] as number) + 1;
  nextCodes[1] = 0;
  for (let length = 2; length <= LENGTH_LIMIT; length += 1) {
    nextCodes[length] = ((nextCodes[length - 1] as number) + (nextCodes[length] as number)) << 1;
  }
  for (let symbol = 0; symbol < lengths.length; symbol += 1) {
    const length = lengths[symbol] as number;
    if (length === 0) continue;
    const code = nextCodes[length] as number;
    nextCodes[length] = code + 1;
    const reversed = ((reversedBytes[code & 0xff] as number) << 8) | (reversedBytes[code >> 8] as number);
    codes[symbol] = (length << 16) | (reversed >> (16 - length));
  }
}

const reversedBytes = Uint8Array.from({ length: 256 }, (_, byte) => {
  let reversed = 0;
  for (let bit = 0; bit < 8; bit += 1) reversed |= ((byte >> bit) & 1) << (7 - bit);
  return reversed;
});
