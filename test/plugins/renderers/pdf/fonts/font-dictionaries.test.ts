import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { glyphMap, subsetTag, widthArray } from "../../../../../src/plugins/renderers/pdf/fonts/font-resources.ts";
import { toUnicodeMap } from "../../../../../src/plugins/renderers/pdf/fonts/to-unicode.ts";
import { fontFrom, regular } from "../page-document.ts";

const liberation = fontFrom("pdfjs-dist/standard_fonts/LiberationSans-Regular.ttf", "Liberation Sans", "normal");

function glyphsOf(text: string, font = regular): number[] {
  return [...new Set([...text].map((character) => font.glyphOf(character.codePointAt(0) ?? 0)))].sort((a, b) => a - b);
}

describe("the map to Unicode", () => {
  test("gives 金 its everyday code point, not the radical that shares its glyph", () => {
    expect(regular.glyphOf(0x2fa6)).toBe(regular.glyphOf(0x91d1));
    const map = toUnicodeMap(regular, glyphsOf("金額"));
    expect(map).toContain("<91D1>");
    expect(map).toContain("<984D>");
    expect(map).not.toContain("<2FA6>");
  });

  test("joins neighbours into ranges and leaves glyph 0 out", () => {
    const digits = glyphsOf("0123456789");
    const map = toUnicodeMap(regular, [0, ...digits]);
    expect(map).toMatch(/1 beginbfrange\n<[0-9A-F]{4}> <[0-9A-F]{4}> <0030>\nendbfrange/);
    expect(map).not.toContain("<0000> <0");
    expect(map).not.toContain("beginbfchar");
  });

  test("writes characters beyond the basic plane as surrogates", () => {
    expect(regular.glyphOf(0x20b9f)).not.toBe(0);
    expect(toUnicodeMap(regular, [regular.glyphOf(0x20b9f)])).toContain("<D842DF9F>");
  });

  test("has at most a hundred entries in a section", () => {
    const glyphs = Array.from({ length: 2000 }, (_, index) => 1200 + index * 3);
    const counts = [...toUnicodeMap(regular, glyphs).matchAll(/(\d+) beginbf/g)].map((match) => Number(match[1]));
    expect(counts.length).toBeGreaterThan(5);
    expect(Math.max(...counts)).toBeLessThanOrEqual(100);
  });
});

describe("widths", () => {
  test("list what differs from the most frequent one, neighbours together", () => {
    const [space, one, two] = [regular.glyphOf(0x20), regular.glyphOf(0x31), regular.glyphOf(0x32)];
    expect(two).toBe(one + 1);
    const { defaultWidth, widths } = widthArray(regular, [space, one, two, ...glyphsOf("請求書")]);
    expect(defaultWidth).toBe("1000");
    expect(widths).toBe(`${space}[224]${one}[555 555]`);
  });

  test("have decimals where the font's units ask for them", () => {
    const { defaultWidth } = widthArray(liberation, [liberation.glyphOf(0x41)]);
    expect(liberation.advanceOf(liberation.glyphOf(0x41))).toBe(1366);
    expect(defaultWidth).toBe("666.992");
  });

  test("are nothing where every glyph has the same", () => {
    expect(widthArray(regular, glyphsOf("請求書")).widths).toBe("");
  });
});

test("a subset's tag is six letters that hang on its glyphs alone", () => {
  expect(subsetTag([1, 2, 3])).toMatch(/^[A-Z]{6}$/);
  expect(subsetTag([1, 2, 3])).toBe(subsetTag([1, 2, 3]));
  expect(subsetTag([1, 2, 3])).not.toBe(subsetTag([1, 2, 4]));
});

test("the glyph map leads from every used glyph to its place in the subset, and from all others to none", () => {
  const sets = fc.uniqueArray(fc.integer({ min: 1, max: 3000 }), { maxLength: 400 });
  const neighbours = fc
    .tuple(fc.nat(200), fc.nat(300))
    .map(([start, count]) => Array.from({ length: count }, (_, i) => start + i));
  fc.assert(
    fc.property(sets, neighbours, (scattered, close) => {
      const glyphs = [...new Set([0, ...scattered, ...close])].sort((one, other) => one - other);
      const map = runLengthDecode(glyphMap(glyphs));
      const expected = new Uint8Array(((glyphs.at(-1) ?? 0) + 1) * 2);
      for (const [index, glyph] of glyphs.entries()) expected.set([index >> 8, index & 0xff], glyph * 2);
      expect(map).toEqual(expected);
    }),
  );
});

/** ISO 32000-1 §7.4.5, read literally. */
function runLengthDecode(bytes: Uint8Array): Uint8Array {
  const out: number[] = [];
  let at = 0;
  for (;;) {
    const length = bytes[at++];
    if (length === undefined) throw new Error("no end of data");
    if (length === 128) return Uint8Array.from(out);
    if (length < 128) {
      out.push(...bytes.subarray(at, at + length + 1));
      at += length + 1;
    } else {
      out.push(...Array<number>(257 - length).fill(bytes[at] as number));
      at += 1;
    }
  }
}
