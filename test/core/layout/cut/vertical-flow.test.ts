import { readFileSync } from "node:fs";
import { describe, expect, it, test } from "vitest";
import { compileSource } from "../../../../src/core/canvas/index.ts";
import { judgeGeometry } from "../../../../src/core/gate/index.ts";
import type { GlyphRunItem, PageDocument } from "../../../../src/core/layout/index.ts";
import { pt } from "../../../support/canvas-builder.ts";
import { layOutSource } from "../../../support/lay-out.ts";

/** A form on paper of 100 × 200 points without margins, whose characters are 10 points. */
function form(lines: readonly string[], bands: readonly string[] = []): string {
  return [
    "rpt 1",
    'field body text(5000) example="国"',
    "sizes body=10pt",
    "style base size=body line-height=2",
    "style v writing=vertical",
    "page 100pt 200pt margin=0mm {",
    ...bands.map((line) => `  ${line}`),
    "  body {",
    ...lines.map((line) => `    ${line}`),
    "  }",
    "}",
    "",
  ].join("\n");
}

const letters = (count: number): string => "国".repeat(count);

function laid(lines: readonly string[], body: string, bands: readonly string[] = []) {
  const { value, diagnostics } = layOutSource(form(lines, bands), { body });
  return { document: value, found: diagnostics.map(({ code, message }) => `${code} ${message}`), diagnostics };
}

/** Of each page, where its lines begin in points, and how many characters they hold. */
function linesOf(document: PageDocument): readonly (readonly (readonly [x: number, y: number, letters: number])[])[] {
  return document.pages.map(({ items }) =>
    items
      .filter((item): item is GlyphRunItem => item.kind === "glyphs" && item.run.direction === "vertical")
      .map(({ run, xEmu, yEmu }) => [xEmu / pt(1), yEmu / pt(1), [...run.text].length]),
  );
}

const TEXT = "text (body) style=v";

describe("vertical text in a flow", () => {
  it("takes lines as long as the page, from the right to the left, and goes on at the next page", () => {
    const { document, found } = laid([TEXT], letters(130));
    expect(linesOf(document)).toEqual([
      [90, 70, 50, 30, 10].map((x) => [x, 0, 20]),
      [
        [90, 0, 20],
        [70, 0, 10],
      ],
    ]);
    expect(found).toEqual([]);
  });

  it("takes what a heading leaves of its page", () => {
    const { document } = laid(['text "Q"', TEXT], letters(120));
    expect(linesOf(document)).toEqual([
      [90, 70, 50, 30, 10].map((x) => [x, 20, 18]),
      [90, 70].map((x, at) => [x, 0, at === 0 ? 20 : 10]),
    ]);
  });

  it("leaves no line alone on either side of a page's end", () => {
    expect(linesOf(laid([TEXT], letters(101)).document).map((page) => page.length)).toEqual([4, 2]);
  });

  it("begins on the next page where lines would be shorter than ten characters or a quarter of the page", () => {
    const pages = (space: number, count: number) =>
      linesOf(laid([`space ${space}pt`, TEXT], letters(count)).document).map((page) => page.length);
    expect(pages(100, 40)).toEqual([4]);
    expect(pages(101, 40)).toEqual([0, 2]);
    // What fits as it is does not move.
    expect(pages(150, 5)).toEqual([1]);
    expect(pages(150, 6)).toEqual([0, 1]);
  });

  it("keeps header and footer free, also where they differ from page to page", () => {
    const bands = [
      "header h=40pt on=rest {",
      '  text "R" x=0mm y=0mm w=20pt h=20pt',
      "}",
      "footer h=60pt on=last {",
      '  text "L" x=0mm y=0mm w=20pt h=20pt',
      "}",
    ];
    const { document, found } = laid([TEXT], letters(250), bands);
    // All would fit the third page but for the last footer, so as little as may is kept back for a fourth.
    expect(linesOf(document)).toEqual([
      [90, 70, 50, 30, 10].map((x) => [x, 0, 20]),
      [90, 70, 50, 30, 10].map((x) => [x, 40, 16]),
      [90, 70, 50, 30].map((x) => [x, 40, 13]),
      [90, 70].map((x, at) => [x, 40, at === 0 ? 10 : 8]),
    ]);
    expect(found).toEqual([]);
  });

  it("stands in tiers of a declared height, two characters apart, which go on at the next page", () => {
    const { document, found } = laid(["text (body) style=v h=80pt"], letters(8 * 12));
    const tier = (y: number) => [90, 70, 50, 30, 10].map((x) => [x, y, 8]);
    expect(linesOf(document)).toEqual([
      [...tier(0), ...tier(100)],
      [
        [90, 0, 8],
        [70, 0, 8],
      ],
    ]);
    expect(found).toEqual([]);
  });

  it("is one box of its height where that holds all of it, as ever", () => {
    const { document } = laid(["text (body) style=v h=80pt", 'text "次" style=v'], letters(24));
    expect(linesOf(document)).toEqual([
      [
        [90, 0, 8],
        [70, 0, 8],
        [50, 0, 8],
        [90, 80, 1],
      ],
    ]);
  });

  it("stands tier below tier in columns (段組), which are not evened out where the text ends", () => {
    const { document } = laid(["columns n=2 gap=20pt {", `  ${TEXT}`, "}", 'text "Q"'], letters(9 * 7));
    const tier = (y: number, lines: number) => [90, 70, 50, 30, 10].slice(0, lines).map((x) => [x, y, 9]);
    expect(linesOf(document)).toEqual([[...tier(0, 5), ...tier(110, 2)], []]);
    const level = laid(["columns n=2 gap=20pt {", '  text "Q"', `  ${TEXT}`, "}"], letters(9)).document;
    expect(linesOf(level)).toEqual([[[30, 20, 9]]].map((page) => page.map(() => expect.any(Array))));
  });

  it("shares a declared height out among its tiers", () => {
    const { document } = laid(["columns n=2 gap=20pt h=120pt {", `  ${TEXT}`, "}"], letters(5 * 12));
    const tier = (y: number) => [90, 70, 50, 30, 10].map((x) => [x, y, 5]);
    expect(linesOf(document)).toEqual([
      [...tier(0), ...tier(70)],
      [
        [90, 0, 5],
        [70, 0, 5],
      ],
    ]);
  });

  it("keeps together what a page holds, and tells what it does not hold", () => {
    const kept = laid(["space 60pt", `${TEXT} keep=together`], letters(80));
    expect(linesOf(kept.document).map((page) => page.length)).toEqual([0, 4]);
    expect(kept.found).toEqual([]);
    const box = laid(["space 20pt", "stack keep=together {", '  text "Q"', `  ${TEXT}`, "}"], letters(80));
    expect(linesOf(box.document)).toEqual([[90, 70, 50, 30, 10].map((x) => [x, 40, 16])]);
    const { found } = laid([`${TEXT} keep=together`], letters(120));
    expect(found).toEqual([expect.stringMatching(/^RPT4011 keep=together needs more than one page/u)]);
  });

  it("is told to need a length where it makes a row too high, and not where other texts do", () => {
    const stack = ["stack {", ...Array.from({ length: 20 }, () => '  text "Q{body}"'), "}"];
    const repairs = (vertical: string, beside: readonly string[], words: string) =>
      laid(["grid cols=[20pt, 1fr] {", `  ${vertical}`, ...beside.map((line) => `  ${line}`), "}"], words)
        .diagnostics.filter(({ code }) => code === "RPT4011")
        .map(({ repair }) => repair?.title);
    expect(repairs(`${TEXT} h=60pt`, stack, letters(3))).toEqual([
      expect.stringMatching(/^make it [\d.]+mm lower, or put its parts below one another$/u),
    ]);
    expect(repairs(`${TEXT} w=20pt`, ['text "Q"'], letters(40))).toEqual([
      "give its vertical text h=, the length of its lines, and w= for all of them",
    ]);
  });

  it("is framed on every page, with its frame around all lines", () => {
    const { document } = laid(["box padding=10pt border=1pt {", `  ${TEXT}`, "}"], letters(6 * 18));
    const lines = (count: number) => [80, 60, 40, 20].slice(0, count).map((x) => [x, 10, 18]);
    expect(linesOf(document)).toEqual([lines(4), lines(2)]);
    const frames = document.pages.map(({ items }) => items.filter((item) => item.kind === "stroke").length);
    expect(frames.every((count) => count > 0)).toBe(true);
  });

  it("has its marker above its first line, and begins its lines below it on every page", () => {
    const { document } = laid([`${TEXT} marker="一、"`], letters(120));
    expect(linesOf(document)).toEqual([
      [[90, 0, 2], ...[90, 70, 50, 30, 10].map((x) => [x, 20, 18])],
      [
        [90, 20, 18],
        [70, 20, 12],
      ],
    ]);
  });

  it("is one paragraph, read in one piece over its pages", () => {
    const { document } = laid([TEXT], letters(130));
    expect(document.structure.map(({ type }) => type)).toEqual(["Document", "P"]);
    const nodes = document.pages.flatMap(({ items }) => items.map(({ node }) => node));
    expect(new Set(nodes)).toEqual(new Set([1]));
  });

  it("counts the lines of all its pages where a form allows so many", () => {
    expect(laid([`${TEXT} lines=7`], letters(140)).found).toEqual([]);
    expect(laid([`${TEXT} lines=6`], letters(140)).found).toEqual([
      expect.stringMatching(/^RPT4001 text needs 7 lines, lines=6 allows fewer/u),
    ]);
  });

  it("shrinks into its page where it may not be cut", () => {
    const { document, found } = laid([`${TEXT} fit=shrink min-size=7pt`], letters(24));
    expect(document.pages).toHaveLength(1);
    const [line] = document.pages[0]?.items.filter((item) => item.kind === "glyphs") ?? [];
    expect((line?.yEmu ?? 0) + (line?.advanceEmu ?? 0)).toBeLessThanOrEqual(pt(200));
    expect(found).toEqual([]);
    const { found: told } = laid([`${TEXT} fit=shrink min-size=7pt`], letters(60));
    expect(told).toEqual([expect.stringMatching(/^RPT4002 /u)]);
  });

  it("shows the number of its page where its box is fixed", () => {
    const { document } = laid(['text "{page.n}" style=v w=40pt h=40pt', "break page", 'text "Q"'], "");
    expect(document.pages).toHaveLength(2);
  });
});

describe("vertical text that may not go on", () => {
  test.each([
    ["a plate", ["plate h=100pt {", "  text (body) style=v x=0mm y=0mm w=100pt h=100pt", "}"], "RPT4001"],
    ["a plate, without a height of its own", ["plate h=100pt {", `  ${TEXT} x=0mm y=0mm w=100pt`, "}"], "RPT5002"],
    ["a row that declares its height", ["row h=100pt {", `  ${TEXT} w=1fr`, "}"], "RPT4001"],
    ["a row", ["row {", `  ${TEXT} w=1fr`, "}"], "RPT4011"],
    ["a grid", ["grid cols=[1fr] {", `  ${TEXT}`, "}"], "RPT4011"],
    ["a box that declares its height", ["box h=100pt {", '  text "Q"', `  ${TEXT}`, "}"], "RPT4001"],
    ["a box in a box", ["box h=100pt {", "  stack {", `    ${TEXT}`, "  }", "}"], "RPT4001"],
    ["a box of a greatest height", ["box max-h=100pt {", `  ${TEXT}`, "}"], "RPT4001"],
    ["lines longer than the page", ["text (body) style=v h=300pt"], "RPT4011"],
  ])("is told in %s", (_, lines, code) => {
    expect(laid(lines, letters(3)).found).toEqual(code === "RPT4011" && lines.length === 1 ? expect.any(Array) : []);
    const { diagnostics } = laid(lines, letters(400));
    expect(diagnostics.map((one) => one.code)).toContain(code);
    expect(diagnostics.filter((one) => one.dataPath === "body" || one.code === "RPT5002")).not.toEqual([]);
  });

  it("takes lines as long as a box of a declared height lets them be", () => {
    const { document, found } = laid(["box h=120pt {", '  text "Q"', `  ${TEXT}`, "}"], letters(45));
    expect(linesOf(document)).toEqual([[90, 70, 50, 30, 10].map((x, at) => [x, 20, at < 4 ? 10 : 5])]);
    expect(found).toEqual([]);
    const row = laid(["row h=120pt {", `  ${TEXT} w=1fr`, "}"], letters(45));
    expect(linesOf(row.document)).toEqual([[90, 70, 50, 30].map((x, at) => [x, 0, at < 3 ? 12 : 9])]);
    expect(row.found).toEqual([]);
  });

  it("tells a word that no line holds, and a letter that no line and no page holds", () => {
    const word = laid([TEXT], "IncomprehensibilitiesWithoutEndAreLongerThanAnyLine").found;
    expect(word).toEqual([expect.stringMatching(/^RPT4004 /u)]);
    const large = form([TEXT]).replace("body=10pt", "body=300pt");
    const codes = layOutSource(large, { body: "国国" }).diagnostics.map(({ code }) => code);
    expect(new Set(codes)).toEqual(new Set(["RPT4001", "RPT4011"]));
  });
});

test("what leaves the paper in a flow is not told to move", () => {
  const source = form(['text "国国" w=140pt align=right']).replace("margin=0mm", "margin=12pt");
  const { value: canvas } = compileSource(source);
  if (canvas === null) throw new Error("the form does not compile");
  const found = judgeGeometry(canvas, layOutSource(source, { body: "" }).value);
  expect(found.filter(({ code }) => code === "RPT5003").map(({ repair }) => repair?.title)).toEqual([
    expect.stringMatching(/^make it narrower by [0-9.]+mm, so that it ends at the margin$/u),
  ]);
});

test.each([
  ["letter-over-pages", 3],
  ["notice-in-tiers", 3],
])("%s shows all of its 2,771 characters in their order on %i pages", (name, pages) => {
  const source = readFileSync(new URL(`../forms/${name}.rpt`, import.meta.url), "utf8");
  const { value, diagnostics } = layOutSource(source);
  expect(diagnostics).toEqual([]);
  expect(value.pages).toHaveLength(pages);
  const body: unknown = JSON.parse(/field body .*example=(".*")$/mu.exec(source)?.[1] ?? "null");
  const runs = value.pages.flatMap(({ items }) => items.filter((item) => item.kind === "glyphs"));
  const shown = runs.filter(({ sources }) => sources.some(({ path }) => path === "body"));
  const text = shown.map(({ run }) => run.text).join("");
  const blanks = /\s/gu;
  expect(text.replaceAll(blanks, "")).toContain(String(body).replaceAll(blanks, ""));
});

test.each([
  ["one line a tier", "w=12pt", 1],
  ["two lines a tier, and three in all", "w=32pt", 2],
])("tiers of %s stand on the page that has room for them all", (_, width, first) => {
  const { document, found } = laid(['text "Q"', `${TEXT} h=40pt ${width}`], letters(10));
  expect(document.pages).toHaveLength(1);
  const lines = linesOf(document)[0] ?? [];
  expect(lines.map(([, , count]) => count)).toEqual([4, 4, 2]);
  expect(lines.filter(([, y]) => y === lines[0]?.[1]).length).toBeLessThanOrEqual(first);
  expect(found).toEqual([]);
});
