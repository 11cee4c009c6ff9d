// Dates over lines: a day stays with its month wherever a line has room for both, in every place that a form has.
import { describe, expect, test } from "vitest";
import type { GlyphRunItem } from "../../../../src/core/layout/index.ts";
import { layOutSource } from "../../../support/lay-out.ts";

/** A date, and what of it stays on one line as long as a line has room for it. */
const DATES: readonly (readonly [date: string, kept: string])[] = [
  ["2027年10月3日", "10月3日"],
  ["2027年10月13日", "10月13日"],
  ["令和9年10月13日", "10月13日"],
  ["令和元年5月1日", "5月1日"],
  ["2027年12月31日(金)", "12月31日"],
  ["2027年 1月 5日", "1月 5日"],
  ["2027年10月下旬", "10月下旬"],
  ["２０２７年１０月３日", "１０月３日"],
  ["10月3日（日）", "10月3日"],
];

const PLACES = {
  text: (words: string, w: number) => `text "${words}" w=${w}mm`,
  cell: (words: string, w: number) => `grid style=cells cols=[${w}mm] {\ncell "${words}"\n}`,
  column: (words: string, w: number) => `table i style=cells header=none {\ncolumn n "" "${words}" w=${w}mm\n}`,
  centred: (words: string, w: number) => `text "${words}" w=${w}mm align=center`,
  justified: (words: string, w: number) => `text "${words}" w=${w}mm align=justify`,
} as const;

const MM = 36_000;

/** The lines of a text, and how wide it is where nothing bounds it. */
function linesOf(body: string): readonly { readonly text: string; readonly widthEmu: number }[] {
  const { value } = layOutSource(`rpt 1
field i[].n string(9) example=["品"]
sizes body=9pt
style base size=body
style cells padding=0mm
page A4 margin=5mm {
  body {
    ${body}
  }
}
`);
  const runs = value.pages.flatMap(({ items }) => items.filter((one): one is GlyphRunItem => one.kind === "glyphs"));
  return [...Map.groupBy(runs, ({ yEmu }) => yEmu).values()].map((own) => ({
    text: own.map(({ run }) => run.text).join(""),
    widthEmu:
      Math.max(...own.map(({ xEmu, advanceEmu }) => xEmu + advanceEmu)) - Math.min(...own.map(({ xEmu }) => xEmu)),
  }));
}

const widthOf = (words: string): number => linesOf(`text "${words}" w=180mm`)[0]?.widthEmu ?? 0;

describe.each(Object.keys(PLACES) as (keyof typeof PLACES)[])("in a %s", (place) => {
  test.each(DATES)("%s", (date, kept) => {
    const [whole, least] = [widthOf(date), widthOf(kept)];
    for (let w = 6; w <= 30; w += 1) {
      for (const words of [date, `納期${date}まで`]) {
        const lines = linesOf(PLACES[place](words, w)).map(({ text }) => text);
        const what = `${w}mm: ${lines.join("|")}`;
        expect(lines.join("").replaceAll(" ", ""), what).toBe(words.replaceAll(" ", ""));
        if (least < w * MM)
          expect(
            lines.some((line) => line.includes(kept)),
            what,
          ).toBe(true);
        // Beside other words a line that would stay half empty takes the year.
        if (words === date && whole < w * MM)
          expect(
            lines.some((line) => line.includes(date)),
            what,
          ).toBe(true);
      }
    }
  });
});
