// Texts that are read as Markdown are tried as Markdown: lists, tables and headings take other room than lines do.
import { describe, expect, test } from "vitest";
import { worstMarkdown } from "../../../../src/core/canvas/index.ts";
import { bundledFonts, createEngine } from "../../../../src/core/engine/index.ts";
import { readMarkdown } from "../../../../src/core/markdown/index.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

function found(element: string, declared = ""): readonly string[] {
  const source = `rpt 1
document d title="議事録"
field body text(300) example="本文"
${declared}fonts gothic="Noto Sans JP"
sizes body=9pt
style base font=gothic size=body
page A4 margin=20mm {
  body gap=4mm {
    ${element}
  }
}
`;
  return engine.check({ source, data: null }).diagnostics.map(({ code, message }) => `${code} ${message}`);
}

describe("the worst Markdown", () => {
  test.each([60, 100, 300, 2_000])("of %i characters has as many, in a table at least", (lengthMax) => {
    const text = worstMarkdown(lengthMax, ([first = ""]) => first) ?? "";
    expect(text).toHaveLength(lengthMax);
    expect(readMarkdown(text).at(-1)?.kind).toBe("table");
  });

  test("of a longer text has blocks of all kinds, and as many lines as other texts of several lines do", () => {
    const text = worstMarkdown(2_000, () => "国") ?? "";
    const kinds = new Set(readMarkdown(text).map(({ kind }) => kind));
    expect([...kinds].sort()).toEqual(["heading", "list", "paragraph", "quote", "table"]);
    expect(text.split("\n").filter((line) => /国/u.test(line)).length).toBeLessThanOrEqual(200);
  });

  test("is none where there is no room for it", () => {
    expect(worstMarkdown(20, ([first = ""]) => first)).toBeNull();
  });
});

describe("a check", () => {
  test("tells of a box that holds the lines of a text and not its Markdown", () => {
    const told = found("markdown (body) h=160mm");
    expect(told).toHaveLength(1);
    expect(told[0]).toMatch(/^RPT4031 with body of 300 characters of Markdown: content needs 18/u);
    expect(found('text "{body}" h=160mm')).toEqual([]);
  });

  test("finds nothing where the Markdown flows, nor in a field that a value of its own is computed from", () => {
    expect(found("markdown (body)")).toEqual([]);
    expect(found("columns n=2 {\n markdown (whole) gap=1mm\n }", "let whole = concat('# 題\\n\\n', body)\n")).toEqual(
      [],
    );
  });
});
