import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compileSource } from "../../../../src/core/canvas/index.ts";
import { layOutData } from "../../../support/lay-out.ts";
import { pngAddress as png } from "../../../support/png-address.ts";

function svg(content: string, view = "0 0 100 50"): string {
  const text = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${view}">${content}</svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(text).toString("base64")}`;
}

/** What is said of a picture that is sent to an element. */
function said(pic: string, element = 'image (pic) w=20mm h=20mm alt="印"'): readonly string[] {
  const source = `rpt 1\nfield pic? image\npage A4 {\n  body {\n    ${element}\n  }\n}\n`;
  const { value } = compileSource(source);
  if (value === null) throw new Error(`not compiled: ${element}`);
  return layOutData(value, { pic })
    .diagnostics.filter(({ code }) => code === "RPT4026")
    .map(({ message, dataPath }) => `${dataPath}: ${message.replace(/ \(page.*/u, "")}`);
}

const RED = '<rect x="10" y="10" width="60" height="30" fill="red"/>';
const OUTSIDE = "pic: the picture shows nothing: all of its marks lie outside of its view box";
const NO_MARK = "pic: the picture shows nothing: it has no visible mark";
const WHITE = "pic: the picture shows nothing: all of it is white";

describe("a picture that shows nothing is told", () => {
  test.each([
    ["an empty drawing", svg(""), NO_MARK],
    ["groups without a shape", svg("<g><g/></g><defs><rect width='9' height='9'/></defs>"), NO_MARK],
    ["neither fill nor stroke", svg('<rect width="50" height="50" fill="none"/>'), NO_MARK],
    ["clear colours", svg('<rect width="50" height="50" fill="red" fill-opacity="0"/>'), NO_MARK],
    ["colours as good as clear", svg('<rect width="50" height="50" fill="rgba(0, 0, 0, 0.01)"/>'), NO_MARK],
    [
      "a gradient of clear colours",
      svg(
        '<linearGradient id="g"><stop stop-opacity="0"/></linearGradient><rect width="50" height="50" fill="url(#g)"/>',
      ),
      NO_MARK,
    ],
    ["hidden shapes", svg(`<g visibility="hidden">${RED}</g><g display="none">${RED}</g>`), NO_MARK],
    ["areas without a width", svg('<path d="M10 0v50z"/>'), OUTSIDE],
    ["beside the view box", svg('<rect x="200" width="50" height="50"/>'), OUTSIDE],
    ["above the view box", svg(RED, "0 60 100 50"), OUTSIDE],
    [
      "cut away",
      svg(`<clipPath id="c"><rect x="80" width="9" height="9"/></clipPath><g clip-path="url(#c)">${RED}</g>`),
      OUTSIDE,
    ],
    ["a white ground", svg('<rect width="100%" height="100%" fill="#fff"/>'), WHITE],
    ["white on white", svg('<rect width="100%" height="100%" fill="#fff"/><path d="M0 0h9v9z" fill="white"/>'), WHITE],
    [
      "a speck",
      svg('<circle cx="5" cy="5" r="5"/>', "0 0 9999 9999"),
      "pic: the picture shows hardly anything: its marks are 0.02mm large where it stands",
    ],
    [
      "clear pixels",
      png(40, 40, 6, () => [255, 0, 0, 0]),
      "pic: the picture shows nothing: all of its pixels are transparent",
    ],
    [
      "one clear pixel",
      png(1, 1, 6, () => [0, 0, 0, 0]),
      "pic: the picture shows nothing: all of its pixels are transparent",
    ],
    [
      "white pixels",
      png(400, 200, 2, () => [255, 255, 255]),
      "pic: the picture shows nothing: all of its pixels are white",
    ],
    [
      "white pixels with alpha",
      png(90, 90, 6, () => [255, 255, 255, 255]),
      "pic: the picture shows nothing: all of its pixels are white",
    ],
  ])("%s", (_, pic, message) => {
    expect(said(pic)).toEqual([message]);
    expect(said(pic, "seal (pic) w=20mm h=20mm")).toEqual([message]);
  });

  test.each([
    ["a shape", svg(RED)],
    ["a line without an area", svg('<path d="M10 10h50" stroke="black"/>')],
    ["a mark that reaches into the view box", svg('<rect x="-50" width="60" height="60"/>')],
    ["a white mark, for a dark ground", svg('<path d="M10 10h50v20z" fill="white"/>')],
    ["a text, which a library draws", svg('<text x="9" y="30">印</text>')],
    [
      "a gradient",
      svg(
        '<linearGradient id="g"><stop stop-color="red"/></linearGradient><rect width="50" height="50" fill="url(#g)"/>',
      ),
    ],
    ["a stroke of one pixel on white", png(300, 300, 2, (x, y) => (x === y ? [0, 0, 0] : [255, 255, 255]))],
    ["one pixel that is seen", png(90, 90, 6, (x, y) => [0, 0, 0, x === 40 && y === 40 ? 90 : 0])],
    ["white letters on clear pixels, for a dark ground", png(90, 90, 6, (x) => [255, 255, 255, x < 40 ? 255 : 0])],
    ["one colour all over", png(90, 90, 2, () => [20, 60, 120])],
  ])("%s is seen", (_, pic) => {
    expect(said(pic)).toEqual([]);
  });
});

describe("a picture of other proportions than its place", () => {
  const LONG = svg('<rect width="1000" height="10" fill="red"/>', "0 0 1000 10");
  test.each([
    [
      "contained in a square",
      'image (pic) w=20mm h=20mm alt="図"',
      ["pic: the picture of 1000 × 10 is a line where it stands: 20.0mm × 0.2mm"],
    ],
    [
      "in a row",
      'image (pic) w=60mm alt="図"',
      ["pic: the picture of 1000 × 10 is a line where it stands: 60.0mm × 0.6mm"],
    ],
    [
      "contained in a seal",
      "seal (pic) w=18mm h=18mm",
      ["pic: the picture of 1000 × 10 is a line where it stands: 18.0mm × 0.2mm"],
    ],
    [
      "cut to its place",
      'image (pic) w=40mm h=20mm fit=cover alt="図"',
      ["pic: the picture of 1000 × 10 is cut to 2 % of it, for a place of 40.0mm × 20.0mm"],
    ],
    ["filling its place", 'image (pic) w=40mm h=20mm fit=fill alt="図"', []],
    ["as a wide band", 'image (pic) w=180mm alt="図"', []],
    ["as the line that is asked for", 'image (pic) w=60mm h=0.6mm alt="図"', []],
  ])("%s", (_, element, expected) => {
    expect(said(LONG, element)).toEqual(expected);
  });
});

describe("a picture that is cut to its place is told where the part that is left shows nothing", () => {
  const PART = "pic: the picture shows nothing: the part of it that fit=cover leaves";
  /** Black at its left, and nothing else. */
  const LEFT = png(300, 100, 2, (x) => (x < 60 ? [0, 0, 0] : [255, 255, 255]));
  const CLEAR = png(300, 100, 6, (x) => (x < 60 ? [0, 0, 0, 255] : [0, 0, 0, 0]));
  const HIGH = png(100, 300, 2, (_, y) => (y < 60 ? [0, 0, 0] : [255, 255, 255]));
  const MARK = svg('<rect width="20" height="50"/>', "0 0 150 50");
  const ON_WHITE = svg('<rect width="150" height="50" fill="#fff"/><rect width="20" height="50"/>', "0 0 150 50");
  const cover = (placing: string) => `image (pic) w=20mm h=20mm fit=cover ${placing} alt="図"`;

  test.each([
    ["white at the right", LEFT, "align=right", `${PART} is white`],
    ["white in the middle", LEFT, "", `${PART} is white`],
    ["clear", CLEAR, "align=right", `${PART} is transparent`],
    ["white below", HIGH, "valign=bottom", `${PART} is white`],
    ["a drawing's blank end", MARK, "align=right", `${PART} holds none of its marks`],
    ["a drawing's white ground", ON_WHITE, "align=right", `${PART} is white`],
  ])("%s", (_, pic, placing, message) => {
    expect(said(pic, cover(placing))).toEqual([message]);
  });

  test.each([
    ["the mark itself", LEFT, cover("align=left")],
    ["a part of the mark", png(300, 100, 2, (x) => (x < 110 ? [0, 0, 0] : [255, 255, 255])), cover("")],
    ["all of it", LEFT, 'image (pic) w=20mm h=20mm align=right alt="図"'],
    ["all of it, in its own proportions", LEFT, 'image (pic) w=60mm h=20mm fit=cover align=right alt="図"'],
    ["the mark of a drawing", MARK, cover("align=left")],
    ["the mark of a high picture", HIGH, cover("valign=top")],
    ["white letters on clear pixels", png(300, 100, 6, (x) => [255, 255, 255, x % 9 < 4 ? 255 : 0]), cover("")],
  ])("%s is seen", (_, pic, element) => {
    expect(said(pic, element)).toEqual([]);
  });

  test("exactly where no black pixel lies in it", () => {
    const aligned = fc.constantFrom("left", "center", "right");
    const property = fc.property(fc.nat(270), fc.integer({ min: 5, max: 30 }), aligned, (at, width, align) => {
      const from = align === "left" ? 0 : align === "center" ? 100 : 200;
      const pic = png(300, 100, 2, (x) => (x >= at && x < at + width ? [0, 0, 0] : [255, 255, 255]));
      const shared = Math.min(from + 100, at + width) - Math.max(from, at);
      // A cell at the edge is half of either.
      if (shared > 2) expect(said(pic, cover(`align=${align}`))).toEqual([]);
      if (shared <= 0) expect(said(pic, cover(`align=${align}`))).toEqual([`${PART} is white`]);
    });
    fc.assert(property, { numRuns: 60 });
  });
});

test("a mark is told exactly where no part of it lies in the view box", () => {
  const side = fc.integer({ min: 1, max: 60 });
  const at = fc.integer({ min: -90, max: 150 });
  fc.assert(
    fc.property(at, at, side, side, (x, y, width, height) => {
      const isIn = x < 100 && y < 50 && x + width > 0 && y + height > 0;
      const pic = svg(`<rect x="${x}" y="${y}" width="${width}" height="${height}"/>`);
      // What is smaller than a point is told as a speck.
      const shown = Math.max(Math.min(100, x + width) - Math.max(0, x), Math.min(50, y + height) - Math.max(0, y));
      if (isIn && shown < 3) return;
      expect(said(pic)).toEqual(isIn ? [] : [OUTSIDE]);
    }),
  );
});
