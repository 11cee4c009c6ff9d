import { describe, expect, it } from "vitest";
import { readDrawing } from "../../../src/core/canvas/gaiji.ts";
import { assetFiles, type Canvas, compileSource } from "../../../src/core/canvas/index.ts";
import type { GlyphRunItem } from "../../../src/core/layout/index.ts";
import { readableText } from "../../../src/core/text/index.ts";
import { layOutData } from "../../support/lay-out.ts";

const SQUARE = '<svg viewBox="0 0 10 10"><path d="M1 1h8v8h-8z"/></svg>';
const RING = '<svg viewBox="0 0 10 10"><path fill-rule="evenodd" d="M1 1H9V9H1Z M3 3H7V7H3Z"/></svg>';

function form(gaiji: readonly string[], text: string): string {
  return ["rpt 1", ...gaiji, "page A5 {", "  body {", `    text "${text}"`, "  }", "}", ""].join("\n");
}

const told = (source: string): readonly string[] =>
  compileSource(source).diagnostics.map(({ code, message }) => `${code} ${message}`);

function compiled(source: string): Canvas {
  const { value } = compileSource(source);
  if (value === null) throw new Error(told(source).join("\n"));
  return value;
}

describe("a drawing", () => {
  it("is scaled to the em box, with its shorter side centred", () => {
    expect(readDrawing(SQUARE)).toEqual({
      contours: [
        [
          [100, 100, 1],
          [900, 100, 1],
          [900, 900, 1],
          [100, 900, 1],
        ],
      ],
    });
    const narrow = readDrawing(
      '<svg width="5" height="10"><g transform="translate(1 0)"><path d="M0 0h3v10z"/></g></svg>',
    );
    expect(narrow).toEqual({
      contours: [
        [
          [350, 0, 1],
          [650, 0, 1],
          [650, 1000, 1],
        ],
      ],
    });
  });

  it("turns holes the other way where they are told by crossings", () => {
    const reading = readDrawing(RING);
    const areas = "contours" in reading ? reading.contours.map(signedArea) : [];
    expect(areas).toEqual([640_000, -160_000]);
  });

  it("becomes quadratic curves that leave a cubic one by less than a unit", () => {
    const reading = readDrawing('<svg viewBox="0 0 1000 1000"><path d="M0 500C0 224 224 0 500 0L500 500Z"/></svg>');
    const [contour = []] = "contours" in reading ? reading.contours : [];
    for (const [x, y, isOnCurve] of contour.slice(0, 9)) {
      if (isOnCurve === 1) expect(Math.abs(Math.hypot(x - 500, y - 500) - 500)).toBeLessThan(1.5);
    }
    expect(contour.filter(([, , isOnCurve]) => isOnCurve === 0)).toHaveLength(4);
  });

  it.each([
    ["<svg", "is not well-formed XML"],
    ["<html/>", "is no SVG picture"],
    ["<svg/>", "has no viewBox"],
    ['<svg viewBox="0 0 9 9"/>', "has no filled path"],
    ['<svg viewBox="0 0 9 9"><path d="M20 20h9v9z"/></svg>', "has no path with an area within its viewBox"],
    ['<svg viewBox="0 0 9 9"><path d="M1 1h9h-3h2z"/></svg>', "has no path with an area within its viewBox"],
    ['<svg viewBox="0 0 10 10"><path d="M1 1h.01v.01h-.01z"/></svg>', "has no path with an area within its viewBox"],
    ...["M-20 1h60v8h-60z", "M1 1h8v14h-8z", "M1 -3h8v8h-8z", "M5 5C5 -9 9 -9 9 5z"].map((d) => [
      `<svg viewBox="0 0 10 10"><path d="${d}"/></svg>`,
      "reaches beyond its viewBox, over the letters beside it",
    ]),
    [
      '<svg viewBox="0 0 10 10"><path transform="translate(6 0)" d="M1 1h8v8h-8z"/></svg>',
      "reaches beyond its viewBox, over the letters beside it",
    ],
    ['<svg viewBox="0 0 9 9"><path fill="none" d="M0 0h9v9z"/></svg>', "has no filled path"],
    ['<svg viewBox="0 0 9 9"><path d="M0 0 nonsense"/></svg>', "has a path that cannot be read"],
    ['<svg viewBox="0 0 9 9"><circle r="3"/></svg>', "has a circle, and only filled paths make a letter"],
    [`<svg viewBox="0 0 9 9"><path d="M0 0${"h1v1".repeat(6_000)}z"/></svg>`, "has more than 10000 points"],
  ])("is refused with its reason: %#", (svg, problem) => {
    expect(readDrawing(svg)).toEqual({ problem });
  });
});

function signedArea(contour: readonly (readonly [number, number, 0 | 1])[]): number {
  return contour.reduce((sum, [x, y], index) => {
    const [nextX = 0, nextY = 0] = contour[(index + 1) % contour.length] ?? [];
    return sum + (x * nextY - nextX * y) / 2;
  }, 0);
}

describe("private characters", () => {
  it("are set as full-width letters of a font of their own, between those of the text", () => {
    const canvas = compiled(form([`gaiji U+E000 '${SQUARE}'`, `gaiji U+F8FF '${RING}'`], "山\ue000\uf8ff田"));
    const runs = layOutData(canvas).value.pages[0]?.items.filter(
      (item): item is GlyphRunItem => item.kind === "glyphs",
    );
    expect(runs?.map(({ run, advanceEmu, sizeEmu }) => [run.text, run.font.family, advanceEmu / sizeEmu])).toEqual([
      ["山", "Noto Sans JP", 1],
      ["\ue000\uf8ff", "Gaiji", 2],
      ["田", "Noto Sans JP", 1],
    ]);
    expect(runs?.[1]?.run.font.textOf(runs[1].run.glyphs[1] ?? 0)).toBe("\uf8ff");
  });

  it("are read and copied as the letters that they stand for, where the template says so", () => {
    const canvas = compiled(form([`gaiji U+E000 '${SQUARE}' text='高'`, `gaiji U+E001 '${RING}'`], "\ue000\ue001橋"));
    const runs = layOutData(canvas).value.pages[0]?.items.filter(
      (item): item is GlyphRunItem => item.kind === "glyphs",
    );
    expect(
      runs?.map(({ run }) => [run.text, readableText(run), [...run.glyphs].map(run.font.textOf).join("")]),
    ).toEqual([
      ["\ue000\ue001", "高\ue001", "高\ue001"],
      ["橋", "橋", "橋"],
    ]);
  });

  it("are told as missing where they have no drawing", () => {
    const canvas = compiled(form([`gaiji U+E000 '${SQUARE}'`], "\ue000\ue001"));
    expect(layOutData(canvas).diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([
      expect.stringContaining('RPT4005 no font has a glyph for "\ue001" (U+E001)'),
    ]);
  });

  it("may have their drawings in files that are handed in with the template", () => {
    const source = form(["gaiji U+E000 'asset:a.svg'", "gaiji U+E001 'asset:a.svg'"], "\ue000");
    expect(assetFiles(source)).toEqual(["a.svg"]);
    const assets = { "a.svg": new TextEncoder().encode(SQUARE) };
    const { value } = compileSource(source, { assets });
    expect(value?.gaiji?.characters.map(({ contours }) => contours.length)).toEqual([1, 1]);
    expect(compileSource(source, { assets: {} }).diagnostics.map(({ message }) => message)).toEqual([
      'the file "a.svg" was not handed in',
      'the file "a.svg" was not handed in',
    ]);
    // Where nobody knows the files, nothing is told of them.
    expect(layOutData(compiled(source)).diagnostics).toEqual([]);
  });

  it("have one drawing, which can be read", () => {
    expect(told(form([`gaiji U+E000 '${SQUARE}'`, `gaiji U+E000 '${RING}'`], "山"))).toEqual([
      "RPT2007 U+E000 already has a drawing",
    ]);
    expect(told(form(["gaiji U+E000 'takahashi'"], "山"))).toEqual([
      "RPT1015 the drawing of U+E000 is not well-formed XML",
    ]);
  });
});
