import { describe, expect, test } from "vitest";
import { createShaper, type Font, type ShapedPiece } from "../../../../src/core/text/index.ts";
import { type BundledFont, bundledFont, bundledFonts, harfbuzzWasm } from "../bundled-fonts.ts";

const shaper = createShaper(harfbuzzWasm());
const options = { lang: "ja", tabular: false, kerning: true, direction: "horizontal" } as const;

/** xMin, yMin, xMax, yMax of a glyph's outline, from the font's own tables. */
function inkOf(font: Font, glyph: number): readonly [number, number, number, number] {
  const view = (tag: string) => {
    const table = font.table(tag) ?? new Uint8Array();
    return new DataView(table.buffer, table.byteOffset, table.byteLength);
  };
  const [loca, glyf, head] = [view("loca"), view("glyf"), view("head")];
  const start = head.getInt16(50) === 1 ? loca.getUint32(4 * glyph) : 2 * loca.getUint16(2 * glyph);
  const at = (offset: number) => glyf.getInt16(start + offset);
  return [at(2), at(4), at(6), at(8)];
}

/** Each glyph's ink where it stands: pen, offset and outline. */
function inksOf(pieces: readonly ShapedPiece[]) {
  let [penX, penY] = [0, 0];
  return pieces.flatMap(({ run }) =>
    run.glyphs.map((glyph, at) => {
      const [xMin, yMin, xMax, yMax] = inkOf(run.font, glyph);
      const [x, y] = [penX + (run.offsets?.[2 * at] ?? 0), penY + (run.offsets?.[2 * at + 1] ?? 0)];
      if (run.direction === "horizontal") penX += run.advances[at] ?? 0;
      else penY -= run.advances[at] ?? 0;
      return { left: x + xMin, bottom: y + yMin, right: x + xMax, top: y + yMax };
    }),
  );
}

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghiklmnopqrstuvwxyzΑΩабв漢あ"];
const ABOVE = [0x300, 0x301, 0x302, 0x303, 0x304, 0x305, 0x306, 0x307, 0x308, 0x30a, 0x30c, 0x20d7];
const BELOW = [0x323, 0x324, 0x32d, 0x330, 0x331, 0x332];
const AROUND = [0x20dd, 0x20de];

/** The letter and its mark, where the font has both and no glyph of their own for the two together. */
function pairOf(font: Font, letter: string, mark: number) {
  if (font.glyphOf(mark) === 0 || font.glyphOf(letter.codePointAt(0) ?? 0) === 0) return null;
  const pieces = shaper.shape(letter + String.fromCodePoint(mark), [font], options);
  const [base, over, ...rest] = inksOf(pieces);
  return base === undefined || over === undefined || rest.length > 0 ? null : { base, over, pieces };
}

describe.each(bundledFonts)("combining marks of %s", (name: BundledFont) => {
  const font = bundledFont(name);
  const em = font.unitsPerEm;

  test("stand above, below or around the middle of their letters, and over none", () => {
    let counted = 0;
    for (const letter of LETTERS) {
      for (const mark of [...ABOVE, ...BELOW, ...AROUND]) {
        const pair = pairOf(font, letter, mark);
        if (pair === null) continue;
        counted++;
        const { base, over, pieces } = pair;
        const what = `${letter} U+${mark.toString(16)}`;
        const apart = Math.abs(base.left + base.right - over.left - over.right) / 2;
        expect(apart, what).toBeLessThan(0.2 * em);
        if (ABOVE.includes(mark)) expect(over.bottom, what).toBeGreaterThanOrEqual(base.top);
        else if (BELOW.includes(mark)) expect(over.top, what).toBeLessThanOrEqual(base.bottom);
        else expect(Math.abs(base.bottom + base.top - over.bottom - over.top) / 2, what).toBeLessThan(0.1 * em);
        // The mark takes no room of its own, and is read after its letter.
        expect(pieces.flatMap(({ run }) => [...run.advances]).at(-1), what).toBe(0);
        expect(pieces.map(({ run }) => run.text).join(""), what).toBe(letter + String.fromCodePoint(mark));
      }
    }
    expect(counted).toBeGreaterThan(100);
  });

  test("that follow one another stand clear of one another", () => {
    const [first = 0, second = 0] = ABOVE.filter((mark) => font.glyphOf(mark) !== 0);
    const text = `q${String.fromCodePoint(first, second)}`;
    const sorted = inksOf(shaper.shape(text, [font], options)).sort((one, other) => one.bottom - other.bottom);
    expect(sorted).toHaveLength(3);
    expect(sorted[1]?.bottom).toBeGreaterThanOrEqual(sorted[0]?.top ?? 0);
    expect(sorted[2]?.bottom).toBeGreaterThanOrEqual(sorted[1]?.top ?? 0);
  });

  test("of letters that a font has only in parts stand like others", () => {
    for (const letter of ["Ẍ", "Ẋ", "Ṁ", "Ẽ", "Ỹ", "Ḿ"]) {
      const inks = inksOf(shaper.shape(letter, [font], options));
      const [base, over] = inks;
      if (base === undefined || over === undefined) continue;
      expect(over.bottom, letter).toBeGreaterThanOrEqual(base.top);
    }
  });

  test("stand in vertical lines as in level ones", () => {
    const level = inksOf(shaper.shape("漢\u0304", [font], options));
    const upright = inksOf(shaper.shape("漢\u0304", [font], { ...options, direction: "vertical" }));
    const apart = (inks: ReturnType<typeof inksOf>) => [
      (inks[1]?.left ?? 0) - (inks[0]?.left ?? 0),
      (inks[1]?.top ?? 0) - (inks[0]?.top ?? 0),
    ];
    expect(apart(upright)).toEqual(apart(level));
  });

  test("change nothing of texts without them", () => {
    const text = "検査成績書 No.12 ±0.05 が ﾊﾞ";
    const before = shaper.shape(text, [font], options);
    shaper.shape("X\u0304", [font], options);
    expect(shaper.shape(text, [font], options).map(({ run }) => run.glyphs)).toEqual(
      before.map(({ run }) => run.glyphs),
    );
  });

  test("that compose with their letter are that letter", () => {
    for (const text of ["e\u0301", "か\u3099", "は\u309a"]) {
      expect(shaper.shape(text, [font], options).flatMap(({ run }) => run.glyphs)).toEqual([
        font.glyphOf(text.normalize("NFC").codePointAt(0) ?? 0),
      ]);
    }
  });
});
