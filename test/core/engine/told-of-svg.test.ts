// RPT4016: what an SVG names and does not have, and letters that its view box cuts.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bundledFonts, createEngine } from "../../../src/core/engine/index.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });
const SOURCE = `rpt 1
field picture image
page A4 margin=15mm {
  body {
    image (picture) w=40mm h=30mm alt="図"
  }
}
`;

function told(content: string, view = "0 0 40 30"): readonly string[] {
  const text = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${view}">${content}</svg>`;
  const picture = `data:image/svg+xml;base64,${Buffer.from(text).toString("base64")}`;
  const { diagnostics } = engine.check({
    source: SOURCE,
    data: new TextEncoder().encode(JSON.stringify({ picture })),
  });
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  return diagnostics
    .filter(({ code }) => code === "RPT4016")
    .map(({ message }) => message.replace(/ \(page.*/u, "").replace("the SVG holds what is not drawn: ", ""));
}

/** A mark that is seen, so that a finding is not about an empty picture. */
const MARK = '<path d="M1 1h9v9z"/>';

describe("what an SVG names and does not have is told by name", () => {
  const PAINTED = {
    path: (look: string) => `<path d="M4 4h30v9z" ${look}/>`,
    rect: (look: string) => `<rect x="4" y="4" width="9" height="9" ${look}/>`,
    circle: (look: string) => `<circle cx="9" cy="9" r="5" ${look}/>`,
    ellipse: (look: string) => `<ellipse cx="9" cy="9" rx="5" ry="3" ${look}/>`,
    line: (look: string) => `<line x1="4" y1="4" x2="20" y2="20" ${look}/>`,
    polyline: (look: string) => `<polyline points="4,4 9,9 20,4" ${look}/>`,
    polygon: (look: string) => `<polygon points="4,4 9,9 20,4" ${look}/>`,
    text: (look: string) => `<text x="4" y="20" font-size="8" ${look}>合計</text>`,
    tspan: (look: string) => `<text x="4" y="20" font-size="8"><tspan ${look}>合計</tspan></text>`,
    "in a group": (look: string) => `<g ${look}><path d="M4 4h30v9z"/></g>`,
    "in a use": (look: string) => `<defs><path id="u" d="M4 4h30v9z"/></defs><use href="#u" ${look}/>`,
  } as const;
  const GRADIENT = '<linearGradient id="there"><stop stop-color="red"/></linearGradient>';
  const PARTS =
    `${GRADIENT}<clipPath id="cut"><rect width="40" height="30"/></clipPath>` +
    '<mask id="hide"><rect width="40" height="30" fill="white"/></mask>' +
    '<filter id="blur"><feOffset dx="0"/></filter>' +
    '<marker id="dot" markerWidth="2" markerHeight="2"><circle r="1"/></marker>';
  const NAMED = ["fill", "stroke", "clip-path", "mask", "filter", "marker-end"] as const;
  const THERE = {
    fill: "there",
    stroke: "there",
    "clip-path": "cut",
    mask: "hide",
    filter: "blur",
    "marker-end": "dot",
  } as const;

  const cases = Object.entries(PAINTED).flatMap(([name, draw]) =>
    NAMED.map((property) => [name, property, draw] as const),
  );
  test.each(cases)("%s by %s", (_, property, draw) => {
    const message = `${property}="url(#nope)" (it has no #nope)`;
    expect(told(MARK + draw(`${property}="url(#nope)"`))).toEqual([message]);
    expect(told(MARK + draw(`style="${property}: url('#nope')"`))).toEqual([message]);
    expect(told(PARTS + MARK + draw(`${property}="url(#${THERE[property]})"`))).toEqual([]);
  });

  test.each([
    ["a use", `<use href="#nope"/>`, 'use href="#nope" (it has no #nope)'],
    ["a use by an older name", `<use xlink:href="#nope"/>`, 'use href="#nope" (it has no #nope)'],
    [
      "a text along a path",
      `<text font-size="5"><textPath href="#nope">文</textPath></text>`,
      'textPath href="#nope" (it has no #nope)',
    ],
    [
      "a gradient of another",
      '<linearGradient id="a" href="#nope"><stop stop-color="red"/></linearGradient>' +
        '<path d="M4 4h30v9z" fill="url(#a)"/>',
      'linearGradient href="#nope" (it has no #nope)',
    ],
    [
      "a rule of a style sheet",
      `<style>.a { fill: url(#nope) }</style><path class="a" d="M4 4h30v9z"/>`,
      'fill="url(#nope)" (it has no #nope)',
    ],
  ])("%s", (_, content, message) => {
    const named = content.includes("xlink")
      ? content.replace("<use", '<use xmlns:xlink="http://www.w3.org/1999/xlink"')
      : content;
    expect(told(MARK + named)).toEqual([message]);
  });

  test.each([
    ["a colour that stands for it", '<path d="M4 4h30v9z" fill="url(#nope) red"/>'],
    ["nothing that stands for it", '<path d="M4 4h30v9z" fill="url(#nope) none"/>'],
    ["a group whose parts say another", '<g fill="url(#nope)"><path d="M4 4h30v9z" fill="red"/></g>'],
    ["what is not shown", '<g display="none"><path d="M4 4h30v9z" fill="url(#nope)"/></g>'],
  ])("%s is not", (_, content) => {
    expect(told(MARK + content)).toEqual([]);
  });
});

describe("letters that fit=cover cuts are told", () => {
  const LOGO = '<text x="4" y="20" font-size="8">青空商会</text>';
  const found = (looks: string, content: string): readonly string[] => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 30">${content}</svg>`;
    const picture = `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
    const source = SOURCE.replace("w=40mm h=30mm", looks);
    return engine
      .check({ source, data: new TextEncoder().encode(JSON.stringify({ picture })) })
      .diagnostics.filter(({ code }) => code === "RPT4016")
      .map(({ code, message }) => `${code} ${message.replace(/ \(page .*/, "")}`);
  };
  const CUT = [
    "RPT4016 the SVG holds what is not drawn: letters beyond the part of it that fit=cover leaves (青空商会)",
  ];

  test.each([
    ["at both sides", "w=20mm h=30mm fit=cover", LOGO],
    ["at the right", "w=20mm h=30mm fit=cover align=left", LOGO],
    ["above", "w=40mm h=14mm fit=cover valign=bottom", LOGO],
    ["drawn as pixels", "w=20mm h=30mm fit=cover", `<g filter="blur(0.1px)">${LOGO}</g>${MARK}`],
  ])("%s", (_, looks, content) => {
    expect(found(looks, content)).toEqual(CUT);
  });

  test.each([
    ["those within the part that shows", "w=40mm h=20mm fit=cover", LOGO],
    ["those of a picture that shows all", "w=20mm h=30mm fit=contain", LOGO],
    ["marks that are no letters", "w=20mm h=30mm fit=cover", '<path d="M2 5h36v19h-36z"/>'],
  ])("but not %s", (_, looks, content) => {
    expect(found(looks, content)).toEqual([]);
  });
});

describe("letters that the view box cuts are told", () => {
  const CUT = (words: string) => [`letters beyond its view box (${words})`];
  test.each([
    ["at the right", '<text x="30" y="20" font-size="8">合計</text>'],
    ["at the left", '<text x="-4" y="20" font-size="8">合計</text>'],
    ["above", '<text x="4" y="5" font-size="8">合計</text>'],
    ["below", '<text x="4" y="31" font-size="8">合計</text>'],
    ["all of it", '<text x="50" y="20" font-size="8">合計</text>'],
    ["of a named text", '<text id="t" x="30" y="20" font-size="8">合計</text>'],
    ["of a text in parts", '<text x="30" y="20" font-size="8">合<tspan fill="red">計</tspan></text>'],
    ["of a text that is moved", '<g transform="translate(30)"><text y="20" font-size="8">合計</text></g>'],
    ["of a text that is used", '<defs><text id="t" y="20" font-size="8">合計</text></defs><use href="#t" x="30"/>'],
    [
      "of a text in a mask",
      '<mask id="m"><rect width="40" height="30" fill="white"/></mask>' +
        '<g mask="url(#m)"><text x="30" y="20" font-size="8">合計</text></g>',
    ],
    [
      "of a text in white on dark",
      '<rect width="40" height="30"/><text x="30" y="20" font-size="8" fill="white">合計</text>',
    ],
  ])("%s", (_, content) => {
    expect(told(MARK + content)).toEqual(CUT("合計"));
  });

  test.each([
    ["within", '<text x="4" y="20" font-size="8">合計</text>'],
    ["close to the edge", '<text x="23.8" y="20" font-size="8">合計</text>'],
    ["that are not seen", '<text x="30" y="20" font-size="8" fill="none">合計</text>'],
    ["a path beyond it", '<path d="M30 5h20v9z"/>'],
  ])("%s are not", (_, content) => {
    expect(told(MARK + content)).toEqual([]);
  });

  test("whatever the view box begins at, exactly where letters lie beyond it", () => {
    const at = fc.integer({ min: -20, max: 20 });
    const moved = fc.integer({ min: -30, max: 30 });
    fc.assert(
      fc.property(at, at, moved, (x, y, by) => {
        const text = `<text x="${12 + by}" y="20" font-size="8">合計</text>`;
        const content = `<g transform="translate(${x} ${y})">${MARK}${text}</g>`;
        // Its letters are 16 wide, with a little room at both sides.
        const [left, right] = [12 + by, 28 + by];
        if (Math.abs(left) < 2 || Math.abs(right - 40) < 2) return;
        const isCut = left < 0 || right > 40;
        expect(told(content, `${x} ${y} 40 30`)).toEqual(isCut ? CUT("合計") : []);
      }),
      { numRuns: 30 },
    );
  });
});
