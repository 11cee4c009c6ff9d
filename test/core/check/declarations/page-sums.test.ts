import { describe, expect, test } from "vitest";
import { compileSource } from "../../../../src/core/canvas/index.ts";
import { applyEdits, type Diagnostic } from "../../../../src/core/diagnostics/index.ts";
import { layOutSource, pageLines } from "../../../support/lay-out.ts";

const formWith = (row: string): string => `rpt 1
field rate decimal(4,2) example=0.1
field shop string(10) example="本店"
field items[].name string(10) example=["東", "西"]
field items[].qty int example=[1, 2]
field items[].parts[].qty int example=[[1], [2]]
let total = sum(items[].qty)
page A4 {
  body {
    table items as=item {
      column name "名"
      column qty "数"
      ${row}
    }
  }
}
`;

/** What a page may sum, and what it may not: a value that no row makes its own is counted once for each row. */
const CASES: readonly { readonly adds: string; readonly codes: readonly string[]; readonly repaired?: string }[] = [
  { adds: "(.qty)", codes: [] },
  { adds: "(item.qty * 2)", codes: [] },
  { adds: "(round(.qty * rate))", codes: [] },
  { adds: "(sum(.parts[].qty))", codes: [] },
  { adds: "(index)", codes: [] },
  { adds: "(1)", codes: [] },
  { adds: "(count(.parts[.qty > rate]))", codes: [] },
  { adds: "(sum(items[].qty))", codes: ["RPT2127"], repaired: "(.qty)" },
  { adds: "(total)", codes: ["RPT2127"] },
  { adds: "(total * rate)", codes: ["RPT2127"] },
  { adds: "(count(items[.qty > 1]))", codes: ["RPT2127"] },
  { adds: "(count(sort(items, .qty)))", codes: ["RPT2127"] },
  { adds: "(sum(items[.qty > 1].qty))", codes: ["RPT2127"] },
  { adds: "(.name)", codes: ["RPT2123"] },
];

describe.each<[name: string, row: (expression: string) => string]>([
  ["pagefoot", (expression) => `pagefoot {\n        cell ${expression} col=qty\n      }`],
  ["carry", (expression) => `carry ${expression} into=qty`],
])("what %s adds up is of the row", (_name, row) => {
  test.each(CASES)("$adds", ({ adds, codes, repaired }) => {
    const source = formWith(row(adds));
    const { diagnostics } = compileSource(source);
    const errors = diagnostics.filter(({ severity }) => severity === "error");
    expect(errors.map(({ code }) => code)).toEqual(codes);
    if (repaired === undefined) return;
    const [edit] = errors[0]?.repair?.edits ?? [];
    expect(edit).toBeDefined();
    const mended = source.slice(0, edit?.span.start) + edit?.text + source.slice(edit?.span.end);
    expect(mended).toBe(formWith(row(repaired)));
  });
});

function errorsOf(source: string): readonly Diagnostic[] {
  return compileSource(source).diagnostics.filter(({ severity }) => severity === "error");
}

/** A block of one cell, as it is written. */
function inLines(row: string): string {
  return row.replace(/ \{ (cell .*) \}$/, " {\n        $1\n      }");
}

/** What stands in the words and looks of a page's sum, and what is left of it where its repair is followed. */
const WORDS: readonly {
  readonly line: string;
  readonly codes: readonly string[];
  readonly repaired?: string;
}[] = [
  { line: 'pagefoot { cell "頁計 {shop}" col=qty }', codes: [] },
  { line: "pagefoot { cell (.qty) col=qty color=(if(rate > 0.5, 'red', 'blue')) }", codes: [] },
  {
    line: 'pagefoot { cell "頁計 {.qty}個" col=qty }',
    codes: ["RPT2102"],
    repaired: `pagefoot { cell (.qty) format='"頁計 "#,##0"個";"頁計 "-#,##0"個"' col=qty }`,
  },
  {
    line: 'pagefoot { cell "{item.qty}" col=qty }',
    codes: ["RPT2102"],
    repaired: "pagefoot { cell (item.qty) format='#,##0' col=qty }",
  },
  {
    line: `pagefoot { cell "計{format(.qty, '#,##0;▲#,##0')}" col=qty }`,
    codes: ["RPT2102"],
    repaired: `pagefoot { cell (.qty) format='"計"#,##0;"計"▲#,##0' col=qty }`,
  },
  { line: 'pagefoot { cell "{.name}計" col=qty }', codes: ["RPT2102"], repaired: 'pagefoot { cell "計" col=qty }' },
  { line: 'pagefoot { cell "計{index}" col=qty }', codes: ["RPT2102"] },
  { line: 'pagefoot { cell "{index}まで{.name}" col=qty }', codes: ["RPT2102", "RPT2102"] },
  { line: 'pagefoot { cell "{count(items)}件" col=qty }', codes: ["RPT2127"] },
  { line: 'pagefoot { cell "{total}" col=qty }', codes: ["RPT2127"] },
  { line: 'pagefoot { cell "率{rate}" col=qty }', codes: [] },
  { line: `pagefoot { cell "率{format(rate, '0%')}" col=qty }`, codes: [] },
  { line: 'pagefoot { cell "{rate * 2}" col=qty }', codes: ["RPT2127"] },
  { line: `pagefoot { cell "{format(total, '#,##0')}" col=qty }`, codes: ["RPT2127"] },
  {
    line: "pagefoot { cell (.qty) col=qty fill=(if(.qty > 3, 'red', null)) }",
    codes: ["RPT2102"],
    repaired: "pagefoot { cell (.qty) col=qty }",
  },
  {
    line: "pagefoot { cell (.qty) col=qty border=[1pt, (if(item.qty > 3, 'red', 'blue'))] }",
    codes: ["RPT2102"],
    repaired: "pagefoot { cell (.qty) col=qty }",
  },
  { line: "pagefoot color=(if(.qty > 3, 'red', 'blue')) { cell (.qty) col=qty }", codes: ["RPT2102"] },
  { line: 'carry (.qty) into=qty out="次頁 {shop}"', codes: [] },
  {
    line: 'carry (.qty) into=qty out="次頁 {.name}"',
    codes: ["RPT2102"],
    repaired: 'carry (.qty) into=qty out="次頁 "',
  },
  {
    line: 'carry (.qty) into=qty in="{item.qty}前頁"',
    codes: ["RPT2102"],
    repaired: 'carry (.qty) into=qty in="前頁"',
  },
  {
    line: "carry (.qty) into=qty fill=(if(.qty > 3, 'red', null))",
    codes: ["RPT2102"],
    repaired: "carry (.qty) into=qty",
  },
];

describe("what stands beside the sum of a page is of no row", () => {
  test.each(WORDS)("$line", ({ line, codes, repaired }) => {
    const source = formWith(inLines(line));
    const errors = errorsOf(source);
    expect(errors.map(({ code }) => code)).toEqual(codes);
    const edits = errors.flatMap(({ repair }) => repair?.edits ?? []);
    if (edits.length === 0) return;
    const mended = applyEdits(source, edits);
    expect(errorsOf(mended)).toEqual([]);
    if (repaired !== undefined) expect(mended).toBe(formWith(inLines(repaired)));
  });

  test("words of a repaired sum stand beside the sum of the page", () => {
    const line = `pagefoot { cell (.qty) format='"頁計 "#,##0"個";"頁計 "-#,##0"個"' col=name..qty }`;
    const { value } = layOutSource(formWith(inLines(line)), {
      ...{ rate: 0.1, shop: "本店" },
      items: [5, -12].map((qty) => ({ name: "東", qty, parts: [] })),
    });
    expect(pageLines(value, 0)).toContain("頁計 -7個");
  });
});

describe("a page's sum in columns is that of each column", () => {
  const inBody = (around: string): string =>
    formWith("pagefoot {\n        cell (.qty) col=qty\n      }").replace("  body {", around);
  const codes = (source: string) => compileSource(source).diagnostics.map(({ code }) => code);

  test("which is told", () => {
    expect(codes(inBody("  body columns=2 {"))).toContain("RPT1030");
    const within = inBody("  body {")
      .replace("    table items", "    columns {\n    table items")
      .replace(/\}\n$/, "}\n}\n");
    expect(codes(within).filter((code) => code === "RPT1030")).toHaveLength(1);
  });

  test.each([
    ["cell (.qty) col=qty\n", 'cell "段計" col=name\n        cell (.qty) col=qty\n'],
    ["cell (.qty) col=qty\n", "cell (.qty) col=qty format='\"Column total \"#,##0'\n"],
  ])("but where the form says so: %j", (from, to) => {
    const named = inBody("  body columns=2 {").replace(from, to);
    expect(named).toContain(to);
    expect(codes(named)).not.toContain("RPT1030");
  });

  test("also in a part that is used in columns, once", () => {
    const table = / {4}table items[\s\S]*?\n {4}\}\n/.exec(inBody("  body columns=2 {"))?.[0] ?? "";
    const within = inBody("  body columns=2 {").replace(table, "    use sums\n    use sums\n");
    const part = `part sums {\n${table}}\npage A4`;
    expect(codes(within.replace("page A4", part)).filter((code) => code === "RPT1030")).toHaveLength(1);
    const across = within.replace("  body columns=2 {", "  body {").replace("page A4", part);
    expect(codes(across)).not.toContain("RPT1030");
  });

  test.each([
    ["carry (.qty) into=qty", true],
    ['carry (.qty) into=qty out="次頁へ繰越" in="前頁より繰越"', true],
    ['carry (.qty) into=qty out="繰越"', true],
    ['carry (.qty) into=qty out="carried to the next page" in="carried"', true],
    ['carry (.qty) into=qty out="繰越" in="繰入"', false],
    ['carry (.qty) into=qty out="次段へ繰越" in="前段より繰越"', false],
  ])("what is carried names no page there: %s", (carry, isTold) => {
    const inColumns = formWith(carry).replace("  body {", "  body columns=2 {");
    expect(codes(inColumns).includes("RPT1030")).toBe(isTold);
    expect(codes(formWith(carry))).not.toContain("RPT1030");
  });

  test.each(["  body {", "  body columns=1 {"])("and told nowhere else: %s", (around) => {
    expect(codes(inBody(around))).not.toContain("RPT1030");
  });
});
