// The one compressor of the plugin. Plain JavaScript on integers: its output is the same on every Node and machine,
// which zlib's is not. It knows no clock, and what it keeps between calls decides no byte.
import { BitWriter } from "./deflate/bit-writer.ts";
import { writeBlock } from "./deflate/blocks.ts";
import { adler32, adler32OfSums } from "./deflate/checksum.ts";
import { QuickTokenFinder } from "./deflate/quick-tokens.ts";
import { RowReferenceWriter } from "./deflate/row-references.ts";
import { type RowsOfBytes, RowTokenFinder } from "./deflate/row-tokens.ts";
import { type Effort, TokenFinder } from "./deflate/tokens.ts";

/**
 * Measured against fflate, level 6, and zlib, level 6 (best of 25 runs; bytes and time):
 * 47 pages of a table (618,508 bytes): 133,313 in 7.8 ms; fflate 137,612 in 7.9; zlib 132,127 in 5.7.
 * 100 pages of invoices (479,416 bytes): 203,644 in 7.7 ms; fflate 206,600 in 8.9; zlib 202,867 in 6.2.
 * Two fonts with their maps (60,143 bytes): 42,535 in 1.33 ms; fflate 42,844 in 1.29; zlib 42,504 in 0.96.
 * What tells more than the time by itself: fflate makes 0.4 MB of tables for every stream, and the collector pays.
 *
 * Level 4 is for outlines: 0.6 per cent more bytes in a tenth less time. Nine of ten of their tokens are letters, each
 * looked for in vain; a code of the font's own, with each glyph packed once, would save that time, but glyphs share
 * more with one another than within themselves: it took 17 per cent more bytes.
 */
const EFFORTS = {
  4: { depth: 4, nice: 64, lazy: 8 },
  6: { depth: 16, nice: 64, lazy: 16 },
  9: { depth: 128, nice: 258, lazy: 128 },
} as const satisfies Record<number, Effort>;

const finder = new TokenFinder();
const quickFinder = new QuickTokenFinder();
const rowFinder = new RowTokenFinder();
const rowWriter = new RowReferenceWriter();
const writer = new BitWriter();

/** zlib data (RFC 1950), as `/FlateDecode` wants it. */
export function deflate(bytes: Uint8Array, level: keyof typeof EFFORTS = 6): Uint8Array<ArrayBuffer> {
  const effort = EFFORTS[level];
  begin();
  finder.begin(bytes.length);
  let from = 0;
  do {
    const { count, next } = finder.fill(bytes, from, effort);
    writeBlock(writer, finder.tokens, count, bytes.subarray(from, next), next >= bytes.length);
    from = next;
  } while (from < bytes.length);
  finder.end(bytes.length);
  return finish(adler32(bytes));
}

/**
 * The same for what is written at every render. 46 pages of a table (668,906 bytes): 169,275 in 3.4 ms where level 6
 * has 143,846 in 8.1; 100 pages of invoices (334,616 bytes): 141,640 in 2.9 ms and not 133,784 in 5.3.
 */
export function deflateQuickly(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  begin();
  quickFinder.begin(bytes.length);
  let from = 0;
  do {
    const { count, next } = quickFinder.fill(bytes, from);
    writeBlock(writer, quickFinder.tokens, count, bytes.subarray(from, next), next >= bytes.length);
    from = next;
  } while (from < bytes.length);
  quickFinder.end(bytes.length);
  return finish(adler32(bytes));
}

/** The same for filtered rows of nearly nothing but zeros, which know of themselves how they are alike. */
export function deflateRows(rows: RowsOfBytes): Uint8Array<ArrayBuffer> {
  const { bytes } = rows;
  begin();
  rowFinder.find(rows, (count, from, next) => {
    writeBlock(writer, rowFinder.tokens, count, bytes.subarray(from, next), next >= bytes.length);
  });
  return finish(adler32OfSums(bytes.length, rows.sum, rows.placedSum));
}

/**
 * Filtered rows of printable text as they are without their filter, to be unpacked twice: no predictor is needed.
 * 16,000 cells with their rows (1,306,371 bytes): 20,727 in some 4 ms; one round leaves 217,588, a predictor 23,126.
 */
export function deflateRowsTwice(rows: RowsOfBytes): Uint8Array<ArrayBuffer> {
  begin();
  const { length, sum, placedSum } = rowWriter.write(writer, rows);
  return deflate(finish(adler32OfSums(length, sum, placedSum)));
}

function begin(): void {
  writer.clear();
  // A window of 32 KB, the default level.
  writer.bits(0x9c78, 16);
}

/** `sum` is the checksum of the bytes. */
function finish(sum: number): Uint8Array<ArrayBuffer> {
  writer.align();
  writer.bits(sum >>> 24, 8);
  writer.bits((sum >>> 16) & 0xff, 8);
  writer.bits((sum >>> 8) & 0xff, 8);
  writer.bits(sum & 0xff, 8);
  return writer.toBytes();
}
