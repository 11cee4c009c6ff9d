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

/** As many pixels as a picture on paper has: how a few large ones are smoothed is each program's own affair. */
const PICTURE_SIZE = { width: 120, height: 90 } as const;

const PICTURES: readonly ImageResource[] = [
  {
    ...{ format: "png", widthPx: PICTURE_SIZE.width, heightPx: PICTURE_SIZE.height },
    bytes: pngFile({
      ...{ ...PICTURE_SIZE, bitDepth: 8, colorType: 6 },
      pixel: (x, y) => [x * 2, y * 2, 120, 255 - (x >> 3) * 10],
    }),
  },
  {
    ...{ format: "png", widthPx: PICTURE_SIZE.width, heightPx: PICTURE_SIZE.height },
    bytes: pngFile({
      ...{ ...PICTURE_SIZE, bitDepth: 8, colorType: 2 },
      pixel: (x, y) => [x < 60 ? 250 : 20, y < 30 ? 240 : 40, x + y],
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

/** Texts start near the edge that they run away from, so that all of them stays on the page. */
const textItems: fc.Arbitrary<PlacedItem> = fc
  .record({
    value: fc.constantFrom(...STRINGS),
    font: fc.constantFrom(regular, bold),
    start: fc.integer({ min: 20, max: 60 }).map((tenths) => tenths * (MM / 10)),
    across: place,
    rotation: turn,
    sizePt: fc.integer({ min: 6, max: 14 }),
    scale: fc.constantFrom(1000, 1000, 800, 500),
    spacingEmu: fc.constantFrom(0, 0, 12_700),
    isVertical: fc.boolean(),
    isSpread: fc.boolean(),
    isSlanted: fc.boolean(),
    color,
  })
  .map(
    ({
      value,
      font,
      start,
      across,
      rotation,
      sizePt,
      scale,
      spacingEmu,
      isVertical,
      isSpread,
      isSlanted,
      color: ink,
    }) => {
      const run = runOf(value, font, isVertical && !/[A-Za-z0-9]/.test(value) ? "vertical" : "horizontal");
      const look = { sizeEmu: sizePt * 12_700, scaleThousandths: scale, letterSpacingEmu: spacingEmu, color: ink };
      const adjustmentsEmu = isSpread ? Array.from(run.glyphs, (_, index) => (index % 2) * 20_000) : null;
      const heading = (rotation + (run.direction === "vertical" ? 90 : 0)) % 360;
      const along = heading < 180 ? start : SIDE_MM * MM - start;
      const [x, y] = heading % 180 === 0 ? [along, across] : [across, along];
      const slant = isSlanted ? ({ isSlanted } as const) : {};
      return { ...glyphs(run, x, y, look), rotation, adjustmentsEmu, ...slant };
    },
  );

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

/** What shows of a shape, where not all of it does. */
const clips = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  rectangles.map((clip) => ({ clip })),
);

const fillItems: fc.Arbitrary<PlacedItem> = fc
  .record({ shape: shapes, color, clip: clips, rule: fc.constantFrom({}, { rule: "evenodd" as const }) })
  .map(({ shape, color: ink, clip, rule }) => ({ ...base, kind: "fill", shape, color: ink, ...clip, ...rule }));

/** Programs measure a curve's length differently, and with it where its dashes fall: only lines have some. */
function isCurved(shape: Extract<PlacedItem, { kind: "stroke" }>["shape"]): boolean {
  return shape.kind === "rectangle" ? shape.radiusEmu > 0 : shape.commands.some(({ op }) => op === "curve");
}

const strokeItems: fc.Arbitrary<PlacedItem> = fc
  .record({
    shape: shapes,
    color,
    width: fc.constantFrom(3175, 6350, 12_700, 38_100),
    dash: fc.constantFrom([], [38_100, 25_400]),
    clip: clips,
    ends: fc.constantFrom({}, { cap: "round" as const, join: "round" as const }, { join: "bevel" as const }),
  })
  .map(({ shape, color: ink, width, dash, clip, ends }) => ({
    ...{ ...base, kind: "stroke" as const, shape, color: ink, widthEmu: width, dashEmu: isCurved(shape) ? [] : dash },
    ...{ ...clip, ...ends },
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
export const randomDocuments: fc.Arbitrary<PageDocument> = pages.map((page) => ({
  ...documentOf([page], { images: PICTURES }),
  // Fonts and pictures would fill a report of a failure with megabytes.
  [fc.toStringMethod]: () => JSON.stringify(page.items, (name, value) => (name === "font" ? value.id : value)),
}));
