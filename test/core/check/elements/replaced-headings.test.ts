// RPT1023 of headings of columns that a `head` replaces and does not say.
import { describe, expect, test } from "vitest";
import { compileSource } from "../../../../src/core/canvas/index.ts";

const sourceOf = (head: string, more: { readonly table?: string; readonly b?: string } = {}): string => `rpt 1
field items[].a string(8) example=["甲", "乙"]
field items[].b string(8) example=["一", "二"]
field items[].c string(8) example=["い", "ろ"]
page A5 margin=15mm {
  body {
    table items ${more.table ?? ""}{
      column a "出発" w=30mm
      column b ${more.b ?? '"到着"'} w=30mm
      column c "摘要" w=1fr
      ${head}
    }
  }
}
`;

const told = (source: string) => compileSource(source).diagnostics.map(({ code, message }) => `${code} ${message}`);

const ROW_FOR_A_AND_B = `head {
        cell "経路" col=a..b
        cell "摘要" col=c
      }`;

describe("headings that a head replaces", () => {
  test.each<readonly [string, string, string]>([
    ["under one cell", ROW_FOR_A_AND_B, "the headings of columns a, b have no effect: head says none of them"],
    [
      "behind a blank cell",
      'head {\n cell "出発・到着" col=a..b\n cell "" col=c\n }',
      "the heading of column c has no effect: head does not say it",
    ],
    [
      "where no cell stands",
      'head {\n cell "出発" col=a\n cell "到着" col=b\n }',
      "the heading of column c has no effect: head does not say it",
    ],
    ["by one text", 'head "明細"', "the headings of columns a, b, c have no effect: head says none of them"],
  ])("are told %s", (_, head, message) => {
    expect(told(sourceOf(head))).toEqual([`RPT1023 ${message}`]);
  });

  test.each<readonly [string, string, Parameters<typeof sourceOf>[1]]>([
    [
      "a row of the head says them",
      ROW_FOR_A_AND_B.replace("      }", 'newrow\n cell "出発" col=a\n cell "到着" col=b\n }'),
      {},
    ],
    ["one cell says both", ROW_FOR_A_AND_B.replace("経路", "出発 / 到着"), {}],
    [
      "a cell over the column alone has other words",
      'head {\n cell "自" col=a\n cell "至" col=b\n cell "他" col=c\n }',
      {},
    ],
    ["it is of two lines", ROW_FOR_A_AND_B.replace("経路", "出発\\n到　着"), {}],
    ["there is no head", "", {}],
    ["nothing of either is printed", ROW_FOR_A_AND_B, { table: "header=none " }],
    ["a column has none", ROW_FOR_A_AND_B.replace("経路", "出発"), { b: '""' }],
    ["the head is that of a group", 'group (.a) {\n head "{.key}"\n }', {}],
  ])("are not told where %s", (_, head, more) => {
    expect(told(sourceOf(head, more)).filter((each) => each.startsWith("RPT1023 the head"))).toEqual([]);
  });

  test("are said by the row that the repair adds", () => {
    const source = sourceOf(ROW_FOR_A_AND_B);
    const [edit] = compileSource(source).diagnostics[0]?.repair?.edits ?? [];
    if (edit === undefined) throw new Error("no edit is offered");
    const mended = source.slice(0, edit.span.start) + edit.text + source.slice(edit.span.end);
    expect(mended).toContain(`
        cell "摘要" col=c
        newrow
        cell "出発" col=a
        cell "到着" col=b
      }`);
    expect(told(mended)).toEqual([]);
  });
});
