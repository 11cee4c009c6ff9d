import { Blob, Face, Font as HarfBuzzFont } from "harfbuzzjs";
import { describe, expect, test } from "vitest";
import type { Font } from "../../../../../src/core/sdk/index.ts";
import { outlineOf, subsetTrueType } from "../../../../../src/plugins/renderers/pdf/fonts/glyf-subset.ts";
import { i16, trueTypeProgram, u16, u32 } from "../../../../../src/plugins/renderers/pdf/fonts/sfnt.ts";
import { fontFrom, regular } from "../page-document.ts";

/** A face with hinting programs, composite glyphs and 2,048 units per em. */
const liberation = fontFrom("pdfjs-dist/standard_fonts/LiberationSans-Regular.ttf", "Liberation Sans", "normal");

/** HarfBuzz reads both files by itself: it knows nothing of our copying. */
function harfbuzzFont(bytes: Uint8Array): HarfBuzzFont {
  return new HarfBuzzFont(new Face(new Blob(bytes)));
}

function glyphsOf(font: Font, text: string): number[] {
  return [...text].map((character) => font.glyphOf(character.codePointAt(0) ?? 0));
}

describe.each([
  ["Noto Sans JP", regular, "請求書：株式会社、金額￥1,234（税込）がぎぐABCg", "truetype"],
  ["Liberation Sans", liberation, "Ångström façade ¼ ǅ 100 %", "with composites"],
] as const)("a subset of %s", (_name, font, text, _kind) => {
  const program = trueTypeProgram(font);
  const { file, glyphs } = subsetTrueType(program, glyphsOf(font, text));

  test("draws every glyph as the original does", () => {
    const original = harfbuzzFont(font.bytes);
    const copy = harfbuzzFont(file);
    for (const glyph of glyphsOf(font, text)) {
      const path = original.glyphToPath(glyph);
      expect(copy.glyphToPath(glyphs.indexOf(glyph))).toBe(path);
      if (font.textOf(glyph).trim() !== "") expect(path.length).toBeGreaterThan(10);
    }
  });

  test("keeps every glyph's advance", () => {
    const hmtx = tableOf(file, "hmtx");
    for (const [index, glyph] of glyphs.entries()) expect(u16(hmtx, index * 4)).toBe(font.advanceOf(glyph));
  });

  test("has checksums that sum up", () => {
    expect(sum(file)).toBe(0xb1b0afba);
    for (const { tag, checksum, table } of directory(file)) {
      const bytes = table.slice();
      if (tag === "head") bytes.fill(0, 8, 12);
      expect(sum(bytes), tag).toBe(checksum);
    }
  });

  test("counts its glyphs alike in maxp, hhea and loca", () => {
    expect(u16(tableOf(file, "maxp"), 4)).toBe(glyphs.length);
    expect(u16(tableOf(file, "hhea"), 34)).toBe(glyphs.length);
    expect(tableOf(file, "loca").length).toBe((glyphs.length + 1) * 4);
    expect(u32(tableOf(file, "loca"), glyphs.length * 4)).toBe(tableOf(file, "glyf").length);
  });

  test("holds glyph 0 and is the same whatever the order of use", () => {
    expect(glyphs[0]).toBe(0);
    const backwards = subsetTrueType(program, glyphsOf(font, text).reverse());
    expect(backwards.file).toEqual(file);
  });
});

test("components of composite glyphs come along", () => {
  const program = trueTypeProgram(liberation);
  const glyph = liberation.glyphOf("Å".codePointAt(0) ?? 0);
  expect(i16(outlineOf(program, glyph), 0)).toBeLessThan(0);
  const { glyphs } = subsetTrueType(program, [glyph]);
  expect(glyphs).toContain(liberation.glyphOf("A".codePointAt(0) ?? 0));
});

test("hinting programs are copied as they stand", () => {
  const { file } = subsetTrueType(trueTypeProgram(liberation), [36]);
  for (const tag of ["cvt ", "fpgm", "prep"]) expect(tableOf(file, tag)).toEqual(liberation.table(tag));
});

test("a glyph id that the font does not have is left out", () => {
  expect(subsetTrueType(trueTypeProgram(regular), [65_535]).glyphs).toEqual([0]);
});

function* directory(file: Uint8Array): Generator<{ tag: string; checksum: number; table: Uint8Array }> {
  for (let entry = 12; entry < 12 + u16(file, 4) * 16; entry += 16) {
    const tag = String.fromCharCode(...file.subarray(entry, entry + 4));
    const [checksum, offset, length] = [u32(file, entry + 4), u32(file, entry + 8), u32(file, entry + 12)];
    yield { tag, checksum, table: file.subarray(offset, offset + length) };
  }
}

function tableOf(file: Uint8Array, wanted: string): Uint8Array {
  for (const { tag, table } of directory(file)) if (tag === wanted) return table;
  throw new Error(`no table ${wanted}`);
}

function sum(bytes: Uint8Array): number {
  let total = 0;
  for (let at = 0; at < bytes.length; at += 4) total = (total + u32(bytes, at)) >>> 0;
  return total;
}
