import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ImageElement } from "../../../src/core/canvas/index.ts";
import type { FillItem, StrokeItem } from "../../../src/core/layout/index.ts";
import { moveItem } from "../../../src/core/layout/page/move-items.ts";
import { readImage } from "../../../src/core/pictures/index.ts";
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
    ["a background in percent", '<rect width="100%" height="50%" x="10%"/>', "10,0 110,0 110,25 10,25"],
    ["a line in percent", '<line x2="100%" y2="50%" stroke="red"/>', "0,0 100,25"],
    [
      "percent of an svg within",
      '<svg x="10" width="40" height="20" viewBox="0 0 4 2"><path d="M0 0"/><rect width="50%" height="100%"/></svg>',
      "10,0 30,0 30,20 10,20",
    ],
    [
      "use in percent",
      '<defs><path id="p" d="M0 0h5v5z"/></defs><use href="#p" x="50%" y="20%"/>',
      "50,10 55,10 55,15",
    ],
    ["an ellipse of one radius", '<ellipse cx="20" cy="20" rx="10"/>', "10,20 20,10 30,20 20,30 10,20"],
    ["a style that turns", '<path style="transform: rotate(90deg)" d="M10 -10h10v5z"/>', "10,10 10,20 5,20"],
    [
      "a style that turns about a point",
      '<path style="transform:rotate(90deg);transform-origin:10px 10px" d="M10 10h10v5z"/>',
      "10,10 10,20 5,20",
    ],
    ["an arc without a radius", '<path d="m10 10a0 5 0 0 1 10 0v5z"/>', "10,10 20,10 20,15"],
  ])("%s", (_, content, expected) => {
    expect(points(drawn(content).at(-1))).toBe(expected);
  });

  test.each([
    ["an attribute", '<path fill="#ff8000" d="M0 0h5v5z"/>'],
    ["a style attribute over an attribute", '<path fill="red" style="fill:#ff8000" d="M0 0h5v5z"/>'],
    ["a class", '<style>.a, .b { fill: #ff8000 }</style><path class="x b" d="M0 0h5v5z"/>'],
    ["an id over a class", '<style>#i{fill:#ff8000}.a{fill:red}</style><path id="i" class="a" d="M0 0h5v5z"/>'],
    ["the group around", '<g fill="#ff8000"><path d="M0 0h5v5z"/></g>'],
    ["currentColor", '<g color="#ff8000"><path fill="currentColor" d="M0 0h5v5z"/></g>'],
    ["what is important", '<style>path{fill:#ff8000 !important}</style><path style="fill:red" d="M0 0h5v5z"/>'],
    ["what stands in for a gradient", '<path fill="url(#none) #ff8000" d="M0 0h5v5z"/>'],
    ["a name", '<path fill="darkorange" style="fill:rgb(255, 128, 0)" d="M0 0h5v5z"/>'],
  ])("the colour is that of %s", (_, content) => {
    expect(drawn(content).map((item) => item.color)).toEqual([[255, 128, 0, 255]]);
  });

  test("opacity of groups, fills and lines is that of the paint", () => {
    const [fill, stroke] = drawn('<g opacity=".5"><path fill-opacity=".5" stroke="red" d="M0 0h5v5z"/></g>');
    expect([fill?.color[3], stroke?.color[3]]).toEqual([64, 128]);
  });

  test("opacity of the whole picture is that of its shapes", () => {
    const text = svg('<path d="M0 0h5v5z"/>', 'viewBox="0 0 100 50" opacity=".5"');
    const reading = read(text);
    expect(reading.ok && reading.drawing?.shapes.map(({ fill }) => fill?.[3])).toEqual([128]);
  });

  test("lines of a width of their own do not grow, and dashes may be in percent", () => {
    const line = (said: string) => `<g transform="scale(4)"><path d="M0 0h10" fill="none" stroke="red" ${said}/></g>`;
    const [fixed] = drawn(line('stroke-width="2" vector-effect="non-scaling-stroke"'));
    expect(fixed).toMatchObject({ kind: "stroke", widthEmu: mm(2) });
    const [dashed] = drawn('<path d="M0 0h10" fill="none" stroke="red" stroke-width="2%" stroke-dasharray="10% 5%"/>');
    // Of the view's diagonal over the root of two: 79.057 of 100 by 50.
    const [width, dash, gap] = [0.02, 0.1, 0.05].map((share) => Math.round(share * 79.0569415 * EMU_PER_MM));
    expect(dashed).toMatchObject({ kind: "stroke", widthEmu: width, dashEmu: [dash, gap] });
  });

  test("lines grow with the drawing and keep their look", () => {
    const line =
      '<path d="M0 0h10" fill="none" stroke="red" stroke-width="2" stroke-linecap="round" stroke-dasharray="4 2"/>';
    const [stroke] = drawn(line, "contain", { w: 50, h: 25 });
    expect(stroke).toMatchObject({ kind: "stroke", widthEmu: mm(1), cap: "round", dashEmu: [mm(2), mm(1)] });
  });

  test.each([
    ["4 2", "3", 3],
    ["4 2", "-1", 5],
    ["4 2", "13", 1],
    ["4 2", "0", undefined],
    ["4 2", "6", undefined],
    ["4 2 1", "9", 9],
    ["4 2 1", "15", 1],
    ["none", "3", undefined],
    ["4 -2", "3", undefined],
  ])("dashes %s begin at %s", (dashes, offset, beginsAt) => {
    const group = `<g stroke-dasharray="${dashes}" stroke-dashoffset="${offset}">`;
    const [stroke] = drawn(`${group}<path d="M0 0h90" fill="none" stroke="red"/></g>`);
    if (stroke?.kind !== "stroke") throw new Error("The path is a line.");
    expect(stroke.dashOffsetEmu).toBe(beginsAt === undefined ? undefined : mm(beginsAt));
  });

  test("dashes of a circle begin at its right, and run downwards", () => {
    const circle = '<circle cx="20" cy="20" r="10" fill="none" stroke="red" stroke-dasharray="3"/>';
    expect(points(drawn(circle)[0])).toBe("30,20 20,30 10,20 20,10 30,20");
  });

  test.each([
    ["what SVG gives a corner that says nothing", "", 4_000],
    ["its own", 'stroke-miterlimit="2.5"', 2_500],
    ["that of PDF, which needs no word", 'stroke-miterlimit="10"', undefined],
    ["the usual one in place of none", 'stroke-miterlimit="0.5"', 4_000],
    ["of a corner that can still be seen", 'stroke-miterlimit="1e30"', 1_000_000],
    ["none where corners are round", 'stroke-linejoin="round"', undefined],
  ])("the limit of a pointed corner is %s", (_, said, expected) => {
    const [stroke] = drawn(`<path d="M0 0h9v9" fill="none" stroke="red" ${said}/>`);
    expect(stroke?.kind === "stroke" ? stroke.miterLimitThousandths : "no line").toBe(expected);
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

  test.each([
    ["an svg within", '<svg x="10" y="10" width="20" height="20"><path d="M-9 -9h99v99z"/></svg>', true],
    [
      "a symbol",
      '<symbol id="s"><path d="M-9 -9h99v99z"/></symbol><use href="#s" x="10" y="10" width="20" height="20"/>',
      true,
    ],
    [
      "but none that is open",
      '<svg x="10" y="10" width="20" height="20" overflow="visible"><path d="M1 1h40v9z"/></svg>',
      false,
    ],
  ])("what reaches over its area is cut: %s", (_, content, isCut) => {
    const area = { leftEmu: mm(20), topEmu: mm(20), rightEmu: mm(40), bottomEmu: mm(40) };
    expect(drawn(content)[0]?.clip).toEqual(isCut ? area : undefined);
  });

  test.each([
    ["itself", 'clip-rule="evenodd"', "", "evenodd"],
    ["what it stands in", "", 'clip-rule="evenodd"', "evenodd"],
    ["nobody", "", "", undefined],
  ])("a clip has the rule that is said by %s", (_, own, around, rule) => {
    const clip = `<g ${around}><clipPath id="c"><path ${own} d="M0 0h9v9h-9zM3 3h3v3h-3z"/></clipPath></g>`;
    const [cut] = drawn(`${clip}<path clip-path="url(#c)" d="M0 0h9v9z"/>`);
    expect(cut?.clipPaths?.[0]?.rule).toBe(rule);
  });

  test("what is not seen does not clip either", () => {
    const clip =
      '<clipPath id="c"><rect width="9" height="9"/><rect x="20" width="9" height="9" display="none"/></clipPath>';
    expect(drawn(`${clip}<path clip-path="url(#c)" d="M0 0h50v50z"/>`)[0]?.clip?.rightEmu).toBe(mm(19));
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

test("without a library, what takes one is told with the data's path, and the rest is drawn", () => {
  const { value, diagnostics } = lay(
    '<filter id="f"/><text>山本</text><foreignObject/><g filter="url(#f)"><path d="M0 0h5v5z"/></g>',
  );
  expect(diagnostics.map((each) => `${each.code} ${each.message}`)).toEqual([
    "RPT4016 the SVG holds what is not drawn: foreignObject, text, filter (page 1, x 10.0mm, y 10.0mm, pic)",
    "RPT5002 image is 100.0mm wide, its container 80.0mm (page 1, x 10.0mm, y 10.0mm)",
  ]);
  expect(value.pages[0]?.items.map((item) => item.kind)).toEqual(["fill"]);
});

describe("what its own reader leaves to a library", () => {
  const needs = (content: string) => {
    const reading = read(svg(content));
    if (!reading.ok || reading.drawing === undefined) throw new Error("It is a drawing.");
    const { inOutlines, inPixels, left } = reading.drawing;
    return [inOutlines, inPixels, left].map((each) => each.join());
  };
  const rect = '<rect width="9" height="9"/>';
  test.each([
    ["nothing of shapes", rect, ["", "", ""]],
    ["text", "<text>印</text>", ["text", "", ""]],
    ["lengths of a font", '<rect width="2em" height="9"/>', ["lengths that hang on a font", "", ""]],
    ["an svg in another size", '<svg id="s"/><use href="#s" width="9"/>', ["uses in another size", "", ""]],
    [
      "turns that only CSS knows",
      `<g style="transform:rotate(.1turn)">${rect}</g>`,
      ["", "", "transformations by such styles"],
    ],
    [
      "clips of parts that run both ways round",
      `<clipPath id="c"><path d="M0 0h9v9h-9z"/><path d="M5 5v9h9v-9z"/></clipPath><g clip-path="url(#c)">${rect}</g>`,
      ["clipping by parts that lie over one another", "", ""],
    ],
    [
      "clips that are clipped",
      `<clipPath id="c"><rect width="9" height="9" clip-path="url(#d)"/></clipPath><g clip-path="url(#c)">${rect}</g>`,
      ["clipping by other things than shapes", "", ""],
    ],
    [
      "lines that stretching makes broad one way alone",
      '<path transform="scale(1 3)" d="M0 0h9v9" stroke="red"/>',
      ["", "lines that are broader in one direction", ""],
    ],
    [
      "but not lines that are turned and slanted",
      '<path transform="skewX(30)" d="M0 0h9v9" stroke="red"/>',
      ["", "", ""],
    ],
    [
      "nor lines of a width of their own",
      '<path transform="scale(1 3)" d="M0 0h9v9" stroke="red" vector-effect="non-scaling-stroke"/>',
      ["", "", ""],
    ],
    ["but not empty text", "<text> </text>", ["", "", ""]],
    ["but not selectors of several names", `<style>g > rect{fill:red}</style>${rect}`, ["", "", ""]],
    ["markers", '<marker id="m"/><path d="M0 0h9" marker-end="url(#m)"/>', ["markers", "", ""]],
    ["lines under fills", '<path d="M0 0h9v9z" stroke="red" paint-order="stroke"/>', ["paint-order", "", ""]],
    ["masks", `<mask id="m"/><g mask="url(#m)">${rect}</g>`, ["", "mask", ""]],
    ["blending", `<g style="mix-blend-mode:multiply">${rect}</g>`, ["", "mix-blend-mode", ""]],
    ["patterns", `<pattern id="p">${rect}</pattern><path fill="url(#p)" d="M0 0h9v9z"/>`, ["", "patterns", ""]],
    [
      "what lies over one another and is faint",
      `<g opacity=".5">${rect}${rect}</g>`,
      ["", "opacity of parts that lie over one another", ""],
    ],
    ["but not what lies side by side", `<g opacity=".5">${rect}<rect x="9" width="9" height="9"/></g>`, ["", "", ""]],
    ["but not what is never drawn", `<defs><mask id="m">${rect}</mask><pattern id="p"/></defs>`, ["", "", ""]],
    ["pages of the web", '<foreignObject width="9" height="9"/>', ["", "", "foreignObject"]],
    [
      "pictures of other kinds in it",
      '<image href="data:image/gif;base64,R0lGODlh"/>',
      ["", "", "pictures in it that are neither PNG nor JPEG"],
    ],
  ])("%s", (_, content, expected) => {
    expect(needs(content)).toEqual(expected);
  });
});

describe("more work than a picture is worth is refused", () => {
  const rect = '<rect width="90" height="50"';
  const uses = (count: number, reference: string) => `<use href="${reference}"/>`.repeat(count);
  const doubled = Array.from({ length: 20 }, (_, at) => `<g id="g${at + 1}">${uses(2, `#g${at}`)}</g>`).join("");
  const tiles = Array.from({ length: 9 }, (_, at) => {
    return `<pattern id="p${at + 1}" width=".1" height=".1">${`${rect} fill="url(#p${at})"/>`.repeat(9)}</pattern>`;
  }).join("");
  test.each([
    ["uses within uses", `<defs><g id="g0">${rect}/></g>${doubled}</defs>${uses(1, "#g20")}`, "20000 elements"],
    [
      "patterns within patterns",
      `<defs><pattern id="p0" width="1" height="1">${rect}/></pattern>${tiles}</defs>${rect} fill="url(#p9)"/>`,
      "draws more than 30000 elements",
    ],
    ["a mask of itself", `<mask id="m">${rect} mask="url(#m)"/></mask>${rect} mask="url(#m)"/>`, "without an end"],
    ["letters without number", `<text>${"山".repeat(6000)}</text>`, "more than 5000 letters"],
    ["thickening", `<filter id="f"><feMorphology radius="9"/></filter>${rect} filter="url(#f)"/>`, "thickens lines"],
    ["a large kernel", `<filter id="f"><feConvolveMatrix order="99"/></filter>${rect} filter="url(#f)"/>`, "7 × 7"],
    ["noise", `<filter id="f"><feTurbulence numOctaves="99"/></filter>${rect} filter="url(#f)"/>`, "8 octaves"],
  ])("%s", (_, content, reason) => {
    const reading = read(svg(content));
    expect(reading.ok ? "" : reading.reason).toContain(reason);
  });
});

describe("the work of filters grows with what they cover", () => {
  const rect = '<rect width="90" height="50" filter="url(#f)"/>';
  const blur = (look: string): string => `<filter id="f" ${look}><feGaussianBlur stdDeviation="5"/></filter>`;
  const workOf = (content: string): number => {
    const reading = read(svg(content));
    if (!reading.ok || reading.drawing === undefined) throw new Error("it is no drawing");
    return reading.drawing.work;
  };
  const usual = workOf(blur("") + rect);

  test.each([
    ["a region of a quarter", blur('width=".5" height=".5"') + rect, 0.1, 0.5],
    ["a region nine times as large", blur('x="-1" y="-1" width="3" height="3"') + rect, 5, 7],
    ["a region beyond what the library fills", blur('x="-10" y="-10" width="30" height="30"') + rect, 16, 18],
    ["a region in the picture's units", blur('filterUnits="userSpaceOnUse" width="9999" height="9999"') + rect, 16, 18],
    ["a region without a sense", blur('width="1e999" height="wide"') + rect, 16, 18],
    ["a shape larger than the picture", blur("") + rect.replace('width="90"', 'width="9000"'), 16, 18],
    ["a path that leads out of it", blur("") + '<path d="M0 0h9000v9z" filter="url(#f)"/>', 16, 18],
    ["a shape that is scaled", blur("") + rect.replace("/>", ' transform="scale(99)"/>'), 16, 18],
    ["a view within the picture", `${blur("")}<svg viewBox="0 0 1 1">${rect}</svg>`, 16, 18],
    ["a filter on two shapes", blur("") + rect + rect, 1.9, 2.1],
    ["a filter that is a function", rect.replace("url(#f)", "blur(5px)"), 5, 9],
    ["a function in a style", '<rect width="9" height="9" style="filter:drop-shadow(1px 1px 1px)"/>', 5, 9],
  ])("%s", (_, content, least, most) => {
    const times = workOf(content) / usual;
    expect([times >= least, times <= most, times]).toEqual([true, true, times]);
  });
});

describe("gradients of lines and gradients that repeat themselves", () => {
  const two = '<stop stop-color="#000"/><stop offset="1" stop-color="#fff"/>';
  const line = '<path fill="none" stroke="url(#g)" d="M0 0h40v5z"/>';
  const area = '<rect width="40" height="20" fill="url(#g)"/>';
  const along = (spread: string, x2: number) =>
    `<linearGradient id="g" gradientUnits="userSpaceOnUse" x2="${x2}" spreadMethod="${spread}">${two}</linearGradient>`;

  test("lines take the gradient of their shape", () => {
    const [item] = drawn(`<linearGradient id="g">${two}</linearGradient>${line}`);
    const expected = { kind: "linear", stops: [{ color: [0, 0, 0, 255] }, { color: [255, 255, 255, 255] }] };
    expect(item).toMatchObject({ kind: "stroke", gradient: expected });
  });

  test("turn and move with what they draw", () => {
    const [item] = drawn(`<linearGradient id="g">${two}</linearGradient>${line}`);
    if (item?.kind !== "stroke") throw new Error("The path is a line.");
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = item.gradient?.matrix ?? [];
    const moved = moveItem(item, { turn: 180, xEmu: 1_000, yEmu: 2_000 });
    expect(moved).toMatchObject({ gradient: { matrix: [0 - a, 0 - b, 0 - c, 0 - d, 1_000 - e, 2_000 - f] } });
  });

  test.each([
    ["repeat", [0, 255, 0, 255]],
    ["reflect", [0, 255, 255, 0]],
  ])("%s becomes stops over what is seen", (spread, expected) => {
    const [item] = drawn(along(spread, 20) + area);
    const gradient = item?.kind === "fill" ? item.gradient : undefined;
    const shown = gradient?.stops.map(({ atThousandths, color }) => {
      const [a = 0, , , , e = 0] = gradient.matrix;
      return [Math.round((e + (a * atThousandths) / 1000) / EMU_PER_MM) - 10, color[0]];
    });
    expect(shown?.filter(([x = -1]) => x >= 0 && x <= 40).slice(-5, -1)).toEqual(
      [0, 20, 20, 40].map((x, at) => [x, expected[at]]),
    );
  });

  test("too fine a one takes pixels", () => {
    const { diagnostics } = lay(along("repeat", 0.1) + area);
    expect(diagnostics[0]?.message).toContain("gradients that repeat themselves often");
  });
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

  test("the current colour of a stop is that of where the stop stands", () => {
    const current = '<stop stop-color="currentColor"/><stop offset="1" stop-color="blue"/>';
    const gradient = `<g color="red"><linearGradient id="g">${current}</linearGradient></g>`;
    expect(gradientOf(`${gradient}<g color="lime">${rect}</g>`)?.stops[0]?.color).toEqual([255, 0, 0, 255]);
  });

  test("are faded with the picture that they are in", () => {
    const picture = svg(`<linearGradient id="g">${stops}</linearGradient>${rect}`);
    const data = `data:image/svg+xml;base64,${Buffer.from(picture).toString("base64")}`;
    const source = field("pic").value;
    const faint = box({ width: length(mm(100)), heightEmu: mm(50), opacityThousandths: 500 });
    const image: ImageElement = { kind: "image", source, fit: "contain", box: faint, span: [1, 2] };
    const [item] = layOutData(canvas([page([image])]), { pic: data }).value.pages[0]?.items ?? [];
    const alphas = item?.kind === "fill" ? item.gradient?.stops.map(({ color }) => color[3]) : [];
    expect(alphas).toEqual([128, 64]);
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

test.each([
  ["its title", "<title>社章</title><text>山本</text>", "社章"],
  ["its texts", "<text>株式会社<tspan>山本</tspan></text><text>東京</text>", "株式会社山本 東京"],
])("a drawing says by %s what it is", (_, content, alt) => {
  const { value } = lay(`${content}<path d="M0 0h5v5z"/>`);
  expect(value.structure.find((node) => node.type === "Figure")?.alt).toBe(alt);
});

test("what reaches beyond any paper ends where a file can still say it", () => {
  const [item] = drawn('<path d="M0 0L1e300 -1e305" fill="none" stroke="#000" stroke-width="1e200"/>');
  if (item?.kind !== "stroke" || item.shape.kind !== "path") throw new Error("The path is a line.");
  const ends = item.shape.commands.flatMap((each) => (each.op === "close" ? [] : [each.xEmu, each.yEmu]));
  for (const emu of [...ends, item.widthEmu]) expect(Math.abs(emu)).toBeLessThan(500_000_000);
});

test("dashes too fine to be seen are a line", () => {
  const [item] = drawn('<path d="M0 0h50" fill="none" stroke="#000" stroke-dasharray=".0001"/>');
  expect(item).toMatchObject({ kind: "stroke", dashEmu: [] });
});
