import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createShaper, type ParagraphSpec, setParagraph } from "../../../../src/core/text/index.ts";
import { inLane } from "../../../support/lane.ts";
import { bundledFont, harfbuzzWasm } from "../bundled-fonts.ts";

const EM = 127_000;
const shaper = createShaper(harfbuzzWasm());
const base: Omit<ParagraphSpec, "text"> = {
  fonts: [bundledFont("sansNormal")],
  lang: "ja",
  sizeEmu: EM,
  letterSpacingEmu: 0,
  align: "left",
  wrap: "kinsoku",
  kinsoku: "strict",
  fit: "wrap",
  sizeMinEmu: EM,
  condenseThousandths: 1000,
  linesMax: null,
  tabular: false,
  latinGapThousandths: 0,
};

/** Characters that had better begin no line: ー, the iteration mark, middle dots, wave dashes and small kana. */
const RELUCTANT = /^[ー々・〜ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ]/u;

function linesOf(text: string, ems: number, kinsoku: ParagraphSpec["kinsoku"]): readonly string[] {
  const { lines } = setParagraph({ ...base, text, kinsoku }, Math.round(ems * EM), shaper);
  return lines.map(({ start, end }) => text.slice(start, end));
}

describe("ー, 々 and small kana at the beginning of a line", () => {
  it.each([
    ["a heading", "出発時メーター", 6.5, ["出発時メー", "ター"]],
    ["a name", "営業部佐々木", 4, ["営業部", "佐々木"]],
    ["three roles of a narrow cell", "作成者・承認者", 3.2, ["作成", "者・承", "認者"]],
    ["a word in a narrow room", "ショッピングセンター", 4, ["ショッピ", "ングセン", "ター"]],
    ["no room for the letter before it", "ああああああーあああ", 5, ["あああああ", "あーあああ"]],
    ["a further line would be needed", "ああああああッあああああ", 6, ["ああああああ", "ッあああああ"]],
  ])("%s", (_, text, ems, expected) => {
    expect(linesOf(text, ems, "loose")).toEqual(expected);
  });

  const letters = fc.constantFrom(..."あ漢タ字ーっ々ョ・〜、「");
  const text = fc.array(letters, { minLength: 2, maxLength: 40 }).map((each) => each.join(""));
  const ems = fc.integer({ min: 4, max: 24 }).map((halves) => halves / 2);

  it("are kept from it wherever that takes no further line", () => {
    let kept = 0;
    fc.assert(
      fc.property(text, ems, fc.constantFrom("strict", "normal", "loose"), (value, width, level) => {
        const own = linesOf(value, width, level);
        const strictest = linesOf(value, width, "very-strict");
        if (own.length > 6 || strictest.length > own.length) return;
        if (strictest.slice(1).some((line) => RELUCTANT.test(line) || line.startsWith("、"))) return;
        if (strictest.slice(0, -1).some((line) => line.endsWith("「"))) return;
        kept += 1;
        expect(own.slice(1).filter((line) => RELUCTANT.test(line))).toEqual([]);
      }),
      { numRuns: inLane({ fast: 400, full: 20_000 }) },
    );
    expect(kept).toBeGreaterThan(100);
  });
});

/** Shrunk to a number of lines, with letters down to six tenths of their size. */
function shrunk(text: string, ems: number, change: Partial<ParagraphSpec>): ReturnType<typeof setParagraph> {
  const room = { fit: "shrink", sizeMinEmu: 0.6 * EM, condenseThousandths: 800 } as const;
  return setParagraph({ ...base, text, ...room, ...change }, Math.round(ems * EM), shaper);
}

describe("ー, 々 and small kana of a shrunk text", () => {
  const textsOf = (text: string, { lines }: ReturnType<typeof setParagraph>): readonly string[] =>
    lines.map(({ start, end }) => text.slice(start, end));

  it("begin no line where letters are a little narrower", () => {
    const text = "ああああああッあああああ";
    const narrower = shrunk(text, 6, { linesMax: 2 });
    expect(textsOf(text, narrower)).toEqual(["ああああああッ", "あああああ"]);
    expect(narrower).toMatchObject({ sizeEmu: EM, linesOver: 0, overflowEmu: 0 });
  });

  it("begin one where letters would be much smaller", () => {
    const text = "ああああッあああ";
    const kept = shrunk(text, 4, { linesMax: 2, condenseThousandths: 1000 });
    expect(textsOf(text, kept)).toEqual(["ああああ", "ッあああ"]);
    expect(kept.sizeEmu).toBe(EM);
  });

  it("begin none of many lines", () => {
    const text = `${"ああああああああ".repeat(8)}ーああ`;
    const many = shrunk(text, 8, { linesMax: 9 });
    expect(many.lines.length).toBeGreaterThan(6);
    expect(textsOf(text, many).filter((line) => RELUCTANT.test(line))).toEqual([]);
  });

  it("begin none that a shrunk text of the strictest level begins otherwise", () => {
    const letters = fc.constantFrom(..."あ漢タ字いろはにほへーっョ");
    const text = fc.array(letters, { minLength: 20, maxLength: 120 }).map((each) => each.join(""));
    let kept = 0;
    fc.assert(
      fc.property(text, fc.integer({ min: 6, max: 16 }), fc.integer({ min: 2, max: 9 }), (value, ems, linesMax) => {
        const strictest = shrunk(value, ems, { linesMax, kinsoku: "very-strict" });
        const own = shrunk(value, ems, { linesMax });
        if (strictest.linesOver > 0 || strictest.overflowEmu > 0) return;
        if (strictest.sizeEmu < own.sizeEmu) return;
        if (
          textsOf(value, strictest)
            .slice(1)
            .some((line) => RELUCTANT.test(line))
        )
          return;
        kept += 1;
        expect(
          textsOf(value, own)
            .slice(1)
            .filter((line) => RELUCTANT.test(line)),
        ).toEqual([]);
      }),
      { numRuns: inLane({ fast: 150, full: 5000 }) },
    );
    expect(kept).toBeGreaterThan(30);
  });
});
