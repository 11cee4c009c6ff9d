// RPT4026: pictures of which nothing is seen where they lie, however they are drawn and whatever hides them.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bundledFonts, createEngine } from "../../../src/core/engine/index.ts";
import { pngAddress } from "../../support/png-address.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

/** What is told of pictures that show nothing. `around` holds the image. */
function told(picture: string, around: (image: string) => string = (image) => image): readonly string[] {
  const source = `rpt 1
field picture image
page A4 margin=15mm {
  body {
    ${around('image (picture) w=40mm h=30mm alt="合計"')}
  }
}
`;
  const data = new TextEncoder().encode(JSON.stringify({ picture }));
  const { diagnostics } = engine.check({ source, data });
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  return diagnostics.filter(({ code }) => code === "RPT4026").map(({ message }) => message.replace(/ \(page.*/u, ""));
}

const LIKE_GROUND = "image shows nothing: all that is seen of it has the colour of what it lies on";

/** What is drawn, with a look. */
const DRAWN: Readonly<Record<string, (look: string) => string>> = {
  letters: (look) => `<text x="2" y="20" font-size="8" ${look}>合計123</text>`,
  "letters of a part": (look) => `<text x="2" y="20" font-size="8"><tspan ${look}>合計123</tspan></text>`,
  "a path": (look) => `<path d="M4 4h30v9l-9 9z" ${look}/>`,
  "a shape": (look) => `<circle cx="20" cy="15" r="9" ${look}/>`,
  "a group": (look) => `<g ${look}><rect x="5" y="5" width="9" height="9"/><circle cx="30" cy="9" r="3"/></g>`,
  "a use": (look) => `<defs><path id="u" d="M4 4h30v9l-9 9z"/></defs><use href="#u" ${look}/>`,
  "what is turned": (look) => `<g transform="rotate(20)"><path d="M9 4h20v9z" ${look}/></g>`,
};

const WHITE_GRADIENT =
  '<linearGradient id="w"><stop stop-color="#fff"/><stop offset="1" stop-color="#fdfdfd"/></linearGradient>';

/** A drawing as nobody sees it, and its sibling that is seen. */
interface Way {
  readonly unseen: (draw: (look: string) => string) => string;
  readonly seen: (draw: (look: string) => string) => string;
}

const over = (fill: string, size = 'width="40" height="30"') => `<rect ${size} ${fill}/>`;
const WAYS: Readonly<Record<string, Way>> = {
  "fill=white": { unseen: (draw) => draw('fill="white"'), seen: (draw) => draw('fill="#eee"') },
  "nearly white": { unseen: (draw) => draw('fill="#fdfdfd"'), seen: (draw) => draw('fill="#f0f0f0"') },
  "a white style": { unseen: (draw) => draw('style="fill:#fff"'), seen: (draw) => draw('style="fill:#c00"') },
  "a white class": {
    unseen: (draw) => `<style>.a { fill: #fefefe }</style>${draw('class="a"')}`,
    seen: (draw) => `<style>.a { fill: navy }</style>${draw('class="a"')}`,
  },
  "currentColor of white": {
    unseen: (draw) => `<g color="white">${draw('fill="currentColor"')}</g>`,
    seen: (draw) => `<g color="red">${draw('fill="currentColor"')}</g>`,
  },
  "a gradient of white": {
    unseen: (draw) => WHITE_GRADIENT + draw('fill="url(#w)"'),
    seen: (draw) => WHITE_GRADIENT.replace("#fdfdfd", "red") + draw('fill="url(#w)"'),
  },
  "white with a white line": {
    unseen: (draw) => draw('fill="white" stroke="white"'),
    seen: (draw) => draw('fill="white" stroke="black"'),
  },
  "a white line alone": {
    unseen: (draw) => draw('fill="none" stroke="#fefefe" stroke-width="2"'),
    seen: (draw) => draw('fill="none" stroke="#888" stroke-width="2"'),
  },
  "a white ground": {
    unseen: (draw) => over('fill="white"') + draw('fill="white"'),
    seen: (draw) => over('fill="white"') + draw('fill="green"'),
  },
  "a white area over it": {
    unseen: (draw) => draw("") + over('fill="white"'),
    seen: (draw) => draw("") + over('fill="white"', 'width="20" height="9"'),
  },
  "a white area of a style over it": {
    unseen: (draw) => draw('fill="navy"') + over('style="fill:#fff"'),
    seen: (draw) => draw('fill="navy"') + over('style="fill:#fff;fill-opacity:0.5"'),
  },
  "a white line over it": {
    unseen: (draw) => `${draw('fill="navy"')}<path d="M0 15h40" stroke="white" stroke-width="60"/>`,
    seen: (draw) => `${draw('fill="navy"')}<path d="M0 15h40" stroke="white" stroke-width="1"/>`,
  },
};

function svg(content: string): string {
  const text = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 30">${content}</svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(text).toString("base64")}`;
}

describe.each(Object.entries(DRAWN))("%s", (_, draw) => {
  test.each(Object.entries(WAYS))("%s is told, and its sibling is not", (name, { unseen, seen }) => {
    const [message, ...more] = told(svg(unseen(draw)));
    expect(more).toEqual([]);
    // Where the drawing has a white ground of its own, its data are named.
    expect([LIKE_GROUND, "the picture shows nothing: all of it is white"], name).toContain(message);
    expect(told(svg(seen(draw))), name).toEqual([]);
  });

  test("white on a dark ground of the form is seen, and dark on it is not", () => {
    const dark = (image: string) => `box fill=#203040 {\n ${image}\n }`;
    expect(told(svg(draw('fill="white"')), dark)).toEqual([]);
    expect(told(svg(draw('fill="#203040"')), dark)).toEqual([LIKE_GROUND]);
    expect(told(svg(draw('fill="#203040"')))).toEqual([]);
  });
});

describe("as pixels", () => {
  const MASK = '<mask id="m"><rect width="40" height="30" fill="white"/></mask>';
  test.each(Object.entries(DRAWN))("%s within a mask", (_, draw) => {
    expect(told(svg(`${MASK}<g mask="url(#m)">${draw('fill="white"')}</g>`))).toEqual([LIKE_GROUND]);
    expect(told(svg(`${MASK}<g mask="url(#m)">${draw('fill="gray"')}</g>`))).toEqual([]);
  });

  const letters = (color: readonly number[]) =>
    pngAddress(90, 90, 6, (x, y) => [...color, x % 9 < 4 && y > 20 && y < 60 ? 255 : 0]);
  test("letters of a PNG on clear pixels", () => {
    const dark = (image: string) => `box fill=black {\n ${image}\n }`;
    expect(told(letters([255, 255, 255]))).toEqual([LIKE_GROUND]);
    expect(told(letters([255, 255, 255]), dark)).toEqual([]);
    expect(told(letters([0, 0, 0]))).toEqual([]);
    expect(told(letters([0, 0, 0]), dark)).toEqual([LIKE_GROUND]);
  });
});

test("a mark under a white area is told exactly where the area leaves nothing of it", () => {
  const at = fc.integer({ min: 0, max: 20 });
  const side = fc.integer({ min: 4, max: 20 });
  fc.assert(
    fc.property(at, at, side, side, fc.boolean(), (x, y, width, height, isLine) => {
      const mark = isLine ? '<path d="M10 10h10" stroke="black" stroke-width="2"/>' : '<path d="M10 9h10v2h-10z"/>';
      const picture = svg(`${mark}<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="white"/>`);
      const isHidden = x <= 10 && y <= 9 && x + width >= 20 && y + height >= 11;
      expect(told(picture)).toEqual(isHidden ? [LIKE_GROUND] : []);
    }),
    { numRuns: 60 },
  );
});
