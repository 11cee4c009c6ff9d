// `break page` where no page's end parts what stands there is told, however deep it stands.
import { expect, test } from "vitest";
import { compileSource } from "../../../../src/core/canvas/index.ts";

const BREAK = 'text "甲"\nbreak page\ntext "乙"';

function found(content: string): readonly string[] {
  const source = `rpt 1
field items[].name string(8) example=["甲"]
page A5 margin=12mm {
  body gap=3mm {
    ${content}
  }
}
`;
  return compileSource(source).diagnostics.map(({ code, message }) => `${code} ${message}`);
}

test.each([
  ["a stack in a row", `row {\nstack {\n${BREAK}\n}\ntext "右"\n}`, "a row"],
  ["a box in a grid", `grid cols=[1fr, 1fr] {\nbox {\n${BREAK}\n}\ntext "右"\n}`, "a grid"],
  ["a stack in a stack in a row", `row {\nstack {\nstack {\n${BREAK}\n}\n}\ntext "右"\n}`, "a row"],
  ["the block of a column", `table items {\ncolumn name "名" {\ntext (.name)\n${BREAK}\n}\n}`, "a column"],
])("in %s", (_, content, holder) => {
  expect(found(content).filter((each) => each.startsWith("RPT1"))).toEqual([
    `RPT1023 break page has no effect in ${holder}`,
  ]);
});

test.each([
  ["in the body", BREAK],
  ["in a stack", `stack {\n${BREAK}\n}`],
  ["in a list", `each items {\n${BREAK}\ntext (.name)\n}`],
  ["in columns within a row", 'row {\ncolumns n=2 {\ntext "甲"\nbreak column\ntext "乙"\n}\ntext "右"\n}'],
])("not %s", (_, content) => {
  expect(found(content).filter((each) => each.startsWith("RPT1"))).toEqual([]);
});

test.each([
  ["before the first block", 'text "甲" break=before\ntext "乙"', "before has no effect at the first block of a body"],
  ["after the last block", 'text "甲"\ntext "乙" break=after', "after has no effect at the last block of a body"],
  ["before a list", "each items break=before {\ntext (.name)\n}", "before has no effect at the first block of a body"],
  ["in a box", 'box {\ntext "甲" break=before\n}', "before has no effect at the first block of a box"],
])("of a body: %s", (_, content, expected) => {
  expect(found(content).filter((each) => each.startsWith("RPT1"))).toEqual([`RPT1023 break=${expected}`]);
});

test.each([
  ["between blocks", 'text "甲"\ntext "乙" break=before'],
  ["before each entry but the first", "each items {\ntext (.name) break=before\n}"],
  ["after the first block", 'text "甲" break=after\ntext "乙"'],
])("of a body, not %s", (_, content) => {
  expect(found(content).filter((each) => each.startsWith("RPT1"))).toEqual([]);
});
