// An SVG's styles are drawn as browsers read them, for shapes and for texts alike, or what is not drawn is told.
import { describe, expect, test } from "vitest";
import { bundledFonts, createEngine, renderersAt } from "../../../src/core/engine/index.ts";
import { sampled } from "../../support/lane.ts";

const SVG_PLUGIN = new URL("../../../src/plugins/renderers/svg/index.ts", import.meta.url).href;
const engine = createEngine({ fonts: bundledFonts(), renderers: renderersAt([SVG_PLUGIN]) });
const SOURCE = `rpt 1
field picture image
page A4 margin=15mm {
  body {
    image (picture) w=80mm h=60mm alt="図"
  }
}
`;

function dataOf(content: string): Uint8Array {
  const text = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 60">${content}</svg>`;
  const picture = `data:image/svg+xml;base64,${Buffer.from(text).toString("base64")}`;
  return new TextEncoder().encode(JSON.stringify({ picture }));
}

function told(content: string): readonly string[] {
  const { diagnostics } = engine.check({ source: SOURCE, data: dataOf(content) });
  const others = diagnostics.filter(({ code }) => code !== "RPT2010");
  return others.map(({ code, message }) => `${code} ${message.replace(/ \(page.*/u, "")}`);
}

/** What is drawn, by the content: many styles come to the same. */
const drawnBefore = new Map<string, Promise<string>>();

function drawn(content: string): Promise<string> {
  const known = drawnBefore.get(content) ?? drawnAnew(content);
  drawnBefore.set(content, known);
  return known;
}

async function drawnAnew(content: string): Promise<string> {
  const answer = await engine.pageImages({ source: SOURCE, data: dataOf(content), renderer: "svg", page: 1, dpi: 90 });
  if (answer.kind !== "preview" || answer.drawing.kind !== "drawn") throw new Error(JSON.stringify(answer));
  return [...answer.drawing.images].map(({ bytes }) => new TextDecoder().decode(bytes)).join("");
}

/** What stands in the place of X: drawn by the reader here, and by the library. */
const THINGS = {
  "a shape": '<rect x="4" y="24" width="20" height="9"/>',
  "a text": '<text x="4" y="20" font-size="8">合計AB</text>',
} as const;
const within = (content: string, thing: string): string => content.replaceAll("X", () => thing);
const styled = (sheet: string, attributes = ""): string => `<style>${sheet}</style><g${attributes}>X</g>`;

const RED = '<g fill="red">X</g>';
const PLAIN = "<g>X</g>";

const BOX = 'markerWidth="6" markerHeight="6" refX="3" refY="3" orient="auto"';
const HEAD = '<path d="M0 0L6 3L0 6z"/>';
const ARROW = `<marker id="m" ${BOX}>${HEAD}</marker>`;
const LINE = 'd="M10 10H60V45" fill="none" stroke="black" stroke-width="3"';
const MARKED = 'marker-start="url(#m)" marker-mid="url(#m)" marker-end="url(#m)"';

const SAME: Readonly<Record<string, readonly [content: string, same: string]>> = {
  "a transformation by a style": [
    '<g style="transform:translate(9px,5px)">X</g>',
    '<g transform="translate(9 5)">X</g>',
  ],
  "a turn by a style": ['<g style="transform:rotate(20deg)">X</g>', '<g transform="rotate(20)">X</g>'],
  "a transformation by a rule": [
    styled(".m{transform:translate(9px,5px)}", ' class="m"'),
    '<g transform="translate(9 5)">X</g>',
  ],
  "a turn about a point": [
    '<g style="transform:rotate(20deg);transform-origin:10px 10px">X</g>',
    '<g transform="rotate(20 10 10)">X</g>',
  ],
  "a turn about a point by attributes": [
    '<g transform="rotate(20)" transform-origin="10 10">X</g>',
    '<g transform="rotate(20 10 10)">X</g>',
  ],
  "styles for print": [styled("@media print{g{fill:red}}"), RED],
  "styles for screens": [styled("@media screen{g{fill:red}}"), PLAIN],
  "styles for light grounds": [styled("@media (prefers-color-scheme: light){g{fill:red}}"), RED],
  "styles for dark screens": [styled("@media (prefers-color-scheme: dark){g{fill:blue}} g{fill:red}"), RED],
  "a sheet for screens": ['<style media="screen">g{fill:red}</style><g>X</g>', PLAIN],
  "a sheet of another language": ['<style type="text/less">g{fill:red}</style><g>X</g>', PLAIN],
  ":nth-child": [styled("g:nth-child(2){fill:red}"), RED],
  ":first-child": [styled("g :first-child{fill:red}"), RED],
  ":not": [styled("g:not(.z){fill:red}"), RED],
  ":is": [styled("g:is(.m){fill:red}", ' class="m"'), RED],
  ":root": [styled(":root{fill:red}"), RED],
  ":hover": [styled("g:hover{fill:red}"), PLAIN],
  ":hover beside another": [styled("g, a:hover{fill:red}"), RED],
  "a child": [styled("svg > g{fill:red}"), RED],
  "a descendant": [styled("svg g{fill:red}"), RED],
  "the next one": [styled("style + g{fill:red}"), RED],
  "a later one": [styled("style ~ g{fill:red}"), RED],
  all: [styled("*{fill:red}"), RED],
  "two classes": [styled(".a.b{fill:red}", ' class="a b"'), RED],
  "a class in capitals": [styled(".A{fill:red}", ' class="a"'), PLAIN],
  "a class with a colon": [styled(".a\\:b{fill:red}", ' class="a:b"'), RED],
  "a class in kanji": [styled(".赤{fill:red}", ' class="赤"'), RED],
  "an attribute": [styled("g[data-a]{fill:red}", ' data-a="ab"'), RED],
  "the begin of an attribute": [styled('g[data-a^="a"]{fill:red}', ' data-a="ab"'), RED],
  "the end of an attribute": [styled('g[data-a$="b"]{fill:red}', ' data-a="ab"'), RED],
  "a part of an attribute": [styled('g[data-a*="b"]{fill:red}', ' data-a="abc"'), RED],
  "the more specific rule": [styled("svg g.a{fill:red} g{fill:blue}", ' class="a"'), RED],
  "the rule of an id": [styled("#q{fill:red} svg g.a{fill:blue}", ' id="q" class="a"'), '<g id="q" fill="red">X</g>'],
  "the later rule": [styled("g{fill:blue} g{fill:red}"), RED],
  "a later sheet": [`<style>g{fill:blue}</style>${styled("g{fill:red}")}`, RED],
  "what is important": [styled("g{fill:red !important}", ' style="fill:blue"'), RED],
  comments: [styled("/* x */g{/* y */fill:red;/* z */}"), RED],
  "a style with a comment": ['<g style="/*a*/fill:red;/*b*/stroke:none">X</g>', '<g fill="red" stroke="none">X</g>'],
  "semicolons too many": [styled("g{;;fill:red;;}"), RED],
  "a declaration without a value": [styled("g{fill:red;stroke}"), RED],
  "a property in capitals": [styled("g{FILL:red}"), RED],
  "a font beside it": [styled('@font-face{font-family:Y;src:local("y")} g{fill:red}'), RED],
  "a variable": ['<g style="--c:red"><g style="fill:var(--c)">X</g></g>', RED],
  "a variable of the sheet": [styled(":root{--c:red} g{fill:var(--c)}"), RED],
  "what stands for a variable": ['<g fill="var(--c, red)">X</g>', RED],
  "a variable of a variable": ['<g style="--b:red;--c:var(--b);fill:var(--c)">X</g>', RED],
  "a colour of light grounds": ['<g style="fill:light-dark(red,blue)">X</g>', RED],
  "colours of light grounds by numbers": [
    '<g style="fill: light-dark(rgb(255, 0, 0), rgb(29, 41, 59)); stroke: light-dark(#000, hsl(0 0% 9%))">X</g>',
    '<g fill="red" stroke="black">X</g>',
  ],
  "a variable of light grounds": ['<g style="--c:light-dark(red, blue);fill:var(--c)">X</g>', RED],
  hsl: ['<g fill="hsl(0, 100%, 50%)">X</g>', RED],
  "hsl in turns": ['<g style="fill:hsl(0.5turn 100% 50%)">X</g>', '<g fill="#0ff">X</g>'],
  "hsl in degrees": ['<g style="fill:hsl(-120deg, 100%, 25%)">X</g>', '<g fill="#000080">X</g>'],
  "rgb with blanks": ['<g style="fill:rgb(255 0 0 / 100%)">X</g>', RED],
  "rgb in percent": ['<g fill="rgb(100%,0%,0%)">X</g>', RED],
  "a name in capitals": ['<g fill="RED">X</g>', RED],
  "a newer name": ['<g fill="rebeccapurple">X</g>', '<g fill="#663399">X</g>'],
  "the colour of the element": [styled("g{color:red}", ' fill="currentColor"'), '<g fill="red" color="red">X</g>'],
  "what is said at first": [
    '<g fill="blue"><g style="fill:initial">X</g></g>',
    '<g fill="blue"><g fill="black">X</g></g>',
  ],
  "markers at once": [`${ARROW}<path style="marker:url(#m)" ${LINE}/>`, `${ARROW}<path ${MARKED} ${LINE}/>`],
  "markers that are turned about at the start": [
    `${ARROW.replace('"auto"', '"auto-start-reverse"')}<path marker-start="url(#m)" marker-end="url(#m)" ${LINE}/>`,
    `${ARROW}<marker id="n" ${BOX} overflow="visible"><g transform="rotate(180 3 3)">${HEAD}</g></marker>` +
      `<path marker-start="url(#n)" marker-end="url(#m)" ${LINE}/>`,
  ],
  "what is said around": ['<g fill="red"><g style="fill:unset">X</g></g>', RED],
  "what no author says": ['<g fill="red"><g style="fill:revert">X</g></g>', RED],
  "an extension": ['<g><g requiredExtensions="http://example.com/x">X</g></g>', "<g></g>"],
};

describe("is drawn as browsers read it:", () => {
  const cases = Object.keys(SAME).flatMap((name, row) =>
    sampled(Object.keys(THINGS), 2, row).map((thing) => [name, thing] as const),
  );
  test.each(cases)("%s, around %s", async (name, thing) => {
    const [content, same] = SAME[name] ?? ["", "-"];
    const put = THINGS[thing as keyof typeof THINGS];
    expect(await drawn(within(content, put))).toBe(await drawn(within(same, put)));
    expect(told(within(content, put)).filter((one) => one.startsWith("RPT4016"))).toEqual(
      told(within(same, put)).filter((one) => one.startsWith("RPT4016")),
    );
  });
});

/** What is told of a picture that is drawn as if this were not said. */
const TOLD: Readonly<Record<string, readonly [content: string, unread: string]>> = {
  "a colour by another model": ['<g fill="oklch(0.6 0.2 20)">X</g>', "fill: oklch(0.6 0.2 20)"],
  "a colour in a rule": [styled("g{fill:color(srgb 1 0 0)}"), "fill: color(srgb 1 0 0)"],
  "a variable that nobody declares": ['<g fill="var(--c)">X</g>', "fill: var(--c)"],
  "a stop's colour": [
    '<linearGradient id="a"><stop stop-color="lab(50% 40 59)"/></linearGradient><g fill="url(#a)">X</g>',
    "stop-color: lab(50% 40 59)",
  ],
  "a number that is worked out": ['<g style="opacity:calc(0.5)">X</g>', "opacity: calc(0.5)"],
  "a length of the screen": ['<g style="stroke:red;stroke-width:2vw">X</g>', "stroke-width: 2vw"],
  "a turn by its own property": ['<g style="rotate:20deg">X</g>', "rotate: 20deg"],
  "a move by its own property": ['<g style="translate:9px 5px">X</g>', "translate: 9px 5px"],
  "a size by its own property": ['<g style="scale:2">X</g>', "scale: 2"],
  "a cut by a shape": ['<g style="clip-path:inset(5px)">X</g>', "clip-path: inset(5px)"],
  "a cut in a rule": [styled("g{clip-path:circle(5px)}"), "clip-path: circle(5px)"],
  "a side by a rule": [`${styled("rect{width:9px}")}<rect width="5" height="5"/>`, "width: 9px"],
  "a side in units of the root": [`X<rect width="1rem" height="9"/>`, "width: 1rem"],
  "a side that is worked out": [`X<rect width="calc(50% - 10px)" height="9"/>`, "width: calc(50% - 10px)"],
  "a length of its own for dashes": [
    `X<path d="M9 9h60" stroke="red" stroke-dasharray="1" pathLength="10"/>`,
    "pathLength: 10",
  ],
  "a gradient from a ring on": [
    `<radialGradient id="a" fr="0.3"><stop stop-color="red"/></radialGradient><g fill="url(#a)">X</g>`,
    "fr: 0.3",
  ],
  "a language": ['<g systemLanguage="fr">X</g>', "systemLanguage: fr"],
  "a move": [`<g fill="red">X<animate attributeName="fill" to="blue"/></g>`, "animate"],
  "a move within a shape": [`X<rect width="9" height="9"><set attributeName="fill" to="blue"/></rect>`, "set"],
  "a move by a style": [styled("g{animation:a 9s}"), "animation: a 9s"],
  "styles within styles": [styled("svg{ g{fill:red} }"), 'styles within those of "svg"'],
  "nothing of all": [styled("g{all:unset}"), "all: unset"],
  "a paint of the context": ['<g fill="context-stroke">X</g>', "fill: context-stroke"],
  ":has": [styled("g:has(rect){fill:red}"), 'styles of "g:has(rect)"'],
  "a pseudo-class of a library": [styled("g:contains(a){fill:red}"), 'styles of "g:contains(a)"'],
  "@supports": [styled("@supports (fill:red){g{fill:red}}"), "styles by @supports (fill:red)"],
  "@layer": [styled("@layer x{g{fill:red}}"), "styles by @layer x"],
  "styles for a width": [styled("@media (min-width: 9px){g{fill:red}}"), "styles by @media (min-width: 9px)"],
};
const TOLD_OF_TEXTS: Readonly<Record<string, readonly [content: string, unread: string]>> = {
  "other letters": ['<g style="text-transform:uppercase">X</g>', "text-transform: uppercase"],
  "a shadow": ['<g style="text-shadow:1px 1px red">X</g>', "text-shadow: 1px 1px red"],
  "small capitals": ['<g font-variant="small-caps">X</g>', "font-variant: small-caps"],
  "slanted letters": ['<g font-style="italic">X</g>', "font-style: italic"],
  "slanted letters of a rule": [styled("text{font-style:oblique}"), "font-style: oblique"],
  "the other direction": ['<g direction="rtl">X</g>', "direction: rtl"],
  "other shapes of letters": [styled("text{font-feature-settings:'palt'}"), "font-feature-settings: 'palt'"],
};

describe("is told, since it is not drawn:", () => {
  const cases = [
    ...Object.keys(TOLD).flatMap((name, row) =>
      sampled(Object.keys(THINGS), 2, row).map((thing) => [name, thing] as const),
    ),
    ...Object.keys(TOLD_OF_TEXTS).map((name) => [name, "a text"] as const),
  ];
  test.each(cases)("%s, around %s", (name, thing) => {
    const [content, unread] = TOLD[name] ?? TOLD_OF_TEXTS[name] ?? ["", ""];
    expect(told(within(content, THINGS[thing as keyof typeof THINGS]))).toContain(
      `RPT4016 the SVG holds what is not drawn: ${unread}`,
    );
  });

  test("an older declaration holds in place of one that is not read", async () => {
    const content = '<g style="fill:red;fill:color(display-p3 1 0 0)">X</g>';
    for (const thing of Object.values(THINGS)) {
      expect(await drawn(within(content, thing))).toBe(await drawn(within(RED, thing)));
    }
  });
});

describe("what the root says of the whole picture", () => {
  const toldOfRoot = (attributes: string): readonly string[] => {
    const head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 60"';
    const text = `${head} ${attributes}><path d="M1 1h9v9z"/></svg>`;
    const picture = `data:image/svg+xml;base64,${Buffer.from(text).toString("base64")}`;
    const data = new TextEncoder().encode(JSON.stringify({ picture }));
    return engine.check({ source: SOURCE, data }).diagnostics.map(({ message }) => message.replace(/ \(page.*/u, ""));
  };
  test.each([
    ['transform="rotate(20)"', "transform: rotate(20)"],
    ['style="transform:rotate(20deg)"', "transform: rotate(20deg)"],
    ['style="background:#cfc"', "background: #cfc"],
    ['style="background-color:lime"', "background-color: lime"],
  ])("is told: %s", (attributes, unread) => {
    expect(toldOfRoot(attributes)).toContain(`the SVG holds what is not drawn: ${unread}`);
  });
  test.each([
    'style="background:#fff"',
    'style="background-color: rgb(255, 255, 255)"',
    'style="width:100%;height:auto"',
  ])("is not told, for it changes nothing: %s", (attributes) => {
    expect(toldOfRoot(attributes).filter((one) => one.includes("not drawn"))).toEqual([]);
  });
});

describe("style sheets that take long", () => {
  const many = (count: number, one: (at: number) => string): string =>
    Array.from({ length: count }, (_, at) => one(at)).join("");
  test.each([
    ["many rules", many(9_000, (at) => `.a${at} b{fill:red}`), 2_000],
    ["rules that count", many(200, (at) => `rect:nth-child(${at}n+1){fill:red}`), 9_000],
    ["rules that look at later ones", many(200, (at) => `.a${at} ~ rect{fill:red}`), 9_000],
  ])("are refused: %s", (_, sheet, count) => {
    const content = `<style>${sheet}</style>${many(count, () => '<rect width="1" height="1"/>')}`;
    expect(told(content)).toEqual(["RPT4009 the image is an SVG whose style sheets take too long to be read"]);
  });

  test.each([
    ["parts without end", `${"g ".repeat(50)}{fill:red}`],
    ["later ones of later ones", "g ~ g ~ g ~ g{fill:red}"],
    ["exceptions within exceptions", `g${":not(g".repeat(50)}${")".repeat(50)}{fill:red}`],
  ])("are not read: %s", (_, sheet) => {
    expect(told(`<style>${sheet}</style><rect width="9" height="9"/>`)[0]).toMatch(/^RPT4016 .*styles of "/u);
  });
});
