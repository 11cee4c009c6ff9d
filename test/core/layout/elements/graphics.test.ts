import { createHash } from "node:crypto";
import { crc32, deflateSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ImageElement, SealElement } from "../../../../src/core/canvas/index.ts";
import { readImage, readImageText } from "../../../../src/core/pictures/index.ts";
import { pngFile } from "../../../plugins/renderers/pdf/images/picture-files.ts";
import {
  allBorders,
  box,
  canvas,
  field,
  length,
  mm,
  page,
  plate,
  pt,
  template,
  text,
  textStyle,
} from "../../../support/canvas-builder.ts";
import { inLane } from "../../../support/lane.ts";
import { describeItem, layOutData } from "../../../support/lay-out.ts";
import { zlibBomb } from "../../../support/zlib-bomb.ts";

/** A whole PNG of a gray that compresses to nothing; a picture larger than that has its pixels left out. */
function png(width: number, height: number, data?: Uint8Array): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0], 8);
  const rows = Buffer.alloc(Math.min(width + 1, 1000) * Math.min(height, 1000));
  const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
  return Buffer.concat([
    Buffer.from(signature),
    chunk("IHDR", header),
    chunk("IDAT", Buffer.from(data ?? deflateSync(rows))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

function dataUri(bytes: Uint8Array): string {
  return `data:image/png;base64,${Buffer.from(bytes).toString("base64")}`;
}

/** SOI, an orientation, a start of frame with the size, a scan, EOI. */
/** The smallest tables that a scan may name: one for its numbers, two with a single code each. */
const JPEG_TABLES = [
  ...[0xff, 0xdb, 0, 67, 0, ...Array<number>(64).fill(1)],
  ...[0xff, 0xc4, 0, 20, 0x00, 1, ...Array<number>(15).fill(0), 0],
  ...[0xff, 0xc4, 0, 20, 0x10, 1, ...Array<number>(15).fill(0), 0],
];

function jpeg(width: number, height: number, orientation = 1, marker = 0xc0, tables = JPEG_TABLES): Uint8Array {
  const tiff = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0];
  const exif = [0xff, 0xe1, 0, tiff.length + 8, 0x45, 0x78, 0x69, 0x66, 0, 0, ...tiff];
  const frame = [0xff, marker, 0, 11, 8, height >> 8, height & 0xff, width >> 8, width & 0xff, 1, 1, 0x11, 0];
  const scan = [0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 1, 2, 3];
  return Uint8Array.from([0xff, 0xd8, ...exif, ...tables, ...frame, ...scan, 0xff, 0xd9]);
}

describe("tables of a JPEG that can't be", () => {
  const changed = (at: number, value: number): number[] =>
    JPEG_TABLES.map((byte, index) => (index === at ? value : byte));

  test.each([
    ["missing ones", []],
    ["numbers of another size", changed(4, 0x20)],
    ["numbers in a place that there is not", changed(4, 4)],
    ["numbers that end too early", [0xff, 0xdb, 0, 4, 0, 1, ...JPEG_TABLES]],
    ["codes of another class", changed(69 + 4, 0x20)],
    ["more codes than their length has room for", changed(69 + 5, 2)],
    ["codes for a difference that there is not", changed(69 + 21, 16)],
    ["codes in a place that nothing names", changed(69 + 22 + 4, 0x11)],
  ])("%s make it a broken one", (_, tables) => {
    expect(readImage(jpeg(640, 480, 1, 0xc0, tables))).toEqual({
      ok: false,
      reason: "is a broken JPEG: its tables make no sense",
    });
  });

  test("a progressive one may bring its codes with a later scan", () => {
    const later = changed(69 + 22 + 4, 0x11);
    expect(readImage(jpeg(640, 480, 1, 0xc2, later))).toMatchObject({ ok: true });
  });
});

describe("image data", () => {
  test("the size is read from a PNG's and a JPEG's header", () => {
    expect(readImage(png(300, 200))).toMatchObject({ ok: true, image: { format: "png", widthPx: 300, heightPx: 200 } });
    expect(readImage(jpeg(640, 480))).toMatchObject({
      ok: true,
      image: { format: "jpeg", widthPx: 640, heightPx: 480 },
    });
    expect(readImageText(Buffer.from(png(3, 2)).toString("base64"))).toMatchObject({ ok: true });
  });

  const BAD = [
    { name: "text", value: "株式会社", reason: "is not base64" },
    {
      name: "another format",
      value: "data:image/gif;base64,R0lGODlhAQABAAAAACw=",
      reason: "is neither a PNG, a JPEG nor an SVG",
    },
    { name: "a data URI without base64", value: "data:image/svg+xml,<svg/>", reason: "is a data URI without base64" },
    {
      name: "a decompression bomb",
      value: dataUri(png(100_000, 100_000)),
      reason: "has 100000 × 100000 pixels, more than 40000000",
    },
    {
      name: "a small picture whose data unpack to gigabytes",
      value: dataUri(png(10, 10, zlibBomb(3_000))),
      reason: "is a broken PNG: its data unpack to more than its pixels",
    },
    { name: "no pixels", value: dataUri(png(0, 5)), reason: "has no pixels" },
    {
      name: "bytes beyond the limit",
      value: `data:image/png;base64,${"A".repeat(5_600_000)}`,
      reason: "has 4200000 bytes, more than 4194304",
    },
    {
      name: "a PNG that ends early",
      value: dataUri(png(3, 2).subarray(0, 40)),
      reason: "is a broken PNG: its end is missing",
    },
    {
      name: "a PNG with a changed byte",
      value: dataUri(png(3, 2).map((byte, at) => (at === 20 ? byte ^ 1 : byte))),
      reason: "is a broken PNG: its IHDR chunk does not add up",
    },
    {
      name: "a JPEG that ends early",
      value: dataUri(jpeg(30, 20).subarray(0, -2)),
      reason: "is a broken JPEG: its end is missing",
    },
    {
      name: "a JPEG without pixels",
      value: dataUri(jpeg(30, 20).subarray(0, 20)),
      reason: "is a broken JPEG: its pixels are missing",
    },
    {
      name: "a lossless JPEG",
      value: dataUri(jpeg(30, 20, 1, 0xc3)),
      reason: "is a JPEG of a kind that viewers do not decode: save it as a baseline JPEG",
    },
  ];

  test.each(BAD)("$name is refused", ({ value, reason }) => {
    expect(readImageText(value)).toEqual({ ok: false, reason });
  });
});

describe("the pixels of a PNG", () => {
  const noise = createHash("shake256", { outputLength: 801 * 600 })
    .update("noise")
    .digest();
  for (let row = 0; row < 600; row += 1) noise[row * 801] = row % 5;
  const whole = deflateSync(noise);
  const wrongFilter = Buffer.from(noise);
  wrongFilter[801 * 599] = 5;
  const DAMAGED = "is a broken PNG: its pixels are damaged";

  test.each([
    ["whole", whole, null],
    ["without their sum", whole.subarray(0, -4), null],
    ["with a row too many", deflateSync(Buffer.concat([noise, noise.subarray(0, 801)])), null],
    ["without their last row", deflateSync(noise.subarray(0, -801)), DAMAGED],
    ["broken off", whole.subarray(0, 170_000), DAMAGED],
    ["not packed at all", noise, DAMAGED],
    ["with a row of an unknown filter", deflateSync(wrongFilter), DAMAGED],
  ])("%s", (_, data, reason) => {
    const reading = readImage(png(800, 600, data));
    expect(reading.ok ? null : reading.reason).toBe(reason);
  });

  test("are counted in every kind and size, interlaced or not", () => {
    const kinds = fc.constantFrom([0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [2, 8], [2, 16], [4, 8], [6, 8], [6, 16]);
    const size = fc.integer({ min: 1, max: 19 });
    fc.assert(
      fc.property(kinds, size, size, fc.boolean(), ([colorType = 0, bitDepth = 8], width, height, interlaced) => {
        const samples = { 0: 1, 2: 3, 4: 2, 6: 4 }[colorType] ?? 1;
        const pixel = (x: number, y: number) => Array<number>(samples).fill((x + y) % 2);
        expect(readImage(pngFile({ width, height, bitDepth, colorType, interlaced, pixel }))).toMatchObject({
          ok: true,
        });
      }),
    );
  });
});

test("a photograph that lies on its side counts as it is looked at", () => {
  const sizes = [1, 2, 3, 4, 5, 6, 7, 8].map((orientation) => {
    const reading = readImage(jpeg(640, 480, orientation));
    return reading.ok ? reading.image?.widthPx : reading.reason;
  });
  expect(sizes).toEqual([640, 640, 640, 640, 480, 480, 480, 480]);
});

function image(fit: ImageElement["fit"]): ImageElement {
  const size = { width: length(mm(40)), heightEmu: mm(20) };
  return { kind: "image", source: field("photo").value, fit, box: box(size), span: [800_001, 800_005] };
}

function seal(over: Partial<SealElement> = {}): SealElement {
  return {
    kind: "seal",
    source: field("stamp").value,
    label: template("印"),
    style: 0,
    box: box({ width: length(mm(18)) }),
    span: [800_011, 800_015],
    ...over,
  };
}

function items(element: ImageElement | SealElement, data: unknown) {
  const { value, diagnostics } = layOutData(canvas([page([element])], [textStyle({ sizeEmu: pt(9) })]), data);
  return { items: value.pages[0]?.items ?? [], diagnostics, document: value };
}

describe("images", () => {
  const FITS = [
    { fit: "contain", rectangle: "image 20,10-40,30", clip: false },
    { fit: "cover", rectangle: "image 10,0-50,40", clip: true },
    { fit: "fill", rectangle: "image 10,10-50,30", clip: false },
  ] as const;

  test.each(FITS)("fit=$fit places a square image in a wide box", ({ fit, rectangle, clip }) => {
    const placed = items(image(fit), { photo: dataUri(png(50, 50)) }).items;
    expect(placed.map(describeItem)).toEqual([rectangle]);
    expect(placed.some((item) => item.kind === "image" && item.clip !== null)).toBe(clip);
  });

  test.each([
    { fit: "contain", from: "21,10", to: "39,10" },
    { fit: "cover", from: "11,10", to: "49,10" },
    { fit: "fill", from: "11,10", to: "49,10" },
  ] as const)("a radius rounds the corners of what shows of a picture that is fit=$fit", ({ fit, from, to }) => {
    const rounded = { box: box({ ...image(fit).box, radiusEmu: mm(1) }) };
    const [item] = items({ ...image(fit), ...rounded }, { photo: dataUri(png(50, 50)) }).items;
    const commands = item?.kind === "image" ? (item.clipPaths?.[0]?.commands ?? []) : [];
    const points = commands.flatMap((one) => ("xEmu" in one ? [`${one.xEmu / mm(1)},${one.yEmu / mm(1)}`] : []));
    expect([points[0], points[1], points.length]).toEqual([from, to, 9]);
  });

  test("a picture of any proportions stays in its container, whatever is said of its size", () => {
    const size = fc.option(fc.integer({ min: 5, max: 60 }), { nil: null });
    const side = fc.integer({ min: 1, max: 4_000 });
    const edge = fc.integer({ min: 0, max: 8 });
    fc.assert(
      fc.property(size, side, side, edge, fc.constantFrom("stack", "plate"), (height, across, down, margin, kind) => {
        const photo: ImageElement = {
          ...image("contain"),
          box: box({
            heightEmu: height === null ? null : mm(height),
            margin: [0, mm(margin), 0, mm(margin)],
            ...(kind === "plate" ? { xEmu: mm(margin), yEmu: 0 } : {}),
          }),
        };
        const inside = kind === "plate" ? plate([photo], { heightEmu: mm(60) }) : photo;
        const { value } = layOutData(canvas([page([inside])], [textStyle()]), { photo: dataUri(png(across, down)) });
        for (const item of value.pages.flatMap((one) => one.items)) {
          if (item.kind !== "image") continue;
          const { leftEmu, rightEmu, topEmu, bottomEmu } = item.rectangle;
          expect(rightEmu).toBeLessThanOrEqual(mm(90));
          expect(leftEmu).toBeGreaterThanOrEqual(mm(10));
          const ratio = (rightEmu - leftEmu) / (bottomEmu - topEmu);
          if (Math.min(rightEmu - leftEmu, bottomEmu - topEmu) > mm(1)) expect(ratio).toBeCloseTo(across / down, 1);
        }
      }),
      { numRuns: inLane({ fast: 60, full: 600 }) },
    );
  });

  test("a picture that covers a box of a height alone is as wide as its place", () => {
    const shown = (fit: ImageElement["fit"]) => {
      const { width: _, ...free } = image(fit).box;
      const place = { ...image(fit), box: box({ ...free, xEmu: null, yEmu: null, heightEmu: mm(20) }) };
      return items(place, { photo: dataUri(png(50, 50)) }).items.map((one) => one.kind === "image" && one.clip);
    };
    const wide = shown("cover")[0];
    expect(wide !== false && wide != null && wide.rightEmu - wide.leftEmu).toBe(mm(80));
    expect(shown("contain")).toEqual([null]);
  });

  test("null draws nothing and bad data is told with its path", () => {
    expect(items(image("contain"), { photo: null }).items).toEqual([]);
    const bad = items(image("contain"), { photo: "写真" });
    expect(bad.items).toEqual([]);
    expect(bad.diagnostics.map((one) => `${one.code} ${one.message}`)).toEqual([
      "RPT4009 the image is not base64 (page 1, x 10.0mm, y 10.0mm, photo)",
    ]);
  });

  test("an image too coarse for its box is told with its resolution", () => {
    const { diagnostics } = items(image("contain"), { photo: dataUri(png(50, 50)) });
    expect(diagnostics.map((one) => `${one.code} ${one.message}`)).toEqual([
      "RPT4008 the image has 50 × 50 pixels, 63 dpi at a size of 40.0mm × 20.0mm (page 1, x 10.0mm, y 10.0mm, photo)",
    ]);
    expect(items(image("contain"), { photo: dataUri(png(400, 200)) }).diagnostics).toEqual([]);
  });

  test("an image is a figure of the structure and stands once in the resources", () => {
    const { document } = items(image("contain"), { photo: dataUri(png(50, 50)) });
    expect(document.images.length).toBe(1);
    expect(document.structure.map((node) => node.type)).toEqual(["Document", "Figure"]);
  });
});

describe("seals", () => {
  test.each([
    ["株式会社山本製作所之印", ["株式会社", "山本製作", "所之印"]],
    ["東和精密工業株式会社", ["東和精密", "工業株", "式会社"]],
    ["山本商店印", ["山本商", "店印"]],
  ])("of a company (%s) are square, columns from the right", (stamp, columns) => {
    const placed = items(seal(), { stamp }).items;
    const rim = placed.find((item) => item.kind === "stroke");
    if (rim?.kind !== "stroke" || rim.shape.kind !== "rectangle") throw new Error("the seal has no rim");
    const { rectangle, radiusEmu } = rim.shape;
    expect(radiusEmu).toBeLessThan((rectangle.rightEmu - rectangle.leftEmu) / 10);
    const letters = placed.flatMap((item) => (item.kind === "glyphs" ? [{ x: item.xEmu, text: item.run.text }] : []));
    const found = Map.groupBy(letters, (letter) => letter.x);
    const sorted = [...found].toSorted(([one], [other]) => other - one);
    expect(sorted.map(([, column]) => column.map((letter) => letter.text).join(""))).toEqual(columns);
  });

  test("without data it draws a frame and its label in the middle", () => {
    const kinds = items(seal(), { stamp: null }).items.map(describeItem);
    expect(kinds).toEqual(["stroke 10.09,10.09-27.91,27.91 w 0.18", expect.stringContaining('"印"')]);
  });

  test("a name stands in a ring, downwards and columns from the right", () => {
    const placed = items(seal(), { stamp: "山田太郎" }).items;
    const letters = placed.flatMap((item) => (item.kind === "glyphs" ? [item] : []));
    expect(letters.map((item) => item.run.text).join("")).toBe("山田太郎");
    const [first, second, third] = letters;
    expect(second?.yEmu).toBeGreaterThan(first?.yEmu ?? 0);
    expect(third?.xEmu).toBeLessThan(first?.xEmu ?? 0);
    const ring = placed.find((item) => item.kind === "stroke");
    expect(ring?.kind === "stroke" && ring.shape.kind === "rectangle" ? ring.shape.radiusEmu : 0).toBeGreaterThan(
      mm(8),
    );
  });

  test("a letter and what varies it stand in one place", () => {
    const placed = items(seal(), { stamp: "山田 渡邉\u{e0100}" }).items;
    const letters = placed.flatMap((item) => (item.kind === "glyphs" ? [item] : []));
    expect(letters.map((item) => item.run.text)).toEqual(["山", "田", "渡", "邉\u{e0100}"]);
    expect(letters[3]?.yEmu).toBe(letters[1]?.yEmu);
  });

  test.each([
    ["マリー ジョー", ["ー", "ョ", "ー"]],
    ["エミリー・ワトソン", ["ー"]],
  ])("the marks of kana in %s stand as in a column", (stamp, marks) => {
    const runs = items(seal(), { stamp }).items.flatMap((item) => (item.kind === "glyphs" ? [item.run] : []));
    expect(runs.map(({ text }) => text).join("")).toBe(stamp.replace(" ", ""));
    expect(runs.filter(({ direction }) => direction === "vertical").map(({ text }) => text)).toEqual(marks);
  });

  test.each(["Christopher Johnson", "Emily Watson", "Schmidt", "Ng"])(
    "a name in Latin letters (%s) lies in a ring, a word a line",
    (stamp) => {
      const { items: placed, diagnostics } = items(seal(), { stamp });
      expect(diagnostics).toEqual([]);
      const lines = placed.flatMap((item) => (item.kind === "glyphs" ? [item] : []));
      expect(lines.map((item) => item.run.text)).toEqual(stamp.split(" "));
      const ring = placed.find((item) => item.kind === "stroke");
      if (ring?.kind !== "stroke" || ring.shape.kind !== "rectangle") throw new Error("the seal has no ring");
      const { leftEmu, rightEmu, topEmu, bottomEmu } = ring.shape.rectangle;
      expect(ring.shape.radiusEmu).toBeGreaterThan(mm(8));
      const [inset, middle] = [(rightEmu - leftEmu) / 8, (leftEmu + rightEmu) / 2];
      for (const line of lines) {
        expect(line.sizeEmu).toBe(lines[0]?.sizeEmu);
        expect(line.xEmu).toBeGreaterThan(leftEmu + inset);
        expect(Math.abs(line.xEmu + line.advanceEmu / 2 - middle)).toBeLessThan(mm(0.1));
        expect(line.yEmu - line.sizeEmu).toBeGreaterThan(topEmu);
        expect(line.yEmu).toBeLessThan(bottomEmu);
      }
    },
  );

  test("a word of Latin letters that nobody could read on one line goes on in further lines", () => {
    const { items: placed, diagnostics } = items(seal(), { stamp: "WWWWWWWWWWWWWWWWWWWW" });
    expect(diagnostics).toEqual([]);
    const lines = placed.flatMap((item) => (item.kind === "glyphs" ? [item] : []));
    expect(lines.map((item) => item.run.text)).toEqual(["WWWWW", "WWWWW", "WWWWW", "WWWWW"]);
    expect(Math.min(...lines.map((item) => item.sizeEmu))).toBeGreaterThanOrEqual(pt(6));
  });

  test("a name whose longest part nobody could read in one column goes on in further ones", () => {
    const { items: placed, diagnostics } = items(seal(), { stamp: "国語 MANUFACTURIN" });
    expect(diagnostics).toEqual([]);
    const letters = placed.flatMap((item) => (item.kind === "glyphs" ? [item] : []));
    expect(letters.map((item) => item.run.text).join("")).toBe("国語MANUFACTURIN");
    expect(Math.min(...letters.map((item) => item.sizeEmu))).toBeGreaterThanOrEqual(pt(6));
  });

  test("a name that nobody could read in a ring has the square of a company, which has more room", () => {
    const small = seal({ box: box({ width: length(mm(12)) }) });
    const { items: placed } = items(small, { stamp: "MANUFACTURING 国語 MAN" });
    const letters = placed.flatMap((item) => (item.kind === "glyphs" ? [item] : []));
    expect(letters.map((item) => item.run.text).join("")).toBe("MANUFACTURING国語MAN");
    expect(Math.min(...letters.map((item) => item.sizeEmu))).toBeGreaterThan(pt(5.3));
  });

  test("a long name is no picture that can't be read", () => {
    const { items: placed, diagnostics } = items(seal(), { stamp: "アレクサンドル・コンスタンチノフスキー" });
    expect(diagnostics).toEqual([]);
    expect(placed.filter((item) => item.kind === "glyphs").length).toBe(19);
  });

  test("an image stands alone, without the frame of the empty place", () => {
    const framed = seal({ box: box({ width: length(mm(18)), ...allBorders(pt(1)) }) });
    expect(items(framed, { stamp: dataUri(png(50, 50)) }).items.map(describeItem)).toEqual(["image 10,10-28,28"]);
  });
});

describe("links and places", () => {
  test("a link covers its text, and an id is where #id leads", () => {
    const form = canvas([
      page([
        text("上", { box: { id: "top" } }),
        text("戻る", { box: { link: template("#top") } }),
        text("社", { box: { link: template("https://example.jp/") } }),
      ]),
    ]);
    const { value } = layOutData(form);
    expect(value.pages[0]?.items.filter((item) => item.kind === "link").map(describeItem)).toEqual([
      "link #top",
      "link https://example.jp/",
    ]);
    expect(value.destinations).toEqual([{ name: "top", page: 0, yEmu: mm(10) }]);
  });
});
