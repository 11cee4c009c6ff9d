// RPT1003: the properties that there are, in an order that is read quickly: what was probably meant, then by letters.
import { expect, test } from "vitest";
import { compileSource } from "../../../../src/core/canvas/index.ts";

function listed(line: string): readonly string[] {
  const { diagnostics } = compileSource(`rpt 1\npage A4 {\n  body {\n    ${line}\n  }\n}\n`);
  const { why = "" } = diagnostics.find(({ code }) => code === "RPT1003") ?? {};
  return why.replace(/^Properties: |\.$/g, "").split(", ");
}

test.each([
  ['text "甲" border-colour-x=red', ["border", "border-bottom", "border-color", "border-left", "border-right"]],
  ['text "甲" paddding=2mm', ["padding", "align"]],
  ['text "甲" zzz=2mm', ["align", "alt", "border"]],
])("%s", (line, first) => {
  const names = listed(line);
  expect(names.slice(0, first.length)).toEqual(first);
  const [last = ""] = names.slice(-1);
  const sorted = [...names].sort((one, other) => (one < other ? -1 : 1));
  expect(last).toBe(sorted.at(-1));
});

test.each(["foot", "pagefoot", "row"])("what the cells of a %s take is written at those", (owner) => {
  const source = `rpt 1
field rows[].n string(4) example=["甲"]
page A4 {
  body {
    table rows {
      column n "名"
      ${owner} fill=#eeeeee {
        cell "計" col=n
      }
    }
  }
}
`;
  const { repair } = compileSource(source).diagnostics.find(({ code }) => code === "RPT1003") ?? {};
  expect(repair?.title).toBe("delete it; write fill= at its cells");
});
