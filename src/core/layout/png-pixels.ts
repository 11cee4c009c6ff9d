// The pixels of a PNG unpacked to nothing but their number: whether a file is a decompression bomb.
import { Unzlib } from "fflate";

/** Sixteen bits of red, green, blue and alpha. */
const PIXEL_BYTES_MAX = 8;
/** What a byte of DEFLATE unpacks to at the most (RFC 1951: 258 bytes by two bits). */
const GROWTH_MAX = 1032;
/** The library holds all that one piece unpacks to: 32 MiB of this one. */
const PIECE_BYTES = 32 * 1024;

/**
 * Whether the image data of a whole PNG unpack to more than any PNG of its size holds. Renderers hand data on as they
 * came, and whoever opens the file would have to unpack them. Data that cannot unpack to more than `harmlessBytes` are
 * not looked at: a flat picture of the largest size does the same.
 */
export function unpacksTooFar(
  bytes: Uint8Array,
  size: { readonly widthPx: number; readonly heightPx: number },
  harmlessBytes: number,
): boolean {
  const parts = imageData(bytes);
  const packedBytes = parts.reduce((sum, part) => sum + part.length, 0);
  if (packedBytes * GROWTH_MAX <= harmlessBytes) return false;
  // Rows begin with a byte of their own; interlaced ones are more, and shorter.
  const bytesMax = 2 * size.heightPx * (1 + size.widthPx * PIXEL_BYTES_MAX);
  return unpackedBytes(parts, bytesMax) > bytesMax;
}

/** The bodies of the `IDAT` chunks. */
function imageData(bytes: Uint8Array): readonly Uint8Array[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: Uint8Array[] = [];
  for (let at = 8; at + 12 <= bytes.length; at += 12 + view.getUint32(at)) {
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (type === "IEND") break;
    if (type === "IDAT") parts.push(bytes.subarray(at + 8, at + 8 + view.getUint32(at)));
  }
  return parts;
}

/** How many bytes there are, as far as they are more than `bytesMax` or the data are sound. */
function unpackedBytes(parts: readonly Uint8Array[], bytesMax: number): number {
  let length = 0;
  const stream = new Unzlib((part) => {
    length += part.length;
  });
  try {
    for (const part of parts) {
      for (let at = 0; at < part.length && length <= bytesMax; at += PIECE_BYTES) {
        stream.push(part.subarray(at, at + PIECE_BYTES));
      }
    }
  } catch {
    // The library throws on damaged data: what comes before is all that anyone unpacks.
  }
  return length;
}
