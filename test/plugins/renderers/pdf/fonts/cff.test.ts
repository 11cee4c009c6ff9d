import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Font } from "../../../../../src/core/sdk/index.ts";
import { cffProgram } from "../../../../../src/plugins/renderers/pdf/fonts/cff-program.ts";
import { subsetCff } from "../../../../../src/plugins/renderers/pdf/fonts/cff-subset.ts";
import { pdfRenderer } from "../../../../../src/plugins/renderers/pdf/index.ts";
import { checkByQpdf, judge, pixels } from "../opened-pdf.ts";
import { documentOf, fontFrom, options, page, text } from "../page-document.ts";

const MM = 36_000;
const WORDS = "Hello, World! fi (CFF) ÄÖÜß 0123456789 @ &";

/** An OpenType font with CFF outlines that the encoder of bar codes brings with it. */
const require = createRequire(import.meta.url);
const PATH = join(dirname(require.resolve("bwip-js")), "..", "fonts", "Inconsolata.otf");
const font = fontFrom(PATH, "Inconsolata", "normal");

function glyphsOf(letters: string): number[] {
  return [...new Set([...letters].map((letter) => font.glyphOf(letter.codePointAt(0) ?? 0)))].sort((a, b) => a - b);
}

/** The font with another CFF table. */
function withCff(table: Uint8Array | null): Font {
  return { ...font, table: (tag) => (tag === "CFF " ? table : font.table(tag)) };
}

describe("a font with CFF outlines", () => {
  const items = text(WORDS, 10 * MM, 20 * MM, { font, sizeEmu: 254_000 });
  const file = pdfRenderer.render(documentOf([page(items)]), options);

  test("is embedded as a subset that gives its text back", async () => {
    await checkByQpdf(file);
    const fonts = (await judge(file, "pdffonts", ["FILE"])).stdout;
    expect(fonts).toMatch(/^[A-Z]{6}\+Inconsolata +CID Type 0C +Identity-H +yes yes yes/m);
    expect((await judge(file, "pdftotext", ["FILE", "-"])).stdout.trim()).toBe(WORDS);
    expect(file.length).toBeLessThan(font.bytes.length / 4);
  });

  test("is drawn where its words stand", async () => {
    const { data, width } = await pixels(file);
    const dark = [...data.keys()].filter((at) => at % 3 === 0 && (data[at] ?? 255) < 128).map((at) => at / 3);
    const columns = dark.map((pixel) => pixel % width);
    const rows = dark.map((pixel) => Math.floor(pixel / width));
    expect(dark.length).toBeGreaterThan(400);
    // 10 mm are 28 points, 42 letters of half an em 420 points; the baseline lies at 57 points.
    expect(Math.min(...columns)).toBeGreaterThanOrEqual(28);
    expect(Math.max(...columns)).toBeLessThanOrEqual(28 + 420);
    expect(Math.min(...rows)).toBeGreaterThan(35);
    expect(Math.max(...rows)).toBeLessThan(63);
  });

  test("has the same bytes again", () => {
    expect(pdfRenderer.render(documentOf([page(items)]), options)).toEqual(file);
  });

  test("with variable outlines is refused in words", () => {
    expect(() => cffProgram(withCff(null))).toThrow(/Inconsolata has CFF2 outlines; install a static instance/);
  });
});

function sameCodes(glyphs: readonly number[]): ReadonlyMap<number, number> {
  return new Map(glyphs.map((glyph) => [glyph, glyph]));
}

describe("a subset of CFF outlines", () => {
  const used = glyphsOf("CFF 値");
  const subset = subsetCff(cffProgram(font), sameCodes(used), "ABCDEF+Inconsolata");
  const read = cffProgram(withCff(subset));

  test("holds the outlines of the glyphs as they were, under the ids that they had", () => {
    const whole = cffProgram(font);
    expect(read.charStrings.length).toBe(new Set([0, ...used]).size);
    [...new Set([0, ...used])]
      .sort((a, b) => a - b)
      .forEach((glyph, place) => {
        expect(read.charStrings[place]).toEqual(whole.charStrings[glyph]);
      });
  });

  test("has a glyph for each code, though two show the same", () => {
    const [glyph = 0] = used;
    const twice = new Map([...sameCodes(used), [3000, glyph]]);
    const program = cffProgram(withCff(subsetCff(cffProgram(font), twice, "ABCDEF+Inconsolata")));
    expect(program.charStrings).toHaveLength(read.charStrings.length + 1);
    expect(program.charStrings.at(-1)).toEqual(cffProgram(font).charStrings[glyph]);
  });

  test("keeps what its outlines call and empties the other subroutines", () => {
    const whole = cffProgram(font);
    const kept = (read.fontDicts[0]?.subrs ?? []).filter((subr) => subr.length > 1 || subr[0] !== 11);
    expect(read.fontDicts[0]?.subrs.length).toBe(whole.fontDicts[0]?.subrs.length);
    expect(read.globalSubrs.length).toBe(whole.globalSubrs.length);
    expect(kept.length).toBeLessThanOrEqual(whole.fontDicts[0]?.subrs.length ?? 0);
  });

  test("is a CID-keyed font, of which a subset can be made again", () => {
    const again = subsetCff(read, sameCodes([1, 2]), "ABCDEF+Inconsolata");
    const reread = cffProgram(withCff(again));
    expect(reread.charStrings).toEqual(read.charStrings.slice(0, 3));
    expect(reread.dictOf(2)).toBe(0);
    expect(reread.fontDicts[0]?.privateEntries.length).toBe(read.fontDicts[0]?.privateEntries.length);
  });
});
