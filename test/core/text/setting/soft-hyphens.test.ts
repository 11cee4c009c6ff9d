import { describe, expect, test } from "vitest";
import {
  createShaper,
  type Paragraph,
  type RichParagraphSpec,
  setParagraph,
  setRichParagraph,
} from "../../../../src/core/text/index.ts";
import { bundledFont, harfbuzzWasm } from "../bundled-fonts.ts";

const EM = 127_000;
const WORD = "Donau\u00addampf\u00adschiff\u00adfahrt";
const shaper = createShaper(harfbuzzWasm());
const fonts = [bundledFont("sansNormal")];
const base: RichParagraphSpec = {
  spans: [],
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
  latinGapThousandths: 0,
};

type Way = (text: string, widthEmu: number) => Paragraph;
const span = { fonts, sizeEmu: EM, tabular: false, ruby: null };
const WAYS: Readonly<Record<string, Way>> = {
  "plain text": (text, widthEmu) => setParagraph({ ...base, ...span, text }, widthEmu, shaper),
  "vertical text": (text, widthEmu) => setParagraph({ ...base, ...span, text, writing: "vertical" }, widthEmu, shaper),
  spans: (text, widthEmu) => {
    const spans = [text.slice(0, 8), text.slice(8)].map((part) => ({ ...span, text: part }));
    return setRichParagraph({ ...base, spans }, widthEmu, shaper);
  },
};

/** What each line shows. */
function shown({ lines }: Paragraph): readonly string[] {
  return lines.map(({ pieces }) =>
    pieces
      .map(({ run }) => run.text)
      .join("")
      .replaceAll("\u00ad", ""),
  );
}

describe.for(Object.entries(WAYS))("soft hyphens of %s", ([, set]) => {
  test.each([
    ["draw nothing within a line", 20, ["Donaudampfschifffahrt"]],
    ["are hyphens where a line ends at them", 7, ["Donaudampf-", "schifffahrt"]],
    ["make room for their hyphen", 6.43, ["Donau-", "dampfschiff-", "fahrt"]],
    ["part a word as often as it takes", 3.5, ["Donau-", "dampf-", "schiff-", "fahrt"]],
  ])("%s", (_, ems, lines) => {
    const paragraph = set(WORD, Math.round(ems * EM));
    expect(shown(paragraph)).toEqual(lines);
    expect(paragraph.overflowEmu).toBe(0);
    expect(paragraph.missing).toEqual([]);
    expect(paragraph.lines.map(({ start, end }) => WORD.slice(start, end)).join("")).toBe(WORD);
  });

  test("never stand beyond the width, however wide the line is", () => {
    for (let widthEmu = 4 * EM; widthEmu < 12 * EM; widthEmu += 9_973) {
      const paragraph = set(WORD, widthEmu);
      expect({ widthEmu, over: paragraph.overflowEmu }).toEqual({ widthEmu, over: 0 });
      expect(shown(paragraph).join("").replaceAll("-", "")).toBe("Donaudampfschifffahrt");
      for (const line of shown(paragraph).slice(0, -1)) expect(line.endsWith("-")).toBe(true);
    }
  });

  test("at the end of a text draw nothing", () => {
    expect(shown(set("Donau\u00ad", 20 * EM))).toEqual(["Donau"]);
  });
});
