// RPT5001: rectangles, fills, borders and rules of which nothing is seen, since something opaque is painted over them;
// and the same where they are seen, or where a layer says that it is meant.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bundledFonts, createEngine } from "../../../src/core/engine/index.ts";
import { pngFile } from "../../plugins/renderers/pdf/images/picture-files.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });
const pixel = (x: number): readonly [number, number, number] => [30 + x * 20, 90, 160];
const PHOTO = pngFile({ width: 8, height: 8, bitDepth: 8, colorType: 2, pixel });
const DATA = new TextEncoder().encode(
  JSON.stringify({
    rows: [{ n: 3 }, { n: 5 }],
    photo: `data:image/png;base64,${Buffer.from(PHOTO).toString("base64")}`,
  }),
);

function formOf(page: string): string {
  return `rpt 1
field photo image
field rows[].n int min=1 max=9 example=[3, 5]
style cell border=0.25pt padding=1mm
${page}
`;
}

const inPlate = (content: string): string =>
  formOf(`page A4 margin=12mm {\n body {\n plate h=80mm {\n${content}\n }\n }\n}`);

function toldOf(source: string): readonly string[] {
  const { diagnostics, template } = engine.check({ source, data: DATA });
  expect(template, JSON.stringify(diagnostics)).not.toBeNull();
  return diagnostics.filter(({ code }) => code === "RPT5001").map(({ message }) => message);
}

const told = (content: string): readonly string[] => toldOf(inPlate(content));

/** Each within 10 to 30 mm across and 10 to 20 mm down, and where a cover takes all or a whole side of it. */
const SHAPES: Readonly<Record<string, readonly [shape: string, cover: string, name: string]>> = {
  area: ["rect x=10mm y=10mm w=20mm h=10mm fill=red stroke=none", "x=9mm y=9mm w=22mm h=12mm", "rect"],
  "area of the same size": [
    "rect x=10mm y=10mm w=20mm h=10mm fill=red stroke=none",
    "x=10mm y=10mm w=20mm h=10mm",
    "rect",
  ],
  disc: ["rect x=10mm y=10mm w=10mm h=10mm radius=5mm fill=red stroke=none", "x=9mm y=9mm w=12mm h=12mm", "rect"],
  frame: ["rect x=10mm y=10mm w=20mm h=10mm", "x=9mm y=9mm w=22mm h=12mm", "the line of rect"],
  ring: ["rect x=10mm y=10mm w=10mm h=10mm radius=5mm", "x=9mm y=9mm w=12mm h=12mm", "the line of rect"],
  "lower side": [
    "box x=10mm y=10mm w=20mm h=10mm border=1pt {\n space 1mm\n }",
    "x=9mm y=18mm w=22mm h=4mm",
    "the border of box",
  ],
  "left side": [
    "box x=10mm y=10mm w=20mm h=10mm border-left=2pt {\n space 1mm\n }",
    "x=8mm y=9mm w=4mm h=12mm",
    "the border of box",
  ],
  "side of a round box": [
    "box x=10mm y=10mm w=20mm h=10mm border=1pt radius=2mm {\n space 1mm\n }",
    "x=9mm y=18mm w=22mm h=4mm",
    "the border of box",
  ],
  "double side": [
    "box x=10mm y=10mm w=20mm h=10mm border=[2pt, double] {\n space 1mm\n }",
    "x=9mm y=18mm w=22mm h=4mm",
    "the border of box",
  ],
  "fill of a box": [
    "box x=10mm y=10mm w=20mm h=10mm fill=silver {\n space 1mm\n }",
    "x=9mm y=9mm w=22mm h=12mm",
    "the fill of box",
  ],
  "rule of a grid": [
    'grid x=10mm y=10mm w=20mm cols=[10mm, 10mm] row-h=8mm border=0.5pt rules=0.25pt {\n cell ""\n cell ""\n }',
    "x=19mm y=9mm w=2mm h=10mm",
    "the border of grid",
  ],
  "side of a table": [
    'table rows x=10mm y=10mm w=20mm style=cell {\n column n "値"\n }',
    "x=29.5mm y=9mm w=1mm h=60mm",
    "the border of table",
  ],
  turned: [
    "box x=10mm y=10mm w=20mm h=10mm rotate=90 fill=silver {\n space 1mm\n }",
    "x=5mm y=2mm w=40mm h=40mm",
    "the fill of box",
  ],
  "in a stack": [
    "stack x=10mm y=10mm w=20mm {\n box h=10mm fill=silver {\n space 1mm\n }\n }",
    "x=9mm y=9mm w=22mm h=12mm",
    "the fill of box",
  ],
};

const COVERS: Readonly<Record<string, (place: string, more: string) => string>> = {
  rect: (place, more) => `rect ${place} fill=white stroke=none ${more}`,
  box: (place, more) => `box ${place} fill=white ${more} {\n space 1mm\n }`,
  "text on a ground": (place, more) => `text "" ${place} fill=white ${more}`,
};

const CASES = Object.keys(SHAPES).flatMap((shape) => Object.keys(COVERS).map((cover) => ({ shape, cover })));

describe.each(CASES)("$shape and $cover", ({ shape, cover }) => {
  const [drawn, place, name] = SHAPES[shape] ?? ["", "", ""];
  const covering = (more = ""): string => COVERS[cover]?.(place, more) ?? "";

  test("told where it is hidden", () => {
    const found = told(`${drawn}\n${covering()}`);
    expect(found.length).toBeGreaterThan(0);
    expect(found.join("\n")).toContain(`${name} lies under `);
  });

  test.each([
    ["below it", `${covering()}\n${drawn}`],
    ["on it as a layer", `${drawn}\n${covering("layer=over")}`],
    ["translucent", `${drawn}\n${covering("opacity=0.5")}`],
  ])("not told %s", (_, content) => {
    expect(told(content).filter((message) => message.includes("hides"))).toEqual([]);
  });
});

test("several covers hide one together", () => {
  const halves = "rect x=9mm y=9mm w=11mm h=12mm fill=white stroke=none\nrect x=20mm y=9mm w=11mm h=12mm fill=white";
  const found = told(`rect x=10mm y=10mm w=20mm h=10mm fill=red stroke=none\n${halves}`);
  expect(found).toEqual([expect.stringContaining("rect lies under rect and 1 more, which hide 20.0mm × 10.0mm of it")]);
});

test("a box that is hidden is told once, not with all that it holds", () => {
  const held = "box x=10mm y=10mm w=20mm h=10mm fill=silver border=1pt {\n box fill=red h=4mm {\n space 1mm\n }\n }";
  expect(told(`${held}\nrect x=9mm y=9mm w=22mm h=12mm fill=white`)).toHaveLength(1);
});

test.each([
  ["the lower part of it", "rect x=10mm y=10mm w=20mm h=10mm fill=red", "rect x=9mm y=16mm w=22mm h=6mm fill=white"],
  [
    "all but a rim of 0.3 mm",
    "rect x=10mm y=10mm w=20mm h=10mm fill=black stroke=none",
    "rect x=10.3mm y=10.3mm w=19.4mm h=9.4mm fill=white stroke=none",
  ],
  [
    "all but a bar at its left",
    "rect x=10mm y=10mm w=60mm h=10mm fill=red stroke=none",
    "rect x=10.5mm y=10mm w=59.5mm h=10mm fill=white stroke=none",
  ],
  [
    "what is painted in its colour",
    "rect x=10mm y=10mm w=20mm h=10mm fill=red stroke=none",
    "rect x=9mm y=9mm w=22mm h=12mm fill=red",
  ],
  [
    "white on white",
    "rect x=10mm y=10mm w=20mm h=10mm fill=white stroke=none",
    "rect x=9mm y=9mm w=22mm h=12mm fill=silver stroke=none",
  ],
  [
    "half of a side, since a neighbour begins there",
    "box x=10mm y=10mm w=20mm h=10mm border=0.5pt {\n space 1mm\n }",
    "box x=30mm y=10mm w=20mm h=10mm border=0.5pt fill=white {\n space 1mm\n }",
  ],
  [
    "a side that the neighbour draws again",
    "box x=10mm y=10mm w=20mm h=10mm border=0.5pt {\n space 1mm\n }",
    "box x=29.8mm y=10mm w=20mm h=10mm border=0.5pt fill=white {\n space 1mm\n }",
  ],
  [
    "the ground of a picture",
    "rect x=10mm y=10mm w=20mm h=20mm fill=silver stroke=none",
    'image (photo) x=10mm y=10mm w=20mm h=20mm alt="外観"',
  ],
])("not told: %s", (_, shape, cover) => {
  expect(told(`${shape}\n${cover}`)).toEqual([]);
});

test("a white line that erases a side of a border is told", () => {
  const box = "box x=10mm y=10mm w=20mm h=10mm border=0.25pt {\n space 1mm\n }";
  const line = "line x=9mm y=20mm w=22mm stroke=[1mm, white]";
  expect(told(`${box}\n${line}`)).toContainEqual(expect.stringContaining("the border of box lies under line"));
});

const BACKED = (background: string, body: string): string =>
  formOf(`page A4 margin=12mm {\n background {\n ${background}\n }\n body {\n ${body}\n }\n}`);
const SHEET = "rect x=12mm y=12mm w=186mm h=60mm fill=silver stroke=none";

test.each([
  ["a rect of a background under a box of the body", SHEET, "box h=80mm fill=white {\n space 1mm\n }"],
  ["a rect under another of the background", `${SHEET}\n rect x=12mm y=12mm w=186mm h=70mm fill=white`, "space 1mm"],
  ["a line of a background", "line x=20mm y=30mm w=50mm", "box h=80mm fill=white {\n space 1mm\n }"],
  [
    "a picture of a background",
    'image (photo) x=20mm y=20mm w=20mm h=20mm alt="紋"',
    "box h=80mm fill=white {\n space 1mm\n }",
  ],
])("told: %s", (_, background, body) => {
  expect(toldOf(BACKED(background, body))).toContainEqual(expect.stringContaining("of the background lies under"));
});

test.each([
  ["a rect of a background that reaches beyond", SHEET, "box h=30mm fill=white {\n space 1mm\n }"],
  ["what lies on a background", SHEET, "plate h=60mm {\n rect x=10mm y=10mm w=20mm h=10mm fill=red\n }"],
  [
    "a picture of a background of which a part is seen",
    'image (photo) x=20mm y=20mm w=20mm h=20mm alt="紋"',
    "box w=20mm h=80mm fill=white {\n space 1mm\n }",
  ],
])("not told: %s", (_, background, body) => {
  expect(toldOf(BACKED(background, body))).toEqual([]);
});

test("each row that hides a shape is told", () => {
  const row = "rect x=0mm y=0mm w=10mm h=8mm fill=red stroke=none\n rect x=0mm y=0mm w=10mm h=8mm fill=white";
  const found = toldOf(formOf(`page A4 margin=12mm {\n body {\n each rows {\n plate h=10mm {\n ${row}\n }\n }\n }\n}`));
  expect(found).toHaveLength(2);
});

/** Lengths in millimetres. */
interface Area {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

const AREA: fc.Arbitrary<Area> = fc.record({
  x: fc.nat(12),
  y: fc.nat(12),
  w: fc.integer({ min: 2, max: 16 }),
  h: fc.integer({ min: 2, max: 16 }),
});
const SIDE_MM = 32;

/** How much of each area is seen where all are painted in order, counted in squares of a millimetre. */
function seenOf(areas: readonly Area[]): readonly number[] {
  const top = new Map<number, number>();
  areas.forEach(({ x, y, w, h }, at) => {
    for (let place = 0; place < w * h; place += 1) top.set((y + Math.floor(place / w)) * SIDE_MM + x + (place % w), at);
  });
  return areas.map((_, at) => [...top.values()].filter((one) => one === at).length);
}

test("of areas in any order, those are told of which nothing is seen", () => {
  fc.assert(
    fc.property(fc.array(AREA, { minLength: 2, maxLength: 6 }), (areas) => {
      const color = (at: number): string => `#${(0x202020 + at * 0x1e1e1e).toString(16)}`;
      const rects = areas.map(
        ({ x, y, w, h }, at) => `rect x=${x}mm y=${y}mm w=${w}mm h=${h}mm fill=${color(at)} stroke=none`,
      );
      const { diagnostics } = engine.check({ source: inPlate(rects.join("\n")), data: DATA });
      const source = inPlate(rects.join("\n"));
      const lines = new Set(
        diagnostics
          .filter(({ code }) => code === "RPT5001")
          .map(({ span }) => source.slice(0, span.start).split("\n").length),
      );
      const first = inPlate("").split("\n").length - "\n }\n }\n}\n".split("\n").length + 1;
      const seen = seenOf(areas);
      areas.forEach(({ w, h }, at) => {
        const isTold = lines.has(first + at);
        if (seen[at] === 0) expect(isTold, `${rects.join("\n")}\n${at}`).toBe(true);
        else if ((seen[at] ?? 0) > 0.1 * w * h) expect(isTold, `${rects.join("\n")}\n${at}`).toBe(false);
      });
    }),
    { numRuns: 60 },
  );
});

describe("a coloured strip along a side of a frame", () => {
  const framed = (strip: string) => told(`rect x=10mm y=10mm w=40mm h=20mm\n${strip}`);

  test.each([
    ["above", "x=10mm y=10mm w=40mm h=5mm"],
    ["below", "x=10mm y=25mm w=40mm h=5mm"],
    ["at the left", "x=10mm y=10mm w=3mm h=20mm"],
  ])("%s stands for it", (_, place) => {
    expect(framed(`rect ${place} fill=navy stroke=none`)).toEqual([]);
  });

  test("in the colour of the paper erases it", () => {
    expect(framed("rect x=10mm y=10mm w=40mm h=5mm fill=white stroke=none")).toHaveLength(1);
  });

  test("that reaches beyond the frame lies on it", () => {
    expect(framed("rect x=5mm y=8mm w=50mm h=5mm fill=navy stroke=none")).toHaveLength(1);
  });
});

test("a letter stands on a white area that interrupts the frame of a background", () => {
  const corner = "rect x=18mm y=18mm w=6mm h=6mm fill=white stroke=none";
  const letter = 'text "◆" x=18mm y=18mm w=6mm h=6mm align=center valign=middle';
  const page = (content: string) =>
    formOf(`page A4 margin=30mm {\n background {\n${content}\n }\n body {\n text "本文"\n }\n}`);
  const frame = "rect x=20mm y=20mm w=100mm h=100mm stroke=[1.5pt, black]";
  expect(toldOf(page(`${frame}\n${corner}\n${letter}`))).toEqual([]);
  expect(toldOf(page(`${frame}\n${letter}`))).not.toEqual([]);
});
