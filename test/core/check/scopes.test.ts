import { describe, expect, test } from "vitest";
import { compileSource } from "../../../src/core/canvas/index.ts";
import { applyEdits } from "../../../src/core/diagnostics/index.ts";

const DECLARED = `rpt 1
field shop string example="本店"
field items[].area string example=["東", "西"]
field items[].kind string example=["食品", "酒"]
field items[].qty int example=[1, 2]
field items[].day date example=["2026-10-01", "2026-10-02"]
field items[].months[].name string example=[["4月"], ["5月"]]
field items[].months[].sum int example=[[1], [2]]
field bills[].no string example=["1"]
field bills[].lines[].qty int example=[[1]]
`;

/** Errors of a form whose body, or top level, holds `lines`. */
function errors(lines: string, top = ""): readonly string[] {
  const source = `${DECLARED}${top}page A4 {\nbody {\n${lines}\n}\n}\n`;
  const { diagnostics } = compileSource(source);
  return diagnostics.filter((each) => each.severity === "error").map((each) => `${each.code} ${each.message}`);
}

function inTable(lines: string): string {
  return `table items as=item {\ncolumn area "地域"\ncolumn qty "数"\n${lines}\n}`;
}

/** What is written where, and what it earns: nothing where the names are seen. */
const CASES: readonly (readonly [name: string, lines: string, found: readonly string[], top?: string])[] = [
  ["the head of a group sees its key and items", inTable('group (.area) {\nhead "{.key} {sum(.items[].qty)}"\n}'), []],
  [
    "the head of a group does not see a row",
    inTable('group (.area) {\nhead "{.qty}"\n}'),
    ['RPT2103 no field "qty" here'],
  ],
  [
    "a group within a group parts the outer one's rows",
    inTable('group (.area) {\ngroup (.kind) {\nhead "{outer.key} {.key} {count(.items)}"\n}\n}'),
    [],
  ],
  ["a key that no row has", inTable('group (.shop) {\nhead "{.key}"\n}'), ['RPT2103 no field "shop" here']],
  ["the foot of a table sees what is around it", inTable("foot {\ncell (sum(items[].qty)) col=qty\n}"), []],
  [
    "the foot of a table does not see a row",
    inTable("foot {\ncell (.qty) col=qty\n}"),
    ["RPT2102 .qty used outside a record"],
  ],
  [
    "the foot of a group sees the group",
    inTable("group (.area) {\nfoot {\ncell (sum(.items[].qty)) col=qty\n}\n}"),
    [],
  ],
  ["a carry sums what a row has", inTable("carry (.qty) into=qty"), []],
  ["a carry sums numbers", inTable("carry (.area) into=qty"), ["RPT2123 amount needs a number, and this is text"]],
  [
    "a row's colour comes from its record",
    "table items row-fill=(if(.qty > 1, 'red', 'white')) {\ncolumn area \"\"\n}",
    [],
  ],
  ["a column is left out for the whole table", "table items {\ncolumn area \"\" when=(shop == '本店')\n}", []],
  [
    "a column is not left out for one row",
    'table items {\ncolumn area "" when=(.qty > 1)\n}',
    ["RPT2102 .qty used outside a record"],
  ],
  ["a column for each month sees the month", inTable('column each .months as=m "{m.name}" (m.sum)'), []],
  ["a column for each month sees the month by a dot", inTable('column each .months "{.name}" (.sum)'), []],
  [
    "a column for each month misspells it",
    inTable('column each .months "{.nam}" (.sum)'),
    ['RPT2103 no field "nam" here'],
  ],
  [
    "a bar's ends are days",
    "gantt items {\nscale from=(min(items[].day)) to=(max(items[].day))\nbar start=(.day) end=(.day)\n}",
    [],
  ],
  [
    "a scale does not see a row",
    "gantt items {\nscale from=(.day) to=(max(items[].day))\n}",
    ["RPT2102 .day used outside a record"],
  ],
  ["a series is a number of every record", 'chart bar items alt="x" {\ncategory (.area)\nseries "数" (.qty)\n}', []],
  ["a part sees the whole data", "use p", [], "part p {\ntext (shop)\n}\n"],
  [
    "a source's record is seen by its name",
    'table b.lines {\ncolumn qty ""\n}\ntext "{b.no} {shop}"',
    [],
    "source bills as=b\n",
  ],
  ["a source's record has its own fields", 'text "{b.shop}"', ['RPT2103 no field "shop" here'], "source bills as=b\n"],
  ["a source names no other thing", 'text "x"', ["RPT2007 shop is already declared"], "source bills as=shop\n"],
  ["a source's name is not reserved", 'text "x"', ['RPT2008 "page" is a reserved name'], "source bills as=page\n"],
];

describe("names are seen where they are, and nowhere else", () => {
  test.each(CASES.map(([name, lines, found, top]) => ({ name, lines, found, top })))("$name", (each) => {
    expect(errors(each.lines, each.top)).toEqual(each.found);
  });
});

describe("a heading that reads the record", () => {
  test.each([
    ["of a column that shows its field", 'table items {\ncolumn area "{.kind}"\n}'],
    ["of a column that shows none", 'table items {\ncolumn p "{.kind}様"\ncolumn q "{.qty}"\n}'],
    ["above which cells stand", 'table items {\nhead {\ncell "甲" col=p\n}\ncolumn p "{.kind}"\n}'],
  ])("is one finding for each, whose edit is right: %s", (_, table) => {
    const source = `${DECLARED}page A4 {\nbody {\n${table}\n}\n}\n`;
    const found = compileSource(source).diagnostics.filter(({ severity }) => severity === "error");
    expect(found.map(({ code }) => code)).toEqual(found.map(() => "RPT2102"));
    expect(found).toHaveLength(table.split("column").length - 1);
    const edits = found.flatMap(({ repair }) => repair?.edits ?? []);
    const repaired = compileSource(applyEdits(source, edits));
    expect(repaired.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  });
});
