// Texts of SVG pictures that print too small to be read (RPT5006), or in the colour of what they lie on (RPT5008).
import { describe, expect, test } from "vitest";
import { pdfEngine } from "./sources.ts";

/** A picture of 40 mm × 20 mm, one unit of it a tenth of a millimetre, on a ground of the form. */
function told(content: string, { image = "", ground = "" } = {}): readonly string[] {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 200">${content}</svg>`;
  const { diagnostics } = pdfEngine().check({
    source: `rpt 1
field picture image example="data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}"
fonts gothic="Noto Sans JP"
sizes body=9pt
colors dark=#222222
style base font=gothic size=body
page A4 margin=10mm {
  body {
    box w=60mm padding=5mm ${ground} {
      image (picture) w=40mm h=20mm alt="図" ${image}
    }
  }
}
`,
    data: null,
  });
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  const letters = diagnostics.filter(({ code }) => code === "RPT5006" || code === "RPT5008");
  return letters.map(({ code, message }) => `${code} ${message.replace(/ \(page.*/u, "")}`);
}

const faint = (ratio: string, words = "文字") =>
  `RPT5008 contrast ${ratio}:1 of letters in image (${words}) to their ground, less than 3:1`;
const small = (size: string, words = "文字") =>
  `RPT5006 the SVG's letters (${words}) are printed at ${size}, smaller than 4pt`;

const MARK = '<rect x="380" y="180" width="9" height="9"/>';
/** 100 units are 10 mm, 28 pt. */
const text = (said = "", words = "文字") => `<text x="20" y="120" font-size="100" ${said}>${words}</text>${MARK}`;

describe("letters in the colour of their ground", () => {
  test.each([
    ["white ones on paper", text('fill="white"'), faint("1.0")],
    ["pale ones", text('fill="#ccc"'), faint("1.6")],
    ["those that hardly cover", text('opacity="0.2"'), faint("1.6")],
    ["dark ones on a dark area", `<rect width="400" height="200" fill="#222"/>${text('fill="#333"')}`, faint("1.3")],
    [
      "white ones that leave a dark area",
      `<rect width="120" height="200" fill="#222"/>${text('fill="white"')}`,
      faint("1.0"),
    ],
    ["lines of letters", text('fill="none" stroke="white" stroke-width="2"'), faint("1.0")],
    ["one of two", `${text("", "読める")}<text y="190" font-size="60" fill="#fff">白</text>`, faint("1.0", "白")],
    ["turned ones", text('fill="white" transform="rotate(10)"'), faint("1.0")],
  ])("are told: %s", (_, content, message) => {
    expect(told(content)).toEqual([message]);
  });

  test.each([
    ["black ones", text()],
    ["white ones on a dark area", `<rect width="400" height="200" fill="#222"/>${text('fill="white"')}`],
    ["white ones with a dark edge", text('fill="white" stroke="#000" stroke-width="4"')],
    [
      "white ones on the same in black, a little aside",
      `${text()}<g transform="translate(2 2)">${text('fill="#fff"')}</g>`,
    ],
    ["black ones with a light edge below them", `${text('fill="none" stroke="#fff" stroke-width="8"')}${text()}`],
    ["those that the picture hides", `${text('visibility="hidden"')}${text('display="none"')}${text('opacity="0"')}`],
    ["areas", `<rect width="400" height="100" fill="white"/>${text("", "字")}`],
  ])("are not told: %s", (_, content) => {
    expect(told(content)).toEqual([]);
  });

  test("the ground is what the form has below the picture", () => {
    expect(told(text('fill="white"'), { ground: "fill=dark" })).toEqual([]);
    expect(told(text('fill="#222"'), { ground: "fill=dark" })).toEqual([faint("1.0")]);
    expect(told(text('fill="white"'), { image: "fill=dark" })).toEqual([]);
  });
});

describe("letters that print below 4 pt", () => {
  test.each([
    ['<text y="50" font-size="10">文字</text>', small("2.83pt")],
    ['<text y="50" style="font-size:14px">文字</text>', small("3.96pt")],
    ['<g font-size="12"><text y="50">文字</text></g>', small("3.4pt")],
    ["<text y='50'>文字</text>", small("3.4pt")],
    ['<style>.a{font-size:10px}</style><text class="a" y="50">文字</text>', small("2.83pt")],
    ['<text y="50" style="font:bold 10px sans-serif">文字</text>', small("2.83pt")],
    ['<text y="50" font-size="40">大<tspan font-size="25%">小</tspan></text>', small("2.83pt", "大小")],
    ['<text y="50" font-size="100"><tspan font-size=".1em">小</tspan></text>', small("2.83pt", "小")],
    ['<g transform="scale(0.1)"><text y="500" font-size="100">文字</text></g>', small("2.83pt")],
    ['<text y="50" font-size="10">あ</text><text y="90" font-size="12">い</text>', small("2.83pt", "あ, い")],
    [
      '<filter id="f"><feGaussianBlur/></filter><text y="50" font-size="10" filter="url(#f)">文字</text>',
      small("2.83pt"),
    ],
  ])("are told: %s", (content, message) => {
    expect(told(`${content}${MARK}`)).toEqual([message]);
  });

  test.each([
    '<text y="50" font-size="15">文字</text>',
    '<g transform="scale(2)"><text y="30" font-size="10">文字</text></g>',
    '<text y="50" font-size="40">大<tspan font-size="5" display="none">小</tspan></text>',
    '<text y="50" font-size="5" visibility="hidden">文字</text>',
    '<text y="50" font-size="5" fill="none">文字</text>',
    '<text y="50" font-size="5"> </text>',
    '<g font-size="5"><text y="50" font-size="20">文字</text></g>',
  ])("are not told: %s", (content) => {
    expect(told(`${content}${MARK}`)).toEqual([]);
  });

  test("in the size that the picture has on paper", () => {
    const content = `<text y="50" font-size="15">文字</text>${MARK}`;
    expect(told(content)).toEqual([]);
    expect(told(content, { image: "padding=5mm" })).toEqual([small("2.12pt")]);
    expect(told(content, { image: "padding=[5mm, 0mm] fit=fill" })).toEqual([small("3pt")]);
    expect(told(content, { image: "padding=5mm fit=cover" })).toEqual([small("3.18pt")]);
  });
});
