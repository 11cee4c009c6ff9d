// Makes small PNG and JPEG files from pixels, by Node's own zlib and plain chunk writing: nothing of the code under
// test takes part.
import { crc32, deflateSync } from "node:zlib";

export interface PngSpec {
  readonly width: number;
  readonly height: number;
  readonly bitDepth: number;
  readonly colorType: number;
  readonly interlaced?: boolean;
  readonly palette?: readonly number[];
  readonly transparency?: readonly number[];
  /** The body of an `iCCP` chunk. */
  readonly profile?: Uint8Array;
  /** Row filter of every row, 0–4. */
  readonly filter?: number;
  /** What stands in place of the packed rows. */
  readonly data?: Uint8Array;
  /** The samples of one pixel. */
  readonly pixel: (x: number, y: number) => readonly number[];
}

/** The passes of an interlaced PNG: where each begins, and how far apart its pixels are. */
export const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

export function pngFile(spec: PngSpec): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(spec.width, 0);
  header.writeUInt32BE(spec.height, 4);
  header.set([spec.bitDepth, spec.colorType, 0, 0, spec.interlaced === true ? 1 : 0], 8);
  const passes = spec.interlaced === true ? ADAM7 : ([[0, 0, 1, 1]] as const);
  const rows: number[] = [];
  for (const [x0, y0, dx, dy] of passes) {
    let above: number[] = [];
    for (let y = y0; y < spec.height && x0 < spec.width; y += dy) {
      const samples: number[] = [];
      for (let x = x0; x < spec.width; x += dx) samples.push(...spec.pixel(x, y));
      const row = packed(samples, spec.bitDepth);
      const distance = Math.max(1, (spec.pixel(0, 0).length * spec.bitDepth) >> 3);
      rows.push(spec.filter ?? 0, ...filtered(spec.filter ?? 0, row, above, distance));
      above = row;
    }
  }
  const data = Buffer.from(spec.data ?? deflateSync(Uint8Array.from(rows)));
  const middle = data.length >> 1;
  return new Uint8Array(
    Buffer.concat([
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      chunk("IHDR", header),
      ...(spec.profile === undefined ? [] : [chunk("iCCP", spec.profile)]),
      ...(spec.palette === undefined ? [] : [chunk("PLTE", Buffer.from(spec.palette))]),
      ...(spec.transparency === undefined ? [] : [chunk("tRNS", Buffer.from(spec.transparency))]),
      // Data may be cut anywhere.
      chunk("IDAT", data.subarray(0, middle)),
      chunk("IDAT", data.subarray(middle)),
      chunk("IEND", Buffer.alloc(0)),
    ]),
  );
}

function packed(samples: readonly number[], bitDepth: number): number[] {
  if (bitDepth === 16) return samples.flatMap((sample) => [sample >> 8, sample & 0xff]);
  if (bitDepth === 8) return [...samples];
  const bytes = Array<number>(Math.ceil((samples.length * bitDepth) / 8)).fill(0);
  samples.forEach((sample, index) => {
    const bit = index * bitDepth;
    bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) | (sample << (8 - bitDepth - (bit & 7)));
  });
  return bytes;
}

function filtered(filter: number, row: readonly number[], above: readonly number[], distance: number): number[] {
  return row.map((value, index) => {
    const left = row[index - distance] ?? 0;
    const up = above[index] ?? 0;
    const corner = index >= distance ? (above[index - distance] ?? 0) : 0;
    const guess = left + up - corner;
    const paeth = [left, up, corner].reduce((best, one) =>
      Math.abs(guess - one) < Math.abs(guess - best) ? one : best,
    );
    return (value - ([0, left, up, (left + up) >> 1, paeth][filter] ?? 0)) & 0xff;
  });
}

function chunk(type: string, body: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), body]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(body.length, 0);
  framed.set(named, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}

/** A 16 × 8 gray JPEG, its left half dark (40) and its right half light (220); made once by Pillow. */
export const GRAY_JPEG = fromBase64(
  "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxO" +
    "UlNSMj5aYVpQYEpRUk//wAALCAAIABABAREA/8QAFQABAQAAAAAAAAAAAAAAAAAABgf/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/9oA" +
    "CAEBAAA/ABK3v//Z",
);

/** A 16 × 8 CMYK JPEG with Adobe's marker, cyan and yellow; made once by Pillow. */
export const CMYK_JPEG = fromBase64(
  "/9j/7gAOQWRvYmUAZAAAAAAA/9sAQwANCQoLCggNCwoLDg4NDxMgFRMSEhMnHB4XIC4pMTAuKS0sMzpKPjM2RjcsLUBXQUZMTlJT" +
    "UjI+WmFaUGBKUVJP/8AAFAgACAAQBEMRAE0RAFkRAEsRAP/EABYAAQEBAAAAAAAAAAAAAAAAAAcACP/EABQQAQAAAAAAAAAAAAAA" +
    "AAAAAAD/2gAOBEMATQBZAEsAAD8AMCcTic06mYk//9k=",
);

function fromBase64(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, "base64"));
}

/** Puts segments right behind a JPEG's first marker. */
export function withSegments(jpeg: Uint8Array, ...segments: readonly (readonly [number, Uint8Array])[]): Uint8Array {
  const framed = segments.map(([marker, body]) => {
    const head = Buffer.from([0xff, marker, (body.length + 2) >> 8, (body.length + 2) & 0xff]);
    return Buffer.concat([head, body]);
  });
  return new Uint8Array(Buffer.concat([jpeg.subarray(0, 2), ...framed, jpeg.subarray(2)]));
}

/** An EXIF block that holds nothing but an orientation. */
export function exif(orientation: number, order: "big" | "little"): Uint8Array {
  const tiff = Buffer.alloc(26);
  const [short, long] =
    order === "big"
      ? [tiff.writeUInt16BE.bind(tiff), tiff.writeUInt32BE.bind(tiff)]
      : [tiff.writeUInt16LE.bind(tiff), tiff.writeUInt32LE.bind(tiff)];
  tiff.write(order === "big" ? "MM" : "II", 0, "latin1");
  short(42, 2);
  long(8, 4);
  short(1, 8);
  short(0x0112, 10);
  short(3, 12);
  long(1, 14);
  short(orientation, 18);
  return Buffer.concat([Buffer.from("Exif\0\0", "latin1"), tiff]);
}
