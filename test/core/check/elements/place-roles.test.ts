// The role of a place belongs to the rect that draws it; roles of values do not.
import { expect, test } from "vitest";
import { compileSource } from "../../../../src/core/canvas/index.ts";

function told(element: string): readonly string[] {
  const source = `rpt 1\npage A5 margin=12mm {\n  body {\n    plate h=40mm {\n${element}\n    }\n  }\n}\n`;
  return compileSource(source).diagnostics.map(({ code, message }) => `${code} ${message}`);
}

test.each(["rect x=0mm y=0mm w=22mm h=26mm", "box x=0mm y=0mm w=22mm h=26mm border=0.5pt"])("%s", (element) => {
  const content = element.startsWith("box") ? ' {\ntext "印紙"\n}' : "";
  expect(told(`${element} role=stamp.box${content}`)).toEqual([]);
});

test.each(["document.number", "totals.gross"])("a rect has no role %s", (role) => {
  expect(told(`rect x=0mm y=0mm w=22mm h=26mm role=${role}`)).toEqual(["RPT1023 role has no effect in rect"]);
});
