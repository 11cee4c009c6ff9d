import { describe, expect, test } from "vitest";
import type { Font, GlyphRun } from "../../../../../src/core/sdk/index.ts";
import { parseFont } from "../../../../../src/core/text/index.ts";
import { verticalMetrics, verticalWidths } from "../../../../../src/plugins/renderers/pdf/fonts/vertical-metrics.ts";
import { pdfRenderer } from "../../../../../src/plugins/renderers/pdf/index.ts";
import { checkByQpdf, pixels, unpacked } from "../opened-pdf.ts";
import { documentOf, glyphs, options, page, regular, runOf } from "../page-document.ts";

const POINT = 12_700;
const SIZE = 40 * POINT;
const SHEET = { widthEmu: 200 * POINT, heightEmu: 300 * POINT };

const one = regular.glyphOf(0x4e00);

/** The font with another vertical advance and bearing of 一. */
const changed = withVerticalMetric(one, 1500, 900);

describe("vertical metrics", () => {
  test("are the em box for nearly all letters of a Japanese font", () => {
    for (const glyph of runOf("縦書き。（請求）ー", regular, "vertical").glyphs) {
      expect(verticalMetrics(regular).isDefault(glyph)).toBe(true);
    }
    expect(verticalWidths(regular, runOf("縦書き。", regular, "vertical").glyphs)).toBe("");
  });

  test("are those that the text was shaped by", () => {
    for (const font of [regular, changed]) {
      const run = runOf("一永〳〵", font, "vertical");
      const metrics = verticalMetrics(font);
      expect(run.glyphs.map((glyph) => metrics.advanceOf(glyph))).toEqual(run.advances);
      const origins = run.glyphs.map((_, index) => 0 - (run.offsets?.[index * 2 + 1] ?? 0));
      expect(run.glyphs.map((glyph) => metrics.originOf(glyph))).toEqual(origins);
    }
  });

  test("are listed where they differ, neighbours together", () => {
    const [mark = 0] = runOf("〳〵", regular, "vertical").glyphs;
    expect(verticalWidths(regular, [mark])).toBe(`${mark}[-2000 500 1380]`);
    expect(verticalWidths(changed, [one, regular.glyphOf(0x6c38)])).toMatch(new RegExp(`^${one}\\[-1500 500 \\d+\\]$`));
    const neighbours = withVerticalMetric(one + 1, 1500, 900, withVerticalMetric(one, 250, 0));
    expect(verticalWidths(neighbours, [one, one + 1])).toMatch(/^\d+\[-250 500 \d+ -1500 500 \d+\]$/);
  });

  test.each([
    ["a mark that repeats two letters", "永〳〵永", regular],
    ["a letter with a longer cell", "永一一永", changed],
  ])("show %s in its run, where it stands letter by letter", async (_name, value, font) => {
    const run = runOf(value, font, "vertical");
    const file = pdfRenderer.render(
      documentOf([page([glyphs(run, 100 * POINT, 20 * POINT, { sizeEmu: SIZE })], SHEET)]),
      options,
    );
    await checkByQpdf(file);
    const content = await unpacked(file);
    expect(content.match(/T[jJ]\n/g)).toEqual(["Tj\n"]);
    const apart = pdfRenderer.render(documentOf([page(letterByLetter(run), SHEET)]), options);
    // At this resolution both ways of drawing begin at whole pixels.
    const [shown, expected] = [await pixels(file, 360), await pixels(apart, 360)];
    let dark = 0;
    let different = 0;
    for (let y = 0; y < expected.height; y += 1) {
      for (let x = 0; x < expected.width; x += 1) {
        const [wanted = 255] = expected.at(x, y);
        if (wanted < 128) dark += 1;
        if (Math.abs((shown.at(x, y)[0] ?? 255) - wanted) > 40) different += 1;
      }
    }
    // Outlines that begin between two pixels differ at their edges.
    expect(different).toBeLessThan(dark / 20);
    expect(dark).toBeGreaterThan(1000);
  });
});

/** The glyphs of a vertical run at their places, each as level text. */
function letterByLetter(run: GlyphRun) {
  let pen = 0;
  return run.glyphs.map((glyph, index) => {
    const own: GlyphRun = { ...run, direction: "horizontal", glyphs: [glyph], advances: [1000], offsets: null };
    const [right = 0, up = 0] = [run.offsets?.[index * 2], run.offsets?.[index * 2 + 1]];
    const x = 100 * POINT + (right * SIZE) / 1000;
    const y = 20 * POINT + ((pen - up) * SIZE) / 1000;
    pen += run.advances[index] ?? 0;
    return glyphs(own, x, y, { sizeEmu: SIZE });
  });
}

function withVerticalMetric(glyph: number, advance: number, bearing: number, font: Font = regular): Font {
  const bytes = font.bytes.slice();
  const view = new DataView(bytes.buffer);
  const tables = Array.from({ length: view.getUint16(4) }, (_, index) => 12 + index * 16);
  const entry = tables.find((at) => String.fromCharCode(...bytes.subarray(at, at + 4)) === "vmtx") ?? 0;
  const at = view.getUint32(entry + 8) + 4 * glyph;
  view.setUint16(at, advance);
  view.setInt16(at + 2, bearing);
  const parsed = parseFont({ bytes, family: "Changed", weight: "normal", sha256: `${advance}`.padStart(64, "0") });
  if ("problem" in parsed) throw new Error(parsed.problem);
  return parsed.font;
}
