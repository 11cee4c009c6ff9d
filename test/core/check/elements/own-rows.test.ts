// Columns beside row { … }: cells draw a record, and what a column shows of itself is told where none stands.
import { expect, test } from "vitest";
import { compileSource } from "../../../../src/core/canvas/index.ts";
import { layOutSource, pageLines } from "../../../support/lay-out.ts";

const form = (columns: string, cells = "cell (.a) col=a"): string => `rpt 1
field r[].a string(8) example=["甲"]
field r[].b string(8) example=["乙"]
page A5 margin=12mm {
  body {
    each r {
      text (.b)
    }
    table r {
      column a "甲" w=30mm
      ${columns}
      row {
        ${cells}
      }
    }
  }
}
`;

const toldOf = (source: string) =>
  compileSource(source).diagnostics.map(({ code, message, repair }) => ({ code, message, repair: repair?.title }));

test.each([
  ['column c "丙" w=30mm', "for handwriting"],
  ['column b "乙" w=30mm', "of a field"],
  ['column c "丙" "" w=30mm', "with an empty value"],
  ['column c "丙" " " w=30mm', "with a blank"],
])("%s needs no cell (%s)", (column) => {
  expect(toldOf(form(column))).toEqual([]);
});

test.each([
  ['column b "乙" (.b) w=30mm', "cell (.b) col=b", "(.b)"],
  ['column b "乙" "{.b} 様" w=30mm', 'cell "{.b} 様" col=b', '"{.b} 様"'],
])("%s is told where no cell stands, and its cell mends it", (column, cell, written) => {
  expect(toldOf(form(column))).toEqual([
    {
      code: "RPT1023",
      message: "what column b shows has no effect: row { … } has no cell of column b",
      repair: `write ${cell} in row { … }, or delete ${written}`,
    },
  ]);
  expect(toldOf(form(column, `cell (.a) col=a\n${cell}`))).toEqual([]);
  expect(toldOf(form(column.replace(` ${written}`, "")))).toEqual([]);
});

test("a cell over several columns is the cell of each", () => {
  expect(toldOf(form('column b "乙" (.b) w=30mm', 'cell "{.a}{.b}" col=a..b'))).toEqual([]);
});

test("a blank cell does not show a column's value", () => {
  const column = 'column b "乙" (.b) w=30mm';
  const [found] = toldOf(form(column, "cell (.a) col=a\ncell col=b"));
  expect(found?.message).toBe("what column b shows has no effect: the cell of column b is blank in row { … }");
  expect(found?.repair).toBe("write cell (.b) col=b in row { … }, or delete (.b)");
});

test.each([
  ["without a cell", ""],
  ["with a blank cell", "cell col=b"],
])("a block of a column is told %s, and a cell with its text mends it", (_, cell) => {
  const column = 'column b "乙" w=30mm {\ntext (.b)\n}';
  const [found, ...others] = toldOf(form(column, `cell (.a) col=a\n${cell}`));
  expect(others).toEqual([]);
  expect(found?.code).toBe("RPT1023");
  expect(found?.message).toBe(
    "the block of column b is never drawn: a table with row { … } draws the texts of its cells",
  );
  expect(toldOf(form('column b "乙" w=30mm', 'cell (.a) col=a\ncell "{.b}" col=b'))).toEqual([]);
});

test("a carried sum is written in the pattern of a column that shows nothing of itself", () => {
  const rows = Array.from({ length: 40 }, () => ({ n: 1234567 }));
  const { value } = layOutSource(
    `rpt 1
field r[].n int example=[1]
page 105mm 148mm margin=10mm {
  body {
    table r {
      column no "No." (index) w=40mm
      column amount "金額" w=30mm align=right format='#,##0'
      row {
        cell (index) col=no
        cell (.n) col=amount
      }
      carry (.n) into=amount
    }
  }
}
`,
    { r: rows },
  );
  const carried = pageLines(value, 1).find((line) => line.includes("前頁") || line.includes("forward"));
  expect(carried).toMatch(/\d,\d{3},\d{3}$/u);
});
