import { crc32, deflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { bundledFonts, createEngine } from "../../../src/core/engine/index.ts";
import { ADAM7 } from "../../plugins/renderers/pdf/images/picture-files.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

const SIDE = 48;
/** Every kind of PNG that may let something through, and one that may not: colour type and bits of a sample. */
const KINDS = {
  "gray and alpha": [4, 8],
  "gray and alpha of 16 bits": [4, 16],
  "colours and alpha": [6, 8],
  "colours and alpha of 16 bits": [6, 16],
  "a palette with alphas": [3, 8],
  "a palette of 4 bits with alphas": [3, 4],
  "a palette of 1 bit with alphas": [3, 1],
  "gray with a clear one": [0, 8],
  "gray of 16 bits with a clear one": [0, 16],
  "colours with a clear one": [2, 8],
} as const satisfies Readonly<Record<string, readonly [colorType: number, bits: number]>>;

type Kind = keyof typeof KINDS;
type IsClear = (x: number, y: number) => boolean;

const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** The samples of a pixel: white, or clear in the way of its kind. */
function samplesOf(colorType: number, isClear: boolean): readonly number[] {
  if (colorType === 3) return [isClear ? 0 : 1];
  const color = [0, 2].includes(colorType) ? (isClear ? 0 : 1) : 1;
  const colors = Array<number>(colorType === 2 || colorType === 6 ? 3 : 1).fill(color);
  return colorType >= 4 ? [...colors, isClear ? 0 : 1] : colors;
}

function rowOf(kind: Kind, xs: readonly number[], isClear: (x: number) => boolean): Uint8Array {
  const [colorType, bits] = KINDS[kind];
  const most = colorType === 3 ? 1 : 2 ** bits - 1;
  const samples = xs.flatMap((x) => samplesOf(colorType, isClear(x)).map((one) => one * most));
  const bytes = new Uint8Array(Math.ceil((samples.length * bits) / 8));
  for (const [index, value] of samples.entries()) {
    if (bits === 16) bytes.set([value >> 8, value & 255], index * 2);
    else {
      const at = (index * bits) >> 3;
      bytes[at] = (bytes[at] ?? 0) | (value << (8 - bits - ((index * bits) & 7)));
    }
  }
  return bytes;
}

function filtered(filter: number, row: Uint8Array, above: Uint8Array, distance: number): Uint8Array {
  return row.map((value, at) => {
    const [left, up] = [at < distance ? 0 : (row[at - distance] ?? 0), above[at] ?? 0];
    const corner = at < distance ? 0 : (above[at - distance] ?? 0);
    return value - ([0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0);
  });
}

function paeth(left: number, up: number, corner: number): number {
  const near = [left, up, corner].map((one) => Math.abs(left + up - corner - one));
  const least = Math.min(...near);
  return [left, up, corner][near.indexOf(least)] ?? 0;
}

/** Rows take the filters in turn. */
function png(kind: Kind, isClear: IsClear, isInterlaced = false): string {
  const [colorType, bits] = KINDS[kind];
  const distance = Math.max(1, ((SAMPLES[colorType] ?? 1) * bits) >> 3);
  const rows: Uint8Array[] = [];
  for (const [x, y, stepX, stepY] of isInterlaced ? ADAM7 : ([[0, 0, 1, 1]] as const)) {
    const xs = Array.from({ length: Math.ceil((SIDE - x) / stepX) }, (_, at) => x + at * stepX);
    let above = new Uint8Array(rowOf(kind, xs, () => false).length);
    for (let row = y, count = 0; row < SIDE; row += stepY, count += 1) {
      const plain = Uint8Array.from(rowOf(kind, xs, (column) => isClear(column, row)));
      rows.push(Uint8Array.of(count % 5), filtered(count % 5, plain, above, distance));
      above = plain;
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIDE, 0);
  header.writeUInt32BE(SIDE, 4);
  header.set([bits, colorType, 0, 0, isInterlaced ? 1 : 0], 8);
  const clear = { 0: [0, 0], 2: [0, 0, 0, 0, 0, 0], 3: [0, 255] }[colorType as number];
  const chunks = [
    chunk("IHDR", header),
    ...(colorType === 3 ? [chunk("PLTE", Buffer.from([255, 255, 255, 255, 255, 255]))] : []),
    ...(clear === undefined ? [] : [chunk("tRNS", Buffer.from(clear))]),
    chunk("IDAT", deflateSync(Buffer.concat(rows))),
    chunk("IEND", Buffer.alloc(0)),
  ];
  const bytes = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), ...chunks]);
  return `data:image/png;base64,${bytes.toString("base64")}`;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

/** Two words, side by side at the height of the middle, and the picture over both. */
function hidden(uri: string, degrees = 0): readonly string[] {
  const source = `rpt 1
document sealed title="社印" lang=ja
field seal image
page A4 margin=15mm {
  body {
    plate h=30mm {
      text "左" x=5mm y=12mm w=6mm h=6mm role=document.title
      text "右" x=20mm y=12mm w=6mm h=6mm
      box x=0mm y=0mm w=30mm h=30mm rotate=${degrees} {
        seal (seal) w=30mm h=30mm
      }
    }
  }
}
`;
  const data = new TextEncoder().encode(JSON.stringify({ seal: uri }));
  const { diagnostics } = engine.check({ source, data });
  const line = (offset: number) => source.slice(source.lastIndexOf("\n", offset) + 1, source.indexOf("\n", offset));
  return diagnostics
    .filter(({ code }) => code === "RPT5001")
    .map(({ span }) => /"(.)"/u.exec(line(span.start))?.[1] ?? "");
}

const kinds = Object.keys(KINDS) as Kind[];

describe("a picture hides what its pixels hide, whatever its kind says that they might let through", () => {
  test.each(kinds)("%s", (kind) => {
    for (const isInterlaced of [false, true]) {
      expect(hidden(png(kind, () => false, isInterlaced))).toEqual(["左", "右"]);
      expect(hidden(png(kind, () => true, isInterlaced))).toEqual([]);
      expect(hidden(png(kind, (x) => x < SIDE / 2, isInterlaced))).toEqual(["右"]);
      expect(hidden(png(kind, (x) => x >= SIDE / 2, isInterlaced))).toEqual(["左"]);
    }
  });

  test("a few clear pixels let no letter through, and the lines of a seal hide none", () => {
    expect(hidden(png("colours and alpha", (x, y) => x % 7 === 3 && y % 7 === 3))).toEqual(["左", "右"]);
    expect(hidden(png("colours and alpha", (x, y) => x % 12 > 1 && y % 12 > 1))).toEqual([]);
  });

  test.each([
    [90, (_: number, y: number) => y < SIDE / 2, "左"],
    [180, (x: number) => x < SIDE / 2, "左"],
    [270, (_: number, y: number) => y < SIDE / 2, "右"],
  ] as const)("turned by %i degrees", (degrees, isClear, left) => {
    expect(hidden(png("colours and alpha", isClear), degrees)).toEqual([left]);
  });
});
