import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ImageResource } from "../../../../../src/core/sdk/index.ts";
import { readJpeg } from "../../../../../src/plugins/renderers/pdf/images/jpeg.ts";
import { decodeSamples, readPng } from "../../../../../src/plugins/renderers/pdf/images/png.ts";
import { pdfRenderer } from "../../../../../src/plugins/renderers/pdf/index.ts";
import { checkByQpdf, pixels, unpacked } from "../opened-pdf.ts";
import { documentOf, fill, image, options, page, rectangle } from "../page-document.ts";
import { CMYK_JPEG, exif, GRAY_JPEG, type PngSpec, pngFile, withSegments } from "./picture-files.ts";

const POINT = 12_700;

function resource(format: "png" | "jpeg", bytes: Uint8Array): ImageResource {
  return { format, bytes, widthPx: 16, heightPx: 8 };
}

/** A page of the given size in points, green below, the image over all of it. */
function pageWith(picture: ImageResource, width: number, height: number): Uint8Array {
  const area = rectangle(0, 0, width * POINT, height * POINT);
  const items = [fill(area, [0, 255, 0, 255]), image(0, area)];
  const pages = [page(items, { widthEmu: width * POINT, heightEmu: height * POINT })];
  return pdfRenderer.render(documentOf(pages, { images: [picture] }), options);
}

const isRight = (x: number): boolean => x >= 8;

/** All kinds of PNG; each is red on the left and blue on the right, or black and white. */
const kinds: readonly (readonly [string, PngSpec, left: readonly number[], right: readonly number[]])[] = [
  [
    "RGB of 8 bits",
    { width: 16, height: 8, bitDepth: 8, colorType: 2, pixel: (x) => (isRight(x) ? [0, 0, 255] : [255, 0, 0]) },
    [255, 0, 0],
    [0, 0, 255],
  ],
  [
    "RGB of 16 bits",
    {
      width: 16,
      height: 8,
      bitDepth: 16,
      colorType: 2,
      filter: 4,
      pixel: (x) => (isRight(x) ? [0, 0, 65_535] : [65_535, 0, 0]),
    },
    [255, 0, 0],
    [0, 0, 255],
  ],
  [
    "gray of 1 bit",
    { width: 16, height: 8, bitDepth: 1, colorType: 0, pixel: (x) => [isRight(x) ? 1 : 0] },
    [0, 0, 0],
    [255, 255, 255],
  ],
  [
    "interlaced gray of 2 bits",
    { width: 16, height: 8, bitDepth: 2, colorType: 0, interlaced: true, pixel: (x) => [isRight(x) ? 3 : 1] },
    [85, 85, 85],
    [255, 255, 255],
  ],
  [
    "a palette of 4 bits",
    {
      width: 16,
      height: 8,
      bitDepth: 4,
      colorType: 3,
      palette: [255, 0, 0, 0, 0, 255],
      pixel: (x) => [isRight(x) ? 1 : 0],
    },
    [255, 0, 0],
    [0, 0, 255],
  ],
  [
    "an interlaced palette of 1 bit",
    {
      width: 16,
      height: 8,
      bitDepth: 1,
      colorType: 3,
      interlaced: true,
      palette: [255, 0, 0, 0, 0, 255],
      pixel: (x) => [isRight(x) ? 1 : 0],
    },
    [255, 0, 0],
    [0, 0, 255],
  ],
  [
    "a palette with a transparent entry",
    {
      width: 16,
      height: 8,
      bitDepth: 8,
      colorType: 3,
      palette: [255, 0, 0, 0, 0, 255],
      transparency: [0],
      pixel: (x) => [isRight(x) ? 1 : 0],
    },
    [0, 255, 0],
    [0, 0, 255],
  ],
  [
    "RGB with one transparent colour",
    {
      width: 16,
      height: 8,
      bitDepth: 8,
      colorType: 2,
      transparency: [0, 255, 0, 0, 0, 0],
      pixel: (x) => (isRight(x) ? [0, 0, 255] : [255, 0, 0]),
    },
    [0, 255, 0],
    [0, 0, 255],
  ],
  [
    "interlaced 16-bit gray with one transparent level",
    {
      width: 16,
      height: 8,
      bitDepth: 16,
      colorType: 0,
      interlaced: true,
      transparency: [0xff, 0xff],
      pixel: (x) => [isRight(x) ? 65_535 : 0],
    },
    [0, 0, 0],
    [0, 255, 0],
  ],
  [
    "gray with alpha",
    { width: 16, height: 8, bitDepth: 8, colorType: 4, filter: 3, pixel: (x) => (isRight(x) ? [0, 255] : [0, 0]) },
    [0, 255, 0],
    [0, 0, 0],
  ],
  [
    "RGB with alpha",
    {
      width: 16,
      height: 8,
      bitDepth: 8,
      colorType: 6,
      filter: 2,
      pixel: (x) => (isRight(x) ? [0, 0, 255, 255] : [255, 0, 0, 0]),
    },
    [0, 255, 0],
    [0, 0, 255],
  ],
  [
    "interlaced RGB with alpha",
    {
      width: 16,
      height: 8,
      bitDepth: 8,
      colorType: 6,
      filter: 1,
      interlaced: true,
      pixel: (x) => (isRight(x) ? [0, 0, 255, 255] : [255, 0, 0, 255]),
    },
    [255, 0, 0],
    [0, 0, 255],
  ],
];

describe("PNG images", () => {
  test.each(kinds)("%s look as they should", async (_name, spec, left, right) => {
    const file = pageWith(resource("png", pngFile(spec)), 16, 8);
    await checkByQpdf(file);
    const picture = await pixels(file);
    expect([picture.at(3, 4), picture.at(12, 4)]).toEqual([left, right]);
  });

  test("without transparency go in as they are, with PNG's own row filters", async () => {
    const [, spec] = kinds[0] as (typeof kinds)[number];
    const bytes = pngFile(spec);
    const file = Buffer.from(pageWith(resource("png", bytes), 16, 8));
    expect(file.includes(Buffer.from(readPng(bytes)?.data ?? "none"))).toBe(true);
    expect(file.toString("latin1")).toContain("/Predictor 15");
  });

  test("whose alpha is opaque everywhere get no mask", async () => {
    const [, spec] = kinds[11] as (typeof kinds)[number];
    expect(await unpacked(pageWith(resource("png", pngFile(spec)), 16, 8))).not.toContain("/SMask");
  });

  test("decode to the samples that were written, for every kind, filter and size", () => {
    const layouts = fc.constantFrom(
      ...([
        [0, 1, 1],
        [0, 2, 1],
        [0, 4, 1],
        [0, 8, 1],
        [2, 8, 3],
        [4, 8, 2],
        [6, 8, 4],
        [3, 4, 1],
      ] as const),
    );
    const size = fc.integer({ min: 1, max: 19 });
    fc.assert(
      fc.property(
        layouts,
        size,
        size,
        fc.integer({ min: 0, max: 4 }),
        fc.boolean(),
        fc.nat(),
        (layout, width, height, filter, interlaced, seed) => {
          const [colorType, bitDepth, components] = layout;
          const sample = (x: number, y: number, component: number): number =>
            ((seed + 1) * (x * 31 + y * 17 + component * 7 + 3)) % (1 << bitDepth);
          const pixel = (x: number, y: number): number[] =>
            Array.from({ length: components }, (_, component) => sample(x, y, component));
          const palette = colorType === 3 ? { palette: Array<number>(48).fill(9) } : {};
          const png = readPng(pngFile({ width, height, bitDepth, colorType, filter, interlaced, pixel, ...palette }));
          const expected: number[] = [];
          for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) expected.push(...pixel(x, y));
          expect(png).not.toBeNull();
          if (png !== null) expect([...(decodeSamples(png) ?? [])]).toEqual(expected);
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe("JPEG images", () => {
  test("go in untouched", () => {
    const file = Buffer.from(pageWith(resource("jpeg", GRAY_JPEG), 16, 8));
    expect(file.includes(Buffer.from(GRAY_JPEG))).toBe(true);
  });

  test.each([
    [1, "left", "big"],
    [2, "right", "little"],
    [3, "right", "big"],
    [4, "left", "little"],
    [5, "top", "big"],
    [6, "top", "little"],
    [7, "bottom", "big"],
    [8, "bottom", "little"],
  ] as const)("of EXIF orientation %d have their first column at the %s", async (orientation, side, order) => {
    const jpeg = withSegments(GRAY_JPEG, [0xe1, exif(orientation, order)]);
    const isTurned = orientation > 4;
    const [width, height] = isTurned ? [8, 16] : [16, 8];
    const file = pageWith(resource("jpeg", jpeg), width, height);
    await checkByQpdf(file);
    const picture = await pixels(file);
    const dark = { left: [3, 4], right: [12, 4], top: [4, 3], bottom: [4, 12] }[side] as [number, number];
    const light = { left: [12, 4], right: [3, 4], top: [4, 12], bottom: [4, 3] }[side] as [number, number];
    expect(picture.at(...dark)[0]).toBeLessThan(60);
    expect(picture.at(...light)[0]).toBeGreaterThan(200);
  });

  test("of four components are read as Adobe stores them", async () => {
    const file = pageWith(resource("jpeg", CMYK_JPEG), 16, 8);
    await checkByQpdf(file);
    expect(await unpacked(file)).toMatch(/\/ColorSpace \/DeviceCMYK\s+\/Decode \[\s*1\s+0\s+1/);
    const picture = await pixels(file);
    const [red = 0, , blue = 0] = picture.at(3, 4);
    expect(red).toBeLessThan(100);
    expect(blue).toBeGreaterThan(150);
    expect(picture.at(12, 4)[2]).toBeLessThan(120);
  });

  test("of kinds that PDF can't decode are no JPEGs to us", () => {
    const lossless = GRAY_JPEG.slice();
    const frame = lossless.findIndex((byte, at) => byte === 0xff && lossless[at + 1] === 0xc0);
    lossless[frame + 1] = 0xc3;
    expect(readJpeg(lossless)).toBeNull();
  });
});

describe("a document's images", () => {
  test("are written once each, however often they are drawn", async () => {
    const [, spec] = kinds[10] as (typeof kinds)[number];
    const items = [0, 1, 2].map((row) => image(0, rectangle(0, row * 100_000, 200_000, 100_000)));
    const images = [resource("png", pngFile(spec))];
    const file = pdfRenderer.render(documentOf([page(items), page(items)], { images }), options);
    expect((await unpacked(file)).match(/\/Subtype \/Image/g)?.length).toBe(2);
  });

  test("are written once each, however often data bring the same bytes", async () => {
    const [, spec] = kinds[10] as (typeof kinds)[number];
    const bytes = pngFile(spec);
    const images = [resource("png", bytes), resource("png", bytes.slice()), resource("png", bytes.slice())];
    const items = images.map((_, row) => image(row, rectangle(0, row * 100_000, 200_000, 100_000)));
    const file = pdfRenderer.render(documentOf([page(items)], { images }), options);
    const plain = await unpacked(file);
    expect(plain.match(/\/Subtype \/Image/g)?.length).toBe(2);
    expect(plain.match(/\/I\d Do/g)).toEqual(["/I1 Do", "/I2 Do", "/I3 Do"]);
  });

  test("are cut where a clip says so", async () => {
    const [, spec] = kinds[0] as (typeof kinds)[number];
    const whole = image(0, rectangle(0, 0, 16 * POINT, 8 * POINT));
    const items = [{ ...whole, clip: rectangle(0, 0, 4 * POINT, 8 * POINT) } as typeof whole];
    const sheet = page(items, { widthEmu: 16 * POINT, heightEmu: 8 * POINT });
    const picture = await pixels(
      pdfRenderer.render(documentOf([sheet], { images: [resource("png", pngFile(spec))] }), options),
    );
    expect([picture.at(2, 4), picture.at(6, 4), picture.at(12, 4)]).toEqual([
      [255, 0, 0],
      [255, 255, 255],
      [255, 255, 255],
    ]);
  });

  test("never throw and never spoil the file, whatever their bytes", async () => {
    const [, spec] = kinds[11] as (typeof kinds)[number];
    const sound = [pngFile(spec), withSegments(GRAY_JPEG, [0xe1, exif(6, "big")])];
    const damage = fc.array(fc.tuple(fc.nat(2000), fc.integer({ min: 0, max: 255 })), { maxLength: 6 });
    fc.assert(
      fc.property(fc.nat(1), damage, fc.nat(2000), (which, changes, length) => {
        const bytes = (sound[which] as Uint8Array).slice(0, length);
        for (const [at, value] of changes) if (at < bytes.length) bytes[at] = value;
        const file = pageWith(resource(which === 0 ? "png" : "jpeg", bytes), 16, 8);
        expect(Buffer.from(file.subarray(-6)).toString("latin1")).toBe("%%EOF\n");
      }),
      { numRuns: 300 },
    );
    await checkByQpdf(pageWith(resource("png", new Uint8Array(0)), 16, 8));
    await checkByQpdf(pageWith(resource("png", (sound[0] as Uint8Array).slice(0, 60)), 16, 8));
  });
});
