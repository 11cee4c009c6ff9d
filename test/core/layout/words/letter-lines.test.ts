// RPT4004 of horizontal texts that stand one letter to a line, where nobody has asked for that.
import { expect, test } from "vitest";
import { bundledFonts, createEngine } from "../../../../src/core/engine/index.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

function told(block: string): readonly string[] {
  const source = `rpt 1
document d title="様式" lang=ja
field t string(20) example="稟議書の件"
sizes body=9pt
style base size=body
page A4 margin=20mm {
  body {
    ${block}
  }
}
`;
  const { diagnostics } = engine.check({ source, data: null });
  return diagnostics.filter(({ code }) => code === "RPT4004" || code === "RPT4031").map(({ message }) => message);
}

test.each([
  ["a fixed text", 'text "稟議書" w=5mm', ['"稟議書" stands one letter']],
  ["a value", "text (t) w=5mm", ['"稟議書の件" stands one letter']],
  ["the part of a text that does", 'text "№ 稟議書の件" w=6mm', ["稟議書の件"]],
  ["what its neighbours leave", 'row gap=2mm {\n text "稟議書" w=1fr\n rect w=163mm h=9mm stroke=1pt\n }', ["稟議書"]],
  ["two letters", 'text "押印" w=5mm', []],
  ["lines that the text ends", 'text "稟\\n議\\n書" w=5mm', []],
  ["a text with room for two", 'text "稟議書の件" w=7mm', []],
  ["vertical text", 'text "稟議書" writing=vertical w=5mm h=12mm', []],
  ["a cell of a narrow column", 'grid cols=[5mm, 1fr] {\n row {\n cell "稟議書"\n cell "件名"\n }\n }', []],
])("%s", (_, block, expected) => {
  const messages = told(block);
  expect(messages).toHaveLength(expected.length);
  for (const [at, part] of expected.entries()) expect(messages[at]).toContain(part);
});
