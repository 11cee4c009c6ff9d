// A seal may lie on a name. Where data bring none, its place is empty: the frame and the label of the place may not lie
// on anything.
import { describe, expect, test } from "vitest";
import { bundledFonts, createEngine } from "../../../src/core/engine/index.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

const BESIDE = {
  text: 'text "123456" x=5mm y=6mm w=30mm h=6mm',
  "a vertical text": 'text "国語国" writing=vertical x=8mm y=2mm w=6mm h=20mm',
  "a line": "line x=0mm y=8mm w=30mm stroke=1pt",
  "a bar code": 'barcode code128 "AB12" x=6mm y=0mm w=30mm h=14mm',
  "a comb": 'comb "888888" cells=6 x=6mm y=4mm w=36mm h=8mm',
} as const;

const PLACES = {
  "a frame and a label": 'seal (name) label="印" x=2mm y=0mm w=16mm h=16mm',
  "a label alone": 'seal (name) label="印" border=none x=2mm y=0mm w=16mm h=16mm',
  "a frame alone": "seal (name) x=9mm y=4.5mm w=16mm h=16mm",
} as const;

function found(elements: readonly string[], data: Readonly<Record<string, string>>) {
  const source = `rpt 1
field name? string(8) example="山田"
colors black=#000000
sizes body=9pt
style base size=body
page A5 margin=15mm {
  body {
    plate h=30mm {
      ${elements.join("\n")}
    }
  }
}
`;
  const { diagnostics } = engine.check({ source, data: new TextEncoder().encode(JSON.stringify(data)) });
  return diagnostics.filter(({ code, severity }) => severity !== "info" && /^RPT(?:5001|4007)$/.test(code));
}

describe.each(Object.entries(PLACES))("an empty place with %s", (place, seal) => {
  test.each(Object.entries(BESIDE))("on %s is told", (beside, element) => {
    // A frame crosses lines, as lines cross one another.
    const isCrossing = beside === "a line" && place === "a frame alone";
    for (const elements of [
      [element, seal],
      [seal, element],
    ]) {
      const told = found(elements, {}).length > 0;
      expect(told || isCrossing, elements.join("\n")).toBe(true);
    }
  });

  test("is not told where it is meant", () => {
    expect(found([BESIDE.text, `${seal} layer=over`], {})).toEqual([]);
  });

  test("is not told beside everything", () => {
    expect(found([seal, 'text "123456" x=30mm y=6mm w=30mm h=6mm'], {})).toEqual([]);
  });
});

test("a seal on a name is not told", () => {
  expect(found([BESIDE.text, PLACES["a frame and a label"]], { name: "山田" })).toEqual([]);
});

describe("in a background", () => {
  const codes = (content: string, data: Readonly<Record<string, string>>): readonly string[] => {
    const source = `rpt 1
field name? string(8) example="山田"
sizes body=9pt
style base size=body
page A5 margin=15mm {
  background on=all {
    ${content}
  }
  body {
    text "見出し見出し見出し"
  }
}
`;
    const { diagnostics } = engine.check({ source, data: new TextEncoder().encode(JSON.stringify(data)) });
    return diagnostics.filter(({ severity }) => severity === "error").map(({ code }) => code);
  };

  test("the frame of an empty place is a line as any other, and a seal lies on names", () => {
    const seal = 'seal (name) label="印" x=0mm y=16.5mm w=66mm h=12mm';
    expect(codes("rect x=0mm y=16.5mm w=66mm h=12mm stroke=0.5pt", {})).toEqual(["RPT5001"]);
    expect(codes(seal, {})).toEqual(["RPT5001"]);
    expect(codes(seal, { name: "山田" })).toEqual([]);
  });
});
