import { describe, expect, it } from "vitest";
import { type ParsedFont, parseFont } from "../../../../src/core/text/index.ts";
import { bundledFont, bundledFonts } from "../bundled-fonts.ts";

describe("a bundled font", () => {
  const sans = bundledFont("sansNormal");

  it("has its names, metrics and identity", () => {
    expect(sans).toMatchObject({
      postScriptName: "NotoSansJP-Regular",
      unitsPerEm: 1000,
      glyphCount: 17_103,
      ascent: 880,
      descent: -120,
      outlines: "truetype",
    });
    expect(sans.id).toMatch(/^NotoSansJP-Regular-[0-9a-f]{16}$/u);
  });

  it.each(bundledFonts)("%s has the characters of Japanese forms", (name) => {
    const font = bundledFont(name);
    const characters = "①㈱髙﨑𠮷辻▲△□㎡─～〜φ㋿〒￥¥㍻ｱﾞ々〆ヶ亜腕弌熙堯槇遙瑤凜";
    // BIZ UD lacks the other 吉, which falls back to Noto.
    const lacking = font.family.startsWith("BIZ UD") ? ["𠮷"] : [];
    expect([...characters].filter((character) => font.glyphOf(character.codePointAt(0) ?? 0) === 0)).toEqual(lacking);
  });

  it("knows variation sequences, and says when it does not", () => {
    const katsu = 0x845b;
    expect(sans.variationGlyphOf(katsu, 0xe0100)).not.toBe(0);
    expect(sans.variationGlyphOf(katsu, 0xe0100)).not.toBe(sans.glyphOf(katsu));
    expect(sans.variationGlyphOf(katsu, 0xe01ef)).toBe(0);
  });
});

describe("the text of a glyph", () => {
  const sans = bundledFont("sansNormal");

  it.each([
    ["a unified ideograph, not the radical of the same glyph", "⼦", "子"],
    ["金, not ⾦", "⾦", "金"],
    ["a unified ideograph in the compatibility block", "﨑", "﨑"],
    ["a kana", "あ", "あ"],
    ["a supplementary ideograph", "𠮷", "𠮷"],
  ])("is %s", (_, character, text) => {
    expect(sans.textOf(sans.glyphOf(character.codePointAt(0) ?? 0))).toBe(text);
  });

  it("is base and selector where only a sequence leads to it", () => {
    expect(sans.textOf(sans.variationGlyphOf(0x845b, 0xe0100))).toBe("葛\u{e0100}");
  });

  it("is never a radical or a compatibility ideograph that has a unified twin in the font", () => {
    const wrong: string[] = [];
    for (let codePoint = 0x2f00; codePoint <= 0x2fd5; codePoint += 1) {
      const text = sans.textOf(sans.glyphOf(codePoint));
      const unified = String.fromCodePoint(codePoint).normalize("NFKC");
      const isShared = sans.glyphOf(unified.codePointAt(0) ?? 0) === sans.glyphOf(codePoint);
      if (isShared && text !== unified) wrong.push(text);
    }
    expect(wrong).toEqual([]);
  });

  it("is known for all glyphs but the one for missing characters", () => {
    const without = [...Array(sans.glyphCount).keys()].filter((glyph) => sans.textOf(glyph) === "");
    expect(without).toEqual([0]);
  });
});

describe("a file that is no font", () => {
  const parse = (bytes: Uint8Array): ParsedFont => parseFont({ bytes, family: "X", weight: "normal", sha256: "00" });
  const ascii = (text: string): Uint8Array => new Uint8Array([...text.padEnd(64, "\0")].map((c) => c.charCodeAt(0)));
  const cut = (length: number): Uint8Array => bundledFont("sansNormal").bytes.slice(0, length);

  it.each([
    ["nothing", new Uint8Array(0), "The file is too short to be a font."],
    ["a web font", ascii("wOF2"), "The file is a web font (WOFF); hand in the TTF or OTF."],
    ["a collection", ascii("ttcf"), "The file is a font collection; hand in one face of it."],
    ["a text", ascii("hello world"), "The file is not a TrueType or OpenType font."],
    ["a font without its end", cut(4096), /^The font's table .+ reaches beyond the end of the file\.$/u],
    ["a directory without its end", cut(40), "The font's table directory is damaged."],
  ])("is refused with a sentence: %s", (_, bytes, problem) => {
    expect(parse(bytes)).toEqual({ problem: typeof problem === "string" ? problem : expect.stringMatching(problem) });
  });

  it("is refused, not thrown over, when tables are damaged", () => {
    const damaged = bundledFont("sansNormal").bytes.slice();
    const view = new DataView(damaged.buffer);
    for (let index = 0; index < view.getUint16(4); index += 1) {
      const tag = String.fromCharCode(...damaged.slice(12 + 16 * index, 16 + 16 * index));
      if (tag === "cmap") view.setUint32(12 + 16 * index + 12, 40);
    }
    expect(parse(damaged)).toHaveProperty("problem");
  });
});
