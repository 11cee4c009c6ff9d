// RPT5001: everything that a form draws, under everything opaque that may be painted over it; and the same beside it,
// below it, translucent and with layer=over, where nothing is hidden or all of it is meant.
import { describe, expect, test } from "vitest";
import { bundledFonts, createEngine } from "../../../src/core/engine/index.ts";
import { ELEMENTS } from "../../../src/core/schema/index.ts";
import { pngFile } from "../../plugins/renderers/pdf/images/picture-files.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });
const pixel = (x: number): readonly [number, number, number] => [30 + x * 20, 90, 160];
const PHOTO = pngFile({ width: 8, height: 8, bitDepth: 8, colorType: 2, pixel });
const DATA = new TextEncoder().encode(
  JSON.stringify({ photo: `data:image/png;base64,${Buffer.from(PHOTO).toString("base64")}` }),
);

/** Each in a place of 40 × 20 mm. Charts and schedules have words at their edges: areas of covers lie within. */
const DRAWINGS: Readonly<Record<string, string>> = {
  image: 'image (photo) x=0mm y=0mm w=40mm h=20mm alt="外観"',
  check: "check (ok) x=0mm y=0mm w=20mm",
  seal: "seal (photo) x=0mm y=0mm w=20mm h=20mm",
  seals: "seals x=0mm y=0mm w=40mm {\n seal (photo)\n seal (photo)\n }",
  comb: 'comb "" cells=4 x=0mm y=0mm w=40mm h=8mm',
  line: "line x=0mm y=4mm w=40mm",
  "line down": "line x=4mm y=0mm h=20mm",
  "chart bar": 'chart bar rows x=0mm y=0mm w=60mm h=40mm alt="数" {\n category (.name)\n series "数" (.n)\n }',
  "chart line": 'chart line rows x=0mm y=0mm w=60mm h=40mm alt="数" {\n category (.name)\n series "数" (.n)\n }',
  "chart pie": 'chart pie rows x=0mm y=0mm w=60mm h=40mm alt="数" {\n category (.name)\n series "数" (.n)\n }',
  gantt:
    'gantt rows x=0mm y=0mm w=100mm {\n column name "品名" w=20mm\n' +
    " scale from=(date('2026-12-01')) to=(date('2026-12-10')) unit=day\n" +
    " bar start=(.from) end=(.to) fill=navy\n }",
  barcode: 'barcode qr "ABC" x=0mm y=0mm w=20mm h=20mm',
};

const COVERS: Readonly<Record<string, (place: string, more: string) => string>> = {
  rect: (place, more) => `rect ${place} fill=white ${more}`,
  box: (place, more) => `box ${place} fill=white ${more} {\n space 1mm\n }`,
  seals: (place, more) => `seals ${place} fill=white ${more} {\n seal "印"\n }`,
  "seal without a clear ground": (place, more) => `seal (photo) ${place} ${more}`,
  stack: (place, more) => `stack ${place} fill=white ${more} {\n space 1mm\n }`,
};

/** Where a cover lies on something of each drawing, and none of its letters where it has some. */
const PLACES: Readonly<Record<string, string>> = {
  gantt: "x=22mm y=8mm w=50mm h=25mm",
  "chart bar": "x=12mm y=6mm w=40mm h=24mm",
  "chart line": "x=12mm y=6mm w=40mm h=24mm",
  "chart pie": "x=22mm y=12mm w=16mm h=16mm",
  comb: "x=8mm y=1mm w=20mm h=5mm",
  check: "x=0mm y=0mm w=6mm h=8mm",
};
const PLACE = "x=2mm y=2mm w=12mm h=10mm";

function form(content: string): string {
  return `rpt 1
field photo image
field ok bool example=true
field rows[].name string(4) example=["甲", "乙", "丙"]
field rows[].n int min=1 max=9 example=[3, 5, 2]
field rows[].from date example=["2026-12-01", "2026-12-05", "2026-12-03"]
field rows[].to date example=["2026-12-04", "2026-12-08", "2026-12-09"]
page A4 margin=12mm {
  body {
    plate h=80mm {
${content}
    }
  }
}
`;
}

function told(content: string): readonly string[] {
  const { diagnostics, template } = engine.check({ source: form(content), data: DATA });
  expect(template, JSON.stringify(diagnostics)).not.toBeNull();
  return diagnostics.filter(({ code }) => code === "RPT5001").map(({ message }) => message);
}

const CASES = Object.keys(DRAWINGS).flatMap((drawing) => Object.keys(COVERS).map((cover) => ({ drawing, cover })));

describe.each(CASES)("$drawing and $cover", ({ drawing, cover }) => {
  const drawn = DRAWINGS[drawing] ?? "";
  const covering = (place: string, more = ""): string => COVERS[cover]?.(place, more) ?? "";
  const place = PLACES[drawing] ?? PLACE;

  test("told where it is hidden", () => {
    const found = told(`${drawn}\n${covering(place)}`);
    // Of two pictures, or of two names of seals, it is told that they overlap.
    expect(found.length).toBeGreaterThan(0);
  });

  // What is a drawing itself is told where it lies below another one.
  const below = cover.startsWith("seal") ? [] : [["below it", `${covering(place)}\n${drawn}`] as const];
  test.each<readonly [string, string]>([
    ...below,
    ["beside it", `${drawn}\n${covering("x=120mm y=2mm w=12mm h=10mm")}`],
    ["on it as a layer", `${drawn}\n${covering(place, "layer=over")}`],
  ])("not told %s", (_, content) => {
    expect(told(content)).toEqual([]);
  });
});

test("a line that begins or ends at an area, or runs along its edge, is not hidden", () => {
  const box = "rect x=20mm y=4mm w=20mm h=10mm fill=white";
  expect(told(`line x=0mm y=9mm w=20mm\n${box}`)).toEqual([]);
  expect(told(`line x=20mm y=4mm w=20mm\n${box}`)).toEqual([]);
  expect(told(`line x=40mm y=4mm h=10mm\n${box}`)).toEqual([]);
});

test("words in a line, on a ground of their own, part it on purpose", () => {
  const words = 'text "きりとり" x=12mm y=2mm w=16mm h=5mm align=center fill=white';
  expect(told(`line x=0mm y=4.5mm w=40mm\n${words}`).filter((message) => message.includes("hides"))).toEqual([]);
});

/** What draws grounds and frames, is made of other elements, or is judged by its letters. */
const WITHOUT_DRAWINGS = new Set(["rect"]);

test("every element that draws without letters is among them", () => {
  const named = new Set(Object.keys(DRAWINGS).map((name) => name.split(" ")[0]));
  const drawing = ["image", "barcode", "chart", "check", "seal", "seals", "comb", "line", "gantt", "rect"];
  expect(ELEMENTS.map(({ name }) => String(name))).toEqual(expect.arrayContaining(drawing));
  expect(drawing.filter((name) => !named.has(name) && !WITHOUT_DRAWINGS.has(name))).toEqual([]);
});
