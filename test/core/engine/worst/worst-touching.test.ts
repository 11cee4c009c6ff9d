import { expect, test } from "vitest";
import { bundledFonts, createEngine } from "../../../../src/core/engine/index.ts";

// Texts as long as they are declared that touch: those of neighbours that read as one, and lines within one text.

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

function found(body: string): readonly string[] {
  const source = `rpt 1
document touching lang=ja
field rows[] max=9
field rows[].name string(10) example=["桜井", "八木"]
field rows[].dept string(10) example=["営業部", "総務部"]
field note string(60) example="桜"
sizes body=10pt
style base size=body
page A4 margin=15mm {
  body gap=4mm {
    ${body}
  }
}
`;
  const { diagnostics } = engine.check({ source, data: null });
  return diagnostics.filter(({ code }) => code === "RPT4031").map(({ message }) => message);
}

const table = (padding: string): string => `table rows {
      column name "氏名" (.name) w=36mm
      column dept "部署" (.dept) w=1fr${padding}
    }`;

test("a text as long as declared that reads as one with its neighbour is told", () => {
  expect(found(table(""))).toEqual([
    expect.stringMatching(/^with rows\[\]\.name of 10 characters: .* before "営業部", and nothing parts them/),
  ]);
  expect(found(table(" padding-left=2mm"))).toEqual([]);
});

test("lines and letters of a text as long as declared that touch are told", () => {
  expect(found("text (note) line-height=0.8 w=60mm")).toEqual([
    expect.stringMatching(/^with note of 60 characters: letters of two lines of text touch/),
  ]);
  expect(found("text (note) line-height=1.2 w=60mm")).toEqual([]);
});
