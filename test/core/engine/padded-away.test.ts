// Repairs of texts whose padding takes their width, and of texts whose width holds no letter of any size.
import { describe, expect, test } from "vitest";
import { pdfEngine } from "./sources.ts";

function repairsOf(content: string): readonly string[] {
  const source = `rpt 1
field word string(18) example="Abcdefghijklm 1234"
field rows[].word string(18) example=["Abcdefghijklm 1234"]
fonts gothic="Noto Sans JP"
sizes small=7pt body=9pt
style base font=gothic size=body
page A5 margin=12mm {
  body gap=2mm {
    ${content}
  }
}
`;
  const { diagnostics } = pdfEngine().check({ source, data: null });
  const told = diagnostics.filter(({ code }) => ["RPT4001", "RPT4002", "RPT4004", "RPT4031"].includes(code));
  return told.map(({ code, repair }) => `${code} ${repair?.title ?? ""}`);
}

describe("padding that takes the width of a text is named, and how much of it is too much", () => {
  test.each([
    [
      "a text",
      "text (word) size=small padding=[2mm, 50mm] w=60mm",
      "RPT4004 widen the column by 56.5mm, or take 56.5mm off its padding at the left and right",
    ],
    [
      "a text in a place that can't be wider",
      "text (word) size=small padding=[2mm, 61mm]",
      /^RPT4004 .*take 14\.5mm off its padding at the left and right/u,
    ],
    [
      "a cell of a grid",
      "grid cols=[30mm, 1fr] {\n cell (word) padding=[0mm, 14mm]\n cell '甲'\n }",
      /^RPT4004 .*take \d+\.\dmm off the padding of its cell at the left and right/u,
    ],
    [
      "a column of a table",
      "table rows {\n column word '語' w=30mm padding=[0mm, 14mm]\n }",
      /^RPT4004 .*take \d+\.\dmm off the padding of its cell at the left and right/u,
    ],
  ])("%s", (_, content, repair) => {
    const told = repairsOf(content);
    expect(told.length).toBeGreaterThan(0);
    for (const one of told) expect(one).toMatch(repair);
  });

  test("the named length is enough, and no more than that", () => {
    // 100 mm of padding, of which 56.5 mm are too many.
    expect(repairsOf("text (word) size=small padding=[2mm, 21.7mm] w=60mm").join()).not.toContain("RPT4004");
    expect(repairsOf("text (word) size=small padding=[2mm, 21.9mm] w=60mm")[0]).toContain("take 0.3mm off");
  });

  test("padding that takes little of a width is no reason", () => {
    expect(repairsOf("text (word) padding=[0mm, 1mm] w=15mm")[0]).not.toContain("padding");
  });
});

describe("what helps at no size is not offered", () => {
  test.each([
    ["text (word) padding=[2mm, 50mm] w=60mm wrap=char"],
    ["text (word) padding=[2mm, 50mm] w=60mm h=5mm wrap=char"],
    ["text (word) padding=[2mm, 50mm] w=60mm fit=shrink lines=3"],
    ["text '国国国国' padding=[2mm, 50mm] w=60mm h=5mm"],
  ])("%s", (content) => {
    const told = repairsOf(content);
    expect(told.length).toBeGreaterThan(0);
    for (const repair of told) expect(repair).not.toMatch(/fit=shrink|allow lines|min-size|smaller size|wrap=char/u);
  });

  test("what helps is offered as before", () => {
    expect(repairsOf("text (word) w=12mm fit=shrink lines=1 min-size=8pt")[0]).toContain("lower min-size");
    expect(repairsOf("text (word) w=20mm fit=shrink lines=1")[0]).toMatch(/allow lines=\d/u);
  });
});
