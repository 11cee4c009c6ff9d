// The compressor of pages' contents. Pages of forms look alike to it: names, numbers, operators and glyphs. So those
// of the usual size are packed in codes that stand here. Counting a page's symbols, making codes for them and writing
// those took a twelfth of the time of a batch, and saves 1.4 per cent of what a page's content takes.
import { BitWriter } from "./deflate/bit-writer.ts";
import { type BlockCodes, beginLastBlock, endBlock } from "./deflate/blocks.ts";
import { adler32 } from "./deflate/checksum.ts";
import { codesOf } from "./deflate/codes.ts";
import { QuickTokenFinder } from "./deflate/quick-tokens.ts";
import { deflateQuickly } from "./deflate.ts";

/** What is shorter hardly pays for codes, what is longer gains more by its own: 7 per cent of a table's pages. */
const USUAL_LEAST_BYTES = 2_048;
const USUAL_MOST_BYTES = 8_192;

/** Bytes that the codes do not suit: those of long texts, or of fonts whose glyphs are numbered otherwise. */
const UNSUITABLE_SHARE = 0.5;

/**
 * How long each symbol's code is, a hexadecimal digit for each: from the contents of fifteen forms, each with the same
 * weight, those that occur less than once in 300 taken together by 112 symbols.
 */
const USUAL: BlockCodes = {
  literals: codesOf(
    "57aa67aaa7688a7888778a8a77aaaaaa6a8aaaaa77aaa6585555555566a8aaaa" +
      "a888887aaaaaaaaaaaaa7aaaaaaa7aaaaaaaaaaaaaaa88aabb7bbbbbbbbbbbbb" +
      "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb" +
      "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbaaaaaaaaaa" +
      "ac4555556678989aa9bbbbccccbccc",
  ),
  distances: codesOf("a9a9877354444544444445577877aa"),
};

const finder = new QuickTokenFinder();
const writer = new BitWriter(2 * USUAL_MOST_BYTES);
const opening = openingOf(USUAL);

/** zlib data of a page's content. Which codes it has depends on its bytes alone. */
export function deflateContent(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  if (bytes.length < USUAL_LEAST_BYTES || bytes.length > USUAL_MOST_BYTES) return deflateQuickly(bytes);
  writer.clear();
  for (const part of opening.parts) writer.bits(part, 16);
  writer.bits(opening.rest, opening.restBits);
  finder.begin(bytes.length);
  const { count } = finder.fill(bytes, 0);
  finder.end(bytes.length);
  writer.tokens(finder.tokens, count, USUAL.literals, USUAL.distances);
  endBlock(writer, USUAL.literals);
  writer.align();
  if (writer.length > bytes.length * UNSUITABLE_SHARE) return deflateQuickly(bytes);
  const sum = adler32(bytes);
  writer.bits(sum >>> 24, 8);
  writer.bits((sum >>> 16) & 0xff, 8);
  writer.bits((sum >>> 8) & 0xff, 8);
  writer.bits(sum & 0xff, 8);
  return writer.toBytes();
}

/** What every such stream begins with: a window of 32 KB, the default level, and the codes of its only block. */
function openingOf(codes: BlockCodes) {
  writer.clear();
  writer.bits(0x9c78, 16);
  const bits = 16 + beginLastBlock(writer, codes);
  writer.align();
  const bytes = writer.toBytes();
  const partAt = (index: number): number => (bytes[index * 2] ?? 0) | ((bytes[index * 2 + 1] ?? 0) << 8);
  const count = Math.floor(bits / 16);
  return {
    parts: Uint16Array.from({ length: count }, (_, index) => partAt(index)),
    rest: partAt(count),
    restBits: bits % 16,
  };
}
