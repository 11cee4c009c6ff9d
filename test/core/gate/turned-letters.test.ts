// What is found of letters that are turned is what is found of them as they stand: what lies on them, what they lie on,
// their contrast, and whether they leave their place.
import { describe, expect, test } from "vitest";
import { bundledFonts, createEngine } from "../../../src/core/engine/index.ts";
import { inLane } from "../../support/lane.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

/** Texts 10 mm wide and 40 mm high, or the other way round, by how their letters stand. */
const LETTERS: Readonly<Record<string, string>> = {
  "level kanji": 'text "危険物倉庫" x=4mm y=4mm w=40mm h=8mm',
  "level letters": 'text "Danger 12" x=4mm y=4mm w=40mm h=8mm align=right',
  "vertical kanji": 'text "危険物倉庫" x=4mm y=4mm w=10mm h=40mm writing=vertical',
  "vertical kanji and lying letters": 'text "a11査青部工" x=4mm y=4mm w=10mm h=40mm writing=vertical',
  "vertical with digits side by side": 'text "平成12年3月" x=4mm y=4mm w=10mm h=40mm writing=vertical combine=2',
  "vertical, of two lines": 'text "漢字仮名交り文の縦書き" x=4mm y=4mm w=14mm h=24mm writing=vertical',
  "vertical, spread": 'text "承認" x=4mm y=4mm w=10mm h=40mm writing=vertical align=distribute',
  "vertical with ruby": 'rich x=4mm y=4mm w=14mm h=40mm writing=vertical {\n ruby "漢字" "かんじ"\n span "仮名AB"\n }',
};

/** What stands on or under the letters, by how far it is moved. */
const OTHERS: Readonly<Record<string, (moved: string, letters: string) => string>> = {
  nothing: (_, letters) => letters,
  "a text": (moved, letters) => `${letters}\ntext "火気" x=${moved} y=${moved} w=12mm h=6mm`,
  "a line": (moved, letters) => `${letters}\nline x=2mm y=${moved} w=44mm`,
  "an area on it": (moved, letters) => `${letters}\nrect x=${moved} y=${moved} w=12mm h=12mm fill=white`,
  "an area below it": (moved, letters) => `rect x=${moved} y=${moved} w=12mm h=12mm fill=black\n${letters}`,
  "a frame": (moved, letters) => `${letters}\nrect x=${moved} y=${moved} w=12mm h=12mm stroke=1pt`,
};

const MOVES = inLane({ fast: [2, 5.5, 9, 14, 23, 30], full: Array.from({ length: 22 }, (_, at) => 1 + at * 2.1) });

/** What leaves the plate on one side alone makes the margins of the page differ: that hangs on where the side is. */
const OF_THE_PAGE: ReadonlySet<string> = new Set(["RPT5004"]);

/** The codes that are found of one plate, turned as a whole. */
function codesOf(content: string, turned: number): readonly string[] {
  const source = `rpt 1
page w=80mm h=80mm margin=10mm {
  body {
    plate w=48mm h=48mm rotate=${turned} {
${content}
    }
  }
}
`;
  const { diagnostics } = engine.check({ source, data: null });
  const ofPlate = diagnostics.filter(({ code }) => !OF_THE_PAGE.has(code));
  return ofPlate.map(({ code, severity }) => `${code} ${severity}`).sort();
}

describe.each(Object.keys(LETTERS))("%s", (letters) => {
  test.each(Object.keys(OTHERS))("with %s: the same is found however it is turned", (other) => {
    const moves = other === "nothing" ? [0] : MOVES;
    const wrong = moves.flatMap((moved) => {
      const content = OTHERS[other]?.(`${moved.toFixed(1)}mm`, LETTERS[letters] ?? "") ?? "";
      const upright = codesOf(content, 0);
      return [90, 180, 270].flatMap((turned) => {
        const found = codesOf(content, turned);
        return found.join() === upright.join() ? [] : [`${moved} mm, ${turned}°: ${found} and not ${upright}`];
      });
    });
    expect(wrong).toEqual([]);
  });
});
