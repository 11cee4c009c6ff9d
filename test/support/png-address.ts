// PNG files that tests draw pixel by pixel.
import { crc32, deflateSync } from "node:zlib";

function chunk(type: string, body: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), body]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(body.length, 0);
  named.copy(framed, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}

/** A PNG of 8 bits a sample as a data address; `pixel` answers the samples of one. */
export function pngAddress(
  width: number,
  height: number,
  colorType: 2 | 6,
  pixel: (x: number, y: number) => readonly number[],
): string {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, colorType, 0, 0, 0], 8);
  const rows = Array.from({ length: height }, (_, y) => [
    0,
    ...Array.from({ length: width }, (_, x) => pixel(x, y)).flat(),
  ]);
  const file = Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Uint8Array.from(rows.flat()))),
    chunk("IEND", new Uint8Array()),
  ]);
  return `data:image/png;base64,${file.toString("base64")}`;
}
