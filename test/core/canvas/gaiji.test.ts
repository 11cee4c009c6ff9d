import { describe, expect, it } from "vitest";
import { readDrawing } from "../../../src/core/canvas/gaiji.ts";
import { assetFiles, type Canvas, compileSource } from "../../../src/core/canvas/index.ts";
import type { GlyphRunItem } from "../../../src/core/layout/index.ts";
import { readableText } from "../../../src/core/text/index.ts";
import { layOutData } from "../../support/lay-out.ts";

const SQUARE = '<svg viewBox="0 0 10 10"><path d="M1 1h8v8h-8z"/></svg>';
const RING = '<svg viewBox="0 0 10 10"><path fill-rule="evenodd" d="M1 1H9V9H1Z M3 3H7V7H3Z"/></svg>';

const OPEN = '<svg viewBox="0 0 9 9">';
const D = 'd="M1 1h7v7h-7z"';

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
      unheeded: [],
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
      unheeded: [],
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
    ...[
      `${OPEN}<path fill="none" ${D}/></svg>`,
      `${OPEN}<g fill="none"><path ${D}/></g></svg>`,
      `<svg viewBox="0 0 9 9" fill="none"><path ${D}/></svg>`,
      `${OPEN}<path style="fill: transparent" ${D}/></svg>`,
      `${OPEN}<path fill="rgba(0, 0, 0, 0)" ${D}/></svg>`,
      `${OPEN}<path fill="#0000" ${D}/></svg>`,
      `${OPEN}<path fill-opacity="0" ${D}/></svg>`,
      `${OPEN}<g fill-opacity="0%"><path ${D}/></g></svg>`,
      `${OPEN}<path opacity="0" ${D}/></svg>`,
      `${OPEN}<g style="opacity:0.0"><path ${D}/></g></svg>`,
      `${OPEN}<path display="none" ${D}/></svg>`,
      `${OPEN}<g visibility="hidden"><path ${D}/></g></svg>`,
      `${OPEN}<style>.a, .b{fill:none}</style><path class="c b" ${D}/></svg>`,
      `${OPEN}<style>path{visibility:collapse}</style><path ${D}/></svg>`,
    ].map((svg) => [svg, "has no filled path that is seen: its style hides them all"]),
    ...[`<path fill="none" stroke="black" ${D}/>`, `<g style="stroke:#000"><path ${D}/></g>`].map((path) => [
      `${OPEN}${path}</svg>`,
      "has lines (stroke), and only filled paths make a letter",
    ]),
    ...["clip-path", "mask", "filter", "marker-end"].map((property) => [
      `${OPEN}<g ${property}="url(#a)"><path ${D}/></g></svg>`,
      `says ${property}, and only filled paths make a letter`,
    ]),
    [`${OPEN}<path style="transform:scale(2)" ${D}/></svg>`, "says transform, and only filled paths make a letter"],
    [
      `${OPEN}<path ${D}/><path fill="#FFF" d="M3 3h2v2h-2z"/></svg>`,
      'has several colours (fill="black", fill="#fff"), and a letter has one',
    ],
    [
      `${OPEN}<style>@media print{path{fill:none}}</style><path ${D}/></svg>`,
      "has a style sheet with more than names, classes and ids",
    ],
    ['<svg viewBox="0 0 9 9"><path d="M0 0 nonsense"/></svg>', "has a path that cannot be read"],
    ['<svg viewBox="0 0 9 9"><circle r="3"/></svg>', "has a circle, and only filled paths make a letter"],
    [`<svg viewBox="0 0 9 9"><path d="M0 0${"h1v1".repeat(6_000)}z"/></svg>`, "has more than 10000 points"],
  ])("is refused with its reason: %#", (svg, problem) => {
    expect(readDrawing(svg)).toEqual({ problem });
  });
});

describe("what a drawing says of its looks", () => {
  it.each([
    [`<path fill="white" ${D}/>`, ['fill="white"']],
    [`<path style="fill:Red;" ${D}/>`, ['fill="red"']],
    [`<g fill="url(#a)"><path ${D}/><path ${D}/></g>`, ['fill="url(#a)"']],
    [`<style>.a{fill:#231815}</style><path class="a" ${D}/>`, ['fill="#231815"']],
    [`<style>#p{fill:blue} path{fill:red}</style><path id="p" ${D}/>`, ['fill="blue"']],
    [`<g color="green"><path fill="currentColor" ${D}/></g>`, ['fill="green"']],
    [`<path opacity="0.5" ${D}/>`, ['opacity="0.5"']],
    [`<g fill-opacity="50%"><path fill="red" ${D}/></g>`, ['fill="red"', 'fill-opacity="50%"']],
  ])("has no effect, and is told: %s", (paths, unheeded) => {
    const plain = readDrawing(`${OPEN}<path ${D}/></svg>`);
    const reading = readDrawing(`${OPEN}${paths}</svg>`);
    expect(reading).toMatchObject({ unheeded });
    expect("contours" in reading && "contours" in plain && reading.contours[0]).toEqual(
      "contours" in plain && plain.contours[0],
    );
    expect(told(form([`gaiji U+E000 '${OPEN}${paths}</svg>'`], "山\ue000"))).toEqual([
      `RPT1023 ${unheeded.join(", ")} of the drawing of U+E000 has no effect`,
    ]);
  });

  it.each([["black"], ["#000"], ["#000000"], ["currentColor"], ["rgb(0, 0, 0)"], ["rgb(0 0 0)"]])(
    "may be the colour that all letters have: %s",
    (fill) => {
      const reading = readDrawing(`${OPEN}<path fill="${fill}" stroke="none" opacity="1" ${D}/></svg>`);
      expect(reading).toMatchObject({ unheeded: [] });
    },
  );

  it("leaves out the paths that it hides, and no others", () => {
    const hidden = ['fill="none"', 'opacity="0"', 'display="none"', 'visibility="hidden"', 'style="fill-opacity:0"'];
    for (const said of hidden) {
      const reading = readDrawing(`${OPEN}<g><path ${said} d="M0 0h9v9h-9z"/></g><path ${D}/></svg>`);
      expect(reading, said).toEqual(readDrawing(`${OPEN}<path ${D}/></svg>`));
    }
    const shown = readDrawing(`${OPEN}<g visibility="hidden"><path visibility="visible" ${D}/></g></svg>`);
    expect(shown).toEqual(readDrawing(`${OPEN}<path ${D}/></svg>`));
  });

  it("fills each path by the rule around it, and no path cuts holes into another one", () => {
    const ring = readDrawing(`${OPEN}<g fill-rule="evenodd"><path d="M1 1H8V8H1Z M3 3H6V6H3Z"/></g></svg>`);
    const areas = "contours" in ring ? ring.contours.map(signedArea) : [];
    expect(areas.map(Math.sign)).toEqual([1, -1]);
    const two = readDrawing(`${OPEN}<path d="M1 1H8V8H1Z"/><path d="M3 3V6H6V3Z"/></svg>`);
    expect("contours" in two ? two.contours.map((each) => Math.sign(signedArea(each))) : []).toEqual([1, 1]);
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
