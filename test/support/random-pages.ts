import fc from "fast-check";
import type { Color, ImageResource, Page, PageDocument, PathCommand, PlacedItem } from "../../src/core/sdk/index.ts";
import { GRAY_JPEG, pngFile } from "../plugins/renderers/pdf/images/picture-files.ts";
import { bold, documentOf, glyphs, regular, runOf } from "../plugins/renderers/pdf/page-document.ts";

const MM = 36_000;

/** Small enough to be drawn finely in a moment. */
export const SIDE_MM = 60;

const STRINGS = [
  "請求書",
  "合計金額",
  "株式会社",
  "カタカナ",
  "ひらがな",
  "Invoice",
  "AVATAR",
  "12345678",
  "東京都港区",
];

const PICTURES: readonly ImageResource[] = [
  {
    format: "png",
    widthPx: 8,
    heightPx: 6,
    bytes: pngFile({
      ...{ width: 8, height: 6, bitDepth: 8, colorType: 6 },
      pixel: (x, y) => [x * 30, y * 40, 120, 255 - ((x + y) % 4) * 60],
    }),
  },
  {
    format: "png",
    widthPx: 4,
    heightPx: 4,
    bytes: pngFile({
      ...{ width: 4, height: 4, bitDepth: 8, colorType: 2 },
      pixel: (x, y) => [(x % 2) * 255, (y % 2) * 255, 90],
    }),
  },
  { format: "jpeg", widthPx: 16, heightPx: 8, bytes: GRAY_JPEG },
];

/** Multiples of a tenth of a millimetre, as forms have them. */
const place = fc.integer({ min: 20, max: SIDE_MM * 10 - 20 }).map((tenths) => tenths * (MM / 10));

const color: fc.Arbitrary<Color> = fc
  .tuple(fc.integer({ min: 0, max: 255 }), fc.integer({ min: 0, max: 255 }), fc.integer({ min: 0, max: 255 }))
  .chain(([red, green, blue]) => fc.constantFrom(255, 255, 140).map((alpha): Color => [red, green, blue, alpha]));

const turn = fc.constantFrom(0, 0, 0, 90, 180, 270) as fc.Arbitrary<0 | 90 | 180 | 270>;

const span = { start: 0, end: 0 } as unknown as PlacedItem["span"];

const base = { span, node: -1, isStatic: false } as const;

const textItems: fc.Arbitrary<PlacedItem> = fc
  .record({
    value: fc.constantFrom(...STRINGS),
    font: fc.constantFrom(regular, bold),
    x: place,
    y: place,
    rotation: turn,
    sizePt: fc.integer({ min: 6, max: 24 }),
    scale: fc.constantFrom(1000, 1000, 800, 500),
    spacingEmu: fc.constantFrom(0, 0, 12_700),
    isVertical: fc.boolean(),
    isSpread: fc.boolean(),
    color,
  })
  .map(({ value, font, x, y, rotation, sizePt, scale, spacingEmu, isVertical, isSpread, color: ink }) => {
    const run = runOf(value, font, isVertical && !/[A-Za-z0-9]/.test(value) ? "vertical" : "horizontal");
    const look = { sizeEmu: sizePt * 12_700, scaleThousandths: scale, letterSpacingEmu: spacingEmu, color: ink };
    const adjustmentsEmu = isSpread ? Array.from(run.glyphs, (_, index) => (index % 2) * 20_000) : null;
    return { ...glyphs(run, x, y, look), rotation, adjustmentsEmu };
  });

const rectangles = fc
  .record({ x: place, y: place, w: fc.integer({ min: 1, max: 200 }), h: fc.integer({ min: 1, max: 200 }) })
  .map(({ x, y, w, h }) => ({ leftEmu: x, topEmu: y, rightEmu: x + w * 3600, bottomEmu: y + h * 3600 }));

const shapes = fc.oneof(
  fc.record({ rectangle: rectangles, radius: fc.constantFrom(0, 0, 1, 3) }).map(({ rectangle, radius }) => ({
    kind: "rectangle" as const,
    rectangle,
    radiusEmu: radius * MM,
  })),
  fc.array(fc.tuple(place, place), { minLength: 3, maxLength: 6 }).map((points) => {
    const commands = points.map(([xEmu, yEmu], index): PathCommand => {
      if (index === 0) return { op: "move", xEmu, yEmu };
      const [x1Emu, y1Emu] = points[index - 1] ?? [xEmu, yEmu];
      return index % 2 === 0
        ? { op: "line", xEmu, yEmu }
        : { op: "curve", x1Emu, y1Emu: y1Emu + 9 * MM, x2Emu: xEmu + 9 * MM, y2Emu: yEmu, xEmu, yEmu };
    });
    return { kind: "path" as const, commands: [...commands, { op: "close" as const }] };
  }),
);

const fillItems: fc.Arbitrary<PlacedItem> = fc
  .record({ shape: shapes, color })
  .map(({ shape, color: ink }) => ({ ...base, kind: "fill", shape, color: ink }));

const strokeItems: fc.Arbitrary<PlacedItem> = fc
  .record({
    shape: shapes,
    color,
    width: fc.constantFrom(3175, 6350, 12_700, 38_100),
    dash: fc.constantFrom([], [38_100, 25_400]),
  })
  .map(({ shape, color: ink, width, dash }) => ({
    ...{ ...base, kind: "stroke" as const, shape, color: ink, widthEmu: width, dashEmu: dash },
  }));

const imageItems: fc.Arbitrary<PlacedItem> = fc
  .record({
    image: fc.integer({ min: 0, max: PICTURES.length - 1 }),
    rectangle: rectangles,
    isClipped: fc.boolean(),
    rotation: turn,
    alpha: fc.constantFrom(255, 128),
  })
  .map(({ image, rectangle, isClipped, rotation, alpha }) => {
    const { leftEmu, topEmu, rightEmu, bottomEmu } = rectangle;
    const inset = Math.floor((rightEmu - leftEmu) / 4);
    const clip = isClipped ? { leftEmu: leftEmu + inset, topEmu, rightEmu: rightEmu - inset, bottomEmu } : null;
    return { ...base, kind: "image", image, rectangle, clip, rotation, alpha };
  });

const pages: fc.Arbitrary<Page> = fc
  .array(fc.oneof({ weight: 4, arbitrary: textItems }, fillItems, strokeItems, imageItems), {
    minLength: 1,
    maxLength: 12,
  })
  .map((items) => ({ widthEmu: SIDE_MM * MM, heightEmu: SIDE_MM * MM, items }));

/** Documents of one small page with every kind of item, anywhere on it. */
export const randomDocuments: fc.Arbitrary<PageDocument> = pages.map((page) =>
  documentOf([page], { images: PICTURES }),
);
