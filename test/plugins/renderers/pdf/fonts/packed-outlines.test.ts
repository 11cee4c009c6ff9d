import { createHash } from "node:crypto";
import { unzlibSync } from "fflate";
import { Blob, Face, Font as HarfBuzzFont } from "harfbuzzjs";
import { describe, expect, test } from "vitest";
import { pdfRenderer } from "../../../../../src/plugins/renderers/pdf/index.ts";
import { checkByQpdf, judge, pixels } from "../opened-pdf.ts";
import { BLACK, documentOf, fill, options, page, rectangle, regular, text } from "../page-document.ts";

// Outlines are packed with more effort where they are most of the file than where they are a hundredth of it.

const MM = 36_000;
const WORDS = "請求書：株式会社みどり商店 御中、合計金額￥1,234,567（税込）がぎぐげご ABC abc";

/** Rectangles at places that no compressor foresees: some seven bytes of a page each. */
function noise(pages: number, onEach: number) {
  return Array.from({ length: pages }, (_, index) => {
    const places = createHash("shake256", { outputLength: onEach * 4 })
      .update(`page ${index}`)
      .digest();
    return page([
      ...text(WORDS, 10 * MM, 20 * MM),
      ...Array.from({ length: onEach }, (_each, at) => {
        const [x, y] = [places.readUInt16BE(at * 4), places.readUInt16BE(at * 4 + 2)];
        return fill(rectangle(x * 100, MM * 30 + y * 100, MM, MM), BLACK);
      }),
    ]);
  });
}

const draw = (pages: number, onEach = 2_000) => pdfRenderer.render(documentOf(noise(pages, onEach)), options);

interface PackedFont {
  readonly packed: Uint8Array;
  readonly program: Uint8Array;
}

/** The one TrueType program of a file, as it stands there and unpacked by another library. */
function fontIn(file: Uint8Array): PackedFont {
  const latin1 = Buffer.from(file).toString("latin1");
  const found = [...latin1.matchAll(/<<([^<>]*\/Length1 (\d+)[^<>]*)>>\s*stream\r?\n/g)];
  expect(found).toHaveLength(1);
  const [whole = "", dictionary = "", length1 = ""] = found[0] ?? [];
  const from = (found[0]?.index ?? 0) + whole.length;
  const packed = file.slice(from, from + Number(/\/Length (\d+)/.exec(dictionary)?.[1]));
  const program = unzlibSync(packed);
  expect(program.length).toBe(Number(length1));
  return { packed, program };
}

describe("the outlines of a short and of a long file", () => {
  const [short, long] = [draw(1), draw(20)];
  const [ofShort, ofLong] = [fontIn(short), fontIn(long)];

  test("lie on both sides of the switch: the long file's are packed with less effort", () => {
    expect(short.length).toBeLessThan(96 * 1024);
    expect(long.length).toBeGreaterThan(2 * 96 * 1024);
    expect(ofLong.packed.length).toBeGreaterThan(ofShort.packed.length);
    expect(ofLong.packed.length).toBeLessThan(ofShort.packed.length * 1.1);
  });

  test("unpack to one font, which draws its letters as the whole font does", () => {
    expect(Buffer.compare(ofLong.program, ofShort.program)).toBe(0);
    const copy = new HarfBuzzFont(new Face(new Blob(ofLong.program)));
    const original = new HarfBuzzFont(new Face(new Blob(regular.bytes)));
    const ids = [...new Set([...WORDS].map((letter) => regular.glyphOf(letter.codePointAt(0) ?? 0)))];
    const sorted = [0, ...ids.toSorted((one, other) => one - other)];
    for (const [index, glyph] of sorted.entries()) {
      expect(copy.glyphToPath(index)).toBe(original.glyphToPath(glyph));
    }
  });

  test("are sound to others, and say and show the same", async () => {
    for (const file of [short, long]) {
      await checkByQpdf(file);
      const { stdout, stderr } = await judge(file, "pdftotext", ["-raw", "-l", "1", "FILE", "-"]);
      expect([stdout.replaceAll(/\s/g, ""), stderr]).toEqual([WORDS.replaceAll(" ", ""), ""]);
    }
    const [shown, other] = [await pixels(short), await pixels(long)];
    for (let x = 0; x < shown.width; x += 1) expect(other.at(x, 57)).toEqual(shown.at(x, 57));
  });

  test("have the same bytes again, whichever of them was packed before", () => {
    for (const pages of [20, 1, 1, 20, 2, 20]) {
      const again = draw(pages);
      if (pages === 20) expect(Buffer.compare(again, long)).toBe(0);
      if (pages === 1) expect(Buffer.compare(again, short)).toBe(0);
    }
  });

  test("are packed by what the file itself holds: by the smaller effort from one more page on", () => {
    const sizes = Array.from({ length: 14 }, (_, index) => fontIn(draw(index + 1)).packed.length);
    expect([...new Set(sizes)]).toEqual([ofShort.packed.length, ofLong.packed.length]);
    expect(sizes).toEqual(sizes.toSorted((one, other) => one - other));
  });
});
