// RPT1016 of a table's cell with a block: the advice names what holds several elements there, and it works.
import { expect, test } from "vitest";
import { compileSource } from "../../../../src/core/canvas/index.ts";

const form = (table: string): string => `rpt 1
field r[].a string(8) example=["甲"]
field r[].b string(8) example=["乙"]
page A5 margin=12mm {
  body {
    table r {
${table}
    }
  }
}
`;

const BLOCK = "stack {\ntext (.a)\ntext (.b)\n}";

test.each([
  ["a record", `column a "甲" w=30mm\nrow {\ncell col=a {\n${BLOCK}\n}\n}`],
  ["the foot", `column a "甲" w=30mm\nfoot {\ncell col=a {\ntext "計"\n}\n}`],
])("a cell of %s", (_, table) => {
  const [found] = compileSource(form(table)).diagnostics.filter(({ code }) => code === "RPT1016");
  expect(found?.repair?.title).toContain("write one text, with \\n between its lines, or take a column with a block");
});

test.each([
  ["one text", 'column a "甲" "{.a}\\n{.b}" w=30mm'],
  ["a column with a block", `column a "甲" w=30mm {\n${BLOCK}\n}`],
])("%s holds both", (_, table) => {
  expect(compileSource(form(table)).diagnostics).toEqual([]);
});
