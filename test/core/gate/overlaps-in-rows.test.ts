// RPT5001 of what rows of one record draw on one page: each row is a place, whether or not data tell the rows apart.
import { describe, expect, test } from "vitest";
import { bundledFonts, createEngine } from "../../../src/core/engine/index.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

/** Two elements of a row that lie on one another, by what finds it. */
const ROWS: Readonly<Record<string, readonly string[]>> = {
  "texts of the data": ["text (.name) x=0mm y=0mm w=30mm h=6mm", "text (.memo) x=0mm y=2mm w=60mm h=6mm"],
  "fixed texts": ['text "固定" x=0mm y=0mm w=30mm h=6mm', 'text "重ね" x=0mm y=2mm w=60mm h=6mm'],
  "letters under an area": ["text (.name) x=0mm y=0mm w=30mm h=6mm", "rect x=0mm y=0mm w=60mm h=6mm fill=black"],
  "letters under a border": ["box x=0mm y=0mm w=30mm border=[1.5pt, black] {\n text (.name)\n }"],
  "letters with a line through them": [
    "text (.name) x=0mm y=0mm w=30mm h=6mm",
    "rect x=0mm y=2.5mm w=60mm h=6mm stroke=1pt",
  ],
  "letters on one another": ['text "{.name}文字" x=0mm y=0mm w=30mm h=6mm letter-spacing=-2mm'],
};

function found(elements: readonly string[], rows: number): readonly string[] {
  const source = `rpt 1
field items[].name string(4) example=["文字"]
field items[].memo string(4) example=["備考"]
colors black=#000000
page A4 margin=15mm {
  body {
    each items gap=2mm {
      plate h=12mm {
${elements.join("\n")}
      }
    }
  }
}
`;
  const items = Array.from({ length: rows }, () => ({ name: "文字", memo: "備考" }));
  const data = new TextEncoder().encode(JSON.stringify({ items }));
  const { diagnostics } = engine.check({ source, data, worstCases: false });
  return diagnostics.filter(({ code }) => code === "RPT5001").map(({ message }) => message);
}

describe.each(Object.entries(ROWS))("%s", (_, elements) => {
  test.each([1, 2, 5])("are told of each of %i rows", (rows) => {
    const told = found(elements, rows);
    expect(told).toHaveLength(rows);
    expect(new Set(told).size).toBe(rows);
    const places = told.filter((message) => /\(page 1, x [\d.]+mm, y [\d.]+mm\)$/.test(message));
    expect(places).toHaveLength(rows === 1 ? 0 : rows);
  });

  test("are counted beyond those that are listed", () => {
    expect(found(elements, 18).length).toBe(18);
  });
});
