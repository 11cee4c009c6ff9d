// A JPEG in four inks → an RGB picture: rasterisers do not draw such files, and browsers differ in what they make of
// their colours.
import { zlibSync } from "fflate";
import { decode } from "jpeg-js";
import { rounded } from "./numbers.ts";
import { pngChunk } from "./png-chunk.ts";

/**
 * What the sixteen full overprints of cyan (8), magenta (4), yellow (2) and black (1) look like on coated paper, red,
 * green and blue; between them lie straight lines.
 */
const OVERPRINTS: readonly (readonly [red: number, green: number, blue: number])[] = [
  [255, 255, 255],
  [35, 31, 32],
  [255, 242, 0],
  [28, 26, 0],
  [236, 0, 140],
  [36, 0, 0],
  [237, 28, 36],
  [34, 0, 0],
  [0, 173, 239],
  [0, 15, 36],
  [0, 166, 80],
  [0, 19, 0],
  [46, 49, 146],
  [0, 0, 2],
  [54, 54, 57],
  [0, 0, 0],
];

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Layout refuses larger pictures; this is the renderer's own guard, in millions of pixels and of bytes. */
const LIMITS = { maxResolutionInMP: 100, maxMemoryUsageInMB: 1024 } as const;

/** The same picture as a PNG; null where the bytes are no JPEG in four inks, or can't be read. */
export function rgbPicture(jpeg: Uint8Array): Uint8Array | null {
  if (componentsOf(jpeg) !== 4) return null;
  try {
    const { width, height, data } = decode(jpeg, { useTArray: true, formatAsRGBA: false, ...LIMITS });
    return pngOf(width, height, inkedRows(width, height, data));
  } catch {
    // The decoder throws on what it can't read; the picture stays as it came.
    return null;
  }
}

function componentsOf(jpeg: Uint8Array): number {
  const view = new DataView(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength);
  for (let at = 2; at + 10 <= jpeg.length && jpeg[at] === 0xff; ) {
    const marker = view.getUint8(at + 1);
    if (marker >= 0xc0 && marker <= 0xc2) return view.getUint8(at + 9);
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return 0;
}

/**
 * The decoder has taken the inks for ideal ones: red = (1 − cyan)(1 − black). Taken apart again, with as much black as
 * they allow, they are mixed as real ones. Rows of a PNG, each behind its filter byte.
 */
function inkedRows(width: number, height: number, rgb: Uint8Array): Uint8Array {
  const rows = new Uint8Array((width * 3 + 1) * height);
  for (let pixel = 0; pixel < width * height; pixel++) {
    const [red, green, blue] = [rgb[pixel * 3] ?? 0, rgb[pixel * 3 + 1] ?? 0, rgb[pixel * 3 + 2] ?? 0];
    const light = Math.max(red, green, blue);
    const ink = (level: number): number => (light === 0 ? 0 : 1 - level / light);
    const mixed = overprinted([ink(red), ink(green), ink(blue), 1 - light / 255]);
    rows.set(mixed, Math.floor(pixel / width) * (width * 3 + 1) + 1 + (pixel % width) * 3);
  }
  return rows;
}

function overprinted(inks: readonly [cyan: number, magenta: number, yellow: number, black: number]): readonly number[] {
  const mixed = [0, 0, 0];
  for (const [overprint, color] of OVERPRINTS.entries()) {
    let share = 1;
    for (const [place, ink] of inks.entries()) share *= (overprint >> (3 - place)) & 1 ? ink : 1 - ink;
    if (share === 0) continue;
    for (let channel = 0; channel < 3; channel++)
      mixed[channel] = (mixed[channel] ?? 0) + share * (color[channel] ?? 0);
  }
  return mixed.map(rounded);
}

function pngOf(width: number, height: number, rows: Uint8Array): Uint8Array {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header.set([8, 2, 0, 0, 0], 8);
  const chunks = [pngChunk("IHDR", header), pngChunk("IDAT", zlibSync(rows)), pngChunk("IEND", new Uint8Array(0))];
  return new Uint8Array(Buffer.concat([Uint8Array.from(SIGNATURE), ...chunks]));
}
