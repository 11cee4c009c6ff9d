// RPT1023 of `merge=same`: cells that a table's `row { … }` writes stand as they are written.
import { expect, test } from "vitest";
import { compileSource } from "../../../../src/core/canvas/index.ts";

const sourceOf = (row: string): string => `rpt 1
field items[].name string(8) example=["甲", "甲", "乙"]
field items[].note string(8) example=["一", "二", "三"]
page A5 margin=15mm {
  body {
    table items {
      column name "品名" w=30mm merge=same
      column note "摘要" w=30mm
${row}
    }
  }
}
`;

test("merge=same is told beside row { … }, and its deletion ends that", () => {
  const source = sourceOf("row {\n cell (.name) col=name\n cell (.note) col=note\n }");
  const { diagnostics, value } = compileSource(source);
  expect(diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([
    "RPT1023 merge=same has no effect beside row { … }",
  ]);
  const [edit] = diagnostics[0]?.repair?.edits ?? [];
  if (edit === undefined) throw new Error("no edit is offered");
  const mended = source.slice(0, edit.span.start) + edit.text + source.slice(edit.span.end);
  expect(mended).toBe(source.replace(" merge=same", ""));
  expect(compileSource(mended).diagnostics).toEqual([]);
  const [table] = value?.pages[0]?.body.children ?? [];
  expect(table?.kind === "table" && table.columns.some((column) => "merge" in column)).toBe(false);
});

test("it has its effect in any other table", () => {
  expect(compileSource(sourceOf("")).diagnostics).toEqual([]);
});

test("it is told in the only column of a table, where no record would be left to count", () => {
  const sole = sourceOf("").replace('      column note "摘要" w=30mm\n', "");
  const told = compileSource(sole).diagnostics.filter(({ code }) => code === "RPT1023");
  expect(told.map(({ message }) => message)).toEqual(["merge=same has no effect in the only column of a table"]);
  const beside = sole.replace("merge=same\n", 'merge=same\n      column no "No." (index) w=10mm\n');
  expect(compileSource(beside).diagnostics.filter(({ code }) => code === "RPT1023")).toEqual([]);
});
