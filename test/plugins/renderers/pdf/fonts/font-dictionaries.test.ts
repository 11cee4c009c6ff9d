import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { glyphMap, widthArray } from "../../../../../src/plugins/renderers/pdf/fonts/font-resources.ts";
import { toUnicodeMap } from "../../../../../src/plugins/renderers/pdf/fonts/to-unicode.ts";
import { fontFrom, regular } from "../page-document.ts";

const liberation = fontFrom("pdfjs-dist/standard_fonts/LiberationSans-Regular.ttf", "Liberation Sans", "normal");

function glyphsOf(text: string, font = regular): number[] {
  return [...new Set([...text].map((character) => font.glyphOf(character.codePointAt(0) ?? 0)))].sort((a, b) => a - b);
}

function textsOf(glyphs: readonly number[], font = regular): string[] {
  return glyphs.map((glyph) => font.textOf(glyph));
}

function widthsOf(glyphs: readonly number[], font = regular) {
  return widthArray(
    glyphs,
    glyphs.map((glyph) => font.advanceOf(glyph)),
    font.unitsPerEm,
  );
}

describe("the map to Unicode", () => {
  test("gives 金 its everyday code point, not the radical that shares its glyph", () => {
    expect(regular.glyphOf(0x2fa6)).toBe(regular.glyphOf(0x91d1));
    const map = toUnicodeMap(glyphsOf("金額"), textsOf(glyphsOf("金額")));
    expect(map).toContain("<91D1>");
    expect(map).toContain("<984D>");
    expect(map).not.toContain("<2FA6>");
  });

  test("joins neighbours into ranges and leaves glyph 0 out", () => {
    const digits = glyphsOf("0123456789");
    const map = toUnicodeMap([0, ...digits], ["", ...textsOf(digits)]);
    expect(map).toMatch(/1 beginbfrange\n<[0-9A-F]{4}> <[0-9A-F]{4}> <0030>\nendbfrange/);
    expect(map).not.toContain("<0000> <0");
    expect(map).not.toContain("beginbfchar");
  });

  test("writes characters beyond the basic plane as surrogates", () => {
    expect(regular.glyphOf(0x20b9f)).not.toBe(0);
    const glyph = regular.glyphOf(0x20b9f);
    expect(toUnicodeMap([glyph], textsOf([glyph]))).toContain("<D842DF9F>");
  });

  test("has at most a hundred entries in a section", () => {
    const glyphs = Array.from({ length: 2000 }, (_, index) => 1200 + index * 3);
    const counts = [...toUnicodeMap(glyphs, textsOf(glyphs)).matchAll(/(\d+) beginbf/g)].map((match) =>
      Number(match[1]),
    );
    expect(counts.length).toBeGreaterThan(5);
    expect(Math.max(...counts)).toBeLessThanOrEqual(100);
  });
});

describe("widths", () => {
  test("list what differs from the most frequent one, neighbours together", () => {
    const [space, one, two] = [regular.glyphOf(0x20), regular.glyphOf(0x31), regular.glyphOf(0x32)];
    expect(two).toBe(one + 1);
    const { defaultWidth, widths } = widthsOf([space, one, two, ...glyphsOf("請求書")]);
    expect(defaultWidth).toBe(1000);
    expect(widths).toBe(`${space}[224]${one}[555 555]`);
  });

  test("have decimals where the font's units ask for them, but the default is a whole number", () => {
    const [letter, digit] = [liberation.glyphOf(0x41), liberation.glyphOf(0x31)];
    expect(liberation.advanceOf(letter)).toBe(1366);
    // Readers that meet another number than an integer take 1000 for it (ISO 32000-1, table 117).
    expect(widthsOf([letter], liberation)).toEqual({ defaultWidth: 1000, widths: `${letter}[666.992]` });
    expect(widthsOf([digit, letter], liberation).widths).toBe(`${digit}[556.152]${letter}[666.992]`);
  });

  test("are nothing where every glyph has the same", () => {
    expect(widthsOf(glyphsOf("請求書")).widths).toBe("");
  });
});

test("the glyph map leads from every used glyph to its place in the subset, and from all others to none", () => {
  const sets = fc.uniqueArray(fc.integer({ min: 1, max: 3000 }), { maxLength: 400 });
  const neighbours = fc
    .tuple(fc.nat(200), fc.nat(300))
    .map(([start, count]) => Array.from({ length: count }, (_, i) => start + i));
  fc.assert(
    fc.property(sets, neighbours, (scattered, close) => {
      const glyphs = [...new Set([0, ...scattered, ...close])].sort((one, other) => one - other);
      const map = runLengthDecode(glyphMap([...glyphs.entries()].map(([place, glyph]) => [glyph, place])));
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
