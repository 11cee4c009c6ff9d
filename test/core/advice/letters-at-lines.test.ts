// RPT5115: elements with borders × padding × width of the border, judged by the outlines of their letters.
import { describe, expect, test } from "vitest";
import { bundledFonts, createEngine } from "../../../src/core/engine/index.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

function found(element: string): readonly string[] {
  const source = `rpt 1
document d title="様式" lang=ja
field rows[].name string(9) example=["国境"]
fonts gothic="Noto Sans JP"
sizes body=9pt
style base font=gothic size=body
page A4 margin=15mm {
  body {
    ${element}
  }
}
`;
  const { diagnostics } = engine.check({ source, data: null, advise: true, worstCases: false });
  return diagnostics.flatMap(({ code }) => (code === "RPT5115" || code === "RPT5001" ? [code] : []));
}

/** A column that shares a line with the other one, and stands clear of it. */
const BESIDE = 'column b "b" ("b") w=30mm padding=1.5mm';

const ELEMENTS: Readonly<Record<string, (look: string, text: string) => string>> = {
  text: (look, text) => `text "${text}" ${look}`,
  rich: (look, text) => `rich ${look} {\n span "${text}"\n }`,
  box: (look, text) => `box ${look} {\n text "${text}"\n }`,
  stack: (look, text) => `stack ${look} {\n text "${text}"\n }`,
  row: (look, text) => `row ${look} {\n text "${text}"\n }`,
  pairs: (look, text) => `pairs label-w=10mm ${look} {\n pair "額" "${text}"\n }`,
  "cell of a grid": (look, text) => `grid cols=[40mm, 40mm] {\n cell "${text}" ${look}\n cell "b"\n }`,
  column: (look, text) => `table rows header=none {\n column name "題" ("${text}") w=30mm ${look}\n ${BESIDE}\n }`,
};

describe.each(Object.entries(ELEMENTS))("%s", (name, write) => {
  test.each(["0.25pt", "0.5pt", "1pt", "2pt"])("with a border of %s", (border) => {
    for (const text of ["国境", "jag"]) {
      const at = (padding: string) => found(write(`border=${border} padding=${padding}`, text));
      // A letter at the line is told, in one way or the other, and room is enough.
      if (text === "jag") expect(at("0mm").length).toBeGreaterThan(0);
      expect(at("1.5mm")).toEqual([]);
      expect(new Set(at("0mm")).size).toBeLessThanOrEqual(1);
    }
    if (name !== "pairs") expect(found(write(`border=none padding=0mm`, "jag"))).toEqual([]);
  });
});

test("a low row and a line of the height of its letters are told, with room above and below they are not", () => {
  const grid = (look: string) => found(`grid cols=[40mm] row-h=3.4mm border=0.25pt {\n cell "gjÅ" ${look}\n }`);
  expect(grid("padding=[0mm, 2mm] line-height=1 valign=bottom").length).toBeGreaterThan(0);
  expect(grid("padding=[1mm, 2mm]")).toEqual([]);
});

test("letters that a line stands beside without padding are told, whatever their shape", () => {
  for (const letters of ["国境", "品名", "12345"]) {
    const look = (padding: string) => `w=40mm border-left=0.25pt border-top=0.25pt padding=${padding}`;
    expect(found(`text "${letters}" ${look("[1mm, 0mm]")}`)).toEqual(["RPT5115"]);
    expect(found(`text "${letters}" ${look("[0.2mm, 0.5mm]")}`)).toEqual([]);
  }
});
