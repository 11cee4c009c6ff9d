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
