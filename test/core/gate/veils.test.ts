// RPT5008 and RPT4007: letters and codes under what is translucent and painted later. What is told is compared with
// colours that are laid over one another here.
import { describe, expect, test } from "vitest";
import { bundledFonts, createEngine } from "../../../src/core/engine/index.ts";
import { pngFile } from "../../plugins/renderers/pdf/images/picture-files.ts";
import { inLane, sampled } from "../../support/lane.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

type Rgb = readonly [number, number, number];
const COLOURS = { white: [255, 255, 255], black: [0, 0, 0], red: [192, 0, 0], cream: [255, 230, 128] } as const;
type Colour = keyof typeof COLOURS;
const hex = (rgb: Rgb, alpha = 255): string =>
  `#${[...rgb, alpha].map((one) => one.toString(16).padStart(2, "0")).join("")}`;
const byteOf = (opacity: number): number => Math.round(opacity * 255);

function lay(cover: Rgb, alpha: number, below: Rgb): Rgb {
  const mix = (at: 0 | 1 | 2) => (cover[at] * alpha + below[at] * (255 - alpha)) / 255;
  return [mix(0), mix(1), mix(2)];
}

const light = (channel: number): number =>
  channel / 255 <= 0.04045 ? channel / 255 / 12.92 : ((channel / 255 + 0.055) / 1.055) ** 2.4;
const lightness = ([red, green, blue]: Rgb): number =>
  0.2126 * light(red) + 0.7152 * light(green) + 0.0722 * light(blue);

function contrast(one: Rgb, other: Rgb): number {
  const [less, more] = [lightness(one), lightness(other)].sort((left, right) => left - right) as [number, number];
  return (more + 0.05) / (less + 0.05);
}

/** A cover of one colour and alpha on a place: `colour` is that of a picture too. */
interface Veil {
  readonly colour: Colour;
  readonly opacity: number;
  readonly place: Place;
}

/** From the left and the top, width and height, in millimetres. */
type Place = readonly [number, number, number, number];
const placed = ([x, y, w, h]: Place): string => `x=${x}mm y=${y}mm w=${w}mm h=${h}mm`;
const sized = ([, , w, h]: Place): string => `w=${w}mm h=${h}mm`;

/** A gradient and the pixels of a PNG have an alpha of their own. */
const svg = (fill: string, defs = ""): string =>
  `data:image/svg+xml;base64,${Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 8" preserveAspectRatio="none">${defs}` +
      `<rect width="40" height="8" ${fill}/></svg>`,
  ).toString("base64")}`;
const png = (rgb: Rgb, alpha: number): string => {
  const pixel = () => [...rgb, alpha];
  const bytes = pngFile({ width: 8, height: 8, colorType: 6, bitDepth: 8, pixel });
  return `data:image/png;base64,${Buffer.from(bytes).toString("base64")}`;
};
const rgbOf = ({ colour }: Veil): string => hex(COLOURS[colour]).slice(0, 7);
const picture = (veil: Veil, uri: string, more = ""): string =>
  `box ${placed(veil.place)} {\nimage "${uri}" alt="" ${sized(veil.place)} fit=fill ${more}\n}`;

const COVERS = {
  "a rectangle with an opacity": ({ colour, opacity, place }) =>
    `rect ${placed(place)} fill=${hex(COLOURS[colour])} opacity=${opacity}`,
  "a rectangle in a translucent colour": ({ colour, opacity, place }) =>
    `rect ${placed(place)} fill=${hex(COLOURS[colour], byteOf(opacity))}`,
  "the ground of a box": ({ colour, opacity, place }) =>
    `box ${placed(place)} fill=${hex(COLOURS[colour])} opacity=${opacity} {\nspace 1mm\n}`,
  "the ground of a text": ({ colour, opacity, place }) =>
    `text " " ${placed(place)} fill=${hex(COLOURS[colour], byteOf(opacity))}`,
  "a stack of an opacity": ({ colour, opacity, place }) =>
    `stack ${placed(place)} opacity=${opacity} {\nrect ${sized(place)} fill=${hex(COLOURS[colour])}\n}`,
  "an opaque picture with an opacity": (veil) =>
    picture(veil, png(COLOURS[veil.colour], 255), `opacity=${veil.opacity}`),
  "a picture with an alpha": (veil) => picture(veil, png(COLOURS[veil.colour], byteOf(veil.opacity))),
  "a drawing": (veil) => picture(veil, svg(`fill='${rgbOf(veil)}' fill-opacity='${veil.opacity}'`)),
  "a drawing's gradient": (veil) => {
    const stop = (at: number) => `<stop offset="${at}" stop-color="${rgbOf(veil)}" stop-opacity="${veil.opacity}"/>`;
    return picture(veil, svg(`fill="url(#g)"`, `<linearGradient id="g">${stop(0)}${stop(1)}</linearGradient>`));
  },
} as const satisfies Readonly<Record<string, (veil: Veil) => string>>;

const PLACE: Place = [0, 0, 40, 8];
const WHOLE = placed(PLACE);
const OPACITIES = inLane({ fast: [0.2, 0.45, 0.6, 0.75], full: [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8] });
const STACKS: readonly (readonly Colour[])[] = [
  ...(["white", "black", "red", "cream"] as const).map((one) => [one]),
  ...([
    ["white", "white"],
    ["cream", "black"],
    ["white", "red", "cream"],
  ] as const),
];

/** A form of plates, with what it shows as data. */
function formOf(plates: readonly string[], heightMm = 9): { readonly source: string; readonly data: Uint8Array } {
  const uris: string[] = [];
  const bodies = plates.map((one) => `plate h=${heightMm}mm {\n${one}\n}`).join("\n");
  const body = bodies.replaceAll(/image "([^"]*)"/g, (_, uri: string) => `image (p${uris.push(uri) - 1})`);
  const fields = uris.map((_, at) => `field p${at} image\n`).join("");
  const source = `rpt 1\n${fields}page w=100mm h=280mm margin=10mm {\n body gap=1mm {\n${body}\n }\n}\n`;
  const data = Object.fromEntries(uris.map((uri, at) => [`p${at}`, uri]));
  return { source, data: new TextEncoder().encode(JSON.stringify(data)) };
}

const FAINT: readonly string[] = ["RPT5008", "RPT4007"];

/** What is told of what lies under something, by the names of texts and codes. */
function told(plates: readonly string[], codes = FAINT, heightMm?: number): readonly string[] {
  const form = formOf(plates, heightMm);
  const { diagnostics } = engine.check(form);
  expect(diagnostics.filter(({ code, severity }) => severity === "error" && /^RPT[0-3]/.test(code))).toEqual([]);
  return diagnostics
    .filter(({ code, message }) => codes.includes(code) && message.includes("lies under"))
    .map(({ span }) => /"(\d+)/u.exec(form.source.slice(span.start, span.end))?.[1] ?? "")
    .sort((one, other) => Number(one) - Number(other));
}

const LETTERS: Readonly<Record<string, { readonly colour: Rgb; readonly ground: Rgb | null }>> = {
  "dark ones on paper": { colour: [17, 17, 17], ground: null },
  "blue ones on paper": { colour: [0, 51, 153], ground: null },
  "white ones on a dark ground": { colour: [255, 255, 255], ground: [34, 34, 34] },
  "dark ones on yellow": { colour: [17, 17, 17], ground: [255, 220, 0] },
};

const letters = (name: string, { colour, ground }: { colour: Rgb; ground: Rgb | null }, more = ""): string =>
  `text "${name}" x=1mm y=1mm w=30mm h=6mm color=${hex(colour)} ` +
  `${ground === null ? "" : `fill=${hex(ground)}`} ${more}`;

describe.each(Object.keys(COVERS) as (keyof typeof COVERS)[])("letters under %s", (cover) => {
  test.each(sampled(Object.keys(LETTERS), 2, Object.keys(COVERS).indexOf(cover)))(
    "%s are told where they and their ground grow alike",
    (kind) => {
      const written = LETTERS[kind];
      if (written === undefined) throw new Error(kind);
      const cases = STACKS.flatMap((colours) => OPACITIES.map((opacity) => ({ colours, opacity }))).flatMap((one) => {
        const through = (below: Rgb) =>
          one.colours.reduce((seen, colour) => lay(COLOURS[colour], byteOf(one.opacity), seen), below);
        const ratio = contrast(through(written.colour), through(written.ground ?? COLOURS.white));
        // Rounded alphas of pictures may lie on either side of the limit.
        return Math.abs(ratio - 3) < 0.06 ? [] : [{ ...one, ratio }];
      });
      const plates = cases.map(({ colours, opacity }, at) => {
        const covers = colours.map((colour) => COVERS[cover]({ colour, opacity, place: PLACE }));
        return [letters(String(at), written), ...covers].join("\n");
      });
      const expected = cases.flatMap(({ ratio }, at) => (ratio < 3 ? [String(at)] : []));
      expect(told(plates)).toEqual(expected);
      expect(expected.length).toBeGreaterThan(0);
      expect(expected.length).toBeLessThan(cases.length);
    },
  );
});

describe("what lies on a part of a text", () => {
  const veil = (place: string): string => `rect ${place} fill=white opacity=0.7`;
  const text = `text "0123456789" x=0mm y=0mm w=60mm h=6mm`;
  test.each([
    ["its left half", "x=0mm y=0mm w=9mm h=6mm", true],
    ["one of its digits", "x=5.9mm y=0mm w=2.1mm h=6mm", true],
    ["the lower half of its letters", "x=0mm y=1.9mm w=60mm h=6mm", true],
    ["the space below it", "x=0mm y=5mm w=60mm h=3mm", false],
    ["the space beside it", "x=30mm y=0mm w=30mm h=6mm", false],
    ["a hairline of it", "x=0mm y=2mm w=60mm h=0.2mm", false],
  ] as const)("%s", (_, place, isTold) => {
    expect(told([`${text}\n${veil(place)}`])).toEqual(isTold ? ["0123456789"] : []);
  });
});

describe("not judged", () => {
  const text = letters("0", { colour: [17, 17, 17], ground: null });
  const veil = `rect ${WHOLE} fill=white opacity=0.75`;
  test.each([
    ["a veil below the text", `${veil}\n${text}`, []],
    ["a veil on it", `${text}\n${veil}`, ["0"]],
    ["a veil of another layer", `${text}\n${veil} layer=over`, []],
    ["a text of another layer", `${letters("0", { colour: [17, 17, 17], ground: null }, "layer=under")}\n${veil}`, []],
    ["its own ground", `text "0" ${WHOLE} fill=#ffffffc0`, []],
    ["a veil that is clear", `${text}\nrect ${WHOLE} fill=#ffffff00`, []],
    ["a veil of something opaque, which RPT5001 tells", `${text}\nrect ${WHOLE} fill=white\n${veil}`, []],
    ["a seal's lines", `${text}\nseal "印" x=1mm y=0mm w=8mm h=8mm opacity=0.7`, []],
  ] as const)("%s", (_, plate, expected) => {
    expect(told([plate])).toEqual(expected);
  });

  test.each([
    ["light letters of a background", "#dddddd", []],
    ["dark letters of a background", "#111111", ["0"]],
  ] as const)("%s", (_, colour, expected) => {
    const source = `rpt 1
page A5 margin=15mm {
  background {
    text "0" x=20mm y=20mm w=60mm h=20mm color=${colour}
  }
  body {
    plate h=50mm {
      rect x=0mm y=0mm w=80mm h=40mm fill=white opacity=0.75
    }
  }
}
`;
    const { diagnostics } = engine.check({ source, data: null });
    const found = diagnostics.filter(({ code, message }) => code === "RPT5008" && message.includes("lies under"));
    expect(found.map(() => "0")).toEqual(expected);
  });
});

describe("a gradient", () => {
  const stop = (at: number, opacity: number) => `<stop offset="${at}" stop-color="#ffffff" stop-opacity="${opacity}"/>`;
  const stops = stop(0, 0) + stop(1, 0.8);
  const linear = svg(`fill="url(#g)"`, `<linearGradient id="g">${stops}</linearGradient>`);
  const radial = svg(
    `fill="url(#g)"`,
    `<radialGradient id="g" gradientUnits="userSpaceOnUse" cx="20" cy="4" r="20">${stops}</radialGradient>`,
  );
  const at = (x: number): string => `text "${x}" x=${x}mm y=1mm w=6mm h=6mm`;
  test.each([
    ["along a line", linear, ["34"]],
    ["about a point", radial, ["1", "36"]],
  ] as const)("%s lies on letters as it is where they stand", (kind, uri, expected) => {
    const places = kind === "along a line" ? [1, 18, 34] : [1, 18, 36];
    expect(
      told([`${places.map(at).join("\n")}\nbox ${WHOLE} {\nimage "${uri}" alt="" w=40mm h=8mm fit=fill\n}`]),
    ).toEqual(expected);
  });
});

/** What is seen of a code: all bars and gaps under what lies on a part, and beside it. */
function codeIsLost(colour: Colour, opacity: number, count: number, isPart: boolean): boolean | null {
  const through = (below: Rgb) =>
    Array(count)
      .fill(COLOURS[colour])
      .reduce((seen: Rgb, one: Rgb) => lay(one, byteOf(opacity), seen), below);
  const margins = [([red]: Rgb) => light(red), lightness].map((seen) => {
    const [bar, gap] = [seen(through([0, 0, 0])), seen(through([255, 255, 255]))];
    if (!isPart) return gap - bar - 0.4;
    const middle = (Math.min(bar, 0) + Math.max(gap, 1)) / 2;
    return Math.min(gap - bar - 0.4, 2 * (middle - bar) - 0.3, 2 * (gap - middle) - 0.3);
  });
  const margin = Math.min(...margins);
  return Math.abs(margin) < 0.02 ? null : margin < 0;
}

describe.each([
  [
    "qr",
    "w=20mm h=20mm",
    {
      whole: [0, 0, 22, 21] as const,
      "a strip": [8, 0, 3, 21] as const,
      "the lower half": [0, 10, 22, 11] as const,
    },
  ],
  [
    "code128",
    "w=50mm h=12mm",
    {
      whole: [0, 0, 52, 13] as const,
      "a strip": [20, 0, 3, 13] as const,
      "the lower half": [0, 6, 52, 7] as const,
    },
  ],
] as const)("a code (%s) under something translucent", (kind, size, parts) => {
  const covers = inLane<readonly (keyof typeof COVERS)[]>({
    fast: ["a rectangle with an opacity", "a picture with an alpha"],
    full: Object.keys(COVERS) as (keyof typeof COVERS)[],
  });
  test.each(Object.entries(parts).flatMap(([part, place]) => covers.map((cover) => ({ part, place, cover }))))(
    "$part under $cover",
    ({ part, place, cover }) => {
      const cases = COUNTS.flatMap((count) =>
        CODE_COLOURS.flatMap((colour) =>
          OPACITIES.flatMap((opacity) => {
            const isLost = codeIsLost(colour, opacity, count, part !== "whole");
            return isLost === null ? [] : [{ count, colour, opacity, isLost }];
          }),
        ),
      );
      const plates = cases.map(({ count, colour, opacity }, at) => {
        const veil = COVERS[cover]({ colour, opacity, place });
        return [`barcode ${kind} "${1000 + at}" x=0mm y=0mm ${size}`, ...Array<string>(count).fill(veil)].join("\n");
      });
      const expected = cases.flatMap(({ isLost }, at) => (isLost ? [String(1000 + at)] : []));
      expect(told(plates, ["RPT4007"], 22)).toEqual(expected);
      expect(expected.length).toBeGreaterThan(0);
      expect(expected.length).toBeLessThan(cases.length);
    },
  );
});

const COUNTS = inLane({ fast: [1, 2], full: [1, 2, 3] });
const CODE_COLOURS = inLane<readonly Colour[]>({ fast: ["white", "red"], full: ["white", "black", "red", "cream"] });

describe("the finding", () => {
  const text = letters("0", { colour: [17, 17, 17], ground: null });
  const code = `barcode code128 "0" x=1mm y=0mm w=30mm h=8mm`;
  const veil = (opacity: number): string => `rect ${WHOLE} fill=white opacity=${opacity}`;

  test("names what lies on the text, how many, and the contrast that is left", () => {
    const messages = (plate: string) =>
      engine
        .check(formOf([plate]))
        .diagnostics.filter(({ message }) => message.includes("lies under"))
        .map(({ message }) => message);
    expect(messages(`${text}\n${veil(0.75)}`)).toEqual([
      "the text lies under rect, which leaves a contrast of 1.8:1 to its ground, less than 3:1 (page 1)",
    ]);
    expect(messages(`${text}\n${veil(0.7)}\n${veil(0.7)}`)).toEqual([
      "the text lies under rect and 1 more, which together leave a contrast of 1.2:1 to its ground, " +
        "less than 3:1 (page 1)",
    ]);
  });

  test.each([
    ["a text", text],
    ["a code", code],
  ])("%s: what it says to do ends it", (_, covered) => {
    expect(told([`${covered}\n${veil(0.84)}`])).toEqual(["0"]);
    expect(told([`${veil(0.84)}\n${covered}`])).toEqual([]);
    expect(told([covered])).toEqual([]);
    expect(told([`${covered}\n${veil(0.3)}`])).toEqual([]);
  });
});
