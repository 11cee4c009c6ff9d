// The checksum of a zlib stream (RFC 1950, section 9).

const MODULUS = 65_521;
/** As many bytes keep both sums within 31 bits. */
const BYTES_AT_ONCE = 2_600;

/** Of `bytes` after what came to `start`. */
export function adler32(bytes: Uint8Array, start = 1): number {
  let low = start & 0xffff;
  let high = start >>> 16;
  for (let at = 0; at < bytes.length; ) {
    const end = Math.min(at + BYTES_AT_ONCE, bytes.length);
    for (; at < end; at += 1) {
      low += bytes[at] as number;
      high += low;
    }
    low %= MODULUS;
    high %= MODULUS;
  }
  return ((high << 16) | low) >>> 0;
}

/**
 * The same of so many bytes by their sum and by the sum of each times its place from 0: both grow by what is no zero
 * alone. Both must be integers below 2^53, even times the length.
 */
export function adler32OfSums(length: number, sum: number, placedSum: number): number {
  const low = (1 + sum) % MODULUS;
  const high = (length + length * sum - placedSum) % MODULUS;
  return ((high << 16) | low) >>> 0;
}
