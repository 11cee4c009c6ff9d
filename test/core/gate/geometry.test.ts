import { describe, expect, test } from "vitest";
import type { CanvasElement, CanvasPage } from "../../../src/core/canvas/index.ts";
import { judgeGeometry } from "../../../src/core/gate/index.ts";
import {
  band,
  box,
  canvas,
  length,
  mm,
  page,
  plate,
  pt,
  SHADE,
  stroke,
  text,
  textStyle,
} from "../../support/canvas-builder.ts";
import { layOutData } from "../../support/lay-out.ts";

function at(xMm: number, yMm: number, content = "国語", over: Partial<Parameters<typeof box>[0]> = {}): CanvasElement {
  const size = { width: length(mm(20)), heightEmu: mm(6) };
  return text(content, { box: { xEmu: mm(xMm), yEmu: mm(yMm), ...size, ...over } });
}

function judge(pages: readonly CanvasPage[], styles = [textStyle()]): readonly string[] {
  const form = canvas(pages, styles);
  return judgeGeometry(form, layOutData(form).value).map((one) => `${one.code} ${one.message}`);
}

function onPlate(...children: readonly CanvasElement[]): readonly CanvasPage[] {
  return [page([plate(children, { heightEmu: mm(40) })])];
}

const line: CanvasElement = {
  kind: "line",
  stroke: stroke(pt(0.5)),
  x2Emu: null,
  y2Emu: null,
  box: box({ xEmu: 0, yEmu: mm(2.5), width: length(mm(30)) }),
  span: [900_001, 900_005],
};

const FORMS = [
  { name: "texts side by side", pages: () => onPlate(at(0, 0), at(20, 0)), found: [] },
  { name: "texts one below the other, touching", pages: () => onPlate(at(0, 0), at(0, 6)), found: [] },
  {
    name: "a text on a text",
    pages: () => onPlate(at(0, 0), at(3, 1)),
    found: ["RPT5001 text overlaps text by 4.1mm × 2.0mm (page 1)"],
  },
  { name: "boxes that overlap where no ink is", pages: () => onPlate(at(0, 0, "国"), at(10, 0, "語")), found: [] },
  {
    name: "a text on a text on purpose",
    pages: () => onPlate(at(0, 0), at(3, 1, "国語", { layer: "over" })),
    found: [],
  },
  {
    name: "a line through a text",
    pages: () => onPlate(line, at(0, 0)),
    found: ["RPT5001 line overlaps text by 7.1mm × 0.2mm (page 1)"],
  },
  {
    name: "a fill under a text",
    pages: () => onPlate(at(0, 0, "国語", { fill: { kind: "fixed", color: SHADE } })),
    found: [],
  },
  {
    name: "left edges that differ by 0.3 mm",
    pages: () => onPlate(at(15, 0), at(15.3, 10)),
    found: ["RPT5007 left edges at 15mm and 15.3mm are nearly aligned"],
  },
  { name: "left edges that differ by 2 mm", pages: () => onPlate(at(15, 0), at(17, 10)), found: [] },
  {
    name: "a text in the edge that printers leave blank",
    pages: () => [
      page([], {
        widthEmu: mm(148),
        heightEmu: mm(210),
        marginEmu: mm(2),
        bands: [band("header", mm(10), [at(0, 1)])],
      }),
    ],
    found: ["RPT5003 text leaves the printable area by 2.0mm at the left (page 1)"],
  },
  {
    name: "a mark for folding in a background at the very edge",
    pages: () => [page([], { marginEmu: mm(2), bands: [band("background", 0, [at(0, 1)])] })],
    found: [],
  },
  {
    name: "content over the right margin only",
    pages: () => [page([plate([at(71, 0, "国語国語")], { heightEmu: mm(10) })])],
    found: ["RPT5004 content margins differ: left 10.0mm, right 4.9mm"],
  },
  {
    name: "side margins that differ",
    pages: () => [{ ...page([text("国語")]), margin: [mm(10), mm(10), mm(10), mm(20)] as const }],
    found: ["RPT5004 the margins differ: left 20.0mm, right 10.0mm"],
  },
  {
    name: "side margins of which the larger is for binding",
    pages: () => [
      { ...page([text("国語")]), margin: [mm(10), mm(10), mm(10), mm(20)] as const, gutter: "left" as const },
    ],
    found: [],
  },
] as const;

describe("geometry of pages", () => {
  test.each(FORMS)("$name", ({ pages, found }) => {
    expect(judge(pages())).toEqual(found);
  });

  test("more than five type sizes are told, five are not", () => {
    const sizes = (count: number) => Array.from({ length: count }, (_, index) => textStyle({ sizeEmu: pt(8 + index) }));
    expect(judge([page([text("国")])], sizes(5))).toEqual([]);
    expect(judge([page([text("国")])], sizes(6))).toEqual([
      "RPT5005 6 type sizes are used (limit 5): 13pt, 12pt, 11pt, 10pt, 9pt, 8pt",
    ]);
  });

  test("text under 6 pt is told once per element", () => {
    expect(judge([page([text("国\n語")])], [textStyle({ sizeEmu: pt(5.5) })])).toEqual([
      "RPT5006 text of 5.5pt is smaller than 6pt (page 1)",
    ]);
  });

  const GREYS = [
    { name: "grey on white", grey: 138, fill: 255, found: [] },
    {
      name: "light grey on white",
      grey: 180,
      fill: 255,
      found: ["RPT5008 contrast 2.1:1 of the text, #b4b4b4 on #ffffff, less than 3:1 (page 1)"],
    },
    {
      name: "grey on grey",
      grey: 138,
      fill: 200,
      found: ["RPT5008 contrast 2.1:1 of the text, #8a8a8a on #c8c8c8, less than 3:1 (page 1)"],
    },
    { name: "white on black", grey: 255, fill: 0, found: [] },
  ] as const;

  test.each(GREYS)("$name", ({ grey, fill, found }) => {
    const style = textStyle({ color: { kind: "fixed", color: [grey, grey, grey, 255] } });
    const ground = { kind: "fixed", color: [fill, fill, fill, 255] } as const;
    expect(judge([page([text("国", { box: { fill: ground } })])], [style])).toEqual(found);
  });
});
