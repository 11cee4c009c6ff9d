import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, test } from "vitest";
import type { Font } from "../../../../../src/core/sdk/index.ts";
import { parseFont } from "../../../../../src/core/text/index.ts";
import { pdfRenderer } from "../../../../../src/plugins/renderers/pdf/index.ts";
import { opened, pixels } from "../opened-pdf.ts";
import { documentOf, glyphs, options, page, runOf } from "../page-document.ts";

// Operators bring fonts whose units are no thousandths, so that the width of most letters is no whole number in a PDF
// file. Readers that met such a width as the default took 1000 for it and drew the letters apart.

const require = createRequire(import.meta.url);
const NOTO = require.resolve("@expo-google-fonts/noto-sans-jp/400Regular/NotoSansJP_400Regular.ttf");

/** The bundled font with other units to the em: the same outlines, smaller. */
function fontOfUnits(unitsPerEm: number): Font {
  const bytes = new Uint8Array(readFileSync(NOTO));
  const view = new DataView(bytes.buffer);
  const tables = view.getUint16(4);
  for (let table = 0; table < tables; table += 1) {
    const entry = 12 + table * 16;
    if (Buffer.from(bytes.subarray(entry, entry + 4)).toString("latin1") !== "head") continue;
    view.setUint16(view.getUint32(entry + 8) + 18, unitsPerEm);
  }
  const parsed = parseFont({ bytes, family: `Units ${unitsPerEm}`, weight: "normal", sha256: `${unitsPerEm}` });
  if ("problem" in parsed) throw new Error(parsed.problem);
  return parsed.font;
}

const DOTS_PER_INCH = 144;
const EMU_PER_DOT = (12_700 * 72) / DOTS_PER_INCH;

/** The middles of stretches of columns, or rows, that have ink. */
function inkMiddles(drawn: Awaited<ReturnType<typeof pixels>>, axis: "across" | "down"): readonly number[] {
  const { data, height, width } = drawn;
  const [length, depth] = axis === "across" ? [width, height] : [height, width];
  const hasInk = (at: number): boolean => {
    for (let other = 0; other < depth; other += 1) {
      const pixel = axis === "across" ? other * width + at : at * width + other;
      if ((data[pixel * 3] as number) < 128) return true;
    }
    return false;
  };
  const middles: number[] = [];
  let start = -1;
  for (let at = 0; at < length; at += 1) {
    const ink = hasInk(at);
    if (ink && start < 0) start = at;
    if (ink || start < 0) continue;
    middles.push((start + at) / 2);
    start = -1;
  }
  return middles;
}

const COUNT = 12;
const SIZE_EMU = 40 * 12_700;
const START_EMU = 36_000 * 20;

const FONTS = [1000, 1024, 2048, 2000, 1789].map((units) => [units, fontOfUnits(units)] as const);

test.each(FONTS)("letters of a font of %i units stand where they are set, across and down", async (units, font) => {
  for (const [direction, axis] of [
    ["horizontal", "across"],
    ["vertical", "down"],
  ] as const) {
    const run = runOf("口".repeat(COUNT), font, direction);
    const item = glyphs(run, START_EMU, START_EMU, { font, sizeEmu: SIZE_EMU });
    const file = pdfRenderer.render(documentOf([page([item])]), options);
    const drawn = inkMiddles(await pixels(file, DOTS_PER_INCH), axis);
    expect(drawn).toHaveLength(COUNT);
    const advanceEmu = (1000 / units) * SIZE_EMU;
    const [first = 0] = drawn;
    drawn.forEach((middle, index) => {
      expect(Math.abs(middle - first - (index * advanceEmu) / EMU_PER_DOT)).toBeLessThan(1.5);
    });
  }
});

test("pdf.js reads a line of such a font as long as it is", async () => {
  const font = fontOfUnits(2048);
  const item = glyphs(runOf("口".repeat(COUNT), font), START_EMU, START_EMU, { font, sizeEmu: SIZE_EMU });
  const file = await opened(pdfRenderer.render(documentOf([page([item])]), options));
  const { items } = await (await file.getPage(1)).getTextContent();
  const [read] = items;
  if (read === undefined || !("width" in read)) throw new Error("pdf.js reads no text");
  expect(read.width).toBeCloseTo((COUNT * 40 * 1000) / 2048, 1);
  await file.destroy();
});
