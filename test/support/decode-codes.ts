// Bar codes as a decoder that knows nothing of ours reads them from a picture: ZXing, as WebAssembly.
import { readFileSync } from "node:fs";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";

const MODULE = new URL(import.meta.resolve("zxing-wasm/reader/zxing_reader.wasm"));
let prepared = false;

/** A picture of three bytes a pixel. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** A code in a picture, and its middle in dots. */
export interface PlacedCode {
  readonly words: string;
  readonly x: number;
  readonly y: number;
}

/** `EAN13 4901234567894`: kind and text of every code in the picture, from the top down. */
export async function decodeCodes(picture: Picture): Promise<readonly string[]> {
  return (await placedCodes(picture)).map(({ words }) => words);
}

/** Every code in the picture with its place, from the top down. */
export async function placedCodes(picture: Picture): Promise<readonly PlacedCode[]> {
  if (!prepared) {
    const wasmBinary = new Uint8Array(readFileSync(MODULE)).buffer;
    prepareZXingModule({ overrides: { wasmBinary } });
    prepared = true;
  }
  const { width, height } = picture;
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let pixel = 0; pixel < width * height; pixel++) {
    for (let channel = 0; channel < 3; channel++) data[pixel * 4 + channel] = picture.data[pixel * 3 + channel] ?? 0;
  }
  const found = await readBarcodes({ data, width, height, colorSpace: "srgb" }, { maxNumberOfSymbols: 40 });
  return found
    .toSorted((one, other) => one.position.topLeft.y - other.position.topLeft.y)
    .map(({ format, text, position }) => {
      const corners = [position.topLeft, position.topRight, position.bottomRight, position.bottomLeft];
      const middle = (axis: "x" | "y"): number => corners.reduce((sum, corner) => sum + corner[axis], 0) / 4;
      return { words: `${format} ${text}`, x: middle("x"), y: middle("y") };
    });
}
