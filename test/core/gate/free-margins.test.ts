import { describe, expect, test } from "vitest";
import { bundledFonts, createEngine } from "../../../src/core/engine/index.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

/** What a check says of codes and overlaps on a plate with these elements. */
function found(elements: readonly string[], print = (inner: string) => inner): readonly string[] {
  const plate = ["plate h=60mm {", ...elements.map((each) => `  ${each}`), "}"].join("\n");
  const source = `rpt 1
document label title="荷札" lang=ja
colors dark=#404040 light=#eeeeee
page A4 margin=15mm {
  body {
    text "荷札" role=document.title heading=1
${print(plate)}
  }
}
`;
  return engine
    .check({ source, data: null })
    .diagnostics.filter(({ code }) => code === "RPT4007" || code === "RPT5001")
    .map(({ code, severity, message }) => `${code} ${severity} ${message}`);
}

const QR = 'barcode qr "https://example.jp/" x=10mm y=10mm w=24mm h=24mm alt="送り状"';
const BARS = 'barcode code128 "ABC-1234" x=10mm y=10mm w=50mm h=15mm alt="品番"';
const TOLD = (name: string, by: string) => [
  `RPT4007 warning ${name} lies in the free margin of barcode, by ${by} (page 1)`,
];
const OWN = (wide: string, by: string) => [
  `RPT4007 warning the border of barcode, ${wide} wide, takes ${by} of its free margin (page 1)`,
];

describe("what stands in the free margin of a code is told, though it covers no bar", () => {
  test.each([
    ["a letter beside a matrix", [QR, 'text "近" x=8mm y=16mm w=5mm h=5mm'], TOLD("text", "1.1mm")],
    ["a letter above a matrix", [QR, 'text "近" x=18mm y=7.5mm w=5mm h=5mm'], TOLD("text", "1mm")],
    ["a line below a matrix", [QR, "line x=10mm y=33mm w=24mm stroke=0.5pt"], TOLD("line", "1mm")],
    ["a letter beside bars", ['text "品" x=11.5mm y=12mm w=4mm h=5mm', BARS], TOLD("text", "2.1mm")],
    ["a frame within the margin", [QR, "rect x=11mm y=11mm w=22mm h=22mm stroke=0.5pt"], TOLD("rect", "1.1mm")],
    ["a frame below that reaches into it", [QR, "rect x=5mm y=33mm w=40mm h=10mm border=0.5pt"], TOLD("rect", "0.9mm")],
    ["a frame through bars", [BARS, "rect x=5mm y=15mm w=40mm h=6mm stroke=0.5pt"], TOLD("rect", "6.4mm")],
    [
      "a dark area below that reaches into it",
      [QR, "rect x=5mm y=32mm w=40mm h=10mm fill=dark"],
      TOLD("rect", "1.9mm"),
    ],
    ["a dark area before the code", ["rect x=5mm y=32mm w=40mm h=10mm fill=dark", QR], TOLD("rect", "1.9mm")],
    ["a text in a dark box", [QR, "box x=5mm y=32mm w=40mm h=10mm fill=dark {\n}"], TOLD("box", "1.9mm")],
    ["a light area that reaches into it", [QR, "rect x=5mm y=32mm w=40mm h=10mm fill=light"], []],
    ["a dark area beside it", [QR, "rect x=5mm y=34mm w=40mm h=10mm fill=dark"], []],
    ["a dark area on purpose", [QR, "rect x=5mm y=32mm w=40mm h=10mm fill=dark layer=over"], []],
    [
      "a dark area under a ground of the code",
      ["rect x=5mm y=32mm w=40mm h=10mm fill=dark", `${QR} fill=white layer=over`],
      [],
    ],
    ["a dark area beside the ends of bars", [BARS, "rect x=3mm y=9mm w=11mm h=9mm fill=dark"], TOLD("rect", "1.4mm")],
    ["a frame around the margin", [QR, "rect x=10mm y=10mm w=24mm h=24mm stroke=0.5pt"], []],
    ["a frame on purpose", [QR, "rect x=11mm y=11mm w=22mm h=22mm stroke=0.5pt layer=over"], []],
    ["a frame of a code's own", [`${QR} border=0.5pt`], []],
    ["a thick border of a code's own", [`${QR} border=3mm`], OWN("3mm", "2.9mm")],
    ["one in a colour, on a ground of its own", [`${QR} fill=white border=[1mm, dark]`], OWN("1mm", "0.9mm")],
    ["one with round corners", [`${QR} border=1mm radius=3mm`], OWN("1mm", "0.9mm")],
    ["one side", [`${QR} border-left=3mm`], OWN("3mm", "2.9mm")],
    ["one that padding keeps apart", [`${QR} border=1mm padding=1mm`], []],
    ["one that padding keeps apart in part", [`${QR} border=3mm padding=1mm`], OWN("3mm", "1.5mm")],
    ["letters outside", [QR, 'text "近" x=3mm y=16mm w=5mm h=5mm', 'text "下" x=10mm y=36mm w=20mm'], []],
    ["letters above bars, which need paper at their ends alone", [BARS, 'text "上" x=20mm y=5mm w=9mm h=4mm'], []],
    ["letters on purpose", [QR, 'text "近" x=8mm y=16mm w=5mm h=5mm layer=over'], []],
    ["a code that has no free margin of its own", [`${QR} quiet=0`, 'text "近" x=5mm y=16mm w=4mm h=5mm'], null],
  ] as const)("%s", (_, elements, expected) => {
    const told = found(elements);
    expect(expected === null ? told.filter((one) => one.includes("lies in")) : told).toEqual(expected ?? []);
  });

  test("in a box that is turned, too", () => {
    const turned = (inner: string) => `box rotate=90 w=60mm h=60mm {\n${inner}\n}`;
    expect(found([QR, 'text "近" x=8mm y=16mm w=5mm h=5mm'], turned)).toEqual(TOLD("text", "1.1mm"));
  });
});
