// Compressed requests. They are unpacked by streams, off the main thread, and judged while they are: what grows without
// end is stopped in the middle.
import { Readable } from "node:stream";
import { type BrotliDecompress, createBrotliDecompress, createGunzip, type Gunzip } from "node:zlib";
import { joinedBytes, platenError } from "../../core/methods/index.ts";

/** What bytes are packed by. */
type Encoding = "gzip" | "br";

/** How many bytes one byte may become: real data packs to a tenth, and lists of the same row to a hundredth. */
const RATIO_MAX = 200;

/** Little data may grow as it likes. */
const FREE_BYTES = 1024 * 1024;

const CHUNK_BYTES = 64 * 1024;

const UNPACKERS: Readonly<Record<Encoding, () => Gunzip | BrotliDecompress>> = {
  gzip: () => createGunzip({ chunkSize: CHUNK_BYTES }),
  br: () => createBrotliDecompress({ chunkSize: CHUNK_BYTES }),
};

/** The bytes that were packed. Throws `too_large` beyond the plan's bytes and beyond any honest ratio. */
export async function unpacked(packed: Uint8Array, encoding: string, bytesMax: number): Promise<Uint8Array> {
  if (!isEncoding(encoding)) {
    const known = Object.keys(UNPACKERS).join(" or ");
    const sentence = `There is no compression '${encoding}' here. Send ${known}, or none.`;
    throw platenError("unsupported_media_type", sentence, { isUnimplemented: true });
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  const unpacker = Readable.from([packed]).pipe(UNPACKERS[encoding]());
  try {
    for await (const chunk of unpacker) {
      if (!(chunk instanceof Uint8Array)) continue;
      size += chunk.length;
      if (size > bytesMax) throw tooLarge(bytesMax);
      if (size > FREE_BYTES && size > RATIO_MAX * packed.length) throw tooDense();
      chunks.push(chunk);
    }
  } catch (cause) {
    if (!isBroken(cause)) throw cause;
    throw broken(encoding, cause);
  }
  // Brotli stops at the end of its data and says nothing of what follows.
  if (unpacker.bytesWritten < packed.length) throw broken(encoding);
  return joinedBytes(chunks, size);
}

/** What the unpackers throw of bytes that are not theirs. */
function isBroken(thrown: unknown): boolean {
  const code = thrown instanceof Error && "code" in thrown ? String(thrown.code) : "";
  return /^(?:Z_|ERR_BROTLI|ERR__ERROR)/.test(code) || /^ERR_(?!INVALID_ARG)/.test(code);
}

function isEncoding(encoding: string): encoding is Encoding {
  return Object.hasOwn(UNPACKERS, encoding);
}

/** The refusal of bytes that are not what was packed, or more than that. */
function broken(encoding: Encoding, cause?: unknown): Error {
  const sentence = `The request is not the ${encoding} data that it says it is. Send it again.`;
  return platenError("invalid_argument", sentence, { cause });
}

/** The refusal of a request that grows beyond the plan's bytes. */
function tooLarge(bytesMax: number): Error {
  const sentence = `Unpacked, the request is larger than the ${bytesMax} bytes that the plan allows. Send less data.`;
  return platenError("too_large", sentence);
}

function tooDense(): Error {
  const sentence = `Unpacked, the request is more than ${RATIO_MAX} times as large. Send it without compression.`;
  return platenError("too_large", sentence);
}
