import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  createShaper,
  naturalWidthEmu,
  type Paragraph,
  type ParagraphSpec,
  setParagraph,
} from "../../../../src/core/text/index.ts";
import { squeezeEmu } from "../../../../src/core/text/setting/squeeze.ts";
import { measure } from "../../../../src/core/text/setting/strip.ts";
import { bundledFont, harfbuzzWasm } from "../bundled-fonts.ts";

const PT = 12_700;
const EM = 10 * PT;
const shaper = createShaper(harfbuzzWasm());
const base: ParagraphSpec = {
  text: "",
  fonts: [bundledFont("sansNormal")],
  lang: "ja",
  sizeEmu: EM,
  letterSpacingEmu: 0,
  align: "justify",
  wrap: "kinsoku",
  kinsoku: "strict",
  fit: "wrap",
  sizeMinEmu: 6 * PT,
  condenseThousandths: 800,
  linesMax: null,
  tabular: false,
  latinGapThousandths: 250,
};

const set = (text: string, ems: number, change: Partial<ParagraphSpec> = {}): Paragraph =>
  setParagraph({ ...base, text, ...change }, Math.round(ems * EM), shaper);
const lines = (text: string, ems: number, change: Partial<ParagraphSpec> = {}): string[] =>
  set(text, ems, change).lines.map(({ start, end }) => text.slice(start, end));
/** What was added to or taken from the gaps of the first line, in thousandths of an em. */
const moved = (paragraph: Paragraph): number[] =>
  (paragraph.lines[0]?.pieces ?? []).flatMap((piece) =>
    [...(piece.adjustmentsEmu ?? [])].map((value) => Math.round((1000 * value) / EM)),
  );

describe("justified lines that give up space (追込み)", () => {
  it.each([
    ["a comma's half em lets a stop in", "これは、長い例文です。次", 10, "justify", ["これは、長い例文です。", "次"]],
    ["ragged lines do not", "これは、長い例文です。次", 10, "left", ["これは、長い例文で", "す。次"]],
    [
      "no more is taken in than the punctuation holds",
      "これは長い例文でした。次",
      10,
      "justify",
      ["これは長い例文でし", "た。次"],
    ],
    ["a stop's own half em stays", "例です。これは長い文だよね", 12, "justify", ["例です。これは長い文だよ", "ね"]],
    ["a full line is not disturbed", "あ、い、うえおかきくけこ", 10, "justify", ["あ、い、うえおかきく", "けこ"]],
    ["the last line may be saved too", "金額は、税込みの額です", 10.5, "justify", ["金額は、税込みの額です"]],
  ] as const)("%s", (_, text, ems, align, expected) => {
    expect(lines(text, ems, { align })).toEqual(expected);
  });

  it("takes the half em from all brackets and commas alike", () => {
    const paragraph = set("甲、乙「丙」丁戊己庚。辛", 10);
    expect(paragraph.lines[0]).toMatchObject({ end: 11, widthEmu: 10 * EM });
    expect(moved(paragraph)).toEqual([0, -167, -167, 0, 0, -167, 0, 0, 0, 0, 0]);
  });

  it("takes from word spaces, middle dots, brackets, and Latin gaps in that order", () => {
    const text = "a b・「c漢";
    const setting = {
      sizeEmu: EM,
      scaleThousandths: 1000,
      letterSpacingEmu: 0,
      tightThousandths: 0,
      isCompressed: false,
      latinGapThousandths: 250,
      figureGapThousandths: 250,
    };
    const pieces = shaper.shape(text, base.fonts, {
      direction: "horizontal",
      lang: "ja",
      tabular: false,
      kerning: true,
    });
    const strip = measure(text, pieces, { ...setting });
    strip.advancesEmu[1] = EM / 2;
    const stage = (index: number): number[] => [0, 1, 2, 3].map((n) => squeezeEmu(strip, index, n, setting) / EM);
    expect([1, 3, 4, 5].map(stage)).toEqual([
      [0.25, 0, 0, 0],
      [0, 0.25, 0, 0],
      [0, 0, 0, 0],
      [0, 0, 0, 0.125],
    ]);
  });
});

describe("justified lines that grow", () => {
  it.each([
    ["word spaces by a quarter em", 0.1, [0, 0, 0.1, 0.1, 0.1, 0.1]],
    ["then Japanese–Latin gaps by a quarter em", 0.45, [0, 0, 0.25, 0.35, 0.45, 0.45]],
    ["then all other gaps by a quarter em", 0.85, [0, 0, 0.25, 0.5, 0.75, 0.85]],
  ])("widens %s", (_, spareEms, expected) => {
    const text = "山 川A空森";
    const change = { latinGapThousandths: 0 };
    const naturalEmu = naturalWidthEmu({ ...base, ...change, text }, shaper);
    const pens = (align: "left" | "justify"): number[] => {
      const [line] = set(`${text}海海海`, naturalEmu / EM + spareEms, { ...change, align }).lines;
      expect(line?.end).toBe(text.length);
      const starts = (line?.pieces ?? []).map(({ xEmu }) => xEmu);
      return [...starts, (starts.at(-1) ?? 0) + (line?.pieces.at(-1)?.adjustmentsEmu?.[0] ?? 0)];
    };
    const [ragged, justified] = [pens("left"), pens("justify")];
    const moves = justified.map((x, index) => (x - (ragged[index] ?? 0)) / EM);
    moves.forEach((move, index) => {
      expect(move).toBeCloseTo(expected[index] ?? 0, 4);
    });
    expect(moves).toHaveLength(expected.length);
  });

  it("leaves the last line as it is", () => {
    expect(set("山川空海森林", 4.5).lines.map(({ widthEmu }) => widthEmu)).toEqual([4.5 * EM, 2 * EM]);
  });

  it("never widens inside words and numbers", () => {
    const paragraph = set("合計1,234円とABCDEFです。以上", 9.7);
    for (const piece of paragraph.lines.flatMap((line) => line.pieces)) {
      if (/^[0-9A-Z,]+$/.test(piece.run.text)) expect(piece.adjustmentsEmu).toBeNull();
    }
  });
});

describe("hanging stops (ぶら下げ)", () => {
  it.each([
    ["a stop hangs where it does not fit", "合計は千円です。以上", 7, true, ["合計は千円です。", "以上"]],
    [
      "and goes to the next line with its word where it may not",
      "合計は千円です。以上",
      7,
      false,
      ["合計は千円で", "す。以上"],
    ],
    ["a comma hangs", "合計は千円で、以上", 6, true, ["合計は千円で、", "以上"]],
    ["the text's last stop hangs", "合計は千円です。", 7, true, ["合計は千円です。"]],
    ["a bracket does not", "「見積は無料」です", 5.5, true, ["「見積は無", "料」です"]],
    ["nor does a stop that a bracket follows", "「見積は無料。」と", 6, true, ["「見積は無", "料。」と"]],
    ["nor two stops", "合計は千円です。。以", 7, true, ["合計は千円で", "す。。以"]],
  ] as const)("%s", (_, text, ems, hang, expected) => {
    expect(lines(text, ems, { hang, align: "left" })).toEqual(expected);
  });

  it.each(["left", "right", "justify", "center"] as const)("stands outside the line, aligned %s", (align) => {
    const [line] = set("合計は千円です。以上", 7, { hang: true, align }).lines;
    expect(line).toMatchObject({ xEmu: 0, widthEmu: 7 * EM });
    expect(line?.pieces[0]?.advanceEmu).toBe(8 * EM);
    expect(line?.pieces[0]?.adjustmentsEmu).toBeNull();
  });

  it("leaves a stop inside where half of its em fits", () => {
    expect(set("合計は千円です。以上", 7.5, { hang: true }).lines[0]?.widthEmu).toBe(7.5 * EM);
  });
});

describe("any justified text", () => {
  it("puts no room into what is written without blanks, wherever a line may end in it", () => {
    const narrow = fc.stringMatching(/^[a-z0-9/.?=&_-]{4,40}$/);
    const wide = fc.constantFrom("詳細は", "をご覧ください。", "品番 ", "（", "）");
    const mixed = fc.array(fc.oneof(narrow, wide), { minLength: 1, maxLength: 6 }).map((all) => all.join(""));
    fc.assert(
      fc.property(mixed, fc.integer({ min: 6 * EM, max: 20 * EM }), (text, widthEmu) => {
        for (const { pieces } of setParagraph({ ...base, text }, widthEmu, shaper).lines) {
          for (const { run, start, adjustmentsEmu } of pieces) {
            run.clusters.forEach((cluster, glyph) => {
              const after = text.slice(start + cluster, start + cluster + 2);
              const added = adjustmentsEmu?.[glyph] ?? 0;
              if (/^[a-z0-9/.?=&_-]{2}$/.test(after)) expect([after, added]).toEqual([after, Math.min(0, added)]);
            });
          }
        }
      }),
      { numRuns: 500, seed: 20261126 },
    );
  });

  const character = fc.oneof(
    fc.constantFrom(..."、。「」（）・…ー々っァ！？ 　〜￥％A1.,-/様年月日円"),
    fc.integer({ min: 0x3041, max: 0x3096 }).map((unit) => String.fromCodePoint(unit)),
    fc.integer({ min: 0x20, max: 0x7e }).map((unit) => String.fromCodePoint(unit)),
  );
  const texts = fc.array(character, { maxLength: 60 }).map((all) => all.join(""));

  it("fills its lines and leaves none too wide, but for a mark that hangs", () => {
    fc.assert(
      fc.property(texts, fc.boolean(), fc.integer({ min: 2 * EM, max: 20 * EM }), (text, hang, widthEmu) => {
        const paragraph = setParagraph({ ...base, text, hang }, widthEmu, shaper);
        expect(paragraph.overflowEmu).toBe(0);
        paragraph.lines.forEach((line, index) => {
          const shown = text.slice(line.start, line.end).trimEnd();
          const last = line.pieces.at(-1);
          const inkEmu = last === undefined ? 0 : last.xEmu + last.advanceEmu;
          // A half em of a mark's own space, spaces, or a mark that hangs may lie beyond the edge: nothing else.
          const slack = /[、。]$/.test(shown) && hang ? EM : EM / 2;
          if (shown === text.slice(line.start, line.end)) expect(inkEmu).toBeLessThanOrEqual(widthEmu + slack);
          if (index + 1 < paragraph.lines.length) expect(line.widthEmu).toBeLessThanOrEqual(widthEmu);
        });
      }),
      { numRuns: 500, seed: 20261120 },
    );
  });
});
