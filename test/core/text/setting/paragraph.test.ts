import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  baselineEmu,
  createShaper,
  glyphAdvanceEmu,
  linesHeightEmu,
  naturalWidthEmu,
  type Paragraph,
  type ParagraphSpec,
  prepareParagraphs,
  setParagraph,
  textHeightEmu,
} from "../../../../src/core/text/index.ts";
import { placeLine } from "../../../../src/core/text/setting/line-placing.ts";
import { isShortSetting, placeShortLine } from "../../../../src/core/text/setting/short-line.ts";
import { measure } from "../../../../src/core/text/setting/strip.ts";
import { inLane } from "../../../support/lane.ts";
import { bundledFont, bundledFonts, harfbuzzWasm } from "../bundled-fonts.ts";

const PT = 12_700;
const EM = 10 * PT;
const shaper = createShaper(harfbuzzWasm());
const base: ParagraphSpec = {
  text: "",
  fonts: [bundledFont("sansNormal")],
  lang: "ja",
  sizeEmu: EM,
  letterSpacingEmu: 0,
  align: "left",
  wrap: "kinsoku",
  kinsoku: "strict",
  fit: "wrap",
  sizeMinEmu: 6 * PT,
  condenseThousandths: 800,
  linesMax: null,
  tabular: false,
  latinGapThousandths: 0,
};

const set = (text: string, ems: number, change: Partial<ParagraphSpec> = {}): Paragraph =>
  setParagraph({ ...base, text, ...change }, Math.round(ems * EM), shaper);
const lineTexts = (text: string, paragraph: Paragraph): string[] =>
  paragraph.lines.map(({ start, end }) => text.slice(start, end));
/** Per glyph of the first line, its pen position in thousandths of an em. */
const pens = (paragraph: Paragraph): number[] =>
  (paragraph.lines[0]?.pieces ?? []).flatMap((piece) => {
    let x = piece.xEmu;
    return [...piece.run.glyphs].map((_, glyph) => {
      const pen = Math.round((1000 * x) / EM);
      x += glyphAdvanceEmu(piece.run, glyph, paragraph.sizeEmu, paragraph.scaleThousandths);
      x += piece.letterSpacingEmu + (piece.adjustmentsEmu?.[glyph] ?? 0);
      return pen;
    });
  });

describe("lines", () => {
  it.each([
    ["takes what fits", "請求書を送付します", 5, ["請求書を送", "付します"]],
    ["keeps a stop by its word", "合計は千円です。以上", 7, ["合計は千円で", "す。以上"]],
    ["lets the half em at a line's end go to keep the stop", "合計は千円です。以上", 7.5, ["合計は千円です。", "以上"]],
    ["stands an opening bracket flush and gains its half em", "「合計金額」と", 5.5, ["「合計金額」", "と"]],
    ["ends where it is told", "一行目\n二行目", 10, ["一行目", "二行目"]],
    ["parts a word that is longer than the line", "ABCDEFGHIJ", 3, ["ABCD", "EFGHI", "J"]],
    ["lets spaces hang", "合計金額 請求書", 4, ["合計金額 ", "請求書"]],
    ["moves a date to the next line whole", "お支払いは11月30日です", 7, ["お支払いは", "11月30日です"]],
  ])("%s", (_, text, ems, lines) => {
    expect(lineTexts(text, set(text, ems))).toEqual(lines);
  });

  it("has one line without pieces for an empty text", () => {
    expect(set("", 5)).toMatchObject({ lines: [{ start: 0, end: 0, widthEmu: 0, pieces: [] }], overflowEmu: 0 });
  });

  it("holds at most the lines asked for and counts the rest", () => {
    const paragraph = set("あいうえおかきくけこ", 3, { linesMax: 2 });
    expect([paragraph.lines.length, paragraph.linesOver]).toEqual([2, 2]);
  });

  it("says by how much a line without wrapping is too wide", () => {
    expect(set("請求書控え", 3, { wrap: "none", fit: "clip" })).toMatchObject({
      overflowEmu: 2 * EM,
      widthEmu: 5 * EM,
    });
  });

  it("tells each character that is not printed as itself, unless it is invisible wherever it stands", () => {
    const invisible = /^[\p{Default_Ignorable_Code_Point}\p{White_Space}]$/u;
    const font = bundledFont("sansNormal");
    const hasGlyph = (part: string): boolean => part === "" || font.glyphOf(part.codePointAt(0) ?? 0) !== 0;
    const quiet: string[] = [];
    const controls = Array.from({ length: 0xa0 }, (_, code) => code);
    const step = inLane({ fast: 37, full: 1 });
    const others = Array.from({ length: Math.floor(0x11_0000 / step) }, (_, at) => at * step);
    for (const code of [...controls, 0xfdd0, 0xfffe, 0xffff, 0x1_fffe, 0x10_ffff, ...others]) {
      if (code >= 0xd800 && code <= 0xdfff) continue;
      const character = String.fromCodePoint(code);
      // A letter with marks may be put together of a letter, with one of them or none, and the others.
      const [letter = "", first = "", ...marks] = character.normalize("NFD");
      const ways = [character, [letter, first, ...marks], [...`${letter}${first}`.normalize("NFC"), ...marks]];
      const isDrawn = ways.some((way) => [...way].join("") !== "" && [...way].every(hasGlyph));
      if (isDrawn || invisible.test(character)) continue;
      if (set(`山${character}田`, 20).missing.length === 0) quiet.push(code.toString(16));
    }
    expect(quiet).toEqual([]);
  });

  it("tells control characters and variants that something else is printed for, each where it stands", () => {
    // Every control but those that end a line by their meaning, which is what they do.
    for (const code of [...Array.from({ length: 0x20 }, (_, each) => each), 0x7f]) {
      const character = String.fromCharCode(code);
      const told = [{ start: 3, end: 4, lost: "control" }];
      const { missing } = set(`a\nb${character}c\nd`, 20);
      expect(missing, code.toString(16)).toEqual("\n\r".includes(character) ? [] : told);
    }
    expect(set("一葛\u{e01ef}二\n神\ufe0d", 20).missing).toEqual([
      { start: 1, end: 4, lost: "variant" },
      { start: 6, end: 8, lost: "variant" },
    ]);
    // A shape that the font has, and a selector of emoji.
    expect(set("葛\u{e0100}☎\ufe0e", 20).missing.filter(({ lost }) => lost !== undefined)).toEqual([]);
  });

  it("names what no font has, by its place in the text", () => {
    expect(set("一\n確認☑済", 20).missing).toEqual([{ start: 4, end: 5 }]);
    // Private characters (外字) have no glyph before one is declared for them.
    expect(set("山\ue000田\u{f0000}", 20).missing).toEqual([
      { start: 1, end: 2 },
      { start: 3, end: 5 },
    ]);
  });
});

describe("Japanese spacing", () => {
  it.each([
    ["closing and opening brackets share half an em", "」「", [0, 500]],
    ["closing brackets and stops stand solid", "」。", [0, 500]],
    ["opening brackets stand solid", "あ「『", [0, 1000, 1500]],
    ["a bracket between letters keeps its space", "あ「い」う", [0, 1000, 2000, 3000, 4000]],
    ["a middle dot after a bracket keeps its quarter", "」・", [0, 500]],
    ["an opening bracket at the line's start is flush", "「あ", [-500, 500]],
  ])("%s", (_, text, expected) => {
    expect(pens(set(text, 20))).toEqual(expected);
  });

  it("parts Japanese and Latin by a quarter em where asked", () => {
    const [first, , third] = pens(set("第1回", 20, { latinGapThousandths: 250 }));
    expect([first, third]).toEqual([0, 1000 + 250 + 555 + 250]);
    expect(pens(set("第1回", 20))[2]).toBe(1555);
  });
});

describe("alignment", () => {
  const x = (text: string, ems: number, align: ParagraphSpec["align"]): number[] => pens(set(text, ems, { align }));

  it("centres, and sees brackets by their ink", () => {
    expect(x("請求", 6, "center")).toEqual([2000, 3000]);
    expect(x("（税込）", 6, "center")).toEqual([1000, 2000, 3000, 4000]);
  });

  it("sets flush right, spaces at the end left out", () => {
    expect(x("合計 ", 6, "right").slice(0, 2)).toEqual([4000, 5000]);
  });

  it("sets brackets and stops flush at the edge that the text is aligned to", () => {
    expect(x("（税込）", 6, "right")).toEqual([2500, 3500, 4500, 5500]);
    expect(x("以上。", 6, "right")).toEqual([3500, 4500, 5500]);
    expect(x("（税込）", 6, "left")).toEqual([-500, 500, 1500, 2500]);
    // Also on one line of several, and where the line is full.
    expect(pens(set("（税込）\n請求", 6, { align: "right" }))).toEqual([2500, 3500, 4500, 5500]);
    expect(x("（税込）", 3, "right")).toEqual([-500, 500, 1500, 2500]);
    expect(x("（税込）", 3, "center")).toEqual([-500, 500, 1500, 2500]);
  });

  it("distributes clusters evenly, and centres a single one", () => {
    expect(x("請求書", 7, "distribute")).toEqual([0, 3000, 6000]);
    expect(x("御", 7, "distribute")).toEqual([3000]);
    expect(x("葛\u{e0100}飾", 6, "distribute")).toEqual([0, 5000]);
  });

  it("justifies all lines but the last", () => {
    const paragraph = set("これは、長い文章の例です。二行目", 9.25, { align: "justify" });
    expect(paragraph.lines.map((line) => line.widthEmu)).toEqual([9.25 * EM, 7 * EM]);
  });
});

describe("the shrink ladder", () => {
  const text = "（株）山田商店「本社」";
  const shrunk = (ems: number, change: Partial<ParagraphSpec> = {}): Paragraph =>
    set(change.text ?? text, ems, { fit: "shrink", ...change });

  it.each([
    ["nothing where the text fits", 11, { sizeEmu: EM, scaleThousandths: 1000, letterSpacingEmu: 0 }],
    ["punctuation first", 9, { sizeEmu: EM, scaleThousandths: 1000, letterSpacingEmu: 0 }],
    ["then letter-spacing down to −5 %", 8.8, { sizeEmu: EM, scaleThousandths: 1000, letterSpacingEmu: -EM / 50 }],
    ["then the width", 8, { sizeEmu: EM, scaleThousandths: 940, letterSpacingEmu: -EM / 20 }],
    ["then the size", 6, { sizeEmu: 8.75 * PT, scaleThousandths: 800, letterSpacingEmu: -5556 }],
  ])("gives up %s", (_, ems, expected) => {
    expect(shrunk(ems)).toMatchObject({ ...expected, overflowEmu: 0 });
  });

  it("takes the same share of each letter's advance, so that digits and Latin letters do not touch", () => {
    const texts = fc.array(fc.constantFrom(..."1118,0.%WiMl 国語"), { minLength: 2, maxLength: 40 });
    const shares = fc.double({ min: 0.3, max: 0.99, noNaN: true });
    fc.assert(
      fc.property(texts, shares, (letters, share) => {
        const text = letters.join("");
        const natural = set(text, 100).widthEmu;
        const { lines, scaleThousandths, sizeEmu } = shrunk((share * natural) / EM, { text });
        for (const { run, letterSpacingEmu, adjustmentsEmu } of lines[0]?.pieces ?? []) {
          for (let glyph = 0; glyph + 1 < run.glyphs.length; glyph += 1) {
            const advanceEmu = glyphAdvanceEmu(run, glyph, sizeEmu, scaleThousandths);
            const closerEmu = 0 - letterSpacingEmu - (adjustmentsEmu?.[glyph] ?? 0);
            expect(closerEmu).toBeLessThanOrEqual((advanceEmu * 50) / scaleThousandths + 2);
          }
        }
      }),
    );
  });

  it("stops at the smallest size and says by how much it fails", () => {
    const paragraph = shrunk(3);
    expect(paragraph.sizeEmu).toBe(6 * PT);
    expect(paragraph.overflowEmu).toBeGreaterThan(0);
    expect(paragraph.lines).toHaveLength(1);
  });

  it.each([
    ["one line lower than its size", { acrossEmu: 8 * PT }, "国語", { sizeEmu: 8 * PT, scaleThousandths: 1000 }],
    ["forced lines", { acrossEmu: 20 * PT }, "国\n語", { sizeEmu: 8.25 * PT, scaleThousandths: 1000 }],
    ["three lines", { acrossEmu: 24 * PT }, "国".repeat(24), { sizeEmu: EM, scaleThousandths: 870 }],
    ["what no size of its range fits", { acrossEmu: 5 * PT }, "国語", { sizeEmu: 6 * PT }],
  ])("shrinks %s for the room across the lines", (_, room, words, expected) => {
    const shrinkRoom = { ...room, lineHeightThousandths: 1400 };
    expect(shrunk(10, { text: words, linesMax: 3, shrinkRoom })).toMatchObject(expected);
  });

  it("makes a word smaller rather than part it, and parts it where no size is small enough", () => {
    const words = "品名はInternationalです";
    const small = shrunk(5, { text: words, linesMax: 4 });
    expect(lineTexts(words, small)).toContain("International");
    expect(small.scaleThousandths).toBeLessThan(1000);
    expect(shrunk(2, { text: words, linesMax: 9 }).overflowEmu).toBe(0);
  });

  it("fits the room in both directions, or has come to its end", () => {
    const words = fc.array(fc.constantFrom(..."国語、。（）A1 あィ\n"), { maxLength: 60 }).map((all) => all.join(""));
    const lineHeightThousandths = fc.constantFrom(1000, 1250, 1700);
    const shrinkRoom = fc.record({ acrossEmu: fc.integer({ min: 4 * PT, max: 80 * PT }), lineHeightThousandths });
    const ems = fc.integer({ min: 2, max: 30 });
    const linesMax = fc.constantFrom(null, 1, 2, 3, 5);
    fc.assert(
      fc.property(words, ems, linesMax, shrinkRoom, (text, width, most, room) => {
        const { lines, linesOver, overflowEmu, sizeEmu } = shrunk(width, { text, linesMax: most, shrinkRoom: room });
        const across = textHeightEmu(lines.length, sizeEmu, room.lineHeightThousandths);
        const isFitting = overflowEmu === 0 && linesOver === 0 && across <= room.acrossEmu;
        if (!isFitting) expect(sizeEmu).toBe(6 * PT);
      }),
      { numRuns: inLane({ fast: 200, full: 5_000 }) },
    );
  });

  it("wraps first where lines allow it", () => {
    expect(shrunk(6, { linesMax: 2 })).toMatchObject({ sizeEmu: EM, scaleThousandths: 1000, linesOver: 0 });
  });
});

describe("line boxes", () => {
  it("stands the 880/120 em box in the middle of its line", () => {
    expect(baselineEmu(EM, 1000)).toBe(0.88 * EM);
    expect(baselineEmu(EM, 1400)).toBe(0.2 * EM + 0.88 * EM);
    expect([linesHeightEmu(3, EM, 1400), textHeightEmu(3, EM, 1400)]).toEqual([4.2 * EM, 3.8 * EM]);
  });
});

describe("any text", () => {
  const character = fc.oneof(
    fc.constantFrom(..."、。「」（）・…ー々っァ！？ 　〜￥％A1.,-/様年月日円"),
    fc.integer({ min: 0x3041, max: 0x3096 }).map((unit) => String.fromCodePoint(unit)),
    fc.integer({ min: 0x4e00, max: 0x9fff }).map((unit) => String.fromCodePoint(unit)),
    fc.integer({ min: 0x20, max: 0x7e }).map((unit) => String.fromCodePoint(unit)),
    fc.constantFrom("葛\u{e0100}", "か\u309a", "e\u0301", "\n", "𠮷"),
  );
  const specs = fc.record({
    text: fc.array(character, { maxLength: 60 }).map((all) => all.join("")),
    align: fc.constantFrom("left", "center", "right", "justify", "distribute" as const),
    wrap: fc.constantFrom("kinsoku", "char" as const),
    kinsoku: fc.constantFrom("strict", "normal", "loose", "none" as const),
    letterSpacingEmu: fc.constantFrom(0, 1270, -635),
    latinGapThousandths: fc.constantFrom(0, 250),
    figureGapThousandths: fc.constantFrom(0, 125, 250),
  });

  it("is set in order without loss, inside its width, in integers, and alike each time", () => {
    fc.assert(
      fc.property(specs, fc.integer({ min: 2 * EM, max: 20 * EM }), (change, widthEmu) => {
        const spec = { ...base, ...change };
        const paragraph = setParagraph(spec, widthEmu, shaper);
        const texts = paragraph.lines.map(({ pieces }) => pieces.map(({ run }) => run.text).join(""));
        expect(texts.join("")).toBe(spec.text.replaceAll("\n", ""));
        expect(paragraph.overflowEmu).toBe(0);
        for (const line of paragraph.lines) {
          expect(line.widthEmu).toBeLessThanOrEqual(widthEmu);
          for (const piece of line.pieces) {
            const sum = [...piece.run.glyphs.keys()].reduce(
              (x, glyph) =>
                x +
                glyphAdvanceEmu(piece.run, glyph, paragraph.sizeEmu, paragraph.scaleThousandths) +
                piece.letterSpacingEmu +
                (piece.adjustmentsEmu?.[glyph] ?? 0),
              0,
            );
            expect(piece.advanceEmu).toBe(sum);
            expect(Number.isInteger(piece.xEmu)).toBe(true);
          }
        }
        expect(setParagraph(spec, widthEmu, shaper)).toEqual(paragraph);
      }),
      { numRuns: 500, seed: 20261120 },
    );
  });

  it("keeps each line in its width where kerning draws letters together across the cut", () => {
    const kerned = fc.string({ unit: fc.constantFrom(..."AVTWYLPFToyavw.,-"), minLength: 4, maxLength: 40 });
    const widths = fc.integer({ min: 2 * EM, max: 12 * EM });
    fc.assert(
      fc.property(kerned, widths, fc.constantFrom(...bundledFonts), (text, widthEmu, font) => {
        const paragraph = setParagraph({ ...base, text, wrap: "char", fonts: [bundledFont(font)] }, widthEmu, shaper);
        expect(paragraph.overflowEmu).toBe(0);
        for (const line of paragraph.lines) expect(line.widthEmu).toBeLessThanOrEqual(widthEmu);
      }),
      { numRuns: inLane({ fast: 300, full: 20_000 }) },
    );
  });

  it("is measured as it will be set, and set later as it would be now", () => {
    const ascii = fc.string({ unit: fc.constantFrom(..."0123456789,.-/ AVTWafilmty()%@"), maxLength: 24 });
    const settings = fc.record({
      font: fc.constantFrom(...bundledFonts),
      align: fc.constantFrom("left", "center", "right", "justify"),
      tabular: fc.boolean(),
      sizeEmu: fc.integer({ min: 5 * PT, max: 40 * PT }),
      ems: fc.integer({ min: 1, max: 20 }),
    });
    let later = 0;
    fc.assert(
      fc.property(ascii, settings, (text, { font, align, tabular, sizeEmu, ems }) => {
        const spec = { ...base, fonts: [bundledFont(font)], align, tabular, sizeEmu };
        const setter = prepareParagraphs(spec, ems * sizeEmu, shaper);
        const now = setter.set(text);
        if (!setter.maySetLater(text)) return;
        later += 1;
        expect(setter.setLater(text)).toEqual(now);
      }),
      { numRuns: 1_000 },
    );
    expect(later).toBeGreaterThan(200);
  });

  it("is set later exactly as at once where its characters are as wide as those of a text before", () => {
    const numbers = fc.stringMatching(/^[-0-9 ,.AV]{1,6}$/u);
    const setterOf = (tabular: boolean) => {
      const spec = { ...base, fonts: [bundledFont("sansNormal")], align: "right", tabular, sizeEmu: 8 * PT } as const;
      return prepareParagraphs(spec, 20 * spec.sizeEmu, shaper);
    };
    fc.assert(
      fc.property(fc.array(numbers, { minLength: 20, maxLength: 60 }), fc.boolean(), (texts, tabular) => {
        const [now, later] = [setterOf(tabular), setterOf(tabular)];
        for (const text of texts.filter((each) => later.maySetLater(each))) {
          expect(later.setLater(text)).toEqual(now.set(text));
        }
      }),
      { numRuns: 10 },
    );
  });

  it("is placed the short way exactly as the long way places it", () => {
    const options = { direction: "horizontal", lang: "ja", tabular: false, kerning: true } as const;
    let compared = 0;
    fc.assert(
      fc.property(
        specs,
        fc.integer({ min: 2 * EM, max: 40 * EM }),
        ({ text: any, align, latinGapThousandths, figureGapThousandths = 0 }, widthEmu) => {
          const text = any.replaceAll("\n", "");
          const setting = {
            sizeEmu: EM,
            scaleThousandths: 1000,
            letterSpacingEmu: 0,
            tightThousandths: 0,
            isCompressed: false,
            latinGapThousandths,
            figureGapThousandths,
          };
          if (!isShortSetting(setting, align)) return;
          const pieces = shaper.shape(text, base.fonts, options);
          const short = placeShortLine(text, pieces, 0, setting, align, widthEmu);
          if (short === null) return;
          compared += 1;
          const place = { start: 0, widthEmu, align, isLast: true, ranks: null };
          expect(short.line).toEqual(placeLine(measure(text, pieces, setting), place, setting));
        },
      ),
      { numRuns: 500, seed: 20261120 },
    );
    expect(compared).toBeGreaterThan(100);
  });

  it("fits on one line in its natural width", () => {
    fc.assert(
      fc.property(specs, (change) => {
        const spec = { ...base, ...change };
        const forced = spec.text.split("\n").length;
        expect(setParagraph(spec, naturalWidthEmu(spec, shaper), shaper).lines).toHaveLength(forced);
      }),
      { numRuns: 200, seed: 20261120 },
    );
  });
});
