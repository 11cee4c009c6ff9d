import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  breakOpportunities,
  breakRank,
  createShaper,
  isKeptFromStarts,
  type ParagraphSpec,
  setParagraph,
} from "../../../src/core/text/index.ts";
import { codePointIn } from "../../../src/core/unicode/index.ts";
import { inLane } from "../../support/lane.ts";
import { bundledFont, harfbuzzWasm } from "./bundled-fonts.ts";

const EM = 127_000;
const shaper = createShaper(harfbuzzWasm());

type Look = Pick<ParagraphSpec, "align" | "kinsoku">;

function linesOf(text: string, ems: number, look: Look): readonly string[] {
  const spec: ParagraphSpec = {
    text,
    fonts: [bundledFont("sansNormal")],
    lang: "ja",
    sizeEmu: EM,
    letterSpacingEmu: 0,
    wrap: "kinsoku",
    fit: "wrap",
    sizeMinEmu: EM,
    condenseThousandths: 1000,
    linesMax: null,
    tabular: false,
    latinGapThousandths: 0,
    ...look,
  };
  const { lines } = setParagraph(spec, Math.round(ems * EM), shaper);
  return lines.map(({ start, end }) => text.slice(start, end));
}

const LEFT = { align: "left", kinsoku: "strict" } as const;

describe("ー, small kana and the like at a line's start", () => {
  it.each([
    ["サーバー保守", 3, ["サー", "バー保", "守"]],
    ["サーバー保守", 2, ["サー", "バー", "保守"]],
    ["データベース", 4, ["データ", "ベース"]],
    ["チェックシート", 4, ["チェック", "シート"]],
    ["チェックシート", 3, ["チェッ", "クシー", "ト"]],
    ["佐々木商店", 1.5, ["佐", "々", "木", "商", "店"]],
    ["キャッチャー", 2, ["キャ", "ッ", "チャ", "ー"]],
  ] as const)("of %s in %s em stand there only for want of room", (text, ems, expected) => {
    for (const kinsoku of ["strict", "normal"] as const) {
      expect(linesOf(text, ems, { ...LEFT, kinsoku })).toEqual(expected);
    }
  });

  it("begin no line whose predecessor has another end that leaves it half full", () => {
    const letter = fc.constantFrom(..."ーッャュョァィ々サバデタカキん会社商品");
    const text = fc.string({ unit: letter, minLength: 2, maxLength: 30 });
    const form = fc.record({
      text,
      ems: fc.integer({ min: 2, max: 24 }).map((halves) => halves / 2),
      kinsoku: fc.constantFrom("strict", "normal", "loose"),
      align: fc.constantFrom("left", "right", "center", "justify"),
    });
    let begun = 0;
    fc.assert(
      fc.property(form, ({ text: own, ems, ...look }) => {
        const lines = linesOf(own, ems, look as Look);
        const ranks = breakOpportunities(own, { wrap: "kinsoku", kinsoku: "very-strict" });
        const filled = look.align === "justify" ? 0.75 : 0.5;
        let offset = 0;
        lines.forEach((line, at) => {
          const before = lines[at - 1] ?? "";
          if (at > 0 && isKeptFromStarts(codePointIn(own, offset))) {
            begun += 1;
            for (let end = offset - before.length + 1; end < offset; end += 1) {
              const isFilled = end - (offset - before.length) >= ems * filled;
              if (isFilled) expect(ranks[end]).toBeLessThan(breakRank.allowed);
            }
          }
          offset += line.length;
        });
      }),
      { numRuns: inLane({ fast: 400, full: 20_000 }) },
    );
    expect(begun).toBeGreaterThan(0);
  });
});
