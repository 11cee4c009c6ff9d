// Which headers stand on some page: what the check says, and what layout draws, over every choice of headers.
import { expect, test } from "vitest";
import { compileSource } from "../../../../src/core/canvas/index.ts";
import { BAND_PRECEDENCE, type BandOn } from "../../../../src/core/check/index.ts";
import { layOutSource, pageLines } from "../../../support/lay-out.ts";

/** Every set of headers. */
const SETS: readonly (readonly BandOn[])[] = Array.from({ length: 2 ** BAND_PRECEDENCE.length }, (_, set) =>
  BAND_PRECEDENCE.filter((_on, at) => (set & (1 << at)) !== 0),
);

const PAGES_MOST = 5;

function page(ons: readonly BandOn[], pages: number, more = ""): string {
  const bands = ons.map((on) => `  header on=${on} h=8mm {\n    text "on ${on}" x=0mm y=0mm w=30mm h=6mm\n  }\n`);
  const body = Array.from({ length: pages }, () => '    text "頁"\n').join("    break page\n");
  return `page A5 margin=10mm${more} {\n${bands.join("")}  body {\n${body}  }\n}\n`;
}

const OTHER = page([], 1);
const SECTIONS: Readonly<Record<string, (ons: readonly BandOn[], pages: number) => string>> = {
  alone: (ons, pages) => page(ons, pages),
  "alone, from page 2": (ons, pages) => page(ons, pages, " first-number=2"),
  "the first of two": (ons, pages) => page(ons, pages) + OTHER,
  "the last of two": (ons, pages) => OTHER + page(ons, pages),
};

const formOf = (pages: string): string =>
  `rpt 1\nfonts gothic="Noto Sans JP"\nsizes body=9pt\nstyle base font=gothic size=body\n${pages}`;

/** The headers of which the check says that they stand on no page. */
function told(source: string): readonly string[] {
  const found = compileSource(source).diagnostics.filter(({ code }) => code === "RPT1024");
  return found.map(({ message }) => /on=(\w+)/.exec(message)?.[1] ?? message);
}

/** The headers that layout draws, with one page or more. */
function drawn(section: string, ons: readonly BandOn[]): readonly string[] {
  const seen = Array.from({ length: PAGES_MOST }, (_, at) => {
    const { value } = layOutSource(formOf(SECTIONS[section]?.(ons, at + 1) ?? ""));
    return value.pages.flatMap((_page, number) => pageLines(value, number));
  });
  return ons.filter((on) => seen.flat().some((line) => line.includes(`on ${on}`)));
}

test.each(Object.keys(SECTIONS))("a header of a page block %s is drawn on some page, or told", (section) => {
  let untold = 0;
  for (const ons of SETS) {
    const lost = told(formOf(SECTIONS[section]?.(ons, 1) ?? ""));
    const kept = ons.filter((on) => !lost.includes(on));
    expect(drawn(section, kept), ons.join(" ")).toEqual(kept);
    if (lost.length === 0) untold += 1;
  }
  expect(untold).toBeGreaterThan(10);
  expect(untold).toBeLessThan(SETS.length);
});

test("the second of two headers for the same pages is told", () => {
  for (const on of BAND_PRECEDENCE) expect(told(formOf(page([on, on], 1)))).toEqual([on]);
});

test("a header that is told is drawn once the repair is made", () => {
  const covered = ["first", "rest", "all"] as const;
  expect(told(formOf(page(covered, 1)))).toEqual(["all"]);
  expect(told(formOf(page(["first", "rest"], 1)))).toEqual([]);
  expect(told(formOf(page(["last"], 1) + OTHER))).toEqual(["last"]);
  expect(told(formOf(OTHER + page(["last"], 1)))).toEqual([]);
});
