// PNG (W3C PNG, third edition): its header, and whether all of it arrived. No pixel is decoded here.

export type PixelReading =
  | { readonly ok: true; readonly widthPx: number; readonly heightPx: number }
  /** Continues the sentence "the image …". */
  | { readonly ok: false; readonly reason: string };

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** Bit depths that each colour type may have (table 11.1). */
const DEPTHS: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};

export function isPng(bytes: Uint8Array): boolean {
  return SIGNATURE.every((byte, index) => bytes[index] === byte);
}

/** Walks the chunks: each must be whole by its own sum, and the last must be the end. */
export function readPngHeader(bytes: Uint8Array): PixelReading {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let header: { readonly widthPx: number; readonly heightPx: number; readonly colorType: number } | null = null;
  const seen = new Set<string>();
  for (let at = SIGNATURE.length; at + 12 <= bytes.length; ) {
    const length = view.getUint32(at);
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (at + 12 + length > bytes.length) break;
    if (checksum(bytes, at + 4, at + 8 + length) !== view.getUint32(at + 8 + length)) {
      return { ok: false, reason: `is a broken PNG: its ${type} chunk does not add up` };
    }
    if (type === "IHDR" && length >= 13) {
      const [depth, colorType] = [view.getUint8(at + 16), view.getUint8(at + 17)];
      if (!(DEPTHS[colorType] ?? []).includes(depth)) return { ok: false, reason: "is a PNG of an unknown kind" };
      header = { widthPx: view.getUint32(at + 8), heightPx: view.getUint32(at + 12), colorType };
    }
    seen.add(type);
    if (type === "IEND") break;
    at += 12 + length;
  }
  const whole = header !== null && seen.has("IDAT") && seen.has("IEND") && (header.colorType !== 3 || seen.has("PLTE"));
  if (header === null || !whole) return { ok: false, reason: "is a broken PNG: its end is missing" };
  return { ok: true, widthPx: header.widthPx, heightPx: header.heightPx };
}

/** CRC-32 of ISO 3309, as PNG's annex D has it. */
const CRC_TABLE = (() => {
  const table = new Uint32Array(256);
  for (let byte = 0; byte < 256; byte++) {
    let value = byte;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xed_b8_83_20 ^ (value >>> 1) : value >>> 1;
    table[byte] = value >>> 0;
  }
  return table;
})();

function checksum(bytes: Uint8Array, from: number, to: number): number {
  let crc = 0xff_ff_ff_ff;
  for (let at = from; at < to; at++) {
    crc = (CRC_TABLE[(crc ^ (bytes[at] as number)) & 0xff] as number) ^ (crc >>> 8);
  }
  return (crc ^ 0xff_ff_ff_ff) >>> 0;
}
