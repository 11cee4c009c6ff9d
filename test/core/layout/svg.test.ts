import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ImageElement } from "../../../src/core/canvas/index.ts";
import { type FillItem, readImage, type StrokeItem } from "../../../src/core/layout/index.ts";
import { moveItem } from "../../../src/core/layout/move-items.ts";
import { box, canvas, EMU_PER_MM, field, length, mm, page } from "../../support/canvas-builder.ts";
import { layOutData } from "../../support/lay-out.ts";

function svg(content: string, head = 'viewBox="0 0 100 50"'): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${head}>${content}</svg>`;
}

function read(text: string) {
  return readImage(new TextEncoder().encode(text));
}

function lay(content: string, fit: ImageElement["fit"] = "contain", size = { w: 100, h: 50 }) {
  const data = `data:image/svg+xml;base64,${Buffer.from(svg(content)).toString("base64")}`;
  const element: ImageElement = {
    kind: "image",
    source: field("pic").value,
    fit,
    box: box({ width: length(mm(size.w)), heightEmu: mm(size.h) }),
    span: [1, 2],
  };
  return layOutData(canvas([page([element])]), { pic: data });
}

type Drawn = FillItem | StrokeItem;

function drawn(content: string, fit?: ImageElement["fit"], size?: { w: number; h: number }): readonly Drawn[] {
  const { value } = lay(content, fit, size);
  return (value.pages[0]?.items ?? []).filter((item): item is Drawn => item.kind === "fill" || item.kind === "stroke");
}

/** `10,0 20,0 20,5`: the ends of a shape's segments in millimetres from the page's margin of 10 mm. */
function points(item: Drawn | undefined): string {
  if (item === undefined || item.shape.kind !== "path") return "";
  const at = (emu: number) => Math.round((emu / EMU_PER_MM - 10) * 10) / 10;
  return item.shape.commands
    .flatMap((command) => (command.op === "close" ? [] : [`${at(command.xEmu)},${at(command.yEmu)}`]))
    .join(" ");
}

describe("shapes of an SVG are shapes of the page", () => {
  test.each([
    ["rect", '<rect x="10" y="5" width="20" height="10"/>', "10,5 30,5 30,15 10,15"],
    ["polygon", '<polygon points="0,0 10,0 10,10"/>', "0,0 10,0 10,10"],
    ["path with relative, horizontal and vertical lines", '<path d="M10 10h20v5l-20 5z"/>', "10,10 30,10 30,15 10,20"],
    ["quadratic curves", '<path d="M0 0Q30 0 30 30z"/>', "0,0 30,30"],
    ["circle", '<circle cx="20" cy="20" r="10"/>', "10,20 20,10 30,20 20,30 10,20"],
    ["translate and scale", '<g transform="translate(10 5) scale(2)"><path d="M0 0h5v5z"/></g>', "10,5 20,5 20,15"],
    ["rotate about a point", '<path transform="rotate(90 10 10)" d="M10 10h10v5z"/>', "10,10 10,20 5,20"],
    ["use", '<defs><path id="p" d="M0 0h5v5z"/></defs><use href="#p" x="10" y="20"/>', "10,20 15,20 15,25"],
    ["symbol", '<symbol id="p"><path d="M0 0h5v5z"/></symbol><use xlink:href="#p" x="1"/>', "1,0 6,0 6,5"],
  ])("%s", (_, content, expected) => {
    expect(points(drawn(content)[0])).toBe(expected);
  });

  test.each([
    ["an attribute", '<path fill="#ff8000" d="M0 0h5v5z"/>'],
    ["a style attribute over an attribute", '<path fill="red" style="fill:#ff8000" d="M0 0h5v5z"/>'],
    ["a class", '<style>.a, .b { fill: #ff8000 }</style><path class="x b" d="M0 0h5v5z"/>'],
    ["an id over a class", '<style>#i{fill:#ff8000}.a{fill:red}</style><path id="i" class="a" d="M0 0h5v5z"/>'],
    ["the group around", '<g fill="#ff8000"><path d="M0 0h5v5z"/></g>'],
    ["currentColor", '<g color="#ff8000"><path fill="currentColor" d="M0 0h5v5z"/></g>'],
    ["a name", '<path fill="darkorange" style="fill:rgb(255, 128, 0)" d="M0 0h5v5z"/>'],
  ])("the colour is that of %s", (_, content) => {
    expect(drawn(content).map((item) => item.color)).toEqual([[255, 128, 0, 255]]);
  });

  test("opacity of groups, fills and lines is that of the paint", () => {
    const [fill, stroke] = drawn('<g opacity=".5"><path fill-opacity=".5" stroke="red" d="M0 0h5v5z"/></g>');
    expect([fill?.color[3], stroke?.color[3]]).toEqual([64, 128]);
  });

  test("lines grow with the drawing and keep their look", () => {
    const line =
      '<path d="M0 0h10" fill="none" stroke="red" stroke-width="2" stroke-linecap="round" stroke-dasharray="4 2"/>';
    const [stroke] = drawn(line, "contain", { w: 50, h: 25 });
    expect(stroke).toMatchObject({ kind: "stroke", widthEmu: mm(1), cap: "round", dashEmu: [mm(2), mm(1)] });
  });

  test("an even-odd fill stays one", () => {
    expect(drawn('<path fill-rule="evenodd" d="M0 0h9v9h-9zM3 3h3v3h-3z"/>')[0]).toMatchObject({ rule: "evenodd" });
  });

  test("a rectangle clips, and what lies within it is not clipped", () => {
    const clip = '<clipPath id="c"><rect x="10" y="10" width="20" height="20"/></clipPath>';
    const content = `${clip}<g clip-path="url(#c)"><path d="M0 0h50v50h-50z"/><path d="M12 12h5v5z"/></g>`;
    const [cut, whole] = drawn(content);
    expect(cut?.clip).toEqual({ leftEmu: mm(20), topEmu: mm(20), rightEmu: mm(40), bottomEmu: mm(40) });
    expect(whole?.clip).toBeUndefined();
  });

  test("hidden and empty things draw nothing", () => {
    const content =
      '<path display="none" d="M0 0h5v5z"/><path visibility="hidden" d="M0 0h5v5z"/><rect width="0" height="5"/>';
    expect(drawn(content)).toEqual([]);
  });
});

describe("a drawing fits its box as pixels do", () => {
  const SQUARE = '<path d="M0 0h100v50h-100z"/>';
  test.each([
    ["contain", "0,12.5 50,12.5 50,37.5 0,37.5", false],
    ["fill", "0,0 50,0 50,50 0,50", false],
    ["cover", "-25,0 75,0 75,50 -25,50", true],
  ] as const)("%s", (fit, expected, isCut) => {
    const [item] = drawn(SQUARE, fit, { w: 50, h: 50 });
    expect(points(item)).toBe(expected);
    expect(item?.clip !== undefined).toBe(isCut);
  });
});

/** Each group uses the one before it twice. */
function doubled(times: number): string {
  const groups = Array.from({ length: times }, (_, at) => {
    return `<g id="a${at + 1}"><use href="#a${at}"/><use href="#a${at}"/></g>`;
  });
  return `<g id="a0"><path d="M0 0h1"/></g>${groups.join("")}`;
}

describe("what an SVG must not be is refused in one sentence", () => {
  test.each([
    ["a script", svg("<script>alert(1)</script>"), "is an SVG with a script"],
    ["an event", svg('<path onclick="x()" d="M0 0"/>'), "is an SVG with a script (onclick)"],
    [
      "an outside image",
      svg('<image href="https://example.jp/a.png"/>'),
      "is an SVG that refers to another file (https://example.jp/a.png)",
    ],
    ["an outside use", svg('<use xlink:href="a.svg#b"/>'), "is an SVG that refers to another file (a.svg#b)"],
    [
      "an outside paint",
      svg('<path fill="url(https://example.jp/#a)" d="M0 0"/>'),
      "is an SVG that refers to another file (https://example.jp/#a)",
    ],
    ["an import", svg("<style>@import 'x.css';</style>"), "is an SVG that refers to another file (@import)"],
    ["entities", `<!DOCTYPE svg [<!ENTITY a "aaaa">]>${svg("")}`, "is an SVG that declares entities"],
    ["broken XML", svg("<path"), "is an SVG that is not well-formed XML"],
    ["a broken path", svg('<path d="M0 0 L"/>'), "is an SVG with a broken path (M0 0 L)"],
    ["no size", svg("", ""), "is an SVG without a size: give it a viewBox"],
    ["too many elements", svg("<g/>".repeat(20_001)), "is an SVG of more than 20000 elements"],
    ["a billion uses", svg(doubled(30)), "is an SVG of more than 20000 elements"],
    ["a use of itself", svg('<g id="a"><use href="#a"/></g>'), "is an SVG that uses itself"],
    [
      "deep nesting",
      svg("<g>".repeat(5_000) + "</g>".repeat(5_000)),
      "is an SVG of more than 64 elements in one another",
    ],
  ])("%s", (_, text, reason) => {
    expect(read(text)).toEqual({ ok: false, reason });
  });

  test("no text throws, whatever it is", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (attribute, content) => {
        expect(typeof read(svg(`<path d="${attribute}"/>${content}`)).ok).toBe("boolean");
      }),
    );
  });
});

test("what paths cannot show is told with the data's path, and the rest is drawn", () => {
  const gradient =
    '<linearGradient id="g"><stop stop-color="#000"/><stop offset="1" stop-color="#fff"/></linearGradient>';
  const line = '<path fill="none" stroke="url(#g)" d="M0 0h5v5z"/>';
  const { value, diagnostics } = lay(`${gradient}<text>山本</text>${line}`);
  expect(diagnostics.map((each) => `${each.code} ${each.message}`)).toEqual([
    "RPT4016 the SVG holds more than shapes: text, gradients of lines, which are drawn in one colour (page 1, pic)",
  ]);
  expect(value.pages[0]?.items.map((item) => item.kind === "stroke" && item.color)).toEqual([[128, 128, 128, 255]]);
});

describe("gradients are those of the page", () => {
  const stops = '<stop offset="0" stop-color="#000"/><stop offset="1" stop-color="#fff" stop-opacity=".5"/>';
  const rect = '<rect x="20" y="10" width="40" height="20" fill="url(#g)"/>';
  const gradientOf = (content: string) => {
    const [item] = drawn(content);
    return item?.kind === "fill" ? item.gradient : undefined;
  };
  /** In millimetres from the page's margin of 10 mm. */
  const matrixOf = (content: string): readonly number[] => {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = (gradientOf(content)?.matrix ?? []).map(
      (emu) => emu / EMU_PER_MM,
    );
    return [a, b, c, d, e - 10, f - 10].map((value) => Math.round(value * 100) / 100);
  };

  test.each([
    [
      "over the shape's box, from left to right",
      `<linearGradient id="g">${stops}</linearGradient>`,
      [40, 0, 0, 20, 20, 10],
    ],
    [
      "along a line of the drawing",
      `<linearGradient id="g" gradientUnits="userSpaceOnUse" x1="0" y1="10" x2="0" y2="40">${stops}</linearGradient>`,
      [0, 30, -30, 0, 0, 10],
    ],
    [
      "under a transform of its own",
      `<linearGradient id="g" gradientTransform="rotate(90)">${stops}</linearGradient>`,
      [0, 20, -40, 0, 20, 10],
    ],
    ["about the box's middle", `<radialGradient id="g">${stops}</radialGradient>`, [20, 0, 0, 10, 40, 20]],
    [
      "with what it takes from another",
      `<radialGradient id="h" r="1">${stops}</radialGradient><radialGradient id="g" href="#h" cx="0" cy="0"/>`,
      [40, 0, 0, 20, 20, 10],
    ],
  ])("%s", (_, gradient, expected) => {
    expect(matrixOf(gradient + rect)).toEqual(expected);
  });

  test("stops are in order, from the start to the end, with their opacities", () => {
    const three =
      '<stop offset="30%" stop-color="red"/><stop offset=".1" style="stop-color:blue"/>' +
      '<stop offset="2" stop-opacity=".5"/>';
    const filled = gradientOf(`<linearGradient id="g">${three}</linearGradient><g opacity=".5">${rect}</g>`);
    expect(filled?.stops).toEqual([
      { atThousandths: 0, color: [255, 0, 0, 128] },
      { atThousandths: 300, color: [255, 0, 0, 128] },
      { atThousandths: 300, color: [0, 0, 255, 128] },
      { atThousandths: 1000, color: [0, 0, 0, 64] },
    ]);
  });

  test("a focus stays within its circle", () => {
    const far = `<radialGradient id="g" fx="5" fy=".5">${stops}</radialGradient>${rect}`;
    expect(gradientOf(far)?.focusThousandths).toEqual([990, 0]);
  });

  test.each([
    ["one colour throughout", '<linearGradient id="g"><stop stop-color="red"/></linearGradient>', [255, 0, 0, 255]],
    ["no length", `<linearGradient id="g" x2="0">${stops}</linearGradient>`, [255, 255, 255, 128]],
  ])("with %s they are a colour", (_, gradient, color) => {
    expect(drawn(gradient + rect)).toMatchObject([{ color }]);
    expect(gradientOf(gradient + rect)).toBeUndefined();
  });

  test("turn and move with what they fill", () => {
    const [item] = lay(`<linearGradient id="g">${stops}</linearGradient>${rect}`).value.pages[0]?.items ?? [];
    if (item?.kind !== "fill") throw new Error("The rectangle is filled.");
    const moved = moveItem(item, { turn: 90, xEmu: 1_000, yEmu: 2_000 });
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = item.gradient?.matrix ?? [];
    expect(moved).toMatchObject({ gradient: { matrix: [0 - b, a, 0 - d, c, 1_000 - f, 2_000 + e] } });
  });
});

describe("clips of any shape", () => {
  const circle = '<clipPath id="c"><circle cx="20" cy="20" r="10"/></clipPath>';
  const square = '<path clip-path="url(#c)" d="M0 0h50v50h-50z"/>';

  test("cut by their path, within one another", () => {
    const inner = '<clipPath id="d"><path clip-rule="evenodd" d="M0 0h9v9z"/></clipPath>';
    const [item] = drawn(`${circle}${inner}<g clip-path="url(#d)">${square}</g>`);
    expect(item?.clipPaths?.map(({ commands, rule }) => [commands.length, rule])).toEqual([
      [4, "evenodd"],
      [6, undefined],
    ]);
  });

  test("are measured by the shape's box where they say so", () => {
    const half = '<clipPath id="c" clipPathUnits="objectBoundingBox"><rect width=".5" height="1"/></clipPath>';
    expect(drawn(`${half}<path clip-path="url(#c)" d="M10 10h40v20h-40z"/>`)[0]?.clip).toEqual({
      ...{ leftEmu: mm(20), topEmu: mm(20), rightEmu: mm(40), bottomEmu: mm(40) },
    });
  });

  test("that hold nothing leave nothing", () => {
    expect(drawn(`<clipPath id="c"/>${square}`)).toEqual([]);
  });

  test("by text are told", () => {
    const { diagnostics } = lay(`<clipPath id="c"><text>印</text></clipPath>${square}`);
    expect(diagnostics[0]?.message).toContain("clipping by other things than shapes");
  });
});

describe("symbols and SVGs within others lay their view box into their area", () => {
  const inner = '<path d="M0 0h10v10h-10z"/>';
  test.each([
    [
      "a symbol",
      `<symbol id="s" viewBox="0 0 10 10">${inner}</symbol><use href="#s" x="5" y="5" width="40" height="20"/>`,
      "15,5 35,5 35,25 15,25",
    ],
    [
      "an svg",
      `<svg x="5" y="5" width="40" height="20" viewBox="0 0 10 10" preserveAspectRatio="none">${inner}</svg>`,
      "5,5 45,5 45,25 5,25",
    ],
    [
      "at an edge",
      `<svg width="40" height="20" viewBox="0 0 10 10" preserveAspectRatio="xMaxYMid">${inner}</svg>`,
      "20,0 40,0 40,20 20,20",
    ],
    [
      "filling it",
      `<svg width="40" height="20" viewBox="0 0 10 10" preserveAspectRatio="xMidYMin slice">${inner}</svg>`,
      "0,0 40,0 40,40 0,40",
    ],
  ])("%s", (_, content, expected) => {
    const [item] = drawn(content);
    expect(points(item)).toBe(expected);
  });

  test("and are cut by it", () => {
    const [item] = drawn('<svg width="40" height="20" viewBox="0 0 10 10"><path d="M-99 0h200v5h-200z"/></svg>');
    expect(item?.clip).toEqual({ leftEmu: mm(10), topEmu: mm(10), rightEmu: mm(50), bottomEmu: mm(30) });
  });
});

test("a drawing is a figure even without words about it", () => {
  const { value } = lay('<path d="M0 0h5v5z"/>');
  expect(value.structure.map((node) => node.type)).toContain("Figure");
});
