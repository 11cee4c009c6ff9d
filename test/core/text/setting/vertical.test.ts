import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  createShaper,
  glyphAdvanceEmu,
  lineBoxes,
  linesHeightEmu,
  type Paragraph,
  type ParagraphSpec,
  setParagraph,
} from "../../../../src/core/text/index.ts";
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
  writing: "vertical",
};

const set = (text: string, ems: number, change: Partial<ParagraphSpec> = {}): Paragraph =>
  setParagraph({ ...base, text, ...change }, Math.round(ems * EM), shaper);

/** Each run as it stands: `縦` upright, `>` on its side, `[ ]` in one cell. */
function stood(text: string, change: Partial<ParagraphSpec> = {}): string {
  const pieces = set(text, 100, change).lines.flatMap((line) => line.pieces);
  return pieces
    .map(({ run, rotation }) => {
      if (run.direction === "vertical") return run.text;
      return rotation === 90 ? `>${run.text}<` : `[${run.text}]`;
    })
    .join("");
}

describe("how characters stand in vertical lines (UAX #50)", () => {
  it.each([
    ["Japanese text and full-width letters upright", "請求書ＡＢ１２、①㈱℃", "請求書ＡＢ１２、①㈱℃"],
    ["numbers beside dashes and leaders", "—12月―31日…12月‥5日─10", ">—<[12]月>―<[31]日>…<[12]月>‥<[5]日>─<[10]"],
    ["Latin words and numbers on their side", "第1,234号ABC-5社", "第>1,234<号>ABC-5<社"],
    ["half-width kana on their side, with their marks", "社ｶﾞｷﾞと･｢ﾔ｣", "社>ｶﾞｷﾞ<と>･｢ﾔ｣<"],
    ["units of one cell upright", "10㎜5㎏25℃", "[10]㎜[5]㎏[25]℃"],
    ["one or two digits in one cell", "令和8年11月20日", "令和[8]年[11]月[20]日"],
    ["longer numbers on their side", "2026年", ">2026<年"],
    ["digits of a longer word on its side", "A4とT13-5と12%", ">A4<と>T13-5<と>12%<"],
    ["digits beside spaces and brackets in one cell", "第 12 回（10）", "第> <[12]> <回（[10]）"],
    ["long vowels, wave dashes and brackets in their own forms", "データ〜（「」）", "データ〜（「」）"],
    ["dashes and leaders on their side, which is along the line", "……――", ">……――<"],
  ])("%s", (_, text, expected) => {
    expect(stood(text)).toBe(expected);
  });

  it("takes as many digits into a cell as asked", () => {
    expect(stood("123号", { combineMax: 3 })).toBe("[123]号");
    expect(stood("12号", { combineMax: 0 })).toBe(">12<号");
  });

  it("keeps stops and brackets in their vertical forms in every bundled font", () => {
    for (const name of bundledFonts) {
      const font = bundledFont(name);
      const [piece] = set("、。（）「」ー〜ぁっ", 20, { fonts: [font] }).lines[0]?.pieces ?? [];
      const glyphs = [..."、。（）「」ー〜ぁっ"].map((one) => font.glyphOf(one.codePointAt(0) ?? 0));
      expect([...(piece?.run.glyphs ?? [])].filter((glyph, index) => glyph === glyphs[index])).toEqual([]);
    }
  });

  it("reports characters that no font has, private ones too", () => {
    expect(set("確認☑済\ue000と\uf8ff", 20).missing).toEqual([
      { start: 2, end: 3 },
      { start: 4, end: 5 },
      { start: 6, end: 7 },
    ]);
  });
});

describe("places in vertical lines", () => {
  it("stands runs on the middle of the column", () => {
    const [upright, sideways, , combined] = set("第AB回12", 20).lines[0]?.pieces ?? [];
    expect([upright?.acrossEmu, upright?.xEmu]).toEqual([0, 0]);
    // The em box of a turned run is centred: 380/1000 from the baseline.
    expect([sideways?.acrossEmu, sideways?.xEmu]).toEqual([-0.38 * EM, EM]);
    const digits = combined?.advanceEmu ?? 0;
    expect(digits).toBeLessThanOrEqual(EM);
    expect(digits).toBeGreaterThan(0.98 * EM);
    expect(combined?.acrossEmu).toBe(-Math.floor(digits / 2));
  });

  it("gives combined digits one cell, with their baseline where the em box has it", () => {
    const [first, combined, last] = set("第12回", 20).lines[0]?.pieces ?? [];
    expect([first?.xEmu, combined?.xEmu, last?.xEmu]).toEqual([0, EM + 0.88 * EM, 2 * EM]);
  });

  it.each([
    ["left", 0],
    ["center", 2 * EM],
    ["right", 4 * EM],
  ] as const)("aligns along the line: %s", (align, xEmu) => {
    expect(set("請求", 6, { align }).lines[0]?.pieces[0]?.xEmu).toBe(xEmu);
  });

  it("gives a dash of two ems and the mark that repeats two letters the cells that the font says", () => {
    for (const [text, ems] of [
      ["一⸺一", 4],
      ["一⸻一", 5],
      ["一〳〵一", 4],
      ["一ー一", 3],
    ] as const) {
      const pieces = set(text, 10).lines.flatMap((line) => line.pieces);
      expect(pieces.reduce((sum, { advanceEmu }) => sum + advanceEmu, 0)).toBe(ems * EM);
    }
  });

  it("distributes over the column, a cell of digits as one character", () => {
    const pieces = set("第12回", 7, { align: "distribute" }).lines[0]?.pieces ?? [];
    expect(pieces.map(({ xEmu }) => xEmu)).toEqual([0, 3 * EM + 0.88 * EM, 6 * EM]);
  });

  it("keeps kinsoku and the spacing of punctuation", () => {
    const text = "合計は千円です。「以上」と";
    const { lines } = set(text, 7.5);
    expect(lines.map(({ start, end }) => text.slice(start, end))).toEqual(["合計は千円です。", "「以上」と"]);
    expect(lines[1]?.pieces[0]?.xEmu).toBe(-EM / 2);
    expect(set("」「", 9).lines[0]?.pieces[0]?.adjustmentsEmu).toEqual([-EM / 2, 0]);
  });

  it("never parts digits that share a cell, nor lets a line's end change how a number stands", () => {
    expect(set("ああ12", 2.5).lines.map(({ start }) => start)).toEqual([0, 2]);
    const pieces = set("12345678", 2).lines.flatMap((line) => line.pieces);
    expect(pieces.map(({ rotation }) => rotation)).not.toContain(0);
  });

  it("parts Japanese and turned Latin text by the gap asked, but not cells of digits", () => {
    const x = (text: string): number[] =>
      (set(text, 20, { latinGapThousandths: 250 }).lines[0]?.pieces ?? []).map(({ xEmu }) => xEmu);
    expect(x("第A")).toEqual([0, 1.25 * EM]);
    expect(x("第12")).toEqual([0, 1.88 * EM]);
  });

  it("stacks columns from the right by the middle of their line boxes", () => {
    const { lines } = set("あいうえおかきく", 3);
    const boxes = lineBoxes(lines, 1400, "vertical");
    expect(boxes).toEqual({
      positionsEmu: [0.7, 2.1, 3.5].map((em) => em * EM),
      extentEmu: 4.2 * EM,
      neededEmu: 3.8 * EM,
    });
  });
});

describe("the shrink ladder in vertical lines", () => {
  const text = "（株）山田商店「本社」";
  const shrunk = (ems: number): Paragraph => set(text, ems, { fit: "shrink" });

  it.each([
    ["punctuation first", 9, { sizeEmu: EM, scaleThousandths: 1000, letterSpacingEmu: 0 }],
    ["then letter-spacing", 8.8, { sizeEmu: EM, scaleThousandths: 1000, letterSpacingEmu: -EM / 50 }],
    ["then the characters' height", 8, { sizeEmu: EM, scaleThousandths: 940, letterSpacingEmu: -EM / 20 }],
    ["then the size", 6, { sizeEmu: 8.75 * PT, scaleThousandths: 800, letterSpacingEmu: -5556 }],
  ])("gives up %s", (_, ems, expected) => {
    expect(shrunk(ems)).toMatchObject({ ...expected, overflowEmu: 0 });
  });

  it("flattens digits in a cell with the rest, without making them narrower", () => {
    const text12 = "第12回総会議事録";
    const combined = (ems: number) => set(text12, ems, { fit: "shrink", condenseThousandths: 500 }).lines[0]?.pieces[1];
    const [plain, flat] = [combined(7), combined(5)];
    expect(flat?.sizeEmu).toBeLessThan(0.8 * EM);
    expect(Math.abs((flat?.advanceEmu ?? 0) - (plain?.advanceEmu ?? 0))).toBeLessThan(0.01 * EM);
  });
});

describe("any vertical text", () => {
  const character = fc.oneof(
    fc.constantFrom(..."、。「」（）・…ー々っァ！？：； 　〜￥％A1.,-/様年月日円"),
    fc.integer({ min: 0x3041, max: 0x3096 }).map((unit) => String.fromCodePoint(unit)),
    fc.integer({ min: 0x4e00, max: 0x9fff }).map((unit) => String.fromCodePoint(unit)),
    fc.integer({ min: 0x20, max: 0x7e }).map((unit) => String.fromCodePoint(unit)),
    fc.constantFrom("葛\u{e0100}", "か\u309a", "e\u0301", "\n", "𠮷", "12", "3"),
  );
  const specs = fc.record({
    text: fc.array(character, { maxLength: 50 }).map((all) => all.join("")),
    align: fc.constantFrom("left", "center", "right", "justify", "distribute" as const),
    kinsoku: fc.constantFrom("strict", "none" as const),
    letterSpacingEmu: fc.constantFrom(0, 1270, -635),
    latinGapThousandths: fc.constantFrom(0, 250),
    figureGapThousandths: fc.constantFrom(0, 125, 250),
    hang: fc.boolean(),
    fit: fc.constantFrom("wrap", "shrink" as const),
    linesMax: fc.constantFrom(null, 2),
    combineMax: fc.integer({ min: 0, max: 3 }),
  });

  it("is set in order without loss, inside its length, in integers, and alike each time", () => {
    fc.assert(
      fc.property(specs, fc.integer({ min: 2 * EM, max: 20 * EM }), (change, lengthEmu) => {
        const spec: ParagraphSpec = { ...base, ...change, sizeMinEmu: PT / 4, condenseThousandths: 500 };
        const paragraph = setParagraph(spec, lengthEmu, shaper);
        const texts = paragraph.lines.map(({ pieces }) => pieces.map(({ run }) => run.text).join(""));
        if (paragraph.linesOver === 0) expect(texts.join("")).toBe(spec.text.replaceAll("\n", ""));
        if (spec.fit === "wrap") expect(paragraph.overflowEmu).toBe(0);
        for (const piece of paragraph.lines.flatMap((line) => line.pieces)) {
          const sum = [...piece.run.glyphs.keys()].reduce(
            (x, glyph) =>
              x +
              glyphAdvanceEmu(piece.run, glyph, piece.sizeEmu, piece.scaleThousandths) +
              piece.letterSpacingEmu +
              (piece.adjustmentsEmu?.[glyph] ?? 0),
            0,
          );
          expect(piece.advanceEmu).toBe(sum);
          expect([piece.xEmu, piece.acrossEmu, piece.sizeEmu].every(Number.isInteger)).toBe(true);
        }
        expect(setParagraph(spec, lengthEmu, shaper)).toEqual(paragraph);
      }),
      { numRuns: 500, seed: 20261120 },
    );
  });

  it("has the line boxes of horizontal text where all is of one size", () => {
    const { lines } = set("あいうえおかきく", 3);
    const { extentEmu, positionsEmu } = lineBoxes(lines, 1370, "horizontal");
    expect(extentEmu).toBe(linesHeightEmu(3, EM, 1370));
    expect(positionsEmu.map((at) => at - (positionsEmu[0] ?? 0))).toEqual(
      [0, 1, 2].map((line) => linesHeightEmu(line, EM, 1370)),
    );
  });
});
